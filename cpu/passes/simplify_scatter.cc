// Scatters that are no more than a choice for each element: one update for each row, at a column that is computed.
//
//   scatter f32[n,m] 0, (i, column[i]), updates f32[n]   ->   select(column[i] == j, updates[i], 0) for each i, j
//
// That is the gradient of picking one element of each row (a loss of classes). As elements it is fused into what uses it, where an
// array of zeros would be written and read again.
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
      if (CountsRows(k, dim)) {
        if (!Map(0, dim)) return false;
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

  // Whether component `k` of the only row of index vectors is 0, 1, …
  bool CountsRows(size_t k, int64_t dim) const {
    if (updates().shape().rank() != 1 || updates().dims()[0] != input().dims()[At(dim)] || updates().dims()[0] < 2) {
      return false;
    }
    const Node& node = *indices().node;
    const auto components = static_cast<int64_t>(attrs_.scatter_dims_to_operand_dims.size());
    if (IsConstant(indices()) && !IsSplat(indices()) && attrs_.index_vector_dim == 1) {
      const Tensor& all = node.attr<ConstantAttrs>().value;
      for (int64_t i = 0; i < updates().dims()[0]; ++i) {
        if (IntAt(all, i * components + static_cast<int64_t>(k)) != i) return false;
      }
      return true;
    }
    const bool together = node.kind == NodeKind::kConcatenate && node.dims_attr()[0] == attrs_.index_vector_dim &&
                          node.operands.size() == static_cast<size_t>(components);
    if (!together) return false;
    const std::optional<Progression> p = ProgressionOf(node.operands[k]);
    return p && p->start == 0 && p->step == 1;
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
