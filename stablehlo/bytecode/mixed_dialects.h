// Artifacts with ops of sdy among those of VHLO. The two have types of their own, so that MLIR puts casts between them:
//
//   %1 = vhlo.call_v1 …                    : !vhlo.tensor_v1<…>
//   %2 = builtin.unrealized_conversion_cast %1 to tensor<…>
//   %3 = sdy.sharding_constraint %2 …      : tensor<…>
//   %4 = builtin.unrealized_conversion_cast %3 to !vhlo.tensor_v1<…>
//
// The reader drops them again.
#ifndef CPPJRT_STABLEHLO_BYTECODE_MIXED_DIALECTS_H_
#define CPPJRT_STABLEHLO_BYTECODE_MIXED_DIALECTS_H_

#include <optional>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::bytecode {

// True for ops that stay what they are in an artifact.
bool IsForeign(const Module& module, OpId op);

// True if the value has a type of MLIR's own in an artifact, not one of VHLO. REQUIRES: the casts are there.
bool HasForeignType(const Module& module, ValueId value);

// A copy of the module with casts, or none if it needs none. Constants stay views of the original's.
std::optional<Module> CopyWithCasts(Module& module);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_MIXED_DIALECTS_H_
