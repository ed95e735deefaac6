// Quantized element types: the constraints that several ops share, and uniform_quantize and uniform_dequantize.

#include <algorithm>
#include <bit>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

bool IsPerAxis(const TypeTable& types, TypeId element) { return types.kind(element) == TypeKind::kQuantizedAxis; }
bool IsPerTensor(const TypeTable& types, TypeId element) { return types.kind(element) == TypeKind::kQuantized; }

// spec: add C6, C7
bool CheckAddAxis(const OpView& op, int constraint, std::string_view name, TypeId side, TypeId result) {
  if (!IsPerAxis(op.types(), side)) return true;
  const int64_t axis = op.types().quantized(side).axis;
  const int64_t result_axis = op.types().quantized(result).axis;
  if (axis == result_axis) return true;
  return op.Fail(constraint, Cat("quantization_dimension of ", name, " is ", axis, ", that of the result is ",
                                 result_axis, ", expected the same"));
}

// spec: add C2 to C7
bool CheckAddQuantized(const OpView& op, TypeId lhs, TypeId rhs, TypeId result) {
  const TypeTable& types = op.types();
  const QuantizedType l = types.quantized(lhs);
  const QuantizedType r = types.quantized(rhs);
  const QuantizedType out = types.quantized(result);
  if (l.storage != r.storage || l.storage != out.storage) {
    return op.Fail(3, Cat("quantized storage types are ", op.Text(l.storage), ", ", op.Text(r.storage), " and ",
                          op.Text(out.storage), ", expected the same"));
  }
  if (l.expressed != r.expressed || l.expressed != out.expressed) {
    return op.Fail(4, Cat("quantized expressed types are ", op.Text(l.expressed), ", ", op.Text(r.expressed), " and ",
                          op.Text(out.expressed), ", expected the same"));
  }
  const bool per_axis = IsPerAxis(types, lhs) || IsPerAxis(types, rhs);
  if (per_axis != IsPerAxis(types, result)) {
    return op.Fail(5, Cat("the result is ", per_axis ? "not " : "", "quantized per axis, of lhs and rhs ",
                          per_axis ? "at least one is" : "none is"));
  }
  return CheckAddAxis(op, 6, "lhs", lhs, result) && CheckAddAxis(op, 7, "rhs", rhs, result);
}

}  // namespace

// The operands' types alone tell nothing of a quantized sum's result.
bool CheckAddElements(const OpView& op) {
  const TypeTable& types = op.types();
  const TypeId lhs = op.element(0);
  const TypeId rhs = op.element(1);
  const TypeId result = op.has_results() ? op.result_element() : lhs;
  if (lhs == rhs && lhs == result && !types.IsQuantized(lhs)) return true;
  const int quantized = types.IsQuantized(lhs) + types.IsQuantized(rhs) + types.IsQuantized(result);
  if (quantized == 3) return CheckAddQuantized(op, lhs, rhs, result);
  const std::string found = Cat(op.Text(lhs), ", ", op.Text(rhs), " and ", op.Text(result));
  if (quantized > 0) {
    return op.Fail(2, Cat("element types are ", found, ", expected all operands and results quantized or none"));
  }
  return op.Fail(1, Cat("element types are ", found, ", it requires the same for all operands and results"));
}

bool CheckSameScales(const OpView& op, int constraint, TypeId operand, TypeId result) {
  const TypeTable& types = op.types();
  const TypeId from = types.element_type(operand);
  const TypeId to = types.element_type(result);
  if (from == to || !types.IsQuantized(from) || !types.IsQuantized(to)) return true;
  const QuantizedType a = types.quantized(from);
  const QuantizedType b = types.quantized(to);
  const bool same = std::ranges::equal(a.scale_bits, b.scale_bits) && std::ranges::equal(a.zero_points, b.zero_points);
  if (same && CompatibleElements(types, from, to)) return true;
  return op.Fail(constraint, Cat("operand has element type ", op.Text(from), ", result has ", op.Text(to),
                                 ", expected the same quantization scales and zero_points"));
}

bool CheckContractionElements(const OpView& op, const ContractionLabels& label) {
  const TypeTable& types = op.types();
  const TypeId lhs = op.element(0);
  const TypeId rhs = op.element(1);
  const TypeId result = op.result_element();
  if (!types.IsQuantized(lhs) && !types.IsQuantized(rhs) && !types.IsQuantized(result)) return true;
  if (!types.IsQuantized(rhs) || types.IsQuantized(lhs) != types.IsQuantized(result)) {
    return op.Fail(label.is_quantized,
                   Cat("element types of lhs, rhs and result are ", op.Text(lhs), ", ", op.Text(rhs), " and ",
                       op.Text(result), ", expected rhs quantized, and is_quantized the same for lhs and result"));
  }
  const QuantizedType r = types.quantized(rhs);
  if (!types.IsQuantized(lhs)) {
    if (lhs == r.expressed && lhs == result) return true;
    return op.Fail(label.hybrid,
                   Cat("lhs and result have element types ", op.Text(lhs), " and ", op.Text(result),
                       ", the quantized rhs has expressed type ", op.Text(r.expressed), ", expected the same"));
  }
  const QuantizedType l = types.quantized(lhs);
  const QuantizedType out = types.quantized(result);
  if (l.storage != r.storage) {
    return op.Fail(label.storage, Cat("quantized storage type of lhs is ", op.Text(l.storage), ", that of rhs is ",
                                      op.Text(r.storage), ", expected the same"));
  }
  if (l.expressed != r.expressed || l.expressed != out.expressed) {
    return op.Fail(label.expressed,
                   Cat("quantized expressed types of lhs, rhs and result are ", op.Text(l.expressed), ", ",
                       op.Text(r.expressed), " and ", op.Text(out.expressed), ", expected the same"));
  }
  if (IsPerTensor(types, rhs) && !IsPerTensor(types, result)) {
    return op.Fail(label.granularity,
                   "rhs is quantized per tensor, result per axis, expected the same quantization granularity");
  }
  return true;
}

bool UniformQuantize(const OpView& op, Results&) {
  if (!op.has_results()) return true;
  const TypeTable& types = op.types();
  const TypeId element = op.element(0);
  const TypeId wanted = types.IsQuantized(element) ? types.quantized(element).expressed : element;
  const TypeId expressed = types.quantized(op.result_element()).expressed;
  if (expressed == wanted) return true;
  return op.Fail(2, Cat("result has expressed type ", op.Text(expressed), ", expected ", op.Text(wanted)));
}

bool UniformDequantize(const OpView& op, Results& results) {
  results.push_back(WithElement(op.module(), op.operand(0), op.types().quantized(op.element(0)).expressed));
  return true;
}

}  // namespace cppjrt::stablehlo::rules
