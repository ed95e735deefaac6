// What generated code is given when it runs, and what it may call: the whole interface between the two.
#ifndef CPPJRT_CPU_CODEGEN_FRAME_H_
#define CPPJRT_CPU_CODEGEN_FRAME_H_

#include <cstddef>
#include <cstdint>

namespace cppjrt::cpu::codegen {

// A kernel's part [begin, end). `pointers`: the buffers it touches. `stop`: see Frame; it returns early once that is set, and
// leaves its results unfinished.
using KernelCode = void (*)(void* const* pointers, int64_t begin, int64_t end, const uint8_t* stop);

// What follows a dot or convolution, for the rows [row_begin, row_end) and columns [column_begin, column_end) of one batch
// entry of its result (plan/epilogue.h).
using TileCode = void (*)(void* const* pointers, int64_t batch, int64_t row_begin, int64_t row_end,
                          int64_t column_begin, int64_t column_end);

// Code in memory, and of a kernel how it is to be run.
struct UnitCode {
  const void* address = nullptr;
  int64_t extent = 1;    // of the first loop: the whole kernel is [0, extent)
  int64_t grain = 1;     // how many of these are worth handing to a thread
  int64_t parallel = 0;  // whether several threads are worth it
};

inline constexpr uint8_t kNeverStopped = 0;

// Generated code reads the members by their place: FrameMembers in region.cc.
struct Frame {
  // Runs the whole kernel, on the threads there are.
  void (*run)(Frame* frame, const UnitCode* kernel, void* const* pointers) = nullptr;
  // Runs library call `number`: pointers to operands, then results, then functions. 0 if it worked.
  int32_t (*call)(Frame* frame, int64_t number, void* const* pointers) = nullptr;
  void* context = nullptr;  // of who runs it
  // Set to another value than 0 when the run is to end: generated code looks at it where it may have run for long.
  const uint8_t* stop = &kNeverStopped;
};

// What regions return: 0, or what a call gave that failed, or kStopped and more: `stop` was set, and the region was in `while`
// number status - kStopped, in the order in which its steps name them.
inline constexpr int32_t kStopped = 0x1000;

// A loop with all that is in it. `table`: buffers, where those that move are changed, then `const UnitCode*` of what it
// runs. `first_call`: the number of its first library call.
using RegionCode = int32_t (*)(Frame* frame, void** table, int64_t first_call);

// Compares elements of the operands of a sort, one pointer for each. `captured`: other values that the comparison uses.
using ComparatorCode = bool (*)(void* const* captured, const void* const* lhs, const void* const* rhs);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_FRAME_H_
