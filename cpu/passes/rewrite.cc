#include "cpu/passes/rewrite.h"

#include <algorithm>
#include <utility>

namespace cppjrt::cpu {
namespace {

// How many nodes may come of one by rules that follow each other. No chain of sensible rules is as long.
constexpr int kMostSteps = 200;

}  // namespace

bool Rewriter::Run(Graph& graph) {
  graph_ = &graph;
  changed_ = false;
  replaced_.assign(graph.num_nodes(), {});
  Sweep(graph.entry());
  graph.place = {};
  return changed_;
}

Value Rewriter::Now(Value value) {
  while (value.node->id < replaced_.size() && !replaced_[value.node->id].empty()) {
    const Value next = replaced_[value.node->id][value.index];
    if (next == value) break;
    value = next;
  }
  return value;
}

void Rewriter::Remap(std::vector<Value>& values) {
  for (Value& value : values) value = Now(value);
}

void Rewriter::Sweep(Body& body) {
  const std::vector<Node*> nodes = std::exchange(body.nodes, {});
  body.nodes.reserve(nodes.size());
  Enter(body);
  for (Node* node : nodes) Visit(node, body);
  Remap(body.results);
  Leave(body);
}

void Rewriter::Visit(Node* node, Body& body) {
  // What rules make of the node is looked at in its order before anything else.
  std::vector<Node*> todo;
  for (int steps = 0;; ++steps) {
    VisitOne(node, body, steps < kMostSteps, todo);
    if (todo.empty()) return;
    node = todo.back();
    todo.pop_back();
  }
}

void Rewriter::VisitOne(Node* node, Body& body, bool may_rewrite, std::vector<Node*>& todo) {
  Remap(node->operands);
  for (Body* inner : node->bodies) Sweep(*inner);
  graph_->place = node->place;
  const size_t before = body.nodes.size();
  std::vector<Value> values = may_rewrite ? Rewrite(*node) : std::vector<Value>();
  if (values.empty()) {
    body.nodes.push_back(node);
    return;
  }
  changed_ = true;
  if (std::ranges::any_of(values, [node](Value value) { return value.node == node; })) {
    Replace(*node, std::move(values));
    body.nodes.push_back(node);
    return;
  }
  todo.insert(todo.end(), body.nodes.rbegin(), body.nodes.rend() - static_cast<std::ptrdiff_t>(before));
  body.nodes.resize(before);
  Replace(*node, std::move(values));
}

void Rewriter::Replace(const Node& node, std::vector<Value> values) {
  if (replaced_.size() <= node.id) replaced_.resize(graph_->num_nodes());
  for (Value& value : values) value = Now(value);
  replaced_[node.id] = std::move(values);
}

}  // namespace cppjrt::cpu
