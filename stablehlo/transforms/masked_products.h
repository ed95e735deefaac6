// SelectMaskedProducts: products with a mask that was converted to numbers, `x * convert(mask)`, as selections of x or 0.
//
// Of finite numbers they are the same. Where the mask is false and x infinite or NaN, StableHLO's product is NaN, the
// selection 0: what XLA makes of it, and programs written with JAX rely on without knowing (energies of pairs that are
// masked behind a division by their distance, 0).
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_MASKED_PRODUCTS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_MASKED_PRODUCTS_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

Status SelectMaskedProducts(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_MASKED_PRODUCTS_H_
