// The bounds of functions.def, on the host: for every 2^16-th float against the C library's double functions, and for
// random doubles against its long double ones. (`math_table --full` covers all floats, as compiled.)
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "cpu/math/all.h"

namespace cppjrt::cpu::math {
namespace {

using Long = long double;

Long ReferenceLogistic(Long x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }
Long ReferenceRsqrt(Long x) { return 1 / std::sqrt(x); }

struct Row {
  const char* name;
  float (*of_float)(const float&);
  double (*of_double)(const double&);
  double float_bound;
  double double_bound;
  Long (*reference)(Long);  // null: by its inverse or not at all here
};

// Functions that the C library does not have are checked by others in the tests below.
Long (*FindReference(const std::string& name))(Long) {
  struct Named {
    const char* name;
    Long (*function)(Long);
  };
  constexpr Named kNamed[] = {
      {"Acos", std::acos},
      {"Acosh", std::acosh},
      {"Asin", std::asin},
      {"Asinh", std::asinh},
      {"Atan", std::atan},
      {"Atanh", std::atanh},
      {"Cbrt", std::cbrt},
      {"Cos", std::cos},
      {"Cosh", std::cosh},
      {"Erf", std::erf},
      {"Erfc", std::erfc},
      {"Exp", std::exp},
      {"Exp2", std::exp2},
      {"Expm1", std::expm1},
      {"Log", std::log},
      {"Log10", std::log10},
      {"Log1p", std::log1p},
      {"Log2", std::log2},
      {"Logistic", ReferenceLogistic},
      {"RoundNearestAfz", std::round},
      {"Rsqrt", ReferenceRsqrt},
      {"Sin", std::sin},
      {"Sinh", std::sinh},
      {"Tan", std::tan},
      {"Tanh", std::tanh},
  };
  for (const Named& row : kNamed) {
    if (name == row.name) return row.function;
  }
  return nullptr;
}

[[maybe_unused]] std::ostream& operator<<(std::ostream& stream, const Row& row) { return stream << row.name; }

const Row kRows[] = {
#define UNARY(name, float_ulp, double_ulp) \
  {#name, name<float>, name<double>, float_ulp, double_ulp, FindReference(#name)},
#include "cpu/math/functions.def"
};

// The error in units in the last place of T; infinite if the two are not of a kind.
template <class T>
double Error(T got, Long want) {
  using Limits = std::numeric_limits<T>;
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) == std::isnan(want) ? 0 : kWrong;
  const T rounded = static_cast<T>(want);
  if (got == rounded) return got == 0 && want == 0 && std::signbit(got) != std::signbit(want) ? kWrong : 0;
  if (std::isinf(got) || std::isinf(rounded)) {
    return std::isfinite(want) && std::min(std::abs(got), std::abs(rounded)) == Limits::max() ? 1 : kWrong;
  }
  int exponent = 0;
  std::frexp(rounded, &exponent);
  const int last_place = std::max(exponent - Limits::digits, Limits::min_exponent - Limits::digits);
  return static_cast<double>(std::abs(std::ldexp(static_cast<Long>(got) - want, -last_place)));
}

class AccuracyTest : public testing::TestWithParam<Row> {};

TEST_P(AccuracyTest, FloatsAreWithinTheBound) {
  const Row& row = GetParam();
  if (row.reference == nullptr) GTEST_SKIP() << "the C library has none";
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 65521) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    const float got = row.of_float(x);
    ASSERT_LE(Error<float>(got, row.reference(static_cast<Long>(x))), row.float_bound)
        << row.name << " of " << std::hexfloat << x << " is " << got;
  }
}

TEST_P(AccuracyTest, DoublesAreWithinTheBound) {
  const Row& row = GetParam();
  if (row.reference == nullptr) GTEST_SKIP() << "the C library has none";
  if (std::numeric_limits<Long>::digits < 64) GTEST_SKIP() << "long double is no more exact than double here";
  std::mt19937_64 random(1);
  for (int i = 0; i < 60000; ++i) {
    const double part = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
    constexpr double kRanges[] = {1, 3, 10, 30, 750, 1e5};
    const double x = i % 7 == 6 ? std::bit_cast<double>(random()) : part * kRanges[i % 7];
    const double got = row.of_double(x);
    ASSERT_LE(Error<double>(got, row.reference(static_cast<Long>(x))), row.double_bound + 0.01)
        << row.name << " of " << std::hexfloat << x << " is " << got;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, AccuracyTest, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(AccuracyOfOthersTest, AnglesInDouble) {
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 6421) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    const auto wide = static_cast<Long>(x);
    ASSERT_LE(Error<float>(SinInDouble(x), std::sin(wide)), 0.6) << std::hexfloat << x;
    ASSERT_LE(Error<float>(CosInDouble(x), std::cos(wide)), 0.6) << std::hexfloat << x;
  }
  EXPECT_TRUE(std::signbit(SinInDouble(-0.0f)));
  EXPECT_FALSE(std::signbit(SinInDouble(0.0f)));
}

// The floats next to multiples of pi/2.
TEST(AccuracyOfOthersTest, AnglesInDoubleNextToQuarterTurns) {
  for (int q = 1; q < 63000; ++q) {
    const auto x = static_cast<float>(q * (M_PI / 2));
    ASSERT_LE(Error<float>(SinInDouble(x), std::sin(static_cast<Long>(x))), 0.6) << q;
    ASSERT_LE(Error<float>(CosInDouble(x), std::cos(static_cast<Long>(x))), 0.6) << q;
  }
}

TEST(AccuracyOfOthersTest, ErfInvInvertsErf) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    const double y = std::ldexp(static_cast<double>(random() >> 11) * 0x1p-52 - 1,
                                i % 2 == 0 ? 0 : -static_cast<int>(random() % 40));
    const double z = ErfInv(y);
    // What a unit of z is worth in erf z, and a unit of y.
    const double slope = 2 / std::sqrt(M_PI) * std::exp(-z * z);
    const double unit = std::abs(std::nextafter(z, 10.0) - z) * slope;
    const Long difference = std::abs(z) < 0.5
                                ? std::erf(static_cast<Long>(z)) - static_cast<Long>(y)
                                : (1 - std::abs(static_cast<Long>(y))) - std::erfc(std::abs(static_cast<Long>(z)));
    ASSERT_LE(std::abs(static_cast<double>(difference)), 2.1 * unit) << std::hexfloat << y;
    const auto y_float = static_cast<float>(y);
    if (std::abs(y_float) < 1) {
      ASSERT_LE(Error<float>(ErfInv(y_float), static_cast<Long>(ErfInv(static_cast<double>(y_float)))), 1.0) << y_float;
    }
  }
}

TEST(AccuracyOfOthersTest, LgammaOfPositive) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 20000; ++i) {
    const double part = static_cast<double>((random() >> 11) + 1) * 0x1p-53;
    const double x = i % 3 == 0 ? part : i % 3 == 1 ? part * 12 : std::ldexp(part, static_cast<int>(random() % 400));
    const Long want = std::lgamma(static_cast<Long>(x));
    ASSERT_LE(Error<double>(Lgamma(x), want), 2.6) << std::hexfloat << x;
    const auto x_float = static_cast<float>(x);
    if (std::isfinite(x_float)) {
      ASSERT_LE(Error<float>(Lgamma(x_float), std::lgamma(static_cast<Long>(x_float))), 0.6) << x_float;
    }
  }
}

// digamma(x + 1) - digamma(x) = 1 / x, and two values that are known.
TEST(AccuracyOfOthersTest, Digamma) {
  EXPECT_DOUBLE_EQ(Digamma(1.0), -0.57721566490153286061);
  EXPECT_DOUBLE_EQ(Digamma(0.5), -1.9635100260214234794);
  EXPECT_DOUBLE_EQ(Digamma(100.0), 4.6001618527380874002);
  EXPECT_NEAR(Digamma(-0.5), 0.036489973978576520559, 1e-15);
  std::mt19937_64 random(4);
  for (int i = 0; i < 20000; ++i) {
    const double x = (static_cast<double>(random() >> 11) * 0x1p-52 - 1) * 20;
    const double step = Digamma(x + 1) - Digamma(x);
    ASSERT_NEAR(step * x, 1, 1e-14 * (1 + std::abs(x * Digamma(x)))) << x;
  }
}

TEST(AccuracyOfOthersTest, PairsOfNumbers) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200000; ++i) {
    const double x = std::ldexp(static_cast<double>(random() >> 11) * 0x1p-53, static_cast<int>(random() % 64) - 32);
    const double y = (static_cast<double>(random() >> 11) * 0x1p-52 - 1) * 30;
    const auto x_long = static_cast<Long>(x);
    const auto y_long = static_cast<Long>(y);
    if (std::numeric_limits<Long>::digits >= 64) {
      ASSERT_LE(Error<double>(Pow(x, y), std::pow(x_long, y_long)), 1.01) << std::hexfloat << x << " " << y;
      ASSERT_LE(Error<double>(Atan2(y, x), std::atan2(y_long, x_long)), 1.51) << std::hexfloat << y << " " << x;
    }
    ASSERT_EQ(Remainder(y, x), std::fmod(y, x)) << std::hexfloat << y << " " << x;
    ASSERT_EQ(Remainder(x, y), std::fmod(x, y)) << std::hexfloat << x << " " << y;
    const auto x_float = static_cast<float>(x);
    const auto y_float = static_cast<float>(y);
    ASSERT_LE(Error<float>(Pow(x_float, y_float), std::pow(static_cast<Long>(x_float), static_cast<Long>(y_float))),
              1.0);
    ASSERT_LE(Error<float>(Atan2(y_float, x_float), std::atan2(static_cast<Long>(y_float), static_cast<Long>(x_float))),
              1.5);
    ASSERT_EQ(Remainder(y_float, x_float), std::fmod(y_float, x_float));
  }
}

}  // namespace
}  // namespace cppjrt::cpu::math
