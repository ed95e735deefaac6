#include "stablehlo/bytecode/op_encoder.h"

#include <algorithm>
#include <iterator>

#include "stablehlo/bytecode/encoder_tables.h"
#include "stablehlo/bytecode/mixed_dialects.h"
#include "stablehlo/bytecode/vhlo_attributes.h"
#include "stablehlo/op/defaults.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

constexpr Version kVariadicCollectives = {1, 5, 0};
constexpr Version kMixedReductions = {0, 17, 0};
constexpr Version kTypedCustomCalls = {1, 3, 0};
constexpr Version kFutureOperands = {1, 17, 0};
constexpr int64_t kTypedFfi = 4;

// Ops that took one operand each before a version.
struct SingleBefore {
  Opcode opcode;
  Version until;
};
constexpr SingleBefore kSingleBefore[] = {
    {Opcode::kAllGather, kVariadicCollectives},
    {Opcode::kAllReduce, kVariadicCollectives},
    {Opcode::kAllToAll, kVariadicCollectives},
    {Opcode::kCollectiveBroadcast, {1, 20, 0}},
};

// Ops whose operands and results had to have the same element types.
constexpr Opcode kReductions[] = {Opcode::kAllReduce,    Opcode::kReduce,  Opcode::kReduceScatter,
                                  Opcode::kReduceWindow, Opcode::kScatter, Opcode::kSelectAndScatter};

}  // namespace

bool OpEncoder::Encode(OpId id, WireOp& out) {
  about_ = {};
  const Op& op = module_->op(id);
  if (op.opcode == Opcode::kUnregistered) return Refuse("operations of this dialect cannot be written");
  if (op.opcode == Opcode::kModule) return EncodeModule(op, out);
  const OpInfo& info = Info(op.opcode);
  const bool cast = op.opcode == Opcode::kUnrealizedConversionCast && op.num_operands == 1;
  if (cast || IsForeign(*module_, id)) return EncodeForeign(id, info, out);
  if (!CheckOp(id, info)) return false;
  const VhloOp& vhlo = *VhloOpFor(op.opcode, target_);
  out.dialect = WireDialect::kVhlo;
  out.name = vhlo.name;
  std::vector<Named> inherent;
  std::vector<Named> named;
  if (!CheckOperands(op, vhlo) || !EncodeInherent(id, info, vhlo, inherent)) return false;
  if (!EncodeDiscardable(op, WireDialect::kVhlo, named)) return false;
  if (static_cast<uint64_t>(container_) >= kNativeProperties) {
    out.has_properties = !vhlo.properties.empty();
    std::ranges::sort(inherent, {}, &Named::name);
    for (const Named& attr : inherent) out.properties.Ref(attr.value);
  } else {
    named.insert(named.end(), inherent.begin(), inherent.end());
  }
  std::ranges::sort(named, {}, &Named::name);
  if (!named.empty()) out.dictionary = encoder_->Dictionary(named);
  out.location = Location(op.loc);
  return true;
}

// The module itself stays MLIR's own; its properties are two names it may have.
bool OpEncoder::EncodeModule(const Op& op, WireOp& out) {
  constexpr std::string_view kOptional[] = {"sym_name", "sym_visibility"};
  out.dialect = WireDialect::kBuiltin;
  out.name = "module";
  const bool native = static_cast<uint64_t>(container_) >= kNativeProperties;
  out.has_properties = native;
  std::vector<Named> named;
  if (!EncodeDiscardable(op, WireDialect::kBuiltin, named)) return false;
  for (std::string_view name : kOptional) {
    AttrId value;
    for (NamedAttr attr : op.inherent()) {
      if (module_->name(attr.name) == name) value = attr.value;
    }
    const WireId id = value ? encoder_->Attr(value, WireDialect::kBuiltin) : kNoWireId;
    if (value && id == kNoWireId) return false;
    if (native) out.properties.OptionalRef(id);
    if (!native && value) named.push_back({name, id});
  }
  std::ranges::sort(named, {}, &Named::name);
  if (!named.empty()) out.dictionary = encoder_->Dictionary(named);
  out.location = Location(op.loc);
  return true;
}

// With MLIR's own attributes, its properties as its definition has them.
bool OpEncoder::EncodeForeign(OpId id, const OpInfo& info, WireOp& out) {
  if (!encoder_->Needs(kMixedDialectsSince, "an operation of another dialect")) return false;
  const Op& op = module_->op(id);
  out.dialect = encoder_->Dialect(info.dialect);
  out.name = info.mnemonic;
  std::vector<Named> named;
  if (!EncodeDiscardable(op, WireDialect::kBuiltin, named)) return false;
  std::vector<const AttrInfo*> attrs;
  for (const AttrInfo& attr : info.attrs) attrs.push_back(&attr);
  std::ranges::sort(attrs, {}, &AttrInfo::name);
  for (const AttrInfo* attr : attrs) {
    about_ = attr->name;
    const AttrId value = module_->attr(id, attr->name);
    const bool optional = attr->presence == Presence::kOptional;
    if (!value && !optional) return Refuse("is missing");
    const WireId wire = value ? encoder_->Attr(value, WireDialect::kBuiltin) : kNoWireId;
    if (value && wire == kNoWireId) return false;
    optional ? out.properties.OptionalRef(wire) : out.properties.Ref(wire);
  }
  about_ = {};
  out.has_properties = !attrs.empty();
  std::ranges::sort(named, {}, &Named::name);
  if (!named.empty()) out.dictionary = encoder_->Dictionary(named);
  out.location = Location(op.loc);
  return true;
}

bool OpEncoder::CheckOp(OpId id, const OpInfo& info) {
  if (info.vhlo.empty()) return Refuse("portable artifacts have no operations of this kind");
  if (VhloOpFor(info.opcode, target_) == nullptr) return encoder_->Needs(info.vhlo[0].since(), "the operation");
  if (info.opcode == Opcode::kCustomCall) return CheckCustomCall(id);
  return true;
}

bool OpEncoder::CheckOperands(const Op& op, const VhloOp& vhlo) {
  for (const SingleBefore& row : kSingleBefore) {
    const bool too_many = row.opcode == op.opcode && op.num_operands != 1;
    if (too_many && !encoder_->Needs(row.until, "more than one operand")) return false;
  }
  const bool is_composite_v1 = op.opcode == Opcode::kComposite && vhlo.until != Version();
  if (is_composite_v1 && op.num_regions > 0 && !encoder_->Needs(vhlo.until, "a composite with regions")) return false;
  const bool is_reduction = std::ranges::find(kReductions, op.opcode) != std::end(kReductions);
  return !is_reduction || CheckElementTypes(op);
}

bool OpEncoder::CheckElementTypes(const Op& op) {
  const TypeTable& types = module_->types();
  for (size_t i = 0; i < std::min(op.num_operands, op.num_results); ++i) {
    const TypeId operand = types.element_type(module_->type(op.operands()[i]));
    const TypeId result = types.element_type(module_->type(op.result(i)));
    if (operand != result)
      return encoder_->Needs(kMixedReductions, "a result of another element type than its operand");
  }
  return true;
}

bool OpEncoder::CheckCustomCall(OpId id) {
  const AttrTable& attrs = module_->attrs();
  if (attrs.Is(module_->attr(id, "backend_config"), AttrKind::kDictionary) &&
      !encoder_->Needs(kTypedCustomCalls, "a backend_config that is a dictionary")) {
    return false;
  }
  if (IsTypedFfi(id) && !encoder_->Needs(kTypedCustomCalls, "api_version 4")) return false;
  for (ValueId operand : module_->op(id).operands()) {
    const bool future = module_->types().kind(module_->type(operand)) == TypeKind::kFuture;
    if (future && !encoder_->Needs(kFutureOperands, "an operand that is a future")) return false;
  }
  return true;
}

AttrId OpEncoder::ValueOf(OpId op, const AttrInfo& attr) {
  // A name that only the wire has may be that of an operand, never of an attribute.
  const AttrId value = attr.presence == Presence::kWireOnly ? AttrId() : module_->attr(op, attr.name);
  if (value) return value;
  const bool typed = attr.attr_class == AttrClass::kBackendConfig && IsTypedFfi(op);
  return typed ? module_->attrs().Dictionary({}) : MakeDefault(*module_, attr, DefaultRank(*module_, op));
}

// Whose configuration is a dictionary.
bool OpEncoder::IsTypedFfi(OpId op) const {
  const AttrId version = module_->attr(op, "api_version");
  return module_->attrs().Is(version, AttrKind::kInteger) && module_->attrs().integer(version) == kTypedFfi;
}

bool OpEncoder::EncodeInherent(OpId op, const OpInfo& info, const VhloOp& vhlo, std::vector<Named>& out) {
  for (size_t i = 0; i < info.attrs.size(); ++i) {
    const AttrInfo& attr = info.attrs[i];
    about_ = attr.name;
    const bool has = std::ranges::any_of(vhlo.properties, [i](const VhloProperty& p) { return p.attr == i; });
    const bool split = Info(attr.attr_class).wire == WireKind::kSplit;
    const bool ok = !has    ? AbsentIsFine(op, attr)
                    : split ? EncodeSplit(op, attr, i, vhlo, out)
                            : EncodeWhole(op, attr, out);
    if (!ok) return false;
  }
  about_ = {};
  return true;
}

// The version does not have the attribute.
bool OpEncoder::AbsentIsFine(OpId op, const AttrInfo& attr) {
  const AttrId value = attr.presence == Presence::kWireOnly ? AttrId() : module_->attr(op, attr.name);
  if (!value || IsDefault(*module_, attr, value)) return true;
  if (!attr.lifetime.on_wire) return Refuse("cannot be said in VHLO");
  return encoder_->Needs(attr.lifetime.since, "it");
}

bool OpEncoder::EncodeWhole(OpId op, const AttrInfo& attr, std::vector<Named>& out) {
  const AttrId value = ValueOf(op, attr);
  if (!value) return Refuse("is missing");
  return Add(attr.name, AttrToVhlo(*module_, attr.attr_class, value), attr, out);
}

bool OpEncoder::EncodeSplit(OpId op, const AttrInfo& attr, size_t index, const VhloOp& vhlo, std::vector<Named>& out) {
  const AttrTable& attrs = module_->attrs();
  const AttrId value = ValueOf(op, attr);
  const auto kind = static_cast<StructKind>(Info(attr.attr_class).detail);
  const bool none = !value && attr.default_value.kind == DefaultKind::kNoAlgorithm;
  if (!none && (!attrs.Is(value, AttrKind::kStruct) || attrs.struct_kind(value) != kind)) return Refuse("is missing");
  const std::span<const FieldInfo> fields = Info(kind).fields;
  std::vector<bool> done(fields.size(), false);
  for (const VhloProperty& property : vhlo.properties) {
    if (property.attr != index) continue;
    const auto f = static_cast<size_t>(static_cast<unsigned char>(property.field));
    done[f] = true;
    const AttrId field = none ? module_->attrs().Type(scalar::kNone) : attrs.field(value, f);
    const bool ok = Add(property.name, none ? field : FieldToVhlo(*module_, fields[f], field), attr, out);
    if (!ok) return false;
  }
  for (size_t f = 0; f < fields.size() && !none; ++f) {
    const bool empty = fields[f].kind == FieldClass::kDims && attrs.words(attrs.field(value, f)).empty();
    const bool lost = !done[f] && !empty && fields[f].since() > target_;
    if (lost && !encoder_->Needs(fields[f].since(), fields[f].name)) return false;
  }
  return true;
}

bool OpEncoder::Add(std::string_view name, std::optional<AttrId> value, const AttrInfo& attr, std::vector<Named>& out) {
  if (!value || !*value) return Refuse("is not " + std::string(Info(attr.attr_class).text));
  const WireId id = encoder_->Attr(*value, WireDialect::kVhlo);
  out.push_back({name, id});
  return id != kNoWireId;
}

bool OpEncoder::EncodeDiscardable(const Op& op, WireDialect dialect, std::vector<Named>& out) {
  for (NamedAttr attr : op.discardable()) {
    about_ = module_->name(attr.name);
    out.push_back({about_, encoder_->Attr(attr.value, dialect)});
    if (out.back().value == kNoWireId) return false;
  }
  about_ = {};
  return true;
}

}  // namespace cppjrt::stablehlo::bytecode
