#include "client/trace.h"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include "client/log.h"
#include "pjrt/trace.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

using Clock = std::chrono::steady_clock;

// The one trace of the process; never destroyed, for plugins' threads may outlive main.
struct Trace {
  std::mutex mutex;
  // All guarded by mutex, except `start`, which is set before trace_on is.
  std::FILE* file = nullptr;
  std::string path;
  std::string pending;
  size_t written = 0;
  size_t max_bytes = 0;
  int64_t dropped = 0;
  bool failed = false;
  int process = 0;
  uint64_t next_id = 1;
  uint64_t generation = 0;  // traces so far
  std::atomic<Clock::time_point> start;
};

Trace& TheTrace() {
  static Trace* const trace = new Trace();
  return *trace;
}

// Small numbers in the order in which threads turn up.
int ThreadNumber() {
  static std::atomic<int> last = 0;
  thread_local const int number = ++last;
  return number;
}

void AppendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      out += escaped;
    } else {
      out += byte < 0x7f ? c : '?';  // what plugins say need not be UTF-8
    }
  }
  out += '"';
}

// Microseconds, as the format wants them.
void AppendTime(std::string& out, std::string_view name, int64_t nanoseconds) {
  char text[64];
  std::snprintf(text, sizeof text, ",\"%.*s\":%lld.%03lld", static_cast<int>(name.size()), name.data(),
                static_cast<long long>(nanoseconds / 1000), static_cast<long long>(nanoseconds % 1000));
  out += text;
}

// REQUIRES: the trace's mutex is held, here and below.
void Flush(Trace& trace) {
  if (std::fwrite(trace.pending.data(), 1, trace.pending.size(), trace.file) != trace.pending.size() ||
      std::fflush(trace.file) != 0) {
    if (!trace.failed) Log(LogSeverity::kWarning, "cannot write the trace " + trace.path + ": " + std::strerror(errno));
    trace.failed = true;
  }
  trace.pending.clear();
}

void Append(Trace& trace, std::string_view entry) {
  if (trace.written + entry.size() > trace.max_bytes) {
    ++trace.dropped;
    return;
  }
  trace.written += entry.size() + 2;
  trace.pending += ",\n";
  trace.pending += entry;
  Flush(trace);  // at once: what comes last before a crash is what is wanted
}

std::string Head(const Trace& trace, char phase, std::string_view name) {
  std::string entry = "{\"ph\":\"";
  entry += phase;
  entry += "\",\"pid\":" + std::to_string(trace.process) + ",\"tid\":" + std::to_string(ThreadNumber()) + ",\"name\":";
  AppendQuoted(entry, name);
  return entry;
}

// Once for each thread of each trace.
void NameThread(Trace& trace) {
  thread_local uint64_t named = 0;
  if (named == trace.generation) return;
  named = trace.generation;
  char name[32] = "";
  if (pthread_getname_np(pthread_self(), name, sizeof name) != 0) return;
  std::string entry = Head(trace, 'M', "thread_name") + ",\"args\":{\"name\":";
  AppendQuoted(entry, name);
  Append(trace, entry + "}}");
}

Status Stop(Trace& trace) {
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.file == nullptr) return cppjrt::FailedPreconditionError("no trace is being written");
  trace_on = false;
  if (trace.dropped > 0) {
    trace.pending +=
        ",\n" + Head(trace, 'M', "entries left out") + ",\"args\":{\"count\":" + std::to_string(trace.dropped) + "}}";
  }
  trace.pending += "\n]\n";
  Flush(trace);
  const bool closed = std::fclose(std::exchange(trace.file, nullptr)) == 0;
  return closed && !trace.failed ? Status()
                                 : Status(StatusCode::kDataLoss, "the trace " + trace.path + " is not complete");
}

// A child of fork has the parent's trace, but the file is the parent's.
void StopAtExit() {
  if (TheTrace().process == getpid() && trace_on) static_cast<void>(Stop(TheTrace()).ok());
}

std::string WithProcessNumber(std::string path) {
  for (size_t at = 0; (at = path.find("%p", at)) != path.npos;) path.replace(at, 2, std::to_string(getpid()));
  return path;
}

}  // namespace

void TraceFields::Add(std::string_view name, int64_t number) {
  text_ += text_.empty() ? "" : ",";
  AppendQuoted(text_, name);
  text_ += ':' + std::to_string(number);
}

void TraceFields::Add(std::string_view name, std::string_view text) {
  text_ += text_.empty() ? "" : ",";
  AppendQuoted(text_, name);
  text_ += ':';
  AppendQuoted(text_, text);
}

int64_t TraceNow() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() -
                                                              TheTrace().start.load(std::memory_order_relaxed))
      .count();
}

void WriteSlice(std::string_view name, int64_t start, int64_t end, const TraceFields& fields) {
  Trace& trace = TheTrace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.file == nullptr || start < 0) return;
  NameThread(trace);
  std::string entry = Head(trace, 'X', name);
  AppendTime(entry, "ts", start);
  AppendTime(entry, "dur", end - start);
  if (!fields.text().empty()) entry += ",\"args\":{" + fields.text() + "}";
  Append(trace, entry + "}");
}

uint64_t WriteBegin(std::string_view category, std::string_view name, int64_t start, const TraceFields& fields) {
  Trace& trace = TheTrace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.file == nullptr || start < 0) return 0;
  const uint64_t id = trace.next_id++;
  std::string entry =
      Head(trace, 'b', name) + ",\"cat\":\"" + std::string(category) + "\",\"id\":" + std::to_string(id);
  AppendTime(entry, "ts", start);
  if (!fields.text().empty()) entry += ",\"args\":{" + fields.text() + "}";
  Append(trace, entry + "}");
  return id;
}

void WriteEnd(std::string_view category, std::string_view name, uint64_t id, const Status& status) {
  Trace& trace = TheTrace();
  const int64_t now = TraceNow();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.file == nullptr || id == 0 || now < 0) return;
  std::string entry =
      Head(trace, 'e', name) + ",\"cat\":\"" + std::string(category) + "\",\"id\":" + std::to_string(id);
  AppendTime(entry, "ts", now);
  if (!status.ok()) {
    entry += ",\"args\":{\"error\":";
    AppendQuoted(entry, status.ToString());
    entry += "}";
  }
  Append(trace, entry + "}");
}

void StartTraceFromEnvironment() {
  static const bool once = [] {
    const char* path = std::getenv("PJRT_TRACE");
    if (path == nullptr || *path == '\0' || trace_on) return true;
    if (Status status = StartTrace(path); !status.ok()) Log(LogSeverity::kWarning, status.message());
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace detail

Status StartTrace(const std::string& path, const TraceOptions& options) {
  detail::Trace& trace = detail::TheTrace();
  const std::lock_guard<std::mutex> lock(trace.mutex);
  if (trace.file != nullptr) return cppjrt::FailedPreconditionError("a trace is being written to " + trace.path);
  const std::string name = detail::WithProcessNumber(path);
  std::FILE* file = std::fopen(name.c_str(), "wbe");
  if (file == nullptr) return cppjrt::UnavailableError("cannot write the trace " + name + ": " + std::strerror(errno));
  if (trace.generation == 0) std::atexit(detail::StopAtExit);
  trace.file = file;
  trace.path = name;
  trace.written = 0;
  trace.max_bytes = options.max_bytes;
  trace.dropped = 0;
  trace.failed = false;
  trace.process = getpid();
  ++trace.generation;
  trace.start = detail::Clock::now();
  trace.pending = "[\n" + detail::Head(trace, 'M', "process_name") + ",\"args\":{\"name\":\"pjrt\"}}";
  detail::trace_on = true;
  return Status();
}

Status StopTrace() { return detail::Stop(detail::TheTrace()); }

bool Tracing() { return detail::trace_on.load(std::memory_order_relaxed); }

TraceSpan::TraceSpan(std::string_view name) : start_(Tracing() ? detail::TraceNow() : -1) {
  if (start_ >= 0) name_ = name;
}

TraceSpan::~TraceSpan() {
  if (start_ >= 0) detail::WriteSlice(name_, start_, detail::TraceNow(), {});
}

}  // namespace v0
}  // namespace pjrt
