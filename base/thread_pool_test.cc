#include "base/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace cppjrt {
namespace {

TEST(ThreadPoolTest, CoversTheRangeOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (const int64_t n : {0, 1, 7, 1000}) {
      std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
      pool.ParallelFor(n, 3, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) ++seen[static_cast<size_t>(i)];
      });
      for (const std::atomic<int>& count : seen) EXPECT_EQ(count, 1);
    }
  }
}

TEST(ThreadPoolTest, CutsTheRangeAlikeForAnyNumberOfThreads) {
  const auto cuts = [](int threads) {
    ThreadPool pool(threads);
    std::mutex mutex;
    std::set<std::pair<int64_t, int64_t>> pieces;
    pool.ParallelFor(100, 30, [&](int64_t begin, int64_t end) {
      const std::lock_guard lock(mutex);
      pieces.insert({begin, end});
    });
    return pieces;
  };
  EXPECT_EQ(cuts(1), cuts(4));
}

TEST(ThreadPoolTest, NestedLoopsEnd) {
  ThreadPool pool(3);
  std::atomic<int> count = 0;
  pool.ParallelFor(8, 1, [&](int64_t, int64_t) { pool.ParallelFor(8, 1, [&](int64_t, int64_t) { ++count; }); });
  EXPECT_EQ(count, 64);
}

TEST(ThreadPoolTest, LoopsThatFollowEachOtherCloselyOrNot) {
  for (const int threads : {2, 4}) {
    ThreadPool pool(threads);
    std::atomic<int64_t> sum = 0;
    for (int i = 0; i < 2000; ++i) {
      pool.ParallelFor(8, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
      // Long enough for the workers to fall asleep.
      if (i % 500 == 0) usleep(2000);
    }
    EXPECT_EQ(sum, 16000);
  }
}

TEST(ThreadPoolTest, ServesSeveralCallersAtOnce) {
  ThreadPool pool(3);
  std::atomic<int64_t> sum = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        pool.ParallelFor(5, 1, [&](int64_t begin, int64_t end) { sum += end - begin; });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 4000);
}

TEST(ThreadPoolTest, RunsWhatIsScheduledBeforeItDies) {
  std::atomic<int> count = 0;
  {
    ThreadPool pool(3);
    for (int i = 0; i < 100; ++i) pool.Schedule([&] { ++count; });
  }
  EXPECT_EQ(count, 100);
}

TEST(ThreadPoolTest, WorksInAForkedChild) {
  ThreadPool pool(4);
  std::atomic<int> before = 0;
  pool.ParallelFor(64, 1, [&](int64_t, int64_t) { ++before; });
  const pid_t child = fork();
  if (child == 0) {
    std::atomic<int> count = 0;
    pool.ParallelFor(64, 1, [&](int64_t, int64_t) { ++count; });
    pool.Schedule([&] { ++count; });
    _exit(count == 65 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(ThreadPoolTest, KnowsHowManyThreadsItMayUse) { EXPECT_GE(ThreadPool::AvailableThreads(), 1); }

}  // namespace
}  // namespace cppjrt
