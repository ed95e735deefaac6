// Folding: integers that are known before the program runs, worked out with the evaluator. What shapes are computed from
// are such integers.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_FOLD_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_FOLD_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// A tensor of integers or booleans, row-major; each value as 64 bits, extended as its type says.
struct KnownInts {
  std::vector<int64_t> dims;
  std::vector<int64_t> values;
};

// Larger tensors are not followed.
inline constexpr int64_t kMaxKnownElements = 256;

// Whether a type is one whose values are followed: a tensor of integers or i1, dynamic perhaps.
bool MayBeKnown(const TypeTable& types, TypeId type);

// The elements of a dense attribute, or none if they are not integers or too many.
std::optional<KnownInts> KnownFromAttr(const Module& module, AttrId dense);
// The dense attribute of such a tensor.
AttrId AttrFromKnown(Module& module, const KnownInts& known, TypeId element);

// The results of an op on known operands, or none if it cannot be evaluated or they are no small integer tensors.
std::optional<std::vector<KnownInts>> Fold(Module& module, OpId op, std::span<const KnownInts> operands);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_FOLD_H_
