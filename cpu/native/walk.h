// Walk: runs a schedule (codegen/schedule.h): the entry of a native program, step by step.
//
//   Walker walker(plan, code);                  // once
//   if (!walker.Run(memory, frame).ok()) …      // for each run
//
// Between steps it looks at `frame.stop`, and ends the run once that is set.
#ifndef CPPJRT_CPU_NATIVE_WALK_H_
#define CPPJRT_CPU_NATIVE_WALK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/trace.h"
#include "cpu/codegen/frame.h"
#include "cpu/codegen/object_code.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// The memory of one run.
struct RunMemory {
  void* const* arguments = nullptr;
  void* const* results = nullptr;
  std::byte* arena = nullptr;
  std::byte* small = nullptr;  // small_bytes(), aligned to 64
};

// How a run ended.
struct WalkResult {
  enum class How : uint8_t { kDone, kCallFailed, kStopped };
  How how = How::kDone;
  const Node* at = nullptr;  // where it was stopped; null: not known

  bool ok() const { return how == How::kDone; }
};

// Const and thread-safe.
class Walker {
 public:
  // Keeps neither; `code` stays where it is as long as this is used, and so do the constants.
  Walker(const Plan& plan, const codegen::ProgramCode& code);

  // `names`: what steps are called while somebody records (trace_names.h); may be null.
  WalkResult Run(const RunMemory& memory, codegen::Frame& frame,
                 const std::shared_ptr<const TraceNames>& names = nullptr) const;
  // For the values that are too small for the arena.
  int64_t small_bytes() const { return small_bytes_; }

 private:
  // Where a buffer is: `place` of one of these. The last is for those whose address is known.
  enum class From : uint8_t { kArguments, kResults, kArena, kSmall, kFixed };
  struct Source {
    From from = From::kFixed;
    int64_t place = 0;
    int64_t offset = 0;  // bytes behind it: of what borrows a result's memory
  };
  // One step, with buffers as places in the run's list of pointers.
  struct Instruction {
    codegen::ScheduleStep::Kind kind = codegen::ScheduleStep::Kind::kKernel;
    bool parallel = false;
    bool takes_code = false;
    uint32_t first = 0, count = 0, extra = 0;  // extra: captured values of calls, callees of regions
    uint32_t first_target = 0, targets = 0;
    uint32_t name = 0;  // of kernels and regions, in lists of names
    int64_t number = 0;
    const codegen::UnitCode* unit = nullptr;
    const void* const* callees = nullptr;  // of regions
    const Step* source = nullptr;
  };

  uint32_t PlaceOf(const Plan& plan, BufferId id);
  void AddInstruction(const Plan& plan, const codegen::ProgramCode& code, const codegen::ScheduleStep& step);
  void Locate(const RunMemory& memory, void** pointers) const;
  WalkResult Walk(void** pointers, void** table, codegen::Frame& frame,
                  const std::shared_ptr<const TraceNames>& names) const;
  static void Copy(const Instruction& step, void** pointers, const uint32_t* places, const codegen::Frame& frame);
  void** Gather(const Instruction& step, void** pointers, void** table) const;
  int32_t CallRegion(const Instruction& step, void** pointers, void** table, codegen::Frame& frame) const;
  int32_t CallLibrary(const Instruction& step, void** pointers, void** table, codegen::Frame& frame) const;

  std::vector<Instruction> steps_;
  std::vector<uint32_t> places_;  // of steps' buffers in the run's list of pointers
  std::vector<uint32_t> targets_;
  std::vector<Source> sources_;                    // of the list of pointers
  std::vector<std::vector<const void*>> callees_;  // of units that are regions
  std::vector<int64_t> place_of_;                  // by buffer; -1: not in the list
  size_t longest_table_ = 1;
  int64_t small_bytes_ = 0;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_WALK_H_
