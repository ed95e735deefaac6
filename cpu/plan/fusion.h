// Fusion: which values are kept in memory; all others are computed where they are used.
//
// In memory are parameters, results of bodies, what calls, loops and branches take and give, and what a loop uses from
// outside. Of the rest, a value is worth memory if computing it again would cost more than reading it: if it is
// used by several kernels or at several places of one, if a broadcast would repeat it, or if the code would become too long.
#ifndef CPPJRT_CPU_PLAN_FUSION_H_
#define CPPJRT_CPU_PLAN_FUSION_H_

#include <unordered_set>

#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

using ValueSet = std::unordered_set<Value, ValueHash>;

// Decides for every body of the graph.
ValueSet ChooseMaterialized(const Graph& graph);

// Whether a node can be computed for one element at a time, where it is used.
bool IsFusible(const Node& node);
// A dot, reduction or the like that becomes a loop nest of our own instead of a call of a library kernel.
bool IsKernelReduction(const Node& node);
// Bytes of an array that is worth a place of its own among those that are added up.
inline constexpr int64_t kLargeProduct = 1 << 16;
// A result of so many bytes of a dot or convolution that is a call.
bool IsLargeProduct(Value v);
// About how many instructions the code of one element of a fusible node or reduction has, beside that of its operands.
int64_t CodeLength(const Node& node);
// A constant of which every element is the same.
bool IsSplat(const Node& node);
// The functions of reductions, scatters and sorts: they run on single elements, in registers.
bool HasElementBodies(const Node& node);

// Elements that a call reads by strides, instead of from dense memory of their own.
struct StridedView {
  Value base;  // not valid() if there is no such view
  int64_t offset = 0;
  Dims strides;  // one for each dimension of the viewed value; 0 where it is broadcast
};
// How `v` is a view of the first value under it that is not made by a view node, or that `stop` contains.
StridedView ViewOf(Value v, const ValueSet* stop = nullptr);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_FUSION_H_
