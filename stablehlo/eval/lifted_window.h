// reduce_window with a body that is not plain (lifting.h).
#ifndef CPPJRT_STABLEHLO_EVAL_LIFTED_WINDOW_H_
#define CPPJRT_STABLEHLO_EVAL_LIFTED_WINDOW_H_

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/window.h"

namespace cppjrt::stablehlo {

// Runs the reduce_window of `call`, any number of operands: over all windows at once, one element of each at a time, in
// order; windows that have padding there sit it out. Long running windows double their reach in each step instead.
Status ReduceWindowLifted(Call& call, const Window& window, const LiftedBody& body);

// The elements of `source` at those indices.
StatusOr<Tensor> Pick(Call& call, const Tensor& source, const std::vector<int64_t>& indices);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_LIFTED_WINDOW_H_
