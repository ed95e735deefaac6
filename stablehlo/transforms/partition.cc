#include "stablehlo/transforms/partition.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/cost.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/combine_all_reduces.h"
#include "stablehlo/transforms/dead_code.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/manual_computation.h"
#include "stablehlo/transforms/partition_check.h"
#include "stablehlo/transforms/partition_rules.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/transforms/reshard.h"
#include "stablehlo/transforms/sharding.h"
#include "stablehlo/transforms/sharding_flow.h"

namespace cppjrt::stablehlo {
namespace {

// Regions in regions are gone into so deep.
constexpr int kMostDepth = 64;
// Broadcasts of broadcasts that are made anew in the size wanted.
constexpr int kMostRemade = 8;
// Partitions may do so many times the work of the whole program among them, and so much besides: in element operations.
constexpr double kMostWork = 1.5;
constexpr double kFreeWork = 1e6;

// What an op takes and gives.
struct OpPlan {
  std::vector<PartitionSpec> operands;
  std::vector<PartitionSpec> results;
  // Results are combined at once by other ops than addition.
  Opcode combine = Opcode::kAdd;
  AxisParts combined;
};

void Append(AxisParts& list, const AxisParts& more) { list.insert(list.end(), more.begin(), more.end()); }

class Partitioner {
 public:
  Partitioner(Module& module, const PartitionOptions& options, Meshes meshes, FlowedDims wanted,
              std::vector<int64_t> partitions)
      : module_(module),
        options_(options),
        meshes_(std::move(meshes)),
        wanted_(std::move(wanted)),
        resharder_(module, std::move(partitions)),
        emit_(&module) {}

  Status Run(OpId function);

 private:
  using Specs = std::unordered_map<uint32_t, PartitionSpec>;

  Status VisitBlock(BlockId block, int depth);
  Status Visit(OpId op, int depth);
  Status ApplyPlan(OpId op, const OpPlan& plan);
  Status Constraint(OpId op, std::string_view attribute);
  Status Stated(OpId op);
  Status Manual(OpId op);
  Status While(OpId op, int depth);
  Status Branches(OpId op, int depth);
  void Whole(OpId op);
  void PassParts(OpId op);
  void TakeWhole(OpId root);
  void MirrorParts(OpId op, const PartitionSpec& spec);

  std::optional<OpPlan> PlanOp(OpId op, std::span<const PartitionSpec> have) const;
  AxisParts CommonPartial(OpId op, const OpFactors& factors, std::span<const PartitionSpec> have) const;
  std::vector<AxisParts> ChooseAxes(OpId op, const OpFactors& factors, std::span<const PartitionSpec> have,
                                    const AxisParts& partial) const;
  // The most axes that an operand has along a factor and that are not used, and that a result is wanted to have.
  AxisParts MostHad(const OpFactors& factors, size_t factor, std::span<const PartitionSpec> have,
                    const AxisParts& used) const;
  AxisParts MostWanted(OpId op, const OpFactors& factors, size_t factor, const AxisParts& used) const;
  bool Divides(OpId op, const OpFactors& factors, size_t factor, int64_t size) const;
  // How a loop or branch is to share a value, where something follows from the program.
  PartitionSpec WantedSpec(ValueId value, PartitionSpec otherwise) const;
  // What the results of a body come to be where its arguments are as `specs` says; nothing is changed.
  std::vector<PartitionSpec> Foresee(BlockId body, Specs specs) const;

  // The spec that an attribute's text gives a value of this type, where dimensions divide; open dimensions stay as they are.
  StatusOr<PartitionSpec> ReadSpec(const AxisSharding& sharding, TypeId type, const PartitionSpec& have) const;
  StatusOr<PartitionSpec> ReadSpec(std::string_view text, TypeId type, const PartitionSpec& have) const;
  StatusOr<std::vector<AxisSharding>> ReadPerValue(OpId op, std::string_view name, std::span<const TypeId> types) const;

  size_t Rank(TypeId type) const { return module_.types().IsTensor(type) ? module_.types().dims(type).size() : 0; }
  std::string_view Text(AttrId attr) const {
    const AttrTable& attrs = module_.attrs();
    return attrs.Is(attr, AttrKind::kOpaque) || attrs.Is(attr, AttrKind::kString) ? attrs.string(attr)
                                                                                  : std::string_view();
  }
  ValueId Mapped(ValueId value) const {
    for (auto to = map_.find(value.index()); to != map_.end(); to = map_.find(value.index())) value = to->second;
    return value;
  }
  PartitionSpec SpecOf(ValueId value) const {
    const auto found = specs_.find(value.index());
    return found == specs_.end() ? PartitionSpec::Replicated(Rank(module_.type(value))) : found->second;
  }
  // The value that stands for `value` now, shared like this.
  ValueId Need(ValueId value, const PartitionSpec& spec, int remade = 0);
  ValueId NeedWhole(ValueId value) { return Need(value, PartitionSpec::Replicated(Rank(module_.type(Mapped(value))))); }
  ValueId Remake(ValueId value, const PartitionSpec& spec, int remade);
  ValueId RemakeIota(ValueId value, OpId op, TypeId type, const PartitionSpec& spec);
  // Makes a result or argument of the program that is rewritten one of this spec.
  void SetSpec(ValueId value, const PartitionSpec& spec);
  Emitter& After(ValueId value);
  Status No(OpId op, std::string_view why) const {
    return UnimplementedError(Cat("cannot be partitioned: ", OpName(module_, op), ": ", why));
  }

  Module& module_;
  const PartitionOptions& options_;
  Meshes meshes_;
  FlowedDims wanted_;
  Resharder resharder_;
  Emitter emit_;
  WholeTypes whole_;
  std::unordered_map<uint32_t, ValueId> map_;  // what took the place of a value
  Specs specs_;                                // of values that are not whole on every partition
  std::unordered_map<uint32_t, std::vector<std::pair<PartitionSpec, ValueId>>> made_;  // other forms of a value
  std::vector<OpId> erased_;
};

// ---- Values

Emitter& Partitioner::After(ValueId value) {
  const OpId op = module_.defining_op(value);
  emit_.MoveTo(op.valid() ? module_.op(op).next : module_.block(module_.argument_block(value)).first_op);
  return emit_;
}

void Partitioner::SetSpec(ValueId value, const PartitionSpec& spec) {
  if (spec.replicated()) return;
  whole_.emplace(value.index(), module_.type(value));
  module_.set_type(value, resharder_.PartType(module_.type(value), spec));
  specs_.insert_or_assign(value.index(), spec);
}

// Each partition counts on from its first number.
ValueId Partitioner::RemakeIota(ValueId value, OpId op, TypeId type, const PartitionSpec& spec) {
  const TypeId element = module_.types().element_type(type);
  const auto along = static_cast<size_t>(module_.attrs().integer(module_.attr(op, "iota_dimension")));
  const int64_t extent = module_.types().dims(module_.type(value))[along];
  const bool is_float = element == scalar::kF32 || element == scalar::kF64;
  const bool counts_in_type =
      module_.types().IsInteger(element) && (extent - 1) >> std::min(62, module_.types().bits(element) - 1) == 0;
  if (!spec.unreduced.empty() || (!is_float && !counts_in_type)) return ValueId();
  Emitter& emit = After(value);
  const TypeId counted = module_.types().Tensor(module_.types().dims(type), is_float ? scalar::kI64 : element);
  const ValueId local = emit.Iota(counted, static_cast<int64_t>(along));
  const int64_t size = module_.types().dims(type)[along];
  const ValueId first = emit.Convert(resharder_.FirstOf(emit, spec.dims[along], size), emit.element(local));
  return emit.Convert(emit.Binary(Opcode::kAdd, local, emit.BroadcastLike(first, {}, local)), element);
}

// Constants of one value, what is broadcast, and what counts, in the size that is wanted.
ValueId Partitioner::Remake(ValueId value, const PartitionSpec& spec, int remade) {
  const OpId op = module_.defining_op(value);
  if (!op.valid() || remade >= kMostRemade) return ValueId();
  const TypeId type = resharder_.PartType(module_.type(value), spec);
  if (module_.op(op).opcode == Opcode::kConstant) {
    const AttrId attr = module_.attr(op, "value");
    if (!module_.attrs().Is(attr, AttrKind::kDense) || !module_.attrs().dense(attr).is_splat) return ValueId();
    if (!spec.unreduced.empty() && !IsZeroConstant(module_, value)) return ValueId();
    const TypeId stored = module_.attrs().type(attr);
    if (module_.types().IsQuantized(module_.types().element_type(type))) return ValueId();
    const TypeId part = module_.types().Tensor(module_.types().dims(type), module_.types().element_type(stored));
    return After(value).ConstantOf(module_.attrs().Dense(part, true, module_.attrs().dense(attr).bytes));
  }
  if (module_.op(op).opcode == Opcode::kIota) return RemakeIota(value, op, type, spec);
  if (module_.op(op).opcode != Opcode::kBroadcastInDim) return ValueId();
  const AttrId places_attr = module_.attr(op, "broadcast_dimensions");
  const ValueId operand = module_.op(op).operands()[0];
  const std::span<const int64_t> from = module_.types().dims(module_.type(operand));
  const std::span<const int64_t> to = module_.types().dims(module_.type(value));
  PartitionSpec inner = PartitionSpec::Replicated(from.size());
  inner.unreduced = spec.unreduced;
  for (size_t d = 0; d < from.size(); ++d) {
    const auto place = static_cast<size_t>(module_.attrs().i64s(places_attr)[d]);
    if (from[d] == to[place]) inner.dims[d] = spec.dims[place];
  }
  const ValueId part = Need(operand, inner, remade + 1);
  return After(value).Value(Opcode::kBroadcastInDim, {part}, type, {{"broadcast_dimensions", places_attr}});
}

ValueId Partitioner::Need(ValueId value, const PartitionSpec& spec, int remade) {
  value = Mapped(value);
  const PartitionSpec have = SpecOf(value);
  if (have == spec || !module_.types().IsStaticTensor(module_.type(value))) return value;
  auto& forms = made_[value.index()];
  const auto known = std::ranges::find(forms, spec, &std::pair<PartitionSpec, ValueId>::first);
  if (known != forms.end()) return known->second;
  ValueId form = have.replicated() ? Remake(value, spec, remade) : ValueId();
  if (!form.valid()) form = resharder_.Reshard(After(value), value, have, spec);
  if (!spec.replicated()) specs_.insert_or_assign(form.index(), spec);
  made_[value.index()].emplace_back(spec, form);
  return form;
}

// ---- What the program states

StatusOr<PartitionSpec> Partitioner::ReadSpec(const AxisSharding& sharding, TypeId type,
                                              const PartitionSpec& have) const {
  PartitionSpec spec = PartitionSpec::Replicated(Rank(type));
  if (!sharding.partitions.empty()) {
    if (!sharding.unreduced.empty() && sharding.reduction != Opcode::kAdd) {
      return UnimplementedError("cannot be partitioned: a value is yet to be reduced by other than addition");
    }
    spec.dims = sharding.dims;
    spec.unreduced = sharding.unreduced;
  }
  for (size_t d = 0; d < spec.dims.size(); ++d) {
    if (module_.types().dims(type)[d] % SizeOf(spec.dims[d]) != 0) spec.dims[d].clear();
  }
  for (size_t d = 0; d < spec.dims.size() && d < have.dims.size(); ++d) {
    const bool free = std::ranges::none_of(have.dims[d], [&](const AxisPart& axis) { return spec.Uses(axis); });
    if (spec.dims[d].empty() && sharding.open[d] && free) spec.dims[d] = have.dims[d];
  }
  return spec;
}

StatusOr<PartitionSpec> Partitioner::ReadSpec(std::string_view text, TypeId type, const PartitionSpec& have) const {
  if (text.empty()) return PartitionSpec::Replicated(Rank(type));
  if (!text.starts_with("#sdy") && !text.starts_with('<')) {
    if (text == "{replicated}") return PartitionSpec::Replicated(Rank(type));
    return UnimplementedError("cannot be partitioned: a sharding is not Shardy's");
  }
  CPPJRT_ASSIGN_OR_RETURN(const AxisSharding sharding,
                          ParseAxisSharding(text, Rank(type), options_.num_partitions, meshes_));
  return ReadSpec(sharding, type, have);
}

StatusOr<std::vector<AxisSharding>> Partitioner::ReadPerValue(OpId op, std::string_view name,
                                                              std::span<const TypeId> types) const {
  std::vector<size_t> ranks;
  for (const TypeId type : types) ranks.push_back(Rank(type));
  return ParseAxisShardings(Text(module_.attr(op, name)), ranks, options_.num_partitions, meshes_,
                            Text(module_.attr(op, "manual_axes")));
}

Status Partitioner::Constraint(OpId op, std::string_view attribute) {
  const ValueId operand = Mapped(module_.op(op).operands()[0]);
  const ValueId result = module_.op(op).result(0);
  CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec,
                          ReadSpec(Text(module_.attr(op, attribute)), module_.type(result), SpecOf(operand)));
  map_[result.index()] = Need(operand, spec);
  erased_.push_back(op);
  return OkStatus();
}

// An op's own sharding attribute.
Status Partitioner::Stated(OpId op) {
  const std::string_view text = Text(module_.attr(op, "sdy.sharding"));
  const ValueRange results = module_.op(op).results();
  if (text.empty() || results.empty()) return OkStatus();
  std::vector<size_t> ranks;
  for (const ValueId result : results) ranks.push_back(Rank(module_.type(result)));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<AxisSharding> shardings,
                          ParseAxisShardings(text, ranks, options_.num_partitions, meshes_));
  for (size_t i = 0; i < results.size(); ++i) {
    const ValueId now = Mapped(results[i]);
    CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec,
                            ReadSpec(shardings[i], WholeType(module_, whole_, results[i]), SpecOf(now)));
    const ValueId form = Need(now, spec);
    if (form != results[i]) map_[results[i].index()] = form;
  }
  return OkStatus();
}

// ---- Ops by their rules

// The axes over which all operands that count are yet to be added up. Zeros are, over any.
AxisParts Partitioner::CommonPartial(OpId op, const OpFactors& factors, std::span<const PartitionSpec> have) const {
  if (!factors.linear) return {};
  const AxisParts* common = nullptr;
  for (size_t i = 0; i < have.size(); ++i) {
    if (!factors.IsSummand(i) || IsZeroConstant(module_, module_.op(op).operands()[i])) continue;
    if (common != nullptr && have[i].unreduced != *common) return {};
    common = &have[i].unreduced;
  }
  return common == nullptr ? AxisParts() : *common;
}

AxisParts Partitioner::MostHad(const OpFactors& factors, size_t factor, std::span<const PartitionSpec> have,
                               const AxisParts& used) const {
  AxisParts best;
  for (size_t i = 0; i < have.size(); ++i) {
    for (size_t d = 0; d < have[i].dims.size(); ++d) {
      const AxisParts& axes = have[i].dims[d];
      if (factors.operands[i][d] != static_cast<int>(factor) || SizeOf(axes) <= SizeOf(best)) continue;
      if (std::ranges::none_of(axes, [&](const AxisPart& axis) { return Overlap(axis, used); })) best = axes;
    }
  }
  return best;
}

AxisParts Partitioner::MostWanted(OpId op, const OpFactors& factors, size_t factor, const AxisParts& used) const {
  AxisParts best;
  for (size_t i = 0; i < factors.results.size(); ++i) {
    const auto wanted = wanted_.find(module_.op(op).result(i).index());
    if (wanted == wanted_.end()) continue;
    for (size_t d = 0; d < factors.results[i].size(); ++d) {
      const AxisParts& axes = wanted->second[d];
      if (factors.results[i][d] != static_cast<int>(factor) || SizeOf(axes) <= SizeOf(best)) continue;
      if (std::ranges::none_of(axes, [&](const AxisPart& axis) { return Overlap(axis, used); })) best = axes;
    }
  }
  return best;
}

bool Partitioner::Divides(OpId op, const OpFactors& factors, size_t factor, int64_t size) const {
  const auto divides = [&](const std::vector<int>& of_dims, TypeId type) {
    for (size_t d = 0; d < of_dims.size(); ++d) {
      if (of_dims[d] == static_cast<int>(factor) && module_.types().dims(type)[d] % size != 0) return false;
    }
    return true;
  };
  for (size_t i = 0; i < factors.operands.size(); ++i) {
    if (!divides(factors.operands[i], WholeType(module_, whole_, module_.op(op).operands()[i]))) return false;
  }
  for (size_t i = 0; i < factors.results.size(); ++i) {
    if (!divides(factors.results[i], module_.type(module_.op(op).result(i)))) return false;
  }
  return true;
}

// What operands have goes first: it costs nothing. Results may want more.
std::vector<AxisParts> Partitioner::ChooseAxes(OpId op, const OpFactors& factors, std::span<const PartitionSpec> have,
                                               const AxisParts& partial) const {
  std::vector<AxisParts> chosen(factors.summed.size());
  const auto used_but = [&](size_t factor) {
    AxisParts used = partial;
    for (size_t other = 0; other < chosen.size(); ++other) {
      if (other != factor) Append(used, chosen[other]);
    }
    return used;
  };
  for (size_t factor = 0; factor < chosen.size(); ++factor) {
    AxisParts axes = MostHad(factors, factor, have, used_but(factor));
    if (Divides(op, factors, factor, SizeOf(axes))) chosen[factor] = std::move(axes);
  }
  for (size_t factor = 0; factor < chosen.size(); ++factor) {
    AxisParts axes = MostWanted(op, factors, factor, used_but(factor));
    const int64_t size = SizeOf(axes);
    if (size > SizeOf(chosen[factor]) && Divides(op, factors, factor, size)) chosen[factor] = std::move(axes);
  }
  return chosen;
}

std::optional<OpPlan> Partitioner::PlanOp(OpId op, std::span<const PartitionSpec> have) const {
  const std::optional<OpFactors> factors = FactorsOf(module_, op, whole_);
  if (!factors) return std::nullopt;
  const AxisParts partial = CommonPartial(op, *factors, have);
  const std::vector<AxisParts> chosen = ChooseAxes(op, *factors, have, partial);
  const auto spec_of = [&](const std::vector<int>& of_dims, const AxisParts& unreduced) {
    PartitionSpec spec = PartitionSpec::Replicated(of_dims.size());
    for (size_t d = 0; d < of_dims.size(); ++d) {
      if (of_dims[d] != kWhole) spec.dims[d] = chosen[static_cast<size_t>(of_dims[d])];
    }
    spec.unreduced = unreduced;
    return spec;
  };
  AxisParts summed;
  for (size_t factor = 0; factor < chosen.size(); ++factor) {
    if (factors->summed[factor]) Append(summed, chosen[factor]);
  }
  OpPlan plan;
  for (size_t i = 0; i < have.size(); ++i) {
    const bool once = factors->counted_once == static_cast<int>(i);
    const bool adds = factors->IsSummand(i) && !IsZeroConstant(module_, module_.op(op).operands()[i]);
    plan.operands.push_back(spec_of(factors->operands[i], once ? summed : adds ? partial : AxisParts()));
  }
  AxisParts unreduced = partial;
  if (factors->combine == Opcode::kAdd) {
    Append(unreduced, summed);
  } else {
    plan.combine = factors->combine;
    plan.combined = summed;
  }
  for (const std::vector<int>& of_dims : factors->results) plan.results.push_back(spec_of(of_dims, unreduced));
  return plan;
}

Status Partitioner::ApplyPlan(OpId op, const OpPlan& plan) {
  const std::span<const ValueId> given = module_.op(op).operands();
  std::vector<ValueId> operands(given.begin(), given.end());
  for (size_t i = 0; i < operands.size(); ++i) operands[i] = Need(operands[i], plan.operands[i]);
  module_.set_operands(op, operands);
  TakeWhole(op);
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size(); ++i) SetSpec(results[i], plan.results[i]);
  FitAttributes(module_, op);
  if (module_.op(op).opcode == Opcode::kReverse) return MirrorParts(op, plan.results[0]), OkStatus();
  if (plan.combined.empty()) return OkStatus();
  const ValueId combined = resharder_.AllReduce(After(results[0]), results[0], plan.combine, plan.combined);
  if (!plan.results[0].replicated()) specs_.insert_or_assign(combined.index(), plan.results[0]);
  map_[results[0].index()] = combined;
  return OkStatus();
}

// Parts that are reversed on their own stand in the opposite order.
void Partitioner::MirrorParts(OpId op, const PartitionSpec& spec) {
  AxisParts axes;
  for (const int64_t d : module_.attrs().i64s(module_.attr(op, "dimensions"))) {
    Append(axes, spec.dims[static_cast<size_t>(d)]);
  }
  const ValueId result = module_.op(op).result(0);
  const ValueId mirrored = resharder_.Mirror(After(result), result, axes);
  if (mirrored == result) return;
  if (!spec.replicated()) specs_.insert_or_assign(mirrored.index(), spec);
  map_[result.index()] = mirrored;
}

// What is inside an op takes whole values from outside.
void Partitioner::TakeWhole(OpId root) {
  for (const OpId op : PreOrder(module_, root)) {
    if (op == root) continue;
    const std::span<const ValueId> given = module_.op(op).operands();
    std::vector<ValueId> operands(given.begin(), given.end());
    for (ValueId& operand : operands) operand = NeedWhole(operand);
    if (!std::ranges::equal(operands, given)) module_.set_operands(op, operands);
  }
}

void Partitioner::Whole(OpId op) {
  const std::span<const ValueId> given = module_.op(op).operands();
  std::vector<ValueId> operands(given.begin(), given.end());
  for (ValueId& operand : operands) operand = NeedWhole(operand);
  module_.set_operands(op, operands);
  TakeWhole(op);
}

// The op is for parts: it gets what there is.
void Partitioner::PassParts(OpId op) {
  const std::span<const ValueId> given = module_.op(op).operands();
  std::vector<ValueId> operands(given.begin(), given.end());
  for (ValueId& operand : operands) {
    PartitionSpec spec = SpecOf(Mapped(operand));
    spec.unreduced.clear();
    operand = Need(operand, spec);
  }
  module_.set_operands(op, operands);
}

// ---- Ops with regions

Status Partitioner::Manual(OpId op) {
  const BlockId body = module_.entry_block(op);
  const OpId terminator = module_.last_op(body);
  if (!terminator.valid()) return No(op, "its body has no end");
  const std::vector<ValueId> operands(module_.op(op).operands().begin(), module_.op(op).operands().end());
  const std::vector<ValueId> arguments(module_.block(body).args.begin(), module_.block(body).args.end());
  const std::vector<ValueId> returned(module_.op(terminator).operands().begin(),
                                      module_.op(terminator).operands().end());
  const ValueRange results = module_.op(op).results();
  std::vector<TypeId> in_types, out_types;
  for (const ValueId operand : operands) in_types.push_back(WholeType(module_, whole_, operand));
  for (const ValueId result : results) out_types.push_back(module_.type(result));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<AxisSharding> in, ReadPerValue(op, "in_shardings", in_types));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<AxisSharding> out, ReadPerValue(op, "out_shardings", out_types));
  if (arguments.size() != operands.size() || returned.size() != results.size()) return No(op, "its body does not fit");
  for (size_t i = 0; i < operands.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec, ReadSpec(in[i], in_types[i], {}));
    const ValueId part = Need(operands[i], spec);
    if (module_.type(part) != module_.type(arguments[i]))
      return No(op, "a piece has another type than its sharding says");
    map_[arguments[i].index()] = part;
  }
  for (const OpId inner : PreOrder(module_, op)) {
    if (inner == op) continue;
    const std::span<const ValueId> given = module_.op(inner).operands();
    std::vector<ValueId> mapped(given.begin(), given.end());
    for (ValueId& value : mapped) value = Mapped(value);
    if (!std::ranges::equal(mapped, given)) module_.set_operands(inner, mapped);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec, ReadSpec(out[i], out_types[i], {}));
    if (resharder_.PartType(out_types[i], spec) != module_.type(returned[i])) {
      return No(op, "a piece has another type than its sharding says");
    }
    // A value of its own: the body may return one that is shared in another way outside, or one twice.
    emit_.MoveTo(terminator);
    const ValueId part =
        module_.types().IsTensor(out_types[i])
            ? emit_.Value(Opcode::kReshape, {module_.op(terminator).operands()[i]}, module_.type(returned[i]))
            : module_.op(terminator).operands()[i];
    if (!spec.replicated()) specs_.insert_or_assign(part.index(), spec);
    map_[results[i].index()] = part;
  }
  module_.Erase(terminator);
  module_.Splice(body, module_.op(op).block, op);
  erased_.push_back(op);
  return OkStatus();
}

PartitionSpec Partitioner::WantedSpec(ValueId value, PartitionSpec otherwise) const {
  const auto wanted = wanted_.find(value.index());
  if (wanted == wanted_.end()) return otherwise;
  otherwise.dims = wanted->second;
  std::erase_if(otherwise.unreduced, [&](const AxisPart& axis) {
    return std::ranges::any_of(otherwise.dims, [&](const AxisParts& axes) { return Overlap(axis, axes); });
  });
  return otherwise;
}

std::vector<PartitionSpec> Partitioner::Foresee(BlockId body, Specs specs) const {
  const auto spec_of = [&](ValueId value) {
    const auto found = specs.find(value.index());
    return found == specs.end() ? SpecOf(Mapped(value)) : found->second;
  };
  for (const OpId op : module_.ops(body)) {
    const Op& record = module_.op(op);
    std::vector<PartitionSpec> have;
    for (const ValueId operand : record.operands()) have.push_back(spec_of(operand));
    if (op == module_.last_op(body)) return have;
    const bool states = record.opcode == Opcode::kSdyShardingConstraint || record.opcode == Opcode::kSdyReshard;
    if (states) {
      const ValueId result = record.result(0);
      StatusOr<PartitionSpec> spec = ReadSpec(Text(module_.attr(op, "sharding")), module_.type(result), have[0]);
      if (spec.ok()) specs.insert_or_assign(result.index(), std::move(*spec));
    } else if (const std::optional<OpPlan> plan = PlanOp(op, have)) {
      for (size_t i = 0; i < record.num_results; ++i) {
        specs.insert_or_assign(record.result(i).index(), plan->results[i]);
      }
    } else if (record.opcode == Opcode::kWhile) {
      for (size_t i = 0; i < record.num_results; ++i) specs.insert_or_assign(record.result(i).index(), have[i]);
    }
  }
  return {};
}

Status Partitioner::While(OpId op, int depth) {
  const std::vector<ValueId> given(module_.op(op).operands().begin(), module_.op(op).operands().end());
  const BlockId cond = module_.entry_block(op, 0);
  const BlockId body = module_.entry_block(op, 1);
  std::vector<PartitionSpec> carried;
  Specs arguments;
  for (size_t i = 0; i < given.size(); ++i) {
    carried.push_back(WantedSpec(module_.block(body).args[i], SpecOf(Mapped(given[i]))));
    arguments.insert_or_assign(module_.block(body).args[i].index(), carried[i]);
  }
  // What begins whole may be shared from the first turn on.
  const std::vector<PartitionSpec> after = Foresee(body, std::move(arguments));
  for (size_t i = 0; i < carried.size() && i < after.size(); ++i) {
    if (carried[i].replicated()) carried[i] = after[i];
  }
  std::vector<ValueId> operands;
  for (size_t i = 0; i < given.size(); ++i) operands.push_back(Need(given[i], carried[i]));
  module_.set_operands(op, operands);
  for (const BlockId block : {cond, body}) {
    for (size_t i = 0; i < carried.size(); ++i) SetSpec(module_.block(block).args[i], carried[i]);
    CPPJRT_RETURN_IF_ERROR(VisitBlock(block, depth + 1));
  }
  Whole(module_.last_op(cond));
  const OpId end = module_.last_op(body);
  std::vector<ValueId> results(module_.op(end).operands().begin(), module_.op(end).operands().end());
  for (size_t i = 0; i < results.size(); ++i) results[i] = Need(results[i], carried[i]);
  module_.set_operands(end, results);
  for (size_t i = 0; i < carried.size(); ++i) SetSpec(module_.op(op).result(i), carried[i]);
  return OkStatus();
}

Status Partitioner::Branches(OpId op, int depth) {
  module_.set_operand(op, 0, NeedWhole(module_.op(op).operands()[0]));
  std::vector<PartitionSpec> specs;
  for (size_t r = 0; r < module_.op(op).num_regions; ++r) {
    const BlockId block = module_.entry_block(op, r);
    CPPJRT_RETURN_IF_ERROR(VisitBlock(block, depth + 1));
    const std::span<const ValueId> given = module_.op(module_.last_op(block)).operands();
    for (size_t i = 0; i < given.size(); ++i) {
      PartitionSpec spec = SpecOf(Mapped(given[i]));
      spec.unreduced.clear();
      if (r == 0) specs.push_back(spec);
      // Where branches do not agree, all have the whole.
      if (r > 0 && i < specs.size() && !(specs[i] == spec)) specs[i] = PartitionSpec::Replicated(spec.dims.size());
    }
  }
  for (size_t i = 0; i < specs.size(); ++i) specs[i] = WantedSpec(module_.op(op).result(i), std::move(specs[i]));
  for (size_t r = 0; r < module_.op(op).num_regions; ++r) {
    const OpId end = module_.last_op(module_.entry_block(op, r));
    std::vector<ValueId> results(module_.op(end).operands().begin(), module_.op(end).operands().end());
    for (size_t i = 0; i < results.size(); ++i) results[i] = Need(results[i], specs[i]);
    module_.set_operands(end, results);
  }
  for (size_t i = 0; i < specs.size(); ++i) SetSpec(module_.op(op).result(i), specs[i]);
  return OkStatus();
}

// ---- The program

Status Partitioner::Visit(OpId op, int depth) {
  switch (module_.op(op).opcode) {
    case Opcode::kSdyShardingConstraint:
    case Opcode::kSdyReshard:
      return Constraint(op, "sharding");
    case Opcode::kSdyAllGather:
    case Opcode::kSdyAllReduce:
    case Opcode::kSdyAllSlice:
    case Opcode::kSdyAllToAll:
    case Opcode::kSdyCollectivePermute:
    case Opcode::kSdyReduceScatter:
    case Opcode::kSdyReplicatedToUnreduced:
    case Opcode::kSdyShardedToUnreduced:
      return Constraint(op, "out_sharding");
    case Opcode::kSdyManualComputation:
      return Manual(op);
    case Opcode::kWhile:
      CPPJRT_RETURN_IF_ERROR(While(op, depth));
      return Stated(op);
    case Opcode::kCase:
    case Opcode::kIf:
      CPPJRT_RETURN_IF_ERROR(Branches(op, depth));
      return Stated(op);
    default:
      break;
  }
  if (IsForParts(module_, op)) return PassParts(op), OkStatus();
  std::vector<PartitionSpec> have;
  for (const ValueId operand : module_.op(op).operands()) have.push_back(SpecOf(Mapped(operand)));
  if (const std::optional<OpPlan> plan = PlanOp(op, have)) {
    CPPJRT_RETURN_IF_ERROR(ApplyPlan(op, *plan));
  } else {
    Whole(op);
  }
  return Stated(op);
}

Status Partitioner::VisitBlock(BlockId block, int depth) {
  if (depth > kMostDepth) return UnimplementedError("cannot be partitioned: it is nested too deeply");
  for (const OpId op : OpsNow(module_, block)) {
    if (op != module_.last_op(block)) CPPJRT_RETURN_IF_ERROR(Visit(op, depth));
  }
  return OkStatus();
}

Status Partitioner::Run(OpId op) {
  const Function function(module_, op);
  const std::vector<ValueId> arguments(function.arguments().begin(), function.arguments().end());
  const OpId terminator = module_.last_op(function.body());
  for (size_t i = 0; i < arguments.size() && i < options_.arguments.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec, ReadSpec(options_.arguments[i], module_.type(arguments[i]), {}));
    SetSpec(arguments[i], spec);
  }
  CPPJRT_RETURN_IF_ERROR(VisitBlock(function.body(), 0));
  std::vector<ValueId> results(module_.op(terminator).operands().begin(), module_.op(terminator).operands().end());
  for (size_t i = 0; i < results.size(); ++i) {
    const std::string_view text = i < options_.results.size() ? std::string_view(options_.results[i]) : "";
    CPPJRT_ASSIGN_OR_RETURN(const PartitionSpec spec, ReadSpec(text, WholeType(module_, whole_, results[i]), {}));
    results[i] = Need(results[i], spec);
  }
  module_.set_operands(terminator, results);
  for (const OpId gone : erased_) module_.Erase(gone);
  std::vector<TypeId> inputs, outputs;
  for (const ValueId argument : arguments) inputs.push_back(module_.type(argument));
  for (const ValueId result : results) outputs.push_back(module_.type(result));
  module_.set_attr(op, "function_type", module_.attrs().Type(module_.types().Function(inputs, outputs)));
  StripShardyAttributes(module_, op);
  return OkStatus();
}

double WorkOf(const Module& module) {
  const Cost cost = CostAnalysis(module).program();
  return cost.flops + 8 * cost.transcendentals + cost.bytes_accessed / 8;
}

}  // namespace

Status PartitionProgram(Module& module, const PartitionOptions& options, DiagnosticSink& sink) {
  const bool must = NeedsPartitions(module);
  CallDecompositions(module);
  CPPJRT_RETURN_IF_ERROR(InlineCalls(module, {.everything = true}, sink));
  const OpId function = FindEntry(module, {});
  if (!function.valid()) return UnimplementedError("cannot be partitioned: there is no function to start with");
  CPPJRT_RETURN_IF_ERROR(CheckPartitionable(module, function));
  Meshes meshes = ReadMeshes(module);
  CPPJRT_ASSIGN_OR_RETURN(std::vector<int64_t> partitions, CommonDeviceOrder(meshes, options.num_partitions));
  FlowedDims wanted =
      FlowShardings(module, function, {options.num_partitions, options.arguments, options.results}, meshes);
  const double whole = must ? 0 : WorkOf(module);
  Partitioner partitioner(module, options, std::move(meshes), std::move(wanted), std::move(partitions));
  CPPJRT_RETURN_IF_ERROR(partitioner.Run(function));
  // What was made anew in the size wanted.
  RemoveDeadOps(module);
  CombineAllReduces(module, function);
  if (!must && WorkOf(module) * static_cast<double>(options.num_partitions) > kMostWork * whole + kFreeWork) {
    return UnimplementedError("cannot be partitioned: partitions would do more than they share");
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
