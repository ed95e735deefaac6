// shlo parse, shlo print
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  Inputs inputs;
  PrintOptions print;
};

int RunPrint(const Options& options) {
  bool first = true;
  return options.inputs.ForEachProgram([&](const std::string& file, std::string program) {
    std::optional<Module> module = ParseOrReport(file, std::move(program));
    if (!module) return false;
    if (!first) std::cout << "// -----\n";
    first = false;
    std::cout << Print(*module, options.print);
    return true;
  });
}

}  // namespace

void AddParse(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("parse", "Report why programs cannot be read; prints nothing if they can");
  auto inputs = std::make_shared<Inputs>();
  inputs->AddTo(*command);
  command->callback([inputs, &exit_code] {
    exit_code = inputs->ForEachProgram([](const std::string& file, std::string program) {
      return ParseOrReport(file, std::move(program)).has_value();
    });
  });
}

void AddPrint(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("print", "Print programs as text, as MLIR and JAX do");
  auto options = std::make_shared<Options>();
  options->inputs.AddTo(*command);
  command->add_flag("--generic", options->print.generic, "every operation in generic form");
  command->add_flag("--locations", options->print.locations, "with locations");
  command->add_option("--elide", options->print.elide_bytes, "omit constants of more than BYTES bytes")
      ->type_name("BYTES");
  command->callback([options, &exit_code] { exit_code = RunPrint(*options); });
}

}  // namespace cppjrt::stablehlo::tools
