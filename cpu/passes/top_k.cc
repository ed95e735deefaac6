#include "cpu/passes/top_k.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "cpu/passes/inline.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu {
namespace {

// Rows of fewer elements are sorted as fast.
constexpr int64_t kWorthwhile = 64;

// A slice that begins at the first element and leaves out nothing but the end of the last dimension.
bool IsStart(const Node& slice) {
  const Dims& whole = slice.operands[0].dims();
  const Dims& part = slice.shape().dims;
  const SliceAttrs& attrs = slice.attr<SliceAttrs>();
  for (size_t d = 0; d < whole.size(); ++d) {
    if (attrs.start[d] != 0 || attrs.stride[d] != 1) return false;
    if (d + 1 < whole.size() && part[d] != whole[d]) return false;
  }
  return !whole.empty();
}

// A sort of an array, or of an array and the indices along its last dimension, by the array.
bool IsSortOfRows(const Node& node) {
  if (node.kind != NodeKind::kSort || node.operands.size() > 2) return false;
  const SortAttrs& attrs = node.attr<SortAttrs>();
  const Shape& shape = node.shape();
  if (attrs.keys.size() != 1 || attrs.keys[0].operand != 0 || stablehlo::IsComplex(shape.type)) return false;
  if (attrs.dim + 1 != static_cast<int64_t>(shape.rank()) || shape.dims[shape.rank() - 1] < kWorthwhile) return false;
  if (node.operands.size() == 1) return true;
  const Node& indices = *node.operands[1].node;
  return indices.kind == NodeKind::kIota && indices.shape().type == ElementType::kI32 &&
         indices.dims_attr()[0] == attrs.dim;
}

class TopK : public Rewriter {
 public:
  explicit TopK(Graph& graph) : uses_(graph) { Look(graph.entry()); }

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kSlice) return {};
    const Value sorted = node.operands[0];
    const auto found = sorts_.find(sorted.node);
    if (found == sorts_.end()) return {};
    Found& sort = found->second;
    if (!IsWorthIt(*sorted.node, sort)) return {};
    Body& body = *node.parent;
    if (sort.made == nullptr) sort.made = Make(body, *sorted.node, sort.first);
    const Value first = {sort.made, sorted.index};
    if (first.dims() == node.shape().dims) return {first};
    return {body.Slice(first, Dims(first.dims().size(), 0), node.shape().dims, Dims(first.dims().size(), 1))};
  }

 private:
  struct Found {
    int64_t first = 0;  // the most that a slice wants
    int64_t slices = 0;
    Node* made = nullptr;
  };

  void Look(const Body& body) {
    for (const Node* node : body.nodes) {
      for (const Body* inner : node->bodies) Look(*inner);
      if (node->kind != NodeKind::kSlice) continue;
      const Node* sort = node->operands[0].node;
      if (sort->parent != &body || !IsSortOfRows(*sort) || !IsStart(*node)) continue;
      Found& found = sorts_[sort];
      found.first = std::max(found.first, node->shape().dims[node->shape().rank() - 1]);
      ++found.slices;
    }
  }

  // Nobody wants the rest, and it is most of the row.
  bool IsWorthIt(const Node& node, const Found& found) const {
    int64_t uses = 0;
    for (uint32_t i = 0; i < node.shapes.size(); ++i) uses += uses_.Of({const_cast<Node*>(&node), i});
    return uses == found.slices && found.first <= node.shape().dims[node.shape().rank() - 1] / 2;
  }

  static Node* Make(Body& body, const Node& sort, int64_t first) {
    std::vector<Shape> shapes = sort.shapes;
    for (Shape& shape : shapes) shape.dims[shape.rank() - 1] = first;
    return body.Add(NodeKind::kTopK, std::move(shapes), {sort.operands[0]}, TopKAttrs{sort.attr<SortAttrs>().keys[0]},
                    {CopyBody(*sort.bodies[0])});
  }

  const UseCounts uses_;
  std::unordered_map<const Node*, Found> sorts_;
};

}  // namespace

bool FindTopK(Graph& graph) { return TopK(graph).Run(graph); }

}  // namespace cppjrt::cpu
