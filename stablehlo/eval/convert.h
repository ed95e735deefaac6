// Conversions between arrays of elements: what stablehlo.convert does, and how every kernel reads and writes the types it
// does not compute in.
//
//   float block[kConvertBlock];
//   ToF32(ElementType::kBF16, bytes, block, n);       // exact
//   …
//   FromF32(ElementType::kBF16, block, bytes, n);     // to nearest, ties to even; narrow_float.h has the corners
//
// Arrays are dense, in the form of Tensor: sub-byte types and i1 take a byte.
#ifndef CPPJRT_STABLEHLO_EVAL_CONVERT_H_
#define CPPJRT_STABLEHLO_EVAL_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "stablehlo/eval/element_type.h"

namespace cppjrt::stablehlo {

// Elements that fit a buffer on the stack: how many to convert at a time.
inline constexpr int64_t kConvertBlock = 512;

// Floats of less than 32 bits.
constexpr bool IsNarrowFloat(ElementType t) { return IsFloat(t) && t < ElementType::kF32; }
// Integers of less than 8 bits: they take a byte, which WrapSubByte keeps in range.
constexpr bool IsSubByteInteger(ElementType t) {
  return t == ElementType::kI2 || t == ElementType::kI4 || t == ElementType::kUI2 || t == ElementType::kUI4;
}
// The type that kernels compute in: f32 for narrow floats, the type itself for all others.
constexpr ElementType WidenedType(ElementType t) { return IsNarrowFloat(t) ? ElementType::kF32 : t; }

// REQUIRES: IsFloat(type). From f64 to f32 rounds.
void ToF32(ElementType type, const std::byte* from, float* to, int64_t n);
void ToF64(ElementType type, const std::byte* from, double* to, int64_t n);
// Round once.
void FromF32(ElementType type, const float* from, std::byte* to, int64_t n);
void FromF64(ElementType type, const double* from, std::byte* to, int64_t n);

// Keeps the low bits of each byte: wraps the results of arithmetic on i2, i4, ui2 and ui4. Nothing for other types.
void WrapSubByte(ElementType type, std::byte* data, int64_t n);

// stablehlo.convert of `n` elements. spec: convert. Integers wrap; floats become integers by truncation, with saturation and
// 0 for NaN; anything becomes i1 by != 0; of a complex number the real part counts. `to` may be `from` if elements of both
// types take as many bytes.
void ConvertElements(ElementType from_type, const std::byte* from, ElementType to_type, std::byte* to, int64_t n);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CONVERT_H_
