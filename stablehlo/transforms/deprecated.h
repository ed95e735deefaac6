// CanonicalizeDeprecated: the deprecated ops in terms of those of the spec.
//
//   broadcast -> broadcast_in_dim        create_token -> after_all     cross-replica-sum -> all_reduce
//   dot, einsum -> dot_general           unary_einsum -> reduce, transpose
//   torch_index_select -> gather
//
// real_dynamic_slice and set_dimension_size stay (refine.h turns the former into slice where it can). UNIMPLEMENTED,
// reported, where shapes that must be static are not.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_DEPRECATED_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_DEPRECATED_H_

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

Status CanonicalizeDeprecated(Module& module, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_DEPRECATED_H_
