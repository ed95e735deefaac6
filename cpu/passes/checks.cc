#include "cpu/passes/checks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "stablehlo/eval/index_values.h"
#include "stablehlo/eval/run_checks.h"

namespace cppjrt::cpu {
namespace {

// Nodes that compute: what is not moved, chosen or handed on. Of fallbacks the evaluator looks at each op.
bool MakesSomething(const Node& node) {
  switch (GroupOf(node.kind)) {
    case NodeGroup::kMap:
      return !node.Is(ElementOp::kSelect);
    case NodeGroup::kReduce:
      return true;
    case NodeGroup::kCall:
      return node.kind != NodeKind::kSort && node.kind != NodeKind::kTopK && node.kind != NodeKind::kFallback &&
             node.kind != NodeKind::kCheck;
    default:
      return false;
  }
}

// Of each dimension the largest index at which a slice of that size fits.
Dims MostOf(const Dims& dims, const Dims& sizes) {
  Dims most = dims;
  for (size_t d = 0; d < dims.size(); ++d) most[d] -= sizes[d];
  return most;
}

// The extents of what one index vector of a scatter updates.
Dims WindowSizes(const Node& node) {
  const ScatterAttrs& scatter = node.attr<ScatterAttrs>();
  const Dims& dims = node.operands[0].dims();
  const Dims& updates = node.operands.back().dims();
  std::vector<bool> one(dims.size(), false);
  for (const int64_t d : scatter.inserted_window_dims) one[static_cast<size_t>(d)] = true;
  for (const int64_t d : scatter.input_batching_dims) one[static_cast<size_t>(d)] = true;
  Dims sizes(dims.size(), 1);
  size_t next = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!one[d]) sizes[d] = updates[static_cast<size_t>(scatter.update_window_dims[next++])];
  }
  return sizes;
}

class Inserter {
 public:
  explicit Inserter(const CheckSettings& settings) : settings_(settings) {}

  void Run(Graph& graph) {
    std::vector<Body*> todo = {&graph.entry()};
    while (!todo.empty()) {
      Body& body = *todo.back();
      todo.pop_back();
      const std::vector<Node*> nodes = std::exchange(body.nodes, {});
      for (Node* node : nodes) {
        if (settings_.bounds) CheckBounds(body, *node);
        body.nodes.push_back(node);
        if (MakesSomething(*node)) CheckResults(body, *node);
        // The functions of reductions and the like are parts of them.
        if (GroupOf(node->kind) == NodeGroup::kControl)
          todo.insert(todo.end(), node->bodies.begin(), node->bodies.end());
      }
    }
  }

 private:
  void CheckResults(Body& body, Node& node) {
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      const Value result = {&node, i};
      if (result.shape().token || result.shape().num_elements() == 0) continue;
      if (settings_.uninit) Add(body, node, {result}, {.kind = CheckKind::kTrace});
      if (settings_.nan && stablehlo::HasNonFinite(result.type())) CheckFinite(body, node, result);
    }
  }

  void CheckFinite(Body& body, Node& node, Value result) {
    std::vector<Value> operands = {result};
    for (const Value operand : node.operands) {
      const Shape& shape = operand.shape();
      if (!shape.token && stablehlo::HasNonFinite(shape.type)) operands.push_back(operand);
    }
    Add(body, node, std::move(operands),
        {.kind = CheckKind::kFinite, .elementwise = GroupOf(node.kind) == NodeGroup::kMap});
  }

  void CheckBounds(Body& body, Node& node) {
    if (node.kind == NodeKind::kDynamicSlice) {
      CheckStarts(body, node, 1, MostOf(node.operands[0].dims(), node.shape().dims));
    } else if (node.kind == NodeKind::kDynamicUpdate) {
      CheckStarts(body, node, 2, MostOf(node.operands[0].dims(), node.operands[1].dims()));
    } else if (node.kind == NodeKind::kGather) {
      const GatherAttrs& gather = node.attr<GatherAttrs>();
      CheckMap(body, node, node.operands[1], gather.index_vector_dim, gather.start_index_map,
               MostOf(node.operands[0].dims(), gather.slice_sizes));
    } else if (node.kind == NodeKind::kScatter) {
      const ScatterAttrs& scatter = node.attr<ScatterAttrs>();
      CheckMap(body, node, node.operands[node.shapes.size()], scatter.index_vector_dim,
               scatter.scatter_dims_to_operand_dims, MostOf(node.operands[0].dims(), WindowSizes(node)));
    }
  }

  void CheckStarts(Body& body, Node& node, size_t first, const Dims& most) {
    for (size_t d = 0; d < most.size(); ++d) {
      const Value start = node.operands[first + d];
      if (start.node->kind == NodeKind::kConstant) {
        const int64_t known = stablehlo::ReadIndex(start.node->attr<ConstantAttrs>().value);
        if (known >= 0 && known <= most[d]) continue;
      }
      Add(body, node, {start}, {.kind = CheckKind::kIndices, .most = {most[d]}, .dims = {static_cast<int64_t>(d)}});
    }
  }

  void CheckMap(Body& body, Node& node, Value indices, int64_t vector_dim, const Dims& map, const Dims& most) {
    Dims of_component;
    for (const int64_t d : map) of_component.push_back(most[static_cast<size_t>(d)]);
    Add(body, node, {indices},
        {.kind = CheckKind::kIndices, .vector_dim = vector_dim, .most = of_component, .dims = map});
  }

  static void Add(Body& body, const Node& node, std::vector<Value> operands, CheckAttrs check) {
    // As the program has it.
    check.op = node.kind == NodeKind::kDot ? "dot_general" : Mnemonic(node);
    body.Add(NodeKind::kCheck, {}, std::move(operands), std::move(check))->place = node.place;
  }

  const CheckSettings settings_;
};

}  // namespace

void InsertChecks(Graph& graph, const CheckSettings& settings) {
  if (settings.any()) Inserter(settings).Run(graph);
}

}  // namespace cppjrt::cpu
