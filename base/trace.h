// Trace: what the threads of this process do and when, while somebody records.
//
//   TraceNames names = {{"jit_f", ""}, {"multiply+add f32[64]", "model.py:7:3"}};
//   { TraceScope scope(shared_names, 1); kernel(); }    // nothing but one relaxed load where nobody records
//
//   CPPJRT_RETURN_IF_ERROR(Trace::Start());
//   …
//   std::vector<TraceThread> threads = Trace::Stop();
//
// Each thread writes into a list of its own. One recording at a time, of all threads; it stops taking events of a thread that has
// very many.
#ifndef CPPJRT_BASE_TRACE_H_
#define CPPJRT_BASE_TRACE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt {

struct TraceName {
  std::string name;
  std::string place;    // in the source; may be empty
  std::string program;  // that it is a part of; may be empty
};
using TraceNames = std::vector<TraceName>;

struct TraceEvent {
  std::shared_ptr<const TraceNames> names;
  uint32_t name = 0;
  int64_t begin_ns = 0, end_ns = 0;  // since the recording began
};

struct TraceThread {
  int64_t id = 0;
  std::string name;
  std::vector<TraceEvent> events;  // as they ended
  int64_t dropped = 0;
};

class Trace {
 public:
  static bool on() { return on_.load(std::memory_order_relaxed); }

  // FAILED_PRECONDITION while another recording is under way.
  static Status Start();
  // The threads that did something, and no event that had not ended.
  static std::vector<TraceThread> Stop();
  // When the recording began, in nanoseconds of the wall clock since 1970.
  static int64_t start_time();

  // Of a clock that only goes forward.
  static int64_t Now();
  // Of the calling thread; not if it began before the recording.
  static void Add(std::shared_ptr<const TraceNames> names, uint32_t name, int64_t begin_ns, int64_t end_ns);

 private:
  static std::atomic<bool> on_;
};

// An event from where it is made to where it ends. Keeps `names`, which may be null: then there is no event.
class TraceScope {
 public:
  TraceScope(const std::shared_ptr<const TraceNames>& names, uint32_t name) {
    if (!Trace::on() || names == nullptr) return;
    names_ = names;
    name_ = name;
    begin_ns_ = Trace::Now();
  }
  ~TraceScope() {
    if (names_ != nullptr) Trace::Add(std::move(names_), name_, begin_ns_, Trace::Now());
  }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;

 private:
  std::shared_ptr<const TraceNames> names_;
  uint32_t name_ = 0;
  int64_t begin_ns_ = 0;
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_TRACE_H_
