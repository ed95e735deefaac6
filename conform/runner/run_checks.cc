#include "conform/runner/run_checks.h"

#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "base/sha256.h"
#include "conform/report/expectations.h"
#include "conform/runner/check_child.h"

namespace cppjrt::conform {
namespace {

using Clock = std::chrono::steady_clock;

std::string SignalName(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

std::string HashOfFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Sha256 hash;
  std::vector<char> bytes(size_t{1} << 20);
  while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || file.gcount() > 0) {
    hash.Update(std::string_view(bytes.data(), static_cast<size_t>(file.gcount())));
  }
  return ToHex(hash.Finish());
}

void AddFileFacts(const std::string& path, PluginIdentity& plugin) {
  plugin.path = path;
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return;
  plugin.file_size = info.st_size;
  plugin.sha256 = HashOfFile(path);
}

std::vector<std::string> LastLines(std::string_view text, size_t most) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) lines.emplace_back(text.substr(0, std::min<size_t>(end, 400)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  return lines;
}

std::string In(const std::string& call) { return call.empty() ? "" : " in " + call; }

std::string CrashText(const ItemEnd& end) {
  if (end.signal != 0) return "the process died of " + SignalName(end.signal) + In(end.last_call);
  if (end.exit_code == 127) return "the child process could not be started";
  return "the process exited with code " + std::to_string(end.exit_code) + In(end.last_call);
}

CheckReport RowOf(const CheckInfo& info) {
  CheckReport row;
  row.id = info.id;
  row.title = info.title;
  row.meaning = info.meaning;
  row.source = info.source;
  row.level = info.level;
  row.message = "not run";
  return row;
}

std::string Seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", seconds);
  return text;
}

void TakeEnd(const ItemEnd& end, int64_t memory_limit, CheckReport& check) {
  check.seconds = end.seconds;
  check.message.clear();
  switch (end.kind) {
    case EndKind::kDone:
      return ReadOutcome(end.payload, check);
    case EndKind::kCrash:
      check.result = Result::kCrash;
      check.message = CrashText(end);
      break;
    case EndKind::kHang:
      check.result = Result::kHang;
      check.message = "not done after " + Seconds(end.seconds) + In(end.last_call);
      break;
    case EndKind::kMemory:
      check.result = Result::kLeak;
      check.message = "the process took more than " + std::to_string(memory_limit >> 20) + " MiB" + In(end.last_call);
      break;
    case EndKind::kInterrupted:
      check.message = "interrupted";
      return;
    case EndKind::kNotStarted:
      check.message = "no child process: " + end.payload;
      return;
  }
  check.signal = end.signal;
  check.last_call = end.last_call;
  check.evidence = LastLines(end.output, 12);
}

}  // namespace

bool Chosen(const std::vector<std::string>& only, std::string_view id) {
  if (only.empty()) return true;
  for (const std::string& pattern : only) {
    if (FitsPattern(pattern, id) || FitsPattern(pattern + ".*", id)) return true;
  }
  return false;
}

Report RunChecks(const Registry& registry, const RunOptions& options,
                 const std::function<void(const Report& report, size_t done)>& progress) {
  const Clock::time_point start = Clock::now();
  Report report;
  report.started = Timestamp();
  report.plugin.name = options.plugin_name;
  report.host = HostFacts();
  AddFileFacts(options.setup.path, report.plugin);

  std::vector<WorkItem> items = {{kIdentityItem, /*alone=*/false, 0}};
  for (const Check& check : registry.checks()) {
    if (!Chosen(options.only, check.info.id)) continue;
    report.checks.push_back(RowOf(check.info));
    // Checks that take long take so many times as long as others may.
    const double seconds = check.info.seconds * options.isolate.seconds / IsolateOptions().seconds;
    items.push_back({check.info.id, check.info.alone, seconds});
  }
  size_t done = 0;
  RunIsolated(items, options.isolate, [&](size_t item, const ItemEnd& end) {
    report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (item == 0) {
      if (end.kind == EndKind::kDone) ReadIdentity(end.payload, report.plugin);
      return;
    }
    TakeEnd(end, options.isolate.memory_limit, report.checks[item - 1]);
    progress(report, ++done);
  });
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.complete = !Interrupted();
  return report;
}

}  // namespace cppjrt::conform
