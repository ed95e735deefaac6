#include "cli/data/element_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "cli/data/elements.h"
#include "cli/data/float_formats.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

// T is float or double: the width whose shortest digits are wanted.
template <typename T>
std::string Shortest(T value) {
  if (std::isnan(value)) return "nan";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

// The fewest digits that round to the same pattern, without leaving the format's range; 9 would do for any 16 bits.
std::string ShortestNarrow(const FloatFormat& format, uint64_t bits) {
  const double value = DecodeFloat(format, bits);
  const bool whole = std::fabs(value) < 1e6 && value == std::trunc(value);
  const bool power_of_two = format.mantissa_bits == 0;
  if (!std::isfinite(value) || whole || power_of_two) return Shortest(value);
  for (int digits = 1; digits < 9; ++digits) {
    const std::string decimal = fmt::format("{:.{}e}", value, digits - 1);
    double rounded = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), rounded);
    if (std::fabs(rounded) <= MaxFinite(format) && EncodeFloat(format, rounded) == bits) return Shortest(rounded);
  }
  return Shortest(value);
}

template <typename T>
std::string ComplexText(std::complex<double> value) {
  const std::string real = Shortest(static_cast<T>(value.real()));
  const std::string imaginary = Shortest(static_cast<T>(value.imag()));
  return real + (imaginary.starts_with('-') ? "" : "+") + imaginary + "j";
}

std::string FloatText(const Array& array, int64_t index) {
  if (array.type() == ElementType::kF64) return Shortest(RealAt(array, index));
  if (array.type() == ElementType::kF32) return Shortest(static_cast<float>(RealAt(array, index)));
  return ShortestNarrow(*FindFloatFormat(array.type()), BitsAt(array, index));
}

}  // namespace

std::string NumberText(double value) { return Shortest(value); }
std::string NumberText(float value) { return Shortest(value); }

std::string ElementText(const Array& array, int64_t index) {
  switch (KindOf(array)) {
    case ElementKind::kBool:
      return BitsAt(array, index) != 0 ? "true" : "false";
    case ElementKind::kSigned:
    case ElementKind::kUnsigned:
      return fmt::format("{}", IntegerAt(array, index));
    case ElementKind::kFloat:
      return FloatText(array, index);
    case ElementKind::kComplex:
      if (array.type() == ElementType::kC64) return ComplexText<float>(ComplexAt(array, index));
      return ComplexText<double>(ComplexAt(array, index));
    case ElementKind::kNone:
      break;
  }
  return "?";
}

}  // namespace cppjrt::data
