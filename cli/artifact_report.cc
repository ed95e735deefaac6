#include "cli/artifact_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "cli/bytes_text.h"
#include "cli/json_values.h"

namespace cppjrt::cli {
namespace {

using pjrt::Artifact;
using pjrt::CompiledMemoryStats;

// Figures worth telling, in the order a person asks for them.
std::vector<std::pair<const char*, int64_t>> MemoryFigures(const CompiledMemoryStats& stats) {
  std::vector<std::pair<const char*, int64_t>> figures = {
      {"arguments", stats.argument_size},       {"results", stats.output_size},
      {"shared by both", stats.alias_size},     {"temporaries", stats.temp_size},
      {"code", stats.generated_code_size},      {"host arguments", stats.host_argument_size},
      {"host results", stats.host_output_size}, {"host temporaries", stats.host_temp_size},
  };
  const std::pair<const char*, std::optional<int64_t>> optional[] = {
      {"peak", stats.peak_memory},
      {"total", stats.total_size},
  };
  for (const auto& [name, value] : optional) {
    if (value.has_value()) figures.emplace_back(name, *value);
  }
  std::erase_if(figures, [](const auto& figure) { return figure.second == 0; });
  return figures;
}

std::string Shapes(const std::vector<pjrt::ArrayShape>& shapes) {
  std::string text;
  for (const pjrt::ArrayShape& shape : shapes) text += (text.empty() ? "" : ", ") + pjrt::ToString(shape);
  return "(" + text + ")";
}

std::string Kinds(const Artifact& artifact) {
  std::string text;
  for (const std::string& kind : artifact.device_kinds) text += (text.empty() ? "" : ", ") + kind;
  return text;
}

nlohmann::ordered_json ShapesToJson(const std::vector<pjrt::ArrayShape>& shapes) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const pjrt::ArrayShape& shape : shapes) json.push_back(pjrt::ToString(shape));
  return json;
}

}  // namespace

std::string ArtifactText(const Artifact& artifact) {
  std::string text = fmt::format("program     {}\n", artifact.name.empty() ? "without a name" : artifact.name);
  text += fmt::format("for         {}, {} x {}\n", artifact.platform_name,
                      artifact.num_replicas * artifact.num_partitions, Kinds(artifact));
  text += fmt::format("made by     a plugin of C API {}.{}{}\n", artifact.api_version.major_version,
                      artifact.api_version.minor_version,
                      artifact.plugin_hash.empty() ? "" : ", SHA-256 " + artifact.plugin_hash.substr(0, 16) + "…");
  if (artifact.signature.has_value()) {
    text += fmt::format("signature   {} -> {}\n", Shapes(artifact.signature->parameters),
                        Shapes(artifact.signature->results));
  }
  text += fmt::format("executable  {}\n", BytesText(static_cast<int64_t>(artifact.executable.size())));
  if (artifact.memory.has_value()) {
    for (const auto& [name, bytes] : MemoryFigures(*artifact.memory)) {
      text += fmt::format("memory      {:>10}  {}\n", BytesText(bytes), name);
    }
  }
  for (const auto& [name, value] : artifact.cost)
    text += fmt::format("cost        {} {}\n", pjrt::ToString(value), name);
  return text;
}

std::string ArtifactJson(const Artifact& artifact) {
  nlohmann::ordered_json json = {
      {"name", artifact.name},
      {"platform", artifact.platform_name},
      {"platform_version", artifact.platform_version},
      {"device_kinds", artifact.device_kinds},
      {"num_replicas", artifact.num_replicas},
      {"num_partitions", artifact.num_partitions},
      {"api_version", {artifact.api_version.major_version, artifact.api_version.minor_version}},
      {"plugin_attributes", ValuesToJson(artifact.plugin_attributes)},
      {"plugin_sha256", artifact.plugin_hash},
      {"executable_bytes", artifact.executable.size()},
      {"program_bytes", artifact.program.code.size()},
  };
  if (artifact.signature.has_value()) {
    json["arguments"] = ShapesToJson(artifact.signature->parameters);
    json["results"] = ShapesToJson(artifact.signature->results);
  }
  json["memory"] = nlohmann::ordered_json::object();
  if (artifact.memory.has_value()) {
    for (const auto& [name, bytes] : MemoryFigures(*artifact.memory)) json["memory"][name] = bytes;
  }
  json["cost"] = ValuesToJson(artifact.cost);
  return JsonText(json, 2);
}

}  // namespace cppjrt::cli
