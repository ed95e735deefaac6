// Aliases: which results may be made in the memory of an argument that the caller gives up.
#ifndef CPPJRT_CPU_PLAN_ALIASES_H_
#define CPPJRT_CPU_PLAN_ALIASES_H_

#include <cstdint>
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

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_ALIASES_H_
