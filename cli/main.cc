// The `pjrt` command. Each subcommand is a file; all_commands.cc has their list.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <iostream>
#include <system_error>

#include "cli/command.h"
#include "cli/usage.h"
#include "pjrt/log.h"

namespace cppjrt::cli {
namespace {

constexpr const char* kFooter = R"(Exit codes:
  0  success
  1  results differ from --expect; faults were found (conform)
  2  wrong command line, or more devices requested than there are
  3  a program, input, expectation, or output is missing, damaged, does not fit, or cannot be written
  4  the plugin cannot be found, installed, or loaded
  5  the plugin refused: creating a client, compilation, or execution failed
  130  interrupted by Ctrl-C

Examples:
  pjrt plugin install xla-cpu            install XLA's CPU plugin
  pjrt run model.mlir --input x.npy      run a StableHLO program
  pjrt devices                           devices of the default plugin)";

// A descriptor that is closed would be given to the next file opened, and our output would land in that file. What takes
// its place makes reading and writing fail as before.
void HoldStandardStreams() {
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) return;
  }
}

int FailOutput(int error) {
  return Fail(kBadInput, UnknownError("cannot write the output: " + std::generic_category().message(error)));
}

// What the library can tell nobody else.
void PrintLog(pjrt::LogSeverity severity, std::string_view text) {
  if (severity == pjrt::LogSeverity::kInfo) return;
  std::fprintf(stderr, "pjrt: warning: %.*s\n", static_cast<int>(text.size()), text.data());
}

int Main(int argc, char** argv) {
  pjrt::SetLogHook(PrintLog);
  CLI::App app("Run StableHLO programs on any PJRT plugin.", "pjrt");
  app.set_version_flag("--version", "pjrt " CPPJRT_VERSION);
  app.require_subcommand(1);
  int exit_code = kSuccess;
  for (AddCommand add : Commands()) add(app, exit_code);
  app.footer(kFooter);  // after the subcommands, which would inherit it
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request);
  } catch (const CLI::ParseError& error) {
    return Fail(kUsage, InvalidArgumentError(ExplainUsage(app, error)));
  }
  errno = 0;
  std::cout.flush();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) return FailOutput(errno);
  return exit_code;
}

int MainWithoutExceptions(int argc, char** argv) {
  HoldStandardStreams();
  try {
    return Main(argc, argv);
  } catch (const std::system_error& error) {  // of fmt::print
    return FailOutput(error.code().value());
  } catch (const std::exception& error) {
    return Fail(kPluginError, InternalError(error.what()));
  }
}

}  // namespace
}  // namespace cppjrt::cli

int main(int argc, char** argv) { return cppjrt::cli::MainWithoutExceptions(argc, argv); }
