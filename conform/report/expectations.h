// Expected failures of a plugin: a text file beside it, so that a build server goes red only for what is new.
//
//   # pattern                  kind         reason
//   execution.send_recv.*      unsupported  no host transfers on this device
//   faults.endless_program     failure      runs until the process is killed; issue 12
//
// A pattern is an id with * for any text. "failure" expects a fault (fail, crash, hang, leak), "unsupported" expects
// unsupported or absent. A listed check that passes is reported: the line is to be removed.
#ifndef CPPJRT_CONFORM_REPORT_EXPECTATIONS_H_
#define CPPJRT_CONFORM_REPORT_EXPECTATIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.h"

namespace cppjrt::conform {

struct ExpectedFailure {
  std::string pattern;
  bool unsupported = false;  // else a fault
  std::string reason;
  int line = 0;
};

// INVALID_ARGUMENT names the line.
StatusOr<std::vector<ExpectedFailure>> ParseExpectations(std::string_view text);

StatusOr<std::vector<ExpectedFailure>> ReadExpectations(const std::string& path);

// Fills in `expectation` and `reason` of each check; the first pattern that fits counts. Returns the patterns that fit no
// check of the report.
std::vector<ExpectedFailure> ApplyExpectations(const std::vector<ExpectedFailure>& expected, Report& report);

// Whether `id` fits `pattern`.
bool FitsPattern(std::string_view pattern, std::string_view id);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_REPORT_EXPECTATIONS_H_
