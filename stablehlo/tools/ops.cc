// shlo ops
#include <CLI/CLI.hpp>
#include <iostream>

#include "stablehlo/op/op_table.h"
#include "stablehlo/tools/command.h"

namespace cppjrt::stablehlo::tools {

void AddOps(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("ops", "Print the op table as JSON");
  command->callback([&exit_code] {
    std::cout << OpTableAsJson();
    exit_code = kSuccess;
  });
}

}  // namespace cppjrt::stablehlo::tools
