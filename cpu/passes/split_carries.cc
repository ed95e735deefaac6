#include "cpu/passes/split_carries.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cpu/passes/index_maps.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kMostParts = 8;

// Whether all of a slice is in one part of a concatenation of such parts.
bool InOnePart(const Node& slice, const Node& whole) {
  const SliceAttrs& attrs = slice.attr<SliceAttrs>();
  if (std::ranges::any_of(attrs.stride, [](int64_t s) { return s != 1; })) return false;
  const size_t dim = At(whole.dims_attr()[0]);
  int64_t begin = attrs.start[dim];
  const int64_t size = slice.shape().dims[dim];
  for (const Value part : whole.operands) {
    const int64_t extent = part.dims()[dim];
    if (begin < extent) return begin + size <= extent;
    begin -= extent;
  }
  return false;
}

// Whether the body and those in it use the value for such slices only.
bool OnlyTakenApart(const Body& body, Value value, const Node& whole) {
  if (std::ranges::find(body.results, value) != body.results.end()) return false;
  return std::ranges::all_of(body.nodes, [&](const Node* node) {
    const bool uses = std::ranges::find(node->operands, value) != node->operands.end();
    if (uses && !(node->kind == NodeKind::kSlice && InOnePart(*node, whole))) return false;
    return std::ranges::all_of(node->bodies, [&](const Body* b) { return OnlyTakenApart(*b, value, whole); });
  });
}

class Splitter : public Rewriter {
 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kWhile) return {};
    for (size_t k = 0; k < node.shapes.size(); ++k) {
      if (IsSplit(node, k)) return Split(node, k);
    }
    return {};
  }

 private:
  static bool IsSplit(const Node& loop, size_t k) {
    const Body& step = *loop.bodies[1];
    const Node& whole = *step.results[k].node;
    if (whole.kind != NodeKind::kConcatenate || whole.parent != &step || whole.operands.size() > kMostParts) {
      return false;
    }
    if (std::ranges::count(step.results, step.results[k]) != 1) return false;
    return std::ranges::all_of(
        loop.bodies, [&](const Body* body) { return OnlyTakenApart(*body, {body->parameters[k], 0}, whole); });
  }

  // Parts in place of carry `k`, behind all others. (The new loop is looked at again.)
  std::vector<Value> Split(Node& loop, size_t k) {
    const Node& whole = *loop.bodies[1]->results[k].node;
    const int64_t dim = whole.dims_attr()[0];
    Body& outside = *loop.parent;
    std::vector<Value> operands = Without(loop.operands, k);
    std::vector<Shape> shapes = Without(loop.shapes, k);
    const size_t kept = shapes.size();
    Dims start(whole.shape().rank(), 0);
    for (const Value part : whole.operands) {
      Dims limit = whole.shape().dims;
      limit[At(dim)] = start[At(dim)] + part.dims()[At(dim)];
      shapes.push_back({part.type(), CarriedDims(part, dim)});
      const Value first = outside.Slice(loop.operands[k], start, limit, Dims(start.size(), 1));
      operands.push_back(outside.Reshape(first, shapes.back().dims));
      start[At(dim)] = limit[At(dim)];
    }
    for (Body* body : loop.bodies) Receive(*body, k, whole, shapes, kept);
    std::vector<Value>& results = loop.bodies[1]->results;
    results = Without(results, k);
    for (size_t i = 0; i < whole.operands.size(); ++i) {
      results.push_back(loop.bodies[1]->Reshape(whole.operands[i], shapes[kept + i].dims));
    }
    WhileAttrs attrs = loop.attr<WhileAttrs>();
    if (attrs.counter > static_cast<int64_t>(k)) --attrs.counter;
    Node* made = outside.Add(NodeKind::kWhile, shapes, std::move(operands), attrs, std::exchange(loop.bodies, {}));
    return Results(*made, k, whole, kept, outside);
  }

  // A part of extent 1 is carried without that dimension.
  static Dims CarriedDims(Value part, int64_t dim) {
    Dims dims;
    for (size_t d = 0; d < part.shape().rank(); ++d) {
      if (d != At(dim) || part.dims()[d] != 1) dims.push_back(part.dims()[d]);
    }
    return dims;
  }

  template <typename List>
  static List Without(List list, size_t k) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(k));
    return list;
  }

  // Parameters for the parts; what used the whole uses them put together, in front of all other nodes.
  static void Receive(Body& body, size_t k, const Node& whole, const std::vector<Shape>& shapes, size_t kept) {
    const Value old = {body.parameters[k], 0};
    std::vector<Node*> nodes = std::exchange(body.nodes, {});
    std::vector<Value> parts;
    for (size_t i = kept; i < shapes.size(); ++i) {
      parts.push_back(body.Reshape(body.Parameter(shapes[i]), whole.operands[i - kept].dims()));
    }
    const Value together = body.Concatenate(std::move(parts), whole.dims_attr()[0]);
    body.nodes.insert(body.nodes.end(), nodes.begin(), nodes.end());
    ReplaceSlices(body, old, together);
    body.parameters = Without(body.parameters, k);
    for (size_t i = 0; i < body.parameters.size(); ++i) {
      body.parameters[i]->attrs = ParameterAttrs{static_cast<int64_t>(i)};
    }
  }

  static void ReplaceSlices(Body& body, Value old, Value together) {
    for (Node* node : body.nodes) {
      for (Value& v : node->operands) v = v == old ? together : v;
      for (Body* inner : node->bodies) ReplaceSlices(*inner, old, together);
    }
  }

  static std::vector<Value> Results(Node& made, size_t k, const Node& whole, size_t kept, Body& outside) {
    std::vector<Value> parts;
    for (size_t i = 0; i < whole.operands.size(); ++i) {
      parts.push_back(outside.Reshape({&made, static_cast<uint32_t>(kept + i)}, whole.operands[i].dims()));
    }
    std::vector<Value> values;
    for (uint32_t i = 0; i < kept; ++i) values.push_back({&made, i});
    values.insert(values.begin() + static_cast<std::ptrdiff_t>(k),
                  outside.Concatenate(std::move(parts), whole.dims_attr()[0]));
    return values;
  }
};

}  // namespace

bool SplitCarries(Graph& graph) { return Splitter().Run(graph); }

}  // namespace cppjrt::cpu
