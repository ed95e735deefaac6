// Rematerialisation: cheap values are computed again where they are used, if they would be in memory where most is in use.
//
// A value that several kernels want is worth memory (fusion.h), as long as there is enough of it: a mask, a bias added or a
// conversion between two products lives from the first to the last of them. At the peak those are looked at that cost a few
// instructions; planned once more without them, the plan is taken if it needs clearly less.
#ifndef CPPJRT_CPU_PLAN_REMATERIALIZE_H_
#define CPPJRT_CPU_PLAN_REMATERIALIZE_H_

#include <functional>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// As ChooseMaterialized, but the values `again` are kept only where something needs them in memory.
ValueSet ChooseMaterializedBut(const Graph& graph, const ValueSet& again);

// Plans anew, with ever more values computed again, while that lowers the memory of temporaries. `make` plans.
Plan Rematerialize(Plan plan, const Graph& graph, const std::function<Plan(const ValueSet& again)>& make);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_REMATERIALIZE_H_
