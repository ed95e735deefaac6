// What `pjrt run` tells of a run: results, times, comparisons.
#ifndef CPPJRT_CLI_RUN_REPORT_H_
#define CPPJRT_CLI_RUN_REPORT_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/data/array.h"
#include "cli/data/compare.h"
#include "cppjrt/status.h"
#include "pjrt/client.h"

namespace cppjrt::cli {

// Milliseconds of the counted runs, in the order they were made.
struct Timing {
  double compile_ms = 0;
  std::vector<double> run_ms;
};

struct Result {
  // "result 0", with several devices "device 1 result 0".
  std::string name;
  // Nothing for a token, which has no value.
  std::optional<data::Array> array;
  std::optional<data::Comparison> comparison;
};

struct Report {
  std::vector<Result> results;
  Timing timing;
  std::vector<std::string> notes;
};

// Reads the result buffers back, all at once.
StatusOr<std::vector<Result>> FetchResults(const std::vector<std::vector<pjrt::Buffer>>& outputs);

// What results should be: .npy files in their order; "-" leaves one out.
struct Expectation {
  std::vector<std::string> files;
  // One value for all or one per file.
  std::vector<double> rtol;
  std::vector<double> atol;

  // What can be told before anything has run: that files cannot be opened, that there is another number of tolerances.
  Status CheckFiles() const;
  Status CheckTolerances() const;
};

// INVALID_ARGUMENT unless there is a file for each result (of each device, or the same for all of them).
Status CheckExpectedCount(const Expectation& expectation, size_t num_devices, size_t results_per_device);

// A file of another shape or type is a difference, not an error. REQUIRES: CheckExpectedCount.
Status CompareResults(const Expectation& expectation, std::vector<Result>& results);

// Makes the directory if need be.
Status MakeDirectory(const std::string& directory);
// Writes out_K.npy of each result into `directory` (deviceD_out_K.npy with several devices).
Status WriteResults(const std::string& directory, size_t num_devices, const std::vector<Result>& results);

enum class Format { kPretty, kNpy, kJson };

// INVALID_ARGUMENT for kNpy unless there is one result.
Status CheckFormat(Format format, size_t num_results);

// Prints to stdout; of kNpy only the array, and the rest to stderr. `quiet` leaves values out. INVALID_ARGUMENT for kNpy
// unless there is one result, an array.
Status PrintReport(const Report& report, Format format, bool quiet);

// False if a comparison failed.
bool AllPass(const Report& report);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_RUN_REPORT_H_
