// pjrt inspect: what a program or an artifact is, and on request what a plugin makes of it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/inspect_report.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/usage.h"
#include "pjrt/artifact.h"

namespace cppjrt::cli {
namespace {

struct Options {
  std::string file;
  PluginChoice choice;
  bool compile = false;
  std::string format = "text";
  std::string output;
};

// Answers of plugins that do not know them are left out.
template <class T>
T Or(StatusOr<T> answer, T otherwise) {
  return answer.ok() ? *std::move(answer) : std::move(otherwise);
}
template <class T>
std::optional<T> IfKnown(StatusOr<T> answer) {
  return answer.ok() ? std::optional<T>(*std::move(answer)) : std::nullopt;
}

StatusOr<CompiledFacts> Compile(const OpenedPlugin& opened, const pjrt::Client& client, const std::string& code,
                                stablehlo::Module& module) {
  pjrt::CompileOptions options;
  options.use_shardy_partitioner = code.find("sdy.") != std::string::npos;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> notes;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, CompileFor(client, code, &module, options, notes));
  CompiledFacts facts;
  facts.compile_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const pjrt::Executable& executable = loaded.executable();
  facts.plugin = opened.name;
  facts.name = loaded.name();
  facts.fingerprint = Or(executable.fingerprint(), std::string());
  facts.code_size = IfKnown(executable.code_size());
  facts.parameter_memory_kinds = Or(executable.parameter_memory_kinds(), {});
  facts.output_memory_kinds = Or(executable.output_memory_kinds(), {});
  facts.memory = IfKnown(executable.memory_stats());
  facts.cost = Or(executable.cost_analysis(), {});
  if (const auto bytes = executable.Serialize(); bytes.ok())
    facts.serialized_size = static_cast<int64_t>(bytes->size());
  return facts;
}

std::string PluginReads(const pjrt::Plugin& plugin) {
  const std::optional<pjrt::StableHloRange> range = plugin.stablehlo_range();
  if (!range) return "the plugin does not say which StableHLO versions it reads";
  return fmt::format("StableHLO {} to {}", pjrt::ToString(range->minimum), pjrt::ToString(range->current));
}

int Write(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    fmt::print("{}", text);
    return kSuccess;
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (written && std::fclose(file) == 0) return kSuccess;
  return Fail(kBadInput, InvalidArgumentError(fmt::format("cannot write {}: {}", path, std::strerror(error))));
}

// What an artifact says of itself: what it is for, and what was compiled.
void AddArtifact(const pjrt::Artifact& artifact, size_t size, InspectReport& report) {
  const auto add = [&report](const char* name, std::string value) {
    if (!value.empty()) report.about.emplace_back(name, std::move(value));
  };
  add("artifact", fmt::format("{} bytes, of which executable {}", size, artifact.executable.size()));
  add("for", artifact.platform_name + (artifact.platform_version.empty() ? "" : ", " + artifact.platform_version));
  add("PJRT C API", fmt::format("{}.{}", artifact.api_version.major_version, artifact.api_version.minor_version));
  add("devices", fmt::format("{} replicas of {} partitions on {}", artifact.num_replicas, artifact.num_partitions,
                             fmt::join(artifact.device_kinds, ", ")));
  add("host", artifact.host);
  CompiledFacts facts;
  facts.plugin = artifact.platform_name;
  facts.name = artifact.name;
  facts.fingerprint = artifact.fingerprint;
  if (artifact.code_size > 0) facts.code_size = artifact.code_size;
  facts.memory = artifact.memory;
  facts.cost = artifact.cost;
  facts.serialized_size = static_cast<int64_t>(artifact.executable.size());
  report.compiled = std::move(facts);
}

// Whether it runs on the plugin chosen, and if not why.
Status AddVerdict(const Options& options, const pjrt::Artifact& artifact, InspectReport& report) {
  CPPJRT_ASSIGN_OR_RETURN(const OpenedPlugin opened, OpenPlugin(options.choice));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, OpenClient(opened, options.choice));
  const pjrt::Compatibility fits = artifact.CheckCompatible(client);
  if (fits.ok()) report.about.emplace_back("runs on " + opened.name, "yes (" + fits.basis + ")");
  for (const std::string& reason : fits.reasons) report.about.emplace_back("runs on " + opened.name, "no: " + reason);
  return Status();
}

int InspectArtifact(const Options& options, const std::string& name, const std::string& bytes, Progress& progress,
                    InspectReport& report) {
  PJRT_CLI_ASSIGN(kBadInput, const pjrt::Artifact artifact, pjrt::Artifact::Parse(bytes));
  AddArtifact(artifact, bytes.size(), report);
  if (options.compile) {
    progress.Update("looking whether " + name + " fits");
    PJRT_CLI_TRY(kPluginError, AddVerdict(options, artifact, report));
  }
  // The program it was made from, if it is in it and the front end reads it.
  if (artifact.program.code.empty()) return kSuccess;
  StatusOr<stablehlo::Module> module = ParseProgram(artifact.program.code, name);
  if (module.ok()) report.program = LookAt(*module, artifact.program.code.size());
  return kSuccess;
}

int InspectProgram(const Options& options, const std::string& name, const std::string& code, Progress& progress,
                   InspectReport& report) {
  PJRT_CLI_ASSIGN(kBadInput, stablehlo::Module module, ParseProgram(code, name));
  report.program = LookAt(module, code.size());
  if (!options.compile) return kSuccess;
  progress.Update("compiling " + name);
  PJRT_CLI_ASSIGN(kNoPlugin, const OpenedPlugin opened, OpenPlugin(options.choice));
  PJRT_CLI_ASSIGN(kPluginError, const pjrt::Client client, OpenClient(opened, options.choice));
  report.about.emplace_back("plugin reads", PluginReads(opened.plugin));
  auto compiled = Compile(opened, client, code, module);
  PJRT_CLI_TRY(kPluginError, compiled.status().WithContext("cannot compile " + name));
  report.compiled = *std::move(compiled);
  return kSuccess;
}

int Inspect(const Options& options) {
  const std::string name = ProgramName(options.file);
  std::optional<Progress> progress(std::in_place, "reading " + name);
  PJRT_CLI_ASSIGN(kBadInput, const std::string bytes, ReadProgramFile(options.file));
  InspectReport report{name, {}, {}, {}};
  const int code = pjrt::Artifact::IsArtifact(bytes) ? InspectArtifact(options, name, bytes, *progress, report)
                                                     : InspectProgram(options, name, bytes, *progress, report);
  if (code != kSuccess) return code;
  progress.reset();
  return Write(options.output, options.format == "json"   ? InspectJson(report)
                               : options.format == "html" ? InspectHtml(report)
                                                          : InspectText(report));
}

constexpr const char* kFooter =
    R"(Flops, bytes, and memory are those of the program as written, op by op; --compile adds what the
plugin reports about the compiled program.

Examples:
  pjrt inspect model.mlir
  pjrt inspect model.mlirbc --format html --output model.html
  pjrt inspect model.mlirbc --compile --plugin xla-cpu --format json)";

}  // namespace

void AddInspect(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("inspect", "Show signature, cost, memory, and graph of a program or artifact");
  command
      ->add_option("program", options->file,
                   "StableHLO text, MLIR bytecode, portable artifact, or what `pjrt compile`\nwrote; - for stdin")
      ->type_name("FILE")
      ->required();
  command->add_flag("--compile", options->compile,
                    "Also compile, and show what the plugin reports; for an artifact of\n`pjrt compile`, whether the "
                    "plugin can run it");
  AddPluginOptions(*command, options->choice);
  command->add_option("--format,-f", options->format, "text, json, or html (one file with pictures)")
      ->type_name("FORMAT")
      ->check(OneOf({"text", "json", "html"}))
      ->capture_default_str();
  command->add_option("--output,-o", options->output, "Write to FILE instead of standard output")->type_name("FILE");
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = Inspect(*options); });
}

}  // namespace cppjrt::cli
