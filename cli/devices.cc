// pjrt devices: what a plugin's client offers.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/json_values.h"
#include "cli/progress.h"

namespace cppjrt::cli {
namespace {

struct Options {
  PluginChoice choice;
  bool json = false;
};

void PrintText(const std::string& plugin, const pjrt::Client& client) {
  const pjrt::ApiVersion version = client.plugin().api_version();
  fmt::print("plugin    {} (PJRT C API {}.{})\n", plugin, version.major_version, version.minor_version);
  fmt::print("platform  {}", client.platform_name());
  if (client.platform_version() != client.platform_name()) fmt::print(" ({})", client.platform_version());
  fmt::print("\ndevices   {}, of which {} addressable by this process ({})\n", client.devices().size(),
             client.addressable_devices().size(), client.process_index());
  for (const pjrt::Device& device : client.devices()) {
    fmt::print("\n{:>4}  {}  {}\n", device.id(), device.kind(), device.description().text);
    fmt::print("      process {}, local hardware id {}{}\n", device.description().process_index,
               device.local_hardware_id(), device.addressable() ? "" : ", not addressable");
    std::string memories;
    for (const pjrt::Memory& memory : device.memories()) {
      memories += (memories.empty() ? "" : ", ") + memory.kind() + " (" + std::to_string(memory.id()) + ")";
    }
    if (!memories.empty()) fmt::print("      memories {}\n", memories);
    for (const auto& [name, value] : device.description().attributes)
      fmt::print("      {} {}\n", name, pjrt::ToString(value));
    if (StatusOr<pjrt::MemoryStats> stats = device.memory_stats(); stats.ok()) {
      fmt::print("      in use {} bytes", stats->bytes_in_use);
      if (stats->bytes_limit.has_value()) fmt::print(" of {}", *stats->bytes_limit);
      fmt::print("\n");
    }
  }
}

nlohmann::ordered_json ToJson(const pjrt::Device& device) {
  nlohmann::ordered_json json = {{"id", device.id()},
                                 {"kind", device.kind()},
                                 {"text", device.description().text},
                                 {"process_index", device.description().process_index},
                                 {"addressable", device.addressable()},
                                 {"local_hardware_id", device.local_hardware_id()},
                                 {"attributes", ValuesToJson(device.description().attributes)}};
  json["memories"] = nlohmann::ordered_json::array();
  for (const pjrt::Memory& memory : device.memories()) {
    json["memories"].push_back({{"id", memory.id()}, {"kind", memory.kind()}, {"kind_id", memory.kind_id()}});
  }
  return json;
}

void PrintJson(const std::string& plugin, const pjrt::Client& client) {
  const pjrt::ApiVersion version = client.plugin().api_version();
  nlohmann::ordered_json json = {{"plugin", plugin},
                                 {"path", client.plugin().name()},
                                 {"api_version", {version.major_version, version.minor_version}},
                                 {"platform", client.platform_name()},
                                 {"platform_version", client.platform_version()},
                                 {"process_index", client.process_index()}};
  json["devices"] = nlohmann::ordered_json::array();
  for (const pjrt::Device& device : client.devices()) json["devices"].push_back(ToJson(device));
  fmt::print("{}\n", JsonText(json, 2));
}

int Run(const Options& options) {
  std::optional<Progress> progress(std::in_place, "loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, OpenedPlugin opened, OpenPlugin(options.choice));
  progress->Update("looking for the devices of " + opened.name);
  PJRT_CLI_ASSIGN(kPluginError, pjrt::Client client, OpenClient(opened, options.choice));
  progress.reset();
  options.json ? PrintJson(opened.name, client) : PrintText(opened.name, client);
  return kSuccess;
}

}  // namespace

void AddDevices(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("devices", "List the devices and memories of a plugin");
  AddPluginOptions(*command, options->choice);
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Examples:\n  pjrt devices\n  pjrt devices --plugin xla-cpu --create-option cpu_device_count=2 --json");
  command->callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace cppjrt::cli
