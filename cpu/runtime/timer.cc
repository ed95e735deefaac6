#include "cpu/runtime/timer.h"

#include <condition_variable>
#include <map>
#include <system_error>
#include <thread>
#include <utility>

#include "cpu/runtime/fork.h"

namespace cppjrt::cpu {

struct Timer::State {
  struct Entry {
    Id id;
    std::function<void()> function;
  };

  const uint32_t generation = ForkGeneration();
  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  std::multimap<Clock::time_point, Entry> entries;
  std::thread thread;
  Id last_id = 0;
  Id running = 0;
  bool stopping = false;

  void Loop() {
    std::unique_lock lock(mutex);
    while (!stopping) {
      if (entries.empty()) {
        changed.wait(lock);
      } else if (const Clock::time_point when = entries.begin()->first; when > Clock::now()) {
        changed.wait_until(lock, when);
      } else {
        RunFirst(lock);
      }
    }
  }

  void RunFirst(std::unique_lock<std::mutex>& lock) {
    Entry entry = std::move(entries.extract(entries.begin()).mapped());
    running = entry.id;
    lock.unlock();
    entry.function();
    entry.function = nullptr;
    lock.lock();
    running = 0;
    changed.notify_all();
  }
};

Timer::Timer() : state_(std::make_shared<State>()) {}

Timer::~Timer() {
  std::multimap<Clock::time_point, State::Entry> dropped;  // what they hold goes when the lock is free
  std::thread thread;
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
    dropped.swap(state_->entries);
    thread = std::move(state_->thread);
    state_->changed.notify_all();
  }
  if (!thread.joinable()) return;
  // In a forked child there is no such thread; on its own it cannot wait for its end.
  const bool waits = state_->generation == ForkGeneration() && thread.get_id() != std::this_thread::get_id();
  waits ? thread.join() : thread.detach();
}

Timer::Id Timer::Call(Clock::time_point when, std::function<void()> function) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->thread.joinable()) {
    try {
      state_->thread = std::thread([state = state_] { state->Loop(); });
    } catch (const std::system_error&) {
      return 0;
    }
  }
  const Id id = ++state_->last_id;
  state_->entries.emplace(when, State::Entry{id, std::move(function)});
  state_->changed.notify_all();
  return id;
}

void Timer::Cancel(Id id) {
  std::function<void()> dropped;
  std::unique_lock lock(state_->mutex);
  for (auto it = state_->entries.begin(); it != state_->entries.end(); ++it) {
    if (it->second.id != id) continue;
    dropped = std::move(it->second.function);
    state_->entries.erase(it);
    break;
  }
  if (state_->thread.get_id() == std::this_thread::get_id()) return;
  state_->changed.wait(lock, [&] { return id == 0 || state_->running != id; });
}

}  // namespace cppjrt::cpu
