#include "cpu/plan/aliases.h"

#include <algorithm>

#include "cpu/plan/in_place.h"

namespace cppjrt::cpu {
namespace {

bool Contains(const std::vector<int64_t>& numbers, int64_t number) {
  return std::ranges::find(numbers, number) != numbers.end();
}

class AliasCheck {
 public:
  AliasCheck(const ValueSet& in_memory, const BodyPlan& entry, Groups& groups)
      : in_memory_(in_memory), entry_(entry), groups_(groups) {}

  // Whether the argument's memory may be that of the group.
  bool Holds(int group, Value argument) {
    bool written = false;
    bool other = false;  // something else than a copy of the argument was written
    for (const Step& step : entry_.steps) {
      const bool reads = std::find(step.reads.begin(), step.reads.end(), argument) != step.reads.end();
      const bool writes = Writes(step, group);
      if (reads && (written || writes) && !ReadsInTime(step, group, argument, written, other)) return false;
      written |= writes;
      other |= writes && step.kind != Step::Kind::kCopy;
    }
    return true;
  }

 private:
  bool ReadsInTime(const Step& step, int group, Value argument, bool written, bool other) {
    if (step.kind == Step::Kind::kCopy) return !written;
    if (other) return false;
    if (IsUpdate(step)) {
      // The argument was copied to the result, where it changes now.
      const bool of_argument = groups_.Base(step.node->operands[0]) == argument && groups_.Of({step.node, 0}) == group;
      return written && of_argument && UpdateReadsOnlyInPlace(in_memory_, step);
    }
    return !written && std::all_of(step.writes.begin(), step.writes.end(), [&](Value v) {
      return groups_.Of(v) != group || MayWriteOver(in_memory_, step, argument, v);
    });
  }

  bool Writes(const Step& step, int group) {
    if (step.to >= 0 && groups_.Find(step.to) == group) return true;
    if (step.kind == Step::Kind::kSwap && groups_.Find(step.from) == group) return true;
    if (std::any_of(step.writes.begin(), step.writes.end(),
                    [&](Value v) { return !v.shape().token && groups_.Of(v) == group; })) {
      return true;
    }
    return std::any_of(step.bodies.begin(), step.bodies.end(), [&](const auto& inner) {
      return std::any_of(inner->steps.begin(), inner->steps.end(), [&](const Step& s) { return Writes(s, group); });
    });
  }

  const ValueSet& in_memory_;
  const BodyPlan& entry_;
  Groups& groups_;
};

// Each plan without those that did not come to a result can have more of these, but that is rare.
constexpr int kMaxRounds = 3;

std::vector<int64_t> LargeWanted(const Graph& graph, const std::vector<int64_t>& wanted) {
  const Body& entry = graph.entry();
  std::vector<int64_t> arguments;
  for (size_t i = 0; i < wanted.size() && i < entry.results.size(); ++i) {
    if (wanted[i] < 0 || static_cast<size_t>(wanted[i]) >= entry.parameters.size()) continue;
    const int64_t bytes = entry.parameters[static_cast<size_t>(wanted[i])]->shape().num_bytes();
    const bool fits = !entry.results[i].shape().token && entry.results[i].shape().num_bytes() == bytes;
    if (fits && bytes > kMostStackBytes && !Contains(arguments, wanted[i])) arguments.push_back(wanted[i]);
  }
  return arguments;
}

// Beside the arguments, where the caller gives up all that it may.
int64_t BytesBeside(const Graph& graph, const Plan& plan) {
  int64_t bytes = plan.arena_bytes;
  for (size_t i = 0; i < plan.result_may_be.size(); ++i) {
    const Value result = graph.entry().results[i];
    if (plan.result_may_be[i] < 0 && !result.shape().token) bytes += result.shape().num_bytes();
  }
  return bytes;
}

}  // namespace

std::vector<int64_t> FindAliases(const Graph& graph, const ValueSet& in_memory, const std::vector<int64_t>& wanted,
                                 const BodyPlan& entry, Groups& groups) {
  const std::vector<Node*>& parameters = graph.entry().parameters;
  std::vector<int64_t> aliases(graph.entry().results.size(), -1);
  std::vector<int> group_of_result(aliases.size(), -1);
  for (const int group : groups.Roots()) {
    const Buffer& buffer = groups[group].buffer;
    if (buffer.kind == Buffer::Kind::kResult) group_of_result[static_cast<size_t>(buffer.number)] = group;
  }
  AliasCheck check(in_memory, entry, groups);
  for (size_t i = 0; i < wanted.size() && i < aliases.size(); ++i) {
    const Value result = graph.entry().results[i];
    if (wanted[i] < 0 || static_cast<size_t>(wanted[i]) >= parameters.size() || group_of_result[i] < 0) continue;
    const Value argument = {parameters[static_cast<size_t>(wanted[i])], 0};
    if (result.shape().token || result.shape().num_bytes() != argument.shape().num_bytes()) continue;
    if (check.Holds(group_of_result[i], argument)) aliases[i] = wanted[i];
  }
  return aliases;
}

Plan WorkInArguments(Plan plan, const Graph& graph, const std::vector<int64_t>& wanted,
                     const std::function<Plan(const std::vector<int64_t>& arguments)>& make) {
  std::vector<int64_t> arguments = LargeWanted(graph, wanted);
  const int64_t bytes = BytesBeside(graph, plan);
  for (int round = 0; round < kMaxRounds && bytes > 0 && !arguments.empty(); ++round) {
    Plan other = make(arguments);
    const size_t misplaced =
        std::erase_if(arguments, [&](int64_t argument) { return !Contains(other.result_may_be, argument); });
    if (misplaced == 0) return BytesBeside(graph, other) < bytes ? std::move(other) : std::move(plan);
  }
  return plan;
}

}  // namespace cppjrt::cpu
