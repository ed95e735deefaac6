// The interpreter's lock and its end, as C++ meets them.
//
//   const auto result = Unlocked([&] { return client.Compile(program); });     // may block: others run Python meanwhile
//   Status status = WithPython([&] { return Call(function); });                 // on any thread
//   Check(AwaitInterruptibly(event, [&] { Cancel(); }));                        // Ctrl-C ends the wait
//
// A thread that wants the lock while the interpreter ends never gets it: Python up to 3.13 then ends the thread, through frames of
// C++ that must not be left that way. Such threads are stopped here instead, for what is left of the process, as later Pythons do.
#ifndef CPPJRT_PYTHON_NATIVE_INTERPRETER_H_
#define CPPJRT_PYTHON_NATIVE_INTERPRETER_H_

#include <nanobind/nanobind.h>

#include <exception>
#include <functional>
#include <utility>

#include "pjrt/event.h"
#include "pjrt/status.h"

namespace cppjrt::python {

namespace nb = nanobind;

// Whether Python code may be called: not once the interpreter ends.
bool PythonAlive();

// Gives the interpreter's lock up until the end of its scope.
class Unlock {
 public:
  Unlock() : state_(PyEval_SaveThread()) {}
  ~Unlock();
  Unlock(const Unlock&) = delete;
  Unlock& operator=(const Unlock&) = delete;

 private:
  PyThreadState* const state_;
};

// Calls `function` without the lock of the interpreter: whatever may block, or may call back into Python from another thread.
template <typename F>
auto Unlocked(F&& function) {
  const Unlock unlock;
  return function();
}

namespace internal {

// `function(data)` with the lock, which throws nothing; whether it could be had.
bool CallWithPython(void (*function)(void*), void* data);

// Kernels that run now and later: see WaitForKernels.
bool EnterKernel();
void LeaveKernel();

// What is being handled, an exception of Python or of this module, as a status.
Status StatusOfException();

}  // namespace internal

// Calls `function`, which returns a Status, with the interpreter's lock, on any thread; what it throws becomes a status.
// CANCELLED where the interpreter ends.
template <typename F>
Status WithPython(const F& function) {
  struct Context {
    const F& function;
    Status status;
  } context{function, Status()};
  // Not "noexcept", and no catch (...): the end of a thread passes through.
  const auto call = [](void* data) {
    auto& here = *static_cast<Context*>(data);
    try {
      here.status = here.function();
    } catch (const std::exception&) {
      here.status = internal::StatusOfException();
    }
  };
  if (internal::CallWithPython(call, &context)) return std::move(context.status);
  return CancelledError("the interpreter has ended");
}

// The same for kernels, which are waited for when the program ends.
template <typename F>
Status WithPythonKernel(const F& function) {
  if (!internal::EnterKernel()) return CancelledError("the interpreter is ending");
  Status status = WithPython(function);
  internal::LeaveKernel();
  return status;
}

// `function(*args, **keywords)` for code of the user's, which may give the lock up and so never come back; `keywords` may be
// null. REQUIRES: the lock.
nb::object CallPython(nb::handle function, nb::handle args, nb::handle keywords = {});

// For the end of the program, while Python still runs: waits for kernels under way and fails those that come later.
void WaitForKernels();

// Waits with the lock given up, as long as no signal comes: its handler runs, and what that raises is thrown, after
// `interrupted`, if given, was called.
Status AwaitInterruptibly(const pjrt::Event& event, const std::function<void()>& interrupted = {});

// A Python object that C++ holds and drops on any thread. What is left when the interpreter ends is leaked.
class Held {
 public:
  explicit Held(nb::object object) : object_(object.release().ptr()) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held();
  nb::handle get() const { return object_; }

 private:
  PyObject* object_;
};

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_INTERPRETER_H_
