// What is known of the body of a reduction.
#ifndef CPPJRT_CPU_PASSES_MONOID_H_
#define CPPJRT_CPU_PASSES_MONOID_H_

#include <optional>

#include "cpu/graph/body_facts.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether combining with `value` changes nothing. For sums of floats 0 counts as well as -0, if `loosely`.
bool IsIdentity(ElementOp op, Value value, bool loosely);
// Whether the order of combination does not matter for a single bit, for that type.
bool IsExact(ElementOp op, ElementType type);
// Whether combining a value with itself gives it.
bool IsIdempotent(ElementOp op);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_MONOID_H_
