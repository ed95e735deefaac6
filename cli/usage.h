// The command line itself: checks of option values, and what is said about a wrong one.
#ifndef CPPJRT_CLI_USAGE_H_
#define CPPJRT_CLI_USAGE_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace cppjrt::cli {

// Checks for CLI::Option::check; the sentence has the value and what was expected.
CLI::Validator WholeNumber(int64_t minimum, int64_t maximum = std::numeric_limits<int>::max());
CLI::Validator NonNegativeNumber();
CLI::Validator OneOf(std::vector<std::string> words);

// One sentence that says what is wrong and which --help to read. REQUIRES: `error` is what parsing `app` has just thrown.
std::string ExplainUsage(const CLI::App& app, const CLI::ParseError& error);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_USAGE_H_
