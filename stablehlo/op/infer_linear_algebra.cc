// cholesky and triangular_solve.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// The `i`th dimension from the end, 1 the last.
int64_t FromEnd(std::span<const int64_t> dims, size_t i) { return dims[dims.size() - i]; }

bool CheckMatrices(const OpView& op, int rank, int square) {
  if (op.rank(0) < 2)
    return op.Fail(rank, Cat("operand a has rank ", op.rank(0), " and shape ", DimsText(op.dims(0)),
                             ", expected at least rank 2"));
  if (CompatibleDims(FromEnd(op.dims(0), 2), FromEnd(op.dims(0), 1))) return true;
  return op.Fail(square, Cat("the two minor dimensions of operand a differ in size in ", DimsText(op.dims(0)),
                             ", expected the same"));
}

}  // namespace

bool Cholesky(const OpView& op, Results& results) {
  results.push_back(op.operand(0));
  return CheckMatrices(op, 2, 3);
}

bool TriangularSolve(const OpView& op, Results& results) {
  if (!CheckMatrices(op, 2, 3)) return false;
  const std::span<const int64_t> a = op.dims(0);
  const std::span<const int64_t> b = op.dims(1);
  if (a.size() != b.size())
    return op.Fail(2, Cat("operand a has rank ", a.size(), ", b has rank ", b.size(), ", expected the same"));
  const std::string found = Cat("operand a has shape ", DimsText(a), ", b has shape ", DimsText(b));
  if (!CompatibleDims(FromEnd(a, 1), FromEnd(b, op.Flag("left_side") ? 2 : 1))) {
    return op.Fail(3, Cat(found, ", expected their shared dimension to be the same"));
  }
  if (!CompatibleDims(a.first(a.size() - 2), b.first(b.size() - 2))) {
    return op.Fail(3, Cat(found, ", expected their batch dimensions to be the same"));
  }
  if (op.Enum("transpose_a") == 0)
    return op.Fail({}, "transpose_a is TRANSPOSE_INVALID, expected NO_TRANSPOSE, TRANSPOSE or ADJOINT");
  results.push_back(op.operand(1));
  return true;
}

}  // namespace cppjrt::stablehlo::rules
