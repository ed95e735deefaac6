#include "cpu/runtime/completion.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "cpu/runtime/work_queue.h"

namespace cppjrt::cpu {
namespace {

TEST(CompletionTest, TheFirstStatusCounts) {
  const CompletionRef done = MakeRef<Completion>();
  EXPECT_FALSE(done->done());
  EXPECT_TRUE(done->Complete(InternalError("first")));
  EXPECT_FALSE(done->Complete());
  EXPECT_EQ(done->Wait().message(), "first");
}

TEST(CompletionTest, CallbacksRunBeforeOrAfter) {
  const CompletionRef done = MakeRef<Completion>();
  int calls = 0;
  done->Then([&](const Status& status) { calls += status.ok() ? 1 : 100; });
  EXPECT_EQ(calls, 0);
  done->Complete();
  EXPECT_EQ(calls, 1);
  done->Then([&](const Status&) { ++calls; });
  EXPECT_EQ(calls, 2);
}

// Each callback completes the next one: none of them runs inside another.
TEST(CompletionTest, AChainNeedsNoStack) {
  constexpr size_t kLength = 200000;
  std::vector<CompletionRef> chain;
  for (size_t i = 0; i < kLength; ++i) chain.push_back(MakeRef<Completion>());
  for (size_t i = 0; i + 1 < kLength; ++i) {
    chain[i]->Then([next = chain[i + 1]](const Status& status) { next->Complete(status); });
  }
  chain.front()->Complete(DataLossError("gone"));
  EXPECT_EQ(chain.back()->Wait().code(), StatusCode::kDataLoss);
}

TEST(CompletionTest, AllAreWaitedForAndTheFirstErrorInOrderIsTold) {
  const std::array<CompletionRef, 4> all = {MakeRef<Completion>(), nullptr, MakeRef<Completion>(),
                                            MakeRef<Completion>()};
  Status told = InternalError("not called");
  WhenAll(all, [&](const Status& status) { told = status; });
  all[3]->Complete(InternalError("last"));
  all[2]->Complete(InternalError("middle"));
  EXPECT_EQ(told.message(), "not called");
  all[0]->Complete();
  EXPECT_EQ(told.message(), "middle");
  const std::array<CompletionRef, 1> none = {nullptr};
  WhenAll(none, [&](const Status& status) { told = status; });
  EXPECT_TRUE(told.ok());
}

TEST(WorkQueueTest, RunsAllBeforeItShutsDown) {
  for (int threads : {1, 3}) {
    WorkQueue queue({.num_threads = threads, .max_inflight = 2});
    std::atomic<int> done = 0;
    for (int i = 0; i < 100; ++i) {
      queue.Submit([&] { ++done; });
    }
    queue.Shutdown();
    EXPECT_EQ(done, 100);
    queue.Submit([&] { ++done; });
    EXPECT_EQ(done, 101);
  }
}

TEST(WorkQueueTest, WorkMaySubmitAndShutDown) {
  WorkQueue queue({.num_threads = 2, .max_inflight = 1});
  const CompletionRef done = MakeRef<Completion>();
  queue.Submit([&, done] {
    queue.Submit([&, done] {
      queue.Shutdown();
      done->Complete();
    });
  });
  EXPECT_TRUE(done->Wait().ok());
}

}  // namespace
}  // namespace cppjrt::cpu
