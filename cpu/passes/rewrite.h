// Rewriter: passes that put other nodes in the place of single ones.
//
//   class DoubleNegate : public Rewriter {
//     std::vector<Value> Rewrite(Node& node) override {
//       if (!node.Is(ElementOp::kNegate) || !node.operands[0].node->Is(ElementOp::kNegate)) return {};
//       return {node.operands[0].node->operands[0]};
//     }
//   };
//   DoubleNegate().Run(graph);
//
// One sweep over each body in its order, the bodies of a node before the node. A node comes with operands that have been
// replaced already, and is replaced for all that come after it. Nodes that a rule makes are rules' food too, as long as
// there are not too many of them.
#ifndef CPPJRT_CPU_PASSES_REWRITE_H_
#define CPPJRT_CPU_PASSES_REWRITE_H_

#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

class Rewriter {
 public:
  virtual ~Rewriter() = default;
  // Whether something changed.
  bool Run(Graph& graph);

 protected:
  // What stands for the node's results from now on, one value for each; empty if it stays. If some of them are the node's own,
  // it stays as well, and only the others are replaced. New nodes are made at the end of `*node.parent`, which is the place in
  // front of the node. A rule may also change the node itself and say so by Changed().
  virtual std::vector<Value> Rewrite(Node& node) = 0;
  // Before and behind the nodes of a body.
  virtual void Enter(Body&) {}
  virtual void Leave(Body&) {}

  void Changed() { changed_ = true; }
  // What a value became so far.
  Value Now(Value value);

 private:
  void Sweep(Body& body);
  void Visit(Node* node, Body& body);
  void VisitOne(Node* node, Body& body, bool may_rewrite, std::vector<Node*>& todo);
  void Remap(std::vector<Value>& values);
  void Replace(const Node& node, std::vector<Value> values);

  Graph* graph_ = nullptr;
  bool changed_ = false;
  std::vector<std::vector<Value>> replaced_;  // by id of the node
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_REWRITE_H_
