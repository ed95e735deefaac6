#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/data/element_text.h"
#include "cli/data/elements.h"
#include "cli/data/print.h"

namespace cppjrt::data {
namespace {

using nlohmann::json;
using pjrt::ElementKind;
using pjrt::ElementType;

// Goes through the shortest decimal of its own type, so that 0.1 as f32 is 0.1 and not 0.10000000149011612.
json Number(double value, const std::string& shortest) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  double decimal = value;
  std::from_chars(shortest.data(), shortest.data() + shortest.size(), decimal);
  return decimal;
}

json Part(ElementType complex, double value) {
  if (complex == ElementType::kC128 || !std::isfinite(value)) return Number(value, NumberText(value));
  return Number(value, NumberText(static_cast<float>(value)));
}

json Element(const Array& array, int64_t index) {
  switch (KindOf(array)) {
    case ElementKind::kBool:
      return BitsAt(array, index) != 0;
    case ElementKind::kSigned:
      return static_cast<int64_t>(IntegerAt(array, index));
    case ElementKind::kUnsigned:
      return BitsAt(array, index);
    case ElementKind::kFloat:
      return Number(RealAt(array, index), ElementText(array, index));
    default: {
      const std::complex<double> value = ComplexAt(array, index);
      return json::array({Part(array.type(), value.real()), Part(array.type(), value.imag())});
    }
  }
}

json List(const Array& array, size_t depth, int64_t& next) {
  if (depth == array.dims().size()) return Element(array, next++);
  json list = json::array();
  for (int64_t i = 0; i < array.dims()[depth]; ++i) list.push_back(List(array, depth + 1, next));
  return list;
}

}  // namespace

std::string ToJson(const Array& array) {
  int64_t next = 0;
  nlohmann::ordered_json text;
  text["type"] = pjrt::Name(array.type());
  text["shape"] = array.shape().dims;
  text["data"] = array.size() == 0 ? json::array() : List(array, 0, next);
  return text.dump();
}

}  // namespace cppjrt::data
