// pjrt bench: programs, plugins, or options side by side.
//
// Subjects are measured in rounds: a short batch of runs of each subject in every round, in rotating order, so that other load on
// the machine affects all subjects alike. Results are compared before anything is timed.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "cli/bench_report.h"
#include "cli/command.h"
#include "cli/data/compare.h"
#include "cli/device_arguments.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/run_guard.h"
#include "cli/run_inputs.h"
#include "cli/run_report.h"
#include "cli/usage.h"

namespace cppjrt::cli {
namespace {

using Clock = std::chrono::steady_clock;

// The length of a batch: changing subjects costs little, and drift within a batch is small.
constexpr double kBatchMs = 5;
// Limit of stored times of one subject.
constexpr size_t kMaxRuns = 1'000'000;

struct Options {
  std::vector<std::string> programs;
  std::vector<std::string> plugins;
  std::vector<std::string> create_options;
  std::vector<std::string> option_sets;  // "NAME=VALUE,NAME=VALUE"
  std::vector<std::string> inputs;
  uint64_t seed = 0;
  int devices = 1;
  int compiles = 1;
  int warmup = 5;
  double seconds = 2;
  int runs = 0;  // 0: as many as fit into `seconds`
  double rtol = 1e-3;
  double atol = 1e-5;
  std::string format = "text";
  std::string html;
  bool samples = false;
};

double MsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct OpenedClient {
  OpenedPlugin opened;
  pjrt::Client client;
};

// A subject ready to run.
struct Bench {
  BenchSubject facts;
  const pjrt::Client* client = nullptr;
  std::optional<pjrt::LoadedExecutable> executable;
  std::vector<data::Array> arrays;
  std::unique_ptr<DeviceArguments> arguments;
  std::vector<Result> results;
};

// The list's only element, or its i-th.
std::string Pick(const std::vector<std::string>& list, size_t i) {
  return list.empty() ? std::string() : list[list.size() == 1 ? 0 : i];
}

std::vector<std::string> SplitOptions(const std::string& set) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < set.size();) {
    const size_t comma = std::min(set.find(',', at), set.size());
    if (comma > at) parts.push_back(set.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

// The number of subjects. Lists with more than one element are walked together.
StatusOr<size_t> CountSubjects(const Options& options) {
  size_t count = 1;
  for (const auto* list : {&options.programs, &options.plugins, &options.option_sets}) {
    if (list->size() <= 1) continue;
    if (count > 1 && list->size() != count) {
      return InvalidArgumentError(fmt::format(
          "{} programs, {} plugins, and {} option sets do not match; give one of a kind, or the same number of each",
          options.programs.size(), options.plugins.size(), options.option_sets.size()));
    }
    count = list->size();
  }
  return count;
}

// "b/c" of "/a/b/c" for 2; the whole path if it has fewer components.
std::string LastComponents(const std::string& path, size_t count) {
  size_t begin = path.size();
  while (count-- > 0) {
    if (begin == 0) return path;
    begin = path.rfind('/', begin - 1);
    if (begin == std::string::npos) return path;
  }
  return path.substr(begin + 1);
}

// As many of the last components of `path` as distinguish it from the others.
std::string ShortPath(const std::string& path, const std::vector<std::string>& others) {
  for (size_t count = 1; LastComponents(path, count) != path; ++count) {
    const std::string name = LastComponents(path, count);
    const auto is_same = [&](const std::string& other) { return LastComponents(other, count) == name; };
    if (std::ranges::none_of(others, is_same)) return name;
  }
  return path;
}

// Plugins of one name are distinguished by their paths on the command line.
void NamePlugins(const Options& options, std::vector<Bench>& benches) {
  std::vector<std::string> names;
  for (const Bench& bench : benches) names.push_back(bench.facts.plugin);
  for (size_t i = 0; i < benches.size(); ++i) {
    std::vector<std::string> others;
    for (size_t k = 0; k < benches.size(); ++k) {
      if (names[k] == names[i] && Pick(options.plugins, k) != Pick(options.plugins, i))
        others.push_back(Pick(options.plugins, k));
    }
    const std::string path = Pick(options.plugins, i);
    if (!others.empty() && !path.empty()) benches[i].facts.plugin = ShortPath(path, others);
  }
}

// What differs between subjects.
std::string LabelOf(const Options& options, size_t i, const Bench& bench) {
  std::vector<std::string> parts;
  if (options.programs.size() > 1) parts.push_back(bench.facts.program);
  if (options.plugins.size() > 1) parts.push_back(bench.facts.plugin);
  if (options.option_sets.size() > 1)
    parts.push_back(bench.facts.options.empty() ? "default options" : bench.facts.options);
  return parts.empty() ? (i == 0 ? bench.facts.plugin : std::to_string(i)) : fmt::format("{}", fmt::join(parts, " "));
}

// Labels of subjects; equal ones are numbered.
void LabelSubjects(const Options& options, std::vector<Bench>& benches) {
  NamePlugins(options, benches);
  std::map<std::string, int> used;
  for (size_t i = 0; i < benches.size(); ++i) {
    std::string label = LabelOf(options, i, benches[i]);
    const int number = ++used[label];
    if (number > 1) label += fmt::format(" ({})", number);
    benches[i].facts.label = std::move(label);
  }
}

// One client for each plugin.
class Clients {
 public:
  explicit Clients(const Options& options) : options_(options) {}

  StatusOr<const OpenedClient*> Open(const std::string& plugin, BenchSubject& facts) {
    if (const auto found = clients_.find(plugin); found != clients_.end()) return found->second.get();
    const PluginChoice choice{plugin, options_.create_options};
    const auto start = Clock::now();
    CPPJRT_ASSIGN_OR_RETURN(OpenedPlugin opened, OpenPlugin(choice));
    facts.load = MsSince(start);
    const auto loaded = Clock::now();
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, OpenClient(opened, choice));
    facts.client = MsSince(loaded);
    auto& entry = clients_[plugin];
    entry = std::make_unique<OpenedClient>(OpenedClient{std::move(opened), std::move(client)});
    return entry.get();
  }

 private:
  const Options& options_;
  std::map<std::string, std::unique_ptr<OpenedClient>> clients_;
};

Status CompileAll(const Options& options, const std::string& code, stablehlo::Module* module, Bench& bench,
                  const pjrt::CompileOptions& compile_options, std::vector<std::string>& notes) {
  for (int i = 0; i < options.compiles; ++i) {
    bench.executable.reset();
    std::vector<std::string> said;
    const auto start = Clock::now();
    auto executable = CompileFor(*bench.client, code, module, compile_options, said);
    if (!executable.ok()) return executable.status().WithContext("cannot compile " + bench.facts.program);
    bench.facts.compile.push_back(MsSince(start));
    bench.executable = *std::move(executable);
    if (i == 0) notes.insert(notes.end(), said.begin(), said.end());
  }
  bench.facts.devices = bench.executable->devices().size();
  return Status();
}

Status BindArguments(const Options& options, const StatusOr<stablehlo::Module>& module, Bench& bench,
                     std::vector<std::string>& notes) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Input> inputs, ReadInputs(options.inputs));
  std::optional<pjrt::ProgramShape> signature;
  if (auto shape = bench.executable->executable().program_shape(); shape.ok()) {
    signature = *std::move(shape);
  } else if (module.ok()) {
    if (auto known = SignatureOf(*module); known.ok()) signature = *std::move(known);
  }
  CPPJRT_ASSIGN_OR_RETURN(bench.arrays, BindInputs(std::move(inputs), options.seed, signature, notes));
  bench.arguments = std::make_unique<DeviceArguments>(*bench.client, *bench.executable, bench.arrays);
  return Status();
}

// One run; the time from the call to its completion.
StatusOr<double> RunOnce(Bench& bench, std::vector<std::vector<pjrt::Buffer>>* outputs = nullptr) {
  CPPJRT_RETURN_IF_ERROR(bench.arguments->Refill());
  const auto rows = bench.arguments->Rows();
  std::vector<pjrt::Event> done;
  const auto start = Clock::now();
  auto results = bench.executable->ExecuteSharded(rows, {.launch_id = RunGuard::kLaunchId}, &done);
  CPPJRT_RETURN_IF_ERROR(results.status());
  for (const pjrt::Event& event : done) CPPJRT_RETURN_IF_ERROR(event.Await());
  const double ms = MsSince(start);
  if (outputs != nullptr) *outputs = *std::move(results);
  return ms;
}

Status FirstRun(Bench& bench) {
  RunGuard guard(*bench.client);
  const auto start = Clock::now();
  CPPJRT_RETURN_IF_ERROR(bench.arguments->Refill());
  bench.facts.upload = MsSince(start);
  std::vector<std::vector<pjrt::Buffer>> outputs;
  CPPJRT_ASSIGN_OR_RETURN(bench.facts.first_run, RunOnce(bench, &outputs));
  CPPJRT_ASSIGN_OR_RETURN(bench.results, FetchResults(outputs));
  return Status();
}

// `stage` is the exit code of a failure at the current point.
Status Prepare(const Options& options, size_t i, Clients& clients, Bench& bench, std::vector<std::string>& notes,
               ExitCode& stage) {
  stage = kBadInput;
  const std::string path = Pick(options.programs, i);
  bench.facts.program = ProgramName(path);
  bench.facts.options = Pick(options.option_sets, i);
  CPPJRT_ASSIGN_OR_RETURN(const std::string code, ReadProgramFile(path));
  StatusOr<stablehlo::Module> module = ParseProgram(code, bench.facts.program);
  stage = kUsage;
  const std::vector<std::string> texts = SplitOptions(bench.facts.options);
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::CompileOptions compile_options, ReadCompileOptions(texts, code, options.devices));
  stage = kNoPlugin;
  CPPJRT_ASSIGN_OR_RETURN(const OpenedClient* opened, clients.Open(Pick(options.plugins, i), bench.facts));
  bench.client = &opened->client;
  bench.facts.plugin = opened->opened.name;
  const pjrt::ApiVersion version = opened->opened.plugin.api_version();
  bench.facts.api_version = fmt::format("{}.{}", version.major_version, version.minor_version);
  bench.facts.platform = opened->client.platform_name();
  stage = kPluginError;
  CPPJRT_RETURN_IF_ERROR(CompileAll(options, code, module.ok() ? &*module : nullptr, bench, compile_options, notes));
  stage = kBadInput;
  CPPJRT_RETURN_IF_ERROR(BindArguments(options, module, bench, notes));
  stage = kPluginError;
  return FirstRun(bench);
}

void CompareWithBaseline(const Options& options, const Bench& baseline, Bench& bench) {
  if (bench.results.size() != baseline.results.size()) {
    bench.facts.comparison =
        fmt::format("not compared: {} results, the baseline has {}", bench.results.size(), baseline.results.size());
    return;
  }
  bench.facts.agrees = true;
  bench.facts.comparison = "agree";
  for (size_t i = 0; i < bench.results.size(); ++i) {
    if (!bench.results[i].array || !baseline.results[i].array) continue;
    const data::Comparison comparison =
        data::Compare(*bench.results[i].array, *baseline.results[i].array, {options.rtol, options.atol});
    if (comparison.pass) continue;
    bench.facts.agrees = false;
    bench.facts.comparison = fmt::format("differ: {}: {}", bench.results[i].name, comparison.text);
    return;
  }
}

Status RunBatch(const Options& options, Bench& bench) {
  RunGuard guard(*bench.client);
  std::vector<double> batch;
  const auto start = Clock::now();
  const auto enough = [&] {
    return options.runs > 0 && bench.facts.runs.size() + batch.size() >= static_cast<size_t>(options.runs);
  };
  while (!enough() && bench.facts.runs.size() + batch.size() < kMaxRuns) {
    CPPJRT_RETURN_IF_ERROR(guard.BeginRun());
    CPPJRT_ASSIGN_OR_RETURN(const double ms, RunOnce(bench));
    batch.push_back(ms);
    if (MsSince(start) >= kBatchMs) break;
  }
  if (batch.empty()) return Status();
  bench.facts.runs.insert(bench.facts.runs.end(), batch.begin(), batch.end());
  bench.facts.round_medians.push_back(Summarize(std::move(batch)).p50);
  return Status();
}

// Until each subject has used its time or its number of runs.
Status RunRounds(const Options& options, std::vector<Bench>& benches, Progress& progress) {
  const auto start = Clock::now();
  const double budget = options.seconds * 1000 * static_cast<double>(benches.size());
  for (size_t round = 0;; ++round) {
    const size_t before = benches.front().facts.runs.size();
    for (size_t i = 0; i < benches.size(); ++i) {
      CPPJRT_RETURN_IF_ERROR(RunBatch(options, benches[(i + round) % benches.size()]));
    }
    progress.Update(fmt::format("measuring, round {}", round + 1));
    const bool all_done = benches.front().facts.runs.size() == before;
    if (all_done || (options.runs == 0 && MsSince(start) >= budget)) return Status();
  }
}

int WriteFile(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (written && std::fclose(file) == 0) return kSuccess;
  return Fail(kBadInput, InvalidArgumentError(fmt::format("cannot write {}: {}", path, std::strerror(error))));
}

int Measure(const Options& options) {
  PJRT_CLI_ASSIGN(kUsage, const size_t count, CountSubjects(options));
  std::optional<Progress> progress(std::in_place, "preparing");
  BenchReport report;
  DescribeMachine(report);
  Clients clients(options);
  std::vector<Bench> benches(count);
  for (size_t i = 0; i < count; ++i) {
    progress->Update(fmt::format("preparing {} of {}", i + 1, count));
    ExitCode stage = kSuccess;
    const Status prepared = Prepare(options, i, clients, benches[i], report.notes, stage);
    PJRT_CLI_TRY(stage == kPluginError ? RunFailure() : stage, prepared);
    if (i > 0) CompareWithBaseline(options, benches[0], benches[i]);
  }
  LabelSubjects(options, benches);
  for (Bench& bench : benches) {
    const RunGuard guard(*bench.client);
    for (int i = 0; i < options.warmup; ++i) PJRT_CLI_TRY(RunFailure(), RunOnce(bench).status());
  }
  PJRT_CLI_TRY(RunFailure(), RunRounds(options, benches, *progress));
  bool agree = true;
  for (Bench& bench : benches) {
    agree &= bench.facts.agrees.value_or(true);
    report.subjects.push_back(std::move(bench.facts));
  }
  progress.reset();
  fmt::print("{}", options.format == "json" ? BenchJson(report, options.samples) : BenchText(report));
  if (!options.html.empty()) {
    if (const int code = WriteFile(options.html, BenchHtml(report)); code != kSuccess) return code;
  }
  return agree ? kSuccess : kDiffers;
}

constexpr const char* kFooter =
    R"(Programs, plugins, and option sets may each be given several times; lists of several elements are walked
together, one subject for each. The first subject is the baseline: the results and times of the others are
compared with it. Different results are exit code 1.

Examples:
  pjrt bench model.mlir --plugin cppjrt --plugin xla-cpu
  pjrt bench before.mlir after.mlir --seconds 10 --html bench.html
  pjrt bench model.mlir --options xla_cpu_enable_fast_math=false --options xla_cpu_enable_fast_math=true)";

void AddMeasuring(CLI::App* command, Options& options) {
  command->add_option("--devices", options.devices, "Run a replica on each of N devices")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->add_option("--compiles", options.compiles, "Number of compilations; the median is reported")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->add_option("--warmup", options.warmup, "Runs before the measured ones")
      ->type_name("N")
      ->check(WholeNumber(0))
      ->capture_default_str();
  command->add_option("--seconds", options.seconds, "Time to measure each subject")
      ->type_name("S")
      ->check(NonNegativeNumber())
      ->capture_default_str();
  command->add_option("--runs", options.runs, "Number of measured runs of each subject, instead of a time")
      ->type_name("N")
      ->check(WholeNumber(1));
  command->add_option("--rtol", options.rtol, "Relative tolerance of the comparison")
      ->type_name("R")
      ->check(NonNegativeNumber())
      ->capture_default_str();
  command->add_option("--atol", options.atol, "Absolute tolerance of the comparison")
      ->type_name("A")
      ->check(NonNegativeNumber())
      ->capture_default_str();
}

}  // namespace

void AddBench(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  options->inputs = {"random"};
  CLI::App* command = app.add_subcommand("bench", "Measure programs, plugins, or options side by side");
  command->add_option("programs", options->programs, "StableHLO text, MLIR bytecode, or portable artifacts")
      ->type_name("FILE")
      ->required();
  command->add_option("--plugin,-p", options->plugins, "Plugin by name or path (default: as `pjrt run`)")
      ->type_name("NAME|PATH")
      ->allow_extra_args(false);
  command->add_option("--create-option", options->create_options, "Option for the clients, as in `pjrt run`")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--options", options->option_sets, "Compile options of one subject: NAME=VALUE,NAME=VALUE")
      ->type_name("SET")
      ->allow_extra_args(false);
  command->add_option("--input,-i", options->inputs, "Argument of the programs, as in `pjrt run` (default: random)")
      ->type_name("INPUT")
      ->allow_extra_args(false);
  command->add_option("--seed", options->seed, "Seed of random inputs")
      ->type_name("N")
      ->check(WholeNumber(0, std::numeric_limits<int64_t>::max()))
      ->capture_default_str();
  AddMeasuring(command, *options);
  command->add_option("--format,-f", options->format, "text or json")
      ->type_name("FORMAT")
      ->check(OneOf({"text", "json"}))
      ->capture_default_str();
  command->add_flag("--samples", options->samples, "Add the time of every run to the JSON");
  command->add_option("--html", options->html, "Also write an HTML page with plots")->type_name("FILE");
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = Measure(*options); });
}

}  // namespace cppjrt::cli
