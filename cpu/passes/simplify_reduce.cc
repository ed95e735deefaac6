// Reductions: over one element, of what is transposed or spread out before, of reductions.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/monoid.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

size_t InputsOf(const Node& node) { return node.shapes.size(); }

Values All(Node* node) {
  Values values;
  for (uint32_t i = 0; i < node->shapes.size(); ++i) values.push_back({node, i});
  return values;
}

// The same reduction of other inputs over other dimensions.
Values Again(Node& node, std::vector<Value> inputs, const Dims& dims, const std::vector<Shape>& shapes) {
  inputs.insert(inputs.end(), node.operands.begin() + static_cast<std::ptrdiff_t>(InputsOf(node)), node.operands.end());
  return All(
      node.parent->Add(NodeKind::kReduce, shapes, std::move(inputs), DimsAttrs{dims}, {CopyBody(*node.bodies[0])}));
}

// Each result is the initial value and one element.
Values OfSingleElements(Node& node) {
  if (!IsScalarFunction(*node.bodies[0])) return {};
  Body& body = *node.parent;
  const Dims& dims = node.shape().dims;
  std::vector<Value> arguments;
  for (size_t i = 0; i < InputsOf(node); ++i) {
    const Value start = node.operands[InputsOf(node) + i];
    arguments.push_back(dims.empty() ? start : body.Broadcast(start, dims, {}));
  }
  for (size_t i = 0; i < InputsOf(node); ++i) arguments.push_back(body.Reshape(node.operands[i], dims));
  return MapInto(body, *node.bodies[0], arguments, dims);
}

Values OfNothing(Node& node) {
  Values values;
  for (size_t i = 0; i < InputsOf(node); ++i) {
    const Value start = node.operands[InputsOf(node) + i];
    values.push_back(node.shape().rank() == 0 ? start : node.parent->Broadcast(start, node.shape().dims, {}));
  }
  return values;
}

// Reduced dimensions of extent 1 are taken away first.
Values WithoutSingles(Node& node, const Dims& dims) {
  const Dims& from = node.operands[0].dims();
  Dims rest, rest_dims;
  for (int64_t d = 0; d < static_cast<int64_t>(from.size()); ++d) {
    const bool reduced = Contains(dims, d);
    if (reduced && from[At(d)] == 1) continue;
    if (reduced) rest.push_back(static_cast<int64_t>(rest_dims.size()));
    rest_dims.push_back(from[At(d)]);
  }
  if (rest.size() == dims.size()) return {};
  std::vector<Value> inputs;
  for (size_t i = 0; i < InputsOf(node); ++i) inputs.push_back(node.parent->Reshape(node.operands[i], rest_dims));
  return Again(node, std::move(inputs), rest, node.shapes);
}

// Whether a reduction of the transposed array combines the elements in the transpose's order, or in one that gives the same bits.
bool KeepsOrder(const Node& node) {
  const std::optional<ElementOp> monoid = MonoidOf(*node.bodies[0]);
  if (monoid && IsExact(*monoid, node.shape().type)) return true;
  const Dims& permutation = node.operands[0].node->dims_attr();
  Dims dims;
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (Contains(node.dims_attr(), static_cast<int64_t>(i))) dims.push_back(permutation[i]);
  }
  return std::ranges::is_sorted(dims);
}

}  // namespace

// What is kept may come out in another order.
Values ReduceTransposed(Node& node) {
  const Node& transpose = *node.operands[0].node;
  if (InputsOf(node) != 1) return {};
  const Dims& permutation = transpose.dims_attr();
  Dims dims;
  Dims kept;  // dimensions of the source, in the order of the result
  for (size_t i = 0; i < permutation.size(); ++i) {
    (Contains(node.dims_attr(), static_cast<int64_t>(i)) ? dims : kept).push_back(permutation[i]);
  }
  std::ranges::sort(dims);
  Dims sorted = kept;
  std::ranges::sort(sorted);
  Dims shape;
  for (const int64_t d : sorted) shape.push_back(transpose.operands[0].dims()[At(d)]);
  const Values reduced = Again(node, {transpose.operands[0]}, dims, {{node.shape().type, shape}});
  if (sorted == kept) return reduced;
  Dims order;
  for (const int64_t d : kept) order.push_back(std::ranges::find(sorted, d) - sorted.begin());
  return {node.parent->Transpose(reduced[0], order)};
}

namespace {

// The largest of equal elements is one of them.
Values OfBroadcast(Node& node) {
  const Node& broadcast = *node.operands[0].node;
  if (InputsOf(node) != 1 || node.operands[0].shape().num_elements() == 0) return {};
  const std::optional<ElementOp> monoid = MonoidOf(*node.bodies[0]);
  if (!monoid || !IsIdempotent(*monoid)) return {};
  const Dims& map = broadcast.dims_attr();
  Dims dims, new_map;
  Dims kept_place(broadcast.shape().rank(), -1);
  int64_t next = 0;
  for (size_t d = 0; d < broadcast.shape().rank(); ++d) {
    if (!Contains(node.dims_attr(), static_cast<int64_t>(d))) kept_place[d] = next++;
  }
  Dims shape;
  for (size_t i = 0; i < map.size(); ++i) {
    if (kept_place[At(map[i])] < 0) {
      dims.push_back(static_cast<int64_t>(i));
    } else {
      new_map.push_back(kept_place[At(map[i])]);
      shape.push_back(broadcast.operands[0].dims()[i]);
    }
  }
  const Values reduced = Again(node, {broadcast.operands[0]}, dims, {{node.shape().type, shape}});
  return {node.parent->Broadcast(reduced[0], node.shape().dims, new_map)};
}

// The nodes of a body that one of its results is made of.
std::unordered_set<const Node*> Cone(Value result) {
  std::unordered_set<const Node*> found;
  std::vector<const Node*> todo = {result.node};
  while (!todo.empty()) {
    const Node* node = todo.back();
    todo.pop_back();
    if (!found.insert(node).second) continue;
    for (const Value operand : node->operands) todo.push_back(operand.node);
  }
  return found;
}

// Several reductions at once that have nothing to do with each other are one each.
Values Apart(Node& node) {
  const Body& from = *node.bodies[0];
  const size_t n = InputsOf(node);
  if (n < 2 || !IsScalarFunction(from)) return {};
  std::vector<Body*> bodies;
  for (size_t i = 0; i < n; ++i) {
    const std::unordered_set<const Node*> cone = Cone(from.results[i]);
    for (size_t k = 0; k < 2 * n; ++k) {
      if (k % n != i && cone.contains(from.parameters[k])) return {};
    }
    Body* body = node.parent->graph().NewBody();
    std::unordered_map<const Node*, Value> values;
    for (const size_t k : {i, n + i}) values[from.parameters[k]] = body->Parameter(from.parameters[k]->shape());
    const auto now = [&](Value v) { return values.contains(v.node) ? values[v.node] : v; };
    for (const Node* inner : from.nodes) {
      if (!cone.contains(inner)) continue;
      std::vector<Value> operands;
      for (const Value operand : inner->operands) operands.push_back(now(operand));
      values[inner] = {body->Add(inner->kind, inner->shapes, std::move(operands), inner->attrs), 0};
    }
    body->results = {now(from.results[i])};
    bodies.push_back(body);
  }
  Values values;
  for (size_t i = 0; i < n; ++i) {
    values.push_back({node.parent->Add(NodeKind::kReduce, {node.shapes[i]}, {node.operands[i], node.operands[n + i]},
                                       node.attrs, {bodies[i]}),
                      0});
  }
  return values;
}

Values OfReduce(Node& node) {
  const Node& inner = *node.operands[0].node;
  if (InputsOf(node) != 1 || InputsOf(inner) != 1) return {};
  const std::optional<ElementOp> monoid = MonoidOf(*node.bodies[0]);
  if (!monoid || monoid != MonoidOf(*inner.bodies[0]) || !IsExact(*monoid, node.shape().type)) return {};
  if (!IsIdentity(*monoid, inner.operands[1], false)) return {};
  Dims dims = inner.dims_attr();
  int64_t place = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(inner.operands[0].shape().rank()); ++d) {
    if (Contains(inner.dims_attr(), d)) continue;
    if (Contains(node.dims_attr(), place++)) dims.push_back(d);
  }
  std::ranges::sort(dims);
  return Again(node, {inner.operands[0]}, dims, node.shapes);
}

}  // namespace

Values SimplifyReduce(Node& node) {
  const Dims& dims = node.dims_attr();
  const Dims& from = node.operands[0].dims();
  const bool single = std::ranges::all_of(dims, [&](int64_t d) { return from[At(d)] == 1; });
  if (single) return OfSingleElements(node);
  if (std::ranges::any_of(dims, [&](int64_t d) { return from[At(d)] == 0; })) return OfNothing(node);
  if (Values values = WithoutSingles(node, dims); !values.empty()) return values;
  if (Values values = Apart(node); !values.empty()) return values;
  switch (node.operands[0].node->kind) {
    case NodeKind::kTranspose:
      return KeepsOrder(node) ? ReduceTransposed(node) : Values();
    case NodeKind::kBroadcast:
      return OfBroadcast(node);
    case NodeKind::kReduce:
      return OfReduce(node);
    default:
      return {};
  }
}

}  // namespace cppjrt::cpu
