#include "cpu/graph/sizes.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cpu/graph/print.h"
#include "stablehlo/eval/sizes.h"

namespace cppjrt::cpu {
namespace {

Status CheckNode(const Node& node) {
  for (const Shape& shape : node.shapes) {
    if (!FitsMemory(shape)) {
      return UnimplementedError("the compiler's " + Where(node, shape) + " takes more than 2^47 bytes");
    }
  }
  return OkStatus();
}

}  // namespace

bool FitsMemory(const Shape& shape) {
  int64_t bytes = stablehlo::ElementBytes(shape.type);
  for (const int64_t d : shape.dims) bytes = stablehlo::SaturatingMultiply(bytes, std::max<int64_t>(d, 1));
  return bytes <= stablehlo::kMaxArrayBytes;
}

std::string Where(const Node& node, const Shape& shape) {
  std::string text = std::string(Mnemonic(node)) + " " + ShapeText(shape);
  return node.place.empty() ? text : text + " at " + std::string(node.place);
}

Status CheckSizes(const Graph& graph) {
  std::vector<const Body*> todo = {&graph.entry()};
  while (!todo.empty()) {
    const Body& body = *todo.back();
    todo.pop_back();
    for (const std::vector<Node*>* nodes : {&body.parameters, &body.nodes}) {
      for (const Node* node : *nodes) {
        CPPJRT_RETURN_IF_ERROR(CheckNode(*node));
        todo.insert(todo.end(), node->bodies.begin(), node->bodies.end());
      }
    }
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
