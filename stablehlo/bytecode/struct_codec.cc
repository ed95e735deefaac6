#include "stablehlo/bytecode/struct_codec.h"

#include <vector>

namespace cppjrt::stablehlo::bytecode {
namespace {

// A string in VHLO is an attribute, whatever the field is called.
AttrId ReadText(EntryReader& r, StructStyle style) {
  if (style == StructStyle::kVhlo) return r.Attr();
  const NameId text = r.String();
  return text ? r.attrs().String(text) : AttrId();
}

AttrId ReadSymbolOrAttr(EntryReader& r) {
  const AttrId attr = r.Attr();
  if (!r.ready() || !r.attrs().Is(attr, AttrKind::kString)) return attr;
  const NameId path[] = {r.attrs().name(attr)};
  return r.attrs().SymbolRef(path);
}

AttrId ReadListOfAttrs(EntryReader& r) {
  const std::vector<AttrId> list = r.Attrs();
  return r.ready() ? r.attrs().Array(list) : AttrId();
}

// The two fields of any kind are not alike: a mesh is an attribute, or its name in VHLO; axes are a list in StableHLO.
AttrId ReadAny(EntryReader& r, const FieldInfo& field, StructStyle style) {
  if (field.name == "mesh") return ReadSymbolOrAttr(r);
  return style == StructStyle::kStablehlo && field.name == "axes" ? ReadListOfAttrs(r) : r.Attr();
}

AttrId ReadTypeField(EntryReader& r) {
  const TypeId type = r.Type();
  return r.ready() ? r.attrs().Type(type) : AttrId();
}

AttrId ReadPresent(EntryReader& r, const FieldInfo& field, StructStyle style) {
  switch (field.kind) {
    case FieldClass::kDims:
      return r.attrs().I64Array(r.Signeds());
    case FieldClass::kInt:
      return r.attrs().I64(r.Signed());
    case FieldClass::kBool:
      return r.attrs().Bool(r.Byte() != 0);
    case FieldClass::kReal:
      return r.attrs().Float(scalar::kF64, static_cast<uint64_t>(r.Signed()));
    case FieldClass::kTypeField:
      return ReadTypeField(r);
    case FieldClass::kText:
      return ReadText(r, style);
    case FieldClass::kAny:
      return ReadAny(r, field, style);
    case FieldClass::kMode:
    case FieldClass::kStructs:
    case FieldClass::kSubStruct:
      break;
  }
  return r.Attr();
}

// Whether there is an optional field is said by a number of its own, except that a VHLO mesh has it in the reference.
AttrId ReadOptional(EntryReader& r, const FieldInfo& field, StructStyle style) {
  if (style == StructStyle::kVhlo && field.kind == FieldClass::kAny) return r.OptionalAttr();
  const uint64_t present = style == StructStyle::kVhlo ? r.Varint() : r.Byte();
  return present != 0 ? ReadPresent(r, field, style) : AttrId();
}

}  // namespace

AttrId ReadStruct(EntryReader& r, StructKind kind, StructStyle style) {
  std::vector<AttrId> fields;
  for (const FieldInfo& field : Info(kind).fields) {
    fields.push_back(field.optional ? ReadOptional(r, field, style) : ReadPresent(r, field, style));
  }
  return r.ready() ? r.attrs().Struct(kind, fields) : AttrId();
}

AttrId ReadEnum(EntryReader& r, EnumKind kind) {
  const uint64_t value = r.Varint();
  if (!r.ready()) return AttrId();
  if (value > 0xffffffff || EnumeratorName(kind, static_cast<uint32_t>(value)).empty()) {
    r.Refuse("has the unknown " + std::string(Info(kind).mnemonic) + " " + std::to_string(value));
    return AttrId();
  }
  return r.attrs().Enum(kind, static_cast<uint32_t>(value));
}

}  // namespace cppjrt::stablehlo::bytecode
