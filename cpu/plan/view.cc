#include "cpu/plan/view.h"

#include <algorithm>
#include <utility>

namespace cppjrt::cpu {
namespace {

using Sources = std::vector<Source>;

Sources One(Value value, Index index) { return {{{}, value, std::move(index)}}; }

Sources OfBroadcast(IndexSpace&, const Node& node, const Index& index) {
  const Value operand = node.operands[0];
  Index at(operand.shape().rank());
  for (size_t i = 0; i < at.size(); ++i) {
    if (operand.dims()[i] != 1) at[i] = index[static_cast<size_t>(node.dims_attr()[i])];
  }
  return One(operand, std::move(at));
}

Sources OfReshape(IndexSpace& space, const Node& node, const Index& index) {
  return One(node.operands[0], Delinearize(space, LinearOffset(index, node.shape().dims), node.operands[0].dims()));
}

Sources OfTranspose(IndexSpace&, const Node& node, const Index& index) {
  Index at(index.size());
  for (size_t i = 0; i < at.size(); ++i) at[static_cast<size_t>(node.dims_attr()[i])] = index[i];
  return One(node.operands[0], std::move(at));
}

Sources OfReverse(IndexSpace&, const Node& node, const Index& index) {
  Index at = index;
  for (const int64_t d : node.dims_attr()) {
    const auto i = static_cast<size_t>(d);
    at[i] = Affine(node.shape().dims[i] - 1) - index[i];
  }
  return One(node.operands[0], std::move(at));
}

Sources OfSlice(IndexSpace&, const Node& node, const Index& index) {
  const auto& attrs = node.attr<SliceAttrs>();
  Index at(index.size());
  for (size_t i = 0; i < at.size(); ++i) at[i] = index[i] * attrs.stride[i] + attrs.start[i];
  return One(node.operands[0], std::move(at));
}

Sources OfPad(IndexSpace& space, const Node& node, const Index& index) {
  const auto& attrs = node.attr<PadAttrs>();
  const Value operand = node.operands[0];
  Source inside;
  inside.value = operand;
  inside.index.resize(index.size());
  for (size_t i = 0; i < index.size(); ++i) {
    const int64_t step = attrs.interior[i] + 1;
    const int64_t n = operand.dims()[i];
    const Affine e = index[i] - attrs.low[i];
    if (attrs.low[i] != 0 || attrs.high[i] != 0 || step != 1) {
      inside.guards.push_back({e, 0, n == 0 ? 0 : (n - 1) * step + 1, step});
    }
    inside.index[i] = space.Div(e, step);
  }
  return {std::move(inside), {{}, node.operands[1], {}}};
}

Sources OfConcatenate(IndexSpace&, const Node& node, const Index& index) {
  const auto dim = static_cast<size_t>(node.dims_attr()[0]);
  Sources sources;
  int64_t start = 0;
  for (const Value part : node.operands) {
    const int64_t extent = part.dims()[dim];
    if (extent == 0) continue;
    Source source;
    source.value = part;
    source.index = index;
    source.index[dim] = index[dim] - start;
    source.guards.push_back({index[dim] - start, 0, extent, 1});
    start += extent;
    sources.push_back(std::move(source));
  }
  sources.back().guards.clear();
  return sources;
}

// The start of a window of `size` in `extent`, kept inside.
Affine Start(IndexSpace& space, Value start, int64_t extent, int64_t size) {
  return space.Dynamic(start, {}, {0, extent - size});
}

Sources OfDynamicSlice(IndexSpace& space, const Node& node, const Index& index) {
  const Value operand = node.operands[0];
  Index at(index.size());
  for (size_t i = 0; i < at.size(); ++i) {
    at[i] = index[i] + Start(space, node.operands[1 + i], operand.dims()[i], node.shape().dims[i]);
  }
  return One(operand, std::move(at));
}

Sources OfDynamicUpdate(IndexSpace& space, const Node& node, const Index& index) {
  const Value operand = node.operands[0];
  const Value update = node.operands[1];
  Source inside;
  inside.value = update;
  inside.index.resize(index.size());
  for (size_t i = 0; i < index.size(); ++i) {
    const int64_t size = update.dims()[i];
    inside.index[i] = index[i] - Start(space, node.operands[2 + i], operand.dims()[i], size);
    inside.guards.push_back({inside.index[i], 0, size, 1});
  }
  return {std::move(inside), {{}, operand, index}};
}

Sources OfGather(IndexSpace& space, const Node& node, const Index& index) {
  const auto& attrs = node.attr<GatherAttrs>();
  const Value operand = node.operands[0];
  const Value starts = node.operands[1];
  const auto in = [](const Dims& dims, size_t d) {
    return std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
  };
  Index batch;
  for (size_t d = 0; d < index.size(); ++d) {
    if (!in(attrs.offset_dims, d)) batch.push_back(index[d]);
  }
  const auto vector_dim = static_cast<size_t>(attrs.index_vector_dim);
  // Where in `starts` component k of the index vector is.
  const auto component = [&](int64_t k) {
    Index at = batch;
    if (vector_dim < starts.shape().rank()) at.insert(at.begin() + static_cast<int64_t>(vector_dim), Affine(k));
    return at;
  };
  Index at(operand.shape().rank());
  for (size_t k = 0; k < attrs.start_index_map.size(); ++k) {
    const auto d = static_cast<size_t>(attrs.start_index_map[k]);
    at[d] = space.Dynamic(starts, component(static_cast<int64_t>(k)), {0, operand.dims()[d] - attrs.slice_sizes[d]});
  }
  for (size_t k = 0; k < attrs.operand_batching_dims.size(); ++k) {
    // A batching dimension of `starts` is one of the batch dimensions of the result, counted without the vector's.
    auto from = static_cast<size_t>(attrs.start_indices_batching_dims[k]);
    if (from > vector_dim) --from;
    at[static_cast<size_t>(attrs.operand_batching_dims[k])] = batch[from];
  }
  size_t offset = 0;
  for (size_t d = 0; d < at.size(); ++d) {
    if (in(attrs.collapsed_slice_dims, d) || in(attrs.operand_batching_dims, d)) continue;
    at[d] = at[d] + index[static_cast<size_t>(attrs.offset_dims[offset++])];
  }
  return One(operand, std::move(at));
}

}  // namespace

Truth Decide(const IndexSpace& space, const Guard& guard) {
  const Range range = space.RangeOf(guard.expr);
  if (guard.high <= guard.low || range.Disjoint({guard.low, guard.high - 1})) return Truth::kNever;
  if (guard.step != 1) {
    Affine from_low = guard.expr - guard.low;
    bool divides = from_low.constant() % guard.step == 0;
    for (const auto& [id, factor] : from_low.terms()) divides &= factor % guard.step == 0;
    if (from_low.is_constant() && !divides) return Truth::kNever;
    if (!divides) return Truth::kSometimes;
  }
  return range.Within({guard.low, guard.high - 1}) ? Truth::kAlways : Truth::kSometimes;
}

std::vector<Source> Resolve(IndexSpace& space, const Node& node, const Index& index) {
  switch (node.kind) {
    case NodeKind::kBroadcast:
      return OfBroadcast(space, node, index);
    case NodeKind::kReshape:
      return OfReshape(space, node, index);
    case NodeKind::kTranspose:
      return OfTranspose(space, node, index);
    case NodeKind::kReverse:
      return OfReverse(space, node, index);
    case NodeKind::kSlice:
      return OfSlice(space, node, index);
    case NodeKind::kPad:
      return OfPad(space, node, index);
    case NodeKind::kConcatenate:
      return OfConcatenate(space, node, index);
    case NodeKind::kDynamicSlice:
      return OfDynamicSlice(space, node, index);
    case NodeKind::kDynamicUpdate:
      return OfDynamicUpdate(space, node, index);
    case NodeKind::kGather:
      return OfGather(space, node, index);
    default:
      return {};
  }
}

}  // namespace cppjrt::cpu
