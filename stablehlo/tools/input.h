// What subcommands read: files, the programs in them.
#ifndef CPPJRT_STABLEHLO_TOOLS_INPUT_H_
#define CPPJRT_STABLEHLO_TOOLS_INPUT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::stablehlo::tools {

// The bytes of a file, of stdin for "-". Says on stderr why if it cannot be read.
std::optional<std::string> ReadFile(const std::string& path);

// The module of a program; what is wrong with it goes to stderr.
std::optional<Module> ParseOrReport(const std::string& file, std::string program);

// The programs of a text that are separated by "// -----", wherever that stands, each with the blank lines in front
// that keep its line numbers. Pieces with nothing but comments are left out.
std::vector<std::string> SplitPrograms(std::string_view text);

// FILE… and --split.
struct Inputs {
  std::vector<std::string> files;
  bool split = false;

  void AddTo(CLI::App& app);
  // Calls use(file, program) for each program of each file; gives the exit code: 1 if a call gave false, 2 if a file
  // could not be read. Goes on after either.
  int ForEachProgram(const std::function<bool(const std::string& file, std::string program)>& use) const;
};

}  // namespace cppjrt::stablehlo::tools

#endif  // CPPJRT_STABLEHLO_TOOLS_INPUT_H_
