// CheckSizes: whether every array of a program can exist on some machine, and every number that positions a window is small
// enough to compute with.
//
//   CPPJRT_RETURN_IF_ERROR(CheckSizes(module));
//   // dot_general at model.mlir:7:8: its result tensor<2305843009213693952xf64> takes 1.84467e+19 bytes; at most 2^47 are
//   // possible
//
// MakeRunnable (transforms/pipeline.h) and Program::Prepare call it, so that what runs later computes sizes and offsets in
// int64_t without further checks. Dynamic dimensions are checked when they are known.
#ifndef CPPJRT_STABLEHLO_EVAL_SIZES_H_
#define CPPJRT_STABLEHLO_EVAL_SIZES_H_

#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// What a process can address on x86-64.
inline constexpr int64_t kMaxArrayBytes = int64_t{1} << 47;
// The largest padding or dilation, in elements.
inline constexpr int64_t kMaxPadding = int64_t{1} << 47;

// INVALID_ARGUMENT, with op and place, for the first array of more than kMaxArrayBytes, and for the first padding or dilation
// beyond kMaxPadding. Not const: locations are read when they are asked for.
Status CheckSizes(Module& module);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_SIZES_H_
