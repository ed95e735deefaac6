// Views: from which element of which operand an element of a view node comes.
#ifndef CPPJRT_CPU_PLAN_VIEW_H_
#define CPPJRT_CPU_PLAN_VIEW_H_

#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/index.h"

namespace cppjrt::cpu {

// Holds where low <= expr < high, and expr is a multiple of `step` above low.
struct Guard {
  Affine expr;
  int64_t low = 0, high = 0;
  int64_t step = 1;
};

enum class Truth : uint8_t { kNever, kAlways, kSometimes };
Truth Decide(const IndexSpace& space, const Guard& guard);

// An operand's element, where all guards hold.
struct Source {
  std::vector<Guard> guards;
  Value value;
  Index index;
};

// The sources of the element of `node`'s result at `index`; the first whose guards hold is the one. The last has none.
// REQUIRES: the node is of group kView.
std::vector<Source> Resolve(IndexSpace& space, const Node& node, const Index& index);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_VIEW_H_
