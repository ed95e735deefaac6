// Reports and differences as one HTML file each.
#include <fmt/format.h>

#include <map>

#include "conform/report/diff.h"
#include "conform/report/markup.h"
#include "conform/report/report.h"

namespace cppjrt::conform {
namespace {

constexpr std::string_view kStyle = R"(
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left;
vertical-align:top}td.n{text-align:right}code,pre{font:13px/1.4 ui-monospace,monospace}pre{white-space:pre-wrap;margin:.3em 0}
.r{font-weight:600;white-space:nowrap}.pass{color:#1a7f37}.fail,.crash,.hang,.leak{color:#b3261e}
.unsupported,.absent,.skip{color:#777}.note{color:#777}details{margin:.2em 0}
@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}td,th{border-color:#333}.pass{color:#57c271}
.fail,.crash,.hang,.leak{color:#ff8a80}})";

std::string FactsTable(const Facts& facts) {
  std::string text = "<table>";
  for (const auto& [name, value] : facts) {
    text += fmt::format("<tr><th>{}<td>{}", EscapeMarkup(name), EscapeMarkup(value));
  }
  return text + "</table>\n";
}

Facts PluginFacts(const Report& report) {
  const PluginIdentity& plugin = report.plugin;
  Facts facts = {{"plugin", plugin.name},
                 {"PJRT C API", fmt::format("{}.{}, {} functions", plugin.api_major, plugin.api_minor, plugin.slots)},
                 {"file", fmt::format("{} bytes, SHA-256 {}", plugin.file_size, plugin.sha256)},
                 {"platform", plugin.devices < 0 ? "no client could be made"
                                                 : fmt::format("{} ({}), {} devices", plugin.platform,
                                                               plugin.platform_version, plugin.devices)}};
  std::string extensions;
  for (const auto& [name, size] : plugin.extensions) {
    extensions += fmt::format("{}{} ({} bytes)", extensions.empty() ? "" : ", ", name, size);
  }
  facts.emplace_back("extensions", extensions);
  facts.insert(facts.end(), plugin.attributes.begin(), plugin.attributes.end());
  facts.emplace_back("run", fmt::format("{}, {:.1f} s{}, cppjrt {}", report.started, report.seconds,
                                        report.complete ? "" : ", interrupted", report.harness));
  return facts;
}

std::string AreaTable(const Report& report) {
  std::vector<std::string_view> areas;
  std::map<std::string_view, std::map<Result, int>> counts;
  for (const CheckReport& check : report.checks) {
    if (!counts.contains(check.area())) areas.push_back(check.area());
    ++counts[check.area()][check.result];
  }
  std::string text = "<table><tr><th>area";
  for (Result result : kAllResults) text += fmt::format("<th>{}", ResultName(result));
  for (std::string_view area : areas) {
    text += fmt::format("\n<tr><td><a href=\"#{0}\">{0}</a>", EscapeMarkup(area));
    for (Result result : kAllResults) {
      const int count = counts[area][result];
      text += count == 0 ? "<td>" : fmt::format("<td class=\"n {}\">{}", ResultName(result), count);
    }
  }
  return text + "</table>\n";
}

std::string Detail(const CheckReport& check) {
  std::string text =
      fmt::format("<div class=note>{} <code>{}</code></div>", EscapeMarkup(check.title), EscapeMarkup(check.source));
  if (!check.message.empty()) text += fmt::format("<div>{}</div>", EscapeMarkup(check.message));
  if (IsFault(check.result)) text += fmt::format("<div>What it means: {}.</div>", EscapeMarkup(check.meaning));
  if (!check.last_call.empty())
    text += fmt::format("<div>Last call: <code>{}</code></div>", EscapeMarkup(check.last_call));
  if (!check.reason.empty()) text += fmt::format("<div>Listed: {}</div>", EscapeMarkup(check.reason));
  for (const std::string& hazard : check.hazards) text += fmt::format("<div>Note: {}</div>", EscapeMarkup(hazard));
  if (check.evidence.empty()) return text;
  text += "<details><summary>evidence</summary><pre>";
  for (const std::string& line : check.evidence) text += EscapeMarkup(line) + "\n";
  return text + "</pre></details>";
}

std::string CheckRow(const CheckReport& check) {
  std::string note;
  if (check.expectation == Expectation::kExpected) note = " (expected)";
  if (check.expectation == Expectation::kUnexpectedPass) note = " (not expected)";
  if (note.empty() && check.level == Level::kAdvised && IsFault(check.result)) note = " (advised)";
  return fmt::format("<tr><td><code>{}</code><td class=\"r {}\">{}{}<td>{}<td class=n>{:.2f} s\n",
                     EscapeMarkup(check.id), ResultName(check.result), ResultName(check.result), note, Detail(check),
                     check.seconds);
}

}  // namespace

std::string EscapeMarkup(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
      escaped += '?';
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string PageHead(std::string_view title) {
  return fmt::format(
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">"
      "<title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1>\n",
      EscapeMarkup(title), kStyle);
}

std::string ToHtml(const Report& report) {
  std::string text = PageHead("Conformance of " + report.plugin.name);
  text += FactsTable(PluginFacts(report)) + AreaTable(report);
  std::string_view area;
  for (const CheckReport& check : report.checks) {
    if (check.area() != area) {
      text += fmt::format("{}<h2 id=\"{}\">{}</h2>\n<table>\n", area.empty() ? "" : "</table>\n",
                          EscapeMarkup(check.area()), EscapeMarkup(check.area()));
      area = check.area();
    }
    text += CheckRow(check);
  }
  if (!area.empty()) text += "</table>\n";
  return text + "<h2>host</h2>\n" + FactsTable(report.host) + "<h2>options</h2>\n" + FactsTable(report.options) +
         "</body></html>\n";
}

std::string ToHtml(const ReportDiff& diff) {
  std::string text = PageHead("Two conformance reports compared") + "<table><tr><th><th>before<th>after";
  for (size_t i = 0; i < diff.before.size() && i < diff.after.size(); ++i) {
    text += fmt::format("<tr><th>{}<td>{}<td>{}", EscapeMarkup(diff.before[i].first),
                        EscapeMarkup(diff.before[i].second), EscapeMarkup(diff.after[i].second));
  }
  text += fmt::format("</table>\n<p>{} worse, {} fixed, {} as before.</p>\n<table>", diff.regressions, diff.fixed,
                      diff.same);
  for (const DiffRow& row : diff.rows) {
    text += fmt::format("<tr><td>{}<td><code>{}</code><td class=\"r {}\">{}<td class=\"r {}\">{}<td>{}\n",
                        row.regression ? "worse"
                        : row.fixed    ? "fixed"
                                       : "",
                        EscapeMarkup(row.id), row.before, row.before, row.after, row.after, EscapeMarkup(row.message));
  }
  return text + "</table></body></html>\n";
}

}  // namespace cppjrt::conform
