#include "base/thread_pool.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>

#include "base/interrupt.h"

namespace cppjrt {
namespace {

// How often one looks again before one sleeps: 20 to 50 microseconds.
constexpr int kSpins = 800;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

// True as soon as `ready` is, false if it was not for a while.
template <typename Ready>
bool Spin(const Ready& ready) {
  for (int i = 0; i < kSpins; ++i) {
    if (ready()) return true;
    Pause();
  }
  return ready();
}

// What the pieces of one ParallelFor share. Workers that come late find no piece left; the state outlives the call for
// their sake.
struct Pieces {
  int64_t n;
  int64_t grain;
  int64_t count;
  const ThreadPool::RangeFunction* function;  // read only by who has taken a piece, while the call still waits
  Interrupt* interrupt;                       // of the caller; the same
  std::atomic<int64_t> next = 0;
  std::atomic<int64_t> done = 0;
  std::mutex mutex;
  std::condition_variable all_done;

  void Work() {
    for (;;) {
      const int64_t piece = next.fetch_add(1, std::memory_order_relaxed);
      if (piece >= count) return;
      Run(piece);
      if (done.fetch_add(1, std::memory_order_acq_rel) + 1 == count) {
        const std::lock_guard lock(mutex);
        all_done.notify_all();
      }
    }
  }
  void Run(int64_t piece) const {
    if (interrupt != nullptr && interrupt->requested()) return;
    const InterruptScope scope(interrupt);
    (*function)(piece* grain, std::min(n, (piece + 1) * grain));
  }
  bool Done() const { return done.load(std::memory_order_acquire) == count; }
  void Wait(bool may_spin) {
    if (may_spin && Spin([this] { return Done(); })) return;
    std::unique_lock lock(mutex);
    all_done.wait(lock, [this] { return Done(); });
  }
};

int AffinityThreads() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return static_cast<int>(std::thread::hardware_concurrency());
  return CPU_COUNT(&set);
}

// CPUs that a "quota period" line allows, rounded up; none if there is no limit.
int QuotaThreads(double quota, double period) {
  if (quota <= 0 || period <= 0) return 0;
  return std::max(1, static_cast<int>(std::ceil(quota / period)));
}

// The limit of cgroup v2 or v1, or 0.
int CgroupThreads() {
  if (std::ifstream v2("/sys/fs/cgroup/cpu.max"); v2) {
    std::string quota;
    double period = 0;
    if (v2 >> quota >> period && quota != "max") return QuotaThreads(std::strtod(quota.c_str(), nullptr), period);
    return 0;
  }
  double quota = 0;
  double period = 0;
  std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") >> quota;
  std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_period_us") >> period;
  return QuotaThreads(quota, period);
}

}  // namespace

ThreadPool::ThreadPool(int num_threads)
    : num_threads_(std::max(1, num_threads)),
      owner_(getpid()),
      may_spin_(num_threads_ > 1 && num_threads_ <= AvailableThreads()) {}

ThreadPool::~ThreadPool() {
  if (InForkedChild()) {
    // The threads exist in the parent only: there is nothing to join.
    for (std::thread& worker : workers_) worker.detach();
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

bool ThreadPool::InForkedChild() const { return getpid() != owner_; }

void ThreadPool::EnsureWorker() {
  const bool may_grow = static_cast<int>(workers_.size()) < num_threads_ - 1;
  if (static_cast<int>(queue_.size()) <= idle_ || !may_grow) return;
  workers_.emplace_back([this] { WorkerLoop(); });
}

void ThreadPool::AwaitWork(std::unique_lock<std::mutex>& lock) {
  ++idle_;
  if (may_spin_ && queue_.empty() && !stopping_) {
    lock.unlock();
    Spin([this] { return queued_.load(std::memory_order_relaxed) > 0; });
    lock.lock();
  }
  ++sleeping_;
  wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
  --sleeping_;
  --idle_;
}

void ThreadPool::WorkerLoop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    AwaitWork(lock);
    if (queue_.empty()) return;
    std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    queued_.store(static_cast<int>(queue_.size()), std::memory_order_relaxed);
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
  }
}

void ThreadPool::Schedule(std::function<void()> work) {
  if (num_threads_ == 1 || InForkedChild()) return work();
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(work));
    queued_.store(static_cast<int>(queue_.size()), std::memory_order_relaxed);
    EnsureWorker();
    // Those who look find it by themselves.
    wake = sleeping_ > 0 && static_cast<int>(queue_.size()) > idle_ - sleeping_;
  }
  if (wake) wake_.notify_one();
}

void ThreadPool::ParallelFor(int64_t n, int64_t grain, const RangeFunction& function) {
  if (n <= 0) return;
  const int64_t count = (n - 1) / grain + 1;
  if (count == 1 || num_threads_ == 1 || InForkedChild()) {
    for (int64_t begin = 0; begin < n && !Interrupted(); begin += grain) function(begin, std::min(n, begin + grain));
    return;
  }
  auto pieces = std::make_shared<Pieces>();
  pieces->n = n;
  pieces->grain = grain;
  pieces->count = count;
  pieces->function = &function;
  pieces->interrupt = CurrentInterrupt();
  const int helpers = static_cast<int>(std::min<int64_t>(count, num_threads_) - 1);
  for (int i = 0; i < helpers; ++i) Schedule([pieces] { pieces->Work(); });
  pieces->Work();
  pieces->Wait(may_spin_);
}

int ThreadPool::AvailableThreads() {
  int threads = std::max(1, AffinityThreads());
  const int quota = CgroupThreads();
  if (quota > 0) threads = std::min(threads, quota);
  return threads;
}

}  // namespace cppjrt
