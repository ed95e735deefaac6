// What each op needs to know of an array to work on a part of it: which dimensions of its operands and results go together.
//
//   dot_general %a, %b : (tensor<8x4xf32>, tensor<4x6xf32>)      factors 0 = rows, 1 = columns, 2 = summed over
//   FactorsOf(module, op)->operands == {{0, 2}, {2, 1}}; ->results == {{0, 1}}; ->summed == {false, false, true}
//
// If partitions share a factor, each does its part of the op on its parts of the operands. Where a factor is summed over,
// results are what partitions add up (or take the maximum of: `combine`). Dimensions without a factor must be whole.
//
// The table is in partition_rules.cc; an op without a row works on whole arrays.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_RULES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_RULES_H_

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

inline constexpr int kWhole = -1;

struct OpFactors {
  std::vector<std::vector<int>> operands;  // by operand and dimension: a factor or kWhole
  std::vector<std::vector<int>> results;
  std::vector<bool> summed;       // by factor
  Opcode combine = Opcode::kAdd;  // of what is summed over: add, maximum, minimum, and, or
  // The op of a sum is the sum of the op: it may be done on what partitions are yet to add up, if all these operands are such (all
  // operands, if there are none here), and the others are not.
  bool linear = false;
  std::vector<bool> summands;

  bool IsSummand(size_t operand) const { return summands.empty() || summands[operand]; }
  // An operand that counts once where a summed factor is shared, not once for each part: a scatter's input. -1: none.
  int counted_once = -1;
};

// The types that values had before they became those of parts, by value.
using WholeTypes = std::unordered_map<uint32_t, TypeId>;
TypeId WholeType(const Module& module, const WholeTypes& whole, ValueId value);

// None where the op works on whole arrays only. Its results still have their whole types.
std::optional<OpFactors> FactorsOf(const Module& module, OpId op, const WholeTypes& whole);
// Whether a value is a constant of nothing but zero bits.
bool IsZeroConstant(const Module& module, ValueId value);

// The op of two scalars that an op's region is, if it is one that parts can be combined by: add, maximum, minimum, and, or.
std::optional<Opcode> CombinerOf(const Module& module, OpId op);

// Makes the attributes of an op fit its parts, when operands and results have their types: slice_sizes and the like.
void FitAttributes(Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_RULES_H_
