#include "stablehlo/bytecode/vhlo_attributes.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "stablehlo/bytecode/dense_data.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

using Result = std::optional<AttrId>;

Result ListFromTensor(Module& module, AttrId tensor, TypeId element) {
  const auto values = IntegerElements(module, tensor);
  if (!values) return std::nullopt;
  return module.attrs().DenseArray(element, *values);
}

Result SymbolFromString(Module& module, AttrId name) {
  if (!module.attrs().Is(name, AttrKind::kString)) return std::nullopt;
  const NameId path[] = {module.attrs().name(name)};
  return module.attrs().SymbolRef(path);
}

Result StringFromSymbol(Module& module, AttrId symbol) {
  if (!module.attrs().Is(symbol, AttrKind::kSymbolRef) || module.attrs().size(symbol) != 1) return std::nullopt;
  return module.attrs().String(module.attrs().name(symbol));
}

Result ForEach(Module& module, AttrId list, Result (*convert)(Module&, AttrId)) {
  if (!module.attrs().Is(list, AttrKind::kArray)) return std::nullopt;
  std::vector<AttrId> out;
  for (size_t i = 0; i < module.attrs().size(list); ++i) {
    const Result element = convert(module, module.attrs().element(list, i));
    if (!element) return std::nullopt;
    out.push_back(*element);
  }
  return module.attrs().Array(out);
}

Result UnitFromBool(Module& module, AttrId value) {
  if (!module.attrs().Is(value, AttrKind::kBool)) return std::nullopt;
  return module.attrs().boolean(value) ? module.attrs().Unit() : AttrId();
}

bool IsNoneType(const AttrTable& attrs, AttrId a) {
  return attrs.Is(a, AttrKind::kType) && attrs.type(a) == scalar::kNone;
}

Result FieldFromVhlo(Module& module, const FieldInfo& field, AttrId value) {
  const AttrTable& attrs = module.attrs();
  switch (field.kind) {
    case FieldClass::kDims:
      return value ? ListFromTensor(module, value, scalar::kI64) : Result(module.attrs().I64Array({}));
    case FieldClass::kInt:
      if (!value) return module.attrs().I64(0);
      return attrs.Is(value, AttrKind::kInteger) ? Result(value) : std::nullopt;
    case FieldClass::kBool:
      return attrs.Is(value, AttrKind::kBool) ? Result(value) : std::nullopt;
    case FieldClass::kTypeField:
      return attrs.Is(value, AttrKind::kType) ? Result(value) : std::nullopt;
    default:
      return value;
  }
}

Result TensorFromWords(Module& module, AttrId list, size_t element_bytes) {
  const std::vector<int64_t> words(module.attrs().words(list).begin(), module.attrs().words(list).end());
  const TypeId type = module.types().Tensor({static_cast<int64_t>(words.size())}, module.attrs().type(list));
  std::byte* bytes = module.arena().AllocateArray<std::byte>(words.size() * element_bytes);
  for (size_t i = 0; i < words.size(); ++i) std::memcpy(bytes + i * element_bytes, &words[i], element_bytes);
  const bool equal = !words.empty() && std::ranges::count(words, words[0]) == static_cast<std::ptrdiff_t>(words.size());
  return module.attrs().Dense(type, equal, {bytes, (equal ? 1 : words.size()) * element_bytes});
}

// Of i64 and of i1; VHLO has no others.
Result TensorFromList(Module& module, AttrId list) {
  if (!module.attrs().Is(list, AttrKind::kDenseArray)) {
    return module.attrs().Is(list, AttrKind::kDense) ? Result(list) : std::nullopt;
  }
  const TypeId element = module.attrs().type(list);
  if (element != scalar::kI64 && element != scalar::kI1) return std::nullopt;
  return TensorFromWords(module, list, static_cast<size_t>(module.types().element_bytes(element)));
}

Result BoolFromUnit(Module& module, AttrId value) {
  if (module.attrs().Is(value, AttrKind::kBool)) return value;
  return module.attrs().Is(value, AttrKind::kUnit) ? Result(module.attrs().Bool(true)) : std::nullopt;
}

Result VersionToEnum(Module& module, AttrId value) {
  if (!module.attrs().Is(value, AttrKind::kInteger)) return std::nullopt;
  const int64_t number = module.attrs().integer(value);
  if (number < 0 || EnumeratorName(EnumKind::kCustomCallApiVersion, static_cast<uint32_t>(number)).empty()) {
    return std::nullopt;
  }
  return module.attrs().Enum(EnumKind::kCustomCallApiVersion, static_cast<uint32_t>(number));
}

Result VersionFromEnum(Module& module, AttrId value) {
  if (!module.attrs().Is(value, AttrKind::kEnum)) return std::nullopt;
  return module.attrs().I32(module.attrs().enum_value(value));
}

}  // namespace

Result AttrFromVhlo(Module& module, AttrClass attr_class, AttrId value) {
  switch (attr_class) {
    case AttrClass::kI64Array:
      return ListFromTensor(module, value, scalar::kI64);
    case AttrClass::kBoolArray:
      return ListFromTensor(module, value, scalar::kI1);
    case AttrClass::kUnit:
      return UnitFromBool(module, value);
    case AttrClass::kSymbolRef:
      return SymbolFromString(module, value);
    case AttrClass::kSymbolRefArray:
      return ForEach(module, value, SymbolFromString);
    case AttrClass::kApiVersion:
      return VersionFromEnum(module, value);
    default:
      return value;
  }
}

Result JoinStruct(Module& module, AttrClass attr_class, std::vector<AttrId> fields) {
  const auto kind = static_cast<StructKind>(Info(attr_class).detail);
  const auto is_none = [&](AttrId field) { return IsNoneType(module.attrs(), field); };
  if (kind == StructKind::kDotAlgorithm && std::ranges::all_of(fields, is_none)) return AttrId();
  for (size_t i = 0; i < fields.size(); ++i) {
    const Result field = FieldFromVhlo(module, Info(kind).fields[i], fields[i]);
    if (!field) return std::nullopt;
    fields[i] = *field;
  }
  return module.attrs().Struct(kind, fields);
}

Result AttrToVhlo(Module& module, AttrClass attr_class, AttrId value) {
  switch (attr_class) {
    case AttrClass::kI64Array:
    case AttrClass::kBoolArray:
    case AttrClass::kI64Elements:
      return TensorFromList(module, value);
    case AttrClass::kUnit:
      return BoolFromUnit(module, value);
    case AttrClass::kSymbolRef:
      return StringFromSymbol(module, value);
    case AttrClass::kSymbolRefArray:
      return ForEach(module, value, StringFromSymbol);
    case AttrClass::kApiVersion:
      return VersionToEnum(module, value);
    default:
      return value;
  }
}

Result FieldToVhlo(Module& module, const FieldInfo& field, AttrId value) {
  return field.kind == FieldClass::kDims ? TensorFromList(module, value) : Result(value);
}

}  // namespace cppjrt::stablehlo::bytecode
