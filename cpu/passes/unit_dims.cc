#include "cpu/passes/unit_dims.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cpu/passes/index_maps.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

using Values = std::vector<Value>;

// Results under their own dimensions again.
Values Restored(const Node& old, Node& made) {
  Values values;
  for (uint32_t i = 0; i < old.shapes.size(); ++i) {
    values.push_back(old.parent->Reshape({&made, i}, old.shapes[i].dims));
  }
  return values;
}

class UnitDims : public Rewriter {
 protected:
  Values Rewrite(Node& node) override {
    switch (node.kind) {
      case NodeKind::kElementwise:
        return OfElementwise(node);
      case NodeKind::kBroadcast:
        return OfBroadcast(node);
      case NodeKind::kReduce:
        return OfReduce(node);
      default:
        return {};
    }
  }

 private:
  static Values OfElementwise(Node& node) {
    if (!HasOnes(node.shape().dims)) return {};
    Body& body = *node.parent;
    Shape shape = node.shape();
    shape.dims = WithoutOnes(shape.dims);
    Values operands;
    for (const Value v : node.operands) operands.push_back(body.Reshape(v, shape.dims));
    return Restored(node, *body.Add(node.kind, {shape}, std::move(operands), node.attrs));
  }

  static Values OfBroadcast(Node& node) {
    const Dims& to = node.shape().dims;
    const Value x = node.operands[0];
    if (!HasOnes(to)) return {};
    // Dimensions of extent 1 of the result are of extent 1 in the operand too.
    Dims map;
    for (size_t i = 0; i < x.shape().rank(); ++i) {
      const auto target = static_cast<size_t>(node.dims_attr()[i]);
      if (to[target] == 1) continue;
      map.push_back(std::count_if(to.begin(), to.begin() + target, [](int64_t d) { return d != 1; }));
    }
    if (map.size() != WithoutOnes(x.dims()).size()) return {};
    Body& body = *node.parent;
    const Value squeezed = body.Reshape(x, WithoutOnes(x.dims()));
    return {body.Reshape(body.Broadcast(squeezed, WithoutOnes(to), map), to)};
  }

  static Values OfReduce(Node& node) {
    const size_t inputs = node.shapes.size();
    const Dims& from = node.operands[0].dims();
    if (!HasOnes(from)) return {};
    Dims reduced;
    for (const int64_t d : node.dims_attr()) {
      if (from[static_cast<size_t>(d)] == 1) continue;
      reduced.push_back(std::count_if(from.begin(), from.begin() + d, [](int64_t e) { return e != 1; }));
    }
    if (reduced.empty()) return {};  // nothing to loop over: the body runs once
    Body& body = *node.parent;
    Values operands = node.operands;
    for (size_t i = 0; i < inputs; ++i) operands[i] = body.Reshape(operands[i], WithoutOnes(from));
    std::vector<Shape> shapes = node.shapes;
    for (Shape& shape : shapes) shape.dims = WithoutOnes(shape.dims);
    std::vector<Body*> bodies = std::exchange(node.bodies, {});
    return Restored(node, *body.Add(node.kind, std::move(shapes), std::move(operands), DimsAttrs{reduced}, bodies));
  }
};

}  // namespace

bool DropUnitDims(Graph& graph) { return UnitDims().Run(graph); }

}  // namespace cppjrt::cpu
