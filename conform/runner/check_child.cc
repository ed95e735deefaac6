#include "conform/runner/check_child.h"

#include <exception>
#include <nlohmann/json.hpp>

#include "conform/api/extension_names.h"
#include "conform/isolate/child_channel.h"

namespace cppjrt::conform {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Of the client library and of the checks themselves: a plugin that throws through C is at fault.
Status RunGuarded(const Check& check, Context& context) {
  try {
    return check.run(context);
  } catch (const std::exception& error) {
    return UnknownError("an exception came out of the plugin or the check: " + std::string(error.what()));
  } catch (...) {
    return UnknownError("an exception of unknown type came out of the plugin");
  }
}

std::string RunCheck(const Check& check, const StatusOr<Api>& api, const PluginSetup& setup) {
  Context context(api, setup);
  const bool about_loading = check.info.id == "plugin.loads";
  Status status;
  Result result = Result::kSkip;
  if (!api.ok() && !about_loading) {
    status = api.status().WithContext("the plugin does not load");
  } else {
    status = RunGuarded(check, context);
    result = ResultOf(status);
  }
  std::string message(status.message());
  if (result == Result::kFail && status.code() != StatusCode::kUnknown) message = status.ToString();
  return Dump({{"result", ResultName(result)},
               {"message", message},
               {"evidence", context.evidence()},
               {"hazards", context.hazards()}});
}

void AddClientFacts(Context& context, Json& json) {
  const StatusOr<Session> session = context.NewSession();
  if (!session.ok()) return;
  const Api& api = context.api();
  auto name = api.Make<PJRT_Client_PlatformName_Args>();
  name.client = session->client();
  if (api.Call(name).ok()) json["platform"] = std::string(name.platform_name, name.platform_name_size);
  auto version = api.Make<PJRT_Client_PlatformVersion_Args>();
  version.client = session->client();
  if (api.Call(version).ok()) {
    json["platform_version"] = std::string(version.platform_version, version.platform_version_size);
  }
  if (const auto devices = session->Devices(0); devices.ok()) json["devices"] = devices->size();
}

std::string Identity(const StatusOr<Api>& api, const PluginSetup& setup) {
  Json json = Json::object();
  if (!api.ok()) return Dump(json);
  const PJRT_Api& table = api->plugin_table();
  json["major"] = table.pjrt_api_version.major_version;
  json["minor"] = table.pjrt_api_version.minor_version;
  json["slots"] = (table.struct_size - pjrt::abi::kTableStart) / sizeof(void*);
  Json extensions = Json::array();
  const PJRT_Extension_Base* extension = table.extension_start;
  for (int i = 0; extension != nullptr && i < 1000; ++i, extension = extension->next) {
    extensions.push_back({ExtensionName(extension->type), extension->struct_size});
  }
  json["extensions"] = extensions;
  auto attributes = api->Make<PJRT_Plugin_Attributes_Args>();
  Json values = Json::object();
  if (api->Call(attributes).ok()) {
    for (size_t i = 0; i < attributes.num_attributes; ++i) {
      const PJRT_NamedValue& value = attributes.attributes[i];
      values[std::string(value.name, value.name_size)] = ValueText(value);
    }
  }
  json["attributes"] = values;
  Context context(api, setup);
  AddClientFacts(context, json);
  return Dump(json);
}

}  // namespace

int RunCheckChild(const Registry& registry, const PluginSetup& setup) {
  ChildChannel channel;
  StatusOr<Api> api = UnavailableError("not loaded yet");
  bool loaded = false;
  while (const std::optional<std::string> item = channel.Next()) {
    if (!loaded) api = Api::Load(setup.path);  // only now, so that a crash is the first item's
    loaded = true;
    const Check* check = registry.Find(*item);
    if (*item == kIdentityItem) {
      channel.Done(Identity(api, setup));
    } else if (check == nullptr) {
      channel.Done(Dump({{"result", "skip"}, {"message", "there is no check " + *item}}));
    } else {
      channel.Done(RunCheck(*check, api, setup));
    }
  }
  return 0;
}

void ReadOutcome(std::string_view payload, CheckReport& check) {
  const Json json = Json::parse(payload, nullptr, /*allow_exceptions=*/false);
  StatusOr<Result> result = InvalidArgumentError("no result");
  if (json.is_object() && json.contains("result") && json["result"].is_string()) {
    result = ParseResult(json["result"].get<std::string>());
  }
  if (!result.ok()) {
    check.result = Result::kFail;
    check.message = "the child process gave no result, but: " + std::string(payload.substr(0, 200));
    return;
  }
  check.result = *result;
  check.message = json.value("message", "");
  check.evidence = json.value("evidence", std::vector<std::string>());
  check.hazards = json.value("hazards", std::vector<std::string>());
}

void ReadIdentity(std::string_view payload, PluginIdentity& plugin) {
  const Json json = Json::parse(payload, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return;
  plugin.api_major = json.value("major", 0);
  plugin.api_minor = json.value("minor", 0);
  plugin.slots = json.value("slots", int64_t{0});
  plugin.platform = json.value("platform", "");
  plugin.platform_version = json.value("platform_version", "");
  plugin.devices = json.value("devices", int64_t{-1});
  const Json extensions = json.value("extensions", Json::array());
  for (const Json& extension : extensions) {
    plugin.extensions.emplace_back(extension[0].get<std::string>(), extension[1].get<int64_t>());
  }
  const Json attributes = json.value("attributes", Json::object());
  for (const auto& [name, value] : attributes.items()) plugin.attributes.emplace_back(name, value.get<std::string>());
}

}  // namespace cppjrt::conform
