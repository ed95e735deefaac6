#include "stablehlo/transforms/sharding_flow.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/partition_rules.h"
#include "stablehlo/transforms/reshard.h"
#include "stablehlo/transforms/sharding_rule.h"

namespace cppjrt::stablehlo {
namespace {

// Times that all ties are gone through, there and back. Each sweep follows a chain of any length; only loops in loops and
// dimensions that grow axis by axis need more than a few.
constexpr int kMostSweeps = 64;

// Ops that are their operand, shared as an attribute says.
struct Restated {
  Opcode opcode;
  std::string_view attribute;
};
constexpr Restated kRestated[] = {
    {Opcode::kSdyAllGather, "out_sharding"},
    {Opcode::kSdyAllReduce, "out_sharding"},
    {Opcode::kSdyAllSlice, "out_sharding"},
    {Opcode::kSdyAllToAll, "out_sharding"},
    {Opcode::kSdyCollectivePermute, "out_sharding"},
    {Opcode::kSdyReduceScatter, "out_sharding"},
    {Opcode::kSdyReplicatedToUnreduced, "out_sharding"},
    {Opcode::kSdyReshard, "sharding"},
    {Opcode::kSdyShardedToUnreduced, "out_sharding"},
    {Opcode::kSdyShardingConstraint, "sharding"},
};

class Flow {
 public:
  Flow(const Module& module, const FlowOptions& options, const Meshes& meshes)
      : module_(module), options_(options), meshes_(meshes) {}

  FlowedDims Run(OpId function) {
    Collect(function);
    KeepManualAxes();
    Spread(kEasy);
    Spread(kAll);
    FlowedDims flowed;
    for (const auto& [value, slot] : slots_) {
      std::vector<AxisParts>& dims = states_[slot].dims;
      if (std::ranges::any_of(dims, [](const AxisParts& axes) { return !axes.empty(); }))
        flowed.emplace(value, std::move(dims));
    }
    return flowed;
  }

 private:
  enum Level : uint8_t { kEasy, kAll };

  // What is known of a value.
  struct State {
    std::vector<AxisParts> dims;
    std::vector<bool> closed;
    AxisParts taken;  // axes that are not to be had: of sums, and manual ones
    std::vector<int64_t> extents;

    bool Uses(const AxisPart& axis) const {
      return Overlap(axis, taken) ||
             std::ranges::any_of(dims, [&](const AxisParts& axes) { return Overlap(axis, axes); });
    }
  };
  // A dimension that is like others but for the axes at its front.
  struct Tie {
    uint32_t slot;
    uint32_t dim;
    uint32_t prefix = 0;
  };
  struct Group {
    size_t first;
    size_t last;
    Level level;
  };

  void Collect(OpId function);
  void CollectOp(OpId op);
  void Factors(OpId op);
  void Loop(OpId op);
  void Branches(OpId op);
  void Manual(OpId op);
  void Member(OpId op);
  // The axes that a manual computation takes for itself are not to be had inside.
  void KeepManualAxes();
  AxisParts ManualAxes(OpId op) const;
  void StatedResults(OpId op);

  // The state of a tensor's; none for scalars, tokens and what has no static shape.
  std::optional<uint32_t> SlotOf(ValueId value);
  std::optional<uint32_t> NewSlot(TypeId type);
  void Say(std::optional<uint32_t> slot, std::string_view text);
  void Say(std::optional<uint32_t> slot, const AxisSharding& sharding);
  // All dimensions of these are alike.
  void TieAll(std::span<const std::optional<uint32_t>> slots);
  void TieAll(std::initializer_list<std::optional<uint32_t>> slots) { TieAll(std::span(slots.begin(), slots.size())); }
  // What is inside has the dimensions of what is outside without the manual axes.
  void TieInside(std::optional<uint32_t> outside, std::optional<uint32_t> inside, const AxisSharding& manual);
  void AddGroup(std::span<const Tie> ties, Level level);

  void Spread(Level level);
  bool Spread(const Group& group);
  bool Take(const Tie& tie, const AxisParts& axes);
  std::span<const AxisPart> Along(const Tie& tie) const {
    const AxisParts& axes = states_[tie.slot].dims[tie.dim];
    return std::span(axes).subspan(std::min(axes.size(), prefixes_[tie.prefix].size()));
  }

  std::span<const int64_t> DimsOf(TypeId type) const {
    return module_.types().IsStaticTensor(type) ? module_.types().dims(type) : std::span<const int64_t>();
  }
  std::string_view Text(AttrId attr) const {
    const AttrTable& attrs = module_.attrs();
    return attrs.Is(attr, AttrKind::kOpaque) || attrs.Is(attr, AttrKind::kString) ? attrs.string(attr)
                                                                                  : std::string_view();
  }

  const Module& module_;
  const FlowOptions& options_;
  const Meshes& meshes_;
  std::unordered_map<uint32_t, uint32_t> slots_;  // by value
  std::vector<State> states_;
  std::vector<Tie> ties_;
  std::vector<Group> groups_;                         // in the order of the program
  std::vector<AxisParts> prefixes_ = {{}};            // number 0 is none
  std::map<int64_t, std::optional<uint32_t>> alike_;  // the first member of each sharding group
  std::unordered_map<uint32_t, AxisParts> manual_;    // axes of manual computations, by op
};

// ---- What is said and what is alike

std::optional<uint32_t> Flow::NewSlot(TypeId type) {
  const std::span<const int64_t> dims = DimsOf(type);
  if (dims.empty()) return std::nullopt;
  State state;
  state.dims.resize(dims.size());
  state.closed.resize(dims.size());
  state.extents.assign(dims.begin(), dims.end());
  states_.push_back(std::move(state));
  return static_cast<uint32_t>(states_.size() - 1);
}

std::optional<uint32_t> Flow::SlotOf(ValueId value) {
  const auto found = slots_.find(value.index());
  if (found != slots_.end()) return found->second;
  const std::optional<uint32_t> slot = NewSlot(module_.type(value));
  if (!slot) return slot;
  slots_.emplace(value.index(), *slot);
  return slot;
}

void Flow::Say(std::optional<uint32_t> slot, std::string_view text) {
  if (!slot || text.empty()) return;
  if (text == "{replicated}") {
    states_[*slot].closed.assign(states_[*slot].closed.size(), true);
    return;
  }
  if (!text.starts_with("#sdy") && !text.starts_with('<')) return;
  const StatusOr<AxisSharding> sharding =
      ParseAxisSharding(text, states_[*slot].dims.size(), options_.num_partitions, meshes_);
  if (sharding.ok()) Say(slot, *sharding);
}

void Flow::Say(std::optional<uint32_t> slot, const AxisSharding& sharding) {
  if (!slot) return;
  State& state = states_[*slot];
  for (size_t d = 0; d < state.dims.size() && d < sharding.dims.size(); ++d) {
    state.closed[d] = !sharding.open[d];
    const bool divides = state.extents[d] % SizeOf(sharding.dims[d]) == 0;
    if (!sharding.partitions.empty() && divides) state.dims[d] = sharding.dims[d];
  }
  if (!sharding.partitions.empty()) {
    state.taken.insert(state.taken.end(), sharding.unreduced.begin(), sharding.unreduced.end());
  }
}

void Flow::AddGroup(std::span<const Tie> ties, Level level) {
  if (ties.size() < 2) return;
  const size_t first = ties_.size();
  ties_.insert(ties_.end(), ties.begin(), ties.end());
  groups_.push_back({first, ties_.size(), level});
}

void Flow::TieAll(std::span<const std::optional<uint32_t>> slots) {
  if (slots.empty() || !slots[0]) return;
  for (uint32_t d = 0; d < states_[*slots[0]].dims.size(); ++d) {
    std::vector<Tie> ties;
    for (const std::optional<uint32_t>& slot : slots) {
      if (slot && states_[*slot].extents == states_[*slots[0]].extents) ties.push_back({*slot, d});
    }
    AddGroup(ties, kEasy);
  }
}

void Flow::TieInside(std::optional<uint32_t> outside, std::optional<uint32_t> inside, const AxisSharding& manual) {
  if (!outside || !inside) return;
  const size_t rank = states_[*outside].dims.size();
  if (states_[*inside].dims.size() != rank || manual.dims.size() != rank) return;
  for (uint32_t d = 0; d < rank; ++d) {
    prefixes_.push_back(manual.dims[d]);
    const Tie ties[] = {{*outside, d, static_cast<uint32_t>(prefixes_.size() - 1)}, {*inside, d}};
    AddGroup(ties, kEasy);
  }
}

void Flow::Factors(OpId op) {
  std::optional<OpFactors> factors = FactorsOf(module_, op, {});
  if (!factors) factors = FactorsOfRule(module_, op);
  if (!factors) return;
  const Op& record = module_.op(op);
  std::vector<std::vector<Tie>> ties(factors->summed.size());
  const auto add = [&](ValueId value, const std::vector<int>& of_dims) {
    const std::optional<uint32_t> slot = SlotOf(value);
    for (size_t d = 0; slot && d < of_dims.size(); ++d) {
      if (of_dims[d] != kWhole) ties[static_cast<size_t>(of_dims[d])].push_back({*slot, static_cast<uint32_t>(d)});
    }
  };
  for (size_t i = 0; i < record.num_operands; ++i) add(record.operands()[i], factors->operands[i]);
  for (size_t i = 0; i < record.num_results; ++i) add(record.result(i), factors->results[i]);
  const Level level = Is(module_, op, Trait::kElementwise) ? kEasy : kAll;
  for (const std::vector<Tie>& group : ties) AddGroup(group, level);
}

// What begins, is carried, comes round and leaves.
void Flow::Loop(OpId op) {
  const BlockId cond = module_.entry_block(op, 0);
  const BlockId body = module_.entry_block(op, 1);
  const std::span<const ValueId> again = module_.op(module_.last_op(body)).operands();
  for (size_t i = 0; i < module_.op(op).num_results; ++i) {
    TieAll({SlotOf(module_.op(op).operands()[i]), SlotOf(module_.block(cond).args[i]),
            SlotOf(module_.block(body).args[i]), SlotOf(again[i]), SlotOf(module_.op(op).result(i))});
  }
}

void Flow::Branches(OpId op) {
  for (size_t i = 0; i < module_.op(op).num_results; ++i) {
    std::vector<std::optional<uint32_t>> slots = {SlotOf(module_.op(op).result(i))};
    for (size_t r = 0; r < module_.op(op).num_regions; ++r) {
      const OpId end = module_.last_op(module_.entry_block(op, r));
      if (end.valid() && i < module_.op(end).num_operands) slots.push_back(SlotOf(module_.op(end).operands()[i]));
    }
    TieAll(slots);
  }
}

AxisParts Flow::ManualAxes(OpId op) const {
  const std::string_view names = Text(module_.attr(op, "manual_axes"));
  AxisParts parts;
  for (const auto& [mesh_name, mesh] : meshes_) {
    int64_t faster = 1;
    for (size_t i = mesh.axes.size(); i-- > 0;) {
      const auto& [name, size] = mesh.axes[i];
      if (size > 1 && names.find("\"" + name + "\"") != names.npos) parts.push_back({faster, size});
      if (__builtin_mul_overflow(faster, size, &faster)) return parts;
    }
  }
  return parts;
}

void Flow::KeepManualAxes() {
  if (manual_.empty()) return;
  for (const auto& [index, slot] : slots_) {
    const ValueId value(index);
    const OpId defining = module_.defining_op(value);
    const BlockId block = defining.valid() ? module_.op(defining).block : module_.argument_block(value);
    for (OpId op = module_.region(module_.block(block).region).op; op.valid(); op = module_.parent(op)) {
      const auto manual = manual_.find(op.index());
      if (manual == manual_.end()) continue;
      AxisParts& taken = states_[slot].taken;
      taken.insert(taken.end(), manual->second.begin(), manual->second.end());
    }
  }
}

// Operands go in by a state of their own, which is what the computation says of them.
void Flow::Manual(OpId op) {
  const AxisParts& own = manual_[op.index()] = ManualAxes(op);
  const BlockId body = module_.entry_block(op);
  const OpId end = body.valid() ? module_.last_op(body) : OpId();
  if (!end.valid()) return;
  const auto read = [&](std::string_view name, auto&& values, std::optional<std::string_view> axes) {
    std::vector<size_t> ranks;
    for (const ValueId value : values) ranks.push_back(DimsOf(module_.type(value)).size());
    return ParseAxisShardings(Text(module_.attr(op, name)), ranks, options_.num_partitions, meshes_, axes);
  };
  const std::string_view axes = Text(module_.attr(op, "manual_axes"));
  const auto said_in = read("in_shardings", module_.op(op).operands(), std::nullopt);
  const auto said_out = read("out_shardings", module_.op(op).results(), std::nullopt);
  const auto manual_in = read("in_shardings", module_.op(op).operands(), axes);
  const auto manual_out = read("out_shardings", module_.op(op).results(), axes);
  if (!said_in.ok() || !said_out.ok() || !manual_in.ok() || !manual_out.ok()) return;
  for (size_t i = 0; i < module_.op(op).num_operands && i < module_.block(body).args.size(); ++i) {
    const ValueId operand = module_.op(op).operands()[i];
    const std::optional<uint32_t> outside = SlotOf(operand);
    const std::optional<uint32_t> taken_in = NewSlot(module_.type(operand));
    Say(taken_in, (*said_in)[i]);
    if (taken_in) states_[*taken_in].taken.insert(states_[*taken_in].taken.end(), own.begin(), own.end());
    TieAll({outside, taken_in});
    TieInside(taken_in, SlotOf(module_.block(body).args[i]), (*manual_in)[i]);
  }
  for (size_t i = 0; i < module_.op(op).num_results && i < module_.op(end).num_operands; ++i) {
    const std::optional<uint32_t> result = SlotOf(module_.op(op).result(i));
    Say(result, (*said_out)[i]);
    if (result) states_[*result].taken.insert(states_[*result].taken.end(), own.begin(), own.end());
    TieInside(result, SlotOf(module_.op(end).operands()[i]), (*manual_out)[i]);
  }
}

void Flow::Member(OpId op) {
  const AttrId id = module_.attr(op, "group_id");
  if (!module_.attrs().Is(id, AttrKind::kInteger)) return;
  const std::optional<uint32_t> slot = SlotOf(module_.op(op).operands()[0]);
  const auto [first, is_new] = alike_.emplace(module_.attrs().integer(id), slot);
  if (!is_new) TieAll({first->second, slot});
}

void Flow::StatedResults(OpId op) {
  const std::string_view text = Text(module_.attr(op, "sdy.sharding"));
  if (text.empty()) return;
  std::vector<size_t> ranks;
  for (const ValueId result : module_.op(op).results()) ranks.push_back(DimsOf(module_.type(result)).size());
  const StatusOr<std::vector<AxisSharding>> stated = ParseAxisShardings(text, ranks, options_.num_partitions, meshes_);
  for (size_t i = 0; stated.ok() && i < ranks.size(); ++i) Say(SlotOf(module_.op(op).result(i)), (*stated)[i]);
}

void Flow::CollectOp(OpId op) {
  const Opcode opcode = module_.op(op).opcode;
  const auto* restated = std::ranges::find(kRestated, opcode, &Restated::opcode);
  if (restated != std::end(kRestated)) {
    const std::optional<uint32_t> result = SlotOf(module_.op(op).result(0));
    Say(result, Text(module_.attr(op, restated->attribute)));
    TieAll({SlotOf(module_.op(op).operands()[0]), result});
  } else if (opcode == Opcode::kWhile) {
    Loop(op);
  } else if (opcode == Opcode::kCase || opcode == Opcode::kIf) {
    Branches(op);
  } else if (opcode == Opcode::kSdyManualComputation) {
    Manual(op);
  } else if (opcode == Opcode::kSdyShardingGroup) {
    Member(op);
  } else {
    Factors(op);
  }
  StatedResults(op);
}

void Flow::Collect(OpId op) {
  const Function function(module_, op);
  for (size_t i = 0; i < function.arguments().size() && i < options_.arguments.size(); ++i) {
    Say(SlotOf(function.arguments()[i]), options_.arguments[i]);
  }
  const OpId end = module_.last_op(function.body());
  const PreOrder walk(module_, op);
  for (auto it = walk.begin(); it != walk.end(); ++it) {
    const Opcode opcode = module_.op(*it).opcode;
    constexpr Opcode kFollowed[] = {Opcode::kWhile, Opcode::kCase, Opcode::kIf, Opcode::kSdyManualComputation};
    if (*it == op || *it == end) continue;
    CollectOp(*it);
    if (std::ranges::find(kFollowed, opcode) == std::end(kFollowed)) it.SkipRegions();
  }
  for (size_t i = 0; i < module_.op(end).num_operands && i < options_.results.size(); ++i) {
    if (options_.results[i].empty()) continue;
    const ValueId given = module_.op(end).operands()[i];
    const std::optional<uint32_t> result = NewSlot(module_.type(given));
    Say(result, options_.results[i]);
    TieAll({SlotOf(given), result});
  }
}

// ---- Spreading

bool Flow::Take(const Tie& tie, const AxisParts& axes) {
  State& state = states_[tie.slot];
  AxisParts& dim = state.dims[tie.dim];
  const AxisParts& prefix = prefixes_[tie.prefix];
  const std::span<const AxisPart> have = Along(tie);
  if (state.closed[tie.dim] || have.size() >= axes.size() || dim.size() < prefix.size()) return false;
  if (!std::ranges::equal(have, std::span(axes).first(have.size()))) return false;
  const std::span<const AxisPart> more = std::span(axes).subspan(have.size());
  if (std::ranges::any_of(more, [&](const AxisPart& axis) { return state.Uses(axis); })) return false;
  if (state.extents[tie.dim] % (SizeOf(prefix) * SizeOf(axes)) != 0) return false;
  dim.insert(dim.end(), more.begin(), more.end());
  return true;
}

bool Flow::Spread(const Group& group) {
  const std::span<const Tie> ties = std::span(ties_).subspan(group.first, group.last - group.first);
  std::vector<AxisParts> found;
  for (const Tie& tie : ties) {
    const std::span<const AxisPart> axes = Along(tie);
    const auto is_same = [&](const AxisParts& other) { return std::ranges::equal(other, axes); };
    if (!axes.empty() && std::ranges::none_of(found, is_same)) found.emplace_back(axes.begin(), axes.end());
  }
  if (found.empty()) return false;
  std::ranges::sort(found, std::ranges::greater(), SizeOf);
  bool changed = false;
  for (const Tie& tie : ties) {
    changed |= std::ranges::any_of(found, [&](const AxisParts& axes) { return Take(tie, axes); });
  }
  return changed;
}

void Flow::Spread(Level level) {
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMostSweeps; ++sweep) {
    changed = false;
    for (const Group& group : groups_) changed |= group.level <= level && Spread(group);
    for (size_t i = groups_.size(); i-- > 0;) changed |= groups_[i].level <= level && Spread(groups_[i]);
  }
}

}  // namespace

FlowedDims FlowShardings(const Module& module, OpId function, const FlowOptions& options, const Meshes& meshes) {
  return Flow(module, options, meshes).Run(function);
}

}  // namespace cppjrt::stablehlo
