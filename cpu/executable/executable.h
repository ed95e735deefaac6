// Executable: a program that was compiled, with what is known about it. Not bound to devices.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> executable, Compile(bytes, options, {}));
//   executable->signature().parameters.size();
//   CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results, executable->Run(std::move(arguments), run_options));
//
// Several partitions: where the program says how they share its arrays (or spmd partitioning is asked for), it is
// written for whole arrays: `global_view()` is true. If it could be partitioned, `partitioned()` is too, and each partition
// runs what that made of it on its shards. Otherwise one run serves all partitions of a replica, and who runs it puts shards
// together and cuts results (shards.h). A program without a global view runs in each process on its own arrays.
#ifndef CPPJRT_CPU_EXECUTABLE_EXECUTABLE_H_
#define CPPJRT_CPU_EXECUTABLE_EXECUTABLE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob_store.h"
#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/executable/compile_options.h"
#include "cpu/executable/sharding.h"
#include "cpu/executable/signature.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/op/cost.h"
#include "stablehlo/transforms/custom_partition.h"

namespace cppjrt::cpu {

// Bytes that one run takes on each device. Everything lives in host memory, but these are the device's figures.
struct MemoryFigures {
  int64_t arguments = 0;
  int64_t results = 0;
  int64_t aliased = 0;  // of results that can take a donated argument's memory
  int64_t temporary = 0;
  int64_t constants = 0;  // live as long as the executable

  // At once while it runs.
  int64_t peak() const { return arguments + results + temporary - aliased; }
};

// Thread-safe. What it tells does not change; where native code comes later (settings.h: compile=lazy, background), those
// that tell of it wait, or see to it, until it is there.
class Executable {
 public:
  virtual ~Executable() = default;
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const std::string& name() const { return signature_.module_name; }
  // Of whole arrays, also where partitions share them.
  const Signature& signature() const { return signature_; }
  const CompileOptions& options() const { return options_; }
  bool global_view() const { return global_view_; }
  // Whether every partition runs the program all the same, on whole arrays, as parts of it are written for one partition
  // (stablehlo/transforms/manual_computation.h). Only where global_view().
  bool each_partition_runs() const { return each_partition_runs_; }
  // Whether each partition runs on its shards (stablehlo/transforms/partition.h). Only where global_view().
  bool partitioned() const { return partitioned_; }
  // How partitions share parameters and results; replicated where nothing is said.
  const std::vector<Sharding>& parameter_shardings() const { return parameter_shardings_; }
  const std::vector<Sharding>& result_shardings() const { return result_shardings_; }
  const stablehlo::Cost& cost() const { return cost_; }
  // The same for the same program and options, in every process. 32 hexadecimal digits.
  const std::string& fingerprint() const { return fingerprint_; }
  // The bytes that were compiled: text, artifact or bytecode; what they became where custom calls were partitioned.
  const std::string& program() const { return program_; }

  // One process's run. REQUIRES: arguments are a flat list as the signature says, checked. Arguments moved in with no
  // other share may be overwritten. Results are flat too.
  virtual StatusOr<std::vector<stablehlo::RuntimeValue>> Run(std::vector<stablehlo::RuntimeValue> arguments,
                                                             const stablehlo::RunOptions& options) const = 0;
  // RESOURCE_EXHAUSTED if a run is certain to need more than `available` bytes beside its arguments; it says what is in memory
  // when most is, and where in the program that comes from. Does not wait.
  virtual Status CheckMemory(int64_t available) const = 0;
  // What runs, as MLIR text: after the transformations, before any lowering to the machine.
  virtual std::string OptimizedProgram() const = 0;
  // These wait for native code.
  virtual MemoryFigures memory() const = 0;
  // Of native code; 0 where the evaluator runs it.
  virtual int64_t code_bytes() const = 0;
  // Whether native code is there now; never waits.
  virtual bool is_native() const = 0;
  // Ops of native code that the evaluator runs; -1 where it runs the whole program.
  virtual int64_t num_fallbacks() const = 0;
  // Why the evaluator runs the program; empty if native code does.
  virtual std::string why_evaluated() const = 0;

 protected:
  Executable() = default;

  Signature signature_;
  CompileOptions options_;
  bool global_view_ = false;
  bool tiles_divide_ = true;  // those of parameters and results
  bool each_partition_runs_ = false;
  bool partitioned_ = false;
  std::vector<Sharding> parameter_shardings_;
  std::vector<Sharding> result_shardings_;
  stablehlo::Cost cost_;
  std::string fingerprint_;
  std::string program_;
};

struct CompileEnvironment {
  // What custom calls can call beside the built-in targets; may be null. Outlives the executable.
  const stablehlo::CustomCallTargets* custom_calls = nullptr;
  // Who partitions custom calls, and hears how values are shared; may be null. Outlives the compilation.
  const stablehlo::CustomPartitioners* partitioners = nullptr;
  // Where object code is kept and looked for; may be null.
  std::shared_ptr<const BlobStore> code_cache;
  // Whose threads generate code, while they are there; may be empty.
  std::weak_ptr<ThreadPool> pool;
  // Runs work on a thread that is not the caller's, for compile=background. Empty: as compile=lazy.
  std::function<void(std::function<void()>)> schedule;
  // Whether compilations that are under way are to be given up. May be empty; any thread.
  std::function<bool()> stopped;
};

// INVALID_ARGUMENT for bytes that are no valid program (with all that is wrong, and where) or options that do not fit
// it, UNIMPLEMENTED for what cannot run, naming it.
StatusOr<std::shared_ptr<const Executable>> Compile(std::string program, CompileOptions options,
                                                    const CompileEnvironment& environment);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_EXECUTABLE_H_
