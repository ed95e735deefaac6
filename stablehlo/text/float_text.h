// Floats of every StableHLO format: to and from double, and as MLIR prints them.
//
//   uint64_t bits = FloatFromDouble(0.1, Scalar::kBF16);      // 0x3dcd: rounds to nearest, ties to even
//   FloatToDouble(bits, Scalar::kBF16) == 0.10009765625
//   AppendFloat(out, bits, Scalar::kBF16);                    // 1.000980e-01
//
// MLIR reads a decimal as a double and rounds that to the type; so do we. It prints seven digits if they read back as the
// same value, otherwise as many as the format can need, and NaN and infinities as their bits: 0x7FC0.
#ifndef CPPJRT_STABLEHLO_TEXT_FLOAT_TEXT_H_
#define CPPJRT_STABLEHLO_TEXT_FLOAT_TEXT_H_

#include <cstdint>
#include <string>

#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo::text {

// True for the floats of up to 64 bits: all but f80 and f128.
bool HasFloatFormat(Scalar type);

// REQUIRES for all: HasFloatFormat(type).
uint64_t FloatFromDouble(double value, Scalar type);
double FloatToDouble(uint64_t bits, Scalar type);
void AppendFloat(std::string& out, uint64_t bits, Scalar type);

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_FLOAT_TEXT_H_
