#include "cpu/plan/element_loop.h"

#include <algorithm>

#include "cpu/plan/fusion.h"

namespace cppjrt::cpu {
namespace {

// Smaller arrays stay in the caches from turn to turn, and their elements need not wait for the turn before.
constexpr int64_t kFewestBytes = 1 << 18;
constexpr size_t kMostNodes = 200;
constexpr size_t kMostCarried = 8;

class Check {
 public:
  explicit Check(const Node& loop) : body_(*loop.bodies[1]), attrs_(loop.attr<WhileAttrs>()), loop_(loop) {}

  bool Holds() {
    if (attrs_.trip_count < 2 || attrs_.counter < 0 || body_.nodes.size() > kMostNodes || !FindDims()) return false;
    return std::ranges::all_of(body_.nodes, [this](const Node* node) { return IsOfElements(*node); }) && CarriesStay();
  }

 private:
  bool IsCounter(size_t k) const { return static_cast<int64_t>(k) == attrs_.counter; }
  static bool IsWhole(ElementType type) { return type == ElementType::kI1 || stablehlo::ElementBits(type) % 8 == 0; }

  bool FindDims() {
    int64_t bytes = 0;
    size_t arrays = 0;
    for (size_t k = 0; k < loop_.shapes.size(); ++k) {
      const Shape& shape = loop_.shapes[k];
      if (shape.token || (IsCounter(k) && shape.rank() != 0)) return false;
      if (IsCounter(k)) continue;
      if (arrays++ == 0) dims_ = shape.dims;
      if (!(shape.dims == dims_) || !IsWhole(shape.type)) return false;
      bytes += shape.num_bytes();
    }
    return arrays > 0 && arrays <= kMostCarried && !dims_.empty() && bytes >= kFewestBytes;
  }

  bool IsInside(Value v) const { return v.node->parent == &body_; }
  bool IsNumber(Value v) const { return v.shape().rank() == 0 && !v.shape().token; }
  bool IsArray(Value v) const { return v.dims() == dims_ && !v.shape().token && IsWhole(v.type()); }

  bool IsOfElements(const Node& node) const {
    if (node.shapes.size() != 1 || node.shape().token) return false;
    const Value made = {const_cast<Node*>(&node), 0};
    const bool fits = IsNumber(made) || IsArray(made);
    switch (node.kind) {
      case NodeKind::kElementwise:
        return fits && std::ranges::all_of(node.operands, [&](Value v) { return v.dims() == made.dims(); });
      case NodeKind::kConstant:
        return fits && IsSplat(node);
      case NodeKind::kIota:
        return IsArray(made);
      case NodeKind::kBroadcast:
        return IsArray(made) && IsNumber(node.operands[0]);
      case NodeKind::kReshape:
        // Of what a dynamic slice picked.
        return IsNumber(made) && (IsNumber(node.operands[0]) || IsInside(node.operands[0]));
      case NodeKind::kDynamicSlice:
        return IsPicked(node);
      default:
        return false;
    }
  }

  // One element of an array from outside.
  bool IsPicked(const Node& node) const {
    const Value from = node.operands[0];
    return node.shape().num_elements() == 1 && !IsInside(from) && IsWhole(from.type()) &&
           std::all_of(node.operands.begin() + 1, node.operands.end(), [this](Value v) { return IsNumber(v); });
  }

  bool CarriesStay() const {
    for (size_t k = 0; k < body_.results.size(); ++k) {
      if (!IsCounter(k) && !IsArray(body_.results[k])) return false;
    }
    return true;
  }

  const Body& body_;
  const WhileAttrs& attrs_;
  const Node& loop_;
  Dims dims_;
};

}  // namespace

bool IsElementLoop(const Node& node) { return node.kind == NodeKind::kWhile && Check(node).Holds(); }

}  // namespace cppjrt::cpu
