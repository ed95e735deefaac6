// sort, and map, whose regions take the operands' elements.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// spec: sort C5
bool CheckComparator(const OpView& op) {
  const std::vector<TypeId> arguments = op.argument_types(0);
  if (arguments.size() != 2 * op.num_operands()) {
    return op.Fail(5, Cat("the comparator block takes ", Count(arguments.size(), "argument"), ", expected ",
                          2 * op.num_operands()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TypeId wanted = MakeTensor(op.module(), {}, op.element(i / 2));
    if (arguments[i] == wanted) continue;
    return op.Fail(5, Cat("argument ", i, " of the comparator block has type ", op.Text(arguments[i]), ", expected ",
                          op.Text(wanted)));
  }
  const std::vector<TypeId> returned = op.return_types(0);
  if (returned.size() == 1 && returned[0] == MakeTensor(op.module(), {}, scalar::kI1)) return true;
  return op.Fail(5, Cat("the comparator returns ", op.Text(returned), ", expected a single tensor<i1> of rank 0"));
}

// spec: map C4
bool CheckMapArguments(const OpView& op) {
  const std::vector<TypeId> arguments = op.argument_types(0);
  if (arguments.size() != op.num_operands()) {
    return op.Fail(4, Cat("the computation takes ", Count(arguments.size(), "argument"), ", number of operands is ",
                          op.num_operands(), ", expected the same"));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TypeId wanted = MakeTensor(op.module(), {}, op.element(i));
    if (arguments[i] == wanted) continue;
    return op.Fail(4, Cat("argument ", i, " of the computation has type ", op.Text(arguments[i]), ", expected ",
                          op.Text(wanted), " of rank 0 with the operand's element type"));
  }
  return true;
}

}  // namespace

bool Sort(const OpView& op, Results& results) {
  if (op.num_operands() == 0) return op.Fail(1, "has 0 operands, it requires at least 1");
  const int64_t dimension = op.Int("dimension", -1);
  const int64_t rank = op.rank(0);
  if (dimension < -rank || dimension >= rank) {
    return op.Fail(
        4, Cat("dimension is ", dimension, ", out of bounds, expected it in the range [", -rank, ", ", rank, ")"));
  }
  results = op.operand_types();
  return CheckComparator(op);
}

bool Map(const OpView& op, Results& results) {
  if (op.num_operands() == 0) return op.Fail(2, "has 0 operands, it requires at least 1");
  if (!CheckMapArguments(op)) return false;
  const std::vector<TypeId> returned = op.return_types(0);
  if (returned.size() != 1 || !op.types().IsTensor(returned[0]) || op.types().rank(returned[0]) != 0) {
    return op.Fail(4, Cat("the computation returns ", Count(returned.size(), "result"), ", ", op.Text(returned),
                          ", expected a single tensor of rank 0"));
  }
  const std::span<const int64_t> dimensions = op.I64s("dimensions");
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] == static_cast<int64_t>(i)) continue;
    return op.Fail(3, Cat("dimensions are ", DimsText(dimensions),
                          ", expected all of the operands' dimensions in ascending order"));
  }
  if (static_cast<int64_t>(dimensions.size()) != op.rank(0)) {
    return op.Fail(3, Cat("dimensions has size ", dimensions.size(), ", expected the operands' rank ", op.rank(0),
                          ", all dimensions"));
  }
  const Shape shape = {ShapeOf(op.module(), op.operand(0)).dims, {}};
  results.push_back(MakeTensor(op.module(), shape, op.types().element_type(returned[0])));
  return true;
}

}  // namespace cppjrt::stablehlo::rules
