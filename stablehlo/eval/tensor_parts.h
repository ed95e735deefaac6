// Tensors cut into equal parts along a dimension, and put together.
#ifndef CPPJRT_STABLEHLO_EVAL_TENSOR_PARTS_H_
#define CPPJRT_STABLEHLO_EVAL_TENSOR_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// One behind the other. REQUIRES: at least one; all have the type and dimensions of the first.
StatusOr<Tensor> ConcatenateParts(Call& call, std::span<const Tensor> parts, size_t dim);
// Part `index` of `count` equal ones along `dim`. REQUIRES: the extent is a multiple of `count`.
StatusOr<Tensor> TakePart(Call& call, const Tensor& whole, size_t dim, int64_t index, int64_t count);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_TENSOR_PARTS_H_
