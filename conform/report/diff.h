// The difference of two reports: two plugins, two versions, before and after.
//
//   ReportDiff diff = Compare(*ReadReport("old.json"), *ReadReport("new.json"));
//   if (diff.regressions > 0) …
#ifndef CPPJRT_CONFORM_REPORT_DIFF_H_
#define CPPJRT_CONFORM_REPORT_DIFF_H_

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace cppjrt::conform {

// One check whose result differs, or that only one report has ("" for the side without it).
struct DiffRow {
  std::string id;
  std::string before, after;  // result names
  std::string message;        // of the after side, else of the before side
  bool regression = false;    // was no fault, is one; or passed and no longer does
  bool fixed = false;         // was a fault and passes
};

struct ReportDiff {
  Facts before, after;  // what tells the two apart: plugin, version, slots, extensions
  std::vector<DiffRow> rows;
  int regressions = 0;
  int fixed = 0;
  int same = 0;
};

ReportDiff Compare(const Report& before, const Report& after);

std::string ToText(const ReportDiff& diff);
std::string ToJson(const ReportDiff& diff);
std::string ToHtml(const ReportDiff& diff);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_REPORT_DIFF_H_
