// Scatters that are no more than a choice for each element: one update for each row along one dimension, at a place that is
// computed.
//
//   scatter f32[n,m] 0, (i, column[i]), updates f32[n]          ->   select(column[i] == j, updates[i], 0) for each i, j
//   scatter f32[n,k,m] 0, (i, j, column[i,j]), updates f32[n,k]  ->   likewise, for any rank and either order of dimensions
//
// As elements it is fused into what uses it, where an array of zeros would be written and read again.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/progression.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

Dims RowMajor(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  return strides;
}

// The dimension, of an extent above 1, whose coordinate each element is; none if that cannot be seen.
std::optional<int64_t> CoordinateOf(Value value) {
  const Node& node = *value.node;
  const auto above_one = [&](int64_t d) { return value.dims()[At(d)] > 1 ? std::optional(d) : std::nullopt; };
  if (node.kind == NodeKind::kIota) return above_one(node.dims_attr()[0]);
  if (node.Is(ElementOp::kConvert)) return CoordinateOf(node.operands[0]);
  if (node.kind == NodeKind::kBroadcast || node.kind == NodeKind::kReshape) {
    const std::optional<int64_t> before = CoordinateOf(node.operands[0]);
    if (before && node.kind == NodeKind::kBroadcast) return above_one(node.dims_attr()[At(*before)]);
    const std::optional<Dims> map = before ? OnesOnly(node.operands[0].dims(), value.dims()) : std::nullopt;
    if (map) return (*map)[At(*before)];
  }
  // Arithmetic that comes to 0, 1, ... in an array of one long dimension.
  const std::optional<Progression> p = ProgressionOf(value);
  if (!p || p->start != 0 || p->step != 1) return std::nullopt;
  for (int64_t d = 0; d < static_cast<int64_t>(value.shape().rank()); ++d) {
    if (value.dims()[At(d)] == value.shape().num_elements()) return above_one(d);
  }
  return std::nullopt;
}

class OnePerRow {
 public:
  explicit OnePerRow(Node& node)
      : node_(node), attrs_(node.attr<ScatterAttrs>()), to_input_(updates().shape().rank(), -1) {}

  bool Holds() {
    if (node_.shapes.size() != 1 || !IsSplat(input()) || !IsScalarFunction(*node_.bodies[0])) return false;
    if (!attrs_.update_window_dims.empty() || updates().shape().rank() + 1 != input().shape().rank()) return false;
    if (updates().shape().num_elements() == 0 || input().shape().num_elements() == 0) return false;
    for (size_t i = 0; i < attrs_.input_batching_dims.size(); ++i) {
      if (!Map(UpdateDim(attrs_.scatter_indices_batching_dims[i]), attrs_.input_batching_dims[i])) return false;
    }
    for (size_t k = 0; k < attrs_.scatter_dims_to_operand_dims.size(); ++k) {
      const int64_t dim = attrs_.scatter_dims_to_operand_dims[k];
      if (const std::optional<int64_t> counted = CountedDim(k)) {
        if (!Map(UpdateDim(*counted), dim)) return false;
      } else if (std::exchange(column_, dim) >= 0) {
        return false;
      } else {
        component_ = k;
      }
    }
    return column_ >= 0 && !Contains(to_input_, -1) && Fits();
  }

  Values Made() {
    Body& body = *node_.parent;
    const Dims& dims = input().dims();
    const Value column = Component(component_);
    const Value places = body.Iota({column.type(), dims}, column_);
    const Value here = body.Compare(CompareDirection::kEq, body.Broadcast(column, dims, to_input_), places);
    const Value before = MakeSplat(body, *SplatOf(input()), updates().dims());
    const Value arguments[] = {before, updates()};
    const Value after = MapInto(body, *node_.bodies[0], arguments, updates().dims())[0];
    return {body.Elementwise(ElementOp::kSelect, {here, body.Broadcast(after, dims, to_input_), input()})};
  }

 private:
  Value input() const { return node_.operands[0]; }
  Value indices() const { return node_.operands[1]; }
  Value updates() const { return node_.operands[2]; }

  // The dimension of the updates that a dimension of the indices is.
  int64_t UpdateDim(int64_t index_dim) const { return index_dim > attrs_.index_vector_dim ? index_dim - 1 : index_dim; }

  bool Map(int64_t update_dim, int64_t input_dim) {
    int64_t& at = to_input_[At(update_dim)];
    if (updates().dims()[At(update_dim)] != input().dims()[At(input_dim)]) return false;
    return std::exchange(at, input_dim) < 0;
  }

  // The dimension of the indices whose coordinate component `k` is: 0, 1, ... along it, the same along all others.
  std::optional<int64_t> CountedDim(size_t k) const {
    const Node& node = *indices().node;
    const int64_t vector_dim = attrs_.index_vector_dim;
    if (vector_dim == static_cast<int64_t>(indices().shape().rank())) return std::nullopt;
    if (IsConstant(indices()) && !IsSplat(indices())) return CountedByConstant(node.attr<ConstantAttrs>().value, k);
    const bool together = node.kind == NodeKind::kConcatenate && node.dims_attr()[0] == vector_dim &&
                          node.operands.size() == attrs_.scatter_dims_to_operand_dims.size();
    return together ? CoordinateOf(node.operands[k]) : std::nullopt;
  }

  std::optional<int64_t> CountedByConstant(const Tensor& all, size_t k) const {
    const Dims& dims = all.dims();
    for (int64_t d = 0; d < static_cast<int64_t>(dims.size()); ++d) {
      if (d != attrs_.index_vector_dim && dims[At(d)] > 1 && IsCoordinate(all, d, static_cast<int64_t>(k))) return d;
    }
    return std::nullopt;
  }
  // Whether component `k` of each index vector is its coordinate along `dim`.
  bool IsCoordinate(const Tensor& all, int64_t dim, int64_t k) const {
    const Dims& dims = all.dims();
    const Dims strides = RowMajor(dims);
    for (int64_t at = 0; at < all.num_elements(); ++at) {
      const auto coordinate = [&](int64_t d) { return at / strides[At(d)] % dims[At(d)]; };
      if (coordinate(attrs_.index_vector_dim) == k && IntAt(all, at) != coordinate(dim)) return false;
    }
    return true;
  }

  // Whether every column is a number of the indices' type.
  bool Fits() const { return input().dims()[At(column_)] - 1 <= LargestInt(indices().type()); }

  Value Component(size_t k) const {
    Body& body = *node_.parent;
    const auto vector_dim = At(attrs_.index_vector_dim);
    if (vector_dim == indices().shape().rank()) return indices();
    Dims start(indices().shape().rank(), 0), limit = indices().dims();
    start[vector_dim] = static_cast<int64_t>(k);
    limit[vector_dim] = static_cast<int64_t>(k) + 1;
    return body.Reshape(body.Slice(indices(), start, limit, Dims(start.size(), 1)), updates().dims());
  }

  Node& node_;
  const ScatterAttrs& attrs_;
  Dims to_input_;  // the input's dimension that each of the updates' is
  int64_t column_ = -1;
  size_t component_ = 0;
};

}  // namespace

Values ScatterAsSelect(Node& node) {
  OnePerRow rows(node);
  return rows.Holds() ? rows.Made() : Values();
}

}  // namespace cppjrt::cpu
