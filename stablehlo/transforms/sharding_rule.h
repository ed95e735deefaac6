// FactorsOfRule: which dimensions of an op go together, where the op says so itself (Shardy's sdy.sharding_rule, which JAX gives
// custom calls that are partitioned by functions of the user's).
//
//   custom_call @f(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [j, k])->([i, k]) {i=8, j=4, k=6} reduction={j}>}
//   ->  operands {{0, 1}, {1, 2}}, results {{0, 2}}
//
// Dimensions of several factors ("ij") go by the first, which they are cut along first; those whose first factor must be whole
// (need_replication) go with none.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_RULE_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_RULE_H_

#include <optional>

#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/partition_rules.h"

namespace cppjrt::stablehlo {

// None where the op has no rule, or one that does not fit its operands and results. It says how axes flow, not how the op is done
// on parts.
std::optional<OpFactors> FactorsOfRule(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_RULE_H_
