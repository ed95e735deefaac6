#include "cli/inspect_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/json_values.h"
#include "cli/svg.h"

namespace cppjrt::cli {
namespace {

using Json = nlohmann::ordered_json;

// Names beside each other at most this many in text and page; JSON has all.
constexpr size_t kShownOps = 40;

void Row(std::string& out, std::string_view name, std::string_view value) {
  out += fmt::format("{:<16}{}\n", name, value);
}

std::string SizeText(const ValueFacts& value) {
  return value.bytes ? CountText(*value.bytes) + " bytes" : std::string("unknown size");
}

std::string AliasText(const ArgumentFacts& argument) {
  std::string text;
  if (argument.aliases) text = fmt::format("its memory becomes result {}", *argument.aliases);
  if (argument.donor) text = "may be taken over";
  if (!argument.sharding.empty()) text += (text.empty() ? "" : ", ") + ("sharding " + argument.sharding);
  return text;
}

void AddSignature(const ProgramFacts& facts, std::string& out) {
  Row(out, "entry", facts.entry.empty() ? "none" : facts.entry);
  for (size_t i = 0; i < facts.arguments.size(); ++i) {
    const ArgumentFacts& argument = facts.arguments[i];
    const std::string alias = AliasText(argument);
    Row(out, fmt::format("argument {}", i),
        fmt::format("{:<24}{}{}{}", argument.value.type, SizeText(argument.value), alias.empty() ? "" : ", ", alias));
  }
  for (size_t i = 0; i < facts.results.size(); ++i) {
    Row(out, fmt::format("result {}", i), fmt::format("{:<24}{}", facts.results[i].type, SizeText(facts.results[i])));
  }
}

void AddMemory(const MemoryFacts& memory, std::string& out) {
  if (memory.peak <= 0) return;  // no size is known
  Row(out, "memory",
      fmt::format("at most {} bytes, op by op, at op {} ({})", CountText(memory.peak), memory.peak_moment,
                  memory.moments[memory.peak_moment].op));
  Row(out, "  arguments", CountText(memory.arguments) + " bytes");
  Row(out, "  constants", CountText(memory.constants) + " bytes");
  Row(out, "  results", CountText(memory.results) + " bytes");
  for (const LiveValue& value : memory.largest) {
    if (value.bytes <= 0) continue;
    Row(out, "  live then", fmt::format("{:<24}{} bytes, {}", value.type, CountText(value.bytes), value.what));
  }
}

void AddOps(const ProgramFacts& facts, std::string& out) {
  out += fmt::format("\n{:<32}{:>8}{:>18}{:>18}{:>18}\n", "operation", "count", "flops", "transcendentals", "bytes");
  for (size_t i = 0; i < facts.ops.size() && i < kShownOps; ++i) {
    const OpCount& op = facts.ops[i];
    out += fmt::format("{:<32}{:>8}{:>18}{:>18}{:>18}\n", op.name, op.count, CountText(op.cost.flops),
                       CountText(op.cost.transcendentals), CountText(op.cost.bytes_accessed));
  }
  if (facts.ops.size() > kShownOps) out += fmt::format("and {} others\n", facts.ops.size() - kShownOps);
}

void AddProgram(const ProgramFacts& facts, std::string& out) {
  Row(out, "form", fmt::format("{}, {} bytes", facts.form, CountText(static_cast<double>(facts.size))));
  if (!facts.oldest_version.empty()) Row(out, "needs", "StableHLO " + facts.oldest_version + " or later");
  AddSignature(facts, out);
  Row(out, "operations", CountText(static_cast<double>(facts.operations)));
  Row(out, "flops", CountText(facts.cost.flops));
  Row(out, "transcendentals", CountText(facts.cost.transcendentals));
  Row(out, "bytes accessed", CountText(facts.cost.bytes_accessed));
  if (facts.cost.unknown > 0) {
    Row(out, "not counted",
        fmt::format("{} (unknown sizes, custom calls; loops of unknown length count once)", facts.cost.unknown));
  }
  AddMemory(facts.memory, out);
  AddOps(facts, out);
}

std::string ValueText(const pjrt::Value& value) {
  return std::visit([](const auto& v) { return Json(v).dump(-1, ' ', false, Json::error_handler_t::replace); }, value);
}

// Names and values, for text and page.
std::vector<std::pair<std::string, std::string>> CompiledRows(const CompiledFacts& compiled) {
  std::vector<std::pair<std::string, std::string>> rows;
  rows.emplace_back("plugin", compiled.plugin);
  rows.emplace_back("compile", fmt::format("{:.1f} ms", compiled.compile_ms));
  if (!compiled.name.empty()) rows.emplace_back("name", compiled.name);
  if (!compiled.fingerprint.empty()) rows.emplace_back("fingerprint", compiled.fingerprint);
  const auto add_count = [&rows](const std::string& name, int64_t bytes) {
    rows.emplace_back(name, CountText(static_cast<double>(bytes)) + " bytes");
  };
  if (compiled.code_size) add_count("code", *compiled.code_size);
  if (compiled.serialized_size) add_count("serialized", *compiled.serialized_size);
  const auto add_kinds = [&rows](const std::string& name, const std::vector<std::string>& kinds) {
    if (!kinds.empty()) rows.emplace_back(name, fmt::format("{}", fmt::join(kinds, ", ")));
  };
  add_kinds("arguments in", compiled.parameter_memory_kinds);
  add_kinds("results in", compiled.output_memory_kinds);
  if (compiled.memory) {
    for (const auto& [name, bytes] : MemoryRows(*compiled.memory)) add_count(name, bytes);
  }
  for (const auto& [name, value] : compiled.cost) rows.emplace_back(name, ValueText(value));
  return rows;
}

Json Number(double number) {
  constexpr double kExact = 9007199254740992.0;
  return std::abs(number) < kExact && number == std::floor(number) ? Json(static_cast<int64_t>(number)) : Json(number);
}

void AddCost(const stablehlo::Cost& cost, Json& json) {
  json["flops"] = Number(cost.flops);
  json["transcendentals"] = Number(cost.transcendentals);
  json["bytes_accessed"] = Number(cost.bytes_accessed);
  json["unknown"] = cost.unknown;
}

Json ToJson(const ValueFacts& value) {
  return {{"type", value.type}, {"bytes", value.bytes ? Number(*value.bytes) : Json()}};
}

Json ToJson(const ArgumentFacts& argument) {
  Json json = ToJson(argument.value);
  json["aliases_result"] = argument.aliases ? Json(*argument.aliases) : Json();
  json["donor"] = argument.donor;
  if (!argument.sharding.empty()) json["sharding"] = argument.sharding;
  return json;
}

Json ToJson(const MemoryFacts& memory) {
  Json json = {{"peak", Number(memory.peak)},
               {"peak_op", memory.peak_moment},
               {"arguments", Number(memory.arguments)},
               {"constants", Number(memory.constants)},
               {"results", Number(memory.results)}};
  json["live_at_peak"] = Json::array();
  for (const LiveValue& value : memory.largest) {
    json["live_at_peak"].push_back({{"what", value.what}, {"type", value.type}, {"bytes", Number(value.bytes)}});
  }
  json["timeline"] = Json::array();
  for (const Moment& moment : memory.moments) {
    json["timeline"].push_back({{"op", moment.op}, {"bytes", Number(moment.bytes)}});
  }
  return json;
}

Json ToJson(const ProgramFacts& facts) {
  Json json = {{"form", facts.form}, {"size", facts.size}, {"oldest_version", facts.oldest_version}};
  json["entry"] = facts.entry;
  json["arguments"] = Json::array();
  for (const ArgumentFacts& argument : facts.arguments) json["arguments"].push_back(ToJson(argument));
  json["results"] = Json::array();
  for (const ValueFacts& result : facts.results) json["results"].push_back(ToJson(result));
  json["operations"] = facts.operations;
  AddCost(facts.cost, json);
  json["memory"] = ToJson(facts.memory);
  json["operations_by_name"] = Json::array();
  for (const OpCount& op : facts.ops) {
    Json one = {{"name", op.name}, {"count", op.count}};
    AddCost(op.cost, one);
    json["operations_by_name"].push_back(std::move(one));
  }
  json["functions"] = Json::array();
  for (const FunctionFacts& function : facts.functions) {
    Json one = {{"name", function.name}, {"operations", function.operations}};
    AddCost(function.cost, one);
    json["functions"].push_back(std::move(one));
  }
  return json;
}

Json ToJson(const CompiledFacts& compiled) {
  Json json = {{"plugin", compiled.plugin}, {"compile_ms", compiled.compile_ms}, {"name", compiled.name}};
  json["fingerprint"] = compiled.fingerprint;
  json["code_size"] = compiled.code_size ? Json(*compiled.code_size) : Json();
  json["serialized_size"] = compiled.serialized_size ? Json(*compiled.serialized_size) : Json();
  json["parameter_memory_kinds"] = compiled.parameter_memory_kinds;
  json["output_memory_kinds"] = compiled.output_memory_kinds;
  json["memory"] = Json::object();
  if (compiled.memory) {
    for (const auto& [name, bytes] : MemoryRows(*compiled.memory)) json["memory"][name] = bytes;
  }
  json["cost"] = ValuesToJson(compiled.cost);
  return json;
}

}  // namespace

std::vector<std::pair<std::string, int64_t>> MemoryRows(const pjrt::CompiledMemoryStats& memory) {
  std::vector<std::pair<std::string, int64_t>> rows = {{"generated code", memory.generated_code_size},
                                                       {"arguments", memory.argument_size},
                                                       {"results", memory.output_size},
                                                       {"aliased", memory.alias_size},
                                                       {"temporaries", memory.temp_size}};
  const auto add = [&rows](const char* name, const std::optional<int64_t>& bytes) {
    if (bytes) rows.emplace_back(name, *bytes);
  };
  add("peak", memory.peak_memory);
  add("total", memory.total_size);
  add("allocations", memory.total_allocation_bytes);
  return rows;
}

std::string InspectText(const InspectReport& report) {
  std::string out;
  Row(out, "file", report.file);
  for (const auto& [name, value] : report.about) Row(out, name, value);
  if (report.program) AddProgram(*report.program, out);
  if (report.compiled) {
    out += "\n";
    for (const auto& [name, value] : CompiledRows(*report.compiled)) Row(out, name, value);
  }
  return out;
}

std::string InspectJson(const InspectReport& report) {
  Json json = {{"file", report.file}};
  for (const auto& [name, value] : report.about) json["about"][name] = value;
  if (report.program) json["program"] = ToJson(*report.program);
  if (report.compiled) json["compiled"] = ToJson(*report.compiled);
  return JsonText(json, 2) + "\n";
}

namespace {

std::string MemorySvg(const MemoryFacts& memory) {
  constexpr double kWidth = 1100, kHeight = 260, kLeft = 80, kBottom = 24, kTop = 10;
  const double wide = kWidth - kLeft - 10, high = kHeight - kTop - kBottom;
  double unit = 1;  // round numbers of KiB, MiB, …
  while (memory.peak / unit >= 1024) unit *= 1024;
  std::vector<double> ticks = Ticks(memory.peak / unit);
  for (double& tick : ticks) tick *= unit;
  const double top = ticks.back();
  const double step = wide / static_cast<double>(memory.moments.size());
  const auto y_of = [&](double bytes) { return kTop + high - high * bytes / top; };
  Svg svg(kWidth, kHeight);
  for (const double tick : ticks) {
    svg.Line(kLeft, y_of(tick), kLeft + wide, y_of(tick), "class=\"axis\"");
    svg.Text(kLeft - 6, y_of(tick) + 4, BytesText(tick), "text-anchor=\"end\"");
  }
  // Bars narrower than this cannot be pointed at; neighbours are then drawn as one, with the larger one's words.
  const auto group = static_cast<size_t>(std::ceil(1.0 / std::max(step, 1e-9)));
  for (size_t i = 0; i < memory.moments.size(); i += std::max<size_t>(group, 1)) {
    size_t highest = i;
    size_t end = std::min(i + std::max<size_t>(group, 1), memory.moments.size());
    for (size_t k = i; k < end; ++k) {
      if (memory.moments[k].bytes > memory.moments[highest].bytes) highest = k;
    }
    const double bytes = memory.moments[highest].bytes;
    const bool peak = highest == memory.peak_moment;
    svg.Rect(kLeft + step * static_cast<double>(i), y_of(bytes), step * static_cast<double>(end - i),
             kTop + high - y_of(bytes), peak ? "fill=\"#d9534f\"" : "fill=\"#5b8fd6\"",
             fmt::format("op {}: {}, {}", highest, memory.moments[highest].op, BytesText(bytes)));
  }
  const double still = y_of(std::min(memory.arguments + memory.constants, top));
  svg.Line(kLeft, still, kLeft + wide, still, "stroke=\"#7a8288\" stroke-dasharray=\"4 3\"");
  svg.Text(kLeft + 4, still - 3, "arguments and constants");
  svg.Text(kLeft, kHeight - 6, fmt::format("op 0 to {}, in the order of the program", memory.moments.size() - 1),
           "class=\"faint\"");
  return std::move(svg).Finish();
}

std::string SignatureTable(const ProgramFacts& facts) {
  std::vector<std::vector<std::string>> rows = {{"", "type", "aliasing", "bytes"}};
  const auto bytes = [](const ValueFacts& value) {
    return value.bytes ? CountText(*value.bytes) : std::string("unknown");
  };
  for (size_t i = 0; i < facts.arguments.size(); ++i) {
    rows.push_back({fmt::format("argument {}", i), Escape(facts.arguments[i].value.type),
                    Escape(AliasText(facts.arguments[i])), bytes(facts.arguments[i].value)});
  }
  for (size_t i = 0; i < facts.results.size(); ++i) {
    rows.push_back({fmt::format("result {}", i), Escape(facts.results[i].type), "", bytes(facts.results[i])});
  }
  return HtmlTable(rows, 3);
}

std::string CostTable(const ProgramFacts& facts) {
  std::vector<std::vector<std::string>> rows = {{"operation", "count", "flops", "transcendentals", "bytes"}};
  const auto cells = [](const std::string& name, int64_t count, const stablehlo::Cost& cost) {
    return std::vector<std::string>{name, CountText(static_cast<double>(count)), CountText(cost.flops),
                                    CountText(cost.transcendentals), CountText(cost.bytes_accessed)};
  };
  rows.push_back(cells("all", facts.operations, facts.cost));
  for (size_t i = 0; i < facts.ops.size() && i < kShownOps; ++i) {
    rows.push_back(cells(Escape(facts.ops[i].name), facts.ops[i].count, facts.ops[i].cost));
  }
  return HtmlTable(rows);
}

std::string RowTable(const std::vector<std::pair<std::string, std::string>>& values) {
  std::vector<std::vector<std::string>> rows = {{"", ""}};
  for (const auto& [name, value] : values) rows.push_back({Escape(name), Escape(value)});
  return HtmlTable(rows, 9);
}

std::string LargestTable(const MemoryFacts& memory) {
  std::vector<std::vector<std::string>> rows = {{"live at the peak", "type", "bytes"}};
  for (const LiveValue& value : memory.largest) {
    rows.push_back({Escape(value.what), Escape(value.type), CountText(value.bytes)});
  }
  return HtmlTable(rows, 2);
}

std::string ProgramHtml(const ProgramFacts& facts) {
  std::string body = fmt::format("<p>{}, {} bytes", Escape(facts.form), CountText(static_cast<double>(facts.size)));
  if (!facts.oldest_version.empty()) body += "; needs StableHLO " + Escape(facts.oldest_version) + " or later";
  body += "</p>\n<h2>Signature of " + Escape(facts.entry.empty() ? "nothing" : facts.entry) + "</h2>\n" +
          SignatureTable(facts);
  body += "<h2>Operations</h2>\n" + CostTable(facts);
  if (!facts.memory.moments.empty() && facts.memory.peak > 0) {
    body += fmt::format("<h2>Memory, op by op: at most {}</h2>\n", BytesText(facts.memory.peak));
    body += MemorySvg(facts.memory) + LargestTable(facts.memory);
  }
  for (const FunctionFacts& function : facts.functions) {
    body += "<h2>Graph of @" + Escape(function.name) + "</h2>\n";
    if (function.left_out > 0) body += fmt::format("<p>{} more operations are not drawn</p>\n", function.left_out);
    if (!function.nodes.empty()) body += "<div class=\"scroll\">" + GraphSvg(function) + "</div>\n";
  }
  return body;
}

}  // namespace

std::string InspectHtml(const InspectReport& report) {
  std::string body = "<h1>" + Escape(report.file) + "</h1>\n";
  if (!report.about.empty()) body += RowTable(report.about);
  if (report.compiled) body += "<h2>Compiled</h2>\n" + RowTable(CompiledRows(*report.compiled));
  if (report.program) body += ProgramHtml(*report.program);
  return HtmlPage(report.file, body);
}

}  // namespace cppjrt::cli
