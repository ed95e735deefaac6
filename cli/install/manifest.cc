#include "cli/install/manifest.h"

#include <nlohmann/json.hpp>

#include "cli/install/files.h"

namespace cppjrt::install {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kFileName[] = "/manifest.json";
constexpr int64_t kMaxBytes = int64_t{1} << 20;

// The text fields, in the order they are written.
constexpr struct {
  const char* key;
  std::string Manifest::* field;
} kTextFields[] = {
    {"name", &Manifest::name},
    {"package", &Manifest::package},
    {"version", &Manifest::version},
    {"wheel", &Manifest::wheel},
    {"wheel_sha256", &Manifest::wheel_sha256},
    {"plugin", &Manifest::plugin},
    {"plugin_sha256", &Manifest::plugin_sha256},
    {"installed_at", &Manifest::installed_at},
};

Status Missing(std::string_view key, std::string_view kind) {
  return InvalidArgumentError("\"" + std::string(key) + "\" is missing or not of type " + std::string(kind));
}

bool StaysInside(std::string_view path) {
  return !path.empty() && !path.starts_with('/') && ("/" + std::string(path) + "/").find("/../") == std::string::npos;
}

Status ReadEnvironment(const Json& json, Manifest& manifest) {
  const auto found = json.find("environment");
  if (found == json.end()) return OkStatus();
  if (!found->is_object()) return Missing("environment", "object");
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) return Missing(name, "string");
    manifest.environment[name] = value.get<std::string>();
  }
  return OkStatus();
}

}  // namespace

std::string ToJson(const Manifest& manifest) {
  Json json;
  for (const auto& text : kTextFields) json[text.key] = manifest.*text.field;
  json["plugin_bytes"] = manifest.plugin_bytes;
  json["environment"] = Json::object();
  for (const auto& [name, value] : manifest.environment) json["environment"][name] = value;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

StatusOr<Manifest> ParseManifest(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return InvalidArgumentError("not a JSON object");
  Manifest manifest;
  for (const auto& field : kTextFields) {
    const auto found = json.find(field.key);
    if (found == json.end() || !found->is_string()) return Missing(field.key, "string");
    manifest.*field.field = found->get<std::string>();
  }
  if (!StaysInside(manifest.plugin)) return InvalidArgumentError("\"plugin\" is not a path inside the directory");
  const auto bytes = json.find("plugin_bytes");
  if (bytes == json.end() || !bytes->is_number_integer()) return Missing("plugin_bytes", "integer");
  manifest.plugin_bytes = bytes->get<int64_t>();
  CPPJRT_RETURN_IF_ERROR(ReadEnvironment(json, manifest));
  return manifest;
}

StatusOr<Manifest> ReadManifest(const std::string& directory) {
  const std::string path = directory + kFileName;
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxBytes));
  StatusOr<Manifest> manifest = ParseManifest(text);
  if (!manifest.ok()) return manifest.status().WithContext(path);
  return manifest;
}

Status WriteManifest(const Manifest& manifest, const std::string& directory) {
  return WriteFile(directory + kFileName, ToJson(manifest));
}

}  // namespace cppjrt::install
