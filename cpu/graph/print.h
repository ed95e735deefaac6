// A graph as text, for people, dumps and tests (graph.h shows some).
//
// Values are numbered in the order of the text. A node with several results is `%3:2`, its results `%3#0`, `%3#1`. Bodies
// stand behind the node they belong to; one that is a single elementwise node of its parameters in their order is
// just `by add`. Large constants are cut short.
#ifndef CPPJRT_CPU_GRAPH_PRINT_H_
#define CPPJRT_CPU_GRAPH_PRINT_H_

#include <cstdint>
#include <string>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

struct PrintOptions {
  bool places = false;         // where each node comes from, as a comment
  int64_t most_elements = 16;  // of a constant
};

std::string Print(const Graph& graph, const PrintOptions& options = {});
// "f32[4,8]", "token".
std::string ShapeText(const Shape& shape);
// "add f32[4]": for messages.
std::string NodeText(const Node& node);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_PRINT_H_
