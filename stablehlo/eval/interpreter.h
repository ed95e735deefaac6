// Interpreter: runs the instructions of prepared regions.
//
// A Frame holds the values of one function while it runs, those of its regions included. Regions and calls run on the
// native stack, one level for each; how much of it a run may use is limited, so that a program that nests or calls too
// deeply is an error.
#ifndef CPPJRT_STABLEHLO_EVAL_INTERPRETER_H_
#define CPPJRT_STABLEHLO_EVAL_INTERPRETER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/region.h"

namespace cppjrt::stablehlo {

// One run of a program: what all its frames share.
struct RunState {
  const RunOptions* options = nullptr;
  const Environment* environment = nullptr;
  const Program* program = nullptr;
  const Module* module = nullptr;
  ThreadPool* pool = nullptr;
  const char* stack_base = nullptr;  // where the stack was when the run began
  std::atomic<uint64_t> draws = 0;
  OpId failed;                // the op whose kernel returned the error
  bool failed_check = false;  // not its kernel did, but what looks at it (run_checks.h)
};

class Frame {
 public:
  Frame(RunState& run, uint32_t size) : run_(&run), slots_(new RuntimeValue[size]) {}

  RunState& run() const { return *run_; }
  RuntimeValue* slots() const { return slots_.get(); }

 private:
  RunState* run_;
  std::unique_ptr<RuntimeValue[]> slots_;
};

class Interpreter {
 public:
  // Runs a function in a frame of its own. Arguments are given up.
  static Status RunFunction(RunState& run, const RegionProgram& function, std::span<RuntimeValue> arguments,
                            std::vector<RuntimeValue>& results);
  // Runs a region in the frame of its function.
  static Status RunRegion(Frame& frame, const RegionProgram& region, std::span<RuntimeValue> arguments,
                          std::vector<RuntimeValue>& results);

 private:
  static Status Execute(Frame& frame, const RegionProgram& region);
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_INTERPRETER_H_
