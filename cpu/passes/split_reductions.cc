#include "cpu/passes/split_reductions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/passes/monoid.h"
#include "cpu/passes/rewrite.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu {
namespace {

using Values = std::vector<Value>;

constexpr int64_t kFewResults = 64;  // with more of them there is enough to share
constexpr int64_t kManyElements = 1 << 17;
constexpr int64_t kMostParts = 128;

// A number that the operation leaves everything unchanged by, if its parts may be combined in any order.
std::optional<Value> IdentityOf(Body& body, ElementOp op, ElementType type) {
  const bool is_float = type == ElementType::kF32 || type == ElementType::kF64;
  switch (op) {
    case ElementOp::kAdd:
      return is_float ? body.Splat(type, {}, -0.0) : body.SplatInt(type, {}, 0);
    case ElementOp::kMultiply:
      return is_float ? body.Splat(type, {}, 1) : body.SplatInt(type, {}, 1);
    case ElementOp::kMaximum:
      if (is_float) return body.Splat(type, {}, -std::numeric_limits<double>::infinity());
      return std::nullopt;
    case ElementOp::kMinimum:
      if (is_float) return body.Splat(type, {}, std::numeric_limits<double>::infinity());
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// The largest divisor that makes a fair number of parts, or 1. The parts' results are not few.
int64_t PartsOf(int64_t extent, int64_t results) {
  for (int64_t parts = std::min(kMostParts, extent / 2); parts * results > kFewResults; --parts) {
    if (extent % parts == 0) return parts;
  }
  return 1;
}

class Splitter : public Rewriter {
 protected:
  Values Rewrite(Node& node) override {
    if (node.kind != NodeKind::kReduce || node.shapes.size() != 1) return {};
    const Value input = node.operands[0];
    const ElementType type = input.type();
    const bool whole = type == ElementType::kF32 || type == ElementType::kF64 ||
                       (stablehlo::IsInteger(type) && !stablehlo::IsSubByteInteger(type));
    const int64_t results = node.shape().num_elements();
    if (!whole || results > kFewResults || input.shape().num_elements() < kManyElements) return {};
    const std::optional<ElementOp> op = MonoidOf(*node.bodies[0]);
    if (!op) return {};
    const Dims& dims = input.dims();
    int64_t cut = node.dims_attr()[0];
    for (const int64_t d : node.dims_attr()) {
      if (dims[static_cast<size_t>(d)] > dims[static_cast<size_t>(cut)]) cut = d;
    }
    const int64_t parts = PartsOf(dims[static_cast<size_t>(cut)], results);
    if (parts == 1) return {};
    Body& body = *node.parent;
    const std::optional<Value> identity = IdentityOf(body, *op, type);
    if (!identity) return {};
    // [.., n, ..] as [.., parts, n / parts, ..]; dimension `cut` stays for the second reduction.
    Dims split;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (static_cast<int64_t>(d) == cut) split.push_back(parts);
      split.push_back(static_cast<int64_t>(d) == cut ? dims[d] / parts : dims[d]);
    }
    Dims first;
    for (const int64_t d : node.dims_attr()) first.push_back(d < cut ? d : d + 1);
    Shape partial = {type, {}, false};
    int64_t second = 0;
    for (size_t d = 0; d < split.size(); ++d) {
      if (std::ranges::find(first, static_cast<int64_t>(d)) != first.end()) continue;
      if (static_cast<int64_t>(d) == cut) second = static_cast<int64_t>(partial.dims.size());
      partial.dims.push_back(split[d]);
    }
    Node* inner = body.Add(NodeKind::kReduce, {partial}, {body.Reshape(input, split), *identity}, DimsAttrs{first},
                           {CopyOf(*node.bodies[0], *op)});
    std::vector<Body*> bodies = std::exchange(node.bodies, {});
    Node* outer = body.Add(NodeKind::kReduce, node.shapes, {{inner, 0}, node.operands[1]}, DimsAttrs{{second}}, bodies);
    return {{outer, 0}};
  }

 private:
  static Body* CopyOf(const Body& body, ElementOp op) {
    Body* copy = body.graph().NewBody();
    const Value a = copy->Parameter(body.parameters[0]->shape());
    const Value b = copy->Parameter(body.parameters[1]->shape());
    copy->results.push_back(copy->Elementwise(op, {a, b}));
    return copy;
  }
};

}  // namespace

bool SplitReductions(Graph& graph) { return Splitter().Run(graph); }

}  // namespace cppjrt::cpu
