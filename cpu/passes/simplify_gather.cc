// Gathers and scatters that are slices: one index, or indices that count.
#include <algorithm>
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/progression.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

// Whether there is a single index vector; it may be of no elements.
bool IsOneVector(const Dims& indices, int64_t vector_dim) {
  for (size_t d = 0; d < indices.size(); ++d) {
    if (d != At(vector_dim) && indices[d] != 1) return false;
  }
  return true;
}

// The elements of a single index vector as scalars.
std::vector<Value> IndexElements(Body& body, Value indices) {
  const int64_t n = indices.shape().num_elements();
  const Value flat = body.Reshape(indices, {n});
  std::vector<Value> elements;
  for (int64_t i = 0; i < n; ++i) elements.push_back(body.Reshape(body.Slice(flat, {i}, {i + 1}, {1}), {}));
  return elements;
}

// A start for each dimension of the operand: an element of the vector, or 0.
std::vector<Value> StartsFrom(Body& body, Value indices, const Dims& map, size_t rank) {
  const std::vector<Value> elements = IndexElements(body, indices);
  std::vector<Value> starts(rank);
  for (size_t i = 0; i < map.size(); ++i) starts[At(map[i])] = elements[i];
  for (Value& start : starts) {
    if (!start.valid()) start = body.SplatInt(indices.type(), {}, 0);
  }
  return starts;
}

// One index vector: a dynamic slice, which clamps as a gather does.
Values GatherOne(Node& node) {
  const GatherAttrs& attrs = node.attr<GatherAttrs>();
  const Value x = node.operands[0], indices = node.operands[1];
  if (!IsOneVector(indices.dims(), attrs.index_vector_dim)) return {};
  Body& body = *node.parent;
  std::vector<Value> starts = StartsFrom(body, indices, attrs.start_index_map, x.shape().rank());
  return {body.Reshape(body.DynamicSlice(x, std::move(starts), attrs.slice_sizes), node.shape().dims)};
}

// Indices c, c + s, c + 2 s, … along one dimension of which one element each is taken: a slice. The dimension goes to where the
// result has its batches.
Values GatherCounted(Node& node) {
  const GatherAttrs& attrs = node.attr<GatherAttrs>();
  const Value x = node.operands[0], indices = node.operands[1];
  if (attrs.start_index_map.size() != 1 || !attrs.operand_batching_dims.empty()) return {};
  const size_t dim = At(attrs.start_index_map[0]);
  if (attrs.collapsed_slice_dims != Dims{static_cast<int64_t>(dim)}) return {};
  for (size_t d = 0; d < x.shape().rank(); ++d) {
    if (d != dim && attrs.slice_sizes[d] != x.dims()[d]) return {};
  }
  // Batches in several dimensions would be fine too, if all but one have extent 1; then the reshape below does it.
  const std::optional<Progression> p = ProgressionOf(indices);
  const int64_t n = indices.shape().num_elements();
  if (!p || p->step == 0) return {};
  const int64_t last = p->start + (n - 1) * p->step;
  const int64_t low = std::min(p->start, last), high = std::max(p->start, last);
  if (low < 0 || high >= x.dims()[dim]) return {};
  Body& body = *node.parent;
  Dims start(x.shape().rank(), 0), limit = x.dims(), stride(x.shape().rank(), 1);
  start[dim] = low;
  limit[dim] = high + 1;
  stride[dim] = std::abs(p->step);
  Value part = body.Slice(x, start, limit, stride);
  if (p->step < 0) part = body.Reverse(part, {static_cast<int64_t>(dim)});
  // In front of which of the offset dimensions the batch of n stands.
  size_t offsets_before = 0;
  for (size_t d = 0; d < node.shape().rank(); ++d) {
    const bool offset = Contains(attrs.offset_dims, static_cast<int64_t>(d));
    if (!offset && node.shape().dims[d] == n) break;
    if (offset) ++offsets_before;
  }
  Dims permutation;
  for (size_t d = 0; d < x.shape().rank(); ++d) {
    if (d != dim) permutation.push_back(static_cast<int64_t>(d));
  }
  Dims order;
  for (size_t i = 0; i <= permutation.size(); ++i) {
    if (i == offsets_before) order.push_back(static_cast<int64_t>(dim));
    if (i < permutation.size()) order.push_back(permutation[i]);
  }
  return {body.Reshape(body.Transpose(part, order), node.shape().dims)};
}

// Whether the slice that begins at `starts` is inside, as i1[]; none if it always is.
Value Inside(Body& body, const std::vector<Value>& starts, const Dims& whole, const Dims& part) {
  Value all;
  for (size_t d = 0; d < starts.size(); ++d) {
    const Range range = RangeOf(starts[d]);
    const int64_t most = whole[d] - part[d];
    const auto need = [&](CompareDirection direction, int64_t bound) {
      const Value test = body.Compare(direction, starts[d], body.SplatInt(starts[d].type(), {}, bound));
      all = all.valid() ? body.Elementwise(ElementOp::kAnd, {all, test}) : test;
    };
    if (range.low < 0) need(CompareDirection::kGe, 0);
    if (range.high > most) need(CompareDirection::kLe, most);
  }
  return all;
}

// The extents of the slice of the operand that one update covers.
Dims WindowOf(const Node& scatter) {
  const ScatterAttrs& attrs = scatter.attr<ScatterAttrs>();
  const Dims& update = scatter.operands[2].dims();
  Dims window;
  size_t next = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(scatter.shape().rank()); ++d) {
    const bool single = Contains(attrs.inserted_window_dims, d) || Contains(attrs.input_batching_dims, d);
    window.push_back(single ? 1 : update[At(attrs.update_window_dims[next++])]);
  }
  return window;
}

// One index vector: the slice there, combined with the update, written back; unless it is not wholly inside, when nothing is
// written. REQUIRES: one input.
Values ScatterOne(Node& node) {
  const ScatterAttrs& attrs = node.attr<ScatterAttrs>();
  const Value x = node.operands[0], indices = node.operands[1], update = node.operands[2];
  const Dims window = WindowOf(node);
  if (!IsOneVector(indices.dims(), attrs.index_vector_dim)) return {};
  if (indices.type() == ElementType::kUI64) return {};
  for (size_t d = 0; d < window.size(); ++d) {
    if (window[d] > x.dims()[d]) return {};
    // Bounds must be numbers of the indices' type.
    if (x.dims()[d] - window[d] > LargestInt(indices.type())) return {};
  }
  Body& body = *node.parent;
  const std::vector<Value> starts = StartsFrom(body, indices, attrs.scatter_dims_to_operand_dims, x.shape().rank());
  const Value there = body.DynamicSlice(x, starts, window);
  Value combined = MapInto(body, *node.bodies[0], std::vector<Value>{there, body.Reshape(update, window)}, window)[0];
  if (const Value inside = Inside(body, starts, x.dims(), window); inside.valid()) {
    const Value spread = window.empty() ? inside : body.Broadcast(inside, window, {});
    combined = body.Elementwise(ElementOp::kSelect, {spread, combined, there});
  }
  return {body.DynamicUpdate(x, combined, starts)};
}

}  // namespace

Values SimplifyGather(Node& node) {
  const Value x = node.operands[0];
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(*node.parent, *element, node.shape().dims)};
  if (node.shape().num_elements() == 0 || x.shape().num_elements() == 0) return {};
  if (Values values = GatherOne(node); !values.empty()) return values;
  return GatherCounted(node);
}

Values SimplifyScatter(Node& node) {
  if (node.shapes.size() != 1 || !IsScalarFunction(*node.bodies[0])) return {};
  if (node.operands[2].shape().num_elements() == 0) return {node.operands[0]};
  if (Values values = ScatterOne(node); !values.empty()) return values;
  return ScatterAsSelect(node);
}

}  // namespace cppjrt::cpu
