// CHLO: broadcasting elementwise ops, ragged_dot, scan, top_k; and the check dialect's comparisons.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// ---- Broadcasting

// A dimension of 1 stretches; one that is not known goes with any.
std::optional<Extent> Stretch(Extent a, Extent b) {
  if (a.dim == 1) return b;
  if (b.dim == 1) return a;
  return MostSpecific(a, b);
}

// Operand dimension i of `from` meets dimension `at(i)` of `shape`.
template <typename At>
bool Merge(const OpView& op, const Shape& from, Shape& shape, At at) {
  if (shape.bounds.empty()) shape.bounds.assign(shape.dims.size(), kDynamic);
  for (size_t i = 0; i < from.dims.size(); ++i) {
    const size_t to = at(i);
    const std::optional<Extent> both = Stretch({from.dims[i], from.bound(i)}, {shape.dims[to], shape.bounds[to]});
    if (!both)
      return op.Fail({}, Cat("operands' dimensions ", from.dims[i], " and ", shape.dims[to],
                             " cannot be broadcast, expected the same or 1"));
    shape.dims[to] = both->dim;
    shape.bounds[to] = both->bound;
  }
  return true;
}

bool AllRanked(const OpView& op) {
  for (size_t i = 0; i < op.num_operands(); ++i) {
    if (!op.IsRanked(i)) return false;
  }
  return true;
}

// As numpy does it: shapes are aligned at their last dimension.
bool BroadcastLast(const OpView& op, Shape& shape) {
  int64_t rank = 0;
  for (size_t i = 0; i < op.num_operands(); ++i) rank = std::max(rank, op.rank(i));
  shape.dims.assign(static_cast<size_t>(rank), 1);
  for (size_t i = 0; i < op.num_operands(); ++i) {
    const size_t skip = static_cast<size_t>(rank - op.rank(i));
    if (!Merge(op, ShapeOf(op.module(), op.operand(i)), shape, [skip](size_t d) { return d + skip; })) return false;
  }
  return true;
}

// By broadcast_dimensions: where the smaller operand's dimensions go. Programs in use get them wrong, and upstream then
// knows nothing of the result; so does this.
bool BroadcastTo(const OpView& op, std::span<const int64_t> dimensions, Shape& shape) {
  const size_t large = op.rank(0) > op.rank(1) ? 0 : 1;
  const Shape small = ShapeOf(op.module(), op.operand(1 - large));
  if (dimensions.size() != small.dims.size()) {
    return op.Fail({}, Cat("broadcast_dimensions has size ", dimensions.size(),
                           ", expected the smaller operand's rank ", small.dims.size()));
  }
  for (int64_t d : dimensions) {
    if (d >= 0 && d < op.rank(large)) continue;
    return op.Fail({}, Cat("broadcast_dimensions holds ", d, ", out of bounds for rank ", op.rank(large)));
  }
  shape = ShapeOf(op.module(), op.operand(large));
  return Merge(op, small, shape, [dimensions](size_t d) { return static_cast<size_t>(dimensions[d]); });
}

bool BroadcastBinary(const OpView& op, TypeId element, Results& results) {
  if (!CompatibleElements(op.types(), op.element(0), op.element(1))) {
    return op.Fail({}, Cat("mismatched operand types: lhs has element type ", op.Text(op.element(0)), ", rhs has ",
                           op.Text(op.element(1)), ", expected compatible element types"));
  }
  if (!AllRanked(op)) {
    results.push_back(op.module().types().UnrankedTensor(element));
    return true;
  }
  Shape shape;
  if (op.has("broadcast_dimensions")) {
    const bool known = BroadcastTo(op.Lenient(), op.I64s("broadcast_dimensions"), shape);
    results.push_back(known ? MakeTensor(op.module(), shape, element) : op.module().types().UnrankedTensor(element));
    return true;
  }
  if (!BroadcastLast(op, shape)) return false;
  results.push_back(MakeTensor(op.module(), shape, element));
  return true;
}

// ---- ragged_dot

constexpr std::string_view kRagged = "ragged_dot_dimension_numbers";

enum class RaggedMode { kNonContracting, kContracting, kBatch };

struct Ragged {
  DotDims dot;
  std::span<const int64_t> group_dims;
  int64_t dim = 0;
  RaggedMode mode = RaggedMode::kNonContracting;
};

// The dimensions of lhs that group_sizes has in front of the groups.
DimList PrefixDims(const Ragged& ragged) {
  const DotDims& dot = ragged.dot;
  const auto until = [&ragged](std::span<const int64_t> dims) { return std::ranges::find(dims, ragged.dim); };
  DimList prefix;
  if (ragged.mode == RaggedMode::kBatch) {
    prefix.assign(dot.lhs_batching.begin(), until(dot.lhs_batching));
    return prefix;
  }
  prefix.assign(dot.lhs_batching.begin(), dot.lhs_batching.end());
  if (ragged.mode == RaggedMode::kContracting) {
    prefix.insert(prefix.end(), dot.lhs_contracting.begin(), until(dot.lhs_contracting));
    return prefix;
  }
  for (int64_t d = 0; d < ragged.dim; ++d) {
    if (!Contains(dot.lhs_batching, d) && !Contains(dot.lhs_contracting, d)) prefix.push_back(d);
  }
  return prefix;
}

bool CheckGroupSizes(const OpView& op, const Ragged& ragged) {
  const std::span<const int64_t> sizes = op.dims(2);
  if (sizes.size() == 1) return true;
  DimList expected = PrefixDims(ragged);
  if (sizes.size() != expected.size() + 1) {
    return op.Fail({}, Cat("group_sizes has rank ", sizes.size(), ", expected rank ", expected.size() + 1));
  }
  for (int64_t& d : expected) d = op.dims(0)[static_cast<size_t>(d)];
  if (std::ranges::equal(expected, sizes.first(expected.size()))) return true;
  expected.push_back(sizes.back());
  return op.Fail({}, Cat("group_sizes has shape ", DimsText(sizes), ", expected ", DimsText(expected)));
}

bool CheckGroupDims(const OpView& op, const Ragged& ragged) {
  const std::span<const int64_t> groups = ragged.group_dims;
  for (int64_t d : groups) {
    if (d >= 0 && d < op.rank(1)) continue;
    return op.Fail({}, Cat("rhs_group_dimensions (rhs_group_dim) holds ", d, ", out of bounds for rank ", op.rank(1)));
  }
  if (!CheckDistinct(op, 0, "rhs_group_dimensions", groups, "rhs_batching_dimensions", ragged.dot.rhs_batching) ||
      !CheckDistinct(op, 0, "rhs_group_dimensions", groups, "rhs_contracting_dimensions", ragged.dot.rhs_contracting)) {
    return false;
  }
  if (ragged.mode != RaggedMode::kNonContracting) {
    if (groups.empty()) return true;
    return op.Fail({}, Cat("number of rhs group dimensions is ", groups.size(),
                           ", expected zero because the ragged dimension is batching or contracting"));
  }
  if (groups.size() != 1) {
    return op.Fail({}, Cat("number of rhs group dimensions is ", groups.size(),
                           ", expected exactly one because the ragged dimension of lhs is not contracting"));
  }
  const int64_t size = op.dims(1)[static_cast<size_t>(groups[0])];
  if (CompatibleDims(size, op.dims(2).back())) return true;
  return op.Fail(
      {}, Cat("size of the rhs group dimension is ", size, ", expected the number of groups ", op.dims(2).back()));
}

bool ReadRagged(const OpView& op, Ragged& ragged) {
  ragged.dot = DotDimsOf(op, kRagged);
  ragged.group_dims = op.FieldI64s(kRagged, "rhs_group_dimensions");
  const std::span<const int64_t> dims = op.FieldI64s(kRagged, "lhs_ragged_dimensions");
  if (dims.size() != 1)
    return op.Fail({}, Cat("number of ragged dimensions in lhs is ", dims.size(), ", expected exactly one"));
  ragged.dim = dims[0];
  if (ragged.dim < 0 || ragged.dim >= op.rank(0)) {
    return op.Fail(
        {}, Cat("lhs_ragged_dim is ", ragged.dim, ", out of bounds, expected it in the range [0, ", op.rank(0), ")"));
  }
  if (Contains(ragged.dot.lhs_batching, ragged.dim)) ragged.mode = RaggedMode::kBatch;
  if (Contains(ragged.dot.lhs_contracting, ragged.dim)) ragged.mode = RaggedMode::kContracting;
  return true;
}

Shape RaggedShape(const OpView& op, const Ragged& ragged) {
  const DotDims& dot = ragged.dot;
  Shape shape;
  if (ragged.mode == RaggedMode::kContracting) shape.dims.push_back(op.dims(2).back());
  for (int64_t d : dot.lhs_batching) shape.dims.push_back(op.dims(0)[static_cast<size_t>(d)]);
  for (int64_t d = 0; d < op.rank(0); ++d) {
    if (!Contains(dot.lhs_batching, d) && !Contains(dot.lhs_contracting, d))
      shape.dims.push_back(op.dims(0)[static_cast<size_t>(d)]);
  }
  for (int64_t d = 0; d < op.rank(1); ++d) {
    const bool is_free =
        !Contains(dot.rhs_batching, d) && !Contains(dot.rhs_contracting, d) && !Contains(ragged.group_dims, d);
    if (is_free) shape.dims.push_back(op.dims(1)[static_cast<size_t>(d)]);
  }
  return shape;
}

// ---- scan

// The size of the scanned dimension, from scan_dim_size or the inputs; none, reported, if they differ.
std::optional<int64_t> ScanSize(const OpView& op, std::span<const ValueId> inputs, int64_t dimension) {
  int64_t size = op.has("scan_dim_size") ? op.Int("scan_dim_size") : kDynamic;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!op.IsRanked(i)) {
      op.Fail({}, Cat("operand ", i, " is not ranked, expected a rank"));
      return std::nullopt;
    }
    if (dimension < 0 || dimension >= op.rank(i)) {
      op.Fail({},
              Cat("dimension of the scan is ", dimension, ", out of bounds for operand ", i, " of rank ", op.rank(i)));
      return std::nullopt;
    }
    const int64_t dim = op.dims(i)[static_cast<size_t>(dimension)];
    if (!CompatibleDims(dim, size)) {
      op.Fail({}, Cat("size of the scan dimension of operand ", i, " is ", dim, ", expected ", size));
      return std::nullopt;
    }
    if (IsDynamic(size)) size = dim;
  }
  return size;
}

// The body takes each input without the scanned dimension, then the carries.
bool CheckScanArguments(const OpView& op, size_t inputs, int64_t dimension) {
  const std::vector<TypeId> arguments = op.argument_types(0);
  if (arguments.size() != op.num_operands()) {
    return op.Fail({}, Cat("the body takes ", Count(arguments.size(), "argument"), ", expected ", op.num_operands()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!op.IsRanked(i)) return op.Fail({}, Cat("operand ", i, " is not ranked, expected a rank"));
    Shape shape = ShapeOf(op.module(), op.operand(i));
    if (i < inputs) {
      shape.dims.erase(shape.dims.begin() + dimension);
      if (!shape.bounds.empty()) shape.bounds.erase(shape.bounds.begin() + dimension);
    }
    const TypeId wanted = MakeTensor(op.module(), shape, op.element(i));
    if (CompatibleTypes(op.module(), arguments[i], wanted)) continue;
    return op.Fail({}, Cat("body argument ", i, " of the scan has type ", op.Text(arguments[i]),
                           ", incompatible with operand ", i, ", expected ", op.Text(wanted)));
  }
  return true;
}

}  // namespace

bool ChloBroadcast(const OpView& op, Results& results) { return BroadcastBinary(op, op.element(0), results); }
bool ChloBroadcastCompare(const OpView& op, Results& results) { return BroadcastBinary(op, scalar::kI1, results); }

bool ChloBroadcastComplex(const OpView& op, Results& results) {
  return BroadcastBinary(op, op.module().types().Complex(op.element(0)), results);
}

bool ChloBroadcastSelect(const OpView& op, Results& results) {
  if (op.element(1) != op.element(2)) {
    return op.Fail({}, Cat("mismatched operand types: on_true has element type ", op.Text(op.element(1)),
                           ", on_false has ", op.Text(op.element(2)), ", expected the same"));
  }
  Shape shape;
  if (!AllRanked(op)) {
    results.push_back(op.module().types().UnrankedTensor(op.element(1)));
    return true;
  }
  if (!BroadcastLast(op, shape)) return false;
  results.push_back(MakeTensor(op.module(), shape, op.element(1)));
  return true;
}

bool ChloConstantLike(const OpView& op, Results& results) {
  const AttrId value = op.attr("value");
  const AttrTable& attrs = op.attrs();
  const TypeId type = attrs.Is(value, AttrKind::kBool) ? scalar::kI1 : attrs.type(value);
  if (attrs.Is(value, AttrKind::kOpaque)) {  // #complex.number<…>, whose type is in its text
    results.push_back(op.has_results() ? op.result(0) : op.operand(0));
    return true;
  }
  if (op.has_results() && type != op.result_element()) {
    return op.Fail({}, Cat("type of value is ", op.Text(type), ", expected the result's element type ",
                           op.Text(op.result_element())));
  }
  results.push_back(WithElement(op.module(), op.operand(0), type));
  return true;
}

bool ChloRaggedDot(const OpView& op, Results& results) {
  if (!AllRanked(op)) return op.Fail({}, "operands are not ranked, expected a rank");
  if (op.rank(2) == 0) return op.Fail({}, "group_sizes has rank 0, expected rank 1 or more");
  Ragged ragged;
  const DotDims dot = DotDimsOf(op, kRagged);
  if (!CheckDotDims(op, dot) || !ReadRagged(op, ragged) || !CheckGroupSizes(op, ragged) || !CheckGroupDims(op, ragged))
    return false;
  const Shape shape = RaggedShape(op, ragged);
  PushContracted(op, shape, results);
  return CheckResultShape(op, 0, shape);
}

bool ChloScan(const OpView& op, Results& results) {
  const std::span<const ValueId> inputs = op.group(0);
  const size_t carries = op.group(1).size();
  const std::vector<TypeId> returned = op.return_types(0);
  const int64_t dimension = op.Int("dimension");
  if (returned.size() < carries) {
    return op.Fail(
        {}, Cat("the body returns ", Count(returned.size(), "result"), ", expected at least ", carries, " carries"));
  }
  const size_t outputs = returned.size() - carries;
  if (inputs.empty() && outputs == 0)
    return op.Fail({}, "has no inputs and no outputs, it requires at least one of them");
  const std::optional<int64_t> size = ScanSize(op, inputs, dimension);
  if (!size || !CheckScanArguments(op, inputs.size(), dimension)) return false;
  for (size_t i = 0; i < returned.size(); ++i) {
    if (!op.types().IsTensor(returned[i]))
      return op.Fail({}, Cat("result ", i, " of the body is not a ranked tensor, expected one"));
    Shape shape = {ShapeOf(op.module(), returned[i]).dims, {}};
    if (i < outputs) {
      if (dimension < 0 || dimension > static_cast<int64_t>(shape.dims.size())) {
        return op.Fail({}, Cat("dimension of the scan is ", dimension, ", out of bounds for output ", i));
      }
      shape.dims.insert(shape.dims.begin() + dimension, *size);
    }
    results.push_back(MakeTensor(op.module(), shape, op.types().element_type(returned[i])));
  }
  return true;
}

bool ChloTopK(const OpView& op, Results& results) {
  TypeTable& types = op.module().types();
  const int64_t k = op.Int("k");
  if (k < 0) return op.Fail({}, Cat("k is ", k, ", which is negative, expected >= 0"));
  if (!op.IsRanked(0)) {
    results = {types.UnrankedTensor(op.element(0)), types.UnrankedTensor(scalar::kI32)};
    return true;
  }
  if (op.rank(0) < 1) return op.Fail({}, Cat("operand has rank ", op.rank(0), ", expected rank at least 1"));
  Shape shape = ShapeOf(op.module(), op.operand(0));
  if (!IsDynamic(shape.dims.back()) && shape.dims.back() < k) {
    return op.Fail({},
                   Cat("size of the operand's last dimension is ", shape.dims.back(), ", expected at least k, ", k));
  }
  shape.dims.back() = k;
  if (!shape.bounds.empty()) shape.bounds.back() = kDynamic;
  results = {MakeTensor(op.module(), shape, op.element(0)), MakeTensor(op.module(), shape, scalar::kI32)};
  return true;
}

bool CheckValue(const OpView& op, Results&) {
  const TypeId type = op.attrs().type(op.attr("value"));
  if (type == op.operand(0)) return true;
  return op.Fail(
      {}, Cat("value has type ", op.Text(type), ", operand has type ", op.Text(op.operand(0)), ", expected the same"));
}

bool CheckPair(const OpView& op, Results&) {
  if (op.operand(0) == op.operand(1)) return true;
  return op.Fail(
      {}, Cat("operands have types ", op.Text(op.operand(0)), " and ", op.Text(op.operand(1)), ", expected the same"));
}

}  // namespace cppjrt::stablehlo::rules
