#include "conform/semantics/runner.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "conform/semantics/batch.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/version.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/chlo.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Module;
using stablehlo::Version;

std::string FirstLines(std::string_view text) { return std::string(text.substr(0, 600)); }

// The program of one request, in the form asked for.
StatusOr<std::string> Written(Module& module, Form form, Version version) {
  if (form == Form::kText) return stablehlo::Print(module);
  stablehlo::DiagnosticSink sink(&module.source());
  CPPJRT_RETURN_IF_ERROR(stablehlo::DecomposeChlo(module, sink));  // frameworks do so before they write
  return stablehlo::WriteArtifact(module, version, {.with_locations = false});
}

// A case in one form, on its way.
struct Item {
  size_t source;
  Form form;
};

struct Job {
  std::vector<size_t> items;
  bool again = false;  // alone after it was wrong among others
};

class Runner {
 public:
  Runner(const std::vector<CaseSource>& sources, const EngineFactory& factory, const RunnerOptions& options)
      : sources_(sources), options_(options), cases_(sources.size()) {
    for (int i = 0; i < std::max(options.jobs, 1); ++i) {
      workers_.push_back(std::make_unique<Worker>(factory, options.limits));
      worker_jobs_.emplace_back();
    }
  }

  StatusOr<SemanticsRun> Run(const RunProgress& progress) {
    const auto start = std::chrono::steady_clock::now();
    CPPJRT_ASSIGN_OR_RETURN(run_.engine, workers_[0]->Facts());
    version_ = Version::Parse(run_.engine.artifact_version).value_or(Version{1, 0, 0});
    version_ = std::min(version_, stablehlo::kNewestVersion);
    MakeItems();
    MakeJobs();
    while (!queue_.empty() || NumBusy() > 0) {
      if (progress && !progress(done_, items_.size())) break;
      StartAll();
      if (NumBusy() == 0) continue;
      std::vector<Worker*> all;
      for (const auto& worker : workers_) all.push_back(worker.get());
      const size_t ready = WaitForAny(all);
      Handle(std::exchange(worker_jobs_[ready], {}), workers_[ready]->Finish());
    }
    for (const auto& worker : workers_) run_.processes += worker->starts();
    run_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(run_);
  }

 private:
  void MakeItems() {
    for (size_t i = 0; i < sources_.size(); ++i) {
      StatusOr<Case> test = ReadCase(sources_[i], options_.keep_constants);
      if (test.ok()) cases_[i] = std::make_unique<Case>(*std::move(test));
      for (const Form form : options_.forms) {
        items_.push_back({i, form});
        CaseResult& result = run_.results.emplace_back();
        result.id = sources_[i].id;
        result.group = sources_[i].group;
        result.form = form;
        if (cases_[i] != nullptr) {
          result.uses = cases_[i]->test.uses;
          result.message = "not reached";
        } else {
          result.message = FirstLines(test.status().message());
          ++done_;
        }
      }
    }
  }

  // Batches of cases of one form; what cannot be merged goes alone.
  void MakeJobs() {
    for (const Form form : options_.forms) {
      Job job;
      for (size_t i = 0; i < items_.size(); ++i) {
        if (items_[i].form != form || cases_[items_[i].source] == nullptr) continue;
        if (!cases_[items_[i].source]->program.empty()) {
          queue_.push_back({{i}});
          continue;
        }
        job.items.push_back(i);
        if (job.items.size() >= options_.batch) queue_.push_back(std::exchange(job, {}));
      }
      if (!job.items.empty()) queue_.push_back(std::move(job));
    }
  }

  size_t NumBusy() const {
    return static_cast<size_t>(std::ranges::count_if(workers_, [](const auto& worker) { return worker->busy(); }));
  }

  void StartAll() {
    for (size_t i = 0; i < workers_.size() && !queue_.empty(); ++i) {
      if (workers_[i]->busy()) continue;
      Job job = std::move(queue_.front());
      queue_.pop_front();
      StatusOr<Request> request = RequestFor(job);
      if (!request.ok()) {
        NotWritten(std::move(job), request.status());
        continue;
      }
      workers_[i]->Start(*request);
      worker_jobs_[i] = std::move(job);
      ++run_.compilations;
    }
  }

  StatusOr<Request> RequestFor(const Job& job) {
    Request request;
    for (const size_t item : job.items) {
      const std::vector<stablehlo::Tensor>& arguments = cases_[items_[item].source]->test.arguments;
      request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    }
    CPPJRT_ASSIGN_OR_RETURN(request.program, ProgramFor(job));
    return request;
  }

  StatusOr<std::string> ProgramFor(const Job& job) {
    const Item& first = items_[job.items[0]];
    Case& test = *cases_[first.source];
    if (!test.program.empty()) return first.form == Form::kText ? test.program : JaxArtifact(test);
    std::vector<Module*> modules;
    for (const size_t item : job.items) modules.push_back(&cases_[items_[item].source]->test.module);
    CPPJRT_ASSIGN_OR_RETURN(Module whole, Merge(modules));
    return Written(whole, first.form, version_);
  }

  // JAX's own artifact, unless it is newer than what the plugin reads.
  StatusOr<std::string> JaxArtifact(const Case& test) const {
    CPPJRT_ASSIGN_OR_RETURN(Module module, stablehlo::Parse(test.artifact, "program.mlirbc"));
    return stablehlo::WriteArtifact(module, version_);
  }

  // What cannot be written: halved, or left out.
  void NotWritten(Job job, const Status& why) {
    if (job.items.size() > 1) return Halve(std::move(job));
    Record(job.items[0], CaseEnd::kSkipped, why.message());
  }

  void Halve(Job job) {
    const auto middle = job.items.begin() + static_cast<ptrdiff_t>(job.items.size() / 2);
    queue_.push_front({{middle, job.items.end()}});
    queue_.push_front({{job.items.begin(), middle}});
  }

  void Handle(Job job, Answer answer) {
    if (answer.end == End::kOk) return JudgeJob(job, answer);
    if (job.items.size() > 1) return Halve(std::move(job));
    const size_t item = job.items[0];
    run_.results[item].signal = answer.signal;
    const std::string message = std::string(EndName(answer.end)) + ": " + std::string(answer.status.message());
    switch (answer.end) {
      case End::kUnsupported:
        return Record(item, CaseEnd::kUnsupported, answer.status.message());
      case End::kCrash:
        return Record(item, CaseEnd::kCrash, answer.status.message());
      case End::kHang:
        return Record(item, CaseEnd::kHang, answer.status.message());
      default:
        return Record(item, CaseEnd::kFail, message);
    }
  }

  void JudgeJob(const Job& job, const Answer& answer) {
    size_t first = 0;
    for (const size_t item : job.items) {
      const SelfCheck& test = cases_[items_[item].source]->test;
      const std::string wrong = JudgeCase(test, answer.results, first, run_.results[item].worst_ulp);
      first += NumResults(test);
      if (!wrong.empty() && job.items.size() > 1) {
        queue_.push_back({{item}, true});
      } else if (!wrong.empty()) {
        Record(item, CaseEnd::kFail, wrong);
      } else if (job.again) {
        Record(item, CaseEnd::kFail, "wrong only when compiled beside other programs");
      } else {
        Record(item, CaseEnd::kPass, {});
      }
    }
  }

  static size_t NumResults(const SelfCheck& test) {
    size_t count = 0;
    for (const ResultCheck& check : test.checks) {
      count = std::max({count, check.actual + 1, check.expected_result.value_or(0) + 1});
    }
    return count;
  }

  // What is wrong, or nothing.
  static std::string JudgeCase(const SelfCheck& test, const std::vector<Tensor>& results, size_t first,
                               uint64_t& worst_ulp) {
    for (size_t i = 0; i < test.checks.size(); ++i) {
      const ResultCheck& check = test.checks[i];
      const size_t last = first + std::max(check.actual, check.expected_result.value_or(0));
      if (last >= results.size()) return "the plugin gave " + std::to_string(results.size()) + " results";
      const Tensor& want = check.expected ? *check.expected : results[first + *check.expected_result];
      const Verdict verdict = Judge(results[first + check.actual], want, check.rule);
      // Sums that cancel are as many ulp apart as they like.
      if (check.rule.kind == RuleKind::kCheck) worst_ulp = std::max(worst_ulp, verdict.worst_ulp);
      if (!verdict.holds) {
        return (test.checks.size() > 1 ? "check " + std::to_string(i) + ": " : std::string()) + verdict.text;
      }
    }
    return {};
  }

  void Record(size_t item, CaseEnd end, std::string_view message) {
    run_.results[item].end = end;
    run_.results[item].message = FirstLines(message);
    ++done_;
  }

  const std::vector<CaseSource>& sources_;
  const RunnerOptions& options_;
  std::vector<std::unique_ptr<Case>> cases_;
  std::vector<Item> items_;
  std::deque<Job> queue_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Job> worker_jobs_;
  SemanticsRun run_;
  Version version_;
  size_t done_ = 0;
};

}  // namespace

std::string_view FormName(Form form) { return form == Form::kText ? "text" : "artifact"; }

std::string_view CaseEndName(CaseEnd end) {
  constexpr std::string_view kNames[kNumCaseEnds] = {"pass", "fail", "unsupported", "crash", "hang", "skipped"};
  return kNames[static_cast<size_t>(end)];
}

StatusOr<SemanticsRun> RunCorpus(const std::vector<CaseSource>& sources, const EngineFactory& factory,
                                 const RunnerOptions& options, const RunProgress& progress) {
  return Runner(sources, factory, options).Run(progress);
}

}  // namespace cppjrt::conform
