// CheckPlan: proves that every step of a finished plan reads what the graph says it reads.
//
// The proof knows nothing of how the plan was made: of groups, lives or reasons to share memory. It follows the steps in
// order and keeps which value is in which bytes (memory_state.h):
//
//   - What a step reads is derived from the graph, down to values that have buffers. All of the value must be in its buffer.
//   - What a step writes replaces whatever was in those bytes.
//   - A kernel that reads bytes that it also writes reads each of them no later than it writes it, by its index expressions
//     (check_kernel.h).
//   - An update finds its array where it makes its result; so does a scatter.
//   - A loop begins with its initial values in place, its condition reads what is carried, and an iteration ends with its
//     results there. What the loop writes anywhere is unknown at the start of each iteration.
//   - Each branch of a case ends with the results of the case in place. What any branch writes is unknown afterwards.
//   - The program ends with each result in its memory.
//
// All of that holds with each result in memory of its own, and with every result that may take over an argument's memory
// doing so. A mistake of the planner would be silently wrong numbers; so it is an error of the compilation, and the evaluator
// runs the program (docs/compiler.md).
#ifndef CPPJRT_CPU_PLAN_CHECK_PLAN_H_
#define CPPJRT_CPU_PLAN_CHECK_PLAN_H_

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// INTERNAL, with the step that reads, the value it wants and what is there instead. About linear in the plan.
Status CheckPlan(const Graph& graph, const Plan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_CHECK_PLAN_H_
