// Windows that are scans, reductions, or nothing.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "cpu/graph/window_shape.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/fold.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/monoid.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

bool IsPlain(const WindowAttrs& w, size_t d) { return w.stride[d] == 1 && w.base_dilation[d] == 1; }
bool IsTrivial(const WindowAttrs& w, size_t d) {
  return IsPlain(w, d) && w.size[d] == 1 && w.low[d] == 0 && w.high[d] == 0;
}
bool IsForward(const WindowAttrs& w, size_t d, int64_t n) { return w.low[d] == n - 1 && w.high[d] == 0; }
bool IsBackward(const WindowAttrs& w, size_t d, int64_t n) { return w.low[d] == 0 && w.high[d] == n - 1; }

// Numbers of many sizes and both signs, for bodies that are tried out.
constexpr double kSamples[] = {0,     1,    -1,   0.5,    3.75,  -2.5, 1e-3, -7e-3, 100,    -77,      2048,     -4096,
                               0.125, 1e-6, 5e-6, -31.25, 12345, -1e4, 6e4,  -6e4,  0.3125, HUGE_VAL, -HUGE_VAL};

// Whether the body gives x for the initial value and x, for every sample. A body that no rule knows (logaddexp) must have the
// initial value as its identity for the program to mean anything, but where the window is padded some programs pad with what
// counts: trying tells them apart.
bool LooksLikeIdentity(const Body& body, Value start) {
  const auto known = [&](Value v) { return v.node->parent == &body || (IsSplat(v) && v.shape().rank() == 0); };
  if (!IsScalarFunction(body) || !stablehlo::IsFloat(start.type()) || !IsSplat(start)) return false;
  Graph scratch;
  Body& entry = scratch.entry();
  const Dims dims = {static_cast<int64_t>(std::size(kSamples))};
  StatusOr<Tensor> samples = Tensor::Allocate(ElementType::kF64, dims, stablehlo::MemoryAllocator::Heap());
  if (!samples.ok()) return false;
  std::ranges::copy(kSamples, samples->mutable_data<double>());
  const Value x = entry.Convert(entry.Constant(*samples), start.type());
  std::unordered_map<const Node*, Value> values = {{body.parameters[0], MakeSplat(entry, *SplatOf(start), dims)},
                                                   {body.parameters[1], x}};
  const auto at = [&](Value v) {
    const auto found = values.find(v.node);
    return found == values.end() ? MakeSplat(entry, *SplatOf(v), dims) : found->second;
  };
  for (const Node* node : body.nodes) {
    if (!std::ranges::all_of(node->operands, known)) return false;
    std::vector<Value> operands;
    for (const Value operand : node->operands) operands.push_back(at(operand));
    values[node] = {entry.Add(node->kind, {Shape{node->shape().type, dims}}, std::move(operands), node->attrs), 0};
  }
  if (!known(body.results[0])) return false;
  entry.results = {entry.Compare(CompareDirection::kEq, at(body.results[0]), x)};
  FoldConstants(scratch);
  return IsInt(entry.results[0], 1);
}

// Whether the initial value counts once. Padding leaves no trace under operations that are known, except for complex numbers;
// else it is made of initial values, any number of them, which must not matter.
bool StartsCountOnce(const Node& node) {
  if (node.shapes.size() != 1) return false;
  const std::optional<ElementOp> monoid = MonoidOf(*node.bodies[0]);
  if (!monoid) return LooksLikeIdentity(*node.bodies[0], node.operands[1]);
  return !stablehlo::IsComplex(node.shape().type) || IsIdentity(*monoid, node.operands[1], /*loosely=*/true);
}

Values All(Node* node) {
  Values values;
  for (uint32_t i = 0; i < node->shapes.size(); ++i) values.push_back({node, i});
  return values;
}

// A window as long as its dimension that ends at each element: all up to it.
Values AsScan(Node& node) {
  const WindowAttrs& w = node.attr<WindowAttrs>();
  const Dims& dims = node.operands[0].dims();
  std::optional<size_t> dim;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (IsTrivial(w, d)) continue;
    if (dim) return {};
    dim = d;
  }
  if (!dim || !IsPlain(w, *dim) || w.window_dilation[*dim] != 1 || w.size[*dim] != dims[*dim]) return {};
  const bool backward = IsBackward(w, *dim, dims[*dim]);
  if (!backward && !IsForward(w, *dim, dims[*dim])) return {};
  if (!StartsCountOnce(node)) return {};
  const ScanAttrs scan = {static_cast<int64_t>(*dim), backward};
  return All(node.parent->Add(NodeKind::kScan, node.shapes, node.operands, scan, {CopyBody(*node.bodies[0])}));
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
  if (Values values = AsReduce(node); !values.empty()) return values;
  return AsScan(node);
}

}  // namespace cppjrt::cpu
