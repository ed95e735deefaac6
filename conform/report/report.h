// Report: what a run of checks on one plugin found, as data. Everything printed (text, JSON, JUnit, HTML, differences) is made
// of it.
//
//   Report report;
//   report.plugin.path = path;
//   report.checks.push_back({.id = "buffers.dims", .result = Result::kPass});
//   CPPJRT_RETURN_IF_ERROR(WriteText("report.json", ToJson(report)));
//
// JSON: {"schema": "cppjrt-conform", "schema_version": 1, "harness", "started", "seconds", "complete", "options", "plugin",
// "host", "summary": {result: count}, "checks": […]}. A reader takes any report of its schema_version or older and ignores
// keys it does not know; a change that it would misread raises the version.
#ifndef CPPJRT_CONFORM_REPORT_REPORT_H_
#define CPPJRT_CONFORM_REPORT_REPORT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::conform {

inline constexpr int kReportSchemaVersion = 1;

// How a check ended. Only kFail, kCrash, kHang and kLeak are faults of a plugin.
enum class Result {
  kPass,
  kFail,         // a value or an error is not what it must be
  kUnsupported,  // the plugin says UNIMPLEMENTED
  kAbsent,       // nothing to test: no such function, extension, device or option
  kCrash,        // the process died: signal, abort, exit
  kHang,         // not done in time
  kLeak,         // memory that grows, or beyond the limit
  kSkip,         // not run: left out, interrupted
};
inline constexpr Result kAllResults[] = {Result::kPass,  Result::kFail, Result::kUnsupported, Result::kAbsent,
                                         Result::kCrash, Result::kHang, Result::kLeak,        Result::kSkip};

// "pass", "fail", …
std::string_view ResultName(Result result);
StatusOr<Result> ParseResult(std::string_view name);
constexpr bool IsFault(Result result) {
  return result == Result::kFail || result == Result::kCrash || result == Result::kHang || result == Result::kLeak;
}

// How much a check weighs.
enum class Level {
  kRequired,  // the header or the specification promises it
  kAdvised,   // it leaves the case undefined, and a plugin that survives it is the better guest
};
std::string_view LevelName(Level level);

// What the list of expected failures says of a check (report/expectations.h).
enum class Expectation {
  kNone,
  kExpected,        // a fault, and listed
  kUnexpectedPass,  // listed, and passes: the list is out of date
};

// One check of one run.
struct CheckReport {
  std::string id;       // "buffers.upload.f32": the area before the first dot
  std::string title;    // what is done, one sentence
  std::string meaning;  // what a user of the plugin meets if it fails
  std::string source;   // where it is promised: a function of the C API, a section of the specification
  Level level = Level::kRequired;

  Result result = Result::kSkip;
  std::string message;                // why, one sentence; empty for most passes
  std::vector<std::string> evidence;  // values seen, the end of what a dead process printed
  std::vector<std::string> hazards;   // what a client must know although the plugin is within its rights
  double seconds = 0;
  std::string last_call;  // of a crash, hang or leak: the function of the C API entered last
  int signal = 0;         // of a crash
  Expectation expectation = Expectation::kNone;
  std::string reason;  // of the expectation

  std::string_view area() const { return std::string_view(id).substr(0, id.find('.')); }
};

// Names and values, shown in this order.
using Facts = std::vector<std::pair<std::string, std::string>>;

struct PluginIdentity {
  std::string name;
  std::string path;
  int64_t file_size = 0;
  std::string sha256;
  int api_major = 0, api_minor = 0;
  int64_t slots = 0;
  std::string platform, platform_version;                   // empty without a client
  int64_t devices = -1;                                     // -1: no client
  std::vector<std::pair<std::string, int64_t>> extensions;  // name and struct size
  Facts attributes;
};

struct Report {
  std::string harness;  // version of this program
  std::string started;  // 2026-01-31T12:00:00Z
  double seconds = 0;
  bool complete = false;  // false: interrupted, or written while running
  Facts options;          // how it was called
  PluginIdentity plugin;
  Facts host;
  std::vector<CheckReport> checks;
};

// What the summary counts. Advised faults are counted apart, expected ones too.
struct Summary {
  std::map<Result, int> required;  // unexpected results of required checks
  std::map<Result, int> advised;   // faults of advised checks only
  int expected = 0;
  int unexpected_passes = 0;
  int total = 0;
};
Summary Summarize(const Report& report);

// The facts of this machine: system, processor, cores, memory.
Facts HostFacts();
// Now, in UTC.
std::string Timestamp();

std::string ToJson(const Report& report);
// INVALID_ARGUMENT says what is wrong, FAILED_PRECONDITION that the report is of a newer schema.
StatusOr<Report> ParseReport(std::string_view json);
StatusOr<Report> ReadReport(const std::string& path);

// A table of areas, then every fault with its evidence. `verbose`: every check.
std::string ToText(const Report& report, bool verbose = false);
// For build servers: a suite for each area.
std::string ToJunit(const Report& report);
// One file without links to others.
std::string ToHtml(const Report& report);

// Writes beside the file, then renames: a reader never sees half a report. "-" is standard output.
Status WriteText(const std::string& path, std::string_view text);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_REPORT_REPORT_H_
