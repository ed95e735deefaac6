// Sends every program of a corpus runner through the compiler's graph and its passes and back to StableHLO before it runs, so
// that the evaluator judges import and passes. CPPJRT_SKIP_PASSES names passes to leave out, CPPJRT_BISECT how many to run.
//
// A program that cannot be a graph runs as it is; at the end it is said how many there were.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "cpu/graph/export.h"
#include "cpu/graph/import.h"
#include "cpu/graph/verify.h"
#include "cpu/passes/pipeline.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/pipeline.h"
#include "tests/corpus/before_run.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::DiagnosticSink;
using stablehlo::Module;
using stablehlo::VerifiedModule;

struct Tally {
  int graphs = 0, others = 0;
  ~Tally() { std::printf("%d programs through the graph, %d as they are\n", graphs, others); }
};
Tally tally;

OptimizeOptions Options() {
  OptimizeOptions options;
  options.verify = true;
  if (const char* skip = std::getenv("CPPJRT_SKIP_PASSES")) {
    std::istringstream names(skip);
    for (std::string name; std::getline(names, name, ',');) options.skip.push_back(name);
  }
  if (const char* bisect = std::getenv("CPPJRT_BISECT")) options.most_passes = std::atoi(bisect);
  return options;
}

StatusOr<VerifiedModule> Checked(Module module) {
  const stablehlo::Source source = module.source();
  DiagnosticSink sink(&source);
  StatusOr<VerifiedModule> verified = stablehlo::Verify(std::move(module), sink);
  if (!verified.ok()) return InternalError("exported graph: " + sink.Render());
  return verified;
}

// Graphs take and give flat lists, which the runners do not.
bool HasTuples(const Module& module, std::string_view entry) {
  const stablehlo::TypeTable& types = module.types();
  const stablehlo::TypeId type = stablehlo::Function(module, stablehlo::FindEntry(module, entry)).type();
  for (size_t i = 0; i < types.num_members(type); ++i) {
    if (types.kind(types.member(type, i)) == stablehlo::TypeKind::kTuple) return true;
  }
  return false;
}

StatusOr<VerifiedModule> ThroughGraph(VerifiedModule runnable, const stablehlo::Environment& environment,
                                      std::string_view entry) {
  auto module = std::make_shared<Module>(std::move(runnable).Release());
  DiagnosticSink sink;
  CPPJRT_RETURN_IF_ERROR(stablehlo::InlineCalls(*module, {.everything = true}, sink));
  ImportOptions import;
  import.environment = environment;
  import.owner = module;
  StatusOr<std::unique_ptr<Graph>> graph = Import(*module, stablehlo::FindEntry(*module, entry), import);
  if (!graph.ok() || HasTuples(*module, entry)) {
    if (!graph.ok() && graph.status().code() == StatusCode::kInternal) return graph.status();
    ++tally.others;
    return Checked(std::move(*module));
  }
  CPPJRT_RETURN_IF_ERROR(Verify(**graph));
  CPPJRT_RETURN_IF_ERROR(Optimize(**graph, Options()));
  CPPJRT_ASSIGN_OR_RETURN(Module exported, Export(**graph));
  exported.KeepAlive(module);
  ++tally.graphs;
  return Checked(std::move(exported));
}

const bool set = [] {
  stablehlo::before_run = ThroughGraph;
  return true;
}();

}  // namespace
}  // namespace cppjrt::cpu
