// What a body is, at a glance.
#ifndef CPPJRT_CPU_GRAPH_BODY_FACTS_H_
#define CPPJRT_CPU_GRAPH_BODY_FACTS_H_

#include <optional>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// The node of a body that is one elementwise node of all its parameters in their order, which is the result: the body of a
// plain sum, of a maximum, of an ascending sort. Null for any other.
const Node* SingleElementwise(const Body& body);

// The operation, if the body is one of add, multiply, minimum, maximum, and, or, xor of its two parameters.
std::optional<ElementOp> MonoidOf(const Body& body);

// Whether the node, or one in its bodies, has effects: it must run, as often as the program says and in its order.
bool HasEffects(const Node& node);

// Whether `value` belongs to `body` or to a body around it, so that nodes of `body` may use it.
bool InScope(Value value, const Body& body);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_BODY_FACTS_H_
