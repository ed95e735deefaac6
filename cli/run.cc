// pjrt run: compile a program, feed it, show what comes out.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "cli/command.h"
#include "cli/data/array.h"
#include "cli/progress.h"
#include "cli/run_inputs.h"
#include "cli/run_report.h"

namespace cppjrt::cli {
namespace {

using data::Array;

struct Options {
  std::string program;
  PluginChoice choice;
  std::vector<std::string> inputs;
  uint64_t seed = 0;
  std::string output;
  std::vector<std::string> expect;
  std::vector<double> rtol = {1e-5};
  std::vector<double> atol = {1e-8};
  int repeat = 1;
  int warmup = 0;
  Format format = Format::kPretty;
  bool quiet = false;
  std::vector<std::string> compile_options;
  int devices = 1;
};

double MillisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

StatusOr<std::string> ReadProgramFile(const std::string& path) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return NotFoundError("cannot open program " + path);
  std::string bytes;
  char piece[1 << 16];
  size_t count = 0;
  while ((count = std::fread(piece, 1, sizeof piece, file)) > 0) bytes.append(piece, count);
  const bool failed = std::ferror(file) != 0;
  if (file != stdin) std::fclose(file);
  if (failed) return InvalidArgumentError("cannot read program " + path);
  if (bytes.empty()) return InvalidArgumentError("program " + path + " is empty");
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

int Run(const Options& options) {
  PJRT_CLI_ASSIGN(kBadInput, std::string code, ReadProgramFile(options.program));
  PJRT_CLI_ASSIGN(kUsage, pjrt::CompileOptions compile_options, MakeCompileOptions(options, code));
  std::optional<Progress> progress(std::in_place, "loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, pjrt::Plugin plugin, OpenPlugin(options.choice));
  PJRT_CLI_ASSIGN(kPluginError, pjrt::Client client, OpenClient(plugin, options.choice));
  PJRT_CLI_TRY(kUsage, CheckDevices(client, compile_options));

  Report report;
  progress->Update("compiling " + options.program);
  const auto compile_start = std::chrono::steady_clock::now();
  PJRT_CLI_ASSIGN(kPluginError, pjrt::LoadedExecutable executable,
                  client.Compile(pjrt::Program{std::move(code)}, compile_options));
  report.timing.compile_ms = MillisecondsSince(compile_start);

  std::optional<pjrt::ProgramShape> signature;
  if (auto shape = executable.executable().program_shape(); shape.ok()) signature = *std::move(shape);
  PJRT_CLI_ASSIGN(kBadInput, std::vector<Array> inputs,
                  ReadInputs(options.inputs, options.seed, signature, report.notes));

  progress->Update("running " + options.program);
  DeviceArguments arguments(client, executable, inputs);
  PJRT_CLI_ASSIGN(kPluginError, auto outputs, RunAll(options, executable, arguments, report.timing));
  PJRT_CLI_ASSIGN(kPluginError, report.results, FetchResults(outputs));
  progress.reset();

  if (!options.expect.empty()) {
    PJRT_CLI_TRY(kBadInput, CompareResults(options.expect, options.rtol, options.atol, report.results));
  }
  if (!options.output.empty()) PJRT_CLI_TRY(kBadInput, WriteResults(options.output, outputs.size(), report.results));
  PJRT_CLI_TRY(kUsage, PrintReport(report, options.format, options.quiet));
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
      ->required();
  AddPluginOptions(*command, options->choice);
  command->add_option("--input,-i", options->inputs, "Argument of the program, see below")
      ->type_name("INPUT")
      ->allow_extra_args(false);
  command->add_option("--seed", options->seed, "Seed of random inputs")->capture_default_str();
  command->add_option("--output,-o", options->output, "Write each result to DIR/out_K.npy")->type_name("DIR");
  command->add_option("--expect,-e", options->expect, "Compare the next result with this array; - leaves one out")
      ->type_name("F.npy")
      ->allow_extra_args(false);
  command->add_option("--rtol", options->rtol, "Relative tolerance, one for all results or one each: R,R,…")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--atol", options->atol, "Absolute tolerance, likewise; both 0 means exact")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--repeat", options->repeat, "Counted runs")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--warmup", options->warmup, "Runs before those that count")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--format,-f", options->format, "How results are printed")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Format>{{"pretty", Format::kPretty}, {"npy", Format::kNpy}, {"json", Format::kJson}}))
      ->option_text("pretty|npy|json");
  command->add_flag("--quiet,-q", options->quiet, "Do not print results, only comparisons and times");
  command
      ->add_option("--compile-option", options->compile_options,
                   "Field of the compile options (num_partitions=2) or an XLA option (xla_…=true)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--devices", options->devices, "Run a replica on each of N devices, all with the same inputs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace cppjrt::cli
