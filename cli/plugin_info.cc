// pjrt plugin info: what can be told of a plugin without making a client.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/json_values.h"
#include "cli/progress.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cli {
namespace {

size_t CountPresent(const pjrt::Plugin& plugin) {
  size_t count = 0;
  for (const auto& slot : pjrt::abi::kSlots) count += plugin.HasSlot(slot.name) ? 1 : 0;
  return count;
}

void PrintText(const OpenedPlugin& opened, bool slots) {
  const pjrt::Plugin& plugin = opened.plugin;
  const pjrt::ApiVersion version = plugin.api_version();
  fmt::print("plugin      {}\n", opened.name);
  fmt::print("path        {}\n", plugin.name());
  fmt::print("PJRT C API  {}.{}, {} of {} functions\n", version.major_version, version.minor_version,
             CountPresent(plugin), pjrt::abi::kSlotCount);
  if (version.minor_version > pjrt::abi::kApiMinor) {
    fmt::print("            newer than 0.{}, the version of this client: later additions are not used\n",
               pjrt::abi::kApiMinor);
  }
  if (const auto range = plugin.stablehlo_range()) {
    fmt::print("StableHLO   {} to {}\n", pjrt::ToString(range->minimum), pjrt::ToString(range->current));
  }
  fmt::print("extensions ");
  for (const pjrt::ExtensionInfo& e : plugin.extensions())
    fmt::print(" {} ({}, {} bytes)", e.name, e.type, e.struct_size);
  fmt::print("{}\n", plugin.extensions().empty() ? " none" : "");
  for (const auto& [name, value] : plugin.attributes())
    fmt::print("attribute   {} = {}\n", name, pjrt::ToString(value));
  if (!slots) return;
  fmt::print("\n");
  for (const auto& slot : pjrt::abi::kSlots)
    fmt::print("{:<8}{}\n", plugin.HasSlot(slot.name) ? "yes" : "-", slot.name);
}

void PrintJson(const OpenedPlugin& opened, bool slots) {
  const pjrt::Plugin& plugin = opened.plugin;
  const pjrt::ApiVersion version = plugin.api_version();
  nlohmann::ordered_json json = {{"plugin", opened.name},
                                 {"path", plugin.name()},
                                 {"api_version", {version.major_version, version.minor_version}},
                                 {"functions", CountPresent(plugin)}};
  if (const auto range = plugin.stablehlo_range()) {
    json["stablehlo"] = {{"minimum", pjrt::ToString(range->minimum)}, {"current", pjrt::ToString(range->current)}};
  }
  json["extensions"] = nlohmann::ordered_json::array();
  for (const pjrt::ExtensionInfo& e : plugin.extensions()) {
    json["extensions"].push_back({{"type", e.type}, {"name", e.name}, {"struct_size", e.struct_size}});
  }
  json["attributes"] = ValuesToJson(plugin.attributes());
  if (slots) {
    for (const auto& slot : pjrt::abi::kSlots) json["slots"][std::string(slot.name)] = plugin.HasSlot(slot.name);
  }
  fmt::print("{}\n", JsonText(json, 2));
}

}  // namespace

int PluginInfo(const PluginInfoOptions& options) {
  std::optional<Progress> progress(std::in_place, "loading the plugin");
  PJRT_CLI_ASSIGN(kNoPlugin, OpenedPlugin opened, OpenPlugin(options.choice));
  progress.reset();
  options.json ? PrintJson(opened, options.slots) : PrintText(opened, options.slots);
  return kSuccess;
}

}  // namespace cppjrt::cli
