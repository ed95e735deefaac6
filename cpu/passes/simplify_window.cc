// Windows that are reductions, or nothing.
#include <utility>

#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

bool IsTrivial(const WindowAttrs& w, size_t d) {
  return w.stride[d] == 1 && w.base_dilation[d] == 1 && w.size[d] == 1 && w.low[d] == 0 && w.high[d] == 0;
}

Values All(Node* node) {
  Values values;
  for (uint32_t i = 0; i < node->shapes.size(); ++i) values.push_back({node, i});
  return values;
}

// Windows of one element: it and the initial value.
Values OfSingleElements(Node& node) {
  if (!IsScalarFunction(*node.bodies[0])) return {};
  Body& body = *node.parent;
  const size_t n = node.shapes.size();
  const Dims& dims = node.shape().dims;
  std::vector<Value> arguments;
  for (size_t i = 0; i < n; ++i) {
    arguments.push_back(dims.empty() ? node.operands[n + i] : body.Broadcast(node.operands[n + i], dims, {}));
  }
  for (size_t i = 0; i < n; ++i) arguments.push_back(node.operands[i]);
  return MapInto(body, *node.bodies[0], arguments, dims);
}

// Each dimension is either covered by one window or has windows of one element.
Values AsReduce(Node& node) {
  const WindowAttrs& w = node.attr<WindowAttrs>();
  const Dims& from = node.operands[0].dims();
  DimsAttrs covered;
  Dims kept;
  for (size_t d = 0; d < from.size(); ++d) {
    const bool whole = w.size[d] == from[d] && w.window_dilation[d] == 1 && w.base_dilation[d] == 1 && w.low[d] == 0 &&
                       w.high[d] == 0 && from[d] > 0;
    if (!whole && !IsTrivial(w, d)) return {};
    if (whole) {
      covered.dims.push_back(static_cast<int64_t>(d));
    } else {
      kept.push_back(from[d]);
    }
  }
  std::vector<Shape> shapes;
  for (const Shape& shape : node.shapes) shapes.push_back({shape.type, kept});
  Values values = All(node.parent->Add(NodeKind::kReduce, shapes, node.operands, covered, {CopyBody(*node.bodies[0])}));
  for (size_t i = 0; i < values.size(); ++i) values[i] = node.parent->Reshape(values[i], node.shapes[i].dims);
  return values;
}

}  // namespace

Values SimplifyReduceWindow(Node& node) {
  const WindowAttrs& w = node.attr<WindowAttrs>();
  bool trivial = true;
  for (size_t d = 0; d < w.size.size(); ++d) trivial &= IsTrivial(w, d);
  if (trivial) return OfSingleElements(node);
  return AsReduce(node);
}

}  // namespace cppjrt::cpu
