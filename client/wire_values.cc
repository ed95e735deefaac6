#include "client/wire_values.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

using cppjrt::WireReader;
using cppjrt::WireWriter;

// NamedValue: the name, and one of the others.
enum ValueField { kName = 1, kText = 2, kInteger = 3, kIntegers = 4, kFloat = 5, kBool = 6 };
// Array.
enum ShapeField { kType = 1, kDims = 2, kDynamic = 3 };

struct ValueWriter {
  WireWriter& out;
  void operator()(const std::string& value) { out.Bytes(kText, value); }
  void operator()(int64_t value) { out.Int(kInteger, value); }
  void operator()(const std::vector<int64_t>& value) {
    WireWriter packed;
    for (const int64_t number : value) packed.Raw(static_cast<uint64_t>(number));
    out.Bytes(kIntegers, packed.str());
  }
  void operator()(float value) { out.Float(kFloat, value); }
  void operator()(bool value) { out.Bool(kBool, value); }
};

std::vector<int64_t> ReadPacked(WireReader& reader) {
  std::vector<int64_t> numbers;
  std::string_view packed = reader.bytes();
  uint64_t number = 0;
  while (reader.NextPacked(packed, number)) numbers.push_back(static_cast<int64_t>(number));
  return numbers;
}

}  // namespace

void WriteValues(WireWriter& out, int field, const NamedValues& values) {
  for (const auto& [name, value] : values) {
    WireWriter message;
    message.Bytes(kName, name);
    std::visit(ValueWriter{message}, value);
    out.Bytes(field, message.str());
  }
}

Status ReadValue(std::string_view bytes, NamedValues& values) {
  std::string name;
  std::optional<Value> value;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == kName) name = std::string(reader.bytes());
    if (reader.field() == kText) value = std::string(reader.bytes());
    if (reader.field() == kInteger) value = reader.integer();
    if (reader.field() == kIntegers) value = ReadPacked(reader);
    if (reader.field() == kFloat) value = std::bit_cast<float>(static_cast<uint32_t>(reader.number()));
    if (reader.field() == kBool) value = reader.number() != 0;
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged value");
  if (value.has_value()) values.insert_or_assign(std::move(name), *std::move(value));  // of a later kind: left out
  return Status();
}

std::string WriteShape(const ArrayShape& shape) {
  WireWriter out;
  out.Bytes(kType, Name(shape.type));
  WireWriter dims;
  for (const int64_t dim : shape.dims) dims.Raw(static_cast<uint64_t>(dim));
  out.Bytes(kDims, dims.str());
  WireWriter dynamic;
  for (const bool is_dynamic : shape.dynamic) dynamic.Raw(is_dynamic ? 1 : 0);
  if (!shape.dynamic.empty()) out.Bytes(kDynamic, dynamic.str());
  return out.str();
}

StatusOr<ArrayShape> ReadShape(std::string_view bytes) {
  ArrayShape shape;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == kType) {
      const std::optional<ElementType> type = ElementTypeFromName(reader.bytes());
      if (!type.has_value()) {
        return cppjrt::InvalidArgumentError("unknown element type '" + std::string(reader.bytes().substr(0, 40)) + "'");
      }
      shape.type = *type;
    }
    if (reader.field() == kDims) shape.dims = ReadPacked(reader);
    if (reader.field() == kDynamic) {
      for (const int64_t number : ReadPacked(reader)) shape.dynamic.push_back(number != 0);
    }
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged array type");
  if (!shape.dynamic.empty() && shape.dynamic.size() != shape.dims.size()) {
    return cppjrt::InvalidArgumentError("array type with " + std::to_string(shape.dims.size()) + " dimensions and " +
                                        std::to_string(shape.dynamic.size()) + " marks of dynamic ones");
  }
  if (shape.type == ElementType::kToken) return shape;
  CPPJRT_RETURN_IF_ERROR(HostBytes(shape.type, shape.dims).status());
  return shape;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
