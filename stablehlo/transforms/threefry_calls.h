// WriteOutThreefryCalls: the custom calls cu_threefry2x32_ffi and hip_threefry2x32_ffi, which JAX makes of its random bits in
// programs for GPUs, as the rounds that they stand for.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_THREEFRY_CALLS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_THREEFRY_CALLS_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// (key 0, key 1, counter 0, counter 1) -> (word 0, word 1), all ui32 of one shape; other calls are left alone.
Status WriteOutThreefryCalls(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_THREEFRY_CALLS_H_
