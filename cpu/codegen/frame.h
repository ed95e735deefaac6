// What generated code is given when it runs, and what it may call: the whole interface between the two.
#ifndef CPPJRT_CPU_CODEGEN_FRAME_H_
#define CPPJRT_CPU_CODEGEN_FRAME_H_

#include <cstddef>
#include <cstdint>

namespace cppjrt::cpu::codegen {

// A kernel's part [begin, end). `pointers`: the buffers it touches.
using KernelCode = void (*)(void* const* pointers, int64_t begin, int64_t end);

// What follows a dot or convolution, for the rows [row_begin, row_end) and columns [column_begin, column_end) of one batch
// entry of its result (plan/epilogue.h).
using TileCode = void (*)(void* const* pointers, int64_t batch, int64_t row_begin, int64_t row_end,
                          int64_t column_begin, int64_t column_end);

// Generated code reads the members by their place: Offsets in program.cc.
struct Frame {
  void* const* arguments = nullptr;
  void* const* results = nullptr;
  void* const* constants = nullptr;
  std::byte* arena = nullptr;
  // Runs the kernel on [0, extent), in parts of `grain`, on the threads there are.
  void (*parallel)(Frame* frame, KernelCode kernel, void* const* pointers, int64_t extent, int64_t grain) = nullptr;
  // Runs library call `number`: pointers to operands, then results, then functions. 0 if it worked.
  int32_t (*call)(Frame* frame, int64_t number, void* const* pointers) = nullptr;
  void* context = nullptr;  // of who runs it
};

// The whole program. 0, or what a call gave that failed.
using EntryCode = int32_t (*)(Frame* frame);

// Compares elements of the operands of a sort, one pointer for each. `captured`: other values that the comparison uses.
using ComparatorCode = bool (*)(void* const* captured, const void* const* lhs, const void* const* rhs);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_FRAME_H_
