#include "cpu/plan/element_loop.h"

#include <algorithm>

#include "cpu/plan/expression.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/index.h"
#include "cpu/plan/kernels.h"

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

// Follows what the code reads from outside (codegen/element_loop.cc), down to memory.
class InPlaceReads {
 public:
  InPlaceReads(const ValueSet& in_memory, const Node& loop, Value old)
      : in_memory_(in_memory), loop_(loop), body_(*loop.bodies[1]), old_(old) {
    const auto counter = static_cast<size_t>(loop.attr<WhileAttrs>().counter);
    const Dims& dims = loop.shapes[counter == 0 ? 1 : 0].dims;
    index_ = Delinearize(space_, space_.Loop(0, NumElements(dims)), dims);
    offset_ = LinearOffset(index_, dims);
  }

  bool Hold() {
    for (const Value v : loop_.operands) Read(v);
    for (const Node* node : body_.nodes) {
      for (const Value v : node->operands) Read(v);
      if (node->kind == NodeKind::kDynamicSlice) ReadAnywhere(node->operands[0]);
    }
    for (const Value v : body_.results) Read(v);
    return holds_;
  }

 private:
  void Read(Value v) {
    const bool outside = v.node->parent != &body_ && v.node->parent != loop_.bodies[0];
    if (outside && v.dims().size() == index_.size()) return Walk(v, index_);
    if (outside && v.shape().rank() == 0) Walk(v, {});
  }

  // What is picked: any element.
  void ReadAnywhere(Value v) {
    if (v.node->parent == &body_) return;
    Index index;
    for (const int64_t extent : v.dims()) index.push_back(space_.Loop(++loops_, extent));
    Walk(v, index);
  }

  void Walk(Value v, const Index& index) {
    ExpressionWalk walk(space_, in_memory_, [this](Value read, const Index& at) {
      holds_ &= !(Canonical(read, in_memory_) == old_) || LinearOffset(at, read.dims()) == offset_;
    });
    walk.Element(v, index);
  }

  const ValueSet& in_memory_;
  const Node& loop_;
  const Body& body_;
  const Value old_;
  IndexSpace space_;
  Index index_;
  Affine offset_;
  int64_t loops_ = 0;
  bool holds_ = true;
};

}  // namespace

bool IsElementLoop(const Node& node) { return node.kind == NodeKind::kWhile && Check(node).Holds(); }

bool ElementLoopReadsInPlace(const ValueSet& in_memory, const Node& loop, Value old) {
  return InPlaceReads(in_memory, loop, old).Hold();
}

}  // namespace cppjrt::cpu
