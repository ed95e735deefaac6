// What the op table's row says about an op, checked: how many operands, results and regions, their type classes, which
// attributes there must be and what they are, regions with a block and a terminator; and what its traits say. All that
// needs no code of its own for an op; the rules of infer_*.cc build on it.
#ifndef CPPJRT_STABLEHLO_OP_INFER_ROW_H_
#define CPPJRT_STABLEHLO_OP_INFER_ROW_H_

#include "stablehlo/op/infer_op.h"

namespace cppjrt::stablehlo {

// True if the value may stand where the row asks for `attr_class`.
bool AttrMatches(const Module& module, AttrId value, AttrClass attr_class);

// Reports the first problem and returns false. Results are checked where there are any.
bool CheckRow(const OpView& op);
// Equal types, element types and shapes, as the traits ask. REQUIRES: CheckRow.
bool CheckTraits(const OpView& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_ROW_H_
