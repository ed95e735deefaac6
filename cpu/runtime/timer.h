// Timer: calls functions at their time, on a thread of its own that starts with the first of them.
//
//   Timer timer;
//   const Timer::Id id = timer.Call(Timer::Clock::now() + 5ms, [] { … });
//   timer.Cancel(id);                               // not called from here on, and not under way any more
//
// Thread-safe. Functions are short, and do not call Cancel.
#ifndef CPPJRT_CPU_RUNTIME_TIMER_H_
#define CPPJRT_CPU_RUNTIME_TIMER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace cppjrt::cpu {

class Timer {
 public:
  using Clock = std::chrono::steady_clock;
  using Id = uint64_t;

  Timer();
  // Functions whose time has not come are dropped.
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // Whether it could be arranged: not if there is no thread to be had; 0 then.
  Id Call(Clock::time_point when, std::function<void()> function);
  // Waits for the function if it is being called, unless this is its thread.
  void Cancel(Id id);

 private:
  struct State;
  const std::shared_ptr<State> state_;  // the thread's as well
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_TIMER_H_
