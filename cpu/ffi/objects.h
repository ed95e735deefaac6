// The opaque objects of XLA's FFI, and what a call keeps for its stages.
#ifndef CPPJRT_CPU_FFI_OBJECTS_H_
#define CPPJRT_CPU_FFI_OBJECTS_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cppjrt/status.h"
#include "pjrt/abi/xla_ffi_c_api.h"
#include "stablehlo/eval/kernel.h"

// An error on its way from a handler.
struct XLA_FFI_Error {
  cppjrt::Status status;
};

// Becomes ready once, from any thread.
struct XLA_FFI_Future {
  std::mutex mutex;
  std::condition_variable ready_changed;
  bool ready = false;
  cppjrt::Status status;
};

namespace cppjrt::cpu {

class FfiRegistry;
struct FfiRunContext;

// FFI 0.5 has a fifth stage, for command buffers of GPUs; it is never run here.
struct FfiBundle {
  XLA_FFI_Handler* instantiate = nullptr;
  XLA_FFI_Handler* prepare = nullptr;
  XLA_FFI_Handler* initialize = nullptr;
  XLA_FFI_Handler* execute = nullptr;
  friend bool operator==(const FfiBundle&, const FfiBundle&) = default;
};

using FfiDeleter = void (*)(void*);

// An object that a stage left for later ones, destroyed by its type's deleter.
class FfiState {
 public:
  FfiState() = default;
  FfiState(const FfiState&) = delete;
  FfiState& operator=(const FfiState&) = delete;
  ~FfiState() { Reset(); }

  // Takes over `object`.
  void Set(int64_t type_id, void* object, FfiDeleter deleter);
  bool has_value() const { return object_ != nullptr; }
  int64_t type_id() const { return type_id_; }
  void* object() const { return object_; }

 private:
  void Reset();

  int64_t type_id_ = 0;
  void* object_ = nullptr;
  FfiDeleter deleter_ = nullptr;
};

inline constexpr size_t kFfiStages = 4;

// Tasks of one call. Workers of the pool take them, and so does who waits for the call: it ends even if the pool is busy
// waiting for others.
class FfiTasks {
 public:
  void Push(XLA_FFI_Task* task, void* data);
  // Runs the oldest task; false if there is none.
  bool RunOne();

 private:
  std::mutex mutex_;
  std::deque<std::pair<XLA_FFI_Task*, void*>> tasks_;
};

}  // namespace cppjrt::cpu

// The call that a handler is in. Its scratch memory goes back when the call is over, whatever the handler does.
struct XLA_FFI_ExecutionContext {
  const cppjrt::cpu::FfiRegistry* registry = nullptr;
  const cppjrt::cpu::FfiRunContext* run = nullptr;  // null while a program is prepared
  cppjrt::stablehlo::Call* call = nullptr;          // the same
  std::shared_ptr<cppjrt::cpu::FfiTasks> tasks;
  cppjrt::cpu::FfiState* states[cppjrt::cpu::kFfiStages] = {};  // by stage; null: that stage has none
  std::mutex mutex;
  std::map<void*, cppjrt::stablehlo::Tensor> scratch;
};

namespace cppjrt::cpu {

// Takes over an error; OK if there is none.
Status TakeError(XLA_FFI_Error* error);
// Null if the status is OK.
XLA_FFI_Error* MakeError(const Status& status);

// Makes a future ready. Fails if it is null or was ready before.
Status FinishFuture(XLA_FFI_Future* future, Status status);
// Waits for a future that a handler returned, then destroys it.
Status AwaitFuture(XLA_FFI_Future* future, FfiTasks& tasks);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_OBJECTS_H_
