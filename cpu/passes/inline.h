// Putting what a body does into another one.
#ifndef CPPJRT_CPU_PASSES_INLINE_H_
#define CPPJRT_CPU_PASSES_INLINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Copies all nodes of `from`, with the bodies they have, to the end of `into`; `arguments` stand for its parameters.
// Returns what stands for its results.
std::vector<Value> CopyInto(Body& into, const Body& from, std::span<const Value> arguments);
// A new body that is a copy.
Body* CopyBody(const Body& from);

// Moves the nodes instead; `from` is of no use afterwards. REQUIRES: it has no parameters.
std::vector<Value> MoveInto(Body& into, Body& from);

// Whether a body only combines scalars by elementwise nodes and constants, so that it can be done on arrays at once.
bool IsScalarFunction(const Body& body);
// Does it on arrays of these dimensions. REQUIRES: IsScalarFunction(from); arguments have these dimensions.
std::vector<Value> MapInto(Body& into, const Body& from, std::span<const Value> arguments, const Dims& dims);

// How many nodes there are in a body and the bodies in it.
int64_t CountNodes(const Body& body);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_INLINE_H_
