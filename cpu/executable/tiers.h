// Tiers: the two ways in which a program runs, native code and the evaluator, and when there is which.
//
//   eager        native code is made before Compile returns
//   lazy         at the first run (or when its figures are asked for), by who asks first; others wait
//   background   some time later, on a thread of the client; until then runs go to the evaluator
//
// What cannot be compiled is evaluated in all of them. What goes wrong late, when nobody is there to be told, is kept
// (`late_error`), and the evaluator runs the program for good.
//
//   auto tiers = std::make_shared<Tiers>(std::move(makers));
//   tiers->Begin(schedule);                                   // background
//   CPPJRT_ASSIGN_OR_RETURN(Tiers::Engines engines, tiers->ForRun());
//
// Thread-safe. Whether a run finds native code depends on timing in `background` alone.
#ifndef CPPJRT_CPU_EXECUTABLE_TIERS_H_
#define CPPJRT_CPU_EXECUTABLE_TIERS_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

#include "cppjrt/status.h"
#include "cpu/executable/settings.h"
#include "cpu/native/native_program.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {

class Tiers : public std::enable_shared_from_this<Tiers> {
 public:
  using Native = std::unique_ptr<const NativeProgram>;
  using Evaluated = std::shared_ptr<const stablehlo::Program>;
  // How each is made. Each is called at most once, never both at a time, on any thread.
  struct Makers {
    // Looks at `stop` between its stages and gives up with CANCELLED where it is set.
    std::function<StatusOr<Native>(const std::atomic<bool>& stop)> native;
    std::function<StatusOr<Evaluated>()> evaluated;
  };

  Tiers(CompileMode mode, Engine engine, Makers makers)
      : mode_(mode), engine_(engine), makers_(std::move(makers)), done_(engine == Engine::kEvaluator) {}
  Tiers(const Tiers&) = delete;
  Tiers& operator=(const Tiers&) = delete;

  // What Compile does. Eager: makes native code, or the evaluator's program, and gives the error if neither can be made;
  // background: prepares the evaluator's and has `schedule` call the rest.
  Status Begin(const std::function<void(std::function<void()>)>& schedule);

  // What a run uses: one of the two.
  struct Engines {
    const NativeProgram* native = nullptr;
    Evaluated evaluated;
  };
  StatusOr<Engines> ForRun();

  // Native code if it is ready.
  const NativeProgram* ready() const { return ready_.load(std::memory_order_acquire); }
  // Waits until it is decided what runs the program, and makes it where nobody does yet; null: the evaluator.
  const NativeProgram* Settle();
  // Why the evaluator runs a program that should have become native code later; OK if it did.
  Status late_error() const;

  // A compilation that has not begun will not, one that has ends at its next stage. Called when nobody is left to run it.
  void Stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  Status MakeNative();
  StatusOr<Evaluated> MakeEvaluated();

  const CompileMode mode_;
  const Engine engine_;
  Makers makers_;
  std::atomic<const NativeProgram*> ready_ = nullptr;
  std::atomic<bool> stop_ = false;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool begun_ = false;
  bool done_ = false;  // native_ or error_ say how
  Native native_;
  Status error_;

  std::mutex evaluated_mutex_;  // guards what follows
  Evaluated evaluated_;
  Status evaluated_error_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_TIERS_H_
