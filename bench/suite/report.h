// What the suite found, as a table and as JSON.
#ifndef CPPJRT_BENCH_SUITE_REPORT_H_
#define CPPJRT_BENCH_SUITE_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "bench/suite/compare.h"
#include "bench/suite/programs.h"
#include "bench/suite/stream.h"

namespace cppjrt::bench {

// One program on one plugin.
struct Side {
  std::string error;  // empty: all was measured
  std::vector<double> compile_ms;
  std::optional<double> warm_ms;  // compiled by a process that finds what another has kept
  std::optional<double> first_ms;
  std::vector<double> run_ms;  // one value a round
  std::optional<int64_t> temp_bytes;
  std::optional<int64_t> fallbacks;
};

struct SuiteRow {
  const BenchProgram* program = nullptr;
  Side ours;
  std::optional<Side> theirs;  // nothing: not asked for
  std::optional<Difference> difference;
};

struct SuiteHeader {
  int threads = 2;
  std::string our_plugin;
  std::string their_plugin;  // empty: there is none
  StreamFigures stream_in_cache;
  StreamFigures stream;
};

void PrintSuiteHeader(const SuiteHeader& header);
void PrintSuiteRow(const SuiteRow& row, const SuiteHeader& header);
// Geometric means, the worst, and what is aimed at.
void PrintSuiteSummary(const std::vector<SuiteRow>& rows);
// False if the file cannot be written.
bool WriteSuiteJson(const std::vector<SuiteRow>& rows, const SuiteHeader& header, const std::string& path);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_REPORT_H_
