// Reports as JUnit XML, the form that build servers show.
#include <fmt/format.h>

#include <map>

#include "conform/report/markup.h"
#include "conform/report/report.h"

namespace cppjrt::conform {
namespace {

// Text of a fault, skipped case or none.
std::string Outcome(const CheckReport& check) {
  const std::string message = EscapeMarkup(check.message);
  if (check.expectation == Expectation::kUnexpectedPass) {
    return fmt::format("<failure message=\"listed as a failure, but passes: {}\"/>", EscapeMarkup(check.reason));
  }
  const bool counts = check.expectation == Expectation::kNone && check.level == Level::kRequired;
  if (IsFault(check.result) && counts) {
    std::string body = EscapeMarkup(check.meaning) + "\n";
    if (!check.last_call.empty()) body += "last call: " + EscapeMarkup(check.last_call) + "\n";
    for (const std::string& line : check.evidence) body += EscapeMarkup(line) + "\n";
    const std::string_view kind = check.result == Result::kFail ? "failure" : "error";
    return fmt::format("<{} type=\"{}\" message=\"{}\">{}</{}>", kind, ResultName(check.result), message, body, kind);
  }
  if (check.result == Result::kPass) return "";
  return fmt::format("<skipped message=\"{}: {}\"/>", ResultName(check.result), message);
}

}  // namespace

std::string ToJunit(const Report& report) {
  std::vector<std::string_view> areas;
  std::map<std::string_view, std::string> cases;
  std::map<std::string_view, int> counts;
  for (const CheckReport& check : report.checks) {
    if (!cases.contains(check.area())) areas.push_back(check.area());
    ++counts[check.area()];
    cases[check.area()] +=
        fmt::format("    <testcase classname=\"conform.{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
                    EscapeMarkup(check.area()), EscapeMarkup(check.id), check.seconds, Outcome(check));
  }
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"{}\" time=\"{:.3f}\">\n", EscapeMarkup(report.plugin.name), report.seconds);
  for (std::string_view area : areas) {
    text += fmt::format("  <testsuite name=\"conform.{}\" tests=\"{}\">\n{}  </testsuite>\n", EscapeMarkup(area),
                        counts[area], cases[area]);
  }
  return text + "</testsuites>\n";
}

}  // namespace cppjrt::conform
