#include "tests/fault_plugin/events.h"

#include "tests/fault_plugin/plugin.h"
#include "tests/fault_plugin/worker.h"

namespace fault {

bool Completion::Complete(Failure failure) {
  std::vector<std::function<void(const Failure&)>> callbacks;
  {
    std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return false;
    failure_ = std::move(failure);
    callbacks.swap(callbacks_);
    done_.store(true, std::memory_order_release);
    changed_.notify_all();
  }
  for (const auto& callback : callbacks) callback(failure_);
  return true;
}

void Completion::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return done(); });
}

void Completion::Then(std::function<void(const Failure&)> callback) {
  {
    std::lock_guard lock(mutex_);
    if (!done()) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback(failure_);
}

CompletionPtr Failed(Failure failure) {
  auto completion = std::make_shared<Completion>();
  completion->Complete(std::move(failure));
  return completion;
}

namespace {

// Work that waits: counts down what it waits for and keeps the first failure.
struct Deferred {
  std::atomic<size_t> waiting;
  int64_t delay_us;
  std::function<void()> work;
  CompletionPtr result = std::make_shared<Completion>();
  std::mutex mutex;
  Failure failure;

  Deferred(size_t count, int64_t delay, std::function<void()> what)
      : waiting(count), delay_us(delay), work(std::move(what)) {}

  void Finish() {
    Failure outcome = failure;
    if (outcome.code == PJRT_Error_Code_OK) {
      try {
        work();
      } catch (...) {
        outcome = FailureFromException();
      }
    }
    work = nullptr;  // lets go of what it holds before anyone hears of it
    result->Complete(std::move(outcome));
  }
};

// REQUIRES: the work's dependencies are done.
void FinishAfterDelay(const std::shared_ptr<Deferred>& deferred) {
  if (deferred->delay_us > 0) {
    RunLater(deferred->delay_us, [deferred] { deferred->Finish(); });
  } else {
    deferred->Finish();
  }
}

void OnDependency(const std::shared_ptr<Deferred>& deferred, const Failure& failure) {
  if (failure.code != PJRT_Error_Code_OK) {
    std::lock_guard lock(deferred->mutex);
    if (deferred->failure.code == PJRT_Error_Code_OK) deferred->failure = failure;
  }
  if (deferred->waiting.fetch_sub(1, std::memory_order_acq_rel) == 1) FinishAfterDelay(deferred);
}

}  // namespace

CompletionPtr Defer(const std::vector<CompletionPtr>& after, int64_t delay_us, std::function<void()> work) {
  std::vector<CompletionPtr> open;
  for (const CompletionPtr& completion : after) {
    if (!IsOk(completion)) open.push_back(completion);
  }
  auto deferred = std::make_shared<Deferred>(open.size(), delay_us, std::move(work));
  CompletionPtr result = deferred->result;
  if (open.empty()) FinishAfterDelay(deferred);
  for (const CompletionPtr& completion : open) {
    completion->Then([deferred](const Failure& failure) { OnDependency(deferred, failure); });
  }
  return IsOk(result) ? nullptr : result;
}

namespace {

// What everybody gets who asks for an event of something that is ready.
PJRT_Event g_ready;

}  // namespace

PJRT_Event* NewEvent(const Plugin& plugin, CompletionPtr completion) {
  if (completion == nullptr) {
    const int64_t async_us = plugin.async_us.load(std::memory_order_relaxed);
    if (async_us > 0) completion = Defer({}, async_us, [] {});
  }
  const bool shared = completion == nullptr && !plugin.real_events.load(std::memory_order_relaxed);
  PJRT_Event* event = shared ? &g_ready : new PJRT_Event{std::move(completion)};
  Count(FaultKind::kEvent, 1);
  return event;
}

void DestroyEvent(PJRT_Event* event) {
  Count(FaultKind::kEvent, -1);
  if (event == &g_ready) return;
  // Nobody may wait for ever; does nothing to an event that was set.
  if (event->settable) event->completion->Complete({PJRT_Error_Code_CANCELLED, "event was destroyed unset", false, {}});
  delete event;
}

namespace {

constexpr char kNoEvent[] = "event is null";

void ThrowFailure(const Completion& completion) {
  if (!completion.ok()) throw completion.failure();
}

void Destroy(Plugin&, PJRT_Event_Destroy_Args& args) { DestroyEvent(&Ref(args.event, kNoEvent)); }

void IsReady(Plugin&, PJRT_Event_IsReady_Args& args) {
  const PJRT_Event& event = Ref(args.event, kNoEvent);
  args.is_ready = event.completion == nullptr || event.completion->done();
}

void EventError(Plugin&, PJRT_Event_Error_Args& args) {
  const PJRT_Event& event = Ref(args.event, kNoEvent);
  if (event.completion == nullptr) return;
  if (!event.completion->done()) {
    Fail(PJRT_Error_Code_FAILED_PRECONDITION, "PJRT_Event_Error: the event is not ready; await it first");
  }
  ThrowFailure(*event.completion);
}

void Await(Plugin&, PJRT_Event_Await_Args& args) {
  // A copy, as another thread may destroy the handle meanwhile.
  const CompletionPtr completion = Ref(args.event, kNoEvent).completion;
  if (completion == nullptr) return;
  completion->Wait();
  ThrowFailure(*completion);
}

void OnReady(Plugin&, PJRT_Event_OnReady_Args& args) {
  const PJRT_Event& event = Ref(args.event, kNoEvent);
  Require(args.callback != nullptr, "PJRT_Event_OnReady: callback is null");
  if (event.completion == nullptr) return args.callback(nullptr, args.user_arg);
  event.completion->Then([callback = args.callback, user_arg = args.user_arg](const Failure& failure) {
    callback(failure.code == PJRT_Error_Code_OK ? nullptr : new Error(failure), user_arg);
  });
}

void Create(Plugin&, PJRT_Event_Create_Args& args) {
  args.event = new PJRT_Event{std::make_shared<Completion>(), true};
  Count(FaultKind::kEvent, 1);
}

void Set(Plugin&, PJRT_Event_Set_Args& args) {
  PJRT_Event& event = Ref(args.event, kNoEvent);
  Require(event.settable, "PJRT_Event_Set: the event was not made by PJRT_Event_Create");
  const bool first = event.completion->Complete(
      {args.error_code, std::string(View(args.error_message, args.error_message_size)), false, {}});
  if (!first) Fail(PJRT_Error_Code_FAILED_PRECONDITION, "PJRT_Event_Set: the event was set before");
}

}  // namespace

void AddEventSlots() { AddSlots<Destroy, IsReady, EventError, Await, OnReady, Create, Set>(); }

}  // namespace fault
