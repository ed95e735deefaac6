// FuzzWhole: whole programs on two engines, what differs made smaller. (`fuzzer.h` has the one for single operations.)
//
//   WholeFuzzOptions options{.seed = 1, .seconds = 60};
//   StatusOr<WholeFuzzResult> result = FuzzWhole(plugin_factory, evaluator_factory, options, {});
//
// The second engine is the judge: its results are the expected ones. Both run in worker processes; a crash, a hang or a refusal of
// a valid program by the first is a finding like a wrong value. The same seed makes the same programs.
#ifndef CPPJRT_CONFORM_PROGRAMS_FUZZ_WHOLE_H_
#define CPPJRT_CONFORM_PROGRAMS_FUZZ_WHOLE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conform/engine/worker.h"
#include "conform/programs/generate.h"

namespace cppjrt::conform {

struct WholeFuzzOptions {
  uint64_t seed = 1;
  double seconds = 60;
  int64_t programs = 0;  // 0: as many as there is time for
  size_t max_findings = 10;
  double shrink_seconds = 60;  // for each finding
  WholeOptions generate = {};
  WorkerLimits limits = {};
};

struct WholeFinding {
  uint64_t seed = 0;  // of the program, before it was made smaller
  End end = End::kOk;
  std::string cause;    // one line
  std::string program;  // text
  std::vector<Tensor> arguments;
  std::vector<Tensor> want;
};

struct WholeFuzzResult {
  EngineFacts engine;
  EngineFacts judge;
  int64_t programs = 0;
  int64_t compared = 0;
  int64_t with_loops = 0;
  int64_t with_updates = 0;  // with loops that update arrays they carry
  int64_t unsupported = 0;   // by the engine
  int64_t unjudged = 0;      // the judge could not run them
  std::map<std::string, int64_t> unsupported_reasons;
  std::vector<WholeFinding> findings;
  double seconds = 0;
};

// Called after each program; false ends the run.
using WholeFuzzProgress = std::function<bool(const WholeFuzzResult& so_far)>;

StatusOr<WholeFuzzResult> FuzzWhole(const EngineFactory& engine, const EngineFactory& judge,
                                    const WholeFuzzOptions& options, const WholeFuzzProgress& progress);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_FUZZ_WHOLE_H_
