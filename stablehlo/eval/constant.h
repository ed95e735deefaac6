// Constants of the program as tensors.
#ifndef CPPJRT_STABLEHLO_EVAL_CONSTANT_H_
#define CPPJRT_STABLEHLO_EVAL_CONSTANT_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// The elements of a kDense, kResource or kSparse attribute: a view of the module's bytes if they are aligned and
// `owner` keeps them, else a copy. INVALID_ARGUMENT if it has no elements that a tensor can hold.
StatusOr<Tensor> ConstantTensor(const Module& module, AttrId attr, const Environment& environment,
                                const std::shared_ptr<const void>& owner);

// A dense constant of integers (or i1), flattened; a splat is spread out. Empty if `attr` is no such thing, or has more
// than 2^20 elements.
std::vector<int64_t> ConstantInts(const Module& module, AttrId attr);

// `count` elements of `size` bytes, all equal to `element`.
void FillElements(std::byte* to, const std::byte* element, int64_t size, int64_t count);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CONSTANT_H_
