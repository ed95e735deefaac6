#include "stablehlo/op/infer_row.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cppjrt::stablehlo {
namespace {

// ---- Attributes

bool IsIntElements(const Module& module, AttrId value, std::optional<int64_t> rank, TypeId element) {
  if (!module.attrs().Is(value, AttrKind::kDense)) return false;
  const TypeId type = module.attrs().type(value);
  if (!module.types().IsStaticTensor(type) || module.types().element_type(type) != element) return false;
  return !rank || module.types().rank(type) == *rank;
}

template <typename Predicate>
bool IsArrayOf(const Module& module, AttrId value, Predicate predicate) {
  if (!module.attrs().Is(value, AttrKind::kArray)) return false;
  for (size_t i = 0; i < module.attrs().size(value); ++i) {
    const AttrId element = module.attrs().element(value, i);
    if (!element || !predicate(element)) return false;
  }
  return true;
}

bool IsEnum(const AttrTable& attrs, AttrId value, EnumKind kind) {
  return attrs.Is(value, AttrKind::kEnum) && attrs.enum_kind(value) == kind &&
         !EnumeratorName(kind, attrs.enum_value(value)).empty();
}

bool FieldMatches(const Module& module, AttrId value, const FieldInfo& field, int depth);

// Structs lie within structs as the schema says, at most three deep; `depth` ends a schema that would not.
bool IsStruct(const Module& module, AttrId value, std::optional<StructKind> kind, int depth = 0) {
  const AttrTable& attrs = module.attrs();
  if (!attrs.Is(value, AttrKind::kStruct) || depth > 4) return false;
  const StructKind actual = attrs.struct_kind(value);
  if (kind && actual != *kind) return false;
  const std::span<const FieldInfo> fields = Info(actual).fields;
  if (attrs.size(value) != fields.size()) return false;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!FieldMatches(module, attrs.field(value, i), fields[i], depth)) return false;
  }
  return true;
}

bool FieldMatches(const Module& module, AttrId value, const FieldInfo& field, int depth) {
  if (!value) return field.optional;
  const AttrTable& attrs = module.attrs();
  switch (field.kind) {
    case FieldClass::kDims:
      return attrs.Is(value, AttrKind::kDenseArray) && attrs.type(value) == scalar::kI64;
    case FieldClass::kInt:
      return attrs.Is(value, AttrKind::kInteger);
    case FieldClass::kBool:
      return attrs.Is(value, AttrKind::kBool);
    case FieldClass::kReal:
      return attrs.Is(value, AttrKind::kFloat) && attrs.type(value) == scalar::kF64;
    case FieldClass::kTypeField:
      return attrs.Is(value, AttrKind::kType);
    case FieldClass::kText:
      return attrs.Is(value, AttrKind::kString);
    case FieldClass::kMode:
      return IsEnum(attrs, value, EnumKind::kResultAccuracyMode);
    case FieldClass::kAny:
      return true;
    case FieldClass::kStructs:
      return IsArrayOf(module, value, [&](AttrId part) { return IsStruct(module, part, std::nullopt, depth + 1); });
    case FieldClass::kSubStruct:
      return IsStruct(module, value, std::nullopt, depth + 1);
  }
  return false;
}

bool IsDenseArrayOf(const AttrTable& attrs, AttrId value, TypeId element) {
  return attrs.Is(value, AttrKind::kDenseArray) && attrs.type(value) == element;
}

bool IsLayout(const Module& module, AttrId value) { return IsIntElements(module, value, 1, scalar::kIndex); }

bool IsElements(const AttrTable& attrs, AttrId value) {
  return attrs.Is(value, AttrKind::kDense) || attrs.Is(value, AttrKind::kResource) ||
         attrs.Is(value, AttrKind::kSparse);
}

// ---- Counts

std::string Expected(std::span<const OperandInfo> infos) {
  const auto variadic = static_cast<size_t>(std::ranges::count_if(infos, &OperandInfo::variadic));
  if (variadic == 0) return std::to_string(infos.size());
  if (variadic == 1) return Cat("at least ", infos.size() - 1);
  return Cat(infos.size() - variadic, " and a multiple of ", variadic, " more");
}

bool IsVariadic(const OpInfo& info) { return std::ranges::any_of(info.operands, &OperandInfo::variadic); }

bool OperandCountFits(const OpView& op) {
  const std::span<const OperandInfo> infos = op.info().operands;
  if (!IsVariadic(op.info())) return op.num_operands() == infos.size();
  size_t covered = 0;
  for (size_t g = 0; g < infos.size(); ++g) {
    const size_t count = op.group(g).size();
    if (!infos[g].variadic() && count != 1) return false;
    covered += count;
  }
  return covered == op.num_operands();
}

bool CheckOperandCount(const OpView& op) {
  if (OperandCountFits(op)) return true;
  const std::string_view same =
      Has(op.info(), Trait::kSameVariadicSize) ? ", the same number in each of its groups" : "";
  return op.Fail({},
                 Cat("has ", Count(op.num_operands(), "operand"), ", expected ", Expected(op.info().operands), same));
}

bool ResultCountFits(std::span<const OperandInfo> results, size_t count) {
  const bool variadic = std::ranges::any_of(results, &OperandInfo::variadic);
  const auto singles =
      static_cast<size_t>(std::ranges::count_if(results, [](const OperandInfo& result) { return !result.variadic(); }));
  return variadic ? count >= singles : count == singles;
}

bool CheckResultCount(const OpView& op) {
  if (!op.has_results() || ResultCountFits(op.info().results, op.num_results())) return true;
  return op.Fail({}, Cat("has ", Count(op.num_results(), "result"), ", expected ", Expected(op.info().results)));
}

// ---- Types

// Reports a value of the wrong class, as "operand 1 (padding_value) …".
bool CheckTypeClass(const OpView& op, std::string_view what, size_t index, TypeId type, const OperandInfo& info,
                    std::string_view label) {
  const bool matches = Matches(op.types(), op.attrs(), type, info.type);
  const std::string problem =
      matches && info.type != TypeClass::kAnyType ? QuantizationProblem(op.types(), type) : std::string();
  if (matches && problem.empty()) return true;
  const TypeClassInfo& wanted = Info(info.type);
  const bool ranked = wanted.shape.starts_with('R');
  return op.Fail(
      label, Cat(what, " ", index, " (", info.variadic() ? "variadic " : "", info.name, ") has type ", op.Text(type),
                 ", expected a ", ranked ? "ranked " : "", wanted.text, problem.empty() ? "" : ": ", problem));
}

// The label is that of the spec's input: operands come first among them.
bool CheckOperandType(const OpView& op, size_t index, TypeId type, size_t group) {
  const OperandInfo& info = op.info().operands[group];
  const bool quantized = op.types().IsQuantized(op.types().element_type(type));
  if (!quantized && Matches(op.types(), op.attrs(), type, info.type)) return true;
  return CheckTypeClass(op, "operand", index, type, info, op.Label('i', static_cast<int>(group) + 1));
}

bool CheckOperandTypes(const OpView& op) {
  if (!IsVariadic(op.info())) {
    for (size_t i = 0; i < op.num_operands(); ++i) {
      if (!CheckOperandType(op, i, op.operand(i), i)) return false;
    }
    return true;
  }
  size_t index = 0;
  for (size_t g = 0; g < op.info().operands.size(); ++g) {
    for (ValueId value : op.group(g)) {
      if (!CheckOperandType(op, index++, op.module().type(value), g)) return false;
    }
  }
  return true;
}

// Variadic results need not be told apart: they are of one class in every row.
bool CheckResultTypes(const OpView& op) {
  const std::span<const OperandInfo> infos = op.info().results;
  for (size_t i = 0; i < op.num_results(); ++i) {
    if (!CheckTypeClass(op, "result", i, op.result(i), infos[std::min(i, infos.size() - 1)], {})) return false;
  }
  return true;
}

// ---- Attributes and regions

// Tolerances are not negative, and there are some only in mode TOLERANCE.
bool CheckAccuracy(const OpView& op, AttrId accuracy) {
  const AttrTable& attrs = op.attrs();
  const auto atol = std::bit_cast<double>(attrs.words(attrs.field(accuracy, 0))[0]);
  const auto rtol = std::bit_cast<double>(attrs.words(attrs.field(accuracy, 1))[0]);
  const int64_t ulps = attrs.integer(attrs.field(accuracy, 2));
  const uint32_t mode = attrs.enum_value(attrs.field(accuracy, 3));
  if (std::signbit(atol) || std::signbit(rtol) || ulps < 0) {
    return op.Fail({}, "tolerance of result_accuracy is negative, expected >= 0");
  }
  const std::string_view name = EnumeratorName(EnumKind::kResultAccuracyMode, mode);
  if (name == "TOLERANCE" || (atol == 0 && rtol == 0 && ulps == 0)) return true;
  return op.Fail({}, Cat("tolerances of result_accuracy are given with mode ", name, ", expected them to be zero"));
}

// StableHLO's tools, which do not know sdy, write its meshes so: "sdy.mesh"() {sym_name = "m", stablehlo.mesh = {axes = [...]}}.
// The verifier of sdy looks for one or the other.
bool MayBeMeshOfStablehlo(const OpView& op, const AttrInfo& info) {
  return op.opcode() == Opcode::kSdyMesh && info.attr_class == AttrClass::kSdy;
}

bool CheckAttributes(const OpView& op) {
  for (const AttrInfo& info : op.info().attrs) {
    if (info.presence == Presence::kWireOnly) continue;
    const AttrId value = op.attr(info.name);
    if (!value && (info.presence == Presence::kOptional || MayBeMeshOfStablehlo(op, info))) continue;
    if (!value) {
      return op.Fail({}, Cat("attribute ", info.name, " is missing, it requires a ", Info(info.attr_class).text));
    }
    if (!AttrMatches(op.module(), value, info.attr_class)) {
      return op.Fail({}, Cat("attribute ", info.name, " is of another kind, expected a ", Info(info.attr_class).text));
    }
    if (info.attr_class == AttrClass::kResultAccuracy && !CheckAccuracy(op, value)) return false;
  }
  return true;
}

bool RegionCountFits(const OpInfo& info, size_t count) {
  const bool variadic = std::ranges::any_of(info.regions, &RegionInfo::variadic);
  return variadic ? count + 1 >= info.regions.size() : count == info.regions.size();
}

// What ends the blocks of an op's regions.
Opcode TerminatorOf(const OpInfo& info) {
  if (info.opcode == Opcode::kModule) return Opcode::kUnregistered;
  if (info.opcode == Opcode::kFunc) return Opcode::kFuncReturn;
  return info.dialect == "sdy" ? Opcode::kSdyReturn : Opcode::kReturn;
}

bool CheckTerminator(const OpView& op, std::string_view region, BlockId block) {
  const Opcode wanted = TerminatorOf(op.info());
  if (wanted == Opcode::kUnregistered) return true;
  const OpId last = op.module().last_op(block);
  if (!last) {
    return op.Fail(
        {}, Cat("region ", region, " is empty, it requires a terminator (", Info(wanted).name, ") to return values"));
  }
  const Opcode actual = op.module().op(last).opcode;
  // Upstream lets stablehlo.return end functions too.
  if (actual == wanted || actual == Opcode::kUnregistered ||
      (wanted == Opcode::kFuncReturn && actual == Opcode::kReturn))
    return true;
  return op.Fail({}, Cat("region ", region, " ends in ", OpName(op.module(), last), ", expected the terminator ",
                         Info(wanted).name, " to return values"));
}

bool CheckRegion(const OpView& op, size_t index, const RegionInfo& info) {
  const Module& module = op.module();
  const BlockId first = op.block(index);
  if (!first) {
    if (info.kind != RegionKind::kBody) return true;
    return op.Fail({}, Cat("region ", info.name, " is empty, expected a block"));
  }
  if (info.kind == RegionKind::kBody && module.block(first).next) {
    return op.Fail({}, Cat("region ", info.name, " has several blocks, expected 1"));
  }
  for (BlockId block : module.blocks(op.module().block(first).region)) {
    if (!CheckTerminator(op, info.name, block)) return false;
  }
  return true;
}

bool CheckRegions(const OpView& op) {
  const OpInfo& info = op.info();
  if (!RegionCountFits(info, op.num_regions())) {
    const bool variadic = std::ranges::any_of(info.regions, &RegionInfo::variadic);
    return op.Fail({}, Cat("has ", Count(op.num_regions(), "region"), ", it requires ", variadic ? "at least " : "",
                           info.regions.size() - (variadic ? 1 : 0)));
  }
  for (size_t i = 0; i < op.num_regions(); ++i) {
    if (!CheckRegion(op, i, info.regions[std::min(i, info.regions.size() - 1)])) return false;
  }
  return true;
}

// ---- Traits

// The spec numbers the constraint behind a trait C1 in most ops.
int NumberOf(Opcode opcode, Trait trait) {
  struct Exception {
    Opcode opcode;
    Trait trait;
    int number;
  };
  constexpr Exception kExceptions[] = {
      {Opcode::kBatchNormGrad, Trait::kSameElementType, 2},
      {Opcode::kBatchNormInference, Trait::kSameElementType, 2},
      {Opcode::kBatchNormTraining, Trait::kSameElementType, 2},
      {Opcode::kClamp, Trait::kSameElementType, 3},
      {Opcode::kCollectivePermute, Trait::kSameElementType, 5},
      {Opcode::kCompare, Trait::kSameShape, 2},
      {Opcode::kComplex, Trait::kSameShape, 2},
      {Opcode::kSort, Trait::kSameShape, 3},
      {Opcode::kAllGather, Trait::kPairwiseSameElementType, 6},
      {Opcode::kAllToAll, Trait::kPairwiseSameElementType, 9},
  };
  for (const Exception& e : kExceptions) {
    if (e.opcode == opcode && e.trait == trait) return e.number;
  }
  return 1;
}

// All operands and results against the first of them.
template <typename Fits>
bool CheckAll(const OpView& op, Trait trait, std::string_view what, Fits fits) {
  if (op.num_operands() == 0) return true;
  const TypeId first = op.operand(0);
  for (size_t i = 0; i < op.num_operands() + op.num_results(); ++i) {
    const bool is_operand = i < op.num_operands();
    const size_t index = is_operand ? i : i - op.num_operands();
    const TypeId type = is_operand ? op.operand(index) : op.result(index);
    if (type == first || fits(type, first)) continue;
    return op.Fail(NumberOf(op.opcode(), trait),
                   Cat(is_operand ? "operand " : "result ", index, " has type ", op.Text(type), ", operand 0 has type ",
                       op.Text(first), ", it requires ", what));
  }
  return true;
}

bool CheckPairwise(const OpView& op, Trait trait) {
  if (!op.has_results()) return true;
  const int number = NumberOf(op.opcode(), trait);
  if (op.num_operands() != op.num_results()) {
    return op.Fail(number, Cat("has ", Count(op.num_results(), "result"), " and ", Count(op.num_operands(), "operand"),
                               ", it requires the same number"));
  }
  for (size_t i = 0; i < op.num_operands(); ++i) {
    const bool whole = trait == Trait::kPairwiseSameType;
    const TypeId from = whole ? op.operand(i) : op.types().element_type(op.operand(i));
    const TypeId to = whole ? op.result(i) : op.types().element_type(op.result(i));
    if (from == to) continue;
    return op.Fail(number, Cat("result ", i, " has type ", op.Text(op.result(i)), ", operand ", i, " has type ",
                               op.Text(op.operand(i)), ", it requires the same ", whole ? "type" : "element type"));
  }
  return true;
}

}  // namespace

bool AttrMatches(const Module& module, AttrId value, AttrClass attr_class) {
  const AttrTable& attrs = module.attrs();
  const AttrClassInfo& info = Info(attr_class);
  const auto is_symbol = [&](AttrId part) { return attrs.Is(part, AttrKind::kSymbolRef); };
  const auto is_layout = [&](AttrId part) { return IsLayout(module, part); };
  switch (attr_class) {
    case AttrClass::kElements:
      return IsElements(attrs, value);
    case AttrClass::kTyped:
      return IsElements(attrs, value) || attrs.Is(value, AttrKind::kInteger) || attrs.Is(value, AttrKind::kFloat) ||
             attrs.Is(value, AttrKind::kBool) || attrs.Is(value, AttrKind::kOpaque);
    case AttrClass::kFunctionType:
      return attrs.Is(value, AttrKind::kType) && module.types().kind(attrs.type(value)) == TypeKind::kFunction;
    case AttrClass::kI64Array:
      return IsDenseArrayOf(attrs, value, scalar::kI64);
    case AttrClass::kBoolArray:
      return IsDenseArrayOf(attrs, value, scalar::kI1);
    case AttrClass::kI64Elements:
      return IsIntElements(module, value, std::nullopt, scalar::kI64);
    case AttrClass::kReplicaGroups:
      return IsIntElements(module, value, std::nullopt, scalar::kI64) ||
             IsStruct(module, value, StructKind::kReplicaGroupMeshAxes);
    case AttrClass::kDictionaryArray:
      return IsArrayOf(module, value, [&](AttrId part) { return attrs.Is(part, AttrKind::kDictionary); });
    case AttrClass::kLayoutArray:
      return IsArrayOf(module, value, is_layout);
    case AttrClass::kTilingArray:
      return IsArrayOf(module, value, [&](AttrId part) { return IsArrayOf(module, part, is_layout); });
    case AttrClass::kAliasArray:
      return IsArrayOf(module, value,
                       [&](AttrId part) { return IsStruct(module, part, StructKind::kOutputOperandAlias); });
    case AttrClass::kSymbolRefArray:
      return IsArrayOf(module, value, is_symbol);
    case AttrClass::kSymbolRefGrid:
      return IsArrayOf(module, value, [&](AttrId part) { return IsArrayOf(module, part, is_symbol); });
    case AttrClass::kBackendConfig:
      return attrs.Is(value, AttrKind::kString) || attrs.Is(value, AttrKind::kDictionary);
    case AttrClass::kPrecisionConfig:
    case AttrClass::kChloPrecisionConfig:
      return IsArrayOf(module, value,
                       [&](AttrId part) { return IsEnum(attrs, part, static_cast<EnumKind>(info.detail)); });
    case AttrClass::kSdy:
      return true;
    default:
      break;
  }
  switch (info.memory) {
    case AttrKind::kInteger:
    case AttrKind::kFloat:
      return attrs.Is(value, info.memory) && attrs.type(value) == TypeId(static_cast<size_t>(info.detail));
    case AttrKind::kEnum:
      return IsEnum(attrs, value, static_cast<EnumKind>(info.detail));
    case AttrKind::kStruct:
      return IsStruct(module, value, static_cast<StructKind>(info.detail));
    default:
      return attrs.Is(value, info.memory);
  }
}

bool CheckRow(const OpView& op) {
  return CheckOperandCount(op) && CheckResultCount(op) && CheckAttributes(op) && CheckOperandTypes(op) &&
         CheckResultTypes(op) && CheckRegions(op);
}

bool CheckTraits(const OpView& op) {
  const OpInfo& info = op.info();
  const TypeTable& types = op.types();
  if (Has(info, Trait::kSameType)) {
    return CheckAll(op, Trait::kSameType, "compatible types",
                    [&](TypeId a, TypeId b) { return CompatibleTypes(op.module(), a, b); });
  }
  if (Has(info, Trait::kSameElementType) &&
      !CheckAll(op, Trait::kSameElementType, "compatible element types", [&](TypeId a, TypeId b) {
        return CompatibleElements(types, types.element_type(a), types.element_type(b));
      })) {
    return false;
  }
  if (Has(info, Trait::kSameShape) && !CheckAll(op, Trait::kSameShape, "compatible shapes",
                                                [&](TypeId a, TypeId b) { return CompatibleShapes(types, a, b); })) {
    return false;
  }
  if (Has(info, Trait::kPairwiseSameType)) return CheckPairwise(op, Trait::kPairwiseSameType);
  return !Has(info, Trait::kPairwiseSameElementType) || CheckPairwise(op, Trait::kPairwiseSameElementType);
}

}  // namespace cppjrt::stablehlo
