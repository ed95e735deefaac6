#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/thread_pool.h"

namespace cppjrt {
namespace {

TEST(InterruptTest, TheFirstRequestCounts) {
  Interrupt interrupt;
  EXPECT_FALSE(interrupt.requested());
  EXPECT_TRUE(interrupt.status().ok());
  EXPECT_EQ(*interrupt.flag(), 0);
  EXPECT_TRUE(interrupt.Request(CancelledError("first")));
  EXPECT_FALSE(interrupt.Request(InternalError("second")));
  EXPECT_EQ(*interrupt.flag(), 1);
  EXPECT_EQ(interrupt.status().message(), "first");
}

TEST(InterruptTest, ScopesNest) {
  Interrupt outer;
  Interrupt inner;
  const InterruptScope scope(&outer);
  outer.Request(CancelledError("outer"));
  EXPECT_TRUE(Interrupted());
  {
    const InterruptScope nested(&inner);
    EXPECT_FALSE(Interrupted());
    const InterruptScope masked(nullptr);
    EXPECT_FALSE(Interrupted());
  }
  EXPECT_TRUE(Interrupted());
}

TEST(InterruptTest, WakesAWait) {
  Interrupt interrupt;
  std::mutex mutex;
  std::condition_variable changed;
  std::thread requester([&] { interrupt.Request(CancelledError("stop")); });
  {
    const WakeOnInterrupt wake(&interrupt, [&] {
      const std::lock_guard lock(mutex);
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return interrupt.requested(); });
  }
  requester.join();
  bool woken = false;
  const WakeOnInterrupt late(&interrupt, [&] { woken = true; });
  EXPECT_TRUE(woken);
}

TEST(InterruptTest, ParallelForBeginsNoMorePieces) {
  for (const int threads : {1, 3}) {
    ThreadPool pool(threads);
    Interrupt interrupt;
    const InterruptScope scope(&interrupt);
    std::atomic<int64_t> pieces = 0;
    pool.ParallelFor(1000, 1, [&](int64_t, int64_t) {
      EXPECT_EQ(CurrentInterrupt(), &interrupt);
      if (++pieces == 10) interrupt.Request(CancelledError("stop"));
    });
    EXPECT_GE(pieces, 10);
    EXPECT_LT(pieces, 10 + threads);
    // The threads of the pool forget it.
    pieces = 0;
    const InterruptScope masked(nullptr);
    pool.ParallelFor(100, 1, [&](int64_t, int64_t) {
      EXPECT_EQ(CurrentInterrupt(), nullptr);
      ++pieces;
    });
    EXPECT_EQ(pieces, 100);
  }
}

}  // namespace
}  // namespace cppjrt
