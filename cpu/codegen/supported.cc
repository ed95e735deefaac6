#include "cpu/codegen/supported.h"

#include <string>

#include "cpu/codegen/element.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu::codegen {
namespace {

std::string NameOf(const Node& node) {
  std::string name(Mnemonic(node));
  if (!node.place.empty()) name += " at " + std::string(node.place);
  return name;
}

Status CheckBody(const Body& body, bool elements) {
  for (const Node* node : body.nodes) {
    if (node->kind == NodeKind::kElementwise && !CanEmit(*node)) {
      return UnimplementedError(NameOf(*node) + ": no code for it on its types");
    }
    const bool simple = node->kind == NodeKind::kElementwise || node->kind == NodeKind::kConstant ||
                        node->kind == NodeKind::kIota || node->kind == NodeKind::kReshape ||
                        node->kind == NodeKind::kBroadcast;
    if (elements && !(simple && node->shape().rank() == 0)) {
      return UnimplementedError(NameOf(*node) + ": in a function of single elements");
    }
    for (const Body* inner : node->bodies) CPPJRT_RETURN_IF_ERROR(CheckBody(*inner, HasElementBodies(*node)));
  }
  return OkStatus();
}

}  // namespace

Status CheckSupported(const Graph& graph) { return CheckBody(graph.entry(), false); }

}  // namespace cppjrt::cpu::codegen
