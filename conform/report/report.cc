#include "conform/report/report.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "base/files.h"
#include "base/memory_size.h"

namespace cppjrt::conform {
namespace {

constexpr std::string_view kResultNames[] = {"pass", "fail", "unsupported", "absent", "crash", "hang", "leak", "skip"};
constexpr int64_t kReportLimit = int64_t{256} << 20;

// The first "model name" of /proc/cpuinfo.
std::string ProcessorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string Gibibytes(size_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / (1 << 30));
  return text;
}

}  // namespace

std::string_view ResultName(Result result) { return kResultNames[static_cast<size_t>(result)]; }

StatusOr<Result> ParseResult(std::string_view name) {
  for (Result result : kAllResults) {
    if (ResultName(result) == name) return result;
  }
  return InvalidArgumentError("there is no result '" + std::string(name) + "'");
}

std::string_view LevelName(Level level) { return level == Level::kRequired ? "required" : "advised"; }

Summary Summarize(const Report& report) {
  Summary summary;
  for (const CheckReport& check : report.checks) {
    ++summary.total;
    if (check.expectation == Expectation::kUnexpectedPass) ++summary.unexpected_passes;
    if (check.expectation == Expectation::kExpected) {
      ++summary.expected;
    } else if (check.level == Level::kAdvised && IsFault(check.result)) {
      ++summary.advised[check.result];
    } else {
      ++summary.required[check.result];
    }
  }
  return summary;
}

Facts HostFacts() {
  Facts facts;
  utsname name = {};
  if (uname(&name) == 0) {
    facts.emplace_back("system", std::string(name.sysname) + " " + name.release);
    facts.emplace_back("machine", name.machine);
  }
  facts.emplace_back("processor", ProcessorName());
  facts.emplace_back("cores", std::to_string(sysconf(_SC_NPROCESSORS_ONLN)));
  facts.emplace_back("memory", Gibibytes(PhysicalMemoryBytes()));
  return facts;
}

std::string Timestamp() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc = {};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

StatusOr<Report> ReadReport(const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string text, ReadWholeFile(path, kReportLimit));
  StatusOr<Report> report = ParseReport(text);
  if (!report.ok()) return report.status().WithContext(path);
  return report;
}

Status WriteText(const std::string& path, std::string_view text) {
  if (path == "-") {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    return written ? Status() : ErrnoError("write the report");
  }
  return ReplaceFile(path, std::span(&text, 1));
}

}  // namespace cppjrt::conform
