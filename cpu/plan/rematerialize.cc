#include "cpu/plan/rematerialize.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace cppjrt::cpu {
namespace {

// Below so many bytes nobody notices; beyond so many nodes planning again takes too long.
constexpr int64_t kFewestBytes = 1 << 18;
constexpr uint32_t kMostNodes = 20000;
constexpr int kMostRounds = 4;
// The part of the arena that must be saved, and that a value must have to be looked at.
constexpr int64_t kSavedPart = 12;
constexpr int64_t kValuePart = 64;
// In simple instructions for an element: more would be slower than memory.
constexpr int kMostCost = 6;
// What does not stay in a cache takes as long to write and read as an exponential to compute.
constexpr int64_t kLargeBytes = int64_t{4} << 20;
constexpr int kMostCostOfLarge = 20;
// What is broadcast is so much smaller.
constexpr int64_t kBroadcastPart = 16;

int MostCost(Value v) { return v.shape().num_bytes() >= kLargeBytes ? kMostCostOfLarge : kMostCost; }

// What computing an element costs, with what is computed for it; more than MostCost if it is too much.
int CostAgain(Value v, const Plan& plan) {
  int cost = 0;
  const int most = MostCost(v);
  std::vector<Value> open = {v};
  while (!open.empty() && cost <= most) {
    const Value at = open.back();
    open.pop_back();
    if (!(at == v) && (plan.buffer_of.contains(at) || IsSplat(*at.node))) {
      cost += IsSplat(*at.node) ? 0 : 1;
      continue;
    }
    const Node& node = *at.node;
    if (!IsFusible(node)) {
      // A reduction in a register would be kept for each row.
      if (at.shape().num_bytes() > v.shape().num_bytes() / kBroadcastPart) return most + 1;
      cost += 1;
      continue;
    }
    cost += node.kind == NodeKind::kElementwise ? ElementCost(node.op()) : 1;
    open.insert(open.end(), node.operands.begin(), node.operands.end());
  }
  return cost;
}

std::vector<Value> CheapAtPeak(const Plan& plan) {
  std::vector<bool> alive(plan.buffers.size());
  for (const BufferId id : plan.alive_at_peak) {
    const auto at = static_cast<size_t>(id);
    alive[at] = plan.buffers[at].bytes * kValuePart >= plan.arena_bytes;
  }
  std::vector<Value> cheap;
  for (const auto& [v, buffer] : plan.buffer_of) {
    const Node& node = *v.node;
    const bool looks =
        node.kind == NodeKind::kElementwise || node.kind == NodeKind::kBroadcast || node.kind == NodeKind::kIota;
    if (alive[static_cast<size_t>(buffer)] && looks && CostAgain(v, plan) <= MostCost(v)) cheap.push_back(v);
  }
  return cheap;
}

}  // namespace

Plan Rematerialize(Plan plan, const Graph& graph, const std::function<Plan(const ValueSet& again)>& make) {
  if (graph.num_nodes() > kMostNodes) return plan;
  ValueSet again;
  for (int round = 0; round < kMostRounds && plan.arena_bytes >= kFewestBytes; ++round) {
    bool more = false;
    for (const Value v : CheapAtPeak(plan)) more |= again.insert(v).second;
    if (!more) return plan;
    Plan other = make(again);
    if (other.arena_bytes > plan.arena_bytes - plan.arena_bytes / kSavedPart) return plan;
    plan = std::move(other);
  }
  return plan;
}

}  // namespace cppjrt::cpu
