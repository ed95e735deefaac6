// pjrt conform: holds a plugin against the C API, each check in a child process, and reports.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/conform_corpus.h"
#include "cli/progress.h"
#include "cli/usage.h"
#include "conform/registry/registry.h"
#include "conform/report/diff.h"
#include "conform/report/expectations.h"
#include "conform/report/report.h"
#include "conform/runner/check_child.h"
#include "conform/runner/run_checks.h"

namespace cppjrt::cli {
namespace {

using conform::Report;

struct Options {
  PluginChoice choice;
  std::vector<std::string> only;
  std::string topology;
  std::vector<std::string> topology_options;
  int jobs = 0;
  double timeout = 30;
  int64_t memory_mib = 4096;
  std::string json, junit, html;
  std::string expectations, baseline;
  std::vector<std::string> diff;
  std::string fail_on;
  bool verbose = false;
  bool list = false;
  bool markdown = false;
  bool child = false;
  ConformCorpusOptions corpus;  // --corpus: other checks, the same options
};

StatusOr<pjrt::NamedValues> ParseOptions(const std::vector<std::string>& texts) {
  pjrt::NamedValues values;
  for (const std::string& text : texts) {
    CPPJRT_ASSIGN_OR_RETURN(auto option, ParseCreateOption(text));
    values.insert(std::move(option));
  }
  return values;
}

StatusOr<conform::PluginSetup> SetupOf(const Options& options, const std::string& path) {
  conform::PluginSetup setup;
  setup.path = path;
  setup.topology = options.topology;
  CPPJRT_ASSIGN_OR_RETURN(setup.create_options, ParseOptions(options.choice.create_options));
  CPPJRT_ASSIGN_OR_RETURN(setup.topology_options, ParseOptions(options.topology_options));
  return setup;
}

// This program again, as the child that RunChildProcess is.
std::vector<std::string> ChildCommand(const Options& options, const std::string& path) {
  std::vector<std::string> command = {"/proc/self/exe", "conform", "--child", "--plugin", path};
  for (const std::string& option : options.choice.create_options) {
    command.insert(command.end(), {"--create-option", option});
  }
  if (!options.topology.empty()) command.insert(command.end(), {"--topology", options.topology});
  for (const std::string& option : options.topology_options) {
    command.insert(command.end(), {"--topology-option", option});
  }
  return command;
}

int RunChildProcess(const Options& options) {
  PJRT_CLI_ASSIGN(kUsage, const conform::PluginSetup setup, SetupOf(options, options.choice.plugin));
  const int code = conform::RunCheckChild(conform::AllChecks(), setup);
  // What a plugin does at exit is no check's business; those that look at it fork.
  std::fflush(nullptr);
  _exit(code);
}

// --- the run

void HandleInterrupt(int) { conform::InterruptIsolated(); }

void CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = HandleInterrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

conform::Facts OptionFacts(const Options& options, const conform::IsolateOptions& isolate) {
  conform::Facts facts;
  const auto join = [](const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, " ")); };
  if (!options.choice.create_options.empty()) facts.emplace_back("create options", join(options.choice.create_options));
  if (!options.topology.empty()) facts.emplace_back("topology", options.topology);
  if (!options.only.empty()) facts.emplace_back("only", join(options.only));
  facts.emplace_back("jobs", std::to_string(isolate.jobs));
  facts.emplace_back("timeout", fmt::format("{:g} s", isolate.seconds));
  facts.emplace_back("memory limit", fmt::format("{} MiB", isolate.memory_limit >> 20));
  return facts;
}

Status WriteReports(const Options& options, const Report& report) {
  if (!options.json.empty()) CPPJRT_RETURN_IF_ERROR(conform::WriteText(options.json, conform::ToJson(report)));
  if (!options.junit.empty()) CPPJRT_RETURN_IF_ERROR(conform::WriteText(options.junit, conform::ToJunit(report)));
  if (!options.html.empty()) CPPJRT_RETURN_IF_ERROR(conform::WriteText(options.html, conform::ToHtml(report)));
  return Status();
}

// Keeps the report on disk while the run goes on, so that even a killed harness leaves one.
class Checkpoint {
 public:
  explicit Checkpoint(const Options& options) : options_(options) {}
  void Offer(const Report& report) {
    const auto now = std::chrono::steady_clock::now();
    if (options_.json.empty() || options_.json == "-" || now - last_ < std::chrono::seconds(2)) return;
    last_ = now;
    static_cast<void>(conform::WriteText(options_.json, conform::ToJson(report)));
  }

 private:
  const Options& options_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

StatusOr<Report> MakeReport(const Options& options, const pjrt::PluginCandidate& file) {
  conform::RunOptions run;
  CPPJRT_ASSIGN_OR_RETURN(run.setup, SetupOf(options, file.path));
  run.plugin_name = file.name;
  run.only = options.only;
  run.isolate.command = ChildCommand(options, file.path);
  run.isolate.jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  run.isolate.seconds = options.timeout;
  run.isolate.memory_limit = options.memory_mib << 20;
  CatchInterrupts();
  Progress progress("checking " + file.name);
  Checkpoint checkpoint(options);
  Report report = conform::RunChecks(conform::AllChecks(), run, [&](const Report& so_far, size_t done) {
    progress.Update(fmt::format("checking {}: {} of {}", file.name, done, so_far.checks.size()));
    checkpoint.Offer(so_far);
  });
  report.harness = CPPJRT_VERSION;
  report.options = OptionFacts(options, run.isolate);
  return report;
}

Status ApplyExpectationFile(const Options& options, Report& report) {
  if (options.expectations.empty()) return Status();
  CPPJRT_ASSIGN_OR_RETURN(const auto expected, conform::ReadExpectations(options.expectations));
  for (const conform::ExpectedFailure& unused : conform::ApplyExpectations(expected, report)) {
    if (!options.only.empty()) continue;
    fmt::print(stderr, "pjrt: warning: {} line {}: no check matches '{}'\n", options.expectations, unused.line,
               unused.pattern);
  }
  return Status();
}

// --- how it ends

bool HasAny(const std::map<conform::Result, int>& counts, std::initializer_list<conform::Result> results) {
  return std::any_of(results.begin(), results.end(), [&](conform::Result result) {
    const auto found = counts.find(result);
    return found != counts.end() && found->second > 0;
  });
}

bool ShallFail(const std::string& policy, const Report& report, int regressions) {
  using enum conform::Result;
  const conform::Summary summary = conform::Summarize(report);
  if (!report.complete) return true;
  if (policy == "never") return false;
  if (policy == "regression") return regressions > 0;
  if (policy == "crash") return HasAny(summary.required, {kCrash, kHang, kLeak});
  const bool required = HasAny(summary.required, {kFail, kCrash, kHang, kLeak}) || summary.unexpected_passes > 0;
  if (policy == "advised") return required || !summary.advised.empty();
  return required;
}

int RunConform(const Options& options) {
  PJRT_CLI_ASSIGN(kNoPlugin, const pjrt::PluginCandidate file, FindPluginFile(options.choice));
  std::optional<Report> baseline;
  if (!options.baseline.empty()) {  // before the run, which takes long
    PJRT_CLI_ASSIGN(kBadInput, baseline, conform::ReadReport(options.baseline));
  }
  if (!options.expectations.empty()) {
    PJRT_CLI_TRY(kBadInput, conform::ReadExpectations(options.expectations).status());
  }
  PJRT_CLI_ASSIGN(kUsage, Report report, MakeReport(options, file));
  if (report.checks.empty()) {
    return Fail(kUsage, InvalidArgumentError("no check has this name; `pjrt conform --list` lists them"));
  }
  PJRT_CLI_TRY(kBadInput, ApplyExpectationFile(options, report));
  PJRT_CLI_TRY(kBadInput, WriteReports(options, report));
  int regressions = 0;
  const bool to_stdout = options.json == "-" || options.junit == "-" || options.html == "-";
  if (!to_stdout) fmt::print("{}", conform::ToText(report, options.verbose));
  if (baseline) {
    const conform::ReportDiff diff = conform::Compare(*baseline, report);
    regressions = diff.regressions;
    if (!to_stdout) fmt::print("\nagainst the baseline:\n\n{}", conform::ToText(diff));
  }
  const std::string policy = !options.fail_on.empty() ? options.fail_on : baseline ? "regression" : "fail";
  return ShallFail(policy, report, regressions) ? kDiffers : kSuccess;
}

int RunDiff(const Options& options) {
  PJRT_CLI_ASSIGN(kBadInput, const Report before, conform::ReadReport(options.diff[0]));
  PJRT_CLI_ASSIGN(kBadInput, const Report after, conform::ReadReport(options.diff[1]));
  const conform::ReportDiff diff = conform::Compare(before, after);
  if (!options.json.empty()) PJRT_CLI_TRY(kBadInput, conform::WriteText(options.json, conform::ToJson(diff)));
  if (!options.html.empty()) PJRT_CLI_TRY(kBadInput, conform::WriteText(options.html, conform::ToHtml(diff)));
  if (options.json != "-" && options.html != "-") fmt::print("{}", conform::ToText(diff));
  return diff.regressions > 0 ? kDiffers : kSuccess;
}

int RunList(const Options& options) {
  if (options.markdown) {
    fmt::print("{}", conform::ChecksAsMarkdown(conform::AllChecks()));
    return kSuccess;
  }
  for (const conform::Check& check : conform::AllChecks().checks()) {
    if (conform::Chosen(options.only, check.info.id)) fmt::print("{:<48} {}\n", check.info.id, check.info.title);
  }
  return kSuccess;
}

int RunCorpusOfPrograms(const Options& options) {
  ConformCorpusOptions corpus = options.corpus;
  corpus.choice = options.choice;
  if (options.only.size() > 1) return Fail(kUsage, InvalidArgumentError("--only is given once with --corpus"));
  if (!options.only.empty()) corpus.only = options.only[0];
  corpus.json = options.json;
  corpus.html = options.html;
  if (options.jobs > 0) corpus.jobs = options.jobs;
  corpus.verbose = options.verbose;
  return ConformCorpus(corpus);
}

int Run(const Options& options) {
  if (options.child) return RunChildProcess(options);
  if (options.list) return RunList(options);
  if (!options.diff.empty()) return RunDiff(options);
  if (!options.corpus.folder.empty()) return RunCorpusOfPrograms(options);
  return RunConform(options);
}

void AddReportOptions(CLI::App& command, Options& options) {
  command.add_option("--json", options.json, "Write the report as JSON; - is standard output")->type_name("FILE");
  command.add_option("--junit", options.junit, "Write the report as JUnit XML")->type_name("FILE");
  command.add_option("--html", options.html, "Write the report as one HTML file")->type_name("FILE");
  command
      .add_option("--expect", options.expectations, "List of expected failures: pattern, kind, and reason in each line")
      ->type_name("FILE");
  command.add_option("--baseline", options.baseline, "Report to compare with; regressions decide the exit code")
      ->type_name("FILE");
  command
      .add_option("--fail-on", options.fail_on,
                  "What makes the exit code 1: fail (any required fault), crash,\n"
                  "advised (advised faults too), regression (against --baseline), never")
      ->type_name("POLICY")
      ->check(OneOf({"fail", "crash", "advised", "regression", "never"}));
  command.add_option("--diff", options.diff, "Compare two reports instead of running anything")
      ->type_name("A.json B.json")
      ->expected(2);
}

}  // namespace

void AddConform(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("conform", "Test a plugin against the PJRT C API");
  auto options = std::make_shared<Options>();
  command->add_option("PLUGIN", options->choice.plugin, "Plugin by name or path, as --plugin");
  AddPluginOptions(*command, options->choice);
  command->add_option("--only", options->only, "Areas, checks, or patterns such as 'buffers.*.f8*'")
      ->type_name("AREA")
      ->allow_extra_args(false);
  command->add_option("--topology", options->topology, "Topology to compile for if there is no device")
      ->type_name("NAME");
  command->add_option("--topology-option", options->topology_options, "Option for that topology")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--jobs,-j", options->jobs, "Number of concurrent processes (default: one for each core)")
      ->type_name("N")
      ->check(WholeNumber(1, 1024));
  command->add_option("--timeout", options->timeout, "Time limit of a check in seconds (default 30)")
      ->type_name("SECONDS")
      ->check(NonNegativeNumber());
  command->add_option("--memory", options->memory_mib, "Memory limit of a check in MiB (default 4096)")
      ->type_name("MIB")
      ->check(WholeNumber(16, int64_t{1} << 30));
  AddReportOptions(*command, *options);
  command
      ->add_option("--corpus", options->corpus.folder,
                   "Run the StableHLO test programs of a folder instead of the checks")
      ->type_name("DIR");
  command->add_option("--form", options->corpus.form, "With --corpus: pass programs as text, artifact, or both")
      ->type_name("FORM")
      ->check(OneOf({"text", "artifact", "both"}));
  command->add_flag("--verbose", options->verbose, "Show every check, not only faults");
  command->add_flag("--list", options->list, "List the checks instead of running them");
  command->add_flag("--markdown", options->markdown, "With --list: print a page that explains each check");
  command->add_flag("--child", options->child)->group("");
  command->callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace cppjrt::cli
