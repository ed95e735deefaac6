// Schedule: what the entry of a program does, as a list of a few kinds of steps that walk.h runs. Loops are code of their own
// (unit.h), so that nothing here runs more than once.
#ifndef CPPJRT_CPU_CODEGEN_SCHEDULE_H_
#define CPPJRT_CPU_CODEGEN_SCHEDULE_H_

#include <cstdint>
#include <vector>

#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct ScheduleStep {
  enum class Kind : uint8_t {
    kKernel,  // of `unit`, on the buffers
    kRegion,  // the same; `number` is that of its first library call
    kCall,    // library call `number` on the buffers; some take a `unit` with `captured` buffers that follow
    kCopy,    // `number` bytes from the first buffer to the second, unless they are one
    kSwap,    // exchanges where two buffers are
    kBranch,  // goes on at the target that the first buffer's i32 says, the last if there is none such
    kJump,    // goes on at its one target
  };
  Kind kind = Kind::kKernel;
  uint32_t unit = 0;
  uint32_t first = 0, count = 0;           // buffers: a part of Schedule::buffers
  uint32_t captured = 0;                   // as many buffers more
  bool takes_code = false;                 // of calls: whether there is a unit
  uint32_t first_target = 0, targets = 0;  // a part of Schedule::targets
  int64_t number = 0;
  const Step* source = nullptr;  // what it was made of, in the plan; null: of nothing that takes long
};

struct Schedule {
  std::vector<ScheduleStep> steps;
  std::vector<BufferId> buffers;  // kNoBuffer: none (a token)
  std::vector<uint32_t> targets;  // steps
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_SCHEDULE_H_
