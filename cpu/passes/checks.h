// Checks: nodes that look at what other nodes make and use (stablehlo/eval/run_checks.h says what for).
//
//   %2 = log f32[4] %1
//   check finite of log %2, %1        added behind it
//
// They come in before anything is optimised, so that each stands for an op of the program, and have effects: passes neither
// drop nor move them, the planner keeps them in order. What is looked at has to be in memory, so little is fused.
#ifndef CPPJRT_CPU_PASSES_CHECKS_H_
#define CPPJRT_CPU_PASSES_CHECKS_H_

#include "cpu/graph/graph.h"
#include "cpu/passes/check_settings.h"

namespace cppjrt::cpu {

// REQUIRES: the graph is as Import leaves it.
void InsertChecks(Graph& graph, const CheckSettings& settings);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CHECKS_H_
