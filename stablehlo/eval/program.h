// Program: a verified module made ready for the evaluator.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Program> program, Program::Prepare(std::move(module), {}));
//   CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results, program->Run(std::move(arguments), {}));
//
// Preparing gives every op its kernel (kernel.h) and every value a slot in the frame of its function, and notes where each
// value is used last, so that memory is given back and results are written in place as soon as they can be. Regions run
// in the frame of the function they stand in: what they capture costs nothing.
//
// A Program does not change: any number of threads may run it at once, each with RunOptions of its own.
#ifndef CPPJRT_STABLEHLO_EVAL_PROGRAM_H_
#define CPPJRT_STABLEHLO_EVAL_PROGRAM_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {

class CustomCallTargets;
class Processes;
class Host;
struct RunChecks;

// What kernels are prepared with.
struct Environment {
  // What custom_call can call beside the targets built in (custom_calls.h). May be null. Outlives the program.
  const CustomCallTargets* custom_calls = nullptr;
  // Where constants live.
  MemoryAllocator* memory = &MemoryAllocator::Heap();
  // Sums and products of narrow floats accumulate in f64 instead of f32, of f32 in f64: the oracle of the tests.
  bool wide_accumulation = false;
};

// What one run is given.
struct RunOptions {
  MemoryAllocator* memory = &MemoryAllocator::Heap();
  ThreadPool* pool = nullptr;  // null: the caller's thread only
  // Which process of the grid this run is; a grid of one by default.
  int64_t replica = 0;
  int64_t partition = 0;
  // The other processes, for collectives (collectives.h). Null: collectives of more than one process are errors.
  Processes* processes = nullptr;
  // Infeed, outfeed, send and recv to the host, probes and prints (host.h). Null: these ops are errors.
  Host* host = nullptr;
  // What rng starts from; draws of one run differ, runs with the same seed do not.
  uint64_t seed = 0;
  // Counts the draws of rng, for runs that are made of several programs. Null: the run counts its own.
  std::atomic<uint64_t>* draws = nullptr;
  // What the client hands to custom calls (an execute context). Opaque here.
  void* custom_call_context = nullptr;
  // Ends the run when it is requested: the error is that of the request, with op and place. Null: nothing does.
  Interrupt* interrupt = nullptr;
  // What to look out for (run_checks.h). Null: nothing.
  const RunChecks* checks = nullptr;
};

class Program {
 public:
  // Prepares `entry`, or @main, or the only public function if there is no @main. Composites run their decompositions;
  // chlo ops must have been decomposed (transforms/). INVALID_ARGUMENT if there is no entry; UNIMPLEMENTED for an op or
  // custom-call target that cannot run, naming it and its place.
  static StatusOr<std::shared_ptr<const Program>> Prepare(VerifiedModule module, const Environment& environment,
                                                          std::string_view entry = {});
  virtual ~Program() = default;

  // The module as prepared.
  virtual const Module& module() const = 0;
  // The function that Run starts with: its type says what arguments must be.
  virtual OpId entry() const = 0;

  // Runs the entry. An argument given up by the caller (moved in, with no other share) may be overwritten. Errors name the op
  // and its place in the program. REQUIRES: arguments fit the entry's type (CheckArguments).
  virtual StatusOr<std::vector<RuntimeValue>> Run(std::vector<RuntimeValue> arguments,
                                                  const RunOptions& options) const = 0;
  // The same for another function of the module. NOT_FOUND if there is none.
  virtual StatusOr<std::vector<RuntimeValue>> RunFunction(std::string_view name, std::vector<RuntimeValue> arguments,
                                                          const RunOptions& options) const = 0;
};

// INVALID_ARGUMENT, naming the first argument that differs in number, type or dimensions from what the function takes.
Status CheckArguments(const Module& module, OpId function, std::span<const RuntimeValue> arguments);

// Runs one op of the module on the given operands, without a program: constant folding and shape refinement. UNIMPLEMENTED
// for ops with effects or that need other processes.
StatusOr<std::vector<RuntimeValue>> EvaluateOp(Module& module, OpId op, std::span<const RuntimeValue> operands);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_PROGRAM_H_
