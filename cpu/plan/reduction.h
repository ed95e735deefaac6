// Reduction: what the nodes that combine many elements to one have in common. For an element of the result, and a point of
// the inner loops, it says which elements are combined:
//
//   reduce         the operands at the kept and reduced indices
//   reduce_window  the operands within the window, the initial values outside
//   dot            lhs * rhs, for each contracted index
//   convolution    input * kernel, for each input feature and point of the kernel
#ifndef CPPJRT_CPU_PLAN_REDUCTION_H_
#define CPPJRT_CPU_PLAN_REDUCTION_H_

#include <optional>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/index.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu {

bool IsReduction(const Node& node);
// The extents of the inner loops.
Dims InnerDims(const Node& node);
// REQUIRES: `outer` indexes the result, `inner` InnerDims. For reduce and reduce_window one source for each input; for dot
// and convolution two, whose product counts, and nothing where guards do not hold.
std::vector<Source> ReductionSources(IndexSpace& space, const Node& node, const Index& outer, const Index& inner);

// What a body of two parameters of one type does, if it is one of these.
enum class Monoid : uint8_t { kAdd, kMultiply, kMinimum, kMaximum, kAnd, kOr, kXor };
std::optional<Monoid> ReducerMonoid(const Body& body);

// Whether a scan is by one of these, of a type that they are precompiled for: f32, f64, integers of whole bytes, i1.
bool IsPlainScan(const Node& node);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_REDUCTION_H_
