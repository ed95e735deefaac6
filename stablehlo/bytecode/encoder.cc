#include "stablehlo/bytecode/encoder.h"

#include <algorithm>

#include "stablehlo/bytecode/dense_data.h"
#include "stablehlo/bytecode/encoder_tables.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

// How deeply attributes and types may nest when they are written.
constexpr int kMaxDepth = 500;

WireId& Slot(std::vector<WireId>& ids, size_t index) {
  if (index >= ids.size()) ids.resize(index + 1 + index / 2, kNoWireId);
  return ids[index];
}

template <typename Code>
constexpr uint64_t Number(Code code) {
  return static_cast<uint64_t>(code);
}

// The code of a kind that both dialects have.
struct CodePair {
  uint64_t builtin;
  uint64_t vhlo;
  uint64_t of(WireDialect dialect) const { return dialect == WireDialect::kVhlo ? vhlo : builtin; }
};
constexpr CodePair kArray = {Number(BuiltinAttr::kArray), Number(VhloAttr::kArray)};
constexpr CodePair kDictionary = {Number(BuiltinAttr::kDictionary), Number(VhloAttr::kDictionary)};
constexpr CodePair kString = {Number(BuiltinAttr::kString), Number(VhloAttr::kString)};
constexpr CodePair kInteger = {Number(BuiltinAttr::kInteger), Number(VhloAttr::kInteger)};
constexpr CodePair kFloat = {Number(BuiltinAttr::kFloat), Number(VhloAttr::kFloat)};
constexpr CodePair kDense = {Number(BuiltinAttr::kDense), Number(VhloAttr::kTensor)};
constexpr CodePair kType = {Number(BuiltinAttr::kType), Number(VhloAttr::kType)};
constexpr CodePair kTensor = {Number(BuiltinType::kTensor), Number(VhloType::kTensor)};
constexpr CodePair kEncodedTensor = {Number(BuiltinType::kTensorWithEncoding), Number(VhloType::kTensorWithEncoding)};
constexpr CodePair kComplex = {Number(BuiltinType::kComplex), Number(VhloType::kComplex)};
constexpr CodePair kFunction = {Number(BuiltinType::kFunction), Number(VhloType::kFunction)};
constexpr CodePair kTuple = {Number(BuiltinType::kTuple), Number(VhloType::kTuple)};
constexpr CodePair kUnranked = {Number(BuiltinType::kUnrankedTensor), Number(VhloType::kUnrankedTensor)};

// An integer of that many bits: a byte if it fits one, else signed, the bits above zero.
void AddInteger(WireFields& fields, uint64_t bits_of_value, int bits) {
  const uint64_t value = bits >= 64 ? bits_of_value : bits_of_value & ((uint64_t{1} << bits) - 1);
  if (bits <= 8) {
    fields.Byte(static_cast<uint8_t>(value));
  } else {
    fields.Signed(static_cast<int64_t>(value));
  }
}

}  // namespace

bool Encoder::Needs(Version since, std::string_view what) {
  if (target_ >= since) return true;
  Refuse(std::string(what) + " needs VHLO " + since.ToString() + " or later; the target is " + target_.ToString());
  return false;
}

WireId Encoder::Refuse(std::string why) {
  if (refusal_.empty()) refusal_ = std::move(why);
  return kNoWireId;
}

WireId Encoder::Unsupported(std::string_view what) { return Refuse(std::string(what) + " cannot be said in VHLO"); }

WireId Encoder::Attr(AttrId attr, WireDialect dialect) {
  const WireId known = Slot(attr_ids_[Number(dialect)], attr.index());
  if (known != kNoWireId) return known;
  if (++depth_ > kMaxDepth) return Refuse("attributes are nested too deeply");
  const WireId id = EncodeAttr(attr, dialect);
  --depth_;
  return Slot(attr_ids_[Number(dialect)], attr.index()) = id;
}

WireId Encoder::Type(TypeId type, WireDialect dialect) {
  const WireId known = Slot(type_ids_[Number(dialect)], type.index());
  if (known != kNoWireId) return known;
  if (++depth_ > kMaxDepth) return Refuse("types are nested too deeply");
  const WireId id = EncodeType(type, dialect);
  --depth_;
  return Slot(type_ids_[Number(dialect)], type.index()) = id;
}

WireId Encoder::Name(std::string_view name) {
  return Put(WireDialect::kBuiltin, WireFields().Varint(kString.builtin).String(name));
}

WireId Encoder::Dictionary(std::span<const NamedWire> entries) {
  WireFields fields;
  fields.Varint(kDictionary.builtin).Varint(entries.size());
  for (const NamedWire& entry : entries) fields.Ref(Name(entry.name)).Ref(entry.value);
  return Put(WireDialect::kBuiltin, fields);
}

WireId Encoder::EncodeAttr(AttrId attr, WireDialect dialect) {
  switch (attrs().kind(attr)) {
    case AttrKind::kArray:
      return EncodeList(attr, dialect);
    case AttrKind::kDictionary:
      return EncodeDictionary(attr, dialect);
    case AttrKind::kInteger:
      return EncodeInteger(attr, dialect);
    case AttrKind::kFloat:
      return EncodeFloat(attr, dialect);
    case AttrKind::kDense:
      return EncodeDense(attr, dialect);
    case AttrKind::kString:
      if (attrs().type(attr)) return Unsupported("a string with a type");
      return Put(dialect, WireFields().Varint(kString.of(dialect)).String(attrs().string(attr)));
    case AttrKind::kType: {
      const WireId type = Type(attrs().type(attr), dialect);
      return type == kNoWireId ? type : Put(dialect, WireFields().Varint(kType.of(dialect)).Ref(type));
    }
    default:
      return dialect == WireDialect::kVhlo ? EncodeVhloAttr(attr) : EncodeBuiltinAttr(attr);
  }
}

WireId Encoder::EncodeVhloAttr(AttrId attr) {
  switch (attrs().kind(attr)) {
    case AttrKind::kBool:
      return Put(WireDialect::kVhlo, WireFields().Varint(Number(VhloAttr::kBool)).Varint(attrs().boolean(attr)));
    case AttrKind::kDenseArray:
      return EncodeDenseArray(attr);
    case AttrKind::kEnum:
      return EncodeEnum(attr);
    case AttrKind::kStruct:
      return EncodeStruct(attr);
    case AttrKind::kSymbolRef:
      if (attrs().size(attr) != 1) return Unsupported("a nested symbol reference");
      return Put(WireDialect::kVhlo, WireFields().Varint(kString.vhlo).String(attrs().symbol(attr)));
    case AttrKind::kUnit:
      return Unsupported("a unit attribute");
    case AttrKind::kOpaque:
      return EncodeForeign(attr);
    default:
      return Unsupported("an attribute of this kind");
  }
}

WireId Encoder::EncodeBuiltinAttr(AttrId attr) {
  constexpr WireDialect kBuiltin = WireDialect::kBuiltin;
  switch (attrs().kind(attr)) {
    case AttrKind::kUnit:
      return Put(kBuiltin, WireFields().Varint(Number(BuiltinAttr::kUnit)));
    case AttrKind::kBool: {
      const WireId type = Type(scalar::kI1, kBuiltin);
      return Put(kBuiltin, WireFields().Varint(kInteger.builtin).Ref(type).Byte(attrs().boolean(attr)));
    }
    case AttrKind::kSymbolRef:
      return EncodeSymbolRef(attr);
    case AttrKind::kDenseArray:
      return EncodeBuiltinDenseArray(attr);
    case AttrKind::kOpaque:
      return EncodeForeign(attr);
    default:
      return Unsupported("an attribute of this kind");
  }
}

// #sdy.sharding<…> goes as text under its dialect.
WireId Encoder::EncodeForeign(AttrId attr) {
  const std::string_view text = attrs().string(attr);
  const size_t end = text.find_first_of(".<");
  if (!text.starts_with("#") || end == std::string_view::npos) return Unsupported("the attribute " + std::string(text));
  if (!Needs(kMixedDialectsSince, "an attribute of another dialect")) return kNoWireId;
  return wire_->TextAttr(wire_->Dialect(text.substr(1, end - 1)), text);
}

WireId Encoder::EncodeList(AttrId list, WireDialect dialect) {
  WireFields fields;
  fields.Varint(kArray.of(dialect)).Varint(attrs().size(list));
  for (size_t i = 0; i < attrs().size(list); ++i) {
    const WireId element = Attr(attrs().element(list, i), dialect);
    if (element == kNoWireId) return element;
    fields.Ref(element);
  }
  return Put(dialect, fields);
}

// VHLO's names are strings of VHLO.
WireId Encoder::EncodeDictionary(AttrId dictionary, WireDialect dialect) {
  WireFields fields;
  fields.Varint(kDictionary.of(dialect)).Varint(attrs().size(dictionary));
  for (size_t i = 0; i < attrs().size(dictionary); ++i) {
    const NamedAttr entry = attrs().entry(dictionary, i);
    const WireId name = Put(dialect, WireFields().Varint(kString.of(dialect)).String(module_->name(entry.name)));
    const WireId value = Attr(entry.value, dialect);
    if (value == kNoWireId) return value;
    fields.Ref(name).Ref(value);
  }
  return Put(dialect, fields);
}

WireId Encoder::EncodeInteger(AttrId attr, WireDialect dialect) {
  const TypeId type = attrs().type(attr);
  const WireId type_id = Type(type, dialect);
  if (type_id == kNoWireId) return type_id;
  if (types().bits(type) > 64) return Unsupported("an integer of more than 64 bits");
  WireFields fields;
  fields.Varint(kInteger.of(dialect)).Ref(type_id);
  AddInteger(fields, static_cast<uint64_t>(attrs().integer(attr)), types().bits(type));
  return Put(dialect, fields);
}

WireId Encoder::EncodeFloat(AttrId attr, WireDialect dialect) {
  const TypeId type = attrs().type(attr);
  const WireId type_id = Type(type, dialect);
  if (type_id == kNoWireId) return type_id;
  const int bits = type == scalar::kTF32 ? 19 : types().bits(type);
  if (bits > 64) return Unsupported("a float of more than 64 bits");
  WireFields fields;
  fields.Varint(kFloat.of(dialect)).Ref(type_id);
  AddInteger(fields, attrs().float_bits(attr), bits);
  return Put(dialect, fields);
}

WireId Encoder::EncodeDense(AttrId attr, WireDialect dialect) {
  const DenseElements elements = attrs().dense(attr);
  const WireId type = Type(elements.type, dialect);
  if (type == kNoWireId) return type;
  std::vector<std::byte>& storage = data_.emplace_back();
  const std::span<const std::byte> bytes = ElementsToWire(*module_, elements, storage);
  return Put(dialect, WireFields().Varint(kDense.of(dialect)).Ref(type).Blob(bytes));
}

// array<i64: …> and array<i1: …> become tensors.
WireId Encoder::EncodeDenseArray(AttrId attr) {
  const TypeId element = attrs().type(attr);
  if (element != scalar::kI64 && element != scalar::kI1) return Unsupported("an array of this element type");
  const std::span<const int64_t> words = attrs().words(attr);
  const auto size = static_cast<size_t>(types().element_bytes(element));
  std::vector<std::byte>& bytes = data_.emplace_back(words.size() * size);
  for (size_t i = 0; i < words.size(); ++i)
    std::copy_n(std::as_bytes(words.subspan(i, 1)).data(), size, &bytes[i * size]);
  const TypeId type = types().Tensor({static_cast<int64_t>(words.size())}, element);
  const WireId type_id = Type(type, WireDialect::kVhlo);
  const auto wire = ElementsToWire(*module_, {type, false, bytes}, data_.emplace_back());
  return Put(WireDialect::kVhlo, WireFields().Varint(kDense.vhlo).Ref(type_id).Blob(wire));
}

WireId Encoder::EncodeBuiltinDenseArray(AttrId attr) {
  const std::span<const int64_t> words = attrs().words(attr);
  const auto size = static_cast<size_t>(types().element_bytes(attrs().type(attr)));
  const WireId type = Type(attrs().type(attr), WireDialect::kBuiltin);
  if (type == kNoWireId) return type;
  std::vector<std::byte>& bytes = data_.emplace_back(words.size() * size);
  for (size_t i = 0; i < words.size(); ++i)
    std::copy_n(std::as_bytes(words.subspan(i, 1)).data(), size, &bytes[i * size]);
  WireFields fields;
  fields.Varint(Number(BuiltinAttr::kDenseArray)).Ref(type).Varint(words.size()).Blob(bytes);
  return Put(WireDialect::kBuiltin, fields);
}

WireId Encoder::EncodeSymbolRef(AttrId attr) {
  const auto flat = [&](size_t i) {
    const WireId name = Name(module_->name(attrs().path(attr, i)));
    return Put(WireDialect::kBuiltin, WireFields().Varint(Number(BuiltinAttr::kFlatSymbolRef)).Ref(name));
  };
  if (attrs().size(attr) == 1) return flat(0);
  WireFields fields;
  fields.Varint(Number(BuiltinAttr::kSymbolRef)).Ref(Name(module_->name(attrs().path(attr, 0))));
  fields.Varint(attrs().size(attr) - 1);
  for (size_t i = 1; i < attrs().size(attr); ++i) fields.Ref(flat(i));
  return Put(WireDialect::kBuiltin, fields);
}

WireId Encoder::EncodeEnum(AttrId attr) {
  const EnumInfo& info = Info(attrs().enum_kind(attr));
  if (info.vhlo_code < 0) return Unsupported("an enumeration of " + std::string(info.dialect));
  if (!Needs(info.since, info.mnemonic)) return kNoWireId;
  const auto code = static_cast<uint64_t>(info.vhlo_code);
  return Put(WireDialect::kVhlo, WireFields().Varint(code).Varint(attrs().enum_value(attr)));
}

WireId Encoder::EncodeStruct(AttrId attr) {
  const StructInfo& info = Info(attrs().struct_kind(attr));
  if (info.vhlo_code < 0) return Unsupported("the attribute " + std::string(info.mnemonic));
  if (!Needs(StructSince(info.kind), info.mnemonic)) return kNoWireId;
  WireFields fields;
  fields.Varint(static_cast<uint64_t>(info.vhlo_code));
  for (size_t i = 0; i < info.fields.size(); ++i) {
    if (!AddField(fields, info.fields[i], attrs().field(attr, i))) return kNoWireId;
  }
  return Put(WireDialect::kVhlo, fields);
}

bool Encoder::AddField(WireFields& fields, const FieldInfo& info, AttrId value) {
  const bool flag_apart = info.optional && info.kind != FieldClass::kAny;
  if (flag_apart) fields.Varint(value ? 1 : 0);
  if (!value && flag_apart) return true;
  if (info.kind == FieldClass::kDims) return fields.Signeds(attrs().words(value)), true;
  if (info.kind == FieldClass::kInt) return fields.Signed(attrs().integer(value)), true;
  if (info.kind == FieldClass::kReal) return fields.Signed(static_cast<int64_t>(attrs().float_bits(value))), true;
  const WireId id = value ? Attr(value, WireDialect::kVhlo) : kNoWireId;
  if (value && id == kNoWireId) return false;
  if (info.optional && !flag_apart) {
    fields.OptionalRef(id);
  } else {
    fields.Ref(id);
  }
  return true;
}

WireId Encoder::EncodeType(TypeId type, WireDialect dialect) {
  switch (types().kind(type)) {
    case TypeKind::kTensor:
      return EncodeTensor(type, dialect);
    case TypeKind::kComplex:
    case TypeKind::kUnrankedTensor: {
      const CodePair code = types().IsComplex(type) ? kComplex : kUnranked;
      const WireId element = Type(types().element_type(type), dialect);
      if (element == kNoWireId) return element;
      return wire_->Type(dialect, WireFields().Varint(code.of(dialect)).Ref(element));
    }
    case TypeKind::kTuple:
      return EncodeMembers(type, kTuple.of(dialect), dialect);
    case TypeKind::kFunction: {
      WireFields fields;
      fields.Varint(kFunction.of(dialect));
      const size_t inputs = types().num_inputs(type);
      const bool ok = AddMembers(fields, type, 0, inputs, dialect) &&
                      AddMembers(fields, type, inputs, types().num_results(type), dialect);
      return ok ? wire_->Type(dialect, fields) : kNoWireId;
    }
    case TypeKind::kQuantized:
    case TypeKind::kQuantizedAxis:
    case TypeKind::kMemRef:
    case TypeKind::kFuture:
    case TypeKind::kOpaque:
      return EncodeOther(type, dialect);
    default:
      return EncodeScalar(type, dialect);
  }
}

WireId Encoder::EncodeScalar(TypeId type, WireDialect dialect) {
  const std::optional<Scalar> scalar = types().AsScalar(type);
  if (dialect == WireDialect::kBuiltin) {
    if (types().IsInteger(type)) {
      constexpr uint64_t kSign[] = {0, 1, 2};
      const uint64_t sign = kSign[static_cast<size_t>(types().signedness(type))];
      return wire_->Type(dialect, WireFields().Varint(0).Varint(static_cast<uint64_t>(types().bits(type)) << 2 | sign));
    }
    const std::optional<uint64_t> code = scalar ? BuiltinScalarCode(*scalar) : std::nullopt;
    return code ? wire_->Type(dialect, WireFields().Varint(*code)) : Unsupported("a type of this kind");
  }
  const ScalarInfo* info = scalar ? &Scalars()[static_cast<size_t>(*scalar)] : nullptr;
  if (info == nullptr || info->vhlo_code < 0) return Unsupported("an integer or float type of this width");
  if (!Needs(*Version::Parse(info->vhlo_since), "the type " + std::string(info->text))) return kNoWireId;
  return wire_->Type(dialect, WireFields().Varint(static_cast<uint64_t>(info->vhlo_code)));
}

WireId Encoder::EncodeTensor(TypeId type, WireDialect dialect) {
  const AttrId encoding = types().encoding(type);
  WireFields fields;
  fields.Varint((encoding ? kEncodedTensor : kTensor).of(dialect));
  if (encoding) {
    const bool bounds =
        attrs().Is(encoding, AttrKind::kStruct) && attrs().struct_kind(encoding) == StructKind::kTypeExtensions;
    if (!bounds || dialect != WireDialect::kVhlo) return Unsupported("a tensor type with this encoding");
    const WireId id = Attr(encoding, dialect);
    if (id == kNoWireId) return id;
    fields.Ref(id);
  }
  const WireId element = Type(types().element_type(type), dialect);
  if (element == kNoWireId) return element;
  fields.Signeds(types().dims(type)).Ref(element);
  return wire_->Type(dialect, fields);
}

bool Encoder::AddMembers(WireFields& fields, TypeId type, size_t first, size_t count, WireDialect dialect) {
  fields.Varint(count);
  for (size_t i = first; i < first + count; ++i) {
    const WireId member = Type(types().member(type, i), dialect);
    if (member == kNoWireId) return false;
    fields.Ref(member);
  }
  return true;
}

WireId Encoder::EncodeMembers(TypeId type, uint64_t code, WireDialect dialect) {
  WireFields fields;
  fields.Varint(code);
  return AddMembers(fields, type, 0, types().num_members(type), dialect) ? wire_->Type(dialect, fields) : kNoWireId;
}

WireId Encoder::EncodeOther(TypeId type, WireDialect dialect) {
  if (dialect != WireDialect::kVhlo) return Unsupported("a type of this kind outside of operations");
  if (types().IsQuantized(type)) return EncodeQuantized(type);
  if (types().kind(type) == TypeKind::kFuture) {
    if (!Needs({1, 15, 0}, "the type future")) return kNoWireId;
    return EncodeMembers(type, Number(VhloType::kFuture), dialect);
  }
  if (types().kind(type) == TypeKind::kMemRef) {
    if (!Needs({1, 13, 0}, "a buffer type")) return kNoWireId;
    const WireId element = Type(types().element_type(type), dialect);
    if (element == kNoWireId) return element;
    return wire_->Type(dialect,
                       WireFields().Varint(Number(VhloType::kMemRef)).Signeds(types().dims(type)).Ref(element));
  }
  const std::string_view text = module_->name(types().opaque_text(type));
  if (text == "!shape.witness") return wire_->Type(dialect, WireFields().Varint(Number(VhloType::kWitness)));
  return Unsupported("the type " + std::string(text));
}

WireId Encoder::EncodeQuantized(TypeId type) {
  const QuantizedType info = types().quantized(type);
  const bool per_axis = info.axis >= 0;
  if (per_axis && !Needs({0, 18, 0}, "a type quantized per axis")) return kNoWireId;
  const WireId storage = Type(info.storage, WireDialect::kVhlo);
  const WireId expressed = Type(info.expressed, WireDialect::kVhlo);
  if (storage == kNoWireId || expressed == kNoWireId) return kNoWireId;
  WireFields fields;
  fields.Varint(Number(per_axis ? VhloType::kQuantizedAxis : VhloType::kQuantized));
  fields.Varint(types().IsUnsigned(info.storage) ? 0 : 1).Ref(storage).Ref(expressed);
  if (per_axis) {
    fields.Varint(static_cast<uint64_t>(info.axis)).Signed(info.storage_min).Signed(info.storage_max);
    fields.Signeds(info.scale_bits).Signeds(info.zero_points);
  } else {
    fields.Signed(info.scale_bits[0]).Signed(info.zero_points[0]).Signed(info.storage_min).Signed(info.storage_max);
  }
  return wire_->Type(WireDialect::kVhlo, fields);
}

WireId Encoder::Location(LocId loc) {
  const WireId known = Slot(loc_ids_, loc.index());
  if (known != kNoWireId) return known;
  if (++depth_ > kMaxDepth) {
    --depth_;
    return Location(kUnknownLoc);  // what lies deeper is of no use to anybody
  }
  const WireId id = EncodeLocation(module_->ResolveLocation(loc));
  --depth_;
  return Slot(loc_ids_, loc.index()) = id;
}

WireId Encoder::EncodeLocation(LocId loc) {
  LocTable& locs = module_->locs();
  WireFields fields;
  switch (locs.kind(loc)) {
    case LocKind::kFile:
      AddFile(locs.file(loc), *module_, *this, target_ >= kFileRangesSince, fields);
      break;
    case LocKind::kName: {
      const WireId child = Location(locs.child(loc));
      fields.Varint(Number(BuiltinAttr::kNameLoc)).Ref(Name(module_->name(locs.name(loc)))).Ref(child);
      break;
    }
    case LocKind::kCallSite: {
      const WireId callee = Location(locs.callee(loc));
      fields.Varint(Number(BuiltinAttr::kCallSiteLoc)).Ref(callee).Ref(Location(locs.caller(loc)));
      break;
    }
    case LocKind::kFused: {
      const AttrId metadata = locs.metadata(loc);
      fields.Varint(Number(metadata ? BuiltinAttr::kFusedLocWithMetadata : BuiltinAttr::kFusedLoc))
          .Varint(locs.size(loc));
      for (size_t i = 0; i < locs.size(loc); ++i) fields.Ref(Location(locs.member(loc, i)));
      if (metadata) fields.Ref(Attr(metadata, WireDialect::kBuiltin));
      break;
    }
    default:
      fields.Varint(Number(BuiltinAttr::kUnknownLoc));
  }
  return Put(WireDialect::kBuiltin, fields);
}

}  // namespace cppjrt::stablehlo::bytecode
