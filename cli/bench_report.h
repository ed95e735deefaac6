// What `pjrt bench` measures, and how it shows it.
#ifndef CPPJRT_CLI_BENCH_REPORT_H_
#define CPPJRT_CLI_BENCH_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::cli {

// One thing that is measured beside others: a program on a plugin with options. Times are in milliseconds.
struct BenchSubject {
  std::string label;  // what tells it from the others: "xla-cpu", "b.mlir", "xla_opt=1"
  std::string program;
  std::string plugin;
  std::string api_version;
  std::string platform;
  std::string options;
  size_t devices = 1;
  double load = 0;    // of the plugin; 0 if an earlier subject had loaded it
  double client = 0;  // likewise
  std::vector<double> compile;
  double upload = 0;  // of all arguments
  double first_run = 0;
  std::vector<double> runs;           // in the order they were made
  std::vector<double> round_medians;  // of the runs of each round
  // Of the results with those of the first subject; nothing for the first and where they cannot be compared.
  std::optional<bool> agrees;
  std::string comparison;
};

struct BenchReport {
  std::vector<std::pair<std::string, std::string>> machine;
  std::vector<BenchSubject> subjects;
  std::vector<std::string> notes;
};

// The value below which a share `q` of the sorted values lies, between neighbours by their distance. REQUIRES: not empty.
double Quantile(const std::vector<double>& sorted, double q);

struct Summary {
  size_t count = 0;
  double min = 0, p10 = 0, p50 = 0, p90 = 0, p99 = 0, max = 0, mean = 0;
};
// All zero if there are none.
Summary Summarize(std::vector<double> values);

// The share of rounds in which `subject` was faster than `base`, by the medians of the rounds.
double ShareFaster(const BenchSubject& subject, const BenchSubject& base);

std::string BenchText(const BenchReport& report);
// `samples`: with the time of every run.
std::string BenchJson(const BenchReport& report, bool samples);
// A page that loads nothing: the tables, distribution of the times, medians over time.
std::string BenchHtml(const BenchReport& report);

// CPU, cores, load; a note if the numbers are likely to be noisy.
void DescribeMachine(BenchReport& report);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_BENCH_REPORT_H_
