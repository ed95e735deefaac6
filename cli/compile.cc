// pjrt compile: a program into an artifact, for the devices that are here or for a topology that is not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/artifact_report.h"
#include "cli/command.h"
#include "cli/compiler_report.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/usage.h"
#include "pjrt/artifact.h"
#include "pjrt/topology.h"

namespace cppjrt::cli {
namespace {

struct Options {
  std::string program;
  std::string output;
  PluginChoice choice;
  std::optional<std::string> topology;
  std::vector<std::string> topology_options;
  std::vector<std::string> compile_options;
  int devices = 1;
  bool without_program = false;
  bool json = false;
  CompilerReport report;
};

StatusOr<pjrt::Artifact> CompileForTopology(const Options& options, const OpenedPlugin& opened, const std::string& code,
                                            const pjrt::Program& source, const pjrt::CompileOptions& compile_options) {
  pjrt::NamedValues values;
  for (const std::string& text : options.topology_options) {
    CPPJRT_ASSIGN_OR_RETURN(auto option, ParseCreateOption(text));
    values.insert(std::move(option));
  }
  StatusOr<pjrt::Topology> topology = pjrt::Topology::Create(opened.plugin, *options.topology, values);
  if (!topology.ok()) return topology.status().WithContext("no topology '" + *options.topology + "' of " + opened.name);
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Executable executable, topology->Compile(pjrt::Program{code}, compile_options));
  return pjrt::Artifact::Make(*topology, executable, source, compile_options);
}

StatusOr<pjrt::Artifact> CompileForClient(const Options& options, const OpenedPlugin& opened, const std::string& code,
                                          const pjrt::Program& source, const pjrt::CompileOptions& compile_options) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, OpenClient(opened, options.choice));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable executable,
                          client.Compile(pjrt::Program{code}, compile_options));
  return pjrt::Artifact::Make(client, executable, source, compile_options);
}

int Compile(Options& options) {
  if (options.output.empty() && !options.report.asked()) {
    return Fail(kUsage, InvalidArgumentError("--output is required unless --dump or --remarks is given"));
  }
  const std::string name = ProgramName(options.program);
  std::optional<Progress> progress(std::in_place, "reading files");
  PJRT_CLI_ASSIGN(kBadInput, std::string code, ReadProgramFile(options.program));
  PJRT_CLI_ASSIGN(kUsage, pjrt::CompileOptions compile_options,
                  ReadCompileOptions(options.compile_options, code, options.devices));
  PJRT_CLI_TRY(kBadInput, options.report.Ask(compile_options));
  const pjrt::Program source{code};
  StatusOr<stablehlo::Module> module = ParseProgram(code, name);

  progress->Update("loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, const OpenedPlugin opened, OpenPlugin(options.choice));
  if (module.ok()) {
    PJRT_CLI_ASSIGN(kPluginError, code, CodeForPlugin(code, *module, opened.plugin));
  }
  progress->Update("compiling " + name);
  StatusOr<pjrt::Artifact> artifact = options.topology.has_value()
                                          ? CompileForTopology(options, opened, code, source, compile_options)
                                          : CompileForClient(options, opened, code, source, compile_options);
  PJRT_CLI_TRY(kPluginError, artifact.status().WithContext("cannot compile " + name));
  if (options.report.asked()) {
    progress.reset();
    fmt::print("{}", options.report.Text());
    if (options.output.empty()) return kSuccess;
  }

  // Not every plugin tells it, and not every front end reads every program.
  if (!artifact->signature.has_value() && module.ok() && compile_options.num_partitions == 1) {
    if (auto signature = SignatureOf(*module); signature.ok()) artifact->signature = *std::move(signature);
  }
  if (options.without_program) artifact->program.code.clear();
  PJRT_CLI_TRY(kBadInput, artifact->WriteFile(options.output));
  progress.reset();
  fmt::print("{}", options.json ? ArtifactJson(*artifact) + "\n" : ArtifactText(*artifact));
  return kSuccess;
}

}  // namespace

void AddCompile(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("compile", "Compile a program into an artifact for `pjrt run`");
  command->add_option("program", options->program, "StableHLO text, MLIR bytecode, or portable artifact; - for stdin")
      ->type_name("FILE")
      ->required();
  command->add_option("--output,-o", options->output, "Artifact to write")->type_name("FILE");
  AddPluginOptions(*command, options->choice);
  command
      ->add_option("--topology", options->topology,
                   "Compile for this topology of the plugin, such as v5e:2x2; the devices need\nnot be present")
      ->type_name("NAME");
  command->add_option("--topology-option", options->topology_options, "Option of the topology, as --create-option")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--compile-option", options->compile_options,
                   "Field of the compile options, or an XLA option, as for `pjrt run`")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--devices", options->devices, "Compile for a replica on each of N devices")
      ->type_name("N")
      ->check(WholeNumber(1))
      ->capture_default_str();
  command->add_flag("--without-program", options->without_program,
                    "Omit the program from the artifact, which then runs only on the same plugin");
  options->report.AddOptions(*command);
  command->add_flag("--json", options->json, "Print a summary as JSON");
  command->footer(R"(Examples:
  pjrt compile model.mlir -o model.pjrt
  pjrt run model.pjrt --input x.npy
  pjrt compile model.mlir -o model.pjrt --plugin tpu --topology v5e:2x2
  pjrt compile model.mlir --remarks --dump=plan,time)");
  command->callback([options, &exit_code] { exit_code = Compile(*options); });
}

}  // namespace cppjrt::cli
