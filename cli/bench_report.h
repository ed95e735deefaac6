// BenchReport: what `pjrt bench` measured, as text, JSON, and HTML.
#ifndef CPPJRT_CLI_BENCH_REPORT_H_
#define CPPJRT_CLI_BENCH_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::cli {

// One subject of a comparison: a program on a plugin with options. Times are in milliseconds.
struct BenchSubject {
  std::string label;  // unique among the subjects: "xla-cpu", "b.mlir", "xla_opt=1"
  std::string program;
  std::string plugin;
  std::string api_version;
  std::string platform;
  std::string options;
  size_t devices = 1;
  double load = 0;    // of the plugin; 0 if an earlier subject loaded it
  double client = 0;  // likewise
  std::vector<double> compile;
  double upload = 0;  // of all arguments
  double first_run = 0;
  std::vector<double> runs;           // in order
  std::vector<double> round_medians;  // of the runs of each round
  // Whether the results agree with the baseline's; empty for the baseline, and where they cannot be compared.
  std::optional<bool> agrees;
  std::string comparison;
};

struct BenchReport {
  std::vector<std::pair<std::string, std::string>> machine;
  std::vector<BenchSubject> subjects;  // the first is the baseline
  std::vector<std::string> notes;
};

// The q-quantile of sorted values, by linear interpolation. REQUIRES: not empty.
double Quantile(const std::vector<double>& sorted, double q);

struct Summary {
  size_t count = 0;
  double min = 0, p10 = 0, p50 = 0, p90 = 0, p99 = 0, max = 0, mean = 0;
};
// All zero if there are no values.
Summary Summarize(std::vector<double> values);

// The share of rounds in which the median of `subject` was below that of `base`.
double RoundsWon(const BenchSubject& subject, const BenchSubject& base);

std::string BenchText(const BenchReport& report);
// `samples`: include the time of every run.
std::string BenchJson(const BenchReport& report, bool samples);
// A self-contained page: tables, distribution of run times, medians over time.
std::string BenchHtml(const BenchReport& report);

// CPU, cores, load; a note if the numbers are likely to be noisy.
void DescribeMachine(BenchReport& report);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_BENCH_REPORT_H_
