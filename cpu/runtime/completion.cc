#include "cpu/runtime/completion.h"

#include <deque>
#include <memory>
#include <utility>

namespace cppjrt::cpu {
namespace {

// Callbacks that wait for the outermost Complete of this thread.
struct PendingCallback {
  Completion::Callback callback;
  Status status;
};
thread_local std::deque<PendingCallback>* t_pending = nullptr;

void RunCallbacks(std::vector<Completion::Callback> callbacks, const Status& status) {
  if (t_pending != nullptr) {
    for (Completion::Callback& callback : callbacks) t_pending->push_back({std::move(callback), status});
    return;
  }
  std::deque<PendingCallback> pending;
  t_pending = &pending;
  for (Completion::Callback& callback : callbacks) {
    callback(status);
    callback = nullptr;  // lets go of what it holds before the next one runs
  }
  while (!pending.empty()) {
    PendingCallback next = std::move(pending.front());
    pending.pop_front();
    next.callback(next.status);
  }
  t_pending = nullptr;
}

}  // namespace

bool Completion::Complete(Status status) {
  std::vector<Callback> callbacks;
  const Ref<Completion> keep(this);  // a callback may drop the last other share
  {
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return false;
    status_ = std::move(status);
    callbacks.swap(callbacks_);
    done_.store(true, std::memory_order_release);
    changed_.notify_all();
  }
  if (!callbacks.empty()) RunCallbacks(std::move(callbacks), status_);
  return true;
}

Status Completion::Wait() const {
  if (done()) return status_;
  if (generation_ != ForkGeneration()) {
    return FailedPreconditionError(
        "this would wait for a thread of the parent process; a forked child must make its own client");
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return done(); });
  return status_;
}

void Completion::Then(Callback callback) {
  {
    const std::lock_guard lock(mutex_);
    if (!done()) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback(status_);
}

CompletionRef Failed(Status error) {
  CompletionRef completion = MakeRef<Completion>();
  completion->Complete(std::move(error));
  return completion;
}

namespace {

// Counts down what is waited for and keeps the error of the first one, in order, that has one.
struct Barrier {
  explicit Barrier(size_t count) : waiting(count), statuses(count) {}

  std::atomic<size_t> waiting;
  std::vector<Status> statuses;  // each written by one callback, read after the last
  Completion::Callback then;

  void Arrive(size_t i, const Status& status) {
    statuses[i] = status;
    if (waiting.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    for (const Status& s : statuses) {
      if (!s.ok()) return then(s);
    }
    then(Status());
  }
};

}  // namespace

void WhenAll(std::span<const CompletionRef> all, Completion::Callback then) {
  std::vector<CompletionRef> open;
  for (const CompletionRef& completion : all) {
    if (!IsOk(completion)) open.push_back(completion);
  }
  if (open.empty()) return then(Status());
  if (open.size() == 1) return open[0]->Then(std::move(then));
  auto barrier = std::make_shared<Barrier>(open.size());
  barrier->then = std::move(then);
  for (size_t i = 0; i < open.size(); ++i) {
    open[i]->Then([barrier, i](const Status& status) { barrier->Arrive(i, status); });
  }
}

}  // namespace cppjrt::cpu
