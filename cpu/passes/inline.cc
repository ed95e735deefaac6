#include "cpu/passes/inline.h"

#include <algorithm>
#include <unordered_map>

namespace cppjrt::cpu {
namespace {

// Bodies nest no deeper than import allows.
class Copier {
 public:
  void Map(const Node* from, Value to) { values_[from] = {to}; }

  std::vector<Value> CopyNodes(Body& into, const Body& from) {
    for (const Node* node : from.nodes) Copy(into, *node);
    return All(from.results);
  }

  Body* CopyWhole(const Body& from) {
    Body* body = from.graph().NewBody();
    for (const Node* parameter : from.parameters) Map(parameter, body->Parameter(parameter->shape()));
    body->results = CopyNodes(*body, from);
    return body;
  }

 private:
  void Copy(Body& into, const Node& node) {
    std::vector<Body*> bodies;
    for (const Body* inner : node.bodies) bodies.push_back(CopyWhole(*inner));
    const std::string_view before = into.graph().place;
    into.graph().place = node.place;
    Node* copy = into.Add(node.kind, node.shapes, All(node.operands), node.attrs, std::move(bodies));
    into.graph().place = before;
    std::vector<Value>& values = values_[&node];
    values.clear();
    for (uint32_t i = 0; i < node.shapes.size(); ++i) values.push_back({copy, i});
  }
  std::vector<Value> All(const std::vector<Value>& values) const {
    std::vector<Value> result;
    for (const Value value : values) {
      const auto found = values_.find(value.node);
      result.push_back(found == values_.end() ? value : found->second[value.index]);
    }
    return result;
  }

  std::unordered_map<const Node*, std::vector<Value>> values_;
};

}  // namespace

std::vector<Value> CopyInto(Body& into, const Body& from, std::span<const Value> arguments) {
  Copier copier;
  for (size_t i = 0; i < arguments.size(); ++i) copier.Map(from.parameters[i], arguments[i]);
  return copier.CopyNodes(into, from);
}

Body* CopyBody(const Body& from) { return Copier().CopyWhole(from); }

std::vector<Value> MoveInto(Body& into, Body& from) {
  for (Node* node : from.nodes) {
    node->parent = &into;
    into.nodes.push_back(node);
  }
  from.nodes.clear();
  return std::move(from.results);
}

bool IsScalarFunction(const Body& body) {
  const auto scalar = [](Value v) { return v.shape().rank() == 0 && !v.shape().token; };
  for (const Node* node : body.nodes) {
    const bool plain = node->kind == NodeKind::kElementwise || node->kind == NodeKind::kConstant;
    if (!plain || node->shape().rank() != 0 || !std::ranges::all_of(node->operands, scalar)) return false;
  }
  return std::ranges::all_of(body.results, scalar);
}

std::vector<Value> MapInto(Body& into, const Body& from, std::span<const Value> arguments, const Dims& dims) {
  std::unordered_map<const Node*, Value> values;
  for (size_t i = 0; i < arguments.size(); ++i) values[from.parameters[i]] = arguments[i];
  const auto spread = [&](Value value) {
    Value& known = values[value.node];
    if (!known.valid()) known = into.Broadcast(value, dims, {});  // from outside
    return known;
  };
  for (const Node* node : from.nodes) {
    std::vector<Value> operands;
    for (const Value operand : node->operands) operands.push_back(spread(operand));
    values[node] = {into.Add(node->kind, {Shape{node->shape().type, dims}}, std::move(operands), node->attrs), 0};
  }
  std::vector<Value> results;
  for (const Value result : from.results) results.push_back(spread(result));
  return results;
}

int64_t CountNodes(const Body& body) {
  int64_t count = static_cast<int64_t>(body.nodes.size());
  for (const Node* node : body.nodes) {
    for (const Body* inner : node->bodies) count += CountNodes(*inner);
  }
  return count;
}

}  // namespace cppjrt::cpu
