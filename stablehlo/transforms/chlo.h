// DecomposeChlo: every op of CHLO in terms of StableHLO.
//
//   %1 = chlo.tan %0 : tensor<2xf32>  ->  %1 = stablehlo.tan %0 : tensor<2xf32>
//
// Functions are evaluated in f32 where the operands are narrower floats. Shapes may be dynamic, except those of scan and
// ragged_dot. Afterwards the module has no CHLO op; UNIMPLEMENTED, reported with the op, where that cannot be.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_CHLO_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_CHLO_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

Status DecomposeChlo(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_CHLO_H_
