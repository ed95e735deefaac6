// custom_call @TopK and @mhlo.topk: the k largest (or smallest) elements of each row, and where they were.
#ifndef CPPJRT_STABLEHLO_EVAL_TOP_K_H_
#define CPPJRT_STABLEHLO_EVAL_TOP_K_H_

#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// k is the last dimension of the results; `largest` of mhlo.attributes or backend_config is true if absent. Results are
// in order; equal elements keep theirs. Floats in total order: a positive NaN is the largest, -0 is before +0.
StatusOr<Kernel> PrepareTopKCall(const OpRef& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_TOP_K_H_
