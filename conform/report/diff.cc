#include "conform/report/diff.h"

#include <algorithm>
#include <map>

namespace cppjrt::conform {
namespace {

std::string ExtensionText(const PluginIdentity& plugin) {
  std::string text;
  for (const auto& [name, size] : plugin.extensions) {
    text += (text.empty() ? "" : ", ") + name + " (" + std::to_string(size) + ")";
  }
  return text;
}

Facts IdentityOf(const Report& report) {
  const PluginIdentity& plugin = report.plugin;
  return {{"plugin", plugin.name},
          {"api version", std::to_string(plugin.api_major) + "." + std::to_string(plugin.api_minor)},
          {"slots", std::to_string(plugin.slots)},
          {"platform", plugin.platform},
          {"extensions", ExtensionText(plugin)},
          {"run", report.started}};
}

DiffRow RowOf(const CheckReport* before, const CheckReport* after) {
  DiffRow row;
  const CheckReport& shown = after != nullptr ? *after : *before;
  row.id = shown.id;
  row.message = shown.message;
  if (before != nullptr) row.before = ResultName(before->result);
  if (after != nullptr) row.after = ResultName(after->result);
  if (after == nullptr) return row;
  const bool fault = IsFault(after->result);
  const bool was_fault = before != nullptr && IsFault(before->result);
  const bool passed = before != nullptr && before->result == Result::kPass;
  // Left out is no worse; a check that nobody ran before is judged by itself.
  row.regression =
      (fault && !was_fault) || (passed && (after->result == Result::kUnsupported || after->result == Result::kAbsent));
  row.fixed = was_fault && after->result == Result::kPass;
  return row;
}

}  // namespace

ReportDiff Compare(const Report& before, const Report& after) {
  ReportDiff diff;
  diff.before = IdentityOf(before);
  diff.after = IdentityOf(after);
  std::map<std::string_view, const CheckReport*> old;
  for (const CheckReport& check : before.checks) old.emplace(check.id, &check);
  for (const CheckReport& check : after.checks) {
    const auto found = old.find(check.id);
    const CheckReport* former = found == old.end() ? nullptr : found->second;
    if (former != nullptr) old.erase(found);
    if (former != nullptr && former->result == check.result) {
      ++diff.same;
      continue;
    }
    diff.rows.push_back(RowOf(former, &check));
  }
  for (const CheckReport& check : before.checks) {
    if (const auto found = old.find(check.id); found != old.end()) diff.rows.push_back(RowOf(&check, nullptr));
  }
  for (const DiffRow& row : diff.rows) {
    diff.regressions += row.regression ? 1 : 0;
    diff.fixed += row.fixed ? 1 : 0;
  }
  // The worst first; otherwise in the order of the reports.
  std::vector<DiffRow> rows;
  for (const bool regressions : {true, false}) {
    for (const DiffRow& row : diff.rows) {
      if (row.regression == regressions) rows.push_back(row);
    }
  }
  diff.rows = std::move(rows);
  return diff;
}

}  // namespace cppjrt::conform
