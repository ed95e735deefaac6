#include "cpu/passes/reorder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/passes/constants.h"
#include "cpu/passes/fold.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/monoid.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

bool IsTrivial(const WindowAttrs& w, size_t d) {
  return w.stride[d] == 1 && w.base_dilation[d] == 1 && w.size[d] == 1 && w.low[d] == 0 && w.high[d] == 0;
}

// A window as long as its dimension, that ends (or begins, if reverse) at each element.
std::optional<ScanAttrs> ScanOf(const WindowAttrs& w, const Dims& dims) {
  std::optional<size_t> dim;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (IsTrivial(w, d)) continue;
    if (dim) return std::nullopt;
    dim = d;
  }
  if (!dim) return std::nullopt;
  const size_t d = *dim;
  const int64_t n = dims[d];
  if (w.size[d] != n || w.stride[d] != 1 || w.base_dilation[d] != 1 || w.window_dilation[d] != 1) return std::nullopt;
  const bool forward = w.low[d] == n - 1 && w.high[d] == 0;
  const bool backward = w.low[d] == 0 && w.high[d] == n - 1;
  if (!forward && !backward) return std::nullopt;
  return ScanAttrs{static_cast<int64_t>(d), !forward};
}

// body(b, a) for body(a, b): sums and elements change places.
Body* Swapped(const Body& body) {
  Body* const swapped = body.graph().NewBody();
  std::vector<Value> parameters;
  for (const Node* parameter : body.parameters) parameters.push_back(swapped->Parameter(parameter->shape()));
  const auto half = static_cast<std::ptrdiff_t>(parameters.size() / 2);
  std::ranges::rotate(parameters, parameters.begin() + half);
  swapped->results = CopyInto(*swapped, body, parameters);
  return swapped;
}

// From the end, the tree over x[i], ..., x[n-1], init, ..., init that a scan computes is
// body(x[i], ... body(x[n-1], init)): the elements are the left operands.
Body* BodyOfScan(const Node& window, bool reverse) {
  const Body& body = *window.bodies[0];
  const bool commutes = window.shapes.size() == 1 && MonoidOf(body).has_value();
  return reverse && !commutes ? Swapped(body) : CopyBody(body);
}

// Operations that are known leave padding out, except with complex numbers (cpu/codegen/kernel.cc).
bool PaddingLeavesNoTrace(const Node& node) {
  const std::optional<ElementOp> monoid = node.shapes.size() == 1 ? MonoidOf(*node.bodies[0]) : std::nullopt;
  if (!monoid) return InitialValuesMerge(node);
  return !stablehlo::IsComplex(node.shape().type) || IsIdentity(*monoid, node.operands[1], /*loosely=*/true);
}

Values AsScan(Node& node) {
  const std::optional<ScanAttrs> scan = ScanOf(node.attr<WindowAttrs>(), node.operands[0].dims());
  if (!scan || !PaddingLeavesNoTrace(node)) return {};
  Body* const body = BodyOfScan(node, scan->reverse);
  Node* const made = node.parent->Add(NodeKind::kScan, node.shapes, node.operands, *scan, {body});
  Values values;
  for (uint32_t i = 0; i < node.shapes.size(); ++i) values.push_back({made, i});
  return values;
}

class Reorderer : public Rewriter {
 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kReduceWindow) return AsScan(node);
    if (node.kind != NodeKind::kReduce || node.operands[0].node->kind != NodeKind::kTranspose) return {};
    return ReduceTransposed(node);
  }
};

// The body applied to initial values alone, as the only results of a graph; false if it uses what is not constant.
bool ApplyToInits(const Body& body, std::span<const Value> inits, Body& entry) {
  std::unordered_map<const Node*, Value> values;
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    values[body.parameters[i]] = entry.Constant(*SplatOf(inits[i % inits.size()]));
  }
  bool known = true;
  const auto at = [&](Value v) -> Value {
    if (const auto found = values.find(v.node); found != values.end()) return found->second;
    if (IsSplat(v) && v.shape().rank() == 0) return values[v.node] = entry.Constant(*SplatOf(v));
    known = false;
    return v;
  };
  for (const Node* node : body.nodes) {
    std::vector<Value> operands;
    for (const Value operand : node->operands) operands.push_back(at(operand));
    if (!known) return false;
    values[node] = {entry.Add(node->kind, node->shapes, std::move(operands), node->attrs), 0};
  }
  for (const Value result : body.results) entry.results.push_back(at(result));
  return known;
}

bool SameBits(Value a, Value b) {
  if (!IsSplat(a) || !IsSplat(b) || a.type() != b.type()) return false;
  const std::span<const std::byte> x = SplatOf(a)->bytes(), y = SplatOf(b)->bytes();
  return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size()) == 0;
}

}  // namespace

bool ReorderReductions(Graph& graph) { return Reorderer().Run(graph); }

bool InitialValuesMerge(const Node& node) {
  const size_t n = node.shapes.size();
  const std::span<const Value> inits = std::span(node.operands).subspan(n);
  const auto is_constant = [](Value v) { return IsSplat(v); };
  if (!IsScalarFunction(*node.bodies[0]) || !std::ranges::all_of(inits, is_constant)) return false;
  Graph scratch;
  if (!ApplyToInits(*node.bodies[0], inits, scratch.entry())) return false;
  // A condition that folds decides a selection, and what it selects may fold then.
  while (FoldExactly(scratch) || Simplify(scratch)) {
  }
  for (size_t i = 0; i < n; ++i) {
    if (!SameBits(scratch.entry().results[i], inits[i])) return false;
  }
  return true;
}

}  // namespace cppjrt::cpu
