// Functions of f32 by way of double: correct to just above half a unit in the last place, and made of nothing but arithmetic
// and selections, so that loops over them are vectorised.
#ifndef CPPJRT_STABLEHLO_EVAL_FLOAT_MATH_H_
#define CPPJRT_STABLEHLO_EVAL_FLOAT_MATH_H_

#include <bit>
#include <cstdint>

namespace cppjrt::stablehlo::float_math {

// e^x to a relative error of some 1e-13. Beyond +-200, where f32 has left its range for long, as at +-200.
//
// x = n ln 2 + r with |r| <= ln 2 / 2; e^r by its series, 2^n by its exponent.
inline double ExponentialOfFloat(double x) {
  constexpr double kLimit = 200;
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  constexpr double kLn2High = 0x1.62e42fefa0000p-1;  // n times it is exact
  constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;
  constexpr double kShift = 0x1.8p52;  // adding it leaves the integer in the low bits
  x = x < -kLimit ? -kLimit : x;
  x = x > kLimit ? kLimit : x;
  const double shifted = x * kLog2E + kShift;
  const double n = shifted - kShift;
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double series = 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 0.5;
  series = series * r + 1.0;
  series = series * r + 1.0;
  const uint64_t scale = (std::bit_cast<uint64_t>(shifted) << 52) + (uint64_t{1023} << 52);
  return series * std::bit_cast<double>(scale);
}

inline float Exponential(float x) { return static_cast<float>(ExponentialOfFloat(static_cast<double>(x))); }

inline float Logistic(float x) { return static_cast<float>(1 / (1 + ExponentialOfFloat(-static_cast<double>(x)))); }

// 1 - 2 / (e^2x + 1), but by its series near 0, where that cancels.
inline float Tanh(float value) {
  const auto x = static_cast<double>(value);
  const double square = x * x;
  double series = 21844.0 / 6081075;
  series = series * square - 1382.0 / 155925;
  series = series * square + 62.0 / 2835;
  series = series * square - 17.0 / 315;
  series = series * square + 2.0 / 15;
  series = series * square - 1.0 / 3;
  const double near = x * (1 + square * series);
  const double far = 1 - 2 / (ExponentialOfFloat(2 * x) + 1);
  return static_cast<float>(square < 0.04 ? near : far);
}

}  // namespace cppjrt::stablehlo::float_math

#endif  // CPPJRT_STABLEHLO_EVAL_FLOAT_MATH_H_
