#include "cpu/native/cross_program.h"

#include "cpu/graph/import.h"
#include "cpu/graph/print.h"
#include "cpu/passes/pipeline.h"

namespace cppjrt::cpu {

StatusOr<CrossProgram> CompileFor(const codegen::Target& target, stablehlo::Module& module, stablehlo::OpId entry,
                                  const NativeOptions& options) {
  CrossProgram made;
  ImportOptions import;
  import.environment = options.environment;
  import.owner = options.owner;
  CPPJRT_ASSIGN_OR_RETURN(made.graph, Import(module, entry, import));
  InsertChecks(*made.graph, options.checks);
  if (options.dump) options.dump("graph", Print(*made.graph));
  OptimizeOptions optimize;
  optimize.skip = options.skip_passes;
  CPPJRT_RETURN_IF_ERROR(Optimize(*made.graph, optimize));
  if (options.dump) options.dump("graph.optimized", Print(*made.graph));
  CPPJRT_ASSIGN_OR_RETURN(made.plan, MakePlan(*made.graph, {options.wanted_aliases}));
  if (options.dump) options.dump("plan", PlanText(*made.graph, made.plan));
  CPPJRT_ASSIGN_OR_RETURN(made.code, codegen::CrossCompile(*made.graph, made.plan, target, options.dump));
  return made;
}

}  // namespace cppjrt::cpu
