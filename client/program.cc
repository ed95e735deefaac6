#include "pjrt/program.h"

#include <charconv>
#include <utility>

#include "base/protobuf_wire.h"
#include "client/mlir_signature.h"

namespace pjrt {
inline namespace v0 {
namespace {

using cppjrt::WireReader;

// MLIR bytecode starts with "ML\xEFR", a version as a PrefixVarInt, and the producer as a null-terminated string, which for
// a portable artifact is "StableHLO_v1.20.0".
constexpr std::string_view kMlirMagic = "ML\xEFR";
constexpr std::string_view kArtifactProducer = "StableHLO_v";

// xla.PrimitiveType in the order of its numbers.
constexpr std::pair<uint64_t, ElementType> kPrimitiveTypes[] = {
    {1, ElementType::kPred},        {2, ElementType::kS8},          {3, ElementType::kS16},
    {4, ElementType::kS32},         {5, ElementType::kS64},         {6, ElementType::kU8},
    {7, ElementType::kU16},         {8, ElementType::kU32},         {9, ElementType::kU64},
    {10, ElementType::kF16},        {11, ElementType::kF32},        {12, ElementType::kF64},
    {15, ElementType::kC64},        {16, ElementType::kBF16},       {17, ElementType::kToken},
    {18, ElementType::kC128},       {19, ElementType::kF8E5M2},     {20, ElementType::kF8E4M3FN},
    {21, ElementType::kS4},         {22, ElementType::kU4},         {23, ElementType::kF8E4M3B11FNUZ},
    {24, ElementType::kF8E5M2FNUZ}, {25, ElementType::kF8E4M3FNUZ}, {26, ElementType::kS2},
    {27, ElementType::kU2},         {28, ElementType::kF8E4M3},     {29, ElementType::kF8E3M4},
    {30, ElementType::kS1},         {31, ElementType::kU1},         {32, ElementType::kF4E2M1FN},
    {33, ElementType::kF8E8M0FNU},
};
constexpr uint64_t kTuplePrimitive = 13;

// One level of xla.ShapeProto.
struct RawShape {
  uint64_t primitive = 0;
  ArrayShape array;
  std::vector<std::string_view> tuple_elements;
};

StatusOr<RawShape> ReadShape(std::string_view bytes) {
  RawShape shape;
  WireReader reader(bytes);
  while (reader.Next()) {
    uint64_t value = 0;
    std::string_view packed = reader.bytes();
    if (reader.field() == 2) shape.primitive = reader.number();
    if (reader.field() == 3 && !reader.is_bytes()) shape.array.dims.push_back(reader.integer());
    if (reader.field() == 3) {
      while (reader.NextPacked(packed, value)) shape.array.dims.push_back(static_cast<int64_t>(value));
    }
    if (reader.field() == 4) shape.tuple_elements.push_back(reader.bytes());
    if (reader.field() == 6 && !reader.is_bytes()) shape.array.dynamic.push_back(reader.number() != 0);
    if (reader.field() == 6) {
      while (reader.NextPacked(packed, value)) shape.array.dynamic.push_back(value != 0);
    }
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged shape in HLO module");
  for (const auto& [number, type] : kPrimitiveTypes) {
    if (number == shape.primitive) shape.array.type = type;
  }
  bool any_dynamic = false;
  for (bool dynamic : shape.array.dynamic) any_dynamic |= dynamic;
  if (!any_dynamic) shape.array.dynamic.clear();
  return shape;
}

// Appends the arrays of a shape; a tuple's elements one by one (nested tuples do not occur in entry signatures).
Status AppendArrays(std::string_view bytes, std::vector<ArrayShape>& out) {
  CPPJRT_ASSIGN_OR_RETURN(RawShape shape, ReadShape(bytes));
  if (shape.primitive != kTuplePrimitive) {
    out.push_back(std::move(shape.array));
    return Status();
  }
  for (std::string_view element : shape.tuple_elements) {
    CPPJRT_ASSIGN_OR_RETURN(RawShape array, ReadShape(element));
    out.push_back(std::move(array.array));
  }
  return Status();
}

// The contents of the first length-delimited field `field` of a message.
StatusOr<std::string_view> Submessage(std::string_view bytes, int field, const char* what) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == field && reader.is_bytes()) return reader.bytes();
  }
  return cppjrt::InvalidArgumentError(reader.ok() ? std::string("HLO program without ") + what : "damaged HLO program");
}

}  // namespace

std::string ToString(const ArrayShape& shape) {
  std::string text = std::string(Name(shape.type)) + "[";
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    if (i != 0) text += ",";
    if (i < shape.dynamic.size() && shape.dynamic[i]) text += "<=";
    text += std::to_string(shape.dims[i]);
  }
  return text + "]";
}

bool IsMlirBytecode(std::string_view code) { return code.starts_with(kMlirMagic); }

std::optional<StableHloVersion> ArtifactVersion(std::string_view code) {
  if (!IsMlirBytecode(code)) return std::nullopt;
  code.remove_prefix(kMlirMagic.size());
  // The number of trailing zero bits of a PrefixVarInt's first byte tells how many bytes follow it.
  if (code.empty() || code[0] == 0) return std::nullopt;
  const auto first = static_cast<unsigned>(static_cast<unsigned char>(code[0]));
  const auto length = static_cast<size_t>(__builtin_ctz(first)) + 1;
  if (code.size() < length) return std::nullopt;
  code.remove_prefix(length);
  code = code.substr(0, code.find('\0'));
  if (!code.starts_with(kArtifactProducer)) return std::nullopt;
  code.remove_prefix(kArtifactProducer.size());
  StableHloVersion version{};
  for (size_t i = 0; i < version.size(); ++i) {
    const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), version[i]);
    if (error != std::errc()) return std::nullopt;
    code.remove_prefix(static_cast<size_t>(end - code.data()));
    if (i + 1 < version.size()) {
      if (!code.starts_with('.')) return std::nullopt;
      code.remove_prefix(1);
    }
  }
  return version;
}

StatusOr<ArrayShape> ReadArrayShape(std::string_view shape_proto) {
  CPPJRT_ASSIGN_OR_RETURN(RawShape shape, ReadShape(shape_proto));
  if (shape.array.type == ElementType::kInvalid) {
    return cppjrt::InvalidArgumentError("the shape is no array (primitive type " + std::to_string(shape.primitive) +
                                        ")");
  }
  return shape.array;
}

StatusOr<ProgramShape> ReadProgramShape(const Program& optimized) {
  std::string_view module = optimized.code;
  if (optimized.format == "mlir" && !IsMlirBytecode(module)) return detail::ReadMlirSignature(module);
  if (optimized.format == "hlo_with_config") {
    CPPJRT_ASSIGN_OR_RETURN(module, Submessage(optimized.code, 1, "a module"));
  } else if (optimized.format != "hlo") {
    return cppjrt::InvalidArgumentError("cannot read the signature of a program in format '" + optimized.format + "'");
  }
  CPPJRT_ASSIGN_OR_RETURN(std::string_view signature, Submessage(module, 4, "a signature"));
  ProgramShape result;
  WireReader reader(signature);
  while (reader.Next()) {
    if (reader.field() == 1) CPPJRT_RETURN_IF_ERROR(AppendArrays(reader.bytes(), result.parameters));
    if (reader.field() == 2) CPPJRT_RETURN_IF_ERROR(AppendArrays(reader.bytes(), result.results));
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged signature in HLO module");
  return result;
}

}  // namespace v0
}  // namespace pjrt
