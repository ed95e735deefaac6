// shlo: the front end on the command line. Each subcommand is a file; here is their list.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "stablehlo/op/version.h"
#include "stablehlo/tools/command.h"

namespace cppjrt::stablehlo::tools {
namespace {

constexpr AddCommand kCommands[] = {AddVerify,    AddConvert, AddPrint, AddStats, AddDiff, AddParse,
                                    AddRoundtrip, AddTime,    AddOps,   AddLower, AddEval};

constexpr const char* kFooter = R"(Exit codes:
  0  success
  1  a program is wrong, cannot be expressed in the requested version, or differs
  2  wrong command line, or a file that cannot be read or written

Examples:
  shlo verify model.mlir                              errors, with line and caret
  shlo convert model.mlir -o model.mlirbc --target-version 1.10.0
  shlo stats model.mlirbc                             operations, flops, bytes)";

std::string VersionText() {
  return "shlo " CPPJRT_VERSION "; portable artifacts " + kOldestVersion.ToString() + " to " +
         kNewestVersion.ToString();
}

void AddHelp(CLI::App& app, std::string& topic) {
  CLI::App* help = app.add_subcommand("help", "Show this help, or the help of a command");
  help->add_option("COMMAND", topic, "the command");
  help->callback([&app, &topic] {
    if (topic.empty()) throw CLI::CallForHelp();
    const std::vector<CLI::App*> found =
        app.get_subcommands([&topic](CLI::App* sub) { return sub->get_name() == topic; });
    if (found.empty()) throw CLI::ValidationError("there is no command '" + topic + "'");
    std::cout << found.front()->help(app.get_name());
  });
}

// One sentence: what is wrong, and which help to read.
int FailUsage(const CLI::App& app, const CLI::ParseError& error) {
  std::string path = app.get_name();
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    path += " " + at->get_name();
  }
  const std::vector<std::string> extra = at->remaining();
  std::string what = error.what();
  if (!extra.empty() && extra.front().starts_with("-")) {
    what = "there is no option '" + extra.front() + "'";
  } else if (!extra.empty()) {
    what =
        at == &app ? "there is no command '" + extra.front() + "'" : "'" + extra.front() + "' is one argument too many";
  }
  std::cerr << "shlo: " << what << "; see `" << path << " --help`\n";
  return kUsage;
}

int Main(int argc, char** argv) {
  CLI::App app("Read, verify, print, convert, and compare StableHLO programs.", "shlo");
  app.set_version_flag("--version", VersionText());
  app.require_subcommand(1);
  int exit_code = kSuccess;
  std::string topic;
  for (AddCommand add : kCommands) add(app, exit_code);
  AddHelp(app, topic);
  app.footer(kFooter);  // after the subcommands, which would inherit it
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    // Of `shlo help`: the whole, which CLI11 would not give with a subcommand around; of `shlo COMMAND --help`: the command's.
    const bool whole = app.get_subcommands().empty() || app.got_subcommand("help");
    std::cout << (whole ? app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal)
                        : app.get_subcommands().front()->help(app.get_name()));
  } catch (const CLI::Success& request) {
    app.exit(request);
  } catch (const CLI::ParseError& error) {
    return FailUsage(app, error);
  }
  std::cout.flush();
  if (std::cout && std::fflush(stdout) == 0) return exit_code;
  std::cerr << "shlo: cannot write the output\n";
  return kUsage;
}

}  // namespace
}  // namespace cppjrt::stablehlo::tools

int main(int argc, char** argv) {
  try {
    return cppjrt::stablehlo::tools::Main(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "shlo: " << error.what() << "\n";
    return cppjrt::stablehlo::tools::kUsage;
  }
}
