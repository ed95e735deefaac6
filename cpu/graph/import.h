// Import: a program into a graph.
//
//   RunnableOptions options;
//   options.inline_everything = true;
//   CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, sink));
//   auto module = std::make_shared<Module>(std::move(runnable).Release());
//   CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, Import(*module, FindEntry(*module, ""), {.owner = module}));
//
// Every op has a rule (import_rules.def). Tuples are flattened: the entry takes and gives a flat list. What is no node is
// run by the evaluator: a fallback node that holds a small program of that one op.
#ifndef CPPJRT_CPU_GRAPH_IMPORT_H_
#define CPPJRT_CPU_GRAPH_IMPORT_H_

#include <memory>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

struct ImportOptions {
  // What fallbacks are prepared with: custom-call targets, where constants live.
  stablehlo::Environment environment;
  // Keeps the module: large constants are then views of its bytes. Without one they are copies.
  std::shared_ptr<const void> owner;
};

// Bodies nest no deeper than this in a graph, so that passes may go down by recursion.
inline constexpr int kMaxBodyDepth = 200;

// `entry` is a function of a module that MakeRunnable (stablehlo/transforms/pipeline.h) made with inline_everything; it is
// not changed, but its locations are read. UNIMPLEMENTED, with the op's name and place, for what cannot be a graph: shapes
// that are not known, ops of unknown dialects, ops that run several functions.
StatusOr<std::unique_ptr<Graph>> Import(stablehlo::Module& module, stablehlo::OpId entry, const ImportOptions& options);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_IMPORT_H_
