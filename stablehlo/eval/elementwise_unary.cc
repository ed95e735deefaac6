// Unary elementwise ops: one row each.

#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"
#include "stablehlo/eval/unary_ops.h"

namespace cppjrt::stablehlo {
namespace element_ops {
namespace {

struct Row {
  Opcode opcode;
  ElementLoop (*find)(ElementType operand);
  int64_t cost;
};

constexpr Row kUnary[] = {
    {Opcode::kAbs, FindLoop<Abs, 1>, 1},
    {Opcode::kCbrt, FindLoop<Cbrt, 1>, 20},
    {Opcode::kCeil, FindLoop<Ceil, 1>, 3},
    {Opcode::kCosine, FindLoop<Cosine, 1>, 15},
    {Opcode::kCountLeadingZeros, FindSizedLoop<CountLeadingZeros, 1>, 2},
    {Opcode::kExponential, FindLoop<Exponential, 1>, 8},
    {Opcode::kExponentialMinusOne, FindLoop<ExponentialMinusOne, 1>, 25},
    {Opcode::kFloor, FindLoop<Floor, 1>, 3},
    {Opcode::kImag, FindLoop<Imag, 1>, 1},
    {Opcode::kIsFinite, FindLoop<IsFinite, 1>, 1},
    {Opcode::kLog, FindLoop<Log, 1>, 8},
    {Opcode::kLogPlusOne, FindLoop<LogPlusOne, 1>, 20},
    {Opcode::kLogistic, FindLoop<Logistic, 1>, 15},
    {Opcode::kNegate, FindLoop<Negate, 1>, 1},
    {Opcode::kNot, FindLoop<Not, 1>, 1},
    {Opcode::kPopcnt, FindSizedLoop<Popcnt, 1>, 2},
    {Opcode::kReal, FindLoop<Real, 1>, 1},
    {Opcode::kRoundNearestAfz, FindLoop<RoundNearestAfz, 1>, 3},
    {Opcode::kRoundNearestEven, FindLoop<RoundNearestEven, 1>, 3},
    {Opcode::kRsqrt, FindLoop<Rsqrt, 1>, 8},
    {Opcode::kSign, FindLoop<Sign, 1>, 2},
    {Opcode::kSine, FindLoop<Sine, 1>, 15},
    {Opcode::kSqrt, FindLoop<Sqrt, 1>, 5},
    {Opcode::kTan, FindLoop<Tan, 1>, 30},
    {Opcode::kTanh, FindLoop<Tanh, 1>, 25},
};

}  // namespace
}  // namespace element_ops

StatusOr<Kernel> PrepareUnary(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType operand, ArithmeticElement(op));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType result, ResultElement(op));
  for (const element_ops::Row& row : element_ops::kUnary) {
    if (row.opcode != op.opcode()) continue;
    ElementwiseOp elementwise = {
        .loop = row.find(operand), .arity = 1, .inputs = {operand}, .output = result, .cost = row.cost};
    if (IsComplex(operand)) elementwise.cost *= 4;
    if (elementwise.loop != nullptr) return ElementwiseKernel(elementwise);
  }
  return NotDefined(op, operand);
}

}  // namespace cppjrt::stablehlo
