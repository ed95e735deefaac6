// Ops whose shapes are operands, and those that read or set a dimension's size.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// What a shape operand is known to hold must go with the result.
bool CheckShapeOperand(const OpView& op, int constraint, std::string_view name, size_t operand) {
  if (!op.has_results()) return true;
  const int64_t size = op.dims(operand)[0];
  const std::span<const int64_t> result = op.types().dims(op.result(0));
  if (!CompatibleDims(size, static_cast<int64_t>(result.size()))) {
    return op.Fail(constraint, Cat(name, " has ", size, " elements, expected the result's rank ", result.size()));
  }
  const std::optional<DimList> dims = op.ConstantInts(op.operands()[operand]);
  if (!dims) return true;
  const bool negative = std::ranges::any_of(*dims, [](int64_t dim) { return dim < 0; });
  if (!negative &&
      CompatibleTypes(op.module(), MakeTensor(op.module(), {*dims, {}}, op.result_element()), op.result(0)))
    return true;
  return op.Fail(constraint, Cat(name, " is ", DimsText(*dims), ", the output shape, result has type ",
                                 op.Text(op.result(0)), ", expected compatible shapes"));
}

bool CheckUnquantizedElements(const OpView& op, int constraint) {
  if (!op.has_results()) return true;
  const TypeTable& types = op.types();
  if (types.IsQuantized(op.element(0)) || types.IsQuantized(op.result_element()) ||
      op.element(0) == op.result_element())
    return true;
  return op.Fail(constraint, Cat("operand has element type ", op.Text(op.element(0)), ", result has element type ",
                                 op.Text(op.result_element()), ", expected compatible element types"));
}

// spec: dynamic_broadcast_in_dim C8 to C10
bool CheckExpansionHints(const OpView& op) {
  const std::span<const int64_t> expanding = op.I64s("known_expanding_dimensions");
  const std::span<const int64_t> nonexpanding = op.I64s("known_nonexpanding_dimensions");
  return CheckDistinct(op, 8, "expansion hints: known_expanding_dimensions", expanding, "known_nonexpanding_dimensions",
                       nonexpanding) &&
         CheckIndices(op, 9, "known_expanding_dimensions (hint for expanding operand dimensions)", expanding,
                      op.rank(0)) &&
         CheckIndices(op, 10, "known_nonexpanding_dimensions (hint for expanding operand dimensions)", nonexpanding,
                      op.rank(0));
}

// Of a static operand and known output dimensions.
bool CheckBroadcastValues(const OpView& op) {
  const std::optional<DimList> output = op.ConstantInts(op.operands()[1]);
  const std::span<const int64_t> broadcast = op.I64s("broadcast_dimensions");
  if (!output || !op.types().IsStaticTensor(op.operand(0))) return true;
  for (size_t i = 0; i < broadcast.size(); ++i) {
    const int64_t from = op.dims(0)[i];
    const auto at = static_cast<size_t>(broadcast[i]);
    if (at >= output->size() || from == 1 || from == (*output)[at]) continue;
    return op.Fail(5, Cat("size of operand dimension ", i, " is ", from, ", output_dimensions[", at, "] is ",
                          (*output)[at], ", expected the same or 1"));
  }
  return true;
}

// spec: dynamic_pad C4
bool CheckPaddedSizes(const OpView& op) {
  const std::optional<DimList> low = op.ConstantInts(op.operands()[2]);
  const std::optional<DimList> high = op.ConstantInts(op.operands()[3]);
  const std::optional<DimList> interior = op.ConstantInts(op.operands()[4]);
  if (interior && std::ranges::any_of(*interior, [](int64_t i) { return i < 0; })) {
    return op.Fail(3, Cat("interior_padding is ", DimsText(*interior), ", expected it not negative, >= 0"));
  }
  if (!op.has_results() || !low || !high || !interior) return true;
  const std::span<const int64_t> to = op.types().dims(op.result(0));
  for (size_t i = 0; i < to.size(); ++i) {
    const int64_t from = op.dims(0)[i];
    if (IsDynamic(from) || IsDynamic(to[i])) continue;
    const auto inner = CheckedMultiply(std::max<int64_t>(from - 1, 0), (*interior)[i]);
    const auto wanted = CheckedAdd(CheckedAdd(from, inner), CheckedAdd((*low)[i], (*high)[i]));
    if (wanted == to[i]) continue;
    return op.Fail(
        4, Cat("size of result dimension ", i, " is ", to[i], ", expected output dimension ", wanted.value_or(-1)));
  }
  return true;
}

}  // namespace

bool DynamicBroadcastInDim(const OpView& op, Results&) {
  if (!CheckUnquantizedElements(op, 1)) return false;
  if (op.has_results() && op.types().rank(op.result(0)) < op.rank(0)) {
    return op.Fail(3, Cat("result has rank ", op.types().rank(op.result(0)), ", expected at least the operand's rank ",
                          op.rank(0)));
  }
  return CheckBroadcastDims(op) && CheckShapeOperand(op, 7, "output_dimensions", 1) && CheckExpansionHints(op) &&
         CheckBroadcastValues(op);
}

bool DynamicIota(const OpView& op, Results&) {
  const int64_t dimension = op.Int("iota_dimension");
  if (dimension < 0) return CheckIndex(op, 1, "iota_dimension", dimension, 0);
  if (op.has_results() && !CheckIndex(op, 1, "iota_dimension", dimension, op.types().rank(op.result(0)))) return false;
  return CheckShapeOperand(op, 2, "output_shape", 0);
}

bool DynamicPad(const OpView& op, Results&) {
  if (op.element(0) != op.element(1) || (op.has_results() && op.element(0) != op.result_element())) {
    return op.Fail(1, Cat("operand and padding_value have element types ", op.Text(op.element(0)), " and ",
                          op.Text(op.element(1)), ", expected the same in operand, padding_value and result"));
  }
  for (size_t i : {2, 3, 4}) {
    if (op.dims(i)[0] == op.rank(0)) continue;
    return op.Fail(
        2, Cat("padding operand ", i, " has size ", op.dims(i)[0], ", expected the operand's rank ", op.rank(0)));
  }
  if (op.has_results() && op.types().rank(op.result(0)) != op.rank(0)) {
    return op.Fail(
        4, Cat("result has rank ", op.types().rank(op.result(0)), ", expected the operand's rank ", op.rank(0)));
  }
  return CheckPaddedSizes(op);
}

bool DynamicReshape(const OpView& op, Results&) {
  if (!CheckUnquantizedElements(op, 1)) return false;
  if (!op.has_results()) return true;
  if (!CheckReshape(op) || !CheckShapeOperand(op, 4, "output_shape", 1)) return false;
  const std::optional<DimList> output = op.ConstantInts(op.operands()[1]);
  if (!output || !op.types().IsStaticTensor(op.operand(0))) return true;
  const std::optional<int64_t> wanted = Product(op.dims(0));
  if (Product(*output) == wanted) return true;
  return op.Fail(2, Cat("output_shape ", DimsText(*output), " is incompatible with the operand's ", wanted.value_or(-1),
                        " elements"));
}

bool GetDimensionSize(const OpView& op, Results& results) {
  results.push_back(MakeTensor(op.module(), {}, scalar::kI32));
  return CheckIndex(op, 1, "dimension", op.Int("dimension"), op.rank(0));
}

bool SetDimensionSize(const OpView& op, Results& results) {
  const int64_t dimension = op.Int("dimension");
  if (op.rank(1) != 0) return op.Fail({}, Cat("size has rank ", op.rank(1), ", expected rank 0"));
  if (!CheckIndex(op, 1, "dimension", dimension, op.rank(0))) return false;
  const auto at = static_cast<size_t>(dimension);
  Shape shape = ShapeOf(op.module(), op.operand(0));
  if (shape.bounds.empty()) shape.bounds.assign(shape.dims.size(), kDynamic);
  if (!IsDynamic(shape.dims[at])) shape.bounds[at] = shape.dims[at];
  shape.dims[at] = kDynamic;
  // A size equal to the bound makes the dimension static again.
  const std::optional<DimList> size = op.ConstantInts(op.operands()[1]);
  if (size && size->size() == 1 && (*size)[0] == shape.bounds[at]) std::swap(shape.dims[at], shape.bounds[at]);
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

bool RealDynamicSlice(const OpView& op, Results&) {
  constexpr std::string_view kNames[] = {"", "start_indices", "limit_indices", "strides"};
  for (size_t i = 1; i <= 3; ++i) {
    if (CompatibleDims(op.dims(i)[0], op.rank(0))) continue;
    return op.Fail({}, Cat(kNames[i], " has size ", op.dims(i)[0], ", expected the operand's rank ", op.rank(0)));
  }
  if (!op.has_results() || op.element(0) == op.result_element()) return true;
  return op.Fail({}, Cat("result has element type ", op.Text(op.result_element()), ", operand has element type ",
                         op.Text(op.element(0)), ", expected the same"));
}

}  // namespace cppjrt::stablehlo::rules
