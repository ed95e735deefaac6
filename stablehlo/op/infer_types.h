// Questions about types that the rules of many ops ask, and the arithmetic of dimensions.
//
// A dimension is a number, or kDynamic with or without a bound. Types are *compatible* if some run-time shape has both:
// 2 and ? are, 2 and 3 are not, nor are 5 and ? with bound 4.
#ifndef CPPJRT_STABLEHLO_OP_INFER_TYPES_H_
#define CPPJRT_STABLEHLO_OP_INFER_TYPES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

using DimList = std::vector<int64_t>;

constexpr bool IsDynamic(int64_t dim) { return dim == kDynamic; }
constexpr bool CompatibleDims(int64_t a, int64_t b) { return a == b || IsDynamic(a) || IsDynamic(b); }
bool CompatibleDims(std::span<const int64_t> a, std::span<const int64_t> b);

bool IsShaped(const TypeTable& types, TypeId t);
// Both tensors or memrefs; unranked ones are compatible with all.
bool CompatibleShapes(const TypeTable& types, TypeId a, TypeId b);
// Equal, or quantized to the same storage and expressed type, both per tensor or both per axis.
bool CompatibleElements(const TypeTable& types, TypeId a, TypeId b);
// Shapes with their bounds and elements; types that are no tensors must be equal.
bool CompatibleTypes(const Module& module, TypeId a, TypeId b);
bool CompatibleTypes(const Module& module, std::span<const TypeId> a, std::span<const TypeId> b);

// True if a float, integer, complex or quantized `to` of the same family is at least as wide as `from`; any two floats
// are promotable to each other.
bool IsPromotable(const TypeTable& types, TypeId from, TypeId to);
// Bits of an element: of a complex number both parts, of a quantized one its storage.
int64_t ElementBits(const TypeTable& types, TypeId element);

// Sums and products that stay within 63 bits, or none. None in, none out.
std::optional<int64_t> CheckedAdd(std::optional<int64_t> a, std::optional<int64_t> b);
std::optional<int64_t> CheckedMultiply(std::optional<int64_t> a, std::optional<int64_t> b);
std::optional<int64_t> Product(std::span<const int64_t> dims);

// Dimensions with their bounds; `bounds` is empty or as long as `dims`, kDynamic where there is none.
struct Shape {
  DimList dims;
  DimList bounds;

  int64_t bound(size_t i) const { return bounds.empty() ? kDynamic : bounds[i]; }
  // A dimension at the end.
  void Add(int64_t dim, int64_t bound);
};

// REQUIRES: a tensor.
Shape ShapeOf(const Module& module, TypeId tensor);
// A tensor of this shape; bounds that say nothing are dropped.
TypeId MakeTensor(Module& module, const Shape& shape, TypeId element);
// A tensor like `t` (its shape, bounds, encoding), with other elements. REQUIRES: a tensor, ranked or not.
TypeId WithElement(Module& module, TypeId t, TypeId element);

// What is wrong with a type taken by itself (its members aside), or empty: bounds that do not go with the shape,
// negative sizes, scales out of range, …
std::string TypeProblem(const Module& module, TypeId type);
// What keeps a quantized tensor from being computed with, or empty: zero points, the quantized dimension. A program may
// pass such types around.
std::string QuantizationProblem(const TypeTable& types, TypeId type);

// What is known of a dimension and its bound.
struct Extent {
  int64_t dim = kDynamic;
  int64_t bound = kDynamic;
};

// What holds for a dimension that is both, or none if that is impossible.
std::optional<Extent> MostSpecific(Extent a, Extent b);
// What holds for one that is either, or none if the sizes differ.
std::optional<Extent> LeastSpecific(Extent a, Extent b);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_TYPES_H_
