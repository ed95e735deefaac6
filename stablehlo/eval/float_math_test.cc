#include "stablehlo/eval/float_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cppjrt::stablehlo::float_math {
namespace {

// Every 1009th float, of both signs, NaNs and infinities among them, against double arithmetic of the C library.
template <typename Function, typename Reference>
void ExpectNearlyAlwaysRounded(Function function, Reference reference) {
  int64_t count = 0;
  int64_t differing = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 1009) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    const float got = function(x);
    const auto expected = static_cast<float>(reference(static_cast<double>(x)));
    ++count;
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(got)) << x;
      continue;
    }
    if (std::bit_cast<uint32_t>(got) == std::bit_cast<uint32_t>(expected)) continue;
    ++differing;
    ASSERT_TRUE(got == std::nextafter(expected, got)) << x << ": got " << got << ", expected " << expected;
  }
  EXPECT_LT(differing, count / 100000);
}

TEST(FloatMathTest, Exponential) {
  ExpectNearlyAlwaysRounded(Exponential, [](double x) { return std::exp(x); });
}

TEST(FloatMathTest, Logistic) {
  ExpectNearlyAlwaysRounded(Logistic,
                            [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); });
}

TEST(FloatMathTest, Tanh) {
  EXPECT_TRUE(std::signbit(Tanh(-0.0f)));
  EXPECT_EQ(Tanh(std::numeric_limits<float>::denorm_min()), std::numeric_limits<float>::denorm_min());
  ExpectNearlyAlwaysRounded(Tanh, [](double x) { return std::tanh(x); });
}

}  // namespace
}  // namespace cppjrt::stablehlo::float_math
