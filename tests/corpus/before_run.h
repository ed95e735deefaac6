// What is done to a program that is ready to run, before it is: nothing, unless a runner is linked with a file that sets this
// (tests/graph/through_graph.cc sends programs through the compiler's graph).
#ifndef CPPJRT_TESTS_CORPUS_BEFORE_RUN_H_
#define CPPJRT_TESTS_CORPUS_BEFORE_RUN_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {

using BeforeRun = StatusOr<VerifiedModule> (*)(VerifiedModule module, const Environment& environment,
                                               std::string_view entry);
inline BeforeRun before_run = [](VerifiedModule module, const Environment&, std::string_view) {
  return StatusOr<VerifiedModule>(std::move(module));
};

// How a prepared program runs: by the evaluator, unless a runner is linked with a file that sets this (tests/corpus/
// native_run.cc compiles it first). Then programs are prepared with everything inlined.
using RunPrepared = StatusOr<std::vector<RuntimeValue>> (*)(const std::shared_ptr<const Program>& program,
                                                            const Environment& environment,
                                                            std::vector<RuntimeValue> arguments,
                                                            const RunOptions& options);
inline RunPrepared run_prepared = [](const std::shared_ptr<const Program>& program, const Environment&,
                                     std::vector<RuntimeValue> arguments,
                                     const RunOptions& options) { return program->Run(std::move(arguments), options); };
inline bool inline_before_run = false;

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_TESTS_CORPUS_BEFORE_RUN_H_
