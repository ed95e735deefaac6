// Elementwise ops: most need nothing but their traits.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

enum ComparisonType : uint32_t { kNoType = 0, kFloat = 1, kTotalOrder = 2, kSigned = 3, kUnsigned = 4 };

// spec: compare C3
bool ComparisonFits(const TypeTable& types, TypeId element, uint32_t comparison) {
  if (comparison == kNoType || types.IsQuantized(element)) return true;
  if (types.IsComplex(element)) return comparison == kFloat;
  if (types.IsFloat(element)) return comparison == kFloat || comparison == kTotalOrder;
  // Old programs compare i1 as signed.
  if (types.IsInteger(element)) return comparison == kSigned || comparison == kUnsigned;
  return true;
}

TypeId RealPart(const OpView& op) {
  const TypeId element = op.element(0);
  return op.types().IsComplex(element) ? op.types().element_type(element) : element;
}

// A scalar or the operand's shape. spec: clamp C1, C2
bool CheckClampLimit(const OpView& op, int constraint, std::string_view name, size_t limit) {
  if (op.rank(limit) == 0 || CompatibleShapes(op.types(), op.operand(limit), op.operand(1))) return true;
  return op.Fail(constraint, Cat(name, " has shape ", DimsText(op.dims(limit)), ", operand has shape ",
                                 DimsText(op.dims(1)), ", expected the same or a scalar"));
}

}  // namespace

bool FirstOperand(const OpView& op, Results& results) {
  const std::optional<TypeId> type = MostSpecificType(op, op.operand_types(), 1);
  if (!type) return false;
  results.push_back(*type);
  return true;
}

bool Abs(const OpView& op, Results& results) {
  results.push_back(WithElement(op.module(), op.operand(0), RealPart(op)));
  return true;
}

bool Add(const OpView& op, Results& results) {
  if (!CheckAddElements(op)) return false;
  const std::optional<TypeId> type = MostSpecificType(op, op.operand_types(), 1);
  if (!type) return false;
  // The scale of a quantized sum is a free choice.
  results.push_back(op.has_results() && op.types().IsQuantized(op.element(0)) ? op.result(0) : *type);
  return true;
}

bool Clamp(const OpView& op, Results& results) {
  results.push_back(op.operand(1));
  return CheckClampLimit(op, 1, "min", 0) && CheckClampLimit(op, 2, "max", 2);
}

bool Compare(const OpView& op, Results& results) {
  if (!CompatibleElements(op.types(), op.element(0), op.element(1))) {
    return op.Fail(1, Cat("lhs has element type ", op.Text(op.element(0)), ", rhs has element type ",
                          op.Text(op.element(1)), ", expected the same"));
  }
  // Upstream does not ask for it, and its artifacts break it.
  const uint32_t comparison = op.Enum("compare_type");
  if (!ComparisonFits(op.types(), op.element(0), comparison)) {
    op.Lenient().Fail(3, Cat("compare_type is ", EnumeratorName(EnumKind::kComparisonType, comparison),
                             ", expected one that fits element type ", op.Text(op.element(0))));
  }
  results.push_back(WithElement(op.module(), op.operand(0), scalar::kI1));
  return true;
}

bool Complex(const OpView& op, Results& results) {
  if (op.element(0) != op.element(1)) {
    return op.Fail(1, Cat("lhs has type ", op.Text(op.operand(0)), ", rhs has type ", op.Text(op.operand(1)),
                          ", expected the same element type"));
  }
  results.push_back(WithElement(op.module(), op.operand(0), op.module().types().Complex(op.element(0))));
  return true;
}

bool IsFinite(const OpView& op, Results& results) {
  results.push_back(WithElement(op.module(), op.operand(0), scalar::kI1));
  return true;
}

bool Real(const OpView& op, Results& results) {
  results.push_back(WithElement(op.module(), op.operand(0), RealPart(op)));
  return true;
}

bool ReducePrecision(const OpView& op, Results& results) {
  if (const int64_t bits = op.Int("exponent_bits"); bits < 1) {
    return op.Fail(2, Cat("exponent_bits is ", bits, ", expected it positive, >= 1"));
  }
  if (const int64_t bits = op.Int("mantissa_bits"); bits < 0) {
    return op.Fail(3, Cat("mantissa_bits is ", bits, ", which is negative, expected >= 0"));
  }
  results.push_back(op.operand(0));
  return true;
}

bool Select(const OpView& op, Results& results) {
  const TypeTable& types = op.types();
  if (!CompatibleShapes(types, op.operand(1), op.operand(2)) ||
      !CompatibleElements(types, op.element(1), op.element(2))) {
    return op.Fail(2, Cat("on_true has type ", op.Text(op.operand(1)), ", on_false has type ", op.Text(op.operand(2)),
                          ", it requires compatible types"));
  }
  if (op.rank(0) != 0 && !CompatibleShapes(types, op.operand(0), op.operand(1))) {
    return op.Fail(1, Cat("pred has shape ", DimsText(op.dims(0)), ", on_true has shape ", DimsText(op.dims(1)),
                          ", expected the same shape or a scalar"));
  }
  const std::vector<TypeId> branches = {op.operand(1), op.operand(2)};
  const std::optional<TypeId> type = MostSpecificType(op, branches, 2);
  if (!type) return false;
  results.push_back(*type);
  return true;
}

}  // namespace cppjrt::stablehlo::rules
