// RemoveEmptyCalls: custom calls of which nothing is used but arrays without elements need not be made. XLA leaves them out,
// and so handlers written for it meet sizes of 0 only where it matters (jaxlib's LAPACK gets arguments that it must not).
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_EMPTY_CALLS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_EMPTY_CALLS_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Calls that say has_side_effect stay, and those of which nothing is used. Ops that only look at what such calls also give
// (whether a factorisation went well) for arrays without elements go with them.
Status RemoveEmptyCalls(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_EMPTY_CALLS_H_
