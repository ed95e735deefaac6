// Whether nodes do the same.
#ifndef CPPJRT_CPU_PASSES_EQUAL_H_
#define CPPJRT_CPU_PASSES_EQUAL_H_

#include <cstdint>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Equal nodes have equal hashes. Looks at constants only so far, at bodies by their size.
uint64_t HashOf(const Node& node);
// The same kind, attributes, operands and results, and bodies that are the same but for the names of their own values.
bool SameNode(const Node& a, const Node& b);
bool SameBody(const Body& a, const Body& b);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_EQUAL_H_
