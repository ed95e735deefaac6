#include "cli/conform_corpus.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <utility>

#include "cli/engine.h"
#include "conform/semantics/corpus.h"
#include "conform/semantics/runner.h"
#include "conform/semantics/table.h"

namespace cppjrt::cli {
namespace {

Status WriteFile(const std::string& path, const std::string& text) {
  if (path.empty()) return OkStatus();
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return UnknownError("cannot write " + path);
  return OkStatus();
}

conform::RunnerOptions RunnerOptionsOf(const ConformCorpusOptions& options) {
  conform::RunnerOptions runner;
  runner.jobs = options.jobs;
  runner.batch = static_cast<size_t>(std::max(options.batch, 1));
  runner.keep_constants = options.keep_constants;
  runner.limits.seconds = options.seconds;
  runner.forms.clear();
  if (options.form != "artifact") runner.forms.push_back(conform::Form::kText);
  if (options.form != "text") runner.forms.push_back(conform::Form::kArtifact);
  return runner;
}

bool AnyBad(const conform::SemanticsRun& run) {
  return std::ranges::any_of(run.results, [](const conform::CaseResult& result) {
    return result.end == conform::CaseEnd::kFail || result.end == conform::CaseEnd::kCrash ||
           result.end == conform::CaseEnd::kHang;
  });
}

}  // namespace

int ConformCorpus(const ConformCorpusOptions& options) {
  PJRT_CLI_ASSIGN(kBadInput, const std::vector<conform::CaseSource> sources,
                  conform::FindCases(options.folder, {.only = options.only}));
  const bool terminal = isatty(STDERR_FILENO) == 1;
  PJRT_CLI_ASSIGN(
      kNoPlugin, const conform::SemanticsRun run,
      conform::RunCorpus(sources, EngineOf(options.choice), RunnerOptionsOf(options), [&](size_t done, size_t total) {
        // Not a Progress, which has a thread: this process is forked.
        if (terminal) std::fprintf(stderr, "\r%zu of %zu cases ", done, total);
        return true;
      }));
  if (terminal) std::fprintf(stderr, "\r\033[K");
  std::fputs(conform::RunAsText(run, options.verbose).c_str(), stdout);
  PJRT_CLI_TRY(kBadInput, WriteFile(options.json, options.json.empty() ? std::string() : conform::RunAsJson(run)));
  PJRT_CLI_TRY(kBadInput, WriteFile(options.html, options.html.empty() ? std::string() : conform::RunAsHtml(run)));
  return AnyBad(run) ? kDiffers : kSuccess;
}

}  // namespace cppjrt::cli
