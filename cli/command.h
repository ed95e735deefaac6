// What the subcommands of `pjrt` share: how one is declared, how it ends, how it opens a plugin.
#ifndef CPPJRT_CLI_COMMAND_H_
#define CPPJRT_CLI_COMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/client.h"
#include "pjrt/discovery.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::cli {

class Job;  // cli/processes.h

// Exit codes; `pjrt --help` lists them.
enum ExitCode : int {
  kSuccess = 0,
  kDiffers = 1,        // results are not what --expect says
  kUsage = 2,          // the command line is wrong, or asks for more devices than there are
  kBadInput = 3,       // a program, input, expectation or output: missing, damaged, does not fit, cannot be written
  kNoPlugin = 4,       // the plugin cannot be found, installed or loaded
  kPluginError = 5,    // the plugin refused: client, compilation or execution failed
  kInterrupted = 130,  // by Ctrl-C
};

// Prints "pjrt: error: …", in the place of the progress line if there is one, and gives `code` back.
int Fail(ExitCode code, const Status& status);

// Ends the enclosing function with an exit code unless the expression is OK.
#define PJRT_CLI_TRY(code, expr)                                                                                 \
  do {                                                                                                           \
    if (::cppjrt::Status cli_status_ = (expr); !cli_status_.ok()) return ::cppjrt::cli::Fail(code, cli_status_); \
  } while (false)
#define PJRT_CLI_ASSIGN(code, lhs, expr) PJRT_CLI_ASSIGN_IMPL_(CPPJRT_CONCAT_(cli_result_, __LINE__), code, lhs, expr)
#define PJRT_CLI_ASSIGN_IMPL_(result, code, lhs, expr)                 \
  auto result = (expr);                                                \
  if (!result.ok()) return ::cppjrt::cli::Fail(code, result.status()); \
  lhs = std::move(result).value()

// Which plugin, and what to tell it.
struct PluginChoice {
  std::string plugin;                       // name or path, empty: the default
  std::vector<std::string> create_options;  // NAME=VALUE
};
void AddPluginOptions(CLI::App& app, PluginChoice& choice);

// The plugin's file, without loading it; sets the environment variables the plugin is known to need.
StatusOr<pjrt::PluginCandidate> FindPluginFile(const PluginChoice& choice);

struct OpenedPlugin {
  std::string name;  // as `pjrt plugin list` shows it; of one given by path, made from the file's name
  pjrt::Plugin plugin;
};

// Finds, loads; sets the environment variables the plugin is known to need. Errors name the remedy.
StatusOr<OpenedPlugin> OpenPlugin(const PluginChoice& choice);
// `job`, if given, is what the process is part of: the plugin gets its store, and which process of how many this is (node_id,
// num_nodes) unless it refuses these.
StatusOr<pjrt::Client> OpenClient(const OpenedPlugin& opened, const PluginChoice& choice, const Job* job = nullptr);

// "NAME=VALUE" with VALUE read as true/false, an integer, a number, a list of integers "[1,2]" or "1,2", else text;
// "NAME:string=VALUE" (string, int, float, bool, list) says which. INVALID_ARGUMENT with what is wrong.
StatusOr<std::pair<std::string, pjrt::Value>> ParseCreateOption(std::string_view text);

// One subcommand: adds itself to `app` with a callback that stores its exit code.
using AddCommand = void (*)(CLI::App& app, int& exit_code);
// The subcommands of this build, in the order of `pjrt --help`.
std::span<const AddCommand> Commands();

void AddBench(CLI::App& app, int& exit_code);
void AddCache(CLI::App& app, int& exit_code);
void AddCompile(CLI::App& app, int& exit_code);
void AddConform(CLI::App& app, int& exit_code);
void AddDevices(CLI::App& app, int& exit_code);
void AddFuzz(CLI::App& app, int& exit_code);
void AddInspect(CLI::App& app, int& exit_code);
void AddPlugin(CLI::App& app, int& exit_code);
void AddRun(CLI::App& app, int& exit_code);
void AddCompletion(CLI::App& app, int& exit_code);

// `pjrt plugin info`, a file of its own.
struct PluginInfoOptions {
  PluginChoice choice;
  bool json = false;
  bool slots = false;
};
int PluginInfo(const PluginInfoOptions& options);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_COMMAND_H_
