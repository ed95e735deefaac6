// SplitTupleCalls: custom calls whose one result is a tuple, which is what converters from HLO (torch_xla's) make of calls
// with several results, become calls with as many results, as JAX writes them; so targets are written for one form.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_TUPLE_CALLS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_TUPLE_CALLS_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Their results are put together again by `stablehlo.tuple`. Layouts and aliases number members as results: they stay.
// Tuples within tuples are left alone.
Status SplitTupleCalls(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_TUPLE_CALLS_H_
