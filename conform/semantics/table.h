// OpTable: what a run of a corpus says of each op at each element type.
//
//   const SemanticsTable table = TableOf(run);
//   std::fputs(TableAsText(table).c_str(), stdout);
//
// A program counts in every cell it has an op of: a failing one casts its shadow over all of them. `suspect` counts those
// of which no other op is the cause: they have only this one, or the others work elsewhere.
#ifndef CPPJRT_CONFORM_SEMANTICS_TABLE_H_
#define CPPJRT_CONFORM_SEMANTICS_TABLE_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "conform/semantics/runner.h"

namespace cppjrt::conform {

struct Cell {
  std::array<int, kNumCaseEnds> counts = {};  // by CaseEnd
  int suspect = 0;                            // failing programs that point at this cell
  uint64_t worst_ulp = 0;                     // of programs that pass
};

using SemanticsTable = std::map<OpUse, Cell>;

SemanticsTable TableOf(const SemanticsRun& run);

// Counts by group and form, then what failed, then the table with a letter for each cell.
std::string RunAsText(const SemanticsRun& run, bool verbose);
// {"schema": "cppjrt-semantics", "schema_version": 1, "engine": …, "seconds", "cases": […], "table": […]}
std::string RunAsJson(const SemanticsRun& run);
// One file: a heat map of ops and element types, and what failed.
std::string RunAsHtml(const SemanticsRun& run);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_TABLE_H_
