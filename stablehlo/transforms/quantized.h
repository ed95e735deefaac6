// DequantizeArithmetic: what computes with quantized values computes with floats instead, as the spec says
// (dequantize_op_quantize, hybrid_dequantize_then_op):
//
//   %2 = stablehlo.add %0, %1 : tensor<2x!q>
//   ->  %a = uniform_dequantize %0, %b = uniform_dequantize %1, %c = add %a, %b : tensor<2xf32>, %2 = uniform_quantize %c
//
// Afterwards quantized types are met in uniform_quantize, uniform_dequantize and ops that only move values. Reductions and the
// like stay; the ops in their regions are rewritten.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_QUANTIZED_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_QUANTIZED_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

Status DequantizeArithmetic(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_QUANTIZED_H_
