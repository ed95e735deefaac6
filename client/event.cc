// How a handle and its callbacks share an event.
//
// Most events are awaited or dropped by the handle that received them; such a handle owns the C object alone and nothing is
// allocated. The first callback (OnReady, AwaitFor) moves the C object into a SharedEvent, counted by the handle and by each
// pending callback, so that the object and the client behind it exist until the last of them is gone.
#include "pjrt/event.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "client/api.h"
#include "client/guard.h"
#include "client/shared_event.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

SharedEvent::~SharedEvent() {
  if (raw_ == nullptr) return;
  PJRT_Event_Destroy_Args args{};
  args.event = raw_;
  api_->Destroy(args);
}

bool SharedEvent::IsReady() const {
  if (raw_ != nullptr) return IsReady(*api_, raw_);
  std::lock_guard<std::mutex> lock(mutex_);
  return outcome_.has_value();
}

bool SharedEvent::IsReady(const Api& api, PJRT_Event* raw) {
  PJRT_Event_IsReady_Args args{};
  args.event = raw;
  // A plugin that cannot tell makes the caller wait.
  return api.Call(args).ok() && args.is_ready;
}

Status SharedEvent::Await() {
  if (raw_ != nullptr) {
    if (std::optional<Status> outcome = Await(*api_, raw_)) return *outcome;
    return *AwaitByCallback(std::nullopt);
  }
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return outcome_.has_value(); });
  return *outcome_;
}

// Nothing if the plugin has no blocking wait, which some return as UNIMPLEMENTED.
std::optional<Status> SharedEvent::Await(const Api& api, PJRT_Event* raw) {
  PJRT_Event_Await_Args args{};
  args.event = raw;
  Status status = api.Call(args);
  if (status.code() == StatusCode::kUnimplemented) return std::nullopt;
  return status;
}

// PJRT_Event_Error aborts real plugins on a pending event, so it is called on those that are ready only.
std::optional<Status> SharedEvent::Poll(const Api& api, PJRT_Event* raw) {
  if (!IsReady(api, raw)) return std::nullopt;
  if (!api.Has<PJRT_Event_Error_Args>()) return Await(api, raw);
  PJRT_Event_Error_Args args{};
  args.event = raw;
  return api.Call(args);
}

std::optional<Status> SharedEvent::Poll() {
  if (raw_ != nullptr) return Poll(*api_, raw_);
  std::lock_guard<std::mutex> lock(mutex_);
  return outcome_;
}

std::optional<Status> SharedEvent::AwaitByCallback(std::optional<std::chrono::nanoseconds> timeout) {
  struct Waiter {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<Status> outcome;
  };
  auto waiter = std::make_shared<Waiter>();
  OnReady([waiter](const Status& status) {
    std::lock_guard<std::mutex> lock(waiter->mutex);
    waiter->outcome = status;
    waiter->changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(waiter->mutex);
  const auto done = [&] { return waiter->outcome.has_value(); };
  if (timeout.has_value()) {
    if (!waiter->changed.wait_for(lock, *timeout, done)) return std::nullopt;
  } else {
    waiter->changed.wait(lock, done);
  }
  return waiter->outcome;
}

void SharedEvent::OnReady(std::function<void(const Status&)> callback) {
  if (raw_ == nullptr) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!outcome_.has_value()) {
      callbacks_.push_back(std::move(callback));
      return;
    }
    const Status outcome = *outcome_;
    lock.unlock();
    Swallow([&] { callback(outcome); });
    return;
  }
  struct Pending {
    std::function<void(const Status&)> callback;
    SharedEvent* event;
  };
  Ref();
  auto* pending = new Pending{std::move(callback), this};
  PJRT_Event_OnReady_Args args{};
  args.event = raw_;
  args.user_arg = pending;
  args.callback = [](PJRT_Error* error, void* user_arg) {
    PluginCallbackScope scope;
    std::unique_ptr<Pending> done(static_cast<Pending*>(user_arg));
    const Status outcome = error == nullptr ? Status() : done->event->api_->TakeError(error);
    Swallow([&] { done->callback(outcome); });
    done->callback = nullptr;  // before the event: what it captured may be the event's last other owner
    done->event->Unref();
  };
  if (Status status = api_->Call(args); !status.ok()) {
    std::unique_ptr<Pending> failed(pending);
    Swallow([&] { failed->callback(status); });
    Unref();
  }
}

Status SharedEvent::Set(Status status) {
  if (set_.exchange(true)) return cppjrt::FailedPreconditionError("the event was completed before");
  if (raw_ != nullptr) {
    PJRT_Event_Set_Args args{};
    args.event = raw_;
    args.error_code = static_cast<PJRT_Error_Code>(status.code());
    args.error_message = status.message().data();
    args.error_message_size = status.message().size();
    Status failure = api_->Call(args);
    if (!failure.ok()) set_ = false;  // it is still pending; the promise may try again, at the latest when it goes
    return failure;
  }
  std::vector<std::function<void(const Status&)>> callbacks;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    outcome_ = status;
    callbacks.swap(callbacks_);
    changed_.notify_all();
  }
  for (const auto& callback : callbacks) Swallow([&] { callback(status); });
  return Status();
}

}  // namespace detail

using detail::SharedEvent;

Event& Event::operator=(Event&& other) noexcept {
  if (this != &other) {
    Release();
    Take(other);
  }
  return *this;
}

void Event::Take(Event& other) noexcept {
  api_ = other.api_;
  raw_ = std::exchange(other.raw_, nullptr);
  owner_ = std::move(other.owner_);
  shared_.store(other.shared_.exchange(nullptr, std::memory_order_acq_rel), std::memory_order_release);
  complete_ = std::move(other.complete_);
}

void Event::Release() noexcept {
  if (SharedEvent* shared = shared_.exchange(nullptr, std::memory_order_acq_rel)) {
    shared->Unref();  // which owns raw_
  } else if (raw_ != nullptr) {
    PJRT_Event_Destroy_Args args{};
    args.event = raw_;
    api_->Destroy(args);
  }
  raw_ = nullptr;
}

SharedEvent& Event::Share() const {
  SharedEvent* shared = shared_.load(std::memory_order_acquire);
  if (shared != nullptr) return *shared;
  auto* made = new SharedEvent(api_, raw_, owner_);
  if (shared_.compare_exchange_strong(shared, made, std::memory_order_acq_rel)) return *made;
  made->Disown();  // another thread was first
  made->Unref();
  return *shared;
}

PJRT_Event* Event::raw() const {
  const SharedEvent* shared = shared_.load(std::memory_order_acquire);
  return shared != nullptr ? shared->raw() : raw_;
}

bool Event::IsReady() const {
  if (const SharedEvent* shared = shared_.load(std::memory_order_acquire)) return shared->IsReady();
  return raw_ == nullptr || SharedEvent::IsReady(*api_, raw_);
}

Status Event::Await() const {
  if (SharedEvent* shared = shared_.load(std::memory_order_acquire)) return shared->Await();
  if (raw_ == nullptr) return complete_;
  if (std::optional<Status> outcome = SharedEvent::Await(*api_, raw_)) return *outcome;
  return Share().Await();
}

std::optional<Status> Event::Poll() const {
  if (SharedEvent* shared = shared_.load(std::memory_order_acquire)) return shared->Poll();
  if (raw_ == nullptr) return complete_;
  return SharedEvent::Poll(*api_, raw_);
}

Status Event::AwaitFor(std::chrono::nanoseconds timeout) const {
  if (IsReady()) return Await();
  std::optional<Status> outcome = Share().AwaitByCallback(timeout);
  return outcome.has_value() ? *outcome : cppjrt::DeadlineExceededError("the event was not ready in time");
}

void Event::OnReady(std::function<void(const Status&)> callback) const {
  if (raw_ == nullptr && shared_.load(std::memory_order_acquire) == nullptr) {
    detail::Swallow([&] { callback(complete_); });
    return;
  }
  Share().OnReady(std::move(callback));
}

Event Event::Then(std::function<Status(const Status&)> next) const {
  auto done = std::make_shared<Promise>();
  Event result = done->event();
  OnReady([done, next = std::move(next)](const Status& status) {
    static_cast<void>(done->Set(detail::Guarded("the callback of an event", [&] { return next(status); })).ok());
  });
  return result;
}

Promise::Promise() : shared_(new SharedEvent(nullptr, nullptr, nullptr)) {}

StatusOr<Promise> Promise::Create(const Plugin& plugin) {
  PJRT_Event_Create_Args args{};
  CPPJRT_RETURN_IF_ERROR(plugin.api().Call(args));
  if (args.event == nullptr) return cppjrt::InternalError("PJRT_Event_Create returned no event");
  return Promise(new SharedEvent(&plugin.api(), args.event, plugin.shared_api()));
}

Promise& Promise::operator=(Promise&& other) noexcept {
  if (this != &other) {
    Promise dropped(std::move(*this));
    shared_ = std::exchange(other.shared_, nullptr);
  }
  return *this;
}

Promise::~Promise() {
  if (shared_ == nullptr) return;
  static_cast<void>(shared_->Set(cppjrt::CancelledError("the promise was destroyed without being set")).ok());
  shared_->Unref();
}

Event Promise::event() const {
  Event event;
  if (shared_ == nullptr) return Event(cppjrt::FailedPreconditionError("the promise was moved from"));
  shared_->Ref();
  event.shared_.store(shared_, std::memory_order_release);
  return event;
}

Status Promise::Set(Status status) {
  if (shared_ == nullptr) return cppjrt::FailedPreconditionError("the promise was moved from");
  return shared_->Set(std::move(status));
}

}  // namespace v0
}  // namespace pjrt
