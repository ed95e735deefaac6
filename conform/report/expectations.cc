#include "conform/report/expectations.h"

#include "base/files.h"

namespace cppjrt::conform {
namespace {

std::string_view TakeWord(std::string_view& rest) {
  const size_t begin = std::min(rest.find_first_not_of(" \t\r"), rest.size());
  const size_t end = std::min(rest.find_first_of(" \t\r", begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

StatusOr<ExpectedFailure> ParseLine(std::string_view line, int number) {
  const std::string where = "line " + std::to_string(number);
  ExpectedFailure expected;
  expected.line = number;
  expected.pattern = TakeWord(line);
  const std::string_view kind = TakeWord(line);
  if (kind != "failure" && kind != "unsupported") {
    return InvalidArgumentError(where + ": '" + std::string(kind) + "' where failure or unsupported is expected");
  }
  expected.unsupported = kind == "unsupported";
  expected.reason = Trim(line);
  if (expected.reason.empty()) return InvalidArgumentError(where + ": no reason is given for " + expected.pattern);
  return expected;
}

bool Fits(const ExpectedFailure& expected, Result result) {
  if (expected.unsupported) return result == Result::kUnsupported || result == Result::kAbsent;
  return IsFault(result);
}

}  // namespace

bool FitsPattern(std::string_view pattern, std::string_view id) {
  // Each * takes as little as it can; if what follows does not fit, the last * takes one more.
  size_t p = 0, i = 0, star = pattern.npos, taken = 0;
  while (i < id.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = i;
    } else if (p < pattern.size() && pattern[p] == id[i]) {
      ++p, ++i;
    } else if (star != pattern.npos) {
      p = star + 1;
      i = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

StatusOr<std::vector<ExpectedFailure>> ParseExpectations(std::string_view text) {
  std::vector<ExpectedFailure> expected;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#')) continue;
    CPPJRT_ASSIGN_OR_RETURN(ExpectedFailure parsed, ParseLine(line, number));
    expected.push_back(std::move(parsed));
  }
  return expected;
}

StatusOr<std::vector<ExpectedFailure>> ReadExpectations(const std::string& path) {
  constexpr int64_t kLimit = int64_t{16} << 20;
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, ReadWholeFile(path, kLimit));
  auto expected = ParseExpectations(text);
  if (!expected.ok()) return expected.status().WithContext(path);
  return expected;
}

std::vector<ExpectedFailure> ApplyExpectations(const std::vector<ExpectedFailure>& expected, Report& report) {
  std::vector<bool> used(expected.size());
  for (CheckReport& check : report.checks) {
    for (size_t i = 0; i < expected.size(); ++i) {
      if (!FitsPattern(expected[i].pattern, check.id)) continue;
      used[i] = true;
      if (Fits(expected[i], check.result)) check.expectation = Expectation::kExpected;
      if (check.result == Result::kPass) check.expectation = Expectation::kUnexpectedPass;
      if (check.expectation != Expectation::kNone) check.reason = expected[i].reason;
      break;
    }
  }
  std::vector<ExpectedFailure> unused;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!used[i]) unused.push_back(expected[i]);
  }
  return unused;
}

}  // namespace cppjrt::conform
