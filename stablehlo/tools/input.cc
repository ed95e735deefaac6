#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

#include "stablehlo/tools/subcommand.h"

namespace cppjrt::stablehlo::tools {

bool CommandLine::Has(std::string_view option) const { return std::ranges::find(options, option) != options.end(); }

bool ParseCommandLine(std::span<const std::string_view> arguments, std::span<const std::string_view> known,
                      CommandLine& out) {
  for (std::string_view argument : arguments) {
    if (!argument.starts_with("--")) {
      out.files.push_back(argument);
    } else if (std::ranges::find(known, argument) != known.end()) {
      out.options.push_back(argument);
    } else {
      std::cerr << "shlo: unknown option " << argument << "\n";
      return false;
    }
  }
  if (out.files.empty()) std::cerr << "shlo: expected a file\n";
  return !out.files.empty();
}

bool ReadFile(std::string_view path, std::string& out) {
  if (path == "-") {
    out.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  std::ifstream file(std::string(path), std::ios::binary);
  if (!file) {
    std::cerr << "shlo: cannot read " << path << ": " << std::strerror(errno) << "\n";
    return false;
  }
  out.assign(std::istreambuf_iterator<char>(file), {});
  return true;
}

std::vector<std::string> SplitPrograms(std::string_view text) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> programs;
  size_t lines = 0;
  while (true) {
    const size_t end = std::min(text.find(kMark), text.size());
    const std::string_view piece = text.substr(0, end);
    programs.push_back(std::string(lines, '\n') + std::string(piece));
    lines += static_cast<size_t>(std::ranges::count(piece, '\n'));
    if (end == text.size()) return programs;
    text.remove_prefix(end + kMark.size());
    const size_t rest = std::min(text.find('\n'), text.size());
    text.remove_prefix(rest);
  }
}

}  // namespace cppjrt::stablehlo::tools
