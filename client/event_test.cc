// Events and promises of this process alone; those of plugins are in tests/client.
#include "pjrt/event.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::OkStatus;
using ::cppjrt::StatusIs;
using namespace std::chrono_literals;

TEST(EventTest, ADefaultMadeEventIsCompleteAndOk) {
  const Event event;
  EXPECT_TRUE(event.IsReady());
  EXPECT_THAT(event.Await(), IsOk());
  EXPECT_THAT(event.AwaitFor(0ns), IsOk());
  EXPECT_EQ(event.raw(), nullptr);
}

TEST(EventTest, AnEventOfAStatusIsCompleteWithIt) {
  const Event event(cppjrt::DataLossError("lost"));
  EXPECT_TRUE(event.IsReady());
  EXPECT_THAT(event.Await(), StatusIs(StatusCode::kDataLoss, "lost"));
  EXPECT_THAT(event.AwaitFor(1h), StatusIs(StatusCode::kDataLoss));
  std::optional<Status> seen;
  event.OnReady([&](const Status& status) { seen = status; });
  EXPECT_EQ(seen, cppjrt::DataLossError("lost"));
}

TEST(EventTest, PollTellsTheOutcomeOrNothing) {
  EXPECT_EQ(Event().Poll(), OkStatus());
  EXPECT_EQ(Event(cppjrt::DataLossError("lost")).Poll(), cppjrt::DataLossError("lost"));
  Promise promise;
  const Event event = promise.event();
  EXPECT_FALSE(event.Poll().has_value());
  ASSERT_THAT(promise.Set(cppjrt::DataLossError("late")), IsOk());
  EXPECT_EQ(event.Poll(), cppjrt::DataLossError("late"));
}

TEST(EventTest, ThenCompletesWithWhatItsCallbackReturns) {
  Promise promise;
  const Event mapped = promise.event().Then([](const Status& status) {
    return status.ok() ? status : Status(StatusCode::kAborted, "because of " + std::string(status.message()));
  });
  EXPECT_FALSE(mapped.IsReady());
  ASSERT_THAT(promise.Set(cppjrt::DataLossError("lost")), IsOk());
  EXPECT_THAT(mapped.Await(), StatusIs(StatusCode::kAborted));
  EXPECT_THAT(Event().Then([](const Status& status) { return status; }).Await(), IsOk());
}

TEST(EventTest, WhatCallbacksThrowIsLostOrInternal) {
  Promise promise;
  const Event event = promise.event();
  event.OnReady([](const Status&) { throw std::runtime_error("kaput"); });
  const Event mapped = event.Then([](const Status&) -> Status { throw std::runtime_error("kaput"); });
  int called = 0;
  event.OnReady([&](const Status&) { ++called; });
  EXPECT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_THAT(mapped.Await(), StatusIs(StatusCode::kInternal));
  EXPECT_EQ(called, 1);
  event.OnReady([](const Status&) { throw 1; });
}

TEST(EventTest, MovingTakesTheOutcomeAlong) {
  Event event(cppjrt::DataLossError("lost"));
  Event moved = std::move(event);
  EXPECT_THAT(moved.Await(), StatusIs(StatusCode::kDataLoss));
  moved = Event();
  EXPECT_THAT(moved.Await(), IsOk());
}

TEST(PromiseTest, ItsEventIsPendingUntilSet) {
  Promise promise;
  const Event event = promise.event();
  EXPECT_FALSE(event.IsReady());
  EXPECT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_TRUE(event.IsReady());
  EXPECT_THAT(event.Await(), IsOk());
  EXPECT_THAT(event.Await(), IsOk());
}

TEST(PromiseTest, AllItsEventsGetTheOutcome) {
  Promise promise;
  const Event before = promise.event();
  ASSERT_THAT(promise.Set(cppjrt::AlreadyExistsError("there")), IsOk());
  const Event after = promise.event();
  EXPECT_THAT(before.Await(), StatusIs(StatusCode::kAlreadyExists, "there"));
  EXPECT_THAT(after.Await(), StatusIs(StatusCode::kAlreadyExists, "there"));
}

TEST(PromiseTest, CanBeSetOnce) {
  Promise promise;
  ASSERT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_THAT(promise.Set(cppjrt::InternalError("late")), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(promise.event().Await(), IsOk());
}

TEST(PromiseTest, OneThreadWaitsWhileAnotherSets) {
  Promise promise;
  const Event event = promise.event();
  std::thread setter([&] {
    std::this_thread::sleep_for(10ms);
    EXPECT_THAT(promise.Set(cppjrt::InternalError("from there")), IsOk());
  });
  EXPECT_THAT(event.Await(), StatusIs(StatusCode::kInternal, "from there"));
  setter.join();
}

TEST(PromiseTest, AwaitForTimesOutAndCanThenSucceed) {
  Promise promise;
  const Event event = promise.event();
  EXPECT_THAT(event.AwaitFor(0ns), StatusIs(StatusCode::kDeadlineExceeded));
  EXPECT_THAT(event.AwaitFor(5ms), StatusIs(StatusCode::kDeadlineExceeded));
  std::thread setter([&] { EXPECT_THAT(promise.Set(OkStatus()), IsOk()); });
  EXPECT_THAT(event.AwaitFor(1min), IsOk());
  setter.join();
  EXPECT_THAT(event.AwaitFor(0ns), IsOk());
}

TEST(PromiseTest, CallbacksRunOnceWhenSetAndAtOnceAfterwards) {
  Promise promise;
  int before = 0;
  int after = 0;
  const Event event = promise.event();
  event.OnReady([&](const Status&) { ++before; });
  event.OnReady([&](const Status&) { ++before; });
  EXPECT_EQ(before, 0);
  ASSERT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_EQ(before, 2);
  event.OnReady([&](const Status& status) { after += status.ok() ? 1 : 100; });
  EXPECT_EQ(after, 1);
}

TEST(PromiseTest, ACallbackOutlivesItsEvent) {
  Promise promise;
  std::optional<Status> seen;
  promise.event().OnReady([&](const Status& status) { seen = status; });
  ASSERT_THAT(promise.Set(cppjrt::CancelledError("c")), IsOk());
  EXPECT_EQ(seen, cppjrt::CancelledError("c"));
}

TEST(PromiseTest, ACallbackMayUseTheEventItIsCalledFor) {
  Promise promise;
  const auto event = std::make_shared<Event>(promise.event());
  bool ran = false;
  event->OnReady([&, event](const Status&) {
    EXPECT_TRUE(event->IsReady());
    EXPECT_THAT(event->Await(), IsOk());
    event->OnReady([&](const Status&) { ran = true; });
  });
  ASSERT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_TRUE(ran);
}

TEST(PromiseTest, ACallbackIsDestroyedAfterItRan) {
  const auto captured = std::make_shared<int>(1);
  Promise promise;
  promise.event().OnReady([captured](const Status&) {});
  EXPECT_EQ(captured.use_count(), 2);
  ASSERT_THAT(promise.Set(OkStatus()), IsOk());
  EXPECT_EQ(captured.use_count(), 1);
}

TEST(PromiseTest, DroppedWithoutBeingSetItCancels) {
  Event event;
  {
    const Promise promise;
    event = promise.event();
  }
  EXPECT_THAT(event.Await(), StatusIs(StatusCode::kCancelled));
}

TEST(PromiseTest, ADroppedPromiseRunsItsCallbacks) {
  std::optional<Status> seen;
  {
    const Promise promise;
    promise.event().OnReady([&](const Status& status) { seen = status; });
  }
  ASSERT_TRUE(seen.has_value());
  EXPECT_THAT(*seen, StatusIs(StatusCode::kCancelled));
}

TEST(PromiseTest, MovingLeavesNothingBehind) {
  Promise promise;
  const Event event = promise.event();
  Promise moved = std::move(promise);
  EXPECT_FALSE(event.IsReady());
  EXPECT_THAT(promise.Set(OkStatus()), StatusIs(StatusCode::kFailedPrecondition));  // NOLINT(bugprone-use-after-move)
  EXPECT_THAT(promise.event().Await(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(moved.Set(OkStatus()), IsOk());
  EXPECT_THAT(event.Await(), IsOk());
}

TEST(PromiseTest, AssigningOverAPromiseDropsIt) {
  Promise promise;
  const Event event = promise.event();
  promise = Promise();
  EXPECT_THAT(event.Await(), StatusIs(StatusCode::kCancelled));
  EXPECT_FALSE(promise.event().IsReady());
}

TEST(PromiseTest, ManyThreadsWaitAndListenWhileOneSets) {
  for (int round = 0; round < 50; ++round) {
    Promise promise;
    const Event shared = promise.event();
    std::atomic<int> called = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const Event own = promise.event();
        const Event& event = i % 2 == 0 ? own : shared;
        event.OnReady([&](const Status& status) { called += status.code() == StatusCode::kInternal ? 1 : 1000; });
        EXPECT_THAT(i % 4 < 2 ? event.Await() : event.AwaitFor(1min), StatusIs(StatusCode::kInternal, "x"));
        EXPECT_TRUE(event.IsReady());
      });
    }
    ASSERT_THAT(promise.Set(cppjrt::InternalError("x")), IsOk());
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(called, 8);
  }
}

TEST(PromiseTest, OfManyThreadsThatSetOneSucceeds) {
  for (int round = 0; round < 50; ++round) {
    Promise promise;
    std::atomic<int> successes = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] { successes += promise.Set(OkStatus()).ok() ? 1 : 0; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(successes, 1);
  }
}

}  // namespace
}  // namespace pjrt
