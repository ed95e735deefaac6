// reduce_precision: rounds floats to a format with fewer bits, but keeps them in their type.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"

namespace cppjrt::stablehlo {
namespace {

// A format to reduce from or to.
struct Width {
  int exponent_bits;
  int mantissa_bits;
};

// Works on the bits of IEEE formats: T is an unsigned integer, `from` the format it holds. The mantissa is rounded to
// nearest, ties to even; then what has too large an exponent becomes infinity and what has too small a one becomes zero:
// the reduced format has no subnormal numbers, unless the exponents stay as they are.
template <typename T>
T ReducePrecision(T bits, Width from, Width to) {
  const T sign = static_cast<T>(T{1} << (from.exponent_bits + from.mantissa_bits));
  const T infinity = static_cast<T>(((T{1} << from.exponent_bits) - 1) << from.mantissa_bits);
  T magnitude = static_cast<T>(bits & (sign - 1));
  if (magnitude > infinity) return to.mantissa_bits > 0 ? bits : static_cast<T>((bits & sign) | infinity);
  if (to.mantissa_bits < from.mantissa_bits) {
    const int dropped = from.mantissa_bits - to.mantissa_bits;
    const T last = static_cast<T>(T{1} << dropped);
    const T odd = static_cast<T>(magnitude >> dropped & 1);
    magnitude = static_cast<T>((magnitude + (last / 2 - 1) + odd) & ~(last - 1));
  }
  if (to.exponent_bits < from.exponent_bits) {
    const int bias = (1 << (from.exponent_bits - 1)) - 1;
    const int reduced_bias = (1 << (to.exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>(magnitude >> from.mantissa_bits) - bias;
    if (exponent > reduced_bias) magnitude = infinity;
    if (exponent <= -reduced_bias) magnitude = 0;
  }
  return static_cast<T>(magnitude | (bits & sign));
}

template <typename T>
void ReduceAll(const std::byte* from, std::byte* to, int64_t n, Width from_width, Width to_width) {
  for (int64_t i = 0; i < n; ++i) {
    reinterpret_cast<T*>(to)[i] = ReducePrecision(reinterpret_cast<const T*>(from)[i], from_width, to_width);
  }
}

// Types without infinities, and smaller ones, are reduced as values of f32.
void ReduceByF32(ElementType type, const std::byte* from, std::byte* to, int64_t n, Width width) {
  float block[kConvertBlock];
  const int64_t bytes = ElementBytes(type);
  for (int64_t i = 0; i < n; i += kConvertBlock) {
    const int64_t count = std::min(kConvertBlock, n - i);
    ToF32(type, from + i * bytes, block, count);
    for (int64_t k = 0; k < count; ++k) {
      block[k] = std::bit_cast<float>(ReducePrecision(std::bit_cast<uint32_t>(block[k]), {8, 23}, width));
    }
    FromF32(type, block, to + i * bytes, count);
  }
}

void Reduce(ElementType type, const std::byte* from, std::byte* to, int64_t n, Width width) {
  if (type == ElementType::kF64) return ReduceAll<uint64_t>(from, to, n, {11, 52}, width);
  if (type == ElementType::kF32) return ReduceAll<uint32_t>(from, to, n, {8, 23}, width);
  if (type == ElementType::kBF16) return ReduceAll<uint16_t>(from, to, n, {8, 7}, width);
  if (type == ElementType::kF16) return ReduceAll<uint16_t>(from, to, n, {5, 10}, width);
  if (type == ElementType::kF8E3M4) return ReduceAll<uint8_t>(from, to, n, {3, 4}, width);
  if (type == ElementType::kF8E4M3) return ReduceAll<uint8_t>(from, to, n, {4, 3}, width);
  if (type == ElementType::kF8E5M2) return ReduceAll<uint8_t>(from, to, n, {5, 2}, width);
  ReduceByF32(type, from, to, n, width);
}

}  // namespace

StatusOr<Kernel> PrepareReducePrecision(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, OperandElement(op, 0));
  // Widths beyond those of f64 change nothing.
  const Width width = {static_cast<int>(std::clamp<int64_t>(op.I64("exponent_bits"), 1, 11)),
                       static_cast<int>(std::clamp<int64_t>(op.I64("mantissa_bits"), 0, 52))};
  return Kernel([type, width](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    const std::byte* from = operand.bytes().data();
    const Dims dims = operand.dims();
    const int64_t n = NumElements(dims);
    const bool reuse = operand.unique();
    CPPJRT_ASSIGN_OR_RETURN(Tensor result,
                            reuse ? call.ReuseOrAllocate(call.Take(0), type, dims) : call.Allocate(type, dims));
    std::byte* to = result.mutable_bytes();
    const int64_t bytes = ElementBytes(type);
    ForPieces(call, n, 3, [&](int64_t begin, int64_t end) {
      Reduce(type, from + begin * bytes, to + begin * bytes, end - begin, width);
    });
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
