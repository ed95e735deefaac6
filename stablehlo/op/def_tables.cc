#include "stablehlo/op/def_tables.h"

#include <algorithm>
#include <array>

namespace cppjrt::stablehlo {
namespace {

// Lists of rows may be empty, and C++ has no empty arrays: each ends with an element that is not part of it.
template <typename T, size_t n>
constexpr std::span<const T> Rows(const std::array<T, n>& rows) {
  return std::span<const T>(rows.data(), n - 1);
}

#define VALUES(...) std::to_array<Enumerator>({__VA_ARGS__, Enumerator{}})
#define ENUM(name, dialect, mnemonic, code, since, values) constexpr auto k##name##Values = values;
#include "stablehlo/op/enums.def"
#undef ENUM

constexpr EnumInfo kEnums[] = {
#define ENUM(name, dialect, mnemonic, code, since, values) \
  {EnumKind::k##name, #name, dialect, mnemonic, code, *Version::Parse(since), Rows(k##name##Values)},
#include "stablehlo/op/enums.def"
#undef ENUM
};

namespace fields {
using enum FieldClass;
#define FIELDS(...) std::to_array<FieldInfo>({__VA_ARGS__, FieldInfo{}})
#define STRUCT(name, dialect, mnemonic, code, list) constexpr auto k##name##Fields = list;
#include "stablehlo/op/structs.def"
#undef STRUCT
}  // namespace fields

constexpr StructInfo kStructs[] = {
#define STRUCT(name, dialect, mnemonic, code, list) \
  {StructKind::k##name, #name, dialect, mnemonic, code, Rows(fields::k##name##Fields)},
#include "stablehlo/op/structs.def"
#undef STRUCT
};

constexpr AttrClassInfo kAttrClasses[] = {
#define ATTR_CLASS(name, memory, detail, wire, text) \
  {AttrClass::k##name, #name, AttrKind::memory, static_cast<int>(detail), WireKind::wire, text},
#include "stablehlo/op/attr_classes.def"
#undef ATTR_CLASS
};

constexpr TypeClassInfo kTypeClasses[] = {
#define TYPE_CLASS(name, elements, shape, others, text) {TypeClass::name, #name, elements, shape, others, text},
#include "stablehlo/op/type_classes.def"
#undef TYPE_CLASS
};

constexpr bool ScalarIsIn(Scalar s, std::string_view elements) {
  const auto has = [elements](char letter) { return elements.find(letter) != std::string_view::npos; };
  switch (s) {
    case Scalar::kI1:
      return has('P') || has('N');
    case Scalar::kI32:
      return has('S') || has('N') || has('I');
    case Scalar::kUI32:
      return has('U') || has('N') || has('V');
    case Scalar::kIndex:
      return has('X');
    case Scalar::kF32:
    case Scalar::kF64:
      return has('F') || has('3');
    case Scalar::kNone:
    case Scalar::kToken:
    case Scalar::kTF32:
    case Scalar::kF80:
    case Scalar::kF128:
      return false;
    default:
      break;
  }
  if (s >= Scalar::kI2 && s <= Scalar::kI64) return has('S') || has('N');
  if (s >= Scalar::kUI2 && s <= Scalar::kUI64) return has('U') || has('N');
  return has('F');
}

bool ElementIsIn(const TypeTable& types, TypeId element, std::string_view elements) {
  if (const auto s = types.AsScalar(element)) return ScalarIsIn(*s, elements);
  const auto has = [elements](char letter) { return elements.find(letter) != std::string_view::npos; };
  switch (types.kind(element)) {
    case TypeKind::kInteger:
      return has('N');
    case TypeKind::kComplex: {
      const TypeId part = types.element_type(element);
      return has('C') && (part == scalar::kF32 || part == scalar::kF64);
    }
    case TypeKind::kQuantized:
      return has('Q');
    case TypeKind::kQuantizedAxis:
      return has('A');
    default:
      return false;
  }
}

// Static, or with one unknown extent that has a bound.
bool IsStaticOrBounded(const TypeTable& types, const AttrTable& attrs, TypeId tensor) {
  const std::span<const int64_t> dims = types.dims(tensor);
  const auto dynamic = std::ranges::count(dims, kDynamic);
  if (dynamic == 0) return true;
  const std::span<const int64_t> bounds = Bounds(types, attrs, tensor);
  const auto place = static_cast<size_t>(std::ranges::find(dims, kDynamic) - dims.begin());
  return dynamic == 1 && place < bounds.size() && bounds[place] != kDynamic;
}

bool ShapeMatches(const TypeTable& types, const AttrTable& attrs, TypeId tensor, std::string_view shape) {
  if (shape.empty()) return false;
  for (char letter : shape.substr(1)) {
    if (letter == 'S' && !types.IsStaticTensor(tensor)) return false;
    if (letter == 'B' && !IsStaticOrBounded(types, attrs, tensor)) return false;
    if (letter >= '0' && letter <= '9' && types.rank(tensor) != letter - '0') return false;
  }
  return true;
}

}  // namespace

const EnumInfo& Info(EnumKind kind) { return kEnums[static_cast<size_t>(kind)]; }
const StructInfo& Info(StructKind kind) { return kStructs[static_cast<size_t>(kind)]; }
const AttrClassInfo& Info(AttrClass attr_class) { return kAttrClasses[static_cast<size_t>(attr_class)]; }
const TypeClassInfo& Info(TypeClass type_class) { return kTypeClasses[static_cast<size_t>(type_class)]; }

std::optional<EnumKind> FindEnum(std::string_view dialect, std::string_view mnemonic) {
  for (const EnumInfo& info : kEnums) {
    if (info.mnemonic == mnemonic && info.dialect == dialect) return info.kind;
  }
  return std::nullopt;
}

std::optional<StructKind> FindStruct(std::string_view dialect, std::string_view mnemonic) {
  if (dialect == "stablehlo" && mnemonic == "bounds") return StructKind::kTypeExtensions;
  for (const StructInfo& info : kStructs) {
    if (info.mnemonic == mnemonic && info.dialect == dialect) return info.kind;
  }
  return std::nullopt;
}

std::optional<EnumKind> FindEnumByVhloCode(uint64_t code) {
  for (const EnumInfo& info : kEnums) {
    if (info.vhlo_code >= 0 && static_cast<uint64_t>(info.vhlo_code) == code) return info.kind;
  }
  return std::nullopt;
}

std::optional<StructKind> FindStructByVhloCode(uint64_t code) {
  for (const StructInfo& info : kStructs) {
    if (info.vhlo_code >= 0 && static_cast<uint64_t>(info.vhlo_code) == code) return info.kind;
  }
  return std::nullopt;
}

std::optional<uint32_t> FindEnumerator(EnumKind kind, std::string_view keyword) {
  for (const Enumerator& e : Info(kind).values) {
    if (e.keyword == keyword) return e.value;
  }
  return std::nullopt;
}

std::string_view EnumeratorName(EnumKind kind, uint32_t value) {
  for (const Enumerator& e : Info(kind).values) {
    if (e.value == value) return e.keyword;
  }
  return {};
}

int FindField(StructKind kind, std::string_view name) {
  const std::span<const FieldInfo> fields = Info(kind).fields;
  const auto found = std::ranges::find(fields, name, &FieldInfo::name);
  return found == fields.end() ? -1 : static_cast<int>(found - fields.begin());
}

std::span<const int64_t> Bounds(const TypeTable& types, const AttrTable& attrs, TypeId tensor) {
  if (!types.IsTensor(tensor)) return {};
  const AttrId encoding = types.encoding(tensor);
  if (!attrs.Is(encoding, AttrKind::kStruct) || attrs.struct_kind(encoding) != StructKind::kTypeExtensions) return {};
  const AttrId bounds = attrs.field(encoding, 0);
  return attrs.Is(bounds, AttrKind::kDenseArray) ? attrs.i64s(bounds) : std::span<const int64_t>();
}

bool Matches(const TypeTable& types, const AttrTable& attrs, TypeId type, TypeClass type_class) {
  const TypeClassInfo& info = Info(type_class);
  const auto may_be = [&info](char letter) { return info.others.find(letter) != std::string_view::npos; };
  if (may_be('!')) return true;
  switch (types.kind(type)) {
    case TypeKind::kToken:
      return may_be('T');
    case TypeKind::kTuple:
      return may_be('P');
    case TypeKind::kMemRef:
      return may_be('M');
    case TypeKind::kFuture:
      return may_be('Y');
    case TypeKind::kTensor:
      return ShapeMatches(types, attrs, type, info.shape) &&
             ElementIsIn(types, types.element_type(type), info.elements);
    case TypeKind::kUnrankedTensor:
      return info.shape.starts_with('*') && ElementIsIn(types, types.element_type(type), info.elements);
    default:
      return false;
  }
}

}  // namespace cppjrt::stablehlo
