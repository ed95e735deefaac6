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

// Compares results with .npy files in order; "-" leaves one out. `rtol` and `atol` have one value for all or one per file.
// INVALID_ARGUMENT for another number of files than results. A file of another shape or type is a difference, not an error.
Status CompareResults(const std::vector<std::string>& files, const std::vector<double>& rtol,
                      const std::vector<double>& atol, std::vector<Result>& results);

// Writes out_K.npy of each result into `directory`, which is made if need be (deviceD_out_K.npy with several devices).
Status WriteResults(const std::string& directory, size_t num_devices, const std::vector<Result>& results);

enum class Format { kPretty, kNpy, kJson };

// Prints to stdout; notes of kNpy go nowhere. INVALID_ARGUMENT for kNpy with more than one result.
Status PrintReport(const Report& report, Format format, bool quiet);

// False if a comparison failed.
bool AllPass(const Report& report);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_RUN_REPORT_H_
