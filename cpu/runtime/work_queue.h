// WorkQueue: what a client does while its callers go on: executions and transfers, on the client's threads.
//
//   WorkQueue queue({.num_threads = 4, .max_inflight = 32});
//   queue.Submit([] { … });                         // waits first if too much is under way
//   queue.Shutdown();                               // runs what was submitted, then stops the threads
//
// With one thread there is no other than the caller's: Submit runs the work itself.
#ifndef CPPJRT_CPU_RUNTIME_WORK_QUEUE_H_
#define CPPJRT_CPU_RUNTIME_WORK_QUEUE_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "base/thread_pool.h"

namespace cppjrt::cpu {

class WorkQueue {
 public:
  struct Options {
    int num_threads = 1;
    int64_t max_inflight = 64;
  };

  explicit WorkQueue(const Options& options);
  ~WorkQueue() { Shutdown(); }
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  int num_threads() const { return options_.num_threads; }
  // The threads for work to split itself over; never null, also after Shutdown. Work that holds the result may go on
  // with it while the queue shuts down.
  std::shared_ptr<ThreadPool> pool();

  // Runs the work soon, on one of the threads. Blocks while `max_inflight` of such work are under way, unless called
  // from such work; runs it here if the queue is shut down. Callbacks that it makes may submit more.
  void Submit(std::function<void()> work);
  // The same without ever blocking.
  void Post(std::function<void()> work);

  // Waits for all work and stops the threads; from inside such work, only sees to it that they stop. May be called
  // again.
  void Shutdown();

 private:
  // Outlives the queue where work that is under way holds it.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    int64_t inflight = 0;
    std::shared_ptr<ThreadPool> pool;  // of one thread after Shutdown
  };

  const Options options_;
  const std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_WORK_QUEUE_H_
