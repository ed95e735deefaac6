#include "base/trace.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

namespace cppjrt {
namespace {

constexpr size_t kMostEvents = size_t{1} << 20;  // of one thread

struct Buffer {
  std::mutex mutex;
  TraceThread thread;  // guarded by mutex
};

// What is there for all threads; never destroyed, as threads end when they like.
struct Shared {
  std::mutex mutex;
  std::vector<std::shared_ptr<Buffer>> buffers;  // guarded
  bool recording = false;                        // guarded
  std::atomic<int64_t> steady_start = 0;
  std::atomic<int64_t> wall_start = 0;
};

Shared& Everyone() {
  static Shared* const shared = new Shared();
  return *shared;
}

std::shared_ptr<Buffer> NewBuffer() {
  auto buffer = std::make_shared<Buffer>();
  buffer->thread.id = static_cast<int64_t>(syscall(SYS_gettid));
  char name[32] = {};
  if (pthread_getname_np(pthread_self(), name, sizeof name) == 0) buffer->thread.name = name;
  const std::lock_guard lock(Everyone().mutex);
  Everyone().buffers.push_back(buffer);
  return buffer;
}

Buffer& MyBuffer() {
  thread_local const std::shared_ptr<Buffer> buffer = NewBuffer();
  return *buffer;
}

}  // namespace

std::atomic<bool> Trace::on_ = false;

Status Trace::Start() {
  Shared& shared = Everyone();
  const std::lock_guard lock(shared.mutex);
  if (shared.recording) return FailedPreconditionError("another profiler session is recording");
  shared.recording = true;
  // Those of threads that have ended.
  std::erase_if(shared.buffers, [](const std::shared_ptr<Buffer>& buffer) { return buffer.use_count() == 1; });
  shared.wall_start =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  shared.steady_start = Now();
  on_.store(true, std::memory_order_release);
  return OkStatus();
}

std::vector<TraceThread> Trace::Stop() {
  Shared& shared = Everyone();
  const std::lock_guard lock(shared.mutex);
  on_.store(false, std::memory_order_relaxed);
  shared.recording = false;
  std::vector<TraceThread> threads;
  for (const std::shared_ptr<Buffer>& buffer : shared.buffers) {
    const std::lock_guard own(buffer->mutex);
    TraceThread& thread = buffer->thread;
    if (thread.events.empty()) continue;
    threads.push_back({thread.id, thread.name, std::exchange(thread.events, {}), std::exchange(thread.dropped, 0)});
  }
  return threads;
}

int64_t Trace::start_time() { return Everyone().wall_start; }

int64_t Trace::Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Trace::Add(std::shared_ptr<const TraceNames> names, uint32_t name, int64_t begin_ns, int64_t end_ns) {
  Buffer& buffer = MyBuffer();
  const std::lock_guard lock(buffer.mutex);
  // Events that end behind the recording, or began before it (of one that has just ended), are nobody's.
  const int64_t start = Everyone().steady_start;
  if (!on() || begin_ns < start) return;
  if (buffer.thread.events.size() >= kMostEvents) {
    ++buffer.thread.dropped;
    return;
  }
  buffer.thread.events.push_back({std::move(names), name, begin_ns - start, end_ns - start});
}

}  // namespace cppjrt
