// The tables of enumerations, struct attributes, attribute classes and type classes (enums.def, structs.def,
// attr_classes.def, type_classes.def) as data.
//
//   FindEnumerator(EnumKind::kFftType, "RFFT") == 2;  EnumeratorName(EnumKind::kFftType, 2) == "RFFT"
//   Info(StructKind::kGatherDimensionNumbers).fields[0].name == "offset_dims"
#ifndef CPPJRT_STABLEHLO_OP_DEF_TABLES_H_
#define CPPJRT_STABLEHLO_OP_DEF_TABLES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "stablehlo/ir/attribute.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo {

enum class EnumKind : uint8_t {
#define ENUM(name, ...) k##name,
#include "stablehlo/op/enums.def"
#undef ENUM
  kCount,
};

enum class StructKind : uint8_t {
#define STRUCT(name, ...) k##name,
#include "stablehlo/op/structs.def"
#undef STRUCT
  kCount,
};

struct Enumerator {
  std::string_view keyword;
  uint32_t value = 0;
};

struct EnumInfo {
  EnumKind kind;
  std::string_view name;  // "FftType"
  std::string_view dialect;
  std::string_view mnemonic;  // "fft_type"
  int vhlo_code;              // -1: none
  Version since;
  std::span<const Enumerator> values;
};

enum class FieldClass : uint8_t { kDims, kInt, kBool, kReal, kTypeField, kText, kMode, kAny, kStructs, kSubStruct };

struct FieldInfo {
  std::string_view name;
  FieldClass kind = FieldClass::kAny;
  bool optional = false;
  std::string_view since_text = "0.9.0";
  std::string_view property = {};  // name as a VHLO property; empty: the name
  constexpr std::string_view property_name() const { return property.empty() ? name : property; }
  constexpr Version since() const { return *Version::Parse(since_text); }
};

struct StructInfo {
  StructKind kind;
  std::string_view name;  // "DotDimensionNumbers"
  std::string_view dialect;
  std::string_view mnemonic;  // "dot"
  int vhlo_code;              // -1: an op's property of this kind is split into its fields
  std::span<const FieldInfo> fields;
};

// How VHLO encodes an attribute class. kSplit: as a property for each field; kNoWire: not at all; kAny: by what it is.
enum class WireKind : uint8_t {
  kInteger,
  kFloat,
  kBool,
  kString,
  kType,
  kTensor,
  kArray,
  kDict,
  kEnum,
  kStruct,
  kSplit,
  kAny,
  kNoWire,
};

enum class AttrClass : uint8_t {
#define ATTR_CLASS(name, ...) k##name,
#include "stablehlo/op/attr_classes.def"
#undef ATTR_CLASS
};

struct AttrClassInfo {
  AttrClass attr_class;
  std::string_view name;  // "I64Array"
  AttrKind memory;        // what the value is in a Module; see the comments in attr_classes.def for the exceptions
  int detail;             // StructKind, EnumKind or Scalar by number, as `memory` says
  WireKind wire;
  std::string_view text;  // "array of 64-bit integers"
};

enum class TypeClass : uint8_t {
#define TYPE_CLASS(name, ...) name,
#include "stablehlo/op/type_classes.def"
#undef TYPE_CLASS
};

struct TypeClassInfo {
  TypeClass type_class;
  std::string_view name;      // "kTensor"
  std::string_view elements;  // letters, type_classes.def
  std::string_view shape;
  std::string_view others;
  std::string_view text;  // "tensor of floats"
};

const EnumInfo& Info(EnumKind kind);
const StructInfo& Info(StructKind kind);
const AttrClassInfo& Info(AttrClass attr_class);
const TypeClassInfo& Info(TypeClass type_class);

// The enumeration or struct written #dialect<mnemonic …> or #dialect.mnemonic<…>.
std::optional<EnumKind> FindEnum(std::string_view dialect, std::string_view mnemonic);
std::optional<StructKind> FindStruct(std::string_view dialect, std::string_view mnemonic);
// Those with a VHLO attribute code.
std::optional<EnumKind> FindEnumByVhloCode(uint64_t code);
std::optional<StructKind> FindStructByVhloCode(uint64_t code);

// The number of a keyword, or none.
std::optional<uint32_t> FindEnumerator(EnumKind kind, std::string_view keyword);
// The keyword of a number, or empty.
std::string_view EnumeratorName(EnumKind kind, uint32_t value);
// Which field of a struct has that name, or -1.
int FindField(StructKind kind, std::string_view name);

// True if a value of type `type` may stand where `type_class` is asked for.
bool Matches(const TypeTable& types, const AttrTable& attrs, TypeId type, TypeClass type_class);

// The bounds of a tensor's dimensions from #stablehlo.type_extensions, kDynamic where there is none; empty without it.
std::span<const int64_t> Bounds(const TypeTable& types, const AttrTable& attrs, TypeId tensor);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_DEF_TABLES_H_
