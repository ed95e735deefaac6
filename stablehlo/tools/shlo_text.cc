// shlo ops, parse, print, roundtrip, time.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>

#include "stablehlo/op/op_table.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/tools/subcommand.h"

namespace cppjrt::stablehlo::tools {
namespace {

std::vector<std::string> Programs(const CommandLine& line, std::string text) {
  if (line.Has("--split")) return SplitPrograms(text);
  std::vector<std::string> one;
  one.push_back(std::move(text));
  return one;
}

// Calls use(file, program) for each program of each file; gives the exit status.
template <typename Use>
int ForEachProgram(const CommandLine& line, Use use) {
  bool ok = true;
  for (std::string_view file : line.files) {
    std::string text;
    if (!ReadFile(file, text)) return 2;
    for (const std::string& program : Programs(line, std::move(text))) ok = use(file, program) && ok;
  }
  return ok ? 0 : 1;
}

StatusOr<Module> ParseOrReport(std::string_view file, const std::string& program) {
  StatusOr<Module> module = ParseText(program, std::string(file));
  if (!module.ok()) std::cerr << module.status().message();
  return module;
}

// Empty if the printed text reads back as an equal module.
std::string RoundtripProblem(Module& module, const PrintOptions& options) {
  StatusOr<Module> again = ParseText(Print(module, options), "printed");
  if (!again.ok()) return std::string(again.status().message());
  return FindDifference(module, *again, {.locations = options.locations});
}

bool Roundtrip(std::string_view file, const std::string& program, bool exact) {
  StatusOr<Module> module = ParseOrReport(file, program);
  if (!module.ok()) return false;
  for (bool generic : {false, true}) {
    const std::string problem = RoundtripProblem(*module, {.generic = generic, .locations = true});
    if (problem.empty()) continue;
    std::cerr << file << (generic ? ": generic form: " : ": ") << problem << "\n";
    return false;
  }
  const bool has_locations = program.find("loc(") != std::string::npos;
  if (!exact || Print(*module, {.locations = has_locations}) == program) return true;
  std::cerr << file << ": the printed text differs\n";
  return false;
}

double MegabytesPerSecond(size_t bytes, std::clock_t time) {
  return static_cast<double>(bytes) / 1e6 * CLOCKS_PER_SEC / static_cast<double>(std::max<std::clock_t>(time, 1));
}

}  // namespace

int RunOps(std::span<const std::string_view>) {
  std::cout << OpTableAsJson();
  return 0;
}

int RunParse(std::span<const std::string_view> arguments) {
  CommandLine line;
  if (!ParseCommandLine(arguments, std::vector<std::string_view>{"--split"}, line)) return 2;
  return ForEachProgram(
      line, [](std::string_view file, const std::string& program) { return ParseOrReport(file, program).ok(); });
}

int RunPrint(std::span<const std::string_view> arguments) {
  CommandLine line;
  const std::vector<std::string_view> known = {"--generic", "--locations", "--split"};
  if (!ParseCommandLine(arguments, known, line)) return 2;
  const PrintOptions options{.generic = line.Has("--generic"), .locations = line.Has("--locations")};
  bool first = true;
  return ForEachProgram(line, [&](std::string_view file, const std::string& program) {
    StatusOr<Module> module = ParseOrReport(file, program);
    if (!module.ok()) return false;
    if (!first) std::cout << "// -----\n";
    first = false;
    std::cout << Print(*module, options);
    return true;
  });
}

int RunRoundtrip(std::span<const std::string_view> arguments) {
  CommandLine line;
  if (!ParseCommandLine(arguments, std::vector<std::string_view>{"--exact", "--split"}, line)) return 2;
  size_t passed = 0;
  size_t failed = 0;
  const int status = ForEachProgram(line, [&](std::string_view file, const std::string& program) {
    const bool ok = Roundtrip(file, program, line.Has("--exact"));
    ++(ok ? passed : failed);
    return ok;
  });
  std::printf("%zu passed, %zu failed, 0 skipped\n", passed, failed);
  return status;
}

int RunTime(std::span<const std::string_view> arguments) {
  CommandLine line;
  if (!ParseCommandLine(arguments, {}, line)) return 2;
  // Processor time, which a busy machine does not lengthen.
  std::clock_t parse_time = 0;
  std::clock_t print_time = 0;
  size_t bytes = 0;
  size_t printed_bytes = 0;
  for (std::string_view file : line.files) {
    std::string text;
    if (!ReadFile(file, text)) return 2;
    const Source source{std::string(file), text, /*is_text=*/true};
    DiagnosticSink sink(&source);
    const std::clock_t start = std::clock();
    StatusOr<Module> module = ParseText(source, sink);
    const std::clock_t parsed = std::clock();
    if (!module.ok()) continue;
    printed_bytes += Print(*module).size();
    print_time += std::clock() - parsed;
    parse_time += parsed - start;
    bytes += text.size();
  }
  std::printf("%zu files, %.2f MB: parsed at %.1f MB/s, printed at %.1f MB/s\n", line.files.size(),
              static_cast<double>(bytes) / 1e6, MegabytesPerSecond(bytes, parse_time),
              MegabytesPerSecond(printed_bytes, print_time));
  return 0;
}

}  // namespace cppjrt::stablehlo::tools
