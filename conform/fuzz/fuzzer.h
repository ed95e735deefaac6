// The fuzzer: programs at random on two engines, what differs cut down to the ops that do it.
//
//   FuzzOptions options{.seed = 1, .seconds = 60};
//   StatusOr<FuzzResult> result = Fuzz(plugin_factory, evaluator_factory, options, {});
//   for (const FuzzCase& found : result->cases) std::fputs(CaseText(found).c_str(), file);
//
// The second engine is the judge: its results are the expected ones. Both run in worker processes; a crash, a hang or a
// refusal of a valid program by the first is a finding like a wrong value. Of findings that concern the same ops, type and
// kind of difference only the first is kept. The same seed makes the same programs.
#ifndef CPPJRT_CONFORM_FUZZ_FUZZER_H_
#define CPPJRT_CONFORM_FUZZ_FUZZER_H_

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conform/engine/worker.h"
#include "conform/fuzz/case_file.h"
#include "conform/fuzz/generate.h"

namespace cppjrt::conform {

struct FuzzOptions {
  uint64_t seed = 1;
  double seconds = 60;
  int64_t programs = 0;  // 0: as many as there is time for
  GenerateOptions generate = {};
  WorkerLimits limits = {};
  std::set<Difference> allowed = {};  // not reported
  bool artifacts = true;              // every other program as an artifact
  bool subnormals = true;             // among the arguments
};

struct FuzzResult {
  EngineFacts engine;
  EngineFacts judge;
  int64_t programs = 0;
  int64_t compared = 0;
  int64_t unsupported = 0;  // by the engine
  int64_t unjudged = 0;     // the judge could not run them
  int64_t repeated = 0;     // findings of a key there was already
  int64_t unstable = 0;     // findings that did not stand closer looks
  std::map<std::string, int64_t> unsupported_ops;
  std::map<std::string, int64_t> unjudged_reasons;
  std::vector<FuzzCase> cases;
  double seconds = 0;
};

// Called after each program; false ends the run.
using FuzzProgress = std::function<bool(const FuzzResult& so_far)>;

StatusOr<FuzzResult> Fuzz(const EngineFactory& engine, const EngineFactory& judge, const FuzzOptions& options,
                          const FuzzProgress& progress);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_FUZZER_H_
