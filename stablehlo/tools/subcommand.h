// The subcommands of shlo: a row here for each, a file tools/shlo_<name>.cc with its function.
#ifndef CPPJRT_STABLEHLO_TOOLS_SUBCOMMAND_H_
#define CPPJRT_STABLEHLO_TOOLS_SUBCOMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::stablehlo::tools {

struct Subcommand {
  std::string_view name;
  std::string_view arguments;
  std::string_view purpose;
  // The arguments behind the name; the result is the exit status.
  int (*run)(std::span<const std::string_view> arguments);
};

int RunOps(std::span<const std::string_view> arguments);
int RunParse(std::span<const std::string_view> arguments);
int RunPrint(std::span<const std::string_view> arguments);
int RunRoundtrip(std::span<const std::string_view> arguments);
int RunTime(std::span<const std::string_view> arguments);

// ---- What several subcommands need (input.cc).

// Options (--name) and the rest of a command line.
struct CommandLine {
  std::vector<std::string_view> options;
  std::vector<std::string_view> files;
  bool Has(std::string_view option) const;
};
// Reports options that are not in `known` on stderr and gives false.
bool ParseCommandLine(std::span<const std::string_view> arguments, std::span<const std::string_view> known,
                      CommandLine& out);

// The bytes of a file, of stdin for "-". Reports on stderr and gives false if it cannot be read.
bool ReadFile(std::string_view path, std::string& out);
// The programs of a file that are separated by "// -----", each with the blank lines in front that keep its line numbers.
std::vector<std::string> SplitPrograms(std::string_view text);

}  // namespace cppjrt::stablehlo::tools

#endif  // CPPJRT_STABLEHLO_TOOLS_SUBCOMMAND_H_
