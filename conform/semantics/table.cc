#include "conform/semantics/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "stablehlo/op/op_table.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::Opcode;

size_t Index(CaseEnd end) { return static_cast<size_t>(end); }
bool IsBad(CaseEnd end) { return end == CaseEnd::kFail || end == CaseEnd::kCrash || end == CaseEnd::kHang; }

std::string_view OpName(Opcode opcode) {
  const stablehlo::OpInfo& info = stablehlo::Info(opcode);
  return info.dialect == "stablehlo" ? info.mnemonic : info.name;
}

int Count(const Cell& cell, CaseEnd end) { return cell.counts[Index(end)]; }
int Bad(const Cell& cell) {
  return Count(cell, CaseEnd::kFail) + Count(cell, CaseEnd::kCrash) + Count(cell, CaseEnd::kHang);
}

// One letter for what is to be said of a cell.
char Letter(const Cell& cell) {
  if (Count(cell, CaseEnd::kCrash) > 0) return 'C';
  if (Count(cell, CaseEnd::kHang) > 0) return 'H';
  if (cell.suspect > 0) return 'F';
  if (Bad(cell) > 0) return 'f';
  if (Count(cell, CaseEnd::kPass) > 0) return '+';
  return Count(cell, CaseEnd::kUnsupported) > 0 ? 'u' : '.';
}

std::string_view Colour(char letter) {
  switch (letter) {
    case '+':
      return "pass";
    case 'f':
      return "shadow";
    case 'F':
      return "fail";
    case 'C':
    case 'H':
      return "crash";
    case 'u':
      return "unsupported";
    default:
      return "none";
  }
}

struct Axes {
  std::vector<Opcode> ops;
  std::vector<ElementType> types;
};

Axes AxesOf(const SemanticsTable& table) {
  std::set<Opcode> ops;
  std::set<ElementType> types;
  for (const auto& [use, cell] : table) {
    ops.insert(use.opcode);
    types.insert(use.type);
  }
  return {{ops.begin(), ops.end()}, {types.begin(), types.end()}};
}

const Cell* Find(const SemanticsTable& table, Opcode op, ElementType type) {
  const auto found = table.find({op, type});
  return found == table.end() ? nullptr : &found->second;
}

struct Counts {
  std::array<int, kNumCaseEnds> by_end = {};
};

// By "group form", in the order they came.
std::vector<std::pair<std::string, Counts>> CountsOf(const SemanticsRun& run) {
  std::vector<std::pair<std::string, Counts>> counts;
  Counts total;
  for (const CaseResult& result : run.results) {
    const std::string name = result.group + " " + std::string(FormName(result.form));
    auto found = std::ranges::find(counts, name, &std::pair<std::string, Counts>::first);
    if (found == counts.end()) found = counts.insert(found, {name, {}});
    ++found->second.by_end[Index(result.end)];
    ++total.by_end[Index(result.end)];
  }
  counts.emplace_back("total", total);
  return counts;
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

constexpr std::string_view kStyle = R"(
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:90em;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .5em;border:1px solid #ddd;text-align:left;vertical-align:top}
.map td{text-align:center;min-width:2em}.map th.t{writing-mode:vertical-rl;transform:rotate(180deg)}
.pass{background:#b7e4c0}.shadow{background:#f7e3a1}.fail{background:#f2a49b}.crash{background:#b3261e;color:#fff}
.unsupported{background:#ddd}pre{white-space:pre-wrap;margin:0;font:13px/1.4 ui-monospace,monospace}
@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}td,th{border-color:#444}.pass{background:#1d5c2b}
.shadow{background:#6b5710}.fail{background:#8c2f27}.unsupported{background:#3a3a3a}})";

std::string CellTitle(const OpUse& use, const Cell& cell) {
  std::string title = fmt::format("{} {}:", OpName(use.opcode), stablehlo::ElementTypeName(use.type));
  for (size_t i = 0; i < kNumCaseEnds; ++i) {
    if (cell.counts[i] > 0) title += fmt::format(" {} {}", cell.counts[i], CaseEndName(static_cast<CaseEnd>(i)));
  }
  if (cell.worst_ulp > 0) title += fmt::format(", {} ulp", cell.worst_ulp);
  return title;
}

std::string HeatMap(const SemanticsTable& table) {
  const Axes axes = AxesOf(table);
  std::string html = "<table class=map><tr><th>";
  for (const ElementType type : axes.types) html += fmt::format("<th class=t>{}", Escaped(ElementTypeName(type)));
  for (const Opcode op : axes.ops) {
    html += fmt::format("\n<tr><th>{}", OpName(op));
    for (const ElementType type : axes.types) {
      const Cell* cell = Find(table, op, type);
      if (cell == nullptr) {
        html += "<td>";
        continue;
      }
      const int ran = Count(*cell, CaseEnd::kPass) + Bad(*cell);
      const std::string text = Bad(*cell) > 0 ? fmt::format("{}/{}", Bad(*cell), ran)
                               : ran > 0      ? std::to_string(ran)
                                              : "";
      html += fmt::format("<td class={} title=\"{}\">{}", Colour(Letter(*cell)), Escaped(CellTitle({op, type}, *cell)),
                          text);
    }
  }
  return html + "\n</table>\n";
}

std::string LetterTable(const SemanticsTable& table) {
  const Axes axes = AxesOf(table);
  std::string text =
      "op × element type: + pass, F fail, f fails beside other ops that may be the cause, C crash, H hang, u "
      "unsupported\n";
  for (size_t i = 0; i < axes.types.size(); ++i) {
    text += fmt::format("{:24} {}{}\n", "", std::string(i, '|'), stablehlo::ElementTypeName(axes.types[i]));
  }
  for (const Opcode op : axes.ops) {
    text += fmt::format("{:24} ", OpName(op));
    uint64_t worst = 0;
    for (const ElementType type : axes.types) {
      const Cell* cell = Find(table, op, type);
      text += cell == nullptr ? ' ' : Letter(*cell);
      if (cell != nullptr) worst = std::max(worst, cell->worst_ulp);
    }
    text += worst > 0 ? fmt::format("  {} ulp\n", worst) : "\n";
  }
  return text;
}

}  // namespace

SemanticsTable TableOf(const SemanticsRun& run) {
  SemanticsTable table;
  for (const CaseResult& result : run.results) {
    for (const OpUse& use : result.uses) {
      Cell& cell = table[use];
      ++cell.counts[Index(result.end)];
      if (result.end == CaseEnd::kPass) cell.worst_ulp = std::max(cell.worst_ulp, result.worst_ulp);
    }
  }
  for (const CaseResult& result : run.results) {
    if (!IsBad(result.end)) continue;
    // The ops that nothing clears.
    const auto cleared = [&](const OpUse& use) { return Count(table[use], CaseEnd::kPass) > 0; };
    const bool all_cleared = std::ranges::all_of(result.uses, cleared);
    for (const OpUse& use : result.uses) {
      if (result.uses.size() == 1 || (!all_cleared && !cleared(use))) ++table[use].suspect;
    }
  }
  return table;
}

std::string RunAsText(const SemanticsRun& run, bool verbose) {
  std::string text = fmt::format("{} {} (PJRT {}, StableHLO {}), {:.1f} s, {} compilations, {} processes\n\n",
                                 run.engine.name, run.engine.version, run.engine.api, run.engine.artifact_version,
                                 run.seconds, run.compilations, run.processes);
  text += fmt::format("{:24}", "");
  for (size_t i = 0; i < kNumCaseEnds; ++i) text += fmt::format(" {:>11}", CaseEndName(static_cast<CaseEnd>(i)));
  for (const auto& [name, counts] : CountsOf(run)) {
    text += fmt::format("\n{:24}", name);
    for (const int n : counts.by_end) text += fmt::format(" {:>11}", n);
  }
  text += "\n\n";
  for (const CaseResult& result : run.results) {
    if (!IsBad(result.end) && !(verbose && result.end != CaseEnd::kPass)) continue;
    text += fmt::format("{} {} ({}): {}\n", CaseEndName(result.end), result.id, FormName(result.form), result.message);
  }
  return text + "\n" + LetterTable(TableOf(run));
}

std::string RunAsJson(const SemanticsRun& run) {
  using nlohmann::ordered_json;
  ordered_json json;
  json["schema"] = "cppjrt-semantics";
  json["schema_version"] = 1;
  json["engine"] = {{"name", run.engine.name},
                    {"version", run.engine.version},
                    {"api", run.engine.api},
                    {"artifact_version", run.engine.artifact_version}};
  json["seconds"] = run.seconds;
  for (const auto& [name, counts] : CountsOf(run)) {
    for (size_t i = 0; i < kNumCaseEnds; ++i)
      json["summary"][name][CaseEndName(static_cast<CaseEnd>(i))] = counts.by_end[i];
  }
  json["cases"] = ordered_json::array();
  for (const CaseResult& result : run.results) {
    ordered_json row = {{"id", result.id},
                        {"group", result.group},
                        {"form", FormName(result.form)},
                        {"result", CaseEndName(result.end)}};
    if (!result.message.empty()) row["message"] = result.message;
    if (result.worst_ulp > 0) row["worst_ulp"] = result.worst_ulp;
    if (result.signal != 0) row["signal"] = result.signal;
    json["cases"].push_back(std::move(row));
  }
  json["table"] = ordered_json::array();
  for (const auto& [use, cell] : TableOf(run)) {
    ordered_json row = {{"op", OpName(use.opcode)}, {"type", stablehlo::ElementTypeName(use.type)}};
    for (size_t i = 0; i < kNumCaseEnds; ++i) {
      if (cell.counts[i] > 0) row[std::string(CaseEndName(static_cast<CaseEnd>(i)))] = cell.counts[i];
    }
    if (cell.suspect > 0) row["suspect"] = cell.suspect;
    row["worst_ulp"] = cell.worst_ulp;
    json["table"].push_back(std::move(row));
  }
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string RunAsHtml(const SemanticsRun& run) {
  std::string html = fmt::format(
      "<!doctype html><html><head><meta charset=utf-8><title>Semantics of {0}</title><style>{1}</style></head>"
      "<body>\n<h1>Semantics of {0}</h1>\n<p>{2}, PJRT {3}, StableHLO {4}; {5:.1f} s\n",
      Escaped(run.engine.name), kStyle, Escaped(run.engine.version), Escaped(run.engine.api),
      Escaped(run.engine.artifact_version), run.seconds);
  html += "<table><tr><th>";
  for (size_t i = 0; i < kNumCaseEnds; ++i) html += fmt::format("<th>{}", CaseEndName(static_cast<CaseEnd>(i)));
  for (const auto& [name, counts] : CountsOf(run)) {
    html += fmt::format("\n<tr><th>{}", Escaped(name));
    for (const int n : counts.by_end) html += fmt::format("<td>{}", n);
  }
  html +=
      "\n</table>\n<h2>Ops and element types</h2>\n<p>Programs that ran, of which failed; grey is unsupported, yellow "
      "fails "
      "beside ops that may be the cause.\n";
  html += HeatMap(TableOf(run)) + "<h2>What failed</h2>\n<table>";
  for (const CaseResult& result : run.results) {
    if (!IsBad(result.end)) continue;
    html += fmt::format("\n<tr><td>{}<td>{} ({})<td><pre>{}</pre>", CaseEndName(result.end), Escaped(result.id),
                        FormName(result.form), Escaped(result.message));
  }
  return html + "\n</table>\n</body></html>\n";
}

}  // namespace cppjrt::conform
