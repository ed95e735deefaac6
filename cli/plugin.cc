// pjrt plugin list | info | install | remove
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/install/catalog.h"
#include "cli/install/install.h"
#include "cli/json_values.h"
#include "cli/progress.h"
#include "pjrt/discovery.h"

namespace cppjrt::cli {
namespace {

int List(bool json) {
  const std::vector<pjrt::PluginCandidate> candidates = pjrt::FindPlugins();
  if (json) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const pjrt::PluginCandidate& c : candidates) {
      array.push_back({{"name", c.name}, {"path", c.path}, {"source", c.source}, {"note", c.note}});
    }
    fmt::print("{}\n", JsonText(array, 2));
    return kSuccess;
  }
  if (candidates.empty()) fmt::print("no plugin found\n");
  for (const pjrt::PluginCandidate& c : candidates) {
    fmt::print("{:<16} {}{}\n{:<16} {}\n", c.name, c.path, c.usable() ? "" : " (" + c.note + ")", "", c.source);
  }
  fmt::print("\ncan be installed with `pjrt plugin install NAME`:\n");
  for (const install::CatalogEntry& entry : install::Catalog()) {
    fmt::print("{:<16} {} ({} {})\n", entry.name, entry.description, entry.package, entry.version);
  }
  return kSuccess;
}

struct InstallChoice {
  std::vector<std::string> names;
  std::string version;
  bool force = false;
};

const char* OutcomeText(install::Outcome outcome) {
  switch (outcome) {
    case install::Outcome::kInstalled:
      return "installed";
    case install::Outcome::kAlreadyInstalled:
      return "already installed";
    case install::Outcome::kReplaced:
      return "replaced";
    case install::Outcome::kRepaired:
      return "repaired";
  }
  return "";
}

int InstallOne(const std::string& name, const InstallChoice& choice) {
  install::InstallOptions options;
  options.root = pjrt::PluginDirectory();
  if (options.root.empty()) {
    return Fail(kNoPlugin, FailedPreconditionError("no folder to install into: set HOME or CPPJRT_PLUGIN_DIR"));
  }
  options.version = choice.version;
  options.force = choice.force;
  Progress progress("installing " + name);
  options.progress = [&](const install::Progress& state) {
    const std::string size = state.total > 0
                                 ? fmt::format(" {} of {} MB", state.done / 1'000'000, state.total / 1'000'000)
                                 : (state.done > 0 ? fmt::format(" {} MB", state.done / 1'000'000) : std::string());
    progress.Update(fmt::format("{}: {}{}", name, install::StepName(state.step), size));
    return true;
  };
  PJRT_CLI_ASSIGN(kNoPlugin, install::InstallResult result, install::Install(name, options));
  if (!result.note.empty()) fmt::print("{}: {}\n", result.manifest.name, result.note);
  fmt::print("{}: {} {} {} in {}\n", result.manifest.name, OutcomeText(result.outcome), result.manifest.package,
             result.manifest.version, result.directory);
  return kSuccess;
}

int InstallAll(const InstallChoice& choice) {
  for (const std::string& name : choice.names) {
    if (int code = InstallOne(name, choice); code != kSuccess) return code;
  }
  return kSuccess;
}

int RemoveAll(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    PJRT_CLI_TRY(kNoPlugin, install::Remove(name, pjrt::PluginDirectory()));
    fmt::print("{}: removed\n", name);
  }
  return kSuccess;
}

void AddList(CLI::App& parent, int& exit_code) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      parent.add_subcommand("list", "Plugins found on this machine, the default first, and known packages");
  command->add_flag("--json", *json, "Print JSON (found plugins only)");
  command->footer("Examples:\n  pjrt plugin list");
  command->callback([json, &exit_code] { exit_code = List(*json); });
}

void AddInfo(CLI::App& parent, int& exit_code) {
  auto options = std::make_shared<PluginInfoOptions>();
  CLI::App* command = parent.add_subcommand("info", "Version, functions, extensions, and attributes of a plugin");
  command->add_option("plugin", options->choice.plugin, "Name or path (default: the first of `pjrt plugin list`)")
      ->type_name("NAME|PATH");
  command->add_flag("--slots", options->slots, "List every function of the C API and whether the plugin has it");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Examples:\n  pjrt plugin info xla-cpu\n  pjrt plugin info ./libpjrt_mine.so --slots");
  command->callback([options, &exit_code] { exit_code = PluginInfo(*options); });
}

void AddInstall(CLI::App& parent, int& exit_code) {
  auto choice = std::make_shared<InstallChoice>();
  CLI::App* command = parent.add_subcommand("install", "Install known plugin packages for this user");
  command->add_option("name", choice->names, "Names as `pjrt plugin list` shows them")->type_name("NAME")->required();
  command->add_option("--version", choice->version, "A version other than the one known to work, or 'newest'")
      ->type_name("VERSION");
  command->add_flag("--force", choice->force, "Install again, and accept a package whose hash has changed");
  command->footer(
      "Plugins go to ~/.local/lib/cppjrt (or $CPPJRT_PLUGIN_DIR).\n\nExamples:\n  pjrt plugin install xla-cpu");
  command->callback([choice, &exit_code] { exit_code = InstallAll(*choice); });
}

void AddRemove(CLI::App& parent, int& exit_code) {
  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* command = parent.add_subcommand("remove", "Remove installed plugins");
  command->add_option("name", *names, "Names of installed plugins")->type_name("NAME")->required();
  command->footer("Examples:\n  pjrt plugin remove xla-cpu");
  command->callback([names, &exit_code] { exit_code = RemoveAll(*names); });
}

}  // namespace

void AddPlugin(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("plugin", "List, describe, install, and remove plugins");
  command->footer("Examples:\n  pjrt plugin list\n  pjrt plugin install xla-cpu\n  pjrt plugin info xla-cpu");
  command->require_subcommand(1);
  AddList(*command, exit_code);
  AddInfo(*command, exit_code);
  AddInstall(*command, exit_code);
  AddRemove(*command, exit_code);
}

}  // namespace cppjrt::cli
