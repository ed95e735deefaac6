#include "cpu/passes/narrow_dims.h"

#include <numeric>
#include <unordered_set>
#include <vector>

#include "cpu/passes/index_maps.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

constexpr int64_t kNarrow = 4;
// Of the other dimensions together: two vectors or more.
constexpr int64_t kFewest = 32;
// A value is read along other dimensions if a broadcast repeats each element so often.
constexpr int64_t kRepeats = 8;

bool IsNarrow(const Node& node) {
  if (node.kind != NodeKind::kElementwise || node.shape().rank() < 2) return false;
  const int64_t last = node.shape().dims[node.shape().rank() - 1];
  return last >= 2 && last <= kNarrow && node.shape().num_elements() >= kFewest * last;
}

// The last dimension first; the others in their order.
Dims LastFirst(size_t rank) {
  Dims order = {static_cast<int64_t>(rank) - 1};
  for (size_t d = 0; d + 1 < rank; ++d) order.push_back(static_cast<int64_t>(d));
  return order;
}

// Narrow nodes that feed each other are moved together, if one of them is computed or read along other dimensions.
class Finder {
 public:
  explicit Finder(const Graph& graph) : group_(graph.num_nodes()), wanted_(graph.num_nodes()) {
    std::iota(group_.begin(), group_.end(), 0u);
    Look(graph.entry());
    Choose(graph.entry());
  }

  std::unordered_set<const Node*> Take() { return std::move(chosen_); }

 private:
  uint32_t Find(uint32_t id) {
    while (group_[id] != id) id = group_[id] = group_[group_[id]];
    return id;
  }
  void Unite(uint32_t a, uint32_t b) {
    a = Find(a);
    b = Find(b);
    group_[b] = a;
    wanted_[a] = wanted_[a] || wanted_[b];
  }
  void Want(const Node& node) { wanted_[Find(node.id)] = true; }

  void Look(const Body& body) {
    for (const Node* node : body.nodes) {
      for (const Value v : node->operands) LookAtUse(*node, v);
      for (const Body* inner : node->bodies) Look(*inner);
    }
  }

  void LookAtUse(const Node& user, Value v) {
    if (IsNarrow(user)) {
      // One number for each point of the other dimensions.
      if (v.node->kind == NodeKind::kBroadcast && !v.node->dims_attr().empty() &&
          !Contains(v.node->dims_attr(), LastOf(user.shape()))) {
        Want(user);
      }
      if (IsNarrow(*v.node)) Unite(user.id, v.node->id);
    } else if (IsNarrow(*v.node) && ReadsAcross(user, v)) {
      Want(*v.node);
    }
  }

  static int64_t LastOf(const Shape& shape) { return static_cast<int64_t>(shape.rank()) - 1; }

  static bool ReadsAcross(const Node& user, Value v) {
    const int64_t last = LastOf(v.shape());
    if (user.kind == NodeKind::kReduce) return Contains(user.dims_attr(), last);
    return user.kind == NodeKind::kBroadcast && user.dims_attr()[At(last)] == LastOf(user.shape()) &&
           user.shape().num_elements() >= kRepeats * v.shape().num_elements();
  }

  void Choose(const Body& body) {
    for (const Node* node : body.nodes) {
      if (IsNarrow(*node) && wanted_[Find(node->id)]) chosen_.insert(node);
      for (const Body* inner : node->bodies) Choose(*inner);
    }
  }

  std::vector<uint32_t> group_;
  std::vector<char> wanted_;  // by the group's first
  std::unordered_set<const Node*> chosen_;
};

class NarrowDims : public Rewriter {
 public:
  explicit NarrowDims(std::unordered_set<const Node*> chosen) : chosen_(std::move(chosen)) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (!chosen_.contains(&node)) return {};
    Body& body = *node.parent;
    const Dims order = LastFirst(node.shape().rank());
    Shape shape = node.shape();
    for (size_t d = 0; d < shape.dims.size(); ++d) shape.dims[d] = node.shape().dims[At(order[d])];
    std::vector<Value> operands;
    for (const Value v : node.operands) operands.push_back(body.Transpose(v, order));
    Node* made = body.Add(node.kind, {shape}, std::move(operands), node.attrs);
    return {body.Transpose({made, 0}, Inverse(order))};
  }

 private:
  const std::unordered_set<const Node*> chosen_;
};

}  // namespace

bool MoveNarrowDims(Graph& graph) {
  std::unordered_set<const Node*> chosen = Finder(graph).Take();
  return !chosen.empty() && NarrowDims(std::move(chosen)).Run(graph);
}

}  // namespace cppjrt::cpu
