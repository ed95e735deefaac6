// shlo roundtrip, shlo time: what is written reads back as the same; how fast.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <memory>

#include "stablehlo/bytecode/artifact.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"

namespace cppjrt::stablehlo::tools {
namespace {

// Empty if `bytes` read as a module equal to `module`.
std::string ReadBackProblem(Module& module, std::string bytes, bool locations) {
  StatusOr<Module> again = Parse(std::move(bytes), "written");
  if (!again.ok()) return std::string(again.status().message());
  return FindDifference(module, *again, {.locations = locations});
}

std::string TextProblem(Module& module) {
  for (bool generic : {false, true}) {
    std::string problem = ReadBackProblem(module, Print(module, {.generic = generic, .locations = true}), true);
    if (!problem.empty()) return (generic ? "generic form: " : "text: ") + problem;
  }
  return {};
}

// At the version it came in; programs that were text are not written.
std::string ArtifactProblem(Module& module) {
  const std::optional<Version> version = VersionOfProducer(module.producer());
  if (!version) return {};
  const StatusOr<std::string> bytes = WriteArtifact(module, *version);
  if (!bytes.ok()) return std::string(bytes.status().message());
  const std::string problem = ReadBackProblem(module, *bytes, true);
  return problem.empty() ? problem : "artifact: " + problem;
}

bool Roundtrip(const std::string& file, const std::string& program, bool exact) {
  std::optional<Module> module = ParseOrReport(file, program);
  if (!module) return false;
  std::string problem = TextProblem(*module);
  if (problem.empty()) problem = ArtifactProblem(*module);
  const bool has_locations = program.find("loc(") != std::string::npos;
  if (problem.empty() && exact && Print(*module, {.locations = has_locations}) != program) {
    problem = "the printed text differs";
  }
  if (problem.empty()) return true;
  std::cerr << file << ": " << problem << "\n";
  return false;
}

double MegabytesPerSecond(size_t bytes, std::clock_t time) {
  return static_cast<double>(bytes) / 1e6 * CLOCKS_PER_SEC / static_cast<double>(std::max<std::clock_t>(time, 1));
}

// Processor time, which a busy machine does not lengthen.
int RunTime(const Inputs& inputs) {
  std::clock_t parse_time = 0;
  std::clock_t print_time = 0;
  size_t bytes = 0;
  size_t printed_bytes = 0;
  const int exit_code = inputs.ForEachProgram([&](const std::string& file, const std::string& program) {
    const Source source = MakeSource(file, program);
    DiagnosticSink sink(&source);
    const std::clock_t start = std::clock();
    StatusOr<Module> module = Parse(source, sink);
    const std::clock_t parsed = std::clock();
    if (!module.ok()) return false;
    printed_bytes += Print(*module).size();
    print_time += std::clock() - parsed;
    parse_time += parsed - start;
    bytes += program.size();
    return true;
  });
  std::printf("%zu files, %.2f MB: read at %.1f MB/s, printed at %.1f MB/s\n", inputs.files.size(),
              static_cast<double>(bytes) / 1e6, MegabytesPerSecond(bytes, parse_time),
              MegabytesPerSecond(printed_bytes, print_time));
  return exit_code;
}

int RunRoundtrip(const Inputs& inputs, bool exact) {
  size_t passed = 0;
  size_t failed = 0;
  const int exit_code = inputs.ForEachProgram([&](const std::string& file, const std::string& program) {
    const bool ok = Roundtrip(file, program, exact);
    ++(ok ? passed : failed);
    return ok;
  });
  std::printf("%zu passed, %zu failed, 0 skipped\n", passed, failed);
  return exit_code;
}

}  // namespace

void AddRoundtrip(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("roundtrip", "Check that programs are the same after printing or writing and reading");
  auto inputs = std::make_shared<Inputs>();
  auto exact = std::make_shared<bool>(false);
  inputs->AddTo(*command);
  command->add_flag("--exact", *exact, "the printed text must equal the input byte for byte");
  command->callback([inputs, exact, &exit_code] { exit_code = RunRoundtrip(*inputs, *exact); });
}

void AddTime(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("time", "Measure the speed of reading and printing");
  auto inputs = std::make_shared<Inputs>();
  inputs->AddTo(*command);
  command->callback([inputs, &exit_code] { exit_code = RunTime(*inputs); });
}

}  // namespace cppjrt::stablehlo::tools
