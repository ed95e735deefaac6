// Broadcasts, reshapes and transposes: of each other, of constants, of iotas; and elementwise work before a broadcast.
#include <algorithm>

#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

// For each of the operand's dimensions but those of extent 1, where it goes; the operand without those.
struct Spread {
  Value operand;
  Dims map;
};

Spread DropOnes(Body& body, Value operand, const Dims& map) {
  Spread spread;
  for (size_t i = 0; i < map.size(); ++i) {
    if (operand.dims()[i] != 1) spread.map.push_back(map[i]);
  }
  spread.operand = body.Reshape(operand, WithoutOnes(operand.dims()));
  return spread;
}

// reshape(broadcast(x)): the broadcast of x reshaped, where groups of dimensions are x's or new as a whole.
Values ReshapeOfBroadcast(Node& node) {
  const Value source = node.operands[0];
  const Dims& to = node.shape().dims;
  const Dims& map = source.node->dims_attr();
  const Value x = source.node->operands[0];
  if (!std::ranges::is_sorted(map)) return {};
  const std::optional<std::vector<DimsGroup>> groups = ReshapeGroups(source.dims(), to);
  if (!groups) return {};
  Dims operand_dims;
  Dims operand_map;
  for (const DimsGroup& group : *groups) {
    const auto from_x = static_cast<size_t>(
        std::ranges::count_if(group.from, [&](size_t d) { return Contains(map, static_cast<int64_t>(d)); }));
    if (from_x == 0) continue;
    if (from_x != group.from.size()) return {};
    for (const size_t d : group.to) {
      operand_dims.push_back(to[d]);
      operand_map.push_back(static_cast<int64_t>(d));
    }
  }
  return {node.parent->Broadcast(node.parent->Reshape(x, operand_dims), to, operand_map)};
}

bool OnlyOnesMove(const Dims& dims, const Dims& permutation) {
  int64_t last = -1;
  for (const int64_t d : permutation) {
    if (dims[At(d)] == 1) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

}  // namespace

Values SimplifyBroadcast(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0];
  const Dims& to = node.shape().dims;
  const Dims& map = node.dims_attr();
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(body, *element, to)};
  if (x.dims() == to && map == Counted(map.size())) return {x};
  if (x.shape().num_elements() == node.shape().num_elements() && std::ranges::is_sorted(map))
    return {body.Reshape(x, to)};
  if (map.size() == to.size()) return {body.Transpose(x, Inverse(map))};
  if (x.node->kind == NodeKind::kIota) return {body.Iota(node.shape(), map[At(x.node->dims_attr()[0])])};
  if (x.node->kind == NodeKind::kBroadcast) {
    Dims through;
    for (const int64_t d : x.node->dims_attr()) through.push_back(map[At(d)]);
    return {body.Broadcast(x.node->operands[0], to, through)};
  }
  if (HasOnes(x.dims())) {
    const Spread spread = DropOnes(body, x, map);
    return {body.Broadcast(spread.operand, to, spread.map)};
  }
  if (x.node->kind == NodeKind::kTranspose) {
    // Dimension i of x is dimension permutation[i] of what it transposes.
    Dims through(map.size(), 0);
    for (size_t i = 0; i < map.size(); ++i) through[At(x.node->dims_attr()[i])] = map[i];
    return {body.Broadcast(x.node->operands[0], to, through)};
  }
  return {};
}

Values SimplifyReshape(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0];
  const Dims& to = node.shape().dims;
  if (x.dims() == to) return {x};
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(body, *element, to)};
  if (IsConstant(x)) return {body.Constant(x.node->attr<ConstantAttrs>().value.Reshaped(to))};
  if (x.node->kind == NodeKind::kReshape) return {body.Reshape(x.node->operands[0], to)};
  if (x.node->kind == NodeKind::kBroadcast) return ReshapeOfBroadcast(node);
  if (x.node->kind == NodeKind::kIota) {
    const std::optional<Dims> map = OnesOnly(x.dims(), to);
    const size_t dim = At(x.node->dims_attr()[0]);
    if (map && (*map)[dim] >= 0) return {body.Iota(node.shape(), (*map)[dim])};
  }
  return {};
}

Values SimplifyTranspose(Node& node) {
  Body& body = *node.parent;
  const Value x = node.operands[0];
  const Dims& permutation = node.dims_attr();
  if (permutation == Counted(permutation.size())) return {x};
  if (const Tensor* element = SplatOf(x)) return {MakeSplat(body, *element, node.shape().dims)};
  if (OnlyOnesMove(x.dims(), permutation)) return {body.Reshape(x, node.shape().dims)};
  const Dims inverse = Inverse(permutation);
  switch (x.node->kind) {
    case NodeKind::kTranspose: {
      Dims through;
      for (const int64_t d : permutation) through.push_back(x.node->dims_attr()[At(d)]);
      return {body.Transpose(x.node->operands[0], through)};
    }
    case NodeKind::kBroadcast: {
      Dims map;
      for (const int64_t d : x.node->dims_attr()) map.push_back(inverse[At(d)]);
      return {body.Broadcast(x.node->operands[0], node.shape().dims, map)};
    }
    case NodeKind::kIota:
      return {body.Iota(node.shape(), inverse[At(x.node->dims_attr()[0])])};
    default:
      return {};
  }
}

// f(broadcast(a), broadcast(b), constant) where both go the same way: broadcast(f(a, b, constant)).
Values HoistBroadcasts(Node& node) {
  const Node* first = nullptr;
  for (const Value operand : node.operands) {
    if (IsSplat(operand)) continue;
    if (operand.node->kind != NodeKind::kBroadcast) return {};
    if (first == nullptr) first = operand.node;
    if (operand.node->dims_attr() != first->dims_attr()) return {};
  }
  if (first == nullptr) return {};
  const Dims dims = first->operands[0].dims();
  if (stablehlo::NumElements(dims) >= node.shape().num_elements()) return {};
  Body& body = *node.parent;
  std::vector<Value> operands;
  for (const Value operand : node.operands) {
    const Tensor* element = SplatOf(operand);
    operands.push_back(element != nullptr ? MakeSplat(body, *element, dims) : operand.node->operands[0]);
  }
  Node* before = body.Add(NodeKind::kElementwise, {Shape{node.shape().type, dims}}, std::move(operands), node.attrs);
  return {body.Broadcast({before, 0}, node.shape().dims, first->dims_attr())};
}

}  // namespace cppjrt::cpu
