#include "cpu/executable/tiers.h"

#include <exception>
#include <utility>

namespace cppjrt::cpu {
namespace {

template <typename T>
StatusOr<T> Guarded(const std::function<StatusOr<T>()>& make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    return ResourceExhaustedError("no memory to compile the program");
  } catch (const std::exception& e) {
    return InternalError(std::string("compiling the program threw: ") + e.what());
  }
}

}  // namespace

// The first who comes makes it, all others wait for that.
Status Tiers::MakeNative() {
  std::unique_lock lock(mutex_);
  if (!done_ && !begun_) {
    begun_ = true;
    lock.unlock();
    StatusOr<Native> made = CancelledError("the program was dropped before it was compiled");
    if (!stop_.load(std::memory_order_relaxed)) made = Guarded<Native>([this] { return makers_.native(stop_); });
    lock.lock();
    if (made.ok()) {
      native_ = std::move(*made);
    } else {
      error_ = made.status();
    }
    done_ = true;
    ready_.store(native_.get(), std::memory_order_release);
    changed_.notify_all();
  }
  changed_.wait(lock, [this] { return done_; });
  return error_;
}

StatusOr<Tiers::Evaluated> Tiers::MakeEvaluated() {
  const std::lock_guard lock(evaluated_mutex_);
  CPPJRT_RETURN_IF_ERROR(evaluated_error_);
  if (evaluated_ == nullptr) {
    StatusOr<Evaluated> made = Guarded<Evaluated>(makers_.evaluated);
    evaluated_error_ = made.ok() ? OkStatus() : made.status();
    if (!made.ok()) return made;
    evaluated_ = std::move(*made);
  }
  return evaluated_;
}

Status Tiers::Begin(const std::function<void(std::function<void()>)>& schedule) {
  if (engine_ == Engine::kEvaluator) return MakeEvaluated().status();
  if (mode_ == CompileMode::kLazy) return OkStatus();
  if (mode_ == CompileMode::kBackground && schedule) {
    CPPJRT_RETURN_IF_ERROR(MakeEvaluated().status());
    schedule([weak = weak_from_this()] {
      if (const std::shared_ptr<Tiers> tiers = weak.lock()) static_cast<void>(tiers->Settle());
    });
    return OkStatus();
  }
  if (mode_ == CompileMode::kBackground) return OkStatus();  // no thread to do it on: as lazy
  const Status status = MakeNative();
  if (status.ok()) return OkStatus();
  // INTERNAL is a fault of the compiler: the program runs all the same, and says why it is slow.
  const bool leaves_it = status.code() == StatusCode::kUnimplemented || status.code() == StatusCode::kInternal;
  if (!leaves_it || engine_ == Engine::kNative) return status;
  return MakeEvaluated().status();
}

StatusOr<Tiers::Engines> Tiers::ForRun() {
  if (const NativeProgram* native = ready()) return Engines{native, nullptr};
  if (mode_ == CompileMode::kBackground) {
    const std::lock_guard lock(evaluated_mutex_);
    if (evaluated_ != nullptr) return Engines{nullptr, evaluated_};
  }
  if (const NativeProgram* native = Settle()) return Engines{native, nullptr};
  if (engine_ == Engine::kNative) return late_error();
  CPPJRT_ASSIGN_OR_RETURN(Evaluated evaluated, MakeEvaluated());
  return Engines{nullptr, std::move(evaluated)};
}

const NativeProgram* Tiers::Settle() {
  if (const NativeProgram* native = ready()) return native;
  static_cast<void>(MakeNative().ok());
  if (const NativeProgram* native = ready()) {
    // Runs that are under way hold a share of their own.
    const std::lock_guard lock(evaluated_mutex_);
    evaluated_ = nullptr;
    return native;
  }
  return nullptr;
}

Status Tiers::late_error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

}  // namespace cppjrt::cpu
