// What is known of values that are constants.
//
//   IntSplat(value) == 3          every element is the integer 3
//   IsFloat(value, -0.0)          every element is -0, not +0
#ifndef CPPJRT_CPU_PASSES_CONSTANTS_H_
#define CPPJRT_CPU_PASSES_CONSTANTS_H_

#include <cstdint>
#include <optional>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

inline bool IsConstant(Value value) { return value.node->kind == NodeKind::kConstant && !value.shape().token; }
// The element that all elements are, as a tensor of rank 0; null if that is not known.
const Tensor* SplatOf(Value value);
inline bool IsSplat(Value value) { return SplatOf(value) != nullptr; }
// Of integers and i1.
std::optional<int64_t> IntSplat(Value value);
// Of floats.
std::optional<double> FloatSplat(Value value);
// Whether all elements are this, by their bits.
bool IsInt(Value value, int64_t number);
bool IsFloat(Value value, double number);
// Whether all bits of all elements are set. REQUIRES: integers or i1.
bool IsAllOnes(Value value);
// A constant with this element, the same for all.
Value MakeSplat(Body& body, Tensor element, const Dims& dims);
// The smallest and largest integers of the type, as int64_t; ui64: the largest is INT64_MAX.
int64_t SmallestInt(ElementType type);
int64_t LargestInt(ElementType type);
// Brings an integer into the type's range, as wrapping arithmetic does.
int64_t WrapInt(ElementType type, int64_t number);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CONSTANTS_H_
