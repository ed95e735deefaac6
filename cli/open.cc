// From --plugin and --create-option to a client.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "cli/command.h"
#include "cli/install/catalog.h"
#include "cli/processes.h"
#include "cli/progress.h"
#include "pjrt/discovery.h"

namespace cppjrt::cli {
namespace {

template <class T>
bool ParseWhole(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool ParseList(std::string_view text, std::vector<int64_t>& list) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  while (!text.empty()) {
    const size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    int64_t value = 0;
    if (!ParseWhole(item, value)) return false;
    list.push_back(value);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return true;
}

bool ParseBool(std::string_view text, bool& value) {
  value = text == "true";
  return value || text == "false";
}

// The first kind, in order of strictness, that the text can be.
pjrt::Value Guess(std::string_view text) {
  bool flag = false;
  int64_t number = 0;
  float real = 0;
  std::vector<int64_t> list;
  if (ParseBool(text, flag)) return flag;
  if (ParseWhole(text, number)) return number;
  if (ParseWhole(text, real)) return real;
  if ((text.starts_with('[') || text.find(',') != std::string_view::npos) && ParseList(text, list)) return list;
  return std::string(text);
}

StatusOr<pjrt::Value> ParseAs(std::string_view kind, std::string_view text) {
  bool flag = false;
  int64_t number = 0;
  float real = 0;
  std::vector<int64_t> list;
  if (kind == "string") return pjrt::Value(std::string(text));
  if (kind == "bool" && ParseBool(text, flag)) return pjrt::Value(flag);
  if (kind == "int" && ParseWhole(text, number)) return pjrt::Value(number);
  if (kind == "float" && ParseWhole(text, real)) return pjrt::Value(real);
  if (kind == "list" && ParseList(text, list)) return pjrt::Value(std::move(list));
  for (std::string_view known : {"bool", "int", "float", "list"}) {
    if (kind == known) return InvalidArgumentError("'" + std::string(text) + "' is not of type " + std::string(kind));
  }
  return InvalidArgumentError("there is no kind '" + std::string(kind) + "', only string, bool, int, float, and list");
}

void SetEnvironment(std::string_view assignments) {
  while (!assignments.empty()) {
    const size_t space = assignments.find(' ');
    const std::string one(assignments.substr(0, space));
    const size_t equals = one.find('=');
    if (equals != std::string::npos) setenv(one.substr(0, equals).c_str(), one.c_str() + equals + 1, /*overwrite=*/0);
    assignments = space == std::string_view::npos ? std::string_view() : assignments.substr(space + 1);
  }
}

}  // namespace

int Fail(ExitCode code, const Status& status) {
  Progress::StopCurrent();
  std::fflush(stdout);
  std::string_view text = status.message();
  while (text.ends_with('\n') || text.ends_with(' ')) text.remove_suffix(1);
  std::fprintf(stderr, "pjrt: error: %.*s\n", static_cast<int>(text.size()), text.data());
  return code;
}

void AddPluginOptions(CLI::App& app, PluginChoice& choice) {
  app.add_option("--plugin,-p", choice.plugin,
                 "Plugin by name or path (default: the first that `pjrt plugin list` shows)")
      ->type_name("NAME|PATH");
  app.add_option("--create-option", choice.create_options,
                 "Client option, such as cpu_device_count=2; NAME:KIND=VALUE sets its\n"
                 "type: string, bool, int, float, or list")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(CLI::Validator(
          [](const std::string& text) {
            const auto option = ParseCreateOption(text);
            return option.ok() ? std::string() : std::string(option.status().message());
          },
          ""));
}

StatusOr<std::pair<std::string, pjrt::Value>> ParseCreateOption(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return InvalidArgumentError("'" + std::string(text) + "' is not NAME=VALUE");
  }
  std::string_view name = text.substr(0, equals);
  const std::string_view value = text.substr(equals + 1);
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::pair(std::string(name), Guess(value));
  StatusOr<pjrt::Value> parsed = ParseAs(name.substr(colon + 1), value);
  if (!parsed.ok()) return parsed.status().WithContext(name.substr(0, colon));
  return std::pair(std::string(name.substr(0, colon)), *std::move(parsed));
}

StatusOr<pjrt::PluginCandidate> FindPluginFile(const PluginChoice& choice) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::PluginCandidate candidate, pjrt::FindPlugin(choice.plugin));
  SetEnvironment(install::EnvironmentForFile(candidate.path));
  return candidate;
}

StatusOr<OpenedPlugin> OpenPlugin(const PluginChoice& choice) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::PluginCandidate candidate, FindPluginFile(choice));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Load(candidate.path));
  return OpenedPlugin{std::move(candidate.name), std::move(plugin)};
}

StatusOr<pjrt::Client> OpenClient(const OpenedPlugin& opened, const PluginChoice& choice, const Job* job) {
  pjrt::ClientOptions options;
  for (const std::string& text : choice.create_options) {
    CPPJRT_ASSIGN_OR_RETURN(auto option, ParseCreateOption(text));
    options.create_options.insert(std::move(option));
  }
  if (job != nullptr) job->AddTo(options);
  StatusOr<pjrt::Client> client = pjrt::Client::Create(opened.plugin, options);
  // Plugins of one process do not know the options that tell processes apart; they run beside each other then.
  if (job != nullptr && client.status().code() == StatusCode::kInvalidArgument) {
    options.create_options.erase("node_id");
    options.create_options.erase("num_nodes");
    if (auto alone = pjrt::Client::Create(opened.plugin, options); alone.ok()) return alone;
  }
  if (!client.ok()) return client.status().WithContext("cannot create a client of " + opened.name);
  return client;
}

}  // namespace cppjrt::cli
