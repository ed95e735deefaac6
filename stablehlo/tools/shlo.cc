// shlo: the front end on the command line.
#include <cstdio>
#include <string_view>
#include <vector>

#include "stablehlo/tools/subcommand.h"

namespace {

using cppjrt::stablehlo::tools::Subcommand;
namespace tools = cppjrt::stablehlo::tools;

// clang-format off
constexpr Subcommand kSubcommands[] = {
    {"ops",       "",                                         "print the op table as JSON",                       tools::RunOps},
    {"parse",     "[--split] FILE…",                          "report what is wrong with the text of programs",   tools::RunParse},
    {"print",     "[--generic] [--locations] [--split] FILE", "parse and print",                                  tools::RunPrint},
    {"roundtrip", "[--exact] [--split] FILE…",                "check that what is printed reads back as the same", tools::RunRoundtrip},
    {"time",      "FILE…",                                    "measure parsing and printing",                     tools::RunTime},
};
// clang-format on

int Usage() {
  std::fprintf(stderr, "usage: shlo SUBCOMMAND …; FILE may be - for standard input\n");
  for (const Subcommand& s : kSubcommands) {
    std::fprintf(stderr, "  %-10s %-42s %s\n", s.name.data(), s.arguments.data(), s.purpose.data());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.empty()) return Usage();
  for (const Subcommand& s : kSubcommands) {
    if (s.name == arguments[0]) return s.run(std::span(arguments).subspan(1));
  }
  return Usage();
}
