// Runs the cases of a corpus on an engine in worker processes and judges what comes back.
//
//   RunnerOptions options{.jobs = 2, .forms = {Form::kText, Form::kArtifact}};
//   StatusOr<SemanticsRun> run = RunCorpus(sources, [] { return OpenPluginEngine(path, {}); }, options, {});
//   for (const CaseResult& result : run->results) …
//
// Cases go in batches, several programs compiled as one. A batch that is refused or takes its process down is halved until
// the case that does it is alone; a result that is wrong in a batch counts only if it is wrong alone too, and is told apart
// ("only beside others") if it is not.
#ifndef CPPJRT_CONFORM_SEMANTICS_RUNNER_H_
#define CPPJRT_CONFORM_SEMANTICS_RUNNER_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/engine/worker.h"
#include "conform/semantics/corpus.h"

namespace cppjrt::conform {

enum class Form : uint8_t { kText, kArtifact };
std::string_view FormName(Form form);  // "text", "artifact"

enum class CaseEnd : uint8_t {
  kPass,
  kFail,         // other values, an error, or refused although nothing says it is not supported
  kUnsupported,  // the plugin says so
  kCrash,
  kHang,
  kSkipped,  // cannot be asked of a plugin, or not written as an artifact
};
inline constexpr size_t kNumCaseEnds = 6;
std::string_view CaseEndName(CaseEnd end);

struct CaseResult {
  std::string id;
  std::string group;
  Form form = Form::kText;
  CaseEnd end = CaseEnd::kSkipped;
  std::string message;
  std::vector<OpUse> uses;
  uint64_t worst_ulp = 0;
  int signal = 0;
};

struct RunnerOptions {
  int jobs = 2;
  size_t batch = 24;
  std::vector<Form> forms = {Form::kText};
  bool keep_constants = false;
  WorkerLimits limits = {};
};

struct SemanticsRun {
  EngineFacts engine;
  std::vector<CaseResult> results;  // in the order of the sources, forms side by side
  double seconds = 0;
  int compilations = 0;
  int processes = 0;
};

// Called now and then with how many are done of how many; false ends the run, the rest counts as skipped.
using RunProgress = std::function<bool(size_t done, size_t total)>;

// An error if the engine cannot be opened; whatever it does later is a result.
StatusOr<SemanticsRun> RunCorpus(const std::vector<CaseSource>& sources, const EngineFactory& factory,
                                 const RunnerOptions& options, const RunProgress& progress);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_RUNNER_H_
