#include "stablehlo/eval/complex_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>

namespace cppjrt::stablehlo::complex_math {
namespace {

using C64 = std::complex<float>;
using C128 = std::complex<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Floats in order as integers, so that neighbours differ by one.
int64_t Ordinal(double x) {
  const auto bits = std::bit_cast<int64_t>(x);
  return bits < 0 ? std::numeric_limits<int64_t>::min() - bits : bits;
}
bool Close(double got, double expected) {
  if (std::isnan(expected)) return std::isnan(got);
  return std::abs(static_cast<double>(Ordinal(got) - Ordinal(expected))) <= 1;
}

struct Case {
  C128 (*function)(C128);
  C128 argument;
  C128 expected;  // computed with 600 bits
};

// Cancellation near the unit circle, results at the ends of the range.
TEST(ComplexMathTest, IsWithinOneUnitWhereFormulasFail) {
  const Case cases[] = {
      {Log<double>, {0x1.3333333333333p-1, 0x1.999999999999ap-1}, {0x1.999999999999ap-56, 0x1.dac670561bb50p-1}},
      {Log<double>, {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1}, {0x1.3b3efbf5e2229p-54, 0x1.921fb54442d18p-1}},
      {Log<double>, {0x1.1ccf385ebc8a0p+1023, 0x1.1ccf385ebc8a0p+1023}, {0x1.62c579e3609a5p+9, 0x1.921fb54442d18p-1}},
      {Log<double>, {0x1p-1074, 0x0.0p+0}, {-0x1.74385446d71c3p+9, 0x0.0p+0}},
      {Log<double>, {0x1.0000000000001p+0, 0x1.5798ee2308c3ap-27}, {0x1.39a5652fb1137p-52, 0x1.5798ee2308c38p-27}},
      {LogPlusOne<double>, {-0x1p-1, 0x1.bb67ae8584caap-1}, {-0x1.90c8f142a9f1cp-55, 0x1.0c152382d7365p+0}},
      {LogPlusOne<double>,
       {0x1.87e92154ef7acp-665, 0x1.a2fe76a3f9475p-499},
       {0x1.87e92154ef7acp-665, 0x1.a2fe76a3f9475p-499}},
      {LogPlusOne<double>,
       {-0x1.12e0be826d695p-30, 0x1.7726636ae6e78p-15},
       {0x1.2725dd5a69797p-61, 0x1.7726636cfffd7p-15}},
      {LogPlusOne<double>,
       {-0x1.999999999999ap+0, 0x1.999999999999ap-1},
       {0x1.9999999999999p-54, 0x1.1b6e192ebbe45p+1}},
      {LogPlusOne<double>,
       {0x1.1ccf385ebc8a0p+1023, -0x1.1ccf385ebc8a0p+1023},
       {0x1.62c579e3609a5p+9, -0x1.921fb54442d18p-1}},
      {LogPlusOne<double>,
       {0x1.70ef54646d497p-57, -0x1.70ef54646d497p-57},
       {0x1.70ef54646d497p-57, -0x1.70ef54646d497p-57}},
      {Sqrt<double>,
       {0x1.1ccf385ebc8a0p+1023, 0x1.1ccf385ebc8a0p+1023},
       {0x1.a38d1f21aa181p+511, 0x1.5b9150ea5fa22p+510}},
      {Sqrt<double>, {0x1p-1074, -0x1p-1074}, {0x1.19435caffa9f9p-537, -0x1.d203138f6c828p-539}},
      {Sqrt<double>,
       {-0x1.56e1fc2f8f359p-997, 0x0.012688b70e62bp-1022},
       {0x1.67e9c127b6e61p-533, 0x1.a2fe76a3f9475p-499}},
      {Sqrt<double>, {-4, -0.0}, {0, -2}},
      {Exponential<double>, {0x1.63p+9, 0x1.921fb54442d18p+0}, {0x1.5eeb533bacc4dp+970, kInfinity}},
      {Exponential<double>, {-0x1.748p+9, 0x1p-1}, {0x1p-1074, 0x0.0p+0}},
      {ExponentialMinusOne<double>,
       {0x1.12e0be826d695p-30, -0x1.12e0be826d695p-30},
       {0x1.12e0be826d695p-30, -0x1.12e0be870a00cp-30}},
      {ExponentialMinusOne<double>,
       {-0x1.2725dd1d243acp-60, 0x1.49da7e361ce4cp-32},
       {-0x1.346df7b4367ffp-60, 0x1.49da7e361ce4cp-32}},
      {ExponentialMinusOne<double>, {0x1.4p+5, 0x1p+0}, {0x1.c3d4cf90383c8p+56, 0x1.5fd7bfed69ef4p+57}},
      {Tanh<double>, {0x1.9p+8, 0x1p+0}, {0x1p+0, 0x0.0p+0}},
      {Tanh<double>, {0x1p-1, 0x1.921fb54442d18p+0}, {0x1.14fc6ceb099bfp+1, 0x1.03fbd9d1e8ed1p-52}},
      {Rsqrt<double>,
       {0x1.1ccf385ebc8a0p+1023, -0x1.1ccf385ebc8a0p+1023},
       {0x1.0aa899e9d58e2p-512, 0x1.b9d07e9ff6983p-514}},
      {Cbrt<double>,
       {0x1.1ccf385ebc8a0p+1023, 0x1.1ccf385ebc8a0p+1023},
       {0x1.1f9a646701b3ap+341, 0x1.34408781b5812p+339}},
      {Cbrt<double>, {-0x1p+3, 0x1.56e1fc2f8f359p-997}, {0x1p+0, 0x1.bb67ae8584caap+0}},
  };
  for (const Case& c : cases) {
    const C128 got = c.function(c.argument);
    EXPECT_TRUE(Close(got.real(), c.expected.real()) && Close(got.imag(), c.expected.imag()))
        << c.argument << ": got " << got << ", expected " << c.expected;
  }
}

TEST(ComplexMathTest, SpecialValues) {
  EXPECT_EQ(Exponential(C128(-kInfinity, 1)), C128(0, 0));
  EXPECT_TRUE(std::isnan(Exponential(C128(-kInfinity, kInfinity)).real()));
  EXPECT_TRUE(std::isnan(Exponential(C128(1, kNan)).imag()));
  EXPECT_EQ(Exponential(C128(kInfinity, 0)), C128(kInfinity, 0));
  EXPECT_EQ(ExponentialMinusOne(C128(kInfinity, 0)), C128(kInfinity, 0));
  EXPECT_EQ(ExponentialMinusOne(C128(-kInfinity, 1)).real(), -1);
  EXPECT_EQ(Log(C128(0, 0)).real(), -kInfinity);
  EXPECT_EQ(LogPlusOne(C128(-1, 0)), C128(-kInfinity, 0));
  EXPECT_EQ(LogPlusOne(C128(kNan, kInfinity)).real(), kInfinity);
  // Next to -1.
  EXPECT_DOUBLE_EQ(LogPlusOne(C128(-1, 0x1p-1074)).real(), -1074 * std::numbers::ln2);
  EXPECT_FLOAT_EQ(LogPlusOne(std::complex<float>(-1, 0x1p-149f)).real(), -103.27893f);
  EXPECT_DOUBLE_EQ(LogPlusOne(C128(-1 + 0x1p-53, 0x1p-60)).real(), std::log(std::hypot(0x1p-53, 0x1p-60)));
  EXPECT_DOUBLE_EQ(LogPlusOne(C128(-0.25, 0.1)).real(), std::log(std::hypot(0.75, 0.1)));
  EXPECT_EQ(Sqrt(C128(kNan, kInfinity)).real(), kInfinity);
  EXPECT_EQ(Abs(C128(kNan, -kInfinity)), kInfinity);
  EXPECT_TRUE(std::isnan(Sign(C128(1, kNan)).real()));
  EXPECT_EQ(Sign(C128(-0.0, 0)), C128(0, 0));
  EXPECT_EQ(Logistic(C128(-1e5, 1)), C128(0, 0));
  EXPECT_EQ(Logistic(C128(1e5, 1)), C128(1, 0));
  EXPECT_EQ(Power(C128(0, 0), C128(0, 0)), C128(1, 0));
  EXPECT_EQ(Power(C128(0, 0), C128(2, 1)), C128(0, 0));
}

TEST(ComplexMathTest, DivisionDoesNotLeaveTheRange) {
  EXPECT_EQ(Divide(C64(1e30f, 1e30f), C64(1e30f, 1e30f)), C64(1, 0));
  EXPECT_EQ(Divide(C64(1e-40f, 1e-40f), C64(1e-40f, -1e-40f)), C64(0, 1));
  EXPECT_EQ(Divide(C128(1e308, 1e308), C128(1e308, 1e308)), C128(1, 0));
  EXPECT_EQ(Divide(C128(4e-320, 4e-320), C128(4e-320, 4e-320)), C128(1, 0));
  EXPECT_EQ(Divide(C128(1, 1), C128(kInfinity, 0)), C128(0, 0));
  EXPECT_EQ(std::abs(Divide(C128(1, 1), C128(0, 0)).real()), kInfinity);
}

TEST(ComplexMathTest, FloatsAreRoundedFromDouble) {
  const C64 got = Log(C64(0.6f, 0.8f));
  const C128 expected = std::log(C128(0.6f, 0.8f));
  EXPECT_EQ(got.real(), static_cast<float>(expected.real()));
  EXPECT_EQ(got.imag(), static_cast<float>(expected.imag()));
  EXPECT_EQ(Exponential(C64(100, 0)), C64(std::numeric_limits<float>::infinity(), 0));
}

TEST(ComplexMathTest, AngleOfRealNumbersIsAtan2) {
  EXPECT_EQ(Atan2(C128(1, 0), C128(-1, 0)).real(), std::atan2(1.0, -1.0));
  EXPECT_EQ(Atan2(C128(0, 0), C128(0, 0)), C128(0, 0));
}

// The table of docs/math.md.
template <typename T>
void ExpectPowerCorners() {
  using C = std::complex<T>;
  constexpr T kInf = std::numeric_limits<T>::infinity();
  constexpr T kNot = std::numeric_limits<T>::quiet_NaN();
  struct Row {
    C base, exponent, power;
  };
  const Row rows[] = {
      {{kInf, kNot}, {0, 0}, {1, 0}},    {{0, 0}, {-0.0, 0}, {1, 0}},        {{1, 0}, {kInf, kNot}, {1, 0}},
      {{1, 0}, {kNot, 1}, {1, 0}},       {{kNot, 0}, {1, 0}, {kNot, kNot}},  {{2, 0}, {0, kNot}, {kNot, kNot}},
      {{0, 0}, {3, 0}, {0, 0}},          {{0, -0.0}, {0.5, 7}, {0, 0}},      {{0, 0}, {kInf, 0}, {0, 0}},
      {{0, 0}, {-1, 0}, {kNot, kNot}},   {{0, 0}, {0, 1}, {kNot, kNot}},     {{kInf, 0}, {1, 0}, {kInf, 0}},
      {{kInf, 0}, {0.5, 0}, {kInf, 0}},  {{kInf, 0}, {-2, 0}, {0, 0}},       {{kInf, 0}, {kInf, 0}, {kInf, 0}},
      {{kInf, 5}, {2, 0}, {kInf, 0}},    {{-kInf, 0}, {1, 0}, {-kInf, 0}},   {{-kInf, 0}, {2, 0}, {kInf, 0}},
      {{-kInf, 0}, {3, 0}, {-kInf, 0}},  {{-kInf, 0}, {0.5, 0}, {0, kInf}},  {{0, kInf}, {1, 0}, {0, kInf}},
      {{0, kInf}, {2, 0}, {-kInf, 0}},   {{0, -kInf}, {1, 0}, {0, -kInf}},   {{kInf, kInf}, {1, 0}, {kInf, kInf}},
      {{kInf, kInf}, {2, 0}, {0, kInf}}, {{-kInf, kInf}, {-1, 0}, {0, 0}},   {{kInf, 0}, {0, 1}, {kNot, kNot}},
      {{2, 0}, {kInf, 0}, {kInf, 0}},    {{2, 0}, {-kInf, 0}, {0, 0}},       {{0.5, 0}, {kInf, 0}, {0, 0}},
      {{-2, 0}, {-kInf, 0}, {0, 0}},     {{-1, 0}, {kInf, 0}, {kNot, kNot}}, {{-2, 0}, {2, 0}, {4, 0}},
      {{-2, 0}, {3, 0}, {-8, 0}},        {{0, 2}, {2, 0}, {-4, 0}},          {{-4, 0}, {0.5, 0}, {0, 2}},
      {{-4, -0.0}, {0.5, 0}, {0, -2}},
  };
  const auto same = [](T a, T b) { return std::isnan(b) ? std::isnan(a) : a == b || std::abs(a - b) < 1e-5; };
  for (const Row& row : rows) {
    const C got = Power(row.base, row.exponent);
    EXPECT_TRUE(same(got.real(), row.power.real()) && same(got.imag(), row.power.imag()))
        << row.base << " to the " << row.exponent << " is " << got << ", expected " << row.power;
  }
}

TEST(ComplexMathTest, PowersOfSpecialValues) {
  ExpectPowerCorners<float>();
  ExpectPowerCorners<double>();
}

}  // namespace
}  // namespace cppjrt::stablehlo::complex_math
