// JoinAsync: async_start and the async_done of it as the ops that the former has inside, where the former stands: one of the
// two times the specification allows, and what targets need that know no futures (jaxlib's conversion to HLO is one).
// JAX's custom calls @control_dep, which say what a scheduler should do first, go.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_ASYNC_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_ASYNC_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Futures that go anywhere else, through loops or calls, stay what they are, with what made them.
Status JoinAsync(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_ASYNC_H_
