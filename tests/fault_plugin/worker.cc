#include "tests/fault_plugin/worker.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace fault {
namespace {

using Clock = std::chrono::steady_clock;

class Worker {
 public:
  // At the end of the process what is not yet due is forgotten.
  ~Worker() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void Add(Clock::time_point due, std::function<void()> work) {
    std::lock_guard lock(mutex_);
    if (stopped_) return;
    if (!thread_.joinable()) thread_ = std::thread([this] { Loop(); });
    queue_.emplace(due, std::move(work));
    changed_.notify_all();
  }

 private:
  void Loop() {
    std::unique_lock lock(mutex_);
    while (!stopped_) {
      if (queue_.empty()) {
        changed_.wait(lock);
      } else if (const Clock::time_point due = queue_.begin()->first; due > Clock::now()) {
        changed_.wait_until(lock, due);
      } else {
        RunFirst(lock);
      }
    }
  }

  void RunFirst(std::unique_lock<std::mutex>& lock) {
    std::function<void()> work = std::move(queue_.begin()->second);
    queue_.erase(queue_.begin());
    lock.unlock();
    work();
    work = nullptr;  // what it holds may add work when it goes
    lock.lock();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, std::function<void()>> queue_;
  std::thread thread_;
  bool stopped_ = false;
};

Worker g_worker;

}  // namespace

void RunLater(int64_t delay_us, std::function<void()> work) {
  g_worker.Add(Clock::now() + std::chrono::microseconds(delay_us), std::move(work));
}

}  // namespace fault
