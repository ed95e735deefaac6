// WidenReductions: reductions of narrow floats (below 32 bits) keep their sums in f32 and round once, at the end.
//
//   %1 = reduce(%x init: %z) applies add : (tensor<9xbf16>, tensor<bf16>) -> tensor<bf16>
//
// becomes
//
//   %0 = reduce(%x init: %z) { (%a, %b: tensor<f32>): add %a, %b } : (tensor<9xbf16>, tensor<bf16>) -> tensor<f32>
//   %1 = convert %0 : tensor<bf16>
//
// So do reduce_window, select_and_scatter, all_reduce and its kin, and scatter where many updates may meet in one element.
// A body is widened as a whole: each of its narrow values becomes f32, those that it converts itself included. Bodies that
// only pick one of their arguments (maximum, minimum, select by compare) are exact and stay, and so do those with ops that
// are not elementwise.
//
// Short running sums (reduce_window over all elements up to each, chlo.scan) and scatters of few updates round at each
// step, as the specification has it: kMaxRounded is where XLA begins to take running sums in blocks.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_WIDE_REDUCTIONS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_WIDE_REDUCTIONS_H_

#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

inline constexpr int64_t kMaxRounded = 16;

Status WidenReductions(Module& module, DiagnosticSink& sink);

// Widens the body in place, arguments and what it returns included: true. Leaves it as it is if it has nothing to widen, or
// ops that cannot be widened: false. REQUIRES: who runs the block converts what goes in and what comes out.
bool WidenBody(Module& module, BlockId body);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_WIDE_REDUCTIONS_H_
