#include "stablehlo/transforms/propagate_sharding.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/axis_lists.h"
#include "stablehlo/transforms/reshape_dims.h"

namespace cppjrt::stablehlo {
namespace {

// Calls are followed so deep, and so many ops are looked at in all: calls of calls may be exponentially many.
constexpr int kMostCalls = 64;
constexpr int64_t kMostOps = 500'000;

class Propagation {
 public:
  explicit Propagation(const Module& module) : module_(module), symbols_(module) {}

  std::vector<AxisLists> Call(OpId function, std::span<const AxisLists> arguments) {
    std::vector<AxisLists> results;
    const BlockId body = module_.entry_block(function);
    if (!body.valid() || calls_ == kMostCalls) return results;
    ++calls_;
    const std::span<const ValueId> parameters = module_.block(body).args;
    for (size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) Set(parameters[i], arguments[i]);
    for (const OpId op : module_.ops(body)) {
      if (++ops_ > kMostOps) break;
      if (op == module_.last_op(body)) {
        for (const ValueId value : module_.op(op).operands()) results.push_back(Of(value));
      }
      Visit(op);
    }
    --calls_;
    return results;
  }

 private:
  struct Rule {
    Opcode opcode;
    void (Propagation::*apply)(OpId op);
  };
  static const Rule kRules[];

  void Visit(OpId op);
  void SameDims(OpId op);
  void PairwiseSameDims(OpId op);
  void Transpose(OpId op);
  void BroadcastInDim(OpId op);
  void Reshape(OpId op);
  void Reduce(OpId op);
  void DotGeneral(OpId op);
  void Concatenate(OpId op);
  void CustomCall(OpId op);
  void Sort(OpId op);
  void FollowCall(OpId op);
  void ManualComputation(OpId op);
  void Constraint(OpId op);
  void Stated(OpId op, std::string_view name);

  AxisLists Of(ValueId value) const {
    const auto found = known_.find(value.index());
    return found == known_.end() ? AxisLists() : found->second;
  }
  void Set(ValueId value, const AxisLists& lists) { known_.insert_or_assign(value.index(), lists); }
  std::span<const int64_t> Dims(ValueId value) const {
    const TypeId type = module_.type(value);
    return module_.types().IsTensor(type) ? module_.types().dims(type) : std::span<const int64_t>();
  }
  std::span<const int64_t> Numbers(OpId op, std::string_view name) const {
    const AttrId attr = module_.attr(op, name);
    return module_.attrs().Is(attr, AttrKind::kDenseArray) ? module_.attrs().i64s(attr) : std::span<const int64_t>();
  }
  // Gives dimension `d` of `to` the axes of one of `from`, if it has none and they are free.
  void Flow(ValueId from, size_t from_d, ValueId to, size_t d);
  // The same for all dimensions of equal extent, except one.
  void FlowSame(ValueId from, ValueId to, int64_t except = -1);

  const Module& module_;
  SymbolTable symbols_;
  std::unordered_map<uint32_t, AxisLists> known_;  // by value
  int calls_ = 0;
  int64_t ops_ = 0;
};

constexpr Propagation::Rule Propagation::kRules[] = {
    {Opcode::kBroadcastInDim, &Propagation::BroadcastInDim},
    {Opcode::kCall, &Propagation::FollowCall},
    {Opcode::kConcatenate, &Propagation::Concatenate},
    {Opcode::kCustomCall, &Propagation::CustomCall},
    {Opcode::kDotGeneral, &Propagation::DotGeneral},
    {Opcode::kDynamicSlice, &Propagation::SameDims},
    {Opcode::kDynamicUpdateSlice, &Propagation::SameDims},
    {Opcode::kOptimizationBarrier, &Propagation::PairwiseSameDims},
    {Opcode::kPad, &Propagation::SameDims},
    {Opcode::kReduce, &Propagation::Reduce},
    {Opcode::kReduceWindow, &Propagation::PairwiseSameDims},
    {Opcode::kReshape, &Propagation::Reshape},
    {Opcode::kReverse, &Propagation::SameDims},
    {Opcode::kSdyManualComputation, &Propagation::ManualComputation},
    {Opcode::kSdyPropagationBarrier, &Propagation::SameDims},
    {Opcode::kSdyReshard, &Propagation::Constraint},
    {Opcode::kSdyShardingConstraint, &Propagation::Constraint},
    {Opcode::kSlice, &Propagation::SameDims},
    {Opcode::kSort, &Propagation::Sort},
    {Opcode::kTranspose, &Propagation::Transpose},
    {Opcode::kWhile, &Propagation::PairwiseSameDims},
};

void Propagation::Visit(OpId op) {
  // Of an earlier call of the function.
  for (const ValueId result : module_.op(op).results()) known_.erase(result.index());
  const Opcode opcode = module_.op(op).opcode;
  const auto rule = std::ranges::find(kRules, opcode, &Rule::opcode);
  if (rule != std::end(kRules)) {
    (this->*rule->apply)(op);
  } else if (Is(module_, op, Trait::kElementwise)) {
    SameDims(op);
  }
  const AttrId stated = module_.attr(op, "sdy.sharding");
  if (!module_.attrs().Is(stated, AttrKind::kOpaque)) return;
  const std::vector<AxisLists> shardings = ReadShardings(module_.attrs().string(stated));
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size() && i < shardings.size(); ++i) Set(results[i], shardings[i]);
}

void Propagation::Flow(ValueId from, size_t from_d, ValueId to, size_t d) {
  const auto source = known_.find(from.index());
  const size_t rank = Dims(to).size();
  if (source == known_.end() || from_d >= source->second.dims.size() || d >= rank) return;
  const Axes axes = source->second.dims[from_d];
  const std::string mesh = source->second.mesh;
  if (axes.empty()) return;
  AxisLists& target = known_[to.index()];
  if (target.mesh.empty()) target.mesh = mesh;
  target.dims.resize(rank);
  if (target.mesh != mesh || !target.dims[d].empty()) return;
  if (std::ranges::any_of(axes, [&](const std::string& axis) { return Uses(target, axis); })) return;
  target.dims[d] = axes;
}

void Propagation::FlowSame(ValueId from, ValueId to, int64_t except) {
  const std::span<const int64_t> dims = Dims(to);
  const std::span<const int64_t> from_dims = Dims(from);
  if (dims.size() != from_dims.size()) return;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == from_dims[d] && static_cast<int64_t>(d) != except) Flow(from, d, to, d);
  }
}

void Propagation::SameDims(OpId op) {
  for (const ValueId result : module_.op(op).results()) {
    for (const ValueId operand : module_.op(op).operands()) FlowSame(operand, result);
  }
}

void Propagation::PairwiseSameDims(OpId op) {
  const ValueRange results = module_.op(op).results();
  const std::span<const ValueId> operands = module_.op(op).operands();
  for (size_t i = 0; i < results.size() && i < operands.size(); ++i) FlowSame(operands[i], results[i]);
}

void Propagation::Transpose(OpId op) {
  const std::span<const int64_t> permutation = Numbers(op, "permutation");
  for (size_t d = 0; d < permutation.size(); ++d) {
    Flow(module_.op(op).operands()[0], static_cast<size_t>(permutation[d]), module_.op(op).result(0), d);
  }
}

void Propagation::BroadcastInDim(OpId op) {
  const std::span<const int64_t> places = Numbers(op, "broadcast_dimensions");
  const ValueId operand = module_.op(op).operands()[0];
  const ValueId result = module_.op(op).result(0);
  for (size_t d = 0; d < places.size(); ++d) {
    const auto place = static_cast<size_t>(places[d]);
    if (Dims(operand)[d] == Dims(result)[place]) Flow(operand, d, result, place);
  }
}

// Dimensions that are split or merged keep the axes of the slowest one.
void Propagation::Reshape(OpId op) {
  const ValueId operand = module_.op(op).operands()[0];
  const ValueId result = module_.op(op).result(0);
  for (const auto& [from, to] : SlowestDims(Dims(operand), Dims(result))) Flow(operand, from, result, to);
}

void Propagation::Reduce(OpId op) {
  const std::span<const int64_t> reduced = Numbers(op, "dimensions");
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size(); ++i) {
    const ValueId operand = module_.op(op).operands()[i];
    size_t kept = 0;
    for (size_t d = 0; d < Dims(operand).size(); ++d) {
      if (std::ranges::find(reduced, static_cast<int64_t>(d)) == reduced.end()) Flow(operand, d, results[i], kept++);
    }
  }
}

// The result has the batch dimensions, then the others of each operand that are not summed over.
void Propagation::DotGeneral(OpId op) {
  const AttrId numbers = module_.attr(op, "dot_dimension_numbers");
  if (!module_.attrs().Is(numbers, AttrKind::kStruct)) return;
  const auto field = [&](std::string_view name) {
    const int index = FindField(StructKind::kDotDimensionNumbers, name);
    const AttrId attr = index < 0 ? AttrId() : module_.attrs().field(numbers, static_cast<size_t>(index));
    return module_.attrs().Is(attr, AttrKind::kDenseArray) ? module_.attrs().i64s(attr) : std::span<const int64_t>();
  };
  const ValueId result = module_.op(op).result(0);
  const auto contains = [](std::span<const int64_t> list, size_t d) {
    return std::ranges::find(list, static_cast<int64_t>(d)) != list.end();
  };
  size_t place = field("lhs_batching_dimensions").size();
  for (const bool is_lhs : {true, false}) {
    const ValueId operand = module_.op(op).operands()[is_lhs ? 0 : 1];
    const auto batch = field(is_lhs ? "lhs_batching_dimensions" : "rhs_batching_dimensions");
    const auto summed = field(is_lhs ? "lhs_contracting_dimensions" : "rhs_contracting_dimensions");
    for (size_t i = 0; i < batch.size(); ++i) Flow(operand, static_cast<size_t>(batch[i]), result, i);
    for (size_t d = 0; d < Dims(operand).size(); ++d) {
      if (!contains(batch, d) && !contains(summed, d)) Flow(operand, d, result, place++);
    }
  }
}

void Propagation::Concatenate(OpId op) {
  const AttrId dimension = module_.attr(op, "dimension");
  const int64_t except = module_.attrs().Is(dimension, AttrKind::kInteger) ? module_.attrs().integer(dimension) : -1;
  for (const ValueId operand : module_.op(op).operands()) FlowSame(operand, module_.op(op).result(0), except);
}

// Marks only, which are their operand. @Sharding says what it is itself.
void Propagation::CustomCall(OpId op) {
  const AttrId target = module_.attr(op, "call_target_name");
  if (module_.attrs().Is(target, AttrKind::kString) && module_.attrs().string(target) == "LayoutConstraint")
    SameDims(op);
}

void Propagation::Sort(OpId op) {
  const AttrId dimension = module_.attr(op, "dimension");
  const int64_t except = module_.attrs().Is(dimension, AttrKind::kInteger) ? module_.attrs().integer(dimension) : -1;
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size(); ++i) {
    const int64_t rank = static_cast<int64_t>(Dims(results[i]).size());
    FlowSame(module_.op(op).operands()[i], results[i], except < 0 ? except + rank : except);
  }
}

void Propagation::FollowCall(OpId op) {
  const OpId function = symbols_.Find(module_.attrs(), module_.attr(op, "callee"));
  if (!function.valid()) return;
  std::vector<AxisLists> arguments;
  for (const ValueId operand : module_.op(op).operands()) arguments.push_back(Of(operand));
  const std::vector<AxisLists> given = Call(function, arguments);
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size() && i < given.size(); ++i) Set(results[i], given[i]);
}

// The body works on values without the manual axes; its results have these in front.
void Propagation::ManualComputation(OpId op) {
  const std::vector<AxisLists> inner = Call(op, {});
  Stated(op, "out_shardings");
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size() && i < inner.size(); ++i) {
    AxisLists lists = Of(results[i]);
    if (inner[i].mesh.empty() || (!lists.mesh.empty() && lists.mesh != inner[i].mesh)) continue;
    lists.mesh = inner[i].mesh;
    lists.dims.resize(Dims(results[i]).size());
    for (size_t d = 0; d < lists.dims.size() && d < inner[i].dims.size(); ++d) {
      for (const std::string& axis : inner[i].dims[d]) {
        if (!Uses(lists, axis)) lists.dims[d].push_back(axis);
      }
    }
    Set(results[i], lists);
  }
}

void Propagation::Constraint(OpId op) {
  Stated(op, "sharding");
  const ValueId result = module_.op(op).result(0);
  const std::vector<bool> open = Of(result).open;
  for (size_t d = 0; d < open.size(); ++d) {
    if (open[d]) Flow(module_.op(op).operands()[0], d, result, d);
  }
}

void Propagation::Stated(OpId op, std::string_view name) {
  const AttrId attr = module_.attr(op, name);
  if (!module_.attrs().Is(attr, AttrKind::kOpaque)) return;
  const std::vector<AxisLists> shardings = ReadShardings(module_.attrs().string(attr));
  const ValueRange results = module_.op(op).results();
  for (size_t i = 0; i < results.size() && i < shardings.size(); ++i) Set(results[i], shardings[i]);
}

AxisLists StatedOf(const Module& module, AttrId dictionary) {
  if (!module.attrs().Is(dictionary, AttrKind::kDictionary)) return {};
  const AttrId attr = module.attrs().Lookup(dictionary, "sdy.sharding");
  if (!module.attrs().Is(attr, AttrKind::kOpaque)) return {};
  const std::vector<AxisLists> shardings = ReadShardings(module.attrs().string(attr));
  return shardings.empty() ? AxisLists() : shardings[0];
}

}  // namespace

std::vector<std::string> PropagateShardings(const Module& module, OpId function) {
  const Function entry(module, function);
  std::vector<AxisLists> arguments;
  for (size_t i = 0; i < entry.arguments().size(); ++i) arguments.push_back(StatedOf(module, entry.argument_attrs(i)));
  std::vector<std::string> texts;
  for (const AxisLists& lists : Propagation(module).Call(function, arguments)) texts.push_back(Write(lists));
  const OpId terminator = entry.body().valid() ? module.last_op(entry.body()) : OpId();
  texts.resize(terminator.valid() ? module.op(terminator).operands().size() : 0);
  return texts;
}

}  // namespace cppjrt::stablehlo
