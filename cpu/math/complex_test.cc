// complex<f32> against the evaluator, within a unit or two in the last place of each part.
#include "cpu/math/complex.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "stablehlo/eval/complex_math.h"

namespace cppjrt::cpu::math {
namespace {

namespace evaluator = stablehlo::complex_math;
using Single = std::complex<float>;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct UnaryRow {
  const char* name;
  Complex<double> (*function)(const Complex<double>&);
  Single (*want)(Single);
};
const UnaryRow kUnary[] = {
    {"Exp", ComplexExp<double>, evaluator::Exponential<float>},
    {"Expm1", ComplexExpm1<double>, evaluator::ExponentialMinusOne<float>},
    {"Log", ComplexLog<double>, evaluator::Log<float>},
    {"Log1p", ComplexLog1p<double>, evaluator::LogPlusOne<float>},
    {"Sin", ComplexSin<double>, evaluator::Sine<float>},
    {"Cos", ComplexCos<double>, evaluator::Cosine<float>},
    {"Tan", ComplexTan<double>, evaluator::Tan<float>},
    {"Tanh", ComplexTanh<double>, evaluator::Tanh<float>},
    {"Logistic", ComplexLogistic<double>, evaluator::Logistic<float>},
    {"Sqrt", ComplexSqrt<double>, evaluator::Sqrt<float>},
    {"Rsqrt", ComplexRsqrt<double>, evaluator::Rsqrt<float>},
    {"Cbrt", ComplexCbrt<double>, evaluator::Cbrt<float>},
    {"Sign", ComplexSign<double>, evaluator::Sign<float>},
};

// Floats in order as integers.
int64_t Ordinal(float x) {
  const auto bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? int64_t{std::numeric_limits<int32_t>::min()} - bits : bits;
}
bool IsClose(float got, float want) {
  if (std::isnan(want)) return std::isnan(got);
  return !std::isnan(got) && std::abs(Ordinal(got) - Ordinal(want)) <= 2;
}
bool IsClose(Single got, Single want) { return IsClose(got.real(), want.real()) && IsClose(got.imag(), want.imag()); }

Complex<double> Widened(Single z) { return {static_cast<double>(z.real()), static_cast<double>(z.imag())}; }
Single Narrowed(const Complex<double>& z) { return {static_cast<float>(z.re), static_cast<float>(z.im)}; }

// Special values, numbers around the unit circle and around -1, and numbers of all sizes.
std::vector<Single> Inputs() {
  std::vector<Single> inputs;
  constexpr float kSpecial[] = {0.0f, -0.0f, 1, -1, 0.5f, -2, kInf, -kInf, kNan, 0x1p-149f, 3e38f, -3e38f, 100, -89.5f};
  for (const float re : kSpecial) {
    for (const float im : kSpecial) inputs.emplace_back(re, im);
  }
  std::mt19937_64 random(1);
  const auto part = [&random] { return static_cast<double>(random() >> 11) * 0x1p-52 - 1; };
  for (int i = 0; i < 20000; ++i) {
    const double angle = part() * 3.2;
    inputs.emplace_back(std::cos(angle), std::sin(angle));
    inputs.emplace_back(std::cos(angle) - 1, std::sin(angle));
    inputs.emplace_back(part() * 10, part() * 10);
    inputs.emplace_back(part() * 100, part());
    inputs.emplace_back(std::bit_cast<float>(static_cast<uint32_t>(random())),
                        std::bit_cast<float>(static_cast<uint32_t>(random())));
  }
  return inputs;
}

TEST(ComplexTest, IsWhatTheEvaluatorHas) {
  for (const UnaryRow& row : kUnary) {
    int different = 0;
    for (const Single z : Inputs()) {
      // The evaluator loses |1 + z| where only the imaginary part is left of it.
      if (row.want == evaluator::LogPlusOne<float> && z.real() == -1) continue;
      const Single got = Narrowed(row.function(Widened(z)));
      const Single want = row.want(z);
      if (IsClose(got, want)) continue;
      ADD_FAILURE() << row.name << " of " << z << " is " << got << ", the evaluator has " << want;
      if (++different == 5) break;
    }
  }
}

TEST(ComplexTest, LogOnePlusZNextToMinusOne) {
  const Single got = Narrowed(ComplexLog1p(Widened({-1, 0x1p-149f})));
  EXPECT_FLOAT_EQ(got.real(), -103.27893f);
  EXPECT_FLOAT_EQ(got.imag(), 1.5707964f);
}

TEST(ComplexTest, QuotientsArePowersAreAndAnglesAre) {
  std::mt19937_64 random(2);
  const auto number = [&random] {
    const auto part = [&random] { return static_cast<float>((static_cast<double>(random() >> 11) * 0x1p-52 - 1) * 5); };
    return Single(part(), part());
  };
  for (int i = 0; i < 20000; ++i) {
    const Single x = number();
    const Single y = number();
    ASSERT_TRUE(IsClose(Narrowed(ComplexDivide(Widened(x), Widened(y))), evaluator::Divide(x, y))) << x << y;
    ASSERT_TRUE(IsClose(Narrowed(ComplexPow(Widened(x), Widened(y))), evaluator::Power(x, y))) << x << y;
    ASSERT_TRUE(IsClose(Narrowed(ComplexAtan2(Widened(x), Widened(y))), evaluator::Atan2(x, y))) << x << y;
  }
}

TEST(ComplexTest, QuotientsOfSpecialValues) {
  constexpr float kSpecial[] = {0.0f, -0.0f, 1, -2, kInf, -kInf, kNan};
  for (int i = 0; i < 7 * 7 * 7 * 7; ++i) {
    const Single x = {kSpecial[i % 7], kSpecial[i / 7 % 7]};
    const Single y = {kSpecial[i / 49 % 7], kSpecial[i / 343]};
    ASSERT_TRUE(IsClose(Narrowed(ComplexDivide(Widened(x), Widened(y))), evaluator::Divide(x, y))) << x << y;
  }
}

TEST(ComplexTest, PowersOfSpecialValues) {
  constexpr float kSpecial[] = {0.0f, -0.0f, 1, -1, -2, 0.5f, 3, kInf, -kInf, kNan};
  for (int i = 0; i < 10 * 10 * 10 * 10; ++i) {
    const Single x = {kSpecial[i % 10], kSpecial[i / 10 % 10]};
    const Single y = {kSpecial[i / 100 % 10], kSpecial[i / 1000]};
    ASSERT_TRUE(IsClose(Narrowed(ComplexPow(Widened(x), Widened(y))), evaluator::Power(x, y)))
        << x << y << Narrowed(ComplexPow(Widened(x), Widened(y))) << evaluator::Power(x, y);
  }
}

TEST(ComplexTest, AbsIsAsHypot) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 50000; ++i) {
    const auto x = std::bit_cast<double>(random());
    const double y = i % 2 == 0 ? std::bit_cast<double>(random()) : x * (static_cast<double>(random() >> 11) * 0x1p-53);
    const double want = std::hypot(x, y);
    const double got = HypotOfDoubles(x, y);
    ASSERT_TRUE((std::isnan(got) && std::isnan(want)) || got == want ||
                std::abs(got - want) <= std::nextafter(want, 0) * 0x1p-52)
        << std::hexfloat << x << " " << y << " " << got << " " << want;
  }
}

}  // namespace
}  // namespace cppjrt::cpu::math
