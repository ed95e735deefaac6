// ThreadPool: the threads of one client or one program, and the only ones it has.
//
//   ThreadPool pool(4);                                           // the caller's thread and three more
//   pool.ParallelFor(n, 1024, [&](int64_t begin, int64_t end) { for (int64_t i = begin; i < end; ++i) … });
//   pool.Schedule([=] { … });                                     // later, on another thread
//
// Threads start when there is work for them, so a pool that is not used costs nothing. In ParallelFor the caller works
// too and waits only for pieces that others have begun: it may be called from inside the pool, and from a forked child,
// whose other threads are gone. How the range is cut depends on n and grain alone, never on the number of threads, so
// results that are put together piece by piece do not either.
//
// Who finds nothing to do looks again for a few tens of microseconds before it sleeps, so that loops that follow each
// other closely cost about a microsecond each to fork and join; it does not where the process has fewer CPUs than the
// pool has threads.
#ifndef CPPJRT_BASE_THREAD_POOL_H_
#define CPPJRT_BASE_THREAD_POOL_H_

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cppjrt {

class ThreadPool {
 public:
  using RangeFunction = std::function<void(int64_t begin, int64_t end)>;

  // `num_threads` counts the caller of ParallelFor; values below 1 count as 1.
  explicit ThreadPool(int num_threads);
  // Runs what is scheduled to its end, then stops the threads.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int num_threads() const { return num_threads_; }

  // Calls `function` for pieces of [0, n) of `grain` elements (the last may be shorter), each once, in any order, and
  // returns when all are done. Once the caller's interrupt (interrupt.h) is requested, pieces that have not begun are skipped.
  // REQUIRES: grain > 0; `function` does not throw.
  void ParallelFor(int64_t n, int64_t grain, const RangeFunction& function);

  // Calls `work` soon on a thread of the pool; at once if the pool has none of its own. Order is kept only with one
  // thread.
  void Schedule(std::function<void()> work);

  // How many threads this process may use: the smaller of its affinity mask and its cgroup's CPU quota, at least 1.
  static int AvailableThreads();

 private:
  // Adds a thread if all are busy and there may be more. REQUIRES: mutex_ is held.
  void EnsureWorker();
  void WorkerLoop();
  // Gives the lock away until there is work or the pool stops. REQUIRES: `lock` holds mutex_.
  void AwaitWork(std::unique_lock<std::mutex>& lock);
  bool InForkedChild() const;

  const int num_threads_;
  const pid_t owner_;
  const bool may_spin_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  std::vector<std::thread> workers_;
  std::atomic<int> queued_ = 0;  // queue_.size(), for those who look without the lock
  int idle_ = 0;                 // workers that look for work or sleep
  int sleeping_ = 0;             // those of them that must be woken
  bool stopping_ = false;
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_THREAD_POOL_H_
