// Slices, concatenations, padding and reversal.
#include <algorithm>
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

Value SliceOf(Body& body, Value x, const Dims& start, const Dims& dims, const Dims& stride) {
  if (x.dims() == dims) return x;
  SliceAttrs attrs = {start, stride};
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] <= 1) attrs.stride[d] = 1;
  }
  return {body.Add(NodeKind::kSlice, {Shape{x.type(), dims}}, {x}, std::move(attrs)), 0};
}

// What a slice takes of one dimension.
struct Cut {
  int64_t start, stride, count;
  int64_t last() const { return start + (count - 1) * stride; }
};
Cut CutOf(const Node& slice, size_t d) {
  const SliceAttrs& attrs = slice.attr<SliceAttrs>();
  return {attrs.start[d], attrs.stride[d], slice.shape().dims[d]};
}

Values OfSlice(Node& node) {
  const Node& inner = *node.operands[0].node;
  const SliceAttrs& outer = node.attr<SliceAttrs>();
  const SliceAttrs& first = inner.attr<SliceAttrs>();
  Dims start, stride;
  for (size_t d = 0; d < outer.start.size(); ++d) {
    start.push_back(first.start[d] + outer.start[d] * first.stride[d]);
    stride.push_back(outer.stride[d] * first.stride[d]);
  }
  return {SliceOf(*node.parent, inner.operands[0], start, node.shape().dims, stride)};
}

Values OfBroadcast(Node& node) {
  const Node& broadcast = *node.operands[0].node;
  const SliceAttrs& attrs = node.attr<SliceAttrs>();
  Dims start, dims, stride;
  for (const int64_t d : broadcast.dims_attr()) {
    start.push_back(attrs.start[At(d)]);
    stride.push_back(attrs.stride[At(d)]);
    dims.push_back(node.shape().dims[At(d)]);
  }
  const Value part = SliceOf(*node.parent, broadcast.operands[0], start, dims, stride);
  return {node.parent->Broadcast(part, node.shape().dims, broadcast.dims_attr())};
}

// The parts that the slice touches, cut to it.
Values OfConcatenate(Node& node) {
  const Node& whole = *node.operands[0].node;
  const auto dim = whole.dims_attr()[0];
  const Cut cut = CutOf(node, At(dim));
  std::vector<Value> parts;
  int64_t begin = 0;
  Dims start = node.attr<SliceAttrs>().start;
  for (const Value part : whole.operands) {
    const int64_t end = begin + part.dims()[At(dim)];
    const int64_t first = std::max(cut.start, begin);
    const int64_t last = std::min(cut.last(), end - 1);
    if (first <= last) {
      if (cut.stride != 1 && (first != cut.start || last != cut.last())) return {};
      Dims dims = node.shape().dims;
      dims[At(dim)] = cut.stride == 1 ? last - first + 1 : cut.count;
      start[At(dim)] = first - begin;
      parts.push_back(SliceOf(*node.parent, part, start, dims, node.attr<SliceAttrs>().stride));
    }
    begin = end;
  }
  if (parts.size() == whole.operands.size() && parts.size() > 1) {
    // Not worth it but where slices vanish.
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] != whole.operands[i]) node.parent->nodes.pop_back();
    }
    return {};
  }
  if (parts.size() == 1) return {parts[0]};
  return {node.parent->Concatenate(std::move(parts), dim)};
}

Values OfPad(Node& node) {
  const Node& pad = *node.operands[0].node;
  const PadAttrs& attrs = pad.attr<PadAttrs>();
  const Dims& from = pad.operands[0].dims();
  Dims start, dims, low, high;
  bool inside = true;
  for (size_t d = 0; d < from.size(); ++d) {
    const Cut cut = CutOf(node, d);
    if (attrs.interior[d] != 0 || attrs.low[d] < 0 || attrs.high[d] < 0) return {};
    if (cut.last() < attrs.low[d] || cut.start >= attrs.low[d] + from[d]) {
      return {node.parent->Broadcast(pad.operands[1], node.shape().dims, {})};
    }
    const bool within = cut.start >= attrs.low[d] && cut.last() < attrs.low[d] + from[d];
    inside &= within;
    if (!within && cut.stride != 1) return {};
    start.push_back(std::max<int64_t>(0, cut.start - attrs.low[d]));
    low.push_back(std::max<int64_t>(0, attrs.low[d] - cut.start));
    high.push_back(within ? 0 : std::max<int64_t>(0, cut.last() + 1 - attrs.low[d] - from[d]));
    dims.push_back(within ? cut.count : cut.count - low[d] - high[d]);
  }
  const Value part = SliceOf(*node.parent, pad.operands[0], start, dims, node.attr<SliceAttrs>().stride);
  if (inside) return {part};
  PadAttrs rest = {low, high, attrs.interior};
  return {{node.parent->Add(NodeKind::kPad, {node.shape()}, {part, pad.operands[1]}, std::move(rest)), 0}};
}

Values OfReverse(Node& node) {
  const Node& reverse = *node.operands[0].node;
  Dims start = node.attr<SliceAttrs>().start;
  for (const int64_t d : reverse.dims_attr())
    start[At(d)] = reverse.shape().dims[At(d)] - 1 - CutOf(node, At(d)).last();
  const Value part =
      SliceOf(*node.parent, reverse.operands[0], start, node.shape().dims, node.attr<SliceAttrs>().stride);
  return {node.parent->Reverse(part, reverse.dims_attr())};
}

Values OfTranspose(Node& node) {
  const Node& transpose = *node.operands[0].node;
  const SliceAttrs& attrs = node.attr<SliceAttrs>();
  const size_t rank = attrs.start.size();
  Dims start(rank, 0), dims(rank, 0), stride(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    const size_t d = At(transpose.dims_attr()[i]);
    start[d] = attrs.start[i];
    stride[d] = attrs.stride[i];
    dims[d] = node.shape().dims[i];
  }
  return {
      node.parent->Transpose(SliceOf(*node.parent, transpose.operands[0], start, dims, stride), transpose.dims_attr())};
}

// Of a reshape that only adds or takes away dimensions of extent 1.
Values OfReshape(Node& node) {
  const Value x = node.operands[0].node->operands[0];
  const std::optional<Dims> map = OnesOnly(x.dims(), node.operands[0].dims());
  if (!map) return {};
  const SliceAttrs& attrs = node.attr<SliceAttrs>();
  Dims start(map->size(), 0), dims(map->size(), 1), stride(map->size(), 1);
  for (size_t i = 0; i < map->size(); ++i) {
    if ((*map)[i] < 0) continue;
    const size_t d = At((*map)[i]);
    start[i] = attrs.start[d];
    stride[i] = attrs.stride[d];
    dims[i] = node.shape().dims[d];
  }
  return {node.parent->Reshape(SliceOf(*node.parent, x, start, dims, stride), node.shape().dims)};
}

// Counting from another start, in other steps.
Values OfIota(Node& node) {
  const int64_t dim = node.operands[0].node->dims_attr()[0];
  const Cut cut = CutOf(node, At(dim));
  Body& body = *node.parent;
  const Value counted = body.Iota(node.shape(), dim);
  if (cut.start == 0 && cut.stride == 1) return {counted};
  if (!stablehlo::IsInteger(node.shape().type)) {
    body.nodes.pop_back();
    return {};
  }
  const auto splat = [&](int64_t number) { return body.SplatInt(node.shape().type, node.shape().dims, number); };
  const Value scaled = body.Elementwise(ElementOp::kMultiply, {counted, splat(cut.stride)});
  return {body.Elementwise(ElementOp::kAdd, {scaled, splat(cut.start)})};
}

bool SameElement(const Tensor* a, const Tensor* b) {
  return a != nullptr && b != nullptr && std::ranges::equal(a->bytes(), b->bytes());
}

// Whether b takes up where a ends, along `dim` of the same array.
bool Continues(Value a, Value b, size_t dim) {
  if (a.node->kind != NodeKind::kSlice || b.node->kind != NodeKind::kSlice) return false;
  if (a.node->operands[0] != b.node->operands[0]) return false;
  const SliceAttrs& first = a.node->attr<SliceAttrs>();
  const SliceAttrs& second = b.node->attr<SliceAttrs>();
  for (size_t d = 0; d < first.start.size(); ++d) {
    if (first.stride[d] != second.stride[d]) return false;
    const int64_t expected = d == dim ? first.start[d] + a.dims()[d] * first.stride[d] : first.start[d];
    if (second.start[d] != expected) return false;
  }
  return true;
}

Value Joined(Body& body, Value a, Value b, size_t dim) {
  Dims dims = a.dims();
  dims[dim] += b.dims()[dim];
  if (const Tensor* element = SplatOf(a)) return MakeSplat(body, *element, dims);
  const SliceAttrs& attrs = a.node->attr<SliceAttrs>();
  return SliceOf(body, a.node->operands[0], attrs.start, dims, attrs.stride);
}

// Parts that nested concatenations may be flattened to: more would make long chains of them slow.
constexpr size_t kMostParts = 256;

// Without empty parts, with those of inner concatenations, and with neighbours joined that are one piece.
std::vector<Value> PartsOf(Node& node, int64_t dim) {
  std::vector<Value> flat;
  for (const Value operand : node.operands) {
    const bool nested = operand.node->kind == NodeKind::kConcatenate && operand.node->dims_attr()[0] == dim &&
                        flat.size() + operand.node->operands.size() <= kMostParts;
    if (nested) {
      flat.insert(flat.end(), operand.node->operands.begin(), operand.node->operands.end());
    } else {
      flat.push_back(operand);
    }
  }
  std::vector<Value> parts;
  for (const Value part : flat) {
    if (part.dims()[At(dim)] == 0) continue;
    const bool joins =
        !parts.empty() && (Continues(parts.back(), part, At(dim)) || SameElement(SplatOf(parts.back()), SplatOf(part)));
    if (joins) {
      parts.back() = Joined(*node.parent, parts.back(), part, At(dim));
    } else {
      parts.push_back(part);
    }
  }
  return parts;
}

}  // namespace

Values SimplifySlice(Node& node) {
  const Value x = node.operands[0];
  if (x.dims() == node.shape().dims) return {x};
  if (node.shape().num_elements() == 0) return {node.parent->SplatInt(node.shape().type, node.shape().dims, 0)};
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(*node.parent, *element, node.shape().dims)};
  switch (x.node->kind) {
    case NodeKind::kSlice:
      return OfSlice(node);
    case NodeKind::kBroadcast:
      return OfBroadcast(node);
    case NodeKind::kConcatenate:
      return OfConcatenate(node);
    case NodeKind::kPad:
      return OfPad(node);
    case NodeKind::kReverse:
      return OfReverse(node);
    case NodeKind::kTranspose:
      return OfTranspose(node);
    case NodeKind::kReshape:
      return OfReshape(node);
    case NodeKind::kIota:
      return OfIota(node);
    default:
      return {};
  }
}

Values SimplifyConcatenate(Node& node) {
  const int64_t dim = node.dims_attr()[0];
  const size_t before = node.parent->nodes.size();
  std::vector<Value> parts = PartsOf(node, dim);
  if (parts.empty()) return {node.parent->SplatInt(node.shape().type, node.shape().dims, 0)};
  if (parts.size() == 1) return {parts[0]};
  if (parts.size() == node.operands.size() && node.parent->nodes.size() == before) return {};
  return {node.parent->Concatenate(std::move(parts), dim)};
}

Values SimplifyPad(Node& node) {
  Body& body = *node.parent;
  const PadAttrs& pad = node.attr<PadAttrs>();
  const Value x = node.operands[0], value = node.operands[1];
  const auto all = [](const Dims& dims, auto&& test) { return std::ranges::all_of(dims, test); };
  const bool no_interior = all(pad.interior, [](int64_t d) { return d == 0; });
  if (x.shape().num_elements() == 0) return {body.Broadcast(value, node.shape().dims, {})};
  if (SameElement(SplatOf(x), SplatOf(value))) return {MakeSplat(body, *SplatOf(x), node.shape().dims)};
  if (!no_interior) return {};
  const auto not_positive = [](int64_t d) { return d <= 0; };
  const auto not_negative = [](int64_t d) { return d >= 0; };
  if (all(pad.low, not_positive) && all(pad.high, not_positive)) {
    Dims start;
    for (const int64_t d : pad.low) start.push_back(-d);
    return {SliceOf(body, x, start, node.shape().dims, Dims(start.size(), 1))};
  }
  if (x.node->kind != NodeKind::kPad || !all(pad.low, not_negative) || !all(pad.high, not_negative)) return {};
  const PadAttrs& inner = x.node->attr<PadAttrs>();
  const bool same = x.node->operands[1] == value || SameElement(SplatOf(x.node->operands[1]), SplatOf(value));
  if (!same || !all(inner.interior, [](int64_t d) { return d == 0; }) || !all(inner.low, not_negative) ||
      !all(inner.high, not_negative)) {
    return {};
  }
  PadAttrs both = pad;
  for (size_t d = 0; d < both.low.size(); ++d) {
    both.low[d] += inner.low[d];
    both.high[d] += inner.high[d];
  }
  return {{body.Add(NodeKind::kPad, {node.shape()}, {x.node->operands[0], value}, std::move(both)), 0}};
}

Values SimplifyReverse(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0];
  Dims dims;
  for (const int64_t d : node.dims_attr()) {
    if (x.dims()[At(d)] > 1) dims.push_back(d);
  }
  if (dims.empty() || IsSplat(x)) return {x};
  if (x.node->kind == NodeKind::kReverse) {
    Dims odd;
    for (int64_t d = 0; d < static_cast<int64_t>(x.shape().rank()); ++d) {
      if (Contains(dims, d) != Contains(x.node->dims_attr(), d)) odd.push_back(d);
    }
    return {odd.empty() ? x.node->operands[0] : body.Reverse(x.node->operands[0], odd)};
  }
  if (x.node->kind == NodeKind::kBroadcast) {
    Dims inner;
    const Dims& map = x.node->dims_attr();
    for (size_t i = 0; i < map.size(); ++i) {
      if (Contains(dims, map[i])) inner.push_back(static_cast<int64_t>(i));
    }
    if (inner.empty()) return {x};
    return {body.Broadcast(body.Reverse(x.node->operands[0], inner), x.dims(), map)};
  }
  if (x.node->kind == NodeKind::kIota) {
    const int64_t dim = x.node->dims_attr()[0];
    if (!Contains(dims, dim)) return {x};
    if (stablehlo::IsInteger(x.type())) {
      const Value last = body.SplatInt(x.type(), x.dims(), x.dims()[At(dim)] - 1);
      return {body.Elementwise(ElementOp::kSubtract, {last, x})};
    }
  }
  if (dims.size() == node.dims_attr().size()) return {};
  return {body.Reverse(x, dims)};
}

}  // namespace cppjrt::cpu
