// pjrt fuzz: random programs on a plugin and on an oracle; a difference is shrunk and written as a program that checks itself.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/engine.h"
#include "cli/fuzz_whole.h"
#include "cli/usage.h"
#include "conform/fuzz/fuzzer.h"

namespace cppjrt::cli {
namespace {

struct Options {
  PluginChoice choice;
  std::string against = "evaluator";
  uint64_t seed = 1;
  double seconds = 60;
  int64_t programs = 0;
  std::vector<std::string> ops;
  std::vector<std::string> types;
  std::vector<std::string> allow;
  size_t steps = 12;
  double timeout = 20;
  std::string folder;
  bool list_ops = false;
  bool no_subnormals = false;
  bool whole = false;
};

StatusOr<std::set<stablehlo::ElementType>> TypesOf(const std::vector<std::string>& names) {
  std::set<stablehlo::ElementType> types;
  for (const std::string& name : names) {
    const size_t before = types.size();
    for (int i = 0; i <= static_cast<int>(stablehlo::ElementType::kC128); ++i) {
      const auto type = static_cast<stablehlo::ElementType>(i);
      const bool real = type >= stablehlo::ElementType::kI1 && type <= stablehlo::ElementType::kF64;
      const bool complex = type == stablehlo::ElementType::kC64 || type == stablehlo::ElementType::kC128;
      if ((real || complex) && stablehlo::ElementTypeName(type) == name) types.insert(type);
    }
    if (types.size() == before) return InvalidArgumentError("element type '" + name + "' is unknown or given twice");
  }
  return types;
}

StatusOr<std::set<conform::Difference>> DifferencesOf(const std::vector<std::string>& names) {
  std::set<conform::Difference> differences;
  for (const std::string& name : names) {
    const size_t before = differences.size();
    for (int i = 1; i <= static_cast<int>(conform::Difference::kRefused); ++i) {
      const auto difference = static_cast<conform::Difference>(i);
      if (conform::DifferenceName(difference) == name) differences.insert(difference);
    }
    if (differences.size() == before)
      return InvalidArgumentError("kind of difference '" + name + "' is unknown or given twice");
  }
  return differences;
}

StatusOr<conform::FuzzOptions> FuzzOptionsOf(const Options& options) {
  conform::FuzzOptions fuzz;
  fuzz.seed = options.seed;
  fuzz.seconds = options.seconds;
  fuzz.programs = options.programs;
  fuzz.limits.seconds = options.timeout;
  fuzz.subnormals = !options.no_subnormals;
  fuzz.generate.max_steps = std::max<size_t>(options.steps, 1);
  CPPJRT_ASSIGN_OR_RETURN(fuzz.generate.types, TypesOf(options.types));
  CPPJRT_ASSIGN_OR_RETURN(fuzz.allowed, DifferencesOf(options.allow));
  const std::vector<std::string> known = conform::OpsWithRecipe();
  for (const std::string& op : options.ops) {
    if (std::ranges::find(known, op) == known.end()) {
      return InvalidArgumentError("'" + op + "' is not available; `pjrt fuzz --list-ops` lists the ops");
    }
    fuzz.generate.ops.insert(op);
  }
  return fuzz;
}

// Options that choose operations do not go with whole programs.
StatusOr<conform::WholeFuzzOptions> WholeOptionsOf(const Options& options) {
  if (!options.ops.empty() || !options.types.empty() || !options.allow.empty()) {
    return InvalidArgumentError("--whole cannot be combined with --ops, --types, or --allow");
  }
  conform::WholeFuzzOptions whole;
  whole.seed = options.seed;
  whole.seconds = options.seconds;
  whole.programs = options.programs;
  whole.limits.seconds = options.timeout;
  return whole;
}

Status WriteCase(const std::string& folder, const conform::FuzzCase& found) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string path = folder + "/" + conform::CaseFileName(found);
  std::ofstream out(path, std::ios::binary);
  out << conform::CaseText(found);
  out.close();
  if (!out) return UnknownError("cannot write " + path);
  return OkStatus();
}

int ListOps() {
  for (const std::string& op : conform::OpsWithRecipe()) fmt::print("{}\n", op);
  fmt::print("\nnot used:\n");
  for (const conform::LeftOut& row : conform::OpsWithoutRecipe()) fmt::print("{:26} {}\n", row.op, row.reason);
  return kSuccess;
}

void PrintResult(const conform::FuzzResult& result) {
  const std::string api = result.engine.api.empty() ? "" : " " + result.engine.api;
  fmt::print(
      "{}{} against {}: {} programs in {:.0f} s, {} compared, {} not supported, {} not judged; {} findings, "
      "{} more of "
      "the same, {} not reproducible\n",
      result.engine.name, api, result.judge.name, result.programs, result.seconds, result.compared, result.unsupported,
      result.unjudged, result.cases.size(), result.repeated, result.unstable);
  for (const auto& [reason, count] : result.unjudged_reasons) fmt::print("not judged ({}): {}\n", count, reason);
  if (!result.unsupported_ops.empty()) {
    fmt::print("not supported:");
    for (const auto& [op, count] : result.unsupported_ops) fmt::print(" {} ({});", op, count);
    fmt::print("\n");
  }
}

int Fuzz(const Options& options) {
  if (options.list_ops) return ListOps();
  PJRT_CLI_ASSIGN(kUsage, const conform::FuzzOptions fuzz, FuzzOptionsOf(options));
  const PluginChoice judge = {options.against, {}};
  if (options.whole) {
    PJRT_CLI_ASSIGN(kUsage, const conform::WholeFuzzOptions whole, WholeOptionsOf(options));
    return FuzzWholePrograms(options.choice, judge, whole, options.folder);
  }
  const bool terminal = isatty(STDERR_FILENO) == 1;
  size_t shown = 0;
  Status written;
  const auto progress = [&](const conform::FuzzResult& so_far) {
    if (terminal)
      std::fprintf(stderr, "\r\033[K%ld programs, %zu findings ", static_cast<long>(so_far.programs),
                   so_far.cases.size());
    for (; shown < so_far.cases.size() && written.ok(); ++shown) {
      if (terminal) std::fprintf(stderr, "\r\033[K");
      fmt::print("{}\n", so_far.cases[shown].cause);
      std::fflush(stdout);
      if (!options.folder.empty()) written = WriteCase(options.folder, so_far.cases[shown]);
    }
    return written.ok();
  };
  PJRT_CLI_ASSIGN(kNoPlugin, const conform::FuzzResult result,
                  conform::Fuzz(EngineOf(options.choice), EngineOf(judge), fuzz, progress));
  if (terminal) std::fprintf(stderr, "\r\033[K");
  PJRT_CLI_TRY(kBadInput, written);
  PrintResult(result);
  return result.cases.empty() ? kSuccess : kDiffers;
}

}  // namespace

void AddFuzz(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("fuzz", "Run random programs on a plugin and compare with the evaluator or another plugin");
  auto options = std::make_shared<Options>();
  command->add_option("PLUGIN", options->choice.plugin, "Plugin by name or path; \"evaluator\" for the evaluator")
      ->type_name("");
  AddPluginOptions(*command, options->choice);
  command->add_option("--against", options->against, "The oracle: the evaluator, or another plugin")
      ->type_name("PLUGIN");
  command->add_option("--seed", options->seed, "Seed of the programs; the same seed gives the same programs");
  command->add_option("--seconds", options->seconds, "How long")->check(CLI::PositiveNumber);
  command->add_option("--programs", options->programs, "Maximum number of programs (0: limited by time only)");
  command->add_option("--ops", options->ops, "Only these ops: add,reduce,…")->delimiter(',')->type_name("OP,…");
  command->add_option("--types", options->types, "Only these element types, if an op has a choice")
      ->delimiter(',')
      ->type_name("TYPE,…");
  command->add_option("--steps", options->steps, "Maximum number of ops in a program");
  command
      ->add_option("--allow", options->allow,
                   "Differences to ignore: value, nan, not-nan, infinity, subnormal, zero-sign, refused, …")
      ->delimiter(',')
      ->type_name("KIND,…");
  command->add_option("--timeout", options->timeout, "Seconds after which a program counts as hanging")
      ->check(CLI::PositiveNumber);
  command->add_option("--out", options->folder, "Folder for the findings, each a program that checks itself")
      ->type_name("FOLDER");
  command->add_flag("--no-subnormals", options->no_subnormals,
                    "No subnormal arguments, for plugins that flush them to zero");
  command->add_flag("--whole", options->whole,
                    "Whole programs: loops that carry and update arrays, branches, calls, donated arguments");
  command->add_flag("--list-ops", options->list_ops, "List the ops that programs use, and why others are not used");
  command->footer(
      "Findings are shrunk to the ops that differ and distinguished by ops, element type, and kind of difference.\n"
      "The exit code is 1 if there are any.\n\n"
      "Example:\n"
      "  pjrt fuzz xla-cpu --seconds 600 --allow subnormal --out found\n"
      "  pjrt conform other-plugin --corpus found\n"
      "  pjrt fuzz xla-cpu --whole --seconds 600 --out found");
  command->callback([options, &exit_code] { exit_code = Fuzz(*options); });
}

}  // namespace cppjrt::cli
