// Code of a program: what code generation gives, ready to run. No LLVM in view.
//
//   CPPJRT_ASSIGN_OR_RETURN(ProgramCode code, GenerateCode(graph, plan, {}));
//   code.schedule.steps[0].unit, code.units[0].address                          // frame.h
//
// A unit (unit.h) that this process has in memory is shared; one that the cache has is read; the others are generated, on
// several threads if there are some.
#ifndef CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_
#define CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob_store.h"
#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/codegen/frame.h"
#include "cpu/codegen/schedule.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct CodeOptions {
  // Where machine code is kept, by what it is made from; may be null.
  const BlobStore* cache = nullptr;
  // Whose threads generate code; null: the caller's alone.
  ThreadPool* pool = nullptr;
  // Code that gives the same bits on all machines of this architecture (target.h, Reproducible).
  bool reproducible = false;
  // Called with the code as text: "llvm" before and "llvm.optimized" after LLVM's passes, "asm". May be empty.
  std::function<void(std::string_view stage, const std::string& text)> dump;
};

// How much there was to do.
struct CodeStats {
  int64_t units = 0;   // different ones
  int64_t shared = 0;  // that this process had
  int64_t from_cache = 0;
  int64_t generated = 0;
  int64_t code_bytes = 0;  // of all units
  // Seconds: writing LLVM IR, its passes, machine code, of all threads; the search in memory and on disk.
  double emit_seconds = 0, optimize_seconds = 0, machine_seconds = 0, lookup_seconds = 0;
};

struct LoadedUnit;

// What a unit was made of: one of the two, in the plan or graph.
struct UnitSource {
  const Step* step = nullptr;
  const Node* node = nullptr;
};

struct ProgramCode {
  Schedule schedule;
  std::vector<const Step*> calls;  // the steps that Frame::call is called for, by number
  std::vector<UnitCode> units;
  std::vector<UnitSource> sources;             // of each unit
  std::vector<std::vector<uint32_t>> callees;  // of each unit, the units that its table names behind its buffers
  std::vector<std::shared_ptr<const LoadedUnit>> loaded;  // keeps the code
  CodeStats stats;
};

// UNIMPLEMENTED, naming the node and its place, for what there is no code for: the evaluator runs such programs.
StatusOr<ProgramCode> GenerateCode(const Graph& graph, const Plan& plan, const CodeOptions& options);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_OBJECT_CODE_H_
