// pjrt run: compile a program, feed it, show what comes out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/data/array.h"
#include "cli/progress.h"
#include "cli/run_inputs.h"
#include "cli/run_report.h"
#include "cli/usage.h"

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
};

// REQUIRES: one of the words the option accepts.
Format FormatOf(const std::string& word) {
  return word == "json" ? Format::kJson : word == "npy" ? Format::kNpy : Format::kPretty;
}

double MillisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The program in messages.
std::string ProgramName(const std::string& path) {
  return path == "-" ? "the program" : path.substr(path.rfind('/') + 1);
}

StatusOr<std::string> ReadProgramFile(const std::string& path) {
  const std::string name = path == "-" ? "from standard input" : "'" + path + "'";
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return NotFoundError(fmt::format("cannot open program {}: {}", name, std::strerror(errno)));
  std::string bytes;
  char piece[1 << 16];
  size_t count = 0;
  while ((count = std::fread(piece, 1, sizeof piece, file)) > 0) bytes.append(piece, count);
  const int error = std::ferror(file) != 0 ? errno : 0;
  if (file != stdin) std::fclose(file);
  if (error != 0) return InvalidArgumentError(fmt::format("cannot read program {}: {}", name, std::strerror(error)));
  if (bytes.empty()) return InvalidArgumentError(fmt::format("program {} is empty", name));
  return bytes;
}

StatusOr<pjrt::CompileOptions> MakeCompileOptions(const Options& options, const std::string& program) {
  pjrt::CompileOptions result;
  result.num_replicas = options.devices;
  // Programs annotated for Shardy are refused without it, and others may not have it.
  result.use_shardy_partitioner = program.find("sdy.") != std::string::npos;
  for (const std::string& text : options.compile_options) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) return InvalidArgumentError("compile option '" + text + "' is not NAME=VALUE");
    const std::string name = text.substr(0, equals);
    CPPJRT_RETURN_IF_ERROR(result.Set(name, text.substr(equals + 1)));
    // --devices N alone means N replicas; whoever names partitions says how the devices are used.
    if (name == "num_partitions" && options.devices > 1) result.num_replicas = options.devices / result.num_partitions;
  }
  return result;
}

Status CheckDevices(const pjrt::Client& client, const pjrt::CompileOptions& options) {
  const auto wanted = static_cast<size_t>(options.num_replicas * options.num_partitions);
  if (wanted <= client.addressable_devices().size()) return Status();
  return InvalidArgumentError(fmt::format(
      "the program is to run on {} devices, the client has {}{}", wanted, client.addressable_devices().size(),
      client.platform_name() == "cpu" ? fmt::format(" (try --create-option cpu_device_count={})", wanted)
                                      : std::string()));
}

// The arguments on every device the program runs on, row by row.
class DeviceArguments {
 public:
  DeviceArguments(const pjrt::Client& client, const pjrt::LoadedExecutable& executable,
                  const std::vector<Array>& arrays)
      : client_(client), executable_(executable), arrays_(arrays) {}

  // Uploads what is not there: everything at first, later what the last run took over.
  Status Refill() {
    buffers_.resize(executable_.devices().size());
    for (size_t row = 0; row < buffers_.size(); ++row) {
      buffers_[row].resize(arrays_.size());
      for (size_t i = 0; i < arrays_.size(); ++i) {
        pjrt::Buffer& buffer = buffers_[row][i];
        if (buffer.valid()) {
          CPPJRT_ASSIGN_OR_RETURN(bool deleted, buffer.IsDeleted());
          if (!deleted) continue;
        }
        pjrt::UploadOptions options;
        options.device = &executable_.devices()[row];
        CPPJRT_ASSIGN_OR_RETURN(
            buffer,
            client_.Upload(pjrt::HostArray{arrays_[i].data(), arrays_[i].type(), arrays_[i].dims(), {}}, options));
      }
    }
    return Status();
  }

  std::vector<std::vector<const pjrt::Buffer*>> Rows() const {
    std::vector<std::vector<const pjrt::Buffer*>> rows(buffers_.size());
    for (size_t row = 0; row < buffers_.size(); ++row) {
      for (const pjrt::Buffer& buffer : buffers_[row]) rows[row].push_back(&buffer);
    }
    return rows;
  }

 private:
  const pjrt::Client& client_;
  const pjrt::LoadedExecutable& executable_;
  const std::vector<Array>& arrays_;
  std::vector<std::vector<pjrt::Buffer>> buffers_;
};

// Runs warm-ups and counted runs; the results are those of the last.
StatusOr<std::vector<std::vector<pjrt::Buffer>>> RunAll(const Options& options,
                                                        const pjrt::LoadedExecutable& executable,
                                                        DeviceArguments& arguments, Timing& timing) {
  std::vector<std::vector<pjrt::Buffer>> outputs;
  for (int run = 0; run < options.warmup + options.repeat; ++run) {
    CPPJRT_RETURN_IF_ERROR(arguments.Refill());
    const auto rows = arguments.Rows();
    outputs.clear();
    std::vector<pjrt::Event> done;
    const auto start = std::chrono::steady_clock::now();
    CPPJRT_ASSIGN_OR_RETURN(outputs, executable.ExecuteSharded(rows, {}, &done));
    for (const pjrt::Event& event : done) CPPJRT_RETURN_IF_ERROR(event.Await());
    if (run >= options.warmup) timing.run_ms.push_back(MillisecondsSince(start));
  }
  return outputs;
}

// Runs, and reads the results back.
StatusOr<std::vector<Result>> Execute(const Options& options, const pjrt::Client& client,
                                      const pjrt::LoadedExecutable& executable, const std::vector<Array>& inputs,
                                      Timing& timing) {
  DeviceArguments arguments(client, executable, inputs);
  CPPJRT_ASSIGN_OR_RETURN(const auto outputs, RunAll(options, executable, arguments, timing));
  return FetchResults(outputs);
}

// Whatever can be wrong is looked at as early as can be: compiling and running may take long.
int Run(const Options& options) {
  const std::string name = ProgramName(options.program);
  const Format format = FormatOf(options.format);
  std::optional<Progress> progress(std::in_place, "reading files");
  PJRT_CLI_ASSIGN(kBadInput, std::string code, ReadProgramFile(options.program));
  PJRT_CLI_ASSIGN(kUsage, pjrt::CompileOptions compile_options, MakeCompileOptions(options, code));
  PJRT_CLI_ASSIGN(kBadInput, std::vector<Input> inputs, ReadInputs(options.inputs));
  PJRT_CLI_TRY(kUsage, options.expect.CheckTolerances());
  PJRT_CLI_TRY(kBadInput, options.expect.CheckFiles());
  if (!options.output.empty()) PJRT_CLI_TRY(kBadInput, MakeDirectory(options.output));

  progress->Update("loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, OpenedPlugin opened, OpenPlugin(options.choice));
  PJRT_CLI_ASSIGN(kPluginError, pjrt::Client client, OpenClient(opened, options.choice));
  PJRT_CLI_TRY(kUsage, CheckDevices(client, compile_options));

  Report report;
  progress->Update("compiling " + name);
  const auto compile_start = std::chrono::steady_clock::now();
  StatusOr<pjrt::LoadedExecutable> executable = client.Compile(pjrt::Program{std::move(code)}, compile_options);
  PJRT_CLI_TRY(kPluginError, executable.status().WithContext("cannot compile " + name));
  report.timing.compile_ms = MillisecondsSince(compile_start);

  const size_t num_devices = executable->devices().size();
  PJRT_CLI_TRY(kBadInput, CheckExpectedCount(options.expect, num_devices, executable->num_outputs()));
  PJRT_CLI_TRY(kUsage, CheckFormat(format, num_devices * executable->num_outputs()));
  std::optional<pjrt::ProgramShape> signature;
  if (auto shape = executable->executable().program_shape(); shape.ok()) signature = *std::move(shape);
  PJRT_CLI_ASSIGN(kBadInput, std::vector<Array> arrays,
                  BindInputs(std::move(inputs), options.seed, signature, report.notes));

  progress->Update("running " + name);
  auto results = Execute(options, client, *executable, arrays, report.timing);
  PJRT_CLI_TRY(kPluginError, results.status().WithContext("cannot run " + name));
  report.results = *std::move(results);

  progress->Update("looking at the results of " + name);
  PJRT_CLI_TRY(kBadInput, CompareResults(options.expect, report.results));
  if (!options.output.empty()) PJRT_CLI_TRY(kBadInput, WriteResults(options.output, num_devices, report.results));
  progress.reset();
  PJRT_CLI_TRY(kUsage, PrintReport(report, format, options.quiet));
  return AllPass(report) ? kSuccess : kDiffers;
}

constexpr const char* kFooter = R"(Inputs, in the order of the program's arguments:
  F.npy               an array; F.npz: all its members; F.npz:KEY: one
  SHAPE=VALUE         written out: f32[2,2]=1,2,3,4 or 2x2xf32=1.5 (every element)
  random|zeros|iota   made up; as the last input for all arguments that remain
bf16, f8, i4 and other types numpy lacks are read from ml_dtypes' arrays (void), or from unsigned integers as bits.

Examples:
  pjrt run model.mlir --input x.npy --input f32[2]=1,2
  pjrt run model.mlirbc --input weights.npz --output results
  pjrt run model.mlir --input random --repeat 20 --warmup 3 --quiet
  pjrt run model.mlir --input x.npy --expect y.npy --rtol 1e-5 --atol 1e-6)";

}  // namespace

void AddRun(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Compile and execute a StableHLO program");
  command->add_option("program", options->program, "StableHLO text, MLIR bytecode or portable artifact; - for stdin")
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
  command->add_option("--expect,-e", options->expect.files, "Compare the next result with this array; - leaves one out")
      ->type_name("F.npy")
      ->allow_extra_args(false);
  command->add_option("--rtol", options->expect.rtol, "Relative tolerance, one for all results or one each: R,R,…")
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
  command->add_option("--repeat", options->repeat, "Counted runs")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->add_option("--warmup", options->warmup, "Runs before those that count")
      ->type_name("N")
      ->check(WholeNumber(0))
      ->capture_default_str();
  command->add_option("--format,-f", options->format, "How results are printed: pretty, json or npy")
      ->type_name("FORMAT")
      ->check(OneOf({"pretty", "json", "npy"}))
      ->capture_default_str();
  command->add_flag("--quiet,-q", options->quiet, "Do not print values, only comparisons and times");
  command
      ->add_option("--compile-option", options->compile_options,
                   "Field of the compile options (num_partitions=2) or an XLA option\n(xla_…=true)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--devices", options->devices, "Run a replica on each of N devices, all with the same inputs")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace cppjrt::cli
