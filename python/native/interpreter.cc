#include "python/native/interpreter.h"

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "python/native/bind.h"

namespace cppjrt::python {
namespace {

constexpr std::chrono::milliseconds kSignalPeriod(50);

// Python says so in public since 3.13 only.
using IsFinalizing = int (*)();
IsFinalizing FindIsFinalizing() {
  for (const char* name : {"Py_IsFinalizing", "_Py_IsFinalizing"}) {
    if (void* const found = ::dlsym(RTLD_DEFAULT, name)) return reinterpret_cast<IsFinalizing>(found);
  }
  return nullptr;
}

// Stops a thread that Python ends, before the end passes any other frame: destructors there would touch objects of Python
// without its lock, and frames of others do not allow it.
class StopAtEndOfThread {
 public:
  StopAtEndOfThread() = default;
  StopAtEndOfThread(const StopAtEndOfThread&) = delete;
  StopAtEndOfThread& operator=(const StopAtEndOfThread&) = delete;
  ~StopAtEndOfThread() {
    while (!passed_) ::pause();
  }
  void Passed() { passed_ = true; }

 private:
  volatile bool passed_ = false;
};

// Kernels of Python that run now.
struct Kernels {
  std::mutex mutex;
  std::condition_variable changed;
  int64_t running = 0;
  bool ended = false;
  static Kernels& Get() {
    static auto* const kernels = new Kernels;  // for ever: threads of plugins may come late
    return *kernels;
  }
};

}  // namespace

bool PythonAlive() {
  static const IsFinalizing is_finalizing = FindIsFinalizing();
  return Py_IsInitialized() != 0 && (is_finalizing == nullptr || is_finalizing() == 0);
}

Unlock::~Unlock() {
  StopAtEndOfThread stop;
  PyEval_RestoreThread(state_);
  stop.Passed();
}

namespace internal {

bool CallWithPython(void (*function)(void*), void* data) {
  if (!PythonAlive()) return false;
  StopAtEndOfThread stop;
  const PyGILState_STATE state = PyGILState_Ensure();
  function(data);
  PyGILState_Release(state);
  stop.Passed();
  return true;
}

bool EnterKernel() {
  Kernels& kernels = Kernels::Get();
  const std::lock_guard lock(kernels.mutex);
  if (kernels.ended) return false;
  ++kernels.running;
  return true;
}

void LeaveKernel() {
  Kernels& kernels = Kernels::Get();
  const std::lock_guard lock(kernels.mutex);
  if (--kernels.running == 0 && kernels.ended) kernels.changed.notify_all();
}

Status StatusOfException() {
  try {
    throw;
  } catch (nb::python_error& error) {
    return StatusOfPython(error);
  } catch (const StatusError& error) {
    return error.status();
  } catch (const std::exception& error) {
    return cppjrt::InvalidArgumentError(error.what());
  }
}

}  // namespace internal

nb::object CallPython(nb::handle function, nb::handle args, nb::handle keywords) {
  StopAtEndOfThread stop;
  PyObject* const result = PyObject_Call(function.ptr(), args.ptr(), keywords.ptr());
  stop.Passed();
  if (result == nullptr) throw nb::python_error();
  return nb::steal(result);
}

void WaitForKernels() {
  Kernels& kernels = Kernels::Get();
  const auto none_runs = [&kernels] {
    const Unlock unlock;
    std::unique_lock lock(kernels.mutex);
    kernels.ended = true;
    return kernels.changed.wait_for(lock, kSignalPeriod, [&kernels] { return kernels.running == 0; });
  };
  while (!none_runs()) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

Status AwaitInterruptibly(const pjrt::Event& event, const std::function<void()>& interrupted) {
  if (const std::optional<Status> known = event.Poll()) return *known;
  while (true) {
    Status status = Unlocked([&event] { return event.AwaitFor(kSignalPeriod); });
    if (status.code() != StatusCode::kDeadlineExceeded) return status;
    // The work itself may have failed so.
    if (event.IsReady()) return event.Await();
    if (PyErr_CheckSignals() == 0) continue;
    if (interrupted) interrupted();
    throw nb::python_error();
  }
}

Held::~Held() {
  static_cast<void>(internal::CallWithPython([](void* object) { Py_DECREF(static_cast<PyObject*>(object)); }, object_));
}

}  // namespace cppjrt::python
