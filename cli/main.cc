// The `pjrt` command. Each subcommand is a file; here is their list.
#include <CLI/CLI.hpp>
#include <exception>

#include "cli/command.h"

namespace cppjrt::cli {
namespace {

constexpr AddCommand kCommands[] = {AddRun, AddDevices, AddPlugin, AddCompletion};

constexpr const char* kFooter = R"(Exit codes:
  0  success
  1  results differ from --expect
  2  wrong command line
  3  a program, input or expectation is missing, damaged, or does not fit
  4  the plugin cannot be found, installed or loaded
  5  the plugin refused: client, compilation or execution failed

Examples:
  pjrt plugin install xla-cpu            install XLA's CPU plugin
  pjrt run model.mlir --input x.npy      run a StableHLO program
  pjrt devices                           what the default plugin offers)";

int Main(int argc, char** argv) {
  CLI::App app("Run StableHLO programs on any PJRT plugin.", "pjrt");
  app.set_version_flag("--version", "pjrt " CPPJRT_VERSION);
  app.footer(kFooter);
  app.require_subcommand(1);
  int exit_code = kSuccess;
  for (AddCommand add : kCommands) add(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kSuccess : kUsage;
  }
  return exit_code;
}

}  // namespace
}  // namespace cppjrt::cli

int main(int argc, char** argv) {
  try {
    return cppjrt::cli::Main(argc, argv);
  } catch (const std::exception& e) {
    return cppjrt::cli::Fail(cppjrt::cli::kPluginError, cppjrt::InternalError(e.what()));
  }
}
