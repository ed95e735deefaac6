// Aliases: which results may be made in the memory of an argument that the caller gives up.
//
// There are two ways:
//
//   - The argument is read where it is, and nothing of it is read after something was written to the result (FindAliases). If the
//     caller keeps the argument, the result is elsewhere and nothing is copied. What is computed in between has memory of its own.
//   - The program works in the argument: its value is one like any other, which the first step copies from the argument, and
//     whatever takes over its memory ends as a result (WorkInArguments). Where the result is the argument's memory, nothing is
//     copied; if the caller keeps the argument, it is.
//
//       x -> exp -> while -> a * x + b      of 256 MB, x donated: the first way takes 768 MB at once, the second one 256 MB
#ifndef CPPJRT_CPU_PLAN_ALIASES_H_
#define CPPJRT_CPU_PLAN_ALIASES_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/groups.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// For each result of the graph the argument that is wanted for it, where nothing of the argument is read after something was
// written to the result; else -1. Whether the argument is given up is known only when the program runs.
std::vector<int64_t> FindAliases(const Graph& graph, const ValueSet& in_memory, const std::vector<int64_t>& wanted,
                                 const BodyPlan& entry, Groups& groups);

// `plan`, or one that works in arguments that are wanted for results, if that takes less memory. `make` makes a plan that works in
// these arguments as far as it can: result_may_be tells.
Plan WorkInArguments(Plan plan, const Graph& graph, const std::vector<int64_t>& wanted,
                     const std::function<Plan(const std::vector<int64_t>& arguments)>& make);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_ALIASES_H_
