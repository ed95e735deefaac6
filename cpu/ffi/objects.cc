#include "cpu/ffi/objects.h"

#include <chrono>

namespace cppjrt::cpu {

void FfiState::Set(int64_t type_id, void* object, FfiDeleter deleter) {
  Reset();
  type_id_ = type_id;
  object_ = object;
  deleter_ = deleter;
}

void FfiState::Reset() {
  if (object_ != nullptr && deleter_ != nullptr) deleter_(object_);
  object_ = nullptr;
}

void FfiTasks::Push(XLA_FFI_Task* task, void* data) {
  const std::lock_guard lock(mutex_);
  tasks_.emplace_back(task, data);
}

bool FfiTasks::RunOne() {
  std::pair<XLA_FFI_Task*, void*> next;
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return false;
    next = tasks_.front();
    tasks_.pop_front();
  }
  next.first(next.second);
  return true;
}

Status TakeError(XLA_FFI_Error* error) {
  if (error == nullptr) return OkStatus();
  Status status = std::move(error->status);
  delete error;
  return status;
}

XLA_FFI_Error* MakeError(const Status& status) { return status.ok() ? nullptr : new XLA_FFI_Error{status}; }

// The waiter destroys a future, so who makes it ready lets go of the lock last.
Status FinishFuture(XLA_FFI_Future* future, Status status) {
  if (future == nullptr) return InvalidArgumentError("the future is null");
  const std::lock_guard lock(future->mutex);
  if (future->ready) return FailedPreconditionError("the future is ready already");
  future->ready = true;
  future->status = std::move(status);
  future->ready_changed.notify_all();
  return OkStatus();
}

Status AwaitFuture(XLA_FFI_Future* future, FfiTasks& tasks) {
  constexpr std::chrono::milliseconds kPause(1);  // between looks at the tasks
  std::unique_lock lock(future->mutex);
  while (!future->ready) {
    lock.unlock();
    const bool ran = tasks.RunOne();
    lock.lock();
    if (!ran && !future->ready) future->ready_changed.wait_for(lock, kPause);
  }
  Status status = std::move(future->status);
  lock.unlock();
  delete future;
  return status;
}

}  // namespace cppjrt::cpu
