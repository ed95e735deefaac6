// The subcommands of `shlo`: a file here for each, which adds itself to the command line, and a row in shlo.cc.
#ifndef CPPJRT_STABLEHLO_TOOLS_COMMAND_H_
#define CPPJRT_STABLEHLO_TOOLS_COMMAND_H_

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::stablehlo::tools {

// `shlo --help` lists them.
enum ExitCode : int {
  kSuccess = 0,
  kProblem = 1,  // a program is wrong, cannot be said in a version, or differs
  kUsage = 2,    // the command line is wrong, or a file cannot be read or written
};

// Adds a subcommand to `app`, with a callback that stores its exit code.
using AddCommand = void (*)(CLI::App& app, int& exit_code);

void AddConvert(CLI::App& app, int& exit_code);
void AddDiff(CLI::App& app, int& exit_code);
void AddLower(CLI::App& app, int& exit_code);
void AddEval(CLI::App& app, int& exit_code);
void AddOps(CLI::App& app, int& exit_code);
void AddParse(CLI::App& app, int& exit_code);
void AddPrint(CLI::App& app, int& exit_code);
void AddRoundtrip(CLI::App& app, int& exit_code);
void AddStats(CLI::App& app, int& exit_code);
void AddTime(CLI::App& app, int& exit_code);
void AddVerify(CLI::App& app, int& exit_code);

}  // namespace cppjrt::stablehlo::tools

#endif  // CPPJRT_STABLEHLO_TOOLS_COMMAND_H_
