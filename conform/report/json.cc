// Reports as JSON, and back.
#include <nlohmann/json.hpp>

#include "conform/report/diff.h"
#include "conform/report/report.h"

namespace cppjrt::conform {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "cppjrt-conform";
constexpr std::string_view kExpectations[] = {"", "expected", "unexpected pass"};

// What plugins print need not be UTF-8.
std::string Dump(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json FactsJson(const Facts& facts) {
  Json json = Json::object();
  for (const auto& [name, value] : facts) json[name] = value;
  return json;
}

Json PluginJson(const PluginIdentity& plugin) {
  Json extensions = Json::array();
  for (const auto& [name, size] : plugin.extensions) extensions.push_back({{"name", name}, {"struct_size", size}});
  return {{"name", plugin.name},
          {"path", plugin.path},
          {"file_size", plugin.file_size},
          {"sha256", plugin.sha256},
          {"api_version", std::to_string(plugin.api_major) + "." + std::to_string(plugin.api_minor)},
          {"slots", plugin.slots},
          {"platform", plugin.platform},
          {"platform_version", plugin.platform_version},
          {"devices", plugin.devices},
          {"extensions", extensions},
          {"attributes", FactsJson(plugin.attributes)}};
}

Json CheckJson(const CheckReport& check) {
  Json json = {{"id", check.id},
               {"area", check.area()},
               {"result", ResultName(check.result)},
               {"level", LevelName(check.level)},
               {"message", check.message},
               {"seconds", check.seconds}};
  if (!check.evidence.empty()) json["evidence"] = check.evidence;
  if (!check.hazards.empty()) json["hazards"] = check.hazards;
  if (!check.last_call.empty()) json["last_call"] = check.last_call;
  if (check.signal != 0) json["signal"] = check.signal;
  if (check.expectation != Expectation::kNone) {
    json["expectation"] = kExpectations[static_cast<size_t>(check.expectation)];
    json["reason"] = check.reason;
  }
  json["title"] = check.title;
  json["meaning"] = check.meaning;
  json["source"] = check.source;
  return json;
}

Json SummaryJson(const Summary& summary) {
  Json json = Json::object();
  const auto count = [](const std::map<Result, int>& counts, Result result) {
    const auto found = counts.find(result);
    return found == counts.end() ? 0 : found->second;
  };
  json["total"] = summary.total;
  for (Result result : kAllResults) json[ResultName(result)] = count(summary.required, result);
  Json advised = Json::object();
  for (Result result : kAllResults) {
    if (IsFault(result)) advised[ResultName(result)] = count(summary.advised, result);
  }
  json["advised"] = advised;
  json["expected"] = summary.expected;
  json["unexpected_passes"] = summary.unexpected_passes;
  return json;
}

// --- reading: what is missing or of another kind is the default

std::string TextOf(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class T>
T NumberOf(const Json& json, const char* key, T absent = {}) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<T>() : absent;
}

Facts FactsOf(const Json& json, const char* key) {
  Facts facts;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) return facts;
  for (const auto& [name, value] : found->items()) {
    facts.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return facts;
}

std::vector<std::string> TextsOf(const Json& json, const char* key) {
  std::vector<std::string> texts;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return texts;
  for (const Json& text : *found) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

PluginIdentity PluginOf(const Json& json) {
  PluginIdentity plugin;
  plugin.name = TextOf(json, "name");
  plugin.path = TextOf(json, "path");
  plugin.file_size = NumberOf<int64_t>(json, "file_size");
  plugin.sha256 = TextOf(json, "sha256");
  const std::string version = TextOf(json, "api_version");
  plugin.api_major = std::atoi(version.c_str());
  if (const size_t dot = version.find('.'); dot != version.npos)
    plugin.api_minor = std::atoi(version.c_str() + dot + 1);
  plugin.slots = NumberOf<int64_t>(json, "slots");
  plugin.platform = TextOf(json, "platform");
  plugin.platform_version = TextOf(json, "platform_version");
  plugin.devices = NumberOf<int64_t>(json, "devices", -1);
  plugin.attributes = FactsOf(json, "attributes");
  const auto extensions = json.find("extensions");
  if (extensions == json.end() || !extensions->is_array()) return plugin;
  for (const Json& extension : *extensions) {
    if (!extension.is_object()) continue;
    plugin.extensions.emplace_back(TextOf(extension, "name"), NumberOf<int64_t>(extension, "struct_size"));
  }
  return plugin;
}

StatusOr<CheckReport> CheckOf(const Json& json) {
  if (!json.is_object()) return InvalidArgumentError("an element of 'checks' is no object");
  CheckReport check;
  check.id = TextOf(json, "id");
  if (check.id.empty()) return InvalidArgumentError("an element of 'checks' has no id");
  CPPJRT_ASSIGN_OR_RETURN(check.result, ParseResult(TextOf(json, "result")));
  check.level = TextOf(json, "level") == LevelName(Level::kAdvised) ? Level::kAdvised : Level::kRequired;
  check.title = TextOf(json, "title");
  check.meaning = TextOf(json, "meaning");
  check.source = TextOf(json, "source");
  check.message = TextOf(json, "message");
  check.evidence = TextsOf(json, "evidence");
  check.hazards = TextsOf(json, "hazards");
  check.seconds = NumberOf<double>(json, "seconds");
  check.last_call = TextOf(json, "last_call");
  check.signal = NumberOf<int>(json, "signal");
  check.reason = TextOf(json, "reason");
  const std::string expectation = TextOf(json, "expectation");
  if (expectation == kExpectations[1]) check.expectation = Expectation::kExpected;
  if (expectation == kExpectations[2]) check.expectation = Expectation::kUnexpectedPass;
  return check;
}

}  // namespace

std::string ToJson(const Report& report) {
  Json checks = Json::array();
  for (const CheckReport& check : report.checks) checks.push_back(CheckJson(check));
  return Dump({{"schema", kSchema},
               {"schema_version", kReportSchemaVersion},
               {"harness", report.harness},
               {"started", report.started},
               {"seconds", report.seconds},
               {"complete", report.complete},
               {"options", FactsJson(report.options)},
               {"plugin", PluginJson(report.plugin)},
               {"host", FactsJson(report.host)},
               {"summary", SummaryJson(Summarize(report))},
               {"checks", checks}});
}

StatusOr<Report> ParseReport(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return InvalidArgumentError("the report is no JSON object");
  if (TextOf(json, "schema") != kSchema) {
    return InvalidArgumentError("'schema' is '" + TextOf(json, "schema") + "', not '" + std::string(kSchema) + "'");
  }
  if (const int version = NumberOf<int>(json, "schema_version"); version < 1 || version > kReportSchemaVersion) {
    return FailedPreconditionError("the report has schema version " + std::to_string(version) +
                                   "; this program reads 1 to " + std::to_string(kReportSchemaVersion));
  }
  Report report;
  report.harness = TextOf(json, "harness");
  report.started = TextOf(json, "started");
  report.seconds = NumberOf<double>(json, "seconds");
  report.complete = json.value("complete", Json(false)) == Json(true);
  report.options = FactsOf(json, "options");
  report.host = FactsOf(json, "host");
  if (const auto plugin = json.find("plugin"); plugin != json.end() && plugin->is_object()) {
    report.plugin = PluginOf(*plugin);
  }
  const auto checks = json.find("checks");
  if (checks == json.end() || !checks->is_array()) return InvalidArgumentError("the report has no array 'checks'");
  for (const Json& check : *checks) {
    CPPJRT_ASSIGN_OR_RETURN(CheckReport parsed, CheckOf(check));
    report.checks.push_back(std::move(parsed));
  }
  return report;
}

std::string ToJson(const ReportDiff& diff) {
  Json rows = Json::array();
  for (const DiffRow& row : diff.rows) {
    rows.push_back({{"id", row.id},
                    {"before", row.before},
                    {"after", row.after},
                    {"regression", row.regression},
                    {"fixed", row.fixed},
                    {"message", row.message}});
  }
  return Dump({{"schema", "cppjrt-conform-diff"},
               {"schema_version", 1},
               {"before", FactsJson(diff.before)},
               {"after", FactsJson(diff.after)},
               {"regressions", diff.regressions},
               {"fixed", diff.fixed},
               {"same", diff.same},
               {"rows", rows}});
}

}  // namespace cppjrt::conform
