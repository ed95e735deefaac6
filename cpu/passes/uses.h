// Uses of values.
#ifndef CPPJRT_CPU_PASSES_USES_H_
#define CPPJRT_CPU_PASSES_USES_H_

#include <functional>
#include <unordered_map>
#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// How often each result of each node is used, in the graph as it is now. Of nodes made later nothing is known: 1.
class UseCounts {
 public:
  explicit UseCounts(const Graph& graph);

  int64_t Of(Value value) const {
    if (value.node->id >= first_.size()) return 1;
    if (value.index == 0) return first_[value.node->id];
    const auto found = others_.find(Key(value));
    return found == others_.end() ? 0 : found->second;
  }

 private:
  static uint64_t Key(Value value) { return uint64_t{value.node->id} << 32 | value.index; }
  void Count(const Body& body);
  void Count(Value value) { ++(value.index == 0 ? first_[value.node->id] : others_[Key(value)]); }

  std::vector<int32_t> first_;                    // of first results, by id
  std::unordered_map<uint64_t, int32_t> others_;  // of other results
};

// Calls `visit` for each operand and result in a body and the bodies in it; it may change them.
void ForEachUse(Body& body, const std::function<void(Value&)>& visit);
// Within the body and the bodies in it.
void ReplaceUses(Body& body, Value from, Value to);
// Whether all that a node and its bodies use is made outside of `body` and the bodies in it.
bool UsesOnlyOutside(const Node& node, const Body& body);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_USES_H_
