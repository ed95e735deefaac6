#include "cpu/runtime/timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace cppjrt::cpu {
namespace {

using std::chrono::milliseconds;

TEST(TimerTest, CallsInTheOrderOfTime) {
  Timer timer;
  std::vector<int> calls;
  std::promise<void> done;
  const auto now = Timer::Clock::now();
  timer.Call(now + milliseconds(40), [&] {
    calls.push_back(2);
    done.set_value();
  });
  timer.Call(now + milliseconds(10), [&] { calls.push_back(1); });
  done.get_future().wait();
  EXPECT_EQ(calls, (std::vector<int>{1, 2}));
  EXPECT_GE(Timer::Clock::now() - now, milliseconds(40));
}

TEST(TimerTest, WhatIsCancelledIsNotCalled) {
  Timer timer;
  std::atomic<int> calls = 0;
  const auto now = Timer::Clock::now();
  const Timer::Id id = timer.Call(now + milliseconds(20), [&] { ++calls; });
  timer.Cancel(id);
  std::promise<void> done;
  timer.Call(now + milliseconds(40), [&] { done.set_value(); });
  done.get_future().wait();
  EXPECT_EQ(calls, 0);
}

TEST(TimerTest, CancelWaitsForACallUnderWay) {
  Timer timer;
  std::promise<void> begun;
  std::atomic<bool> ended = false;
  const Timer::Id id = timer.Call(Timer::Clock::now(), [&] {
    begun.set_value();
    std::this_thread::sleep_for(milliseconds(20));
    ended = true;
  });
  begun.get_future().wait();
  timer.Cancel(id);
  EXPECT_TRUE(ended);
}

TEST(TimerTest, ItsEndDropsWhatIsLeft) {
  std::atomic<int> calls = 0;
  {
    Timer timer;
    timer.Call(Timer::Clock::now() + std::chrono::hours(1), [&] { ++calls; });
  }
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace cppjrt::cpu
