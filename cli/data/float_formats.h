// Exact conversion between double and every floating-point element type of PJRT, driven by one table.
//
// A value is sign, exponent field, mantissa field from the top; a zero exponent field means a subnormal number. The
// formats differ in what they keep apart for infinity and NaN, which their names say: "FN" finite, NaN; "UZ" unsigned
// zero; "FNU" finite, NaN, unsigned. Conversion follows ml_dtypes (and so JAX): to nearest, ties to even.
#ifndef CPPJRT_CLI_DATA_FLOAT_FORMATS_H_
#define CPPJRT_CLI_DATA_FLOAT_FORMATS_H_

#include <cstdint>

#include "pjrt/element_type.h"

namespace cppjrt::data {

enum class FloatSpecials {
  kIeee,    // top exponent: infinity (mantissa 0) and NaN
  kNan,     // all ones is NaN, no infinity
  kNanUz,   // the pattern of -0 is NaN, no infinity, no -0
  kFinite,  // every pattern is a finite number
};

struct FloatFormat {
  pjrt::ElementType type;
  int exponent_bits;
  int mantissa_bits;
  int bias;
  FloatSpecials specials;
  // False for f8E8M0FNU only: its patterns are powers of two, without sign, zero and subnormals.
  bool is_signed;
};

// The row of `type`; null if it is no floating-point type (complex is none). f32 and f64 have rows too.
const FloatFormat* FindFloatFormat(pjrt::ElementType type);

// The value of the low bits of `bits`; what lies above the format's width is ignored. Exact.
double DecodeFloat(const FloatFormat& format, uint64_t bits);

// The pattern nearest to `value`, ties to even. What is too large becomes infinity, else NaN, else (kFinite) the
// largest number of that sign; NaN in a kFinite format becomes -0. f8E8M0FNU: zero and negative numbers become NaN,
// positive numbers below the smallest become the smallest.
uint64_t EncodeFloat(const FloatFormat& format, double value);

double MaxFinite(const FloatFormat& format);
inline bool HasInfinity(const FloatFormat& format) { return format.specials == FloatSpecials::kIeee; }
inline bool HasNan(const FloatFormat& format) { return format.specials != FloatSpecials::kFinite; }

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_FLOAT_FORMATS_H_
