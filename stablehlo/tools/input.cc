#include "stablehlo/tools/input.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "stablehlo/parse.h"
#include "stablehlo/tools/command.h"

namespace cppjrt::stablehlo::tools {
namespace {

bool HasCode(std::string_view piece) {
  while (!piece.empty()) {
    const size_t end = std::min(piece.find('\n'), piece.size());
    const std::string_view line = piece.substr(0, end);
    const size_t start = line.find_first_not_of(" \t\r-");
    if (start != std::string_view::npos && !line.substr(start).starts_with("//")) return true;
    piece.remove_prefix(std::min(end + 1, piece.size()));
  }
  return false;
}

}  // namespace

std::optional<std::string> ReadFile(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::error_code error;
  const bool is_folder = std::filesystem::is_directory(path, error);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  if (file && !is_folder) bytes.assign(std::istreambuf_iterator<char>(file), {});
  if (file && !is_folder && !file.bad()) return bytes;
  std::cerr << "shlo: cannot read " << path << ": " << (is_folder ? "it is a folder" : std::strerror(errno)) << "\n";
  return std::nullopt;
}

std::optional<Module> ParseOrReport(const std::string& file, std::string program) {
  StatusOr<Module> module = Parse(std::move(program), file);
  if (module.ok()) return std::move(*module);
  const std::string_view message = module.status().message();
  std::cerr << message << (message.ends_with('\n') ? "" : "\n");
  return std::nullopt;
}

std::vector<std::string> SplitPrograms(std::string_view text) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> programs;
  size_t lines = 0;
  while (true) {
    const size_t end = std::min(text.find(kMark), text.size());
    const std::string_view piece = text.substr(0, end);
    if (HasCode(piece)) programs.push_back(std::string(lines, '\n') + std::string(piece));
    lines += static_cast<size_t>(std::ranges::count(piece, '\n'));
    if (end == text.size()) return programs;
    text.remove_prefix(std::min(text.find('\n', end), text.size()));
  }
}

void Inputs::AddTo(CLI::App& app) {
  app.add_option("FILE", files, "programs: text, portable artifacts, or MLIR bytecode; - is standard input")
      ->required();
  app.add_flag("--split,--split-input-file", split, "a text file has several programs, separated by \"// -----\"");
}

int Inputs::ForEachProgram(const std::function<bool(const std::string&, std::string)>& use) const {
  int exit_code = kSuccess;
  for (const std::string& file : files) {
    std::optional<std::string> bytes = ReadFile(file);
    if (!bytes) {
      exit_code = kUsage;
      continue;
    }
    std::vector<std::string> programs;
    if (split && MakeSource(file, *bytes).is_text) {
      programs = SplitPrograms(*bytes);
    } else {
      programs.push_back(std::move(*bytes));
    }
    for (std::string& program : programs) {
      if (!use(file, std::move(program))) exit_code = std::max<int>(exit_code, kProblem);
    }
  }
  return exit_code;
}

}  // namespace cppjrt::stablehlo::tools
