// pjrt run: compile a program, feed it, show what comes out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/data/array.h"
#include "cli/device_arguments.h"
#include "cli/processes.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/run_guard.h"
#include "cli/run_inputs.h"
#include "cli/run_program.h"
#include "cli/run_report.h"
#include "cli/usage.h"
#include "pjrt/extensions/profiler.h"
#include "pjrt/memory_report.h"
#include "pjrt/trace.h"

namespace cppjrt::cli {
namespace {

using data::Array;

struct Options {
  std::string program;
  PluginChoice choice;
  std::vector<std::string> inputs;
  uint64_t seed = 0;
  std::string output;
  Expectation expect{{}, {1e-5}, {1e-8}};
  int repeat = 1;
  int warmup = 0;
  std::string format = "pretty";
  bool quiet = false;
  std::vector<std::string> compile_options;
  int devices = 1;
  CacheChoice cache;
  ProcessOptions processes;
  std::string trace;
  std::string profile;
  std::string deadline;
};

// REQUIRES: one of the words the option accepts.
Format FormatOf(const std::string& word) {
  return word == "json" ? Format::kJson : word == "npy" ? Format::kNpy : Format::kPretty;
}

double MillisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Status CheckDevices(const pjrt::Client& client, const pjrt::CompileOptions& options) {
  const auto wanted = static_cast<size_t>(options.num_replicas * options.num_partitions);
  if (wanted <= client.addressable_devices().size()) return Status();
  return InvalidArgumentError(
      fmt::format("the program needs {} devices, the client has {}{}", wanted, client.addressable_devices().size(),
                  client.platform_name() == "cpu" ? fmt::format(" (try --create-option cpu_device_count={})", wanted)
                                                  : std::string()));
}

// Runs warm-ups and counted runs; the results are those of the last.
StatusOr<std::vector<std::vector<pjrt::Buffer>>> RunAll(const Options& options,
                                                        const pjrt::LoadedExecutable& executable,
                                                        DeviceArguments& arguments, RunGuard& guard, Timing& timing) {
  pjrt::ExecuteOptions execute_options;
  execute_options.launch_id = RunGuard::kLaunchId;
  std::vector<std::vector<pjrt::Buffer>> outputs;
  for (int run = 0; run < options.warmup + options.repeat; ++run) {
    CPPJRT_RETURN_IF_ERROR(arguments.Refill());
    const auto rows = arguments.Rows();
    outputs.clear();
    std::vector<pjrt::Event> done;
    CPPJRT_RETURN_IF_ERROR(guard.BeginRun());
    const auto start = std::chrono::steady_clock::now();
    CPPJRT_ASSIGN_OR_RETURN(outputs, executable.ExecuteSharded(rows, execute_options, &done));
    for (const pjrt::Event& event : done) CPPJRT_RETURN_IF_ERROR(event.Await());
    if (run >= options.warmup) timing.run_ms.push_back(MillisecondsSince(start));
  }
  return outputs;
}

// Runs, and reads the results back.
StatusOr<std::vector<Result>> Execute(const Options& options, const pjrt::Client& client,
                                      const pjrt::LoadedExecutable& executable, const std::vector<Array>& inputs,
                                      RunGuard& guard, Timing& timing) {
  DeviceArguments arguments(client, executable, inputs);
  CPPJRT_ASSIGN_OR_RETURN(const auto outputs, RunAll(options, executable, arguments, guard, timing));
  return FetchResults(outputs);
}

// What the front end says, unless each device gets a part of the arguments, of which only the compiled program tells.
std::optional<pjrt::ProgramShape> SignatureBeforeCompile(const StatusOr<stablehlo::Module>& module,
                                                         const pjrt::CompileOptions& options) {
  if (!module.ok() || options.num_partitions != 1) return std::nullopt;
  StatusOr<pjrt::ProgramShape> signature = SignatureOf(*module);
  return signature.ok() ? std::optional(*std::move(signature)) : std::nullopt;
}

// An artifact was compiled with options of its own.
Status TakeOptions(const Options& options, const pjrt::Artifact& artifact, pjrt::CompileOptions& out) {
  if (options.devices != 1 || !options.compile_options.empty()) {
    return InvalidArgumentError("--devices and --compile-option are for programs; this artifact is already compiled");
  }
  out.num_replicas = artifact.num_replicas;
  out.num_partitions = artifact.num_partitions;
  return Status();
}

// With --profile.
StatusOr<pjrt::ProfilerSession> StartProfiler(const Options& options, const pjrt::Plugin& plugin) {
  if (options.profile.empty()) return UnimplementedError("no profile was requested");
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, pjrt::GetExtension<pjrt::ProfilerExtension>(plugin));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::ProfilerSession session, extension.Create());
  CPPJRT_RETURN_IF_ERROR(session.Start());
  return session;
}

Status WriteProfile(const Options& options, pjrt::ProfilerSession& session) {
  CPPJRT_RETURN_IF_ERROR(session.Stop());
  CPPJRT_ASSIGN_OR_RETURN(const std::string space, session.Collect());
  std::ofstream file(options.profile, std::ios::binary);
  file << space;
  file.close();
  return file ? Status() : UnavailableError("cannot write " + options.profile);
}

// Where results are written; empty if they are not.
std::string OutputFolder(const Options& options, const Job& job) {
  if (options.output.empty() || job.OutputFolder().empty()) return options.output;
  return options.output + "/" + job.OutputFolder();
}

// Whatever can be wrong is looked at as early as can be: compiling and running may take long.
int Run(const Options& options, const Job& job) {
  const std::string name = ProgramName(options.program);
  const Format format = FormatOf(options.format);
  std::optional<Progress> progress(std::in_place, "reading files");
  std::chrono::milliseconds deadline{};
  if (!options.deadline.empty()) {
    PJRT_CLI_ASSIGN(kUsage, deadline, ParseTime(options.deadline));
  }
  PJRT_CLI_ASSIGN(kBadInput, const std::string code, ReadProgramFile(options.program));
  PJRT_CLI_ASSIGN(kUsage, pjrt::CompileOptions compile_options,
                  ReadCompileOptions(options.compile_options, code, options.devices));
  PJRT_CLI_ASSIGN(kBadInput, const std::optional<pjrt::Artifact> artifact, ReadArtifact(code));
  if (artifact.has_value()) PJRT_CLI_TRY(kUsage, TakeOptions(options, *artifact, compile_options));
  StatusOr<stablehlo::Module> module = ParseProgram(code, name);
  PJRT_CLI_ASSIGN(kBadInput, std::vector<Input> inputs, ReadInputs(options.inputs));
  PJRT_CLI_TRY(kUsage, options.expect.CheckTolerances());
  PJRT_CLI_TRY(kBadInput, options.expect.CheckFiles());
  const std::string output = OutputFolder(options, job);
  if (!output.empty()) {
    PJRT_CLI_TRY(kBadInput, MakeDirectory(options.output));
    PJRT_CLI_TRY(kBadInput, MakeDirectory(output));
  }

  Report report;
  std::optional<std::vector<Array>> arrays;
  const auto signature = artifact.has_value() ? artifact->signature : SignatureBeforeCompile(module, compile_options);
  if (signature.has_value()) {
    PJRT_CLI_ASSIGN(kBadInput, arrays, BindInputs(std::move(inputs), options.seed, signature, report.notes));
  }

  progress->Update("loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, OpenedPlugin opened, OpenPlugin(options.choice));
  StatusOr<pjrt::ProfilerSession> profiler = StartProfiler(options, opened.plugin);
  PJRT_CLI_TRY(kPluginError, options.profile.empty() ? Status() : profiler.status());
  PJRT_CLI_ASSIGN(kPluginError, pjrt::Client client, OpenClient(opened, options.choice, &job));
  PJRT_CLI_TRY(kUsage, CheckDevices(client, compile_options));

  progress->Update("compiling " + name);
  const auto compile_start = std::chrono::steady_clock::now();
  StatusOr<pjrt::LoadedExecutable> executable =
      artifact.has_value()
          ? LoadArtifact(client, *artifact, report.notes)
          : CompileOrFind(client, code, module.ok() ? &*module : nullptr, compile_options, options.cache, report.notes);
  PJRT_CLI_TRY(kPluginError, executable.status().WithContext("cannot compile " + name));
  report.timing.compile_ms = MillisecondsSince(compile_start);

  const size_t num_devices = executable->devices().size();
  PJRT_CLI_TRY(kBadInput, CheckExpectedCount(options.expect, num_devices, executable->num_outputs()));
  PJRT_CLI_TRY(kUsage, CheckFormat(format, num_devices * executable->num_outputs()));
  if (!arrays.has_value()) {
    std::optional<pjrt::ProgramShape> compiled;
    if (auto shape = executable->executable().program_shape(); shape.ok()) compiled = *std::move(shape);
    PJRT_CLI_ASSIGN(kBadInput, arrays, BindInputs(std::move(inputs), options.seed, compiled, report.notes));
  }

  progress->Update("running " + name);
  StatusOr<std::vector<Result>> results = InternalError("the program did not run");
  {
    RunGuard guard(client, deadline);
    results = Execute(options, client, *executable, *arrays, guard, report.timing);
  }
  PJRT_CLI_TRY(RunFailure(),
               pjrt::ExplainMemory(results.status(), client, &*executable).WithContext("cannot run " + name));
  report.results = *std::move(results);
  if (profiler.ok()) PJRT_CLI_TRY(kPluginError, WriteProfile(options, *profiler));

  progress->Update("looking at the results of " + name);
  PJRT_CLI_TRY(kBadInput, CompareResults(options.expect, report.results));
  if (!output.empty()) PJRT_CLI_TRY(kBadInput, WriteResults(output, num_devices, report.results));
  progress.reset();
  if (job.process() == 0) PJRT_CLI_TRY(kUsage, PrintReport(report, format, options.quiet));
  return AllPass(report) ? kSuccess : kDiffers;
}

// All of it, as one process of a job; only process 0 prints.
int RunInJob(const Options& options) {
  PJRT_CLI_ASSIGN(kUsage, const Job job, Job::Join(options.processes));
  const int code = Run(options, job);
  job.Leave(code);
  return code;
}

// With --trace.
int RunTraced(const Options& options) {
  if (options.trace.empty()) return RunInJob(options);
  PJRT_CLI_TRY(kBadInput, pjrt::StartTrace(options.trace));
  const int code = RunInJob(options);
  PJRT_CLI_TRY(kBadInput, pjrt::StopTrace());
  return code;
}

constexpr const char* kFooter = R"(Inputs, in the order of the program's arguments:
  F.npy               an array; F.npz: all its members; F.npz:KEY: one
  SHAPE=VALUE         values: f32[2,2]=1,2,3,4 or 2x2xf32=1.5 (every element)
  random|zeros|iota   generated values; as the last input, for all remaining arguments
bf16, f8, i4, and other types without a numpy type are read from ml_dtypes arrays (void), or from unsigned integers as bits.

Examples:
  pjrt run model.mlir --input x.npy --input f32[2]=1,2
  pjrt run model.mlirbc --input weights.npz --output results
  pjrt run model.mlir --input random --repeat 20 --warmup 3 --quiet
  pjrt run model.mlir --input x.npy --expect y.npy --rtol 1e-5 --atol 1e-6)";

}  // namespace

void AddRun(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Compile and execute a StableHLO program");
  command
      ->add_option("program", options->program,
                   "StableHLO text, MLIR bytecode, portable artifact, or artifact of `pjrt compile`;\n- for stdin")
      ->type_name("FILE")
      ->required();
  AddPluginOptions(*command, options->choice);
  command->add_option("--input,-i", options->inputs, "Argument of the program, see below")
      ->type_name("INPUT")
      ->allow_extra_args(false);
  command->add_option("--seed", options->seed, "Seed of random inputs")
      ->type_name("N")
      ->check(WholeNumber(0, std::numeric_limits<int64_t>::max()))
      ->capture_default_str();
  command->add_option("--output,-o", options->output, "Write each result to DIR/out_K.npy")->type_name("DIR");
  command->add_option("--expect,-e", options->expect.files, "Compare the next result with this array; - skips a result")
      ->type_name("F.npy")
      ->allow_extra_args(false);
  command->add_option("--rtol", options->expect.rtol, "Relative tolerance, one for all results or one for each: R,R,…")
      ->type_name("R")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(NonNegativeNumber())
      ->default_str("1e-5");
  command->add_option("--atol", options->expect.atol, "Absolute tolerance, likewise; both 0 means exact")
      ->type_name("A")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(NonNegativeNumber())
      ->default_str("1e-8");
  command->add_option("--repeat", options->repeat, "Measured runs")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->add_option("--warmup", options->warmup, "Runs before those that count")
      ->type_name("N")
      ->check(WholeNumber(0))
      ->capture_default_str();
  command->add_option("--format,-f", options->format, "Output format of results: pretty, json, or npy")
      ->type_name("FORMAT")
      ->check(OneOf({"pretty", "json", "npy"}))
      ->capture_default_str();
  command->add_flag("--quiet,-q", options->quiet, "Do not print values, only comparisons and times");
  command
      ->add_option("--compile-option", options->compile_options,
                   "Field of the compile options (num_partitions=2) or an XLA option\n(xla_…=true)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  AddCacheOptions(*command, options->cache);
  command->add_option("--devices", options->devices, "Run a replica on each of N devices, all with the same inputs")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command
      ->add_option("--deadline", options->deadline,
                   "End a run that takes longer: seconds, or a number with a unit\n(500ms, 2s, 1m)")
      ->type_name("TIME");
  command->add_option("--trace", options->trace, "Write every plugin call to FILE, for ui.perfetto.dev")
      ->type_name("FILE");
  command->add_option("--profile", options->profile, "Write the profile that the plugin records of the runs (XSpace)")
      ->type_name("FILE");
  AddProcessOptions(*command, options->processes);
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = RunTraced(*options); });
}

}  // namespace cppjrt::cli
