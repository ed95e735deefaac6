#include "cpu/passes/unstack.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/passes/constants.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kMostParts = 8;
// Nodes between a slice and the parts.
constexpr int kDeepest = 16;

// Elements [start, start + size) of each dimension.
struct Region {
  Dims start, size;
};

size_t At(int64_t i) { return static_cast<size_t>(i); }

// The operand of a concatenation that all of the region is in, and where in it.
std::optional<std::pair<Value, Region>> PartAt(const Node& whole, Region region) {
  const size_t dim = At(whole.dims_attr()[0]);
  for (const Value part : whole.operands) {
    const int64_t extent = part.dims()[dim];
    if (region.start[dim] < extent) {
      if (region.start[dim] + region.size[dim] > extent) return std::nullopt;
      return std::pair(part, std::move(region));
    }
    region.start[dim] -= extent;
  }
  return std::nullopt;
}

// The region of the operand of a transpose.
Region Before(const Node& transpose, const Region& region) {
  Region before = region;
  const Dims& dims = transpose.dims_attr();
  for (size_t d = 0; d < dims.size(); ++d) {
    before.start[At(dims[d])] = region.start[d];
    before.size[At(dims[d])] = region.size[d];
  }
  return before;
}

class Unstack : public Rewriter {
 public:
  explicit Unstack(Graph& graph) : uses_(graph) { Look(graph.entry()); }

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kSlice) return OfSlice(node);
    if (node.kind == NodeKind::kElementwise) return OfParts(node);
    if (node.kind == NodeKind::kTranspose) return OfTranspose(node);
    return {};
  }

 private:
  struct Slices {
    int64_t count = 0;
    int64_t elements = 0;
  };

  void Look(const Body& body) {
    for (const Node* node : body.nodes) {
      for (const Body* inner : node->bodies) Look(*inner);
      if (node->kind != NodeKind::kSlice) continue;
      Slices& slices = slices_[node->operands[0].node];
      ++slices.count;
      slices.elements += node->shape().num_elements();
    }
  }

  std::vector<Value> OfSlice(Node& node) {
    const Value whole = node.operands[0];
    if (whole.node->kind != NodeKind::kElementwise || whole.node->parent != node.parent) return {};
    const SliceAttrs& attrs = node.attr<SliceAttrs>();
    if (std::ranges::any_of(attrs.stride, [](int64_t s) { return s != 1; })) return {};
    const auto found = slices_.find(whole.node);
    if (found == slices_.end() || found->second.count != uses_.Of(whole) ||
        found->second.elements > whole.shape().num_elements()) {
      return {};
    }
    const Region region = {attrs.start, node.shape().dims};
    if (!ReachesPart(whole, region, 0)) return {};
    return {Take(*node.parent, whole, region)};
  }

  // Whether it is computed from a part of something put together. Nodes on the way, but for the first, have one use.
  bool ReachesPart(Value value, const Region& region, int depth) const {
    const Node& node = *value.node;
    if (node.kind == NodeKind::kConcatenate) return PartAt(node, region).has_value();
    if (depth > kDeepest || (depth > 0 && uses_.Of(value) != 1)) return false;
    if (node.kind == NodeKind::kTranspose) return ReachesPart(node.operands[0], Before(node, region), depth + 1);
    if (node.kind != NodeKind::kElementwise) return false;
    return std::ranges::any_of(node.operands, [&](Value v) { return ReachesPart(v, region, depth + 1); });
  }

  // The region of the value, computed for itself as far as ReachesPart leads.
  Value Take(Body& body, Value value, const Region& region) {
    Node& node = *value.node;
    if (value.dims() == region.size) return value;
    if (const Tensor* element = SplatOf(value)) return MakeSplat(body, *element, region.size);
    if (node.kind == NodeKind::kConcatenate) {
      if (const auto part = PartAt(node, region)) return Take(body, part->first, part->second);
    } else if (ReachesPart(value, region, 0)) {
      if (node.kind == NodeKind::kTranspose) {
        return body.Transpose(Take(body, node.operands[0], Before(node, region)), node.dims_attr());
      }
      std::vector<Value> operands;
      for (const Value v : node.operands) operands.push_back(Take(body, v, region));
      return {body.Add(NodeKind::kElementwise, {Shape{value.type(), region.size}}, std::move(operands), node.attrs), 0};
    }
    return {body.Add(NodeKind::kSlice, {Shape{value.type(), region.size}}, {value},
                     SliceAttrs{region.start, Dims(region.start.size(), 1)}),
            0};
  }

  // An operation on arrays that are cut in the same places; others are cut there, too, if parts are computed.
  std::vector<Value> OfParts(Node& node) {
    const Node* first = nullptr;
    bool others = false;
    bool computed = false;
    int wholes = 0;
    for (const Value v : node.operands) {
      if (IsSplat(v)) continue;
      if (v.node->kind != NodeKind::kConcatenate || v.node->operands.size() > kMostParts) {
        others = true;
        continue;
      }
      if (first == nullptr) first = v.node;
      if (!CutAlike(*first, *v.node)) return {};
      computed |= IsComputed(*v.node);
      ++wholes;
    }
    if (first == nullptr || ((others || wholes == 1) && !computed)) return {};
    Body& body = *node.parent;
    const int64_t dim = first->dims_attr()[0];
    Region region = {Dims(first->shape().dims.size(), 0), {}};
    std::vector<Value> parts;
    for (size_t i = 0; i < first->operands.size(); ++i) {
      region.size = first->operands[i].dims();
      std::vector<Value> operands;
      for (const Value v : node.operands) {
        const bool is_cut =
            !IsSplat(v) && v.node->kind == NodeKind::kConcatenate && v.node->operands.size() == first->operands.size();
        operands.push_back(is_cut ? v.node->operands[i] : Take(body, v, region));
      }
      parts.push_back(
          {body.Add(NodeKind::kElementwise, {Shape{node.shape().type, region.size}}, operands, node.attrs), 0});
      region.start[At(dim)] += region.size[At(dim)];
    }
    return {body.Concatenate(std::move(parts), dim)};
  }

  // Parts that are computed are turned one by one.
  static std::vector<Value> OfTranspose(Node& node) {
    const Node& whole = *node.operands[0].node;
    if (whole.kind != NodeKind::kConcatenate || whole.operands.size() > kMostParts || !IsComputed(whole)) return {};
    const Dims& dims = node.dims_attr();
    std::vector<Value> parts;
    for (const Value part : whole.operands) parts.push_back(node.parent->Transpose(part, dims));
    const auto dim = std::ranges::find(dims, whole.dims_attr()[0]) - dims.begin();
    return {node.parent->Concatenate(std::move(parts), dim)};
  }

  static bool CutAlike(const Node& a, const Node& b) {
    if (a.dims_attr() != b.dims_attr() || a.operands.size() != b.operands.size()) return false;
    for (size_t i = 0; i < a.operands.size(); ++i) {
      if (a.operands[i].dims() != b.operands[i].dims()) return false;
    }
    return true;
  }

  // Parts that are there anyway need no loops of their own.
  static bool IsComputed(const Node& whole) {
    return std::ranges::any_of(whole.operands, [](Value v) {
      while (v.node->kind == NodeKind::kReshape || v.node->kind == NodeKind::kTranspose) v = v.node->operands[0];
      return v.node->kind == NodeKind::kElementwise;
    });
  }

  const UseCounts uses_;
  std::unordered_map<const Node*, Slices> slices_;
};

}  // namespace

bool UnstackParts(Graph& graph) { return Unstack(graph).Run(graph); }

}  // namespace cppjrt::cpu
