// shlo convert
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  std::string input;
  std::string output = "-";
  std::string form;     // text, artifact; empty: by the name of the output, else the other form
  std::string version;  // empty: the newest
  bool generic = false;
  bool locations = false;     // asked for
  bool no_locations = false;  // asked not to have
  bool verify = true;
};

bool WantsText(const Options& options, const Source& input) {
  if (!options.form.empty()) return options.form == "text";
  if (options.output.ends_with(".mlir")) return true;
  if (options.output.ends_with(".mlirbc") || options.output.ends_with(".bc")) return false;
  return !input.is_text;
}

std::optional<Module> ReadModule(const Source& source, bool verify) {
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(source, sink);
  bool ok = module.ok();
  if (ok && verify) ok = CheckModule(*module, sink, {.allow_foreign_dialects = true}).ok();
  if (ok) return std::move(*module);
  std::cerr << (sink.ok() ? source.file + ": " + std::string(module.status().message()) + "\n" : sink.Render());
  return std::nullopt;
}

int WriteOutput(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    std::cout << bytes;
    return kSuccess;
  }
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  if (file) return kSuccess;
  std::cerr << "shlo: cannot write " << path << ": " << std::strerror(errno) << "\n";
  return kUsage;
}

int WriteArtifactTo(const Options& options, Module& module) {
  const std::optional<Version> version = options.version.empty() ? kNewestVersion : Version::Parse(options.version);
  const StatusOr<std::string> bytes = WriteArtifact(module, *version, {.with_locations = !options.no_locations});
  if (bytes.ok()) return WriteOutput(options.output, *bytes);
  std::cerr << options.input << ": error: " << bytes.status().message() << "\n";
  return kProblem;
}

int RunConvert(const Options& options) {
  const std::optional<std::string> bytes = ReadFile(options.input);
  if (!bytes) return kUsage;
  const Source source = MakeSource(options.input, *bytes);
  std::optional<Module> module = ReadModule(source, options.verify);
  if (!module) return kProblem;
  if (!WantsText(options, source)) return WriteArtifactTo(options, *module);
  return WriteOutput(options.output, Print(*module, {.generic = options.generic, .locations = options.locations}));
}

std::string CheckVersion(const std::string& text) {
  const std::optional<Version> version = Version::Parse(text);
  if (version && *version >= kOldestVersion && *version <= kNewestVersion) return {};
  return "'" + text + "' is not a version of VHLO from " + kOldestVersion.ToString() + " to " +
         kNewestVersion.ToString();
}

}  // namespace

void AddConvert(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("convert", "Write a program as text or as a portable artifact");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->input, "the program; - is standard input")->required();
  command->add_option("-o,--output", options->output, "output file; - is standard output")->capture_default_str();
  command
      ->add_option("--to", options->form,
                   "text or artifact; default: by the extension of OUT, else the form that FILE does not have")
      ->check(CLI::IsMember({"text", "artifact"}));
  command->add_option("--target-version", options->version, "version of the artifact; default: the newest")
      ->check(CLI::Validator(CheckVersion, ""))
      ->type_name("VERSION");
  command->add_flag("--generic", options->generic, "write text with every operation in generic form");
  CLI::Option* locations = command->add_flag("--locations", options->locations, "write text with locations");
  command->add_flag("--no-locations", options->no_locations, "write an artifact without locations")
      ->excludes(locations);
  command->add_flag("!--no-verify", options->verify, "also convert a program that is not valid");
  command->callback([options, &exit_code] { exit_code = RunConvert(*options); });
}

}  // namespace cppjrt::stablehlo::tools
