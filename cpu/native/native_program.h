// NativeProgram: a program as machine code, with what it needs to run.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<const NativeProgram> native, NativeProgram::Compile(module, entry, options));
//   CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results, native->Run(std::move(arguments), run_options));
#ifndef CPPJRT_CPU_NATIVE_NATIVE_PROGRAM_H_
#define CPPJRT_CPU_NATIVE_NATIVE_PROGRAM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/blob_store.h"
#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/codegen/object_code.h"
#include "cpu/graph/graph.h"
#include "cpu/native/library_calls.h"
#include "cpu/native/remarks.h"
#include "cpu/native/walk.h"
#include "cpu/passes/checks.h"
#include "cpu/plan/peak.h"
#include "cpu/plan/plan.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {

struct NativeOptions {
  stablehlo::Environment environment;
  // Of the program, for profilers; empty: that of its entry.
  std::string name = {};
  // Keeps the module's memory, which constants may view.
  std::shared_ptr<const void> owner;
  // For each result, the argument whose memory it is to take over if that is given up; -1: none.
  std::vector<int64_t> wanted_aliases;
  // Passes that are left out, by name (cpu/passes/pipeline.h).
  std::vector<std::string> skip_passes;
  // Of the plan (PlanOptions): steps stay in the program's order; nothing is computed twice to save memory.
  bool program_order = false;
  bool keep_all = false;
  // What the code looks out for; runs that trace need RunOptions::checks.
  CheckSettings checks;
  // The same bits on all machines of this architecture (reproducible.h); UNIMPLEMENTED where they cannot be had.
  bool reproducible = false;
  // Where machine code is kept between runs and processes; may be null.
  const BlobStore* cache = nullptr;
  // Whose threads generate code; may be null.
  ThreadPool* pool = nullptr;
  // Called with the text of "graph", "graph.optimized", "plan", "llvm", "llvm.optimized", "asm". May be empty.
  std::function<void(std::string_view stage, const std::string& text)> dump;
  // Whether "llvm", "llvm.optimized" and "asm" are among them, which cost more than the others.
  bool dump_code = true;
  // Called with the seconds that each stage took. May be empty.
  std::function<void(std::string_view stage, double seconds)> time;
  // Where remarks go; may be null.
  std::vector<Remark>* remarks = nullptr;
  // The last stage: import, optimize, plan, generate or load. Behind an earlier one than load there is no program: the
  // result is UNIMPLEMENTED.
  std::string stop_after = "load";
  // For tests of what checks find: called with the finished plan. May be empty.
  std::function<void(Graph& graph, Plan& plan)> change_plan;
  // Asked between stages; where it is true, the result is CANCELLED. May be empty.
  std::function<bool()> stopped;
};

class NativeProgram {
 public:
  // From a module that MakeRunnable made with inline_everything. UNIMPLEMENTED, naming what and where, for programs that
  // cannot be compiled; the evaluator runs those.
  static StatusOr<std::unique_ptr<const NativeProgram>> Compile(stablehlo::Module& module, stablehlo::OpId entry,
                                                                const NativeOptions& options);
  ~NativeProgram();
  NativeProgram(const NativeProgram&) = delete;
  NativeProgram& operator=(const NativeProgram&) = delete;

  // As stablehlo::Program::Run. Thread-safe.
  StatusOr<std::vector<stablehlo::RuntimeValue>> Run(std::vector<stablehlo::RuntimeValue> arguments,
                                                     const stablehlo::RunOptions& options) const;

  // Bytes for values in between, of one run.
  int64_t temporary_bytes() const { return plan_.arena_bytes; }
  // What is in memory where most is (cpu/plan/peak.h); values and places live as long as this does.
  std::vector<PeakBuffer> peak_buffers() const { return PeakBuffers(*graph_, plan_); }
  const Plan& plan() const { return plan_; }
  std::string peak_text() const { return PeakText(*graph_, plan_); }
  int64_t code_bytes() const { return code_.stats.code_bytes; }
  const codegen::CodeStats& code_stats() const { return code_.stats; }
  // Bytes that runs so far have left for later ones: constants in the form that kernels read.
  int64_t kept_bytes() const;
  // What profilers call its parts (trace_names.h).
  std::shared_ptr<const TraceNames> trace_names() const;
  // Ops that the evaluator runs: without custom calls, whose handlers are called.
  int64_t num_fallbacks() const { return num_fallbacks_; }
  int64_t num_handler_calls() const { return num_handler_calls_; }

 private:
  NativeProgram() = default;
  StatusOr<std::vector<Tensor>> AllocateResults(std::vector<stablehlo::RuntimeValue>& arguments,
                                                const stablehlo::RunOptions& options) const;

  std::unique_ptr<Graph> graph_;  // plan and calls refer to its nodes
  Plan plan_;
  std::vector<Shape> results_;
  std::vector<std::unique_ptr<LibraryCall>> calls_;
  codegen::ProgramCode code_;
  std::unique_ptr<const Walker> walker_;
  int64_t num_fallbacks_ = 0;
  int64_t num_handler_calls_ = 0;
  std::string name_;
  mutable std::once_flag names_made_;
  mutable std::shared_ptr<const TraceNames> names_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_NATIVE_PROGRAM_H_
