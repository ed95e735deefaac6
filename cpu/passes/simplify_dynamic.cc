// Dynamic slices and updates: starts that are known, clamps that the op does anyway, and slices of what was just updated.
#include <algorithm>
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

std::vector<Value> StartsOf(const Node& node, size_t first) {
  return {node.operands.begin() + static_cast<std::ptrdiff_t>(first), node.operands.end()};
}

// A start between 0 and `most` is wanted: what clamps it to bounds no narrower can go.
Value WithoutClamp(Value start, int64_t most) {
  for (;;) {
    const Node& node = *start.node;
    if (node.Is(ElementOp::kClamp)) {
      const std::optional<int64_t> low = IntSplat(node.operands[0]), high = IntSplat(node.operands[2]);
      if (!low || !high || *low > 0 || *high < most) return start;
      start = node.operands[1];
    } else if (node.Is(ElementOp::kMaximum) || node.Is(ElementOp::kMinimum)) {
      const std::optional<int64_t> bound = IntSplat(node.operands[1]);
      if (!bound || (node.op() == ElementOp::kMaximum ? *bound > 0 : *bound < most)) return start;
      start = node.operands[0];
    } else {
      return start;
    }
  }
}

// The starts as plain as they can be; true if one changed.
bool PlainStarts(Node& node, std::vector<Value>& starts, const Dims& whole, const Dims& part) {
  bool changed = false;
  for (size_t d = 0; d < starts.size(); ++d) {
    const int64_t most = whole[d] - part[d];
    const Value before = starts[d];
    const Range range = RangeOf(before);
    const bool known = most == 0 || range.high <= 0 || range.low >= most;
    if (known) {
      const int64_t start = most == 0 || range.high <= 0 ? 0 : most;
      if (IsInt(before, start)) continue;
      starts[d] = node.parent->SplatInt(before.type(), {}, start);
    } else {
      starts[d] = WithoutClamp(before, most);
    }
    changed |= starts[d] != before;
  }
  return changed;
}

// All of them, if they are constants.
std::optional<Dims> ConstantStarts(const std::vector<Value>& starts, const Dims& whole, const Dims& part) {
  Dims known;
  for (size_t d = 0; d < starts.size(); ++d) {
    const std::optional<int64_t> start = IntSplat(starts[d]);
    if (!start || (*start < 0 && starts[d].type() == ElementType::kUI64)) return std::nullopt;
    known.push_back(std::clamp<int64_t>(*start, 0, whole[d] - part[d]));
  }
  return known;
}

// One element of counted ones is its index.
Values SliceOfIota(Node& node, const std::vector<Value>& starts) {
  const Value x = node.operands[0];
  const size_t dim = At(x.node->dims_attr()[0]);
  const ElementType type = x.type();
  if (node.shape().dims[dim] != 1 ||
      !(stablehlo::IsInteger(type) || type == ElementType::kF32 || type == ElementType::kF64)) {
    return {};
  }
  Body& body = *node.parent;
  const Value start = starts[dim];
  const Value low = body.SplatInt(start.type(), {}, 0);
  const int64_t most = std::min(x.dims()[dim] - 1, LargestInt(start.type()));
  const Value high = body.SplatInt(start.type(), {}, most);
  const Value index = body.Elementwise(ElementOp::kClamp, {low, start, high});
  return {body.Broadcast(body.Convert(index, type), node.shape().dims, {})};
}

Values SliceOfBroadcast(Node& node, const std::vector<Value>& starts) {
  const Node& broadcast = *node.operands[0].node;
  std::vector<Value> inner;
  Dims dims;
  for (const int64_t d : broadcast.dims_attr()) {
    inner.push_back(starts[At(d)]);
    dims.push_back(node.shape().dims[At(d)]);
  }
  const Value x = broadcast.operands[0];
  const Value part = dims == x.dims() ? x : node.parent->DynamicSlice(x, std::move(inner), dims);
  return {node.parent->Broadcast(part, node.shape().dims, broadcast.dims_attr())};
}

Values SliceOfTranspose(Node& node, const std::vector<Value>& starts) {
  const Node& transpose = *node.operands[0].node;
  std::vector<Value> inner(starts.size());
  Dims dims(starts.size(), 0);
  for (size_t i = 0; i < starts.size(); ++i) {
    const size_t d = At(transpose.dims_attr()[i]);
    inner[d] = starts[i];
    dims[d] = node.shape().dims[i];
  }
  const Value part = node.parent->DynamicSlice(transpose.operands[0], std::move(inner), dims);
  return {node.parent->Transpose(part, transpose.dims_attr())};
}

}  // namespace

Values SimplifyDynamicSlice(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0];
  const Dims& dims = node.shape().dims;
  if (x.dims() == dims) return {x};
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(body, *element, dims)};
  std::vector<Value> starts = StartsOf(node, 1);
  if (PlainStarts(node, starts, x.dims(), dims)) return {body.DynamicSlice(x, std::move(starts), dims)};
  if (const std::optional<Dims> known = ConstantStarts(starts, x.dims(), dims)) {
    Dims limit = *known;
    for (size_t d = 0; d < limit.size(); ++d) limit[d] += dims[d];
    return {body.Slice(x, *known, limit, Dims(limit.size(), 1))};
  }
  switch (x.node->kind) {
    case NodeKind::kIota:
      return SliceOfIota(node, starts);
    case NodeKind::kBroadcast:
      return SliceOfBroadcast(node, starts);
    case NodeKind::kTranspose:
      return SliceOfTranspose(node, starts);
    case NodeKind::kDynamicUpdate: {
      const bool same = x.node->operands[1].dims() == dims && StartsOf(*x.node, 2) == starts;
      return same ? Values{x.node->operands[1]} : Values();
    }
    default:
      return {};
  }
}

Values SimplifyDynamicUpdate(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0], update = node.operands[1];
  if (update.dims() == x.dims()) return {update};
  if (update.shape().num_elements() == 0) return {x};
  std::vector<Value> starts = StartsOf(node, 2);
  if (PlainStarts(node, starts, x.dims(), update.dims())) return {body.DynamicUpdate(x, update, std::move(starts))};
  // What is there already.
  const Node& source = *update.node;
  if (source.kind == NodeKind::kDynamicSlice && source.operands[0] == x && StartsOf(source, 1) == starts) return {x};
  // What was written there just before is overwritten.
  if (x.node->kind == NodeKind::kDynamicUpdate && x.node->operands[1].dims() == update.dims() &&
      StartsOf(*x.node, 2) == starts) {
    return {body.DynamicUpdate(x.node->operands[0], update, std::move(starts))};
  }
  return {};
}

}  // namespace cppjrt::cpu
