// What dot_general and convolution share: the type they sum in, and operands brought into the order and type of a
// matrix product.
#ifndef CPPJRT_STABLEHLO_EVAL_CONTRACTION_H_
#define CPPJRT_STABLEHLO_EVAL_CONTRACTION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/elements.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {

// kC128, kC64, kF64, kF32, kU64 or kU32: sums of integers wrap to the result's width in any wider type.
inline ComputeType ContractionType(ElementType lhs, ElementType rhs, ElementType result, bool wide) {
  const auto any = [&](ElementType t) { return lhs == t || rhs == t || result == t; };
  if (IsComplex(result) || IsComplex(lhs) || IsComplex(rhs)) {
    return wide || any(ElementType::kC128) || any(ElementType::kF64) ? ComputeType::kC128 : ComputeType::kC64;
  }
  if (IsFloat(result) || IsFloat(lhs) || IsFloat(rhs)) {
    return wide || any(ElementType::kF64) ? ComputeType::kF64 : ComputeType::kF32;
  }
  return ElementBytes(result) == 8 ? ComputeType::kU64 : ComputeType::kU32;
}

template <typename Function>
Status DispatchContraction(ComputeType type, Function&& function) {
  if (type == ComputeType::kC128) return function(CppType<std::complex<double>>());
  if (type == ComputeType::kC64) return function(CppType<std::complex<float>>());
  if (type == ComputeType::kF64) return function(CppType<double>());
  if (type == ComputeType::kF32) return function(CppType<float>());
  if (type == ComputeType::kU64) return function(CppType<uint64_t>());
  return function(CppType<uint32_t>());
}

// Whether the dimensions in the order of `permutation` are row-major already.
bool InOrder(const Dims& dims, std::span<const int64_t> permutation);

// The elements with dimension permutation[i] as the ith one; `operand` itself if that is its order.
StatusOr<Tensor> Permute(Call& call, const Tensor& operand, std::span<const int64_t> permutation);

// The same as elements of T, rounded to `precision` on the way if that is a narrower float.
template <typename T>
StatusOr<Tensor> Arrange(Call& call, const Tensor& operand, std::span<const int64_t> permutation,
                         std::optional<ElementType> precision = std::nullopt) {
  CPPJRT_ASSIGN_OR_RETURN(const Tensor ordered, Permute(call, operand, permutation));
  const ElementType type = operand.type();
  const bool rounds =
      precision && std::is_floating_point_v<T> && IsFloat(type) && ElementBytes(*precision) < ElementBytes(type);
  if (compute_internal::IsSame<T>(type) && !rounds) return ordered;
  const int64_t n = operand.num_elements();
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, AllocateElements<T>(call, n));
  const int64_t bytes = ElementBytes(type);
  T* out = MutableElementsOf<T>(result);
  call.pool().ParallelFor(n, int64_t{1} << 16, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; at += kBlock) {
      const int64_t count = std::min(kBlock, end - at);
      const T* values = LoadBlock(type, ordered.bytes().data() + at * bytes, count, out + at);
      if (values != out + at) std::copy_n(values, count, out + at);
      if (!rounds) continue;
      alignas(T) std::byte narrow[kBlock * sizeof(T)];
      StoreBlock(*precision, out + at, count, narrow);
      LoadBlock(*precision, narrow, count, out + at);
    }
  });
  return result;
}

// Elements of T as a tensor of `type`.
template <typename T>
StatusOr<Tensor> Finish(Call& call, Tensor sums, ElementType type, const Dims& dims) {
  if (compute_internal::IsSame<T>(type) && type != ElementType::kI1) return std::move(sums).Retyped(type, dims);
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, dims));
  StoreBlock(type, ElementsOf<T>(sums), result.num_elements(), result.mutable_bytes());
  return result;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CONTRACTION_H_
