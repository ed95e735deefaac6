// DecomposeBatchNorm: batch_norm_training, _inference and _grad by the formulas of the spec.
//
// Narrow floats are computed as f32, with one rounding at the end. Quantized operands must have been taken care of
// (quantized.h).
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_BATCH_NORM_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_BATCH_NORM_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

Status DecomposeBatchNorm(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_BATCH_NORM_H_
