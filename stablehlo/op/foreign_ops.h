// Ops of other dialects that are ops of the table under another name.
//
//   FindOpOrEquivalent("mhlo.add")     stablehlo.add: MHLO's ops have StableHLO's names, operands, attributes and short forms
//   FindOpOrEquivalent("mhlo.erf")     chlo.erf, for those that only CHLO has
//   IsConstantOfTensor(…)              arith.constant of a tensor, which is stablehlo.constant
#ifndef CPPJRT_STABLEHLO_OP_FOREIGN_OPS_H_
#define CPPJRT_STABLEHLO_OP_FOREIGN_OPS_H_

#include <span>
#include <string_view>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {

// The row of an op of that name, or of the one that it equals; null if there is neither.
const OpInfo* FindOpOrEquivalent(std::string_view name);

// Whether an op is a constant of another dialect with a tensor as its only result, and elements as its "value".
bool IsConstantOfTensor(const Module& module, std::string_view name, std::span<const NamedAttr> inherent,
                        std::span<const NamedAttr> discardable, std::span<const TypeId> results);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_FOREIGN_OPS_H_
