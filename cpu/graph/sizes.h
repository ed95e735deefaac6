// Sizes of a graph: every array fits into memory, so that code which adds and multiplies extents stays within int64_t.
//
//   CPPJRT_RETURN_IF_ERROR(CheckSizes(graph));  // at the start of MakePlan
//
// The program itself has been checked before (stablehlo/eval/sizes.h); this is about what passes make of it.
#ifndef CPPJRT_CPU_GRAPH_SIZES_H_
#define CPPJRT_CPU_GRAPH_SIZES_H_

#include <string>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "stablehlo/eval/sizes.h"

namespace cppjrt::cpu {

// Of all values in memory at once, as of one.
inline constexpr int64_t kMaxArenaBytes = stablehlo::kMaxArrayBytes;

// Whether an array takes at most kMaxArrayBytes, also if its extents of 0 were 1: partial products are in range, too.
bool FitsMemory(const Shape& shape);
// "add f32[8,4] at model.mlir:7:8", for messages.
std::string Where(const Node& node, const Shape& shape);
// UNIMPLEMENTED, naming the node, if a value does not fit.
Status CheckSizes(const Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_SIZES_H_
