// SortApproxTopK: the custom call ApproxTopK, which JAX makes of approx_max_k and approx_min_k, as a sort of which the first
// elements are taken. Nothing is approximate about it.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_APPROX_TOP_K_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_APPROX_TOP_K_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Leaves calls alone that do not look like JAX's: (operands…, initial values…) -> as many results, with the comparator in
// called_computations and `reduction_dim` in the configuration. The sort's comparator is a call.
Status SortApproxTopK(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_APPROX_TOP_K_H_
