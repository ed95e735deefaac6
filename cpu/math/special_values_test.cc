// Zeros with their signs, infinities, NaN, poles and the ends of the range: as C's Annex F has them.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "cpu/math/all.h"

namespace cppjrt::cpu::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kHalfPi = 0x1.921fb54442d18p0;

// The same for both types; results are rounded to float there.
struct Case {
  const char* name;
  float (*of_float)(const float&);
  double (*of_double)(const double&);
  double x;
  double want;
};
#define CASE(name, x, want) {#name, name<float>, name<double>, x, want}

const Case kCases[] = {
    CASE(Exp, 0.0, 1),
    CASE(Exp, -0.0, 1),
    CASE(Exp, kInf, kInf),
    CASE(Exp, -kInf, 0),
    CASE(Exp, kNan, kNan),
    CASE(Exp, 1e5, kInf),
    CASE(Exp, -1e5, 0),
    CASE(Exp2, 10, 1024),
    CASE(Exp2, -kInf, 0),
    CASE(Exp2, 5000, kInf),
    CASE(Exp2, -1, 0.5),
    CASE(Expm1, 0.0, 0.0),
    CASE(Expm1, -0.0, -0.0),
    CASE(Expm1, kInf, kInf),
    CASE(Expm1, -kInf, -1),
    CASE(Expm1, kNan, kNan),
    CASE(Log, 0.0, -kInf),
    CASE(Log, -0.0, -kInf),
    CASE(Log, 1, 0.0),
    CASE(Log, -1, kNan),
    CASE(Log, kInf, kInf),
    CASE(Log, -kInf, kNan),
    CASE(Log, kNan, kNan),
    CASE(Log2, 8, 3),
    CASE(Log2, 0.25, -2),
    CASE(Log2, 1, 0.0),
    CASE(Log10, 1000, 3),
    CASE(Log10, 1, 0.0),
    CASE(Log1p, 0.0, 0.0),
    CASE(Log1p, -0.0, -0.0),
    CASE(Log1p, -1, -kInf),
    CASE(Log1p, -2, kNan),
    CASE(Log1p, kInf, kInf),
    CASE(Sin, 0.0, 0.0),
    CASE(Sin, -0.0, -0.0),
    CASE(Sin, kInf, kNan),
    CASE(Sin, -kInf, kNan),
    CASE(Sin, kNan, kNan),
    CASE(Cos, 0.0, 1),
    CASE(Cos, kInf, kNan),
    CASE(Tan, 0.0, 0.0),
    CASE(Tan, -0.0, -0.0),
    CASE(Tan, kInf, kNan),
    CASE(Sinh, -0.0, -0.0),
    CASE(Sinh, kInf, kInf),
    CASE(Sinh, -kInf, -kInf),
    CASE(Sinh, -1e5, -kInf),
    CASE(Cosh, 0.0, 1),
    CASE(Cosh, -kInf, kInf),
    CASE(Cosh, 1e5, kInf),
    CASE(Tanh, -0.0, -0.0),
    CASE(Tanh, kInf, 1),
    CASE(Tanh, -kInf, -1),
    CASE(Tanh, kNan, kNan),
    CASE(Asinh, -0.0, -0.0),
    CASE(Asinh, -kInf, -kInf),
    CASE(Acosh, 1, 0.0),
    CASE(Acosh, 0.5, kNan),
    CASE(Acosh, kInf, kInf),
    CASE(Acosh, -kInf, kNan),
    CASE(Atanh, 1, kInf),
    CASE(Atanh, -1, -kInf),
    CASE(Atanh, -0.0, -0.0),
    CASE(Atanh, 2, kNan),
    CASE(Asin, 1, kHalfPi),
    CASE(Asin, -0.0, -0.0),
    CASE(Asin, 1.5, kNan),
    CASE(Acos, 1, 0.0),
    CASE(Acos, 2, kNan),
    CASE(Acos, 0.0, kHalfPi),
    CASE(Atan, kInf, kHalfPi),
    CASE(Atan, -kInf, -kHalfPi),
    CASE(Atan, -0.0, -0.0),
    CASE(Logistic, -kInf, 0),
    CASE(Logistic, kInf, 1),
    CASE(Logistic, 0.0, 0.5),
    CASE(Logistic, kNan, kNan),
    CASE(Erf, kInf, 1),
    CASE(Erf, -kInf, -1),
    CASE(Erf, -0.0, -0.0),
    CASE(Erf, kNan, kNan),
    CASE(Erfc, kInf, 0),
    CASE(Erfc, -kInf, 2),
    CASE(Erfc, 0.0, 1),
    CASE(Erfc, kNan, kNan),
    CASE(ErfInv, 1, kInf),
    CASE(ErfInv, -1, -kInf),
    CASE(ErfInv, -0.0, -0.0),
    CASE(ErfInv, 2, kNan),
    CASE(ErfInv, kNan, kNan),
    CASE(Lgamma, 1, 0.0),
    CASE(Lgamma, 2, 0.0),
    CASE(Lgamma, 0.0, kInf),
    CASE(Lgamma, -0.0, kInf),
    CASE(Lgamma, -3, kInf),
    CASE(Lgamma, kInf, kInf),
    CASE(Lgamma, -kInf, kInf),
    CASE(Lgamma, kNan, kNan),
    CASE(Digamma, 0.0, -kInf),
    CASE(Digamma, -0.0, kInf),
    CASE(Digamma, -2, kNan),
    CASE(Digamma, kInf, kInf),
    CASE(Digamma, -kInf, kNan),
    CASE(Rsqrt, 0.0, kInf),
    CASE(Rsqrt, -0.0, -kInf),
    CASE(Rsqrt, kInf, 0),
    CASE(Rsqrt, -1, kNan),
    CASE(Rsqrt, 0.25, 2),
    CASE(Cbrt, -0.0, -0.0),
    CASE(Cbrt, -27, -3),
    CASE(Cbrt, kInf, kInf),
    CASE(Cbrt, -kInf, -kInf),
    CASE(Cbrt, kNan, kNan),
    CASE(RoundNearestAfz, -0.5, -1),
    CASE(RoundNearestAfz, 0.5, 1),
    CASE(RoundNearestAfz, -0.25, -0.0),
    CASE(RoundNearestAfz, 2.5, 3),
    CASE(RoundNearestAfz, kInf, kInf),
    CASE(RoundNearestAfz, kNan, kNan),
};
#undef CASE

template <class T>
void ExpectIs(T got, T want, const std::string& what) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got)) << what << " is " << got;
  } else {
    EXPECT_EQ(got, want) << what;
    EXPECT_EQ(std::signbit(got), std::signbit(want)) << what;
  }
}

TEST(SpecialValuesTest, OfOneNumber) {
  for (const Case& row : kCases) {
    const std::string what = std::string(row.name) + " of " + std::to_string(row.x);
    ExpectIs<double>(row.of_double(row.x), row.want, what);
    ExpectIs<float>(row.of_float(static_cast<float>(row.x)), static_cast<float>(row.want), what + "f");
  }
}

// The same, but ordinary numbers may be off by a unit in the last place.
template <class T>
void ExpectIsNearly(T got, T want, const std::string& what) {
  if (want == 0 || !std::isfinite(want)) return ExpectIs<T>(got, want, what);
  EXPECT_NEAR(got, want, std::abs(want) * std::numeric_limits<T>::epsilon()) << what;
}

// Pairs of 0, 1, halves, integers odd and even, infinities and NaN, against the C library, which follows the standard
// there.
TEST(SpecialValuesTest, OfTwoNumbers) {
  constexpr double kNumbers[] = {0.0, 0.5, 1, 2, 3, 2.5, 1e30, kInf, kNan, std::numeric_limits<float>::denorm_min()};
  for (const double x_magnitude : kNumbers) {
    for (const double y_magnitude : kNumbers) {
      for (int signs = 0; signs < 4; ++signs) {
        const double x = (signs & 1) != 0 ? -x_magnitude : x_magnitude;
        const double y = (signs & 2) != 0 ? -y_magnitude : y_magnitude;
        const std::string what = " of " + std::to_string(x) + ", " + std::to_string(y);
        ExpectIs<double>(Remainder(x, y), std::fmod(x, y), "remainder" + what);
        const double power = std::pow(x, y);
        ExpectIsNearly<double>(Pow(x, y), power, "power" + what);
        ExpectIsNearly<double>(Atan2(x, y), std::atan2(x, y), "atan2" + what);
        const auto x_float = static_cast<float>(x);
        const auto y_float = static_cast<float>(y);
        ExpectIsNearly<float>(Atan2(x_float, y_float), static_cast<float>(std::atan2(x, y)), "atan2" + what);
        ExpectIsNearly<float>(Pow(x_float, y_float), static_cast<float>(power), "power" + what + "f");
        ExpectIs<float>(Remainder(x_float, y_float), std::fmod(x_float, y_float), "remainder" + what + "f");
      }
    }
  }
}

TEST(SpecialValuesTest, EndsOfTheRange) {
  EXPECT_EQ(Exp(88.72283f), std::exp(88.72283f));
  EXPECT_EQ(Exp(88.72284f), std::numeric_limits<float>::infinity());
  EXPECT_EQ(Exp(-103.97f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(Exp(-103.98f), 0);
  EXPECT_EQ(Exp2(-149.0f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(Exp2(-1074.0), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(Exp2(1023.0), 0x1p1023);
  EXPECT_EQ(Log2(std::numeric_limits<float>::denorm_min()), -149);
  EXPECT_EQ(Log2(std::numeric_limits<double>::denorm_min()), -1074);
  EXPECT_EQ(Cbrt(0x1p-1074), 0x1p-358);
  EXPECT_EQ(Cbrt(0x1p-147f), 0x1p-49f);
  for (const double x : {0x1p-1074, 0x1p-1060, 0x1.8p-1030}) {
    EXPECT_EQ(Expm1(x), x);
    EXPECT_EQ(Log1p(x), x);
    EXPECT_EQ(Sin(x), x);
    EXPECT_EQ(Tan(-x), -x);
    EXPECT_EQ(Tanh(x), x);
    EXPECT_EQ(Sinh(x), x);
    EXPECT_EQ(Asinh(x), x);
    EXPECT_EQ(Atanh(x), x);
    EXPECT_EQ(Asin(x), x);
    EXPECT_EQ(Atan(x), x);
  }
}

// Angles that take all bits of 2/pi; the last is the double closest to an odd multiple of pi/2.
TEST(SpecialValuesTest, LargeAngles) {
  EXPECT_DOUBLE_EQ(Sin(0x1p1023), std::sin(0x1p1023));
  EXPECT_DOUBLE_EQ(Cos(0x1p1023), std::cos(0x1p1023));
  EXPECT_DOUBLE_EQ(Sin(1e22), -0.8522008497671888);
  EXPECT_DOUBLE_EQ(Cos(1e22), 0.5232147853951389);
  EXPECT_DOUBLE_EQ(Tan(-1e22), 0.8522008497671888 / 0.5232147853951389);
  EXPECT_DOUBLE_EQ(Cos(6381956970095103 * 0x1p797), -4.687165924254627611e-19);
  EXPECT_EQ(Sin(3e38f), static_cast<float>(std::sin(static_cast<double>(3e38f))));
  EXPECT_EQ(Cos(3e38f), static_cast<float>(std::cos(static_cast<double>(3e38f))));
}

}  // namespace
}  // namespace cppjrt::cpu::math
