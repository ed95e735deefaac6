#include "cpu/passes/simplify.h"

#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

class Simplifier : public Rewriter {
 protected:
  Values Rewrite(Node& node) override {
    switch (node.kind) {
      case NodeKind::kElementwise:
        return SimplifyElementwise(node);
      case NodeKind::kBroadcast:
        return SimplifyBroadcast(node);
      case NodeKind::kReshape:
        return SimplifyReshape(node);
      case NodeKind::kTranspose:
        return SimplifyTranspose(node);
      case NodeKind::kSlice:
        return SimplifySlice(node);
      case NodeKind::kConcatenate:
        return SimplifyConcatenate(node);
      case NodeKind::kPad:
        return SimplifyPad(node);
      case NodeKind::kReverse:
        return SimplifyReverse(node);
      case NodeKind::kDynamicSlice:
        return SimplifyDynamicSlice(node);
      case NodeKind::kDynamicUpdate:
        return SimplifyDynamicUpdate(node);
      case NodeKind::kGather:
        return SimplifyGather(node);
      case NodeKind::kScatter:
        return SimplifyScatter(node);
      case NodeKind::kReduce:
        return SimplifyReduce(node);
      case NodeKind::kReduceWindow:
        return SimplifyReduceWindow(node);
      case NodeKind::kDot:
        return SimplifyDot(node);
      case NodeKind::kConvolution:
        return SimplifyConvolution(node);
      case NodeKind::kCase:
        return SimplifyCase(node);
      default:
        return {};
    }
  }
};

}  // namespace

bool Simplify(Graph& graph) { return Simplifier().Run(graph); }

}  // namespace cppjrt::cpu
