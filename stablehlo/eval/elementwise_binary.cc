// Binary elementwise ops: one row each.

#include "stablehlo/eval/binary_ops.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"

namespace cppjrt::stablehlo {
namespace element_ops {
namespace {

struct Row {
  Opcode opcode;
  ElementLoop (*find)(ElementType operand);
  int64_t cost;
};

constexpr Row kBinary[] = {
    {Opcode::kAdd, FindLoop<Add, 2>, 1},
    {Opcode::kAnd, FindLoop<And, 2>, 1},
    {Opcode::kAtan2, FindLoop<Atan2, 2>, 40},
    {Opcode::kComplex, FindLoop<MakeComplex, 2>, 1},
    {Opcode::kDivide, FindLoop<Divide, 2>, 4},
    {Opcode::kMaximum, FindLoop<Maximum, 2>, 1},
    {Opcode::kMinimum, FindLoop<Minimum, 2>, 1},
    {Opcode::kMultiply, FindLoop<Multiply, 2>, 1},
    {Opcode::kOr, FindLoop<Or, 2>, 1},
    {Opcode::kPower, FindLoop<Power, 2>, 25},
    {Opcode::kRemainder, FindLoop<Remainder, 2>, 15},
    {Opcode::kShiftLeft, FindSizedLoop<ShiftLeft, 2>, 1},
    {Opcode::kShiftRightArithmetic, FindSizedLoop<ShiftRightArithmetic, 2>, 1},
    {Opcode::kShiftRightLogical, FindSizedLoop<ShiftRightLogical, 2>, 1},
    {Opcode::kSubtract, FindLoop<Subtract, 2>, 1},
    {Opcode::kXor, FindLoop<Xor, 2>, 1},
};

}  // namespace
}  // namespace element_ops

StatusOr<Kernel> PrepareBinary(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType operand, ArithmeticElement(op));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType result, ResultElement(op));
  for (const element_ops::Row& row : element_ops::kBinary) {
    if (row.opcode != op.opcode()) continue;
    ElementwiseOp elementwise = {
        .loop = row.find(operand), .arity = 2, .inputs = {operand, operand}, .output = result, .cost = row.cost};
    if (IsComplex(operand)) elementwise.cost *= 4;
    if (elementwise.loop != nullptr) return ElementwiseKernel(elementwise);
  }
  return NotDefined(op, operand);
}

}  // namespace cppjrt::stablehlo
