// Ops that move elements without computing with them.

#include <algorithm>
#include <numeric>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// ---- bitcast_convert

// All dimensions but the last of the longer shape. spec: bitcast_convert C1
bool CheckBitcastShape(const OpView& op, std::span<const int64_t> narrow, int64_t narrow_bits,
                       std::span<const int64_t> wide, int64_t wide_bits) {
  if (narrow_bits != wide_bits) {
    if (narrow.size() != wide.size() + 1) {
      return op.Fail(1, Cat("the side with smaller elements has rank ", narrow.size(), ", the other rank ", wide.size(),
                            ", expected one more"));
    }
    const int64_t last = narrow.back();
    if (!IsDynamic(last) && CheckedMultiply(last, narrow_bits) != wide_bits) {
      return op.Fail(1, Cat("the last dimension of the smaller elements is ", last, " of ", narrow_bits,
                            " bits each, it requires a bit width of ", wide_bits));
    }
    narrow = narrow.first(wide.size());
  }
  if (CompatibleDims(narrow, wide)) return true;
  return op.Fail(
      1, Cat("operand has shape ", DimsText(op.dims(0)), ", result has shape ", DimsText(op.types().dims(op.result(0))),
             ", expected the same dimensions but the last of the side with smaller elements"));
}

bool IsPerAxis(const OpView& op, TypeId tensor) {
  return op.types().kind(op.types().element_type(tensor)) == TypeKind::kQuantizedAxis;
}

// ---- broadcasting

// spec: broadcast_in_dim C6
bool CheckBroadcastQuantization(const OpView& op, std::span<const int64_t> broadcast) {
  const QuantizedType from = op.types().quantized(op.element(0));
  const QuantizedType to = op.types().quantized(op.result_element());
  const auto axis = static_cast<size_t>(from.axis);
  if (to.axis != broadcast[axis]) {
    return op.Fail(6, Cat("quantization_dimension of the result is ", to.axis, ", broadcast_dimensions[", axis, "] is ",
                          broadcast[axis], ", expected the same"));
  }
  if (op.dims(0)[axis] != 1) return true;
  for (size_t i = 0; i < to.scale_bits.size(); ++i) {
    if (to.scale_bits[i] != from.scale_bits[0]) {
      return op.Fail(6, Cat("scale ", i, " of the result differs from scale 0 of the operand, expected the same"));
    }
    if (to.zero_points[i] != from.zero_points[0]) {
      return op.Fail(6, Cat("zero_point ", i, " of the result is ", to.zero_points[i],
                            ", zero_point 0 of the operand is ", from.zero_points[0], ", expected the same"));
    }
  }
  return true;
}

// ---- concatenate

bool CheckConcatenateShapes(const OpView& op, int64_t dimension) {
  for (size_t i = 1; i < op.num_operands(); ++i) {
    if (op.rank(i) != op.rank(0)) {
      return op.Fail(2, Cat("operand ", i, " has rank ", op.rank(i), ", operand 0 has rank ", op.rank(0)));
    }
    for (int64_t d = 0; d < op.rank(0); ++d) {
      const auto at = static_cast<size_t>(d);
      if (d == dimension || CompatibleDims(op.dims(i)[at], op.dims(0)[at])) continue;
      return op.Fail(2, Cat("operand ", i, " has shape ", DimsText(op.dims(i)), ", operand 0 has shape ",
                            DimsText(op.dims(0)), ", expected the same but in the concatenated dimension ", dimension));
    }
  }
  return true;
}

// spec: concatenate C6
std::optional<Extent> Concatenated(Extent a, Extent b) {
  if (!IsDynamic(a.dim) && !IsDynamic(b.dim)) {
    const std::optional<int64_t> sum = CheckedAdd(a.dim, b.dim);
    return sum ? std::optional<Extent>({*sum, kDynamic}) : std::nullopt;
  }
  const int64_t most_a = IsDynamic(a.dim) ? a.bound : a.dim;
  const int64_t most_b = IsDynamic(b.dim) ? b.bound : b.dim;
  if (IsDynamic(most_a) || IsDynamic(most_b)) return Extent{};
  return Extent{kDynamic, CheckedAdd(most_a, most_b).value_or(kDynamic)};
}

// ---- slices

bool CheckSliceAt(const OpView& op, size_t i, int64_t start, int64_t limit, int64_t stride, Extent extent) {
  if (start < 0) return op.Fail(3, Cat("start_indices[", i, "] is ", start, ", which is negative, expected >= 0"));
  const int64_t most = IsDynamic(extent.dim) ? extent.bound : extent.dim;
  if (!IsDynamic(most) && limit > most) {
    return op.Fail(3, Cat("limit_indices[", i, "] is ", limit, ", larger than the dimension's ",
                          IsDynamic(extent.dim) ? "bound " : "size ", most));
  }
  if (start > limit) {
    return op.Fail(3, Cat("start_indices[", i, "] is ", start, ", larger than limit_indices[", i, "], ", limit));
  }
  if (stride <= 0) return op.Fail(4, Cat("strides[", i, "] is ", stride, ", expected a positive stride"));
  return true;
}

bool CheckStartIndices(const OpView& op, int constraint, std::span<const ValueId> starts) {
  for (ValueId start : starts) {
    const TypeId type = op.module().type(start);
    const TypeId first = op.module().type(starts[0]);
    if (type == first) continue;
    return op.Fail(constraint, Cat("start indices have types ", op.Text(first), " and ", op.Text(type),
                                   ", expected the same element type"));
  }
  return true;
}

// ---- pad

// spec: pad C4
std::optional<int64_t> Padded(int64_t size, int64_t low, int64_t high, int64_t interior) {
  const auto inner = CheckedMultiply(std::max<int64_t>(size - 1, 0), interior);
  return CheckedAdd(CheckedAdd(size, inner), CheckedAdd(low, high));
}

bool PadDimension(const OpView& op, size_t i, Shape& shape) {
  const int64_t interior = op.I64s("interior_padding")[i];
  if (interior < 0)
    return op.Fail(3, Cat("interior_padding[", i, "] is ", interior, ", which is negative, expected >= 0"));
  const bool is_size = !IsDynamic(shape.dims[i]);
  const int64_t from = is_size ? shape.dims[i] : shape.bound(i);
  if (IsDynamic(from)) return true;
  const std::optional<int64_t> to =
      Padded(from, op.I64s("edge_padding_low")[i], op.I64s("edge_padding_high")[i], interior);
  if (!to || *to < 0) {
    return op.Fail(4, Cat("padding makes the ", is_size ? "size" : "bound", " of dimension ", i,
                          to ? " negative" : " too large", ", expected >= 0"));
  }
  (is_size ? shape.dims : shape.bounds)[i] = *to;
  return true;
}

// ---- reshape

// The product of the dimensions in front of the quantized one. spec: reshape C3
std::optional<int64_t> ProductBefore(const TypeTable& types, TypeId tensor, int64_t axis) {
  return Product(types.dims(tensor).first(static_cast<size_t>(axis)));
}

bool CheckReshapeAxes(const OpView& op) {
  const TypeTable& types = op.types();
  const int64_t from = types.quantized(op.element(0)).axis;
  const int64_t to = types.quantized(op.result_element()).axis;
  const int64_t from_dim = op.dims(0)[static_cast<size_t>(from)];
  const int64_t to_dim = types.dims(op.result(0))[static_cast<size_t>(to)];
  if (!CompatibleDims(from_dim, to_dim)) {
    return op.Fail(3, Cat("quantization dimension of the operand has size ", DimText(from_dim), ", that of the result ",
                          DimText(to_dim), ", expected the same"));
  }
  if (!types.IsStaticTensor(op.operand(0)) || !types.IsStaticTensor(op.result(0))) return true;
  if (ProductBefore(types, op.operand(0), from) == ProductBefore(types, op.result(0), to)) return true;
  return op.Fail(3, Cat("the product of dimensions before the quantization dimension differs in operand ",
                        DimsText(op.dims(0)), " and result ", DimsText(types.dims(op.result(0)))));
}

// ---- transpose

// The quantized dimension moves along.
TypeId TransposedElement(const OpView& op, std::span<const int64_t> permutation) {
  if (!IsPerAxis(op, op.operand(0))) return op.element(0);
  QuantizedType type = op.types().quantized(op.element(0));
  type.axis = std::ranges::find(permutation, type.axis) - permutation.begin();
  return op.module().types().Quantized(type);
}

// spec: transpose C4
bool CheckTransposedAxis(const OpView& op, std::span<const int64_t> permutation) {
  const int64_t axis = op.types().quantized(op.element(0)).axis;
  const int64_t result_axis = op.types().quantized(op.result_element()).axis;
  const auto at = static_cast<size_t>(result_axis);
  if (at < permutation.size() && permutation[at] == axis) return true;
  return op.Fail(4, Cat("quantization_dimension of the operand is ", axis, ", that of the result is ", result_axis,
                        ", permutation is ", DimsText(permutation), ", expected it to lead from one to the other"));
}

}  // namespace

bool BitcastConvert(const OpView& op, Results&) {
  if (!op.has_results()) return true;
  const TypeTable& types = op.types();
  const TypeId from = op.element(0);
  const TypeId to = op.result_element();
  if (types.IsComplex(from) != types.IsComplex(to)) {
    return op.Fail(2, Cat("operand has element type ", op.Text(from), ", result has ", op.Text(to),
                          ", expected both complex or both real types"));
  }
  const int64_t from_bits = ElementBits(types, from);
  const int64_t to_bits = ElementBits(types, to);
  const std::span<const int64_t> result = types.dims(op.result(0));
  return from_bits < to_bits ? CheckBitcastShape(op, op.dims(0), from_bits, result, to_bits)
                             : CheckBitcastShape(op, result, to_bits, op.dims(0), from_bits);
}

bool Broadcast(const OpView& op, Results& results) {
  const std::span<const int64_t> sizes = op.I64s("broadcast_sizes");
  for (int64_t size : sizes) {
    if (size < 0)
      return op.Fail({}, Cat("broadcast_sizes holds the size ", size, ", which is negative, expected >= 0"));
  }
  Shape shape = {{sizes.begin(), sizes.end()}, {}};
  const Shape from = ShapeOf(op.module(), op.operand(0));
  for (size_t i = 0; i < from.dims.size(); ++i) shape.Add(from.dims[i], from.bound(i));
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

bool CheckBroadcastDims(const OpView& op) {
  const std::span<const int64_t> broadcast = op.I64s("broadcast_dimensions");
  if (static_cast<int64_t>(broadcast.size()) != op.rank(0)) {
    return op.Fail(
        2, Cat("broadcast_dimensions has size ", broadcast.size(), ", expected the operand's rank ", op.rank(0)));
  }
  if (!CheckUnique(op, 4, "broadcast_dimensions", broadcast)) return false;
  if (!op.has_results()) return true;
  const std::span<const int64_t> result = op.types().dims(op.result(0));
  if (!CheckIndices(op, 3, "broadcast_dimensions", broadcast, static_cast<int64_t>(result.size()))) return false;
  for (size_t i = 0; i < broadcast.size(); ++i) {
    const int64_t from = op.dims(0)[i];
    const int64_t to = result[static_cast<size_t>(broadcast[i])];
    // A static result dimension is what broadcast_in_dim is checked with; an unknown one says nothing.
    const bool fits = op.opcode() == Opcode::kBroadcastInDim ? IsDynamic(from) || from == to : CompatibleDims(from, to);
    if (from == 1 || fits) continue;
    return op.Fail(5, Cat("size of operand dimension ", i, " is ", DimText(from), ", size of result dimension ",
                          broadcast[i], " is ", DimText(to), ", expected the same or 1"));
  }
  if (!IsPerAxis(op, op.result(0)) || !IsPerAxis(op, op.operand(0))) return true;
  return CheckBroadcastQuantization(op, broadcast);
}

bool BroadcastInDim(const OpView& op, Results&) {
  if (op.has_results() && !IsPerAxis(op, op.operand(0)) && !CheckSameScales(op, 1, op.operand(0), op.result(0))) {
    return false;
  }
  return CheckBroadcastDims(op);
}

bool Concatenate(const OpView& op, Results& results) {
  if (op.num_operands() == 0) return op.Fail(3, "has 0 operands, expected at least 1 to concatenate");
  const int64_t dimension = op.Int("dimension");
  if (dimension >= 0 && op.rank(0) == 0) return op.Fail(4, "operand 0 has rank 0, scalars cannot be concatenated");
  if (!CheckSameElements(op, 1) || !CheckIndex(op, 4, "dimension", dimension, op.rank(0))) return false;
  if (!CheckConcatenateShapes(op, dimension)) return false;
  Shape shape = ShapeOf(op.module(), op.operand(0));
  if (shape.bounds.empty()) shape.bounds.assign(shape.dims.size(), kDynamic);
  for (size_t i = 1; i < op.num_operands(); ++i) {
    const Shape next = ShapeOf(op.module(), op.operand(i));
    for (size_t d = 0; d < shape.dims.size(); ++d) {
      const Extent a = {shape.dims[d], shape.bounds[d]};
      const Extent b = {next.dims[d], next.bound(d)};
      const bool joined = static_cast<int64_t>(d) == dimension;
      const std::optional<Extent> both = joined ? Concatenated(a, b) : MostSpecific(a, b);
      if (!both) {
        return op.Fail(joined ? 6 : 2, Cat("dimension ", d, " of operand ", i, " does not go with those before it: ",
                                           joined ? "the sum of sizes is too large" : "size and bound mismatch"));
      }
      shape.dims[d] = both->dim;
      shape.bounds[d] = both->bound;
    }
  }
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

bool Constant(const OpView& op, Results& results) {
  const TypeId type = op.attrs().type(op.attr("value"));
  if (!op.types().IsTensor(type)) return op.Fail(1, Cat("value has type ", op.Text(type), ", expected a tensor"));
  if (!op.has_results() || type == op.result(0)) {
    results.push_back(type);
    return true;
  }
  // The elements of a quantized constant are given as their storage type. spec: constant C1
  TypeId element = op.result_element();
  if (op.types().IsQuantized(element)) {
    const TypeId given = op.types().element_type(type);
    if (given == op.types().quantized(element).storage) element = given;
  }
  const TypeId expected = WithElement(op.module(), op.result(0), element);
  results.push_back(op.result(0));
  if (CompatibleTypes(op.module(), type, expected)) return true;
  return op.Fail(
      1, Cat("value has type ", op.Text(type), ", the result has type ", op.Text(op.result(0)), ", expected the same"));
}

bool DynamicSlice(const OpView& op, Results& results) {
  const std::span<const int64_t> sizes = op.I64s("slice_sizes");
  const std::span<const ValueId> starts = op.group(1);
  if (starts.size() != sizes.size() || static_cast<int64_t>(sizes.size()) != op.rank(0)) {
    return op.Fail(2, Cat("number of start_indices is ", starts.size(), ", size of slice_sizes is ", sizes.size(),
                          ", expected both to match the operand's rank ", op.rank(0)));
  }
  if (!CheckStartIndices(op, 3, starts)) return false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t dim = op.dims(0)[i];
    if (sizes[i] >= 0 && (IsDynamic(dim) || sizes[i] <= dim)) continue;
    return op.Fail(4, Cat("slice_sizes[", i, "] is ", sizes[i],
                          sizes[i] < 0 ? ", which is negative" : ", greater than the dimension size",
                          ", expected it in the range [0, ", DimText(dim), "] of the slice's operand"));
  }
  if (op.has_results() && op.element(0) != op.result_element()) {
    return op.Fail(1, Cat("result has element type ", op.Text(op.result_element()), ", operand has element type ",
                          op.Text(op.element(0)), ", expected the same"));
  }
  results.push_back(MakeTensor(op.module(), {{sizes.begin(), sizes.end()}, {}}, op.element(0)));
  return true;
}

bool DynamicUpdateSlice(const OpView& op, Results& results) {
  if (op.element(1) != op.element(0)) {
    return op.Fail(2, Cat("update has element type ", op.Text(op.element(1)), ", operand has element type ",
                          op.Text(op.element(0)), ", expected the same"));
  }
  if (op.rank(1) != op.rank(0)) {
    return op.Fail(3, Cat("update has rank ", op.rank(1), ", operand has rank ", op.rank(0), ", expected the same"));
  }
  const std::span<const ValueId> starts = op.group(2);
  if (static_cast<int64_t>(starts.size()) != op.rank(0)) {
    return op.Fail(4, Cat("number of start_indices is ", starts.size(), ", expected the operand's rank ", op.rank(0)));
  }
  if (!CheckStartIndices(op, 5, starts)) return false;
  for (size_t i = 0; i < op.dims(0).size(); ++i) {
    const int64_t dim = op.dims(0)[i];
    const int64_t update = op.dims(1)[i];
    if (IsDynamic(update) || IsDynamic(dim) || update <= dim) continue;
    return op.Fail(6,
                   Cat("size of update in dimension ", i, " is ", update, ", expected it in the range [0, ", dim, "]"));
  }
  results.push_back(op.operand(0));
  return true;
}

bool Iota(const OpView& op, Results&) {
  const int64_t dimension = op.Int("iota_dimension");
  if (dimension < 0) return CheckIndex(op, 1, "iota_dimension", dimension, 0);
  if (!op.has_results()) return true;
  const int64_t rank = op.types().rank(op.result(0));
  if (rank == 0) return op.Fail(1, "output is a scalar, expected rank 1 or more");
  return CheckIndex(op, 1, "iota_dimension", dimension, rank);
}

bool Pad(const OpView& op, Results& results) {
  if (!CheckSameElements(op, 1)) return false;
  for (std::string_view name : {"edge_padding_low", "edge_padding_high", "interior_padding"}) {
    const auto size = static_cast<int64_t>(op.I64s(name).size());
    if (size != op.rank(0)) {
      return op.Fail(2, Cat(name, " has length ", size, ", expected it to match the operand's rank ", op.rank(0)));
    }
  }
  Shape shape = ShapeOf(op.module(), op.operand(0));
  for (size_t i = 0; i < shape.dims.size(); ++i) {
    if (!PadDimension(op, i, shape)) return false;
  }
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

bool CheckReshape(const OpView& op) {
  const TypeTable& types = op.types();
  const std::span<const int64_t> result = types.dims(op.result(0));
  if (types.IsStaticTensor(op.operand(0)) && types.IsStaticTensor(op.result(0))) {
    const std::optional<int64_t> from = Product(op.dims(0));
    const std::optional<int64_t> to = Product(result);
    if (from != to || !from) {
      return op.Fail(2, Cat("operand has ", from ? std::to_string(*from) : "too many", " elements, result has ",
                            to ? std::to_string(*to) : "too many", ", expected the same number of elements"));
    }
  }
  if (!types.IsQuantized(op.element(0)) && !types.IsQuantized(op.result_element())) return true;
  const bool per_axis = IsPerAxis(op, op.operand(0)) && IsPerAxis(op, op.result(0));
  return (!per_axis || CheckReshapeAxes(op)) && CheckSameScales(op, 1, op.operand(0), op.result(0));
}

bool Reshape(const OpView& op, Results&) { return !op.has_results() || CheckReshape(op); }

bool Reverse(const OpView& op, Results& results) {
  const std::span<const int64_t> dimensions = op.I64s("dimensions");
  results.push_back(op.operand(0));
  return CheckSameElements(op, 1) && CheckUnique(op, 2, "dimensions", dimensions) &&
         CheckIndices(op, 3, "dimensions", dimensions, op.rank(0));
}

bool Slice(const OpView& op, Results& results) {
  if (!CheckSameElements(op, 1)) return false;
  for (std::string_view name : {"start_indices", "limit_indices", "strides"}) {
    const auto size = static_cast<int64_t>(op.I64s(name).size());
    if (size != op.rank(0)) {
      return op.Fail(2, Cat("number of elements in ", name, " is ", size, ", expected it to match the operand's rank ",
                            op.rank(0)));
    }
  }
  const std::span<const int64_t> starts = op.I64s("start_indices");
  const std::span<const int64_t> limits = op.I64s("limit_indices");
  const std::span<const int64_t> strides = op.I64s("strides");
  const Shape from = ShapeOf(op.module(), op.operand(0));
  Shape shape;
  for (size_t i = 0; i < from.dims.size(); ++i) {
    if (!CheckSliceAt(op, i, starts[i], limits[i], strides[i], {from.dims[i], from.bound(i)})) return false;
    const int64_t length = limits[i] - starts[i];
    shape.dims.push_back(length / strides[i] + (length % strides[i] == 0 ? 0 : 1));
  }
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

bool Transpose(const OpView& op, Results& results) {
  const std::span<const int64_t> permutation = op.I64s("permutation");
  DimList sorted(permutation.begin(), permutation.end());
  std::ranges::sort(sorted);
  DimList range(op.dims(0).size());
  std::iota(range.begin(), range.end(), 0);
  if (sorted != range) {
    return op.Fail(2, Cat("permutation is ", DimsText(permutation), " of size ", permutation.size(),
                          ", expected a permutation of the operand's dimensions, rank ", op.rank(0)));
  }
  const Shape from = ShapeOf(op.module(), op.operand(0));
  Shape shape;
  for (int64_t d : permutation) shape.Add(from.dims[static_cast<size_t>(d)], from.bound(static_cast<size_t>(d)));
  results.push_back(MakeTensor(op.module(), shape, TransposedElement(op, permutation)));
  if (!op.has_results()) return true;
  const bool per_axis = IsPerAxis(op, op.result(0)) && IsPerAxis(op, op.operand(0));
  return (!per_axis || CheckTransposedAxis(op, permutation)) && CheckSameScales(op, 1, op.operand(0), op.result(0));
}

}  // namespace cppjrt::stablehlo::rules
