// Reports and differences for people at a terminal.
#include <fmt/format.h>

#include <map>

#include "conform/report/diff.h"
#include "conform/report/report.h"

namespace cppjrt::conform {
namespace {

using Counts = std::map<Result, int>;

std::string Head(const Report& report) {
  const PluginIdentity& plugin = report.plugin;
  std::string text = fmt::format("plugin    {} (PJRT C API {}.{}, {} functions)\n", plugin.name, plugin.api_major,
                                 plugin.api_minor, plugin.slots);
  if (plugin.devices >= 0) {
    text += fmt::format("platform  {} ({} devices)\n", plugin.platform, plugin.devices);
  } else {
    text += "platform  no client could be made\n";
  }
  return text + "\n";
}

std::string CountsLine(std::string_view name, const Counts& counts) {
  std::string line = fmt::format("{:<14}", name);
  for (Result result : kAllResults) {
    const auto found = counts.find(result);
    line += found == counts.end() ? fmt::format("{:>12}", "-") : fmt::format("{:>12}", found->second);
  }
  return line + "\n";
}

std::string AreaTable(const Report& report) {
  std::vector<std::string_view> areas;
  std::map<std::string_view, Counts> counts;
  Counts all;
  for (const CheckReport& check : report.checks) {
    if (!counts.contains(check.area())) areas.push_back(check.area());
    ++counts[check.area()][check.result];
    ++all[check.result];
  }
  std::string text = fmt::format("{:<14}", "area");
  for (Result result : kAllResults) text += fmt::format("{:>12}", ResultName(result));
  text += "\n";
  for (std::string_view area : areas) text += CountsLine(area, counts[area]);
  return text + CountsLine("all", all);
}

std::string Mark(const CheckReport& check) {
  std::string mark(ResultName(check.result));
  if (check.expectation == Expectation::kExpected) return mark + ", expected";
  if (check.expectation == Expectation::kUnexpectedPass) return mark + ", not expected";
  if (check.level == Level::kAdvised && IsFault(check.result)) return mark + ", advised";
  return mark;
}

std::string CheckText(const CheckReport& check) {
  std::string text = fmt::format("{} ({})\n", check.id, Mark(check));
  if (!check.message.empty()) text += fmt::format("    {}\n", check.message);
  if (IsFault(check.result)) text += fmt::format("    what it means: {}\n", check.meaning);
  if (!check.last_call.empty()) text += fmt::format("    last call: {}\n", check.last_call);
  if (!check.reason.empty()) text += fmt::format("    listed: {}\n", check.reason);
  for (const std::string& line : check.evidence) text += fmt::format("    | {}\n", line);
  return text;
}

bool Shown(const CheckReport& check) {
  return IsFault(check.result) || check.expectation == Expectation::kUnexpectedPass;
}

std::string Plural(int count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string Closing(const Report& report) {
  const Summary summary = Summarize(report);
  int faults = 0;
  for (const auto& [result, count] : summary.required) faults += IsFault(result) ? count : 0;
  int advised = 0;
  for (const auto& [result, count] : summary.advised) advised += count;
  std::string text = fmt::format("{}, {}, {} where the header promises nothing", Plural(summary.total, "check"),
                                 Plural(faults, "fault"), advised);
  if (summary.expected > 0) text += fmt::format(", {} expected", summary.expected);
  if (summary.unexpected_passes > 0) text += fmt::format(", {} unexpected", Plural(summary.unexpected_passes, "pass"));
  return text + fmt::format(", {:.1f} s{}\n", report.seconds, report.complete ? "" : ", interrupted");
}

}  // namespace

std::string ToText(const Report& report, bool verbose) {
  std::string text = Head(report) + AreaTable(report) + "\n";
  for (const CheckReport& check : report.checks) {
    if (verbose || Shown(check)) text += CheckText(check) + (verbose ? "" : "\n");
  }
  std::string hazards;
  for (const CheckReport& check : report.checks) {
    for (const std::string& hazard : check.hazards) hazards += fmt::format("  {}: {}\n", check.id, hazard);
  }
  if (!hazards.empty()) text += "to be known by clients:\n" + hazards + "\n";
  return text + Closing(report);
}

std::string ToText(const ReportDiff& diff) {
  std::string text;
  for (size_t i = 0; i < diff.before.size() && i < diff.after.size(); ++i) {
    const auto& [name, before] = diff.before[i];
    const std::string& after = diff.after[i].second;
    if (before == after) {
      text += fmt::format("{:<12} {}\n", name, before);
    } else {
      text += fmt::format("{:<12} {}\n{:<12} -> {}\n", name, before, "", after);
    }
  }
  text += "\n";
  for (const DiffRow& row : diff.rows) {
    const std::string_view note = row.regression ? "worse" : row.fixed ? "fixed" : "";
    text += fmt::format("{:<6}{:<50} {:>11} -> {}\n", note, row.id, row.before.empty() ? "-" : row.before,
                        row.after.empty() ? "-" : row.after);
    if (row.regression && !row.message.empty()) text += fmt::format("      {}\n", row.message);
  }
  return text + fmt::format("{} worse, {} fixed, {} differ otherwise, {} as before\n", diff.regressions, diff.fixed,
                            diff.rows.size() - static_cast<size_t>(diff.regressions + diff.fixed), diff.same);
}

}  // namespace cppjrt::conform
