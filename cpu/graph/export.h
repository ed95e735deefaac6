// Export: a graph back into a StableHLO module, for the evaluator to run: how passes are tested, and how constants are
// folded.
//
//   CPPJRT_ASSIGN_OR_RETURN(Module module, Export(*graph));      // func.func @main, flat arguments and results
#ifndef CPPJRT_CPU_GRAPH_EXPORT_H_
#define CPPJRT_CPU_GRAPH_EXPORT_H_

#include <span>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

// UNIMPLEMENTED for tokens that fallbacks pass on in ways StableHLO has no op for.
StatusOr<stablehlo::Module> Export(const Graph& graph);

// What the node gives for operands that are known: one op, run by the evaluator. UNIMPLEMENTED for fallbacks, control flow
// and nodes whose bodies use values from outside.
StatusOr<std::vector<Tensor>> Evaluate(const Node& node, std::span<const Tensor> operands);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_EXPORT_H_
