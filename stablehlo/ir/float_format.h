// How the float types are encoded, as constants: the one table that text and evaluator read.
//
//   constexpr FloatFormat f = FloatFormatOf(Scalar::kF8E4M3FN);   // {4, 3, 7, FloatFormat::kNanOnly}
#ifndef CPPJRT_STABLEHLO_IR_FLOAT_FORMAT_H_
#define CPPJRT_STABLEHLO_IR_FLOAT_FORMAT_H_

#include <cstdint>

#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {

struct FloatFormat {
  // What a format does with its highest exponent.
  enum Special : uint8_t {
    kIeee,             // infinities and NaNs
    kNanOnly,          // all ones is NaN; no infinity (…FN of 8 bits)
    kUnsignedZeroNan,  // the pattern of -0 is NaN; no infinity, no -0 (…FNUZ)
    kFinite,           // neither (f4, f6)
    kScale,            // unsigned powers of two, all ones is NaN, no zero (f8E8M0FNU)
  };

  int exponent_bits = 0;
  int mantissa_bits = 0;
  int bias = 0;
  Special special = kIeee;
};

// No bits at all for what is no float of at most 64 bits.
constexpr FloatFormat FloatFormatOf(Scalar type) {
  switch (type) {
    case Scalar::kF4E2M1FN:
      return {2, 1, 1, FloatFormat::kFinite};
    case Scalar::kF6E2M3FN:
      return {2, 3, 1, FloatFormat::kFinite};
    case Scalar::kF6E3M2FN:
      return {3, 2, 3, FloatFormat::kFinite};
    case Scalar::kF8E3M4:
      return {3, 4, 3, FloatFormat::kIeee};
    case Scalar::kF8E4M3:
      return {4, 3, 7, FloatFormat::kIeee};
    case Scalar::kF8E4M3FN:
      return {4, 3, 7, FloatFormat::kNanOnly};
    case Scalar::kF8E4M3FNUZ:
      return {4, 3, 8, FloatFormat::kUnsignedZeroNan};
    case Scalar::kF8E4M3B11FNUZ:
      return {4, 3, 11, FloatFormat::kUnsignedZeroNan};
    case Scalar::kF8E5M2:
      return {5, 2, 15, FloatFormat::kIeee};
    case Scalar::kF8E5M2FNUZ:
      return {5, 2, 16, FloatFormat::kUnsignedZeroNan};
    case Scalar::kF8E8M0FNU:
      return {8, 0, 127, FloatFormat::kScale};
    case Scalar::kBF16:
      return {8, 7, 127, FloatFormat::kIeee};
    case Scalar::kF16:
      return {5, 10, 15, FloatFormat::kIeee};
    case Scalar::kTF32:
      return {8, 10, 127, FloatFormat::kIeee};
    case Scalar::kF32:
      return {8, 23, 127, FloatFormat::kIeee};
    case Scalar::kF64:
      return {11, 52, 1023, FloatFormat::kIeee};
    default:
      return {};
  }
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_FLOAT_FORMAT_H_
