// What ops that move elements share with their dynamic forms: results from operands and run-time shapes.
#ifndef CPPJRT_STABLEHLO_EVAL_DATA_MOVEMENT_H_
#define CPPJRT_STABLEHLO_EVAL_DATA_MOVEMENT_H_

#include <cstdint>
#include <span>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// A copy of every `stride`th element between `starts` and the end that `dims` elements give.
// REQUIRES: all of them are elements of `operand`.
StatusOr<Tensor> StridedSlice(const Call& call, const Tensor& operand, std::span<const int64_t> starts,
                              std::span<const int64_t> strides, const Dims& dims);

// `operand` spread over `dims`: its dimension i is dimension mapping[i]. INVALID_ARGUMENT if one is neither 1 nor as large.
StatusOr<Tensor> BroadcastTo(const Call& call, const Tensor& operand, std::span<const int64_t> mapping,
                             const Dims& dims);

// `operand` among copies of `value`. spec: pad. INVALID_ARGUMENT if a dimension of the result would be negative.
StatusOr<Tensor> PadWith(const Call& call, const Tensor& operand, const Tensor& value, std::span<const int64_t> low,
                         std::span<const int64_t> high, std::span<const int64_t> interior);

// 0, 1, 2, … along a dimension, as values of the type. REQUIRES: dimension < dims.size().
StatusOr<Tensor> IotaOf(const Call& call, ElementType type, const Dims& dims, size_t dimension);

// `bytes` from one place to another, by several threads if they are many.
void CopyBytes(const Call& call, const std::byte* from, std::byte* to, int64_t bytes);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_DATA_MOVEMENT_H_
