#include "cpu/kernels/scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "cpu/kernels/vector_isas_test.h"

namespace cppjrt::cpu::kernels {
namespace {

// The definition, in order.
template <class T>
std::vector<T> Reference(const ScanShape& shape, const std::vector<T>& in, const ScanOptions& options,
                         const std::function<T(T, T)>& op) {
  std::vector<T> out(in.size());
  for (int64_t o = 0; o < shape.outer; ++o) {
    for (int64_t j = 0; j < shape.inner; ++j) {
      bool has = options.init != nullptr;
      T sum = has ? *static_cast<const T*>(options.init) : T{};
      for (int64_t i = 0; i < shape.n; ++i) {
        const int64_t k = options.reverse ? shape.n - 1 - i : i;
        const auto at = static_cast<size_t>((o * shape.n + k) * shape.inner + j);
        if (options.exclusive) out[at] = sum;
        sum = has ? op(sum, in[at]) : in[at];
        has = true;
        if (!options.exclusive) out[at] = sum;
      }
    }
  }
  return out;
}

constexpr ScanShape kShapes[] = {{1, 0, 1},  {1, 1, 1},    {2, 3, 1},    {1, 16, 1},    {3, 63, 1},
                                 {1, 64, 1}, {1, 65, 1},   {5, 1000, 1}, {1, 40000, 1}, {20, 9000, 1},
                                 {2, 5, 3},  {2, 17, 300}, {1, 100, 64}, {1, 1, 7}};

class ScanOnIsa : public testing::TestWithParam<Isa> {
 protected:
  // All combinations of directions and kinds.
  std::vector<ScanOptions> AllOptions(const void* init) const {
    std::vector<ScanOptions> all;
    for (const bool reverse : {false, true}) {
      all.push_back({.reverse = reverse, .isa = GetParam()});
      all.push_back({.reverse = reverse, .init = init, .isa = GetParam()});
      all.push_back({.reverse = reverse, .exclusive = true, .init = init, .isa = GetParam()});
    }
    return all;
  }

  template <class T>
  void TestExactly(ElementType type, ScanOp op, const std::function<T(T, T)>& reference) {
    std::mt19937_64 generator(7);
    const T init = 3;
    for (const ScanShape& shape : kShapes) {
      std::vector<T> in(static_cast<size_t>(shape.outer * shape.n * shape.inner));
      for (T& value : in) value = static_cast<T>(generator());
      for (const ScanOptions& options : AllOptions(&init)) {
        std::vector<T> out(in.size(), T{77});
        ASSERT_TRUE(Scan(shape, op, type, in.data(), out.data(), options, &pool_).ok());
        EXPECT_EQ(out, Reference<T>(shape, in, options, reference))
            << static_cast<int>(op) << " n " << shape.n << " inner " << shape.inner << " reverse " << options.reverse;
      }
    }
  }

  ThreadPool pool_{3};
};

template <class T>
T Plus(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <class T>
T Times(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
template <class T>
T Least(T a, T b) {
  return std::min(a, b);
}
template <class T>
T Most(T a, T b) {
  return std::max(a, b);
}

TEST_P(ScanOnIsa, Integers) {
  TestExactly<int32_t>(ElementType::kI32, ScanOp::kAdd, Plus<int32_t>);
  TestExactly<int64_t>(ElementType::kI64, ScanOp::kMultiply, Times<int64_t>);
  TestExactly<int8_t>(ElementType::kI8, ScanOp::kAdd, Plus<int8_t>);
  TestExactly<uint16_t>(ElementType::kU16, ScanOp::kMaximum, Most<uint16_t>);
  TestExactly<int16_t>(ElementType::kI16, ScanOp::kMinimum, Least<int16_t>);
  TestExactly<int32_t>(ElementType::kI32, ScanOp::kMinimum, Least<int32_t>);
  TestExactly<uint32_t>(ElementType::kU32, ScanOp::kMaximum, Most<uint32_t>);
  TestExactly<uint64_t>(ElementType::kU64, ScanOp::kMinimum, Least<uint64_t>);
  TestExactly<int64_t>(ElementType::kI64, ScanOp::kMaximum, Most<int64_t>);
  TestExactly<uint32_t>(ElementType::kU32, ScanOp::kXor, [](uint32_t a, uint32_t b) { return a ^ b; });
  TestExactly<uint8_t>(ElementType::kU8, ScanOp::kOr, [](uint8_t a, uint8_t b) { return static_cast<uint8_t>(a | b); });
  TestExactly<int64_t>(ElementType::kI64, ScanOp::kAnd, [](int64_t a, int64_t b) { return a & b; });
}

TEST_P(ScanOnIsa, SumsOfFloatsAreCloseToThoseInOrder) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> uniform(0, 1);
  const float init = 0.5F;
  for (const ScanShape& shape : kShapes) {
    std::vector<float> in(static_cast<size_t>(shape.outer * shape.n * shape.inner));
    for (float& value : in) value = uniform(generator);
    const std::vector<double> wide(in.begin(), in.end());
    for (ScanOptions options : AllOptions(&init)) {
      std::vector<float> out(in.size());
      ASSERT_TRUE(Scan(shape, ScanOp::kAdd, ElementType::kF32, in.data(), out.data(), options, &pool_).ok());
      const double wide_init = 0.5;
      if (options.init != nullptr) options.init = &wide_init;
      const auto expected = Reference<double>(shape, wide, options, [](double a, double b) { return a + b; });
      for (size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], 1e-5 * expected[i] + 1e-6) << i;
    }
  }
}

TEST_P(ScanOnIsa, ProductsOfDoubles) {
  std::vector<double> in(20000);
  std::mt19937 generator(1);
  for (double& value : in) value = generator() % 2 ? 1.01 : 1 / 1.01;
  std::vector<double> out(in.size());
  ASSERT_TRUE(
      Scan({1, 20000, 1}, ScanOp::kMultiply, ElementType::kF64, in.data(), out.data(), {.isa = GetParam()}, &pool_)
          .ok());
  double product = 1;
  for (size_t i = 0; i < in.size(); ++i) {
    product *= in[i];
    ASSERT_NEAR(out[i] / product, 1, 1e-11);
  }
}

uint32_t Bits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST_P(ScanOnIsa, ExtremesKnowNanAndTheSignsOfZeros) {
  const ScanOptions options{.isa = GetParam()};
  std::vector<float> in(40, -0.0F);
  in[20] = 0.0F;
  in[30] = NAN;
  in[35] = INFINITY;
  std::vector<float> out(40);
  ASSERT_TRUE(Scan({1, 40, 1}, ScanOp::kMaximum, ElementType::kF32, in.data(), out.data(), options, nullptr).ok());
  for (size_t i = 0; i < 40; ++i) {
    if (i < 30) {
      EXPECT_EQ(Bits(out[i]), i < 20 ? 0x80000000U : 0U) << i;
    } else {
      EXPECT_TRUE(std::isnan(out[i])) << i;
    }
  }
  std::fill(in.begin(), in.end(), 0.0F);
  in[10] = -0.0F;
  ASSERT_TRUE(Scan({1, 40, 1}, ScanOp::kMinimum, ElementType::kF32, in.data(), out.data(), options, nullptr).ok());
  for (size_t i = 0; i < 40; ++i) EXPECT_EQ(Bits(out[i]), i < 10 ? 0U : 0x80000000U) << i;
}

TEST_P(ScanOnIsa, SumOfMinusZerosIsMinusZeroUnlessItBeginsWithZero) {
  const std::vector<float> in(200, -0.0F);
  std::vector<float> out(in.size());
  ASSERT_TRUE(
      Scan({1, 200, 1}, ScanOp::kAdd, ElementType::kF32, in.data(), out.data(), {.isa = GetParam()}, nullptr).ok());
  for (const float value : out) EXPECT_EQ(Bits(value), 0x80000000U);
  const float zero = 0;
  ASSERT_TRUE(Scan({1, 200, 1}, ScanOp::kAdd, ElementType::kF32, in.data(), out.data(),
                   {.init = &zero, .isa = GetParam()}, nullptr)
                  .ok());
  for (const float value : out) EXPECT_EQ(Bits(value), 0U);
}

TEST_P(ScanOnIsa, SameBitsForAnyThreads) {
  for (const ScanShape& shape : {ScanShape{1, 1000000, 1}, ScanShape{3, 200000, 1}, ScanShape{40, 30000, 1}}) {
    std::mt19937 generator(1);
    std::normal_distribution<float> normal;
    std::vector<float> in(static_cast<size_t>(shape.outer * shape.n));
    for (float& value : in) value = normal(generator);
    std::vector<float> one(in.size());
    ASSERT_TRUE(Scan(shape, ScanOp::kAdd, ElementType::kF32, in.data(), one.data(), {.isa = GetParam()}, nullptr).ok());
    for (const int threads : {2, 3, 5}) {
      ThreadPool pool(threads);
      std::vector<float> many(in.size());
      ASSERT_TRUE(
          Scan(shape, ScanOp::kAdd, ElementType::kF32, in.data(), many.data(), {.isa = GetParam()}, &pool).ok());
      EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof(float)), 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, ScanOnIsa, testing::ValuesIn(VectorIsas()),
                         [](const auto& isa) { return std::string(IsaName(isa.param)); });

TEST(Scan, RefusesWhatCannotBe) {
  float value = 1;
  EXPECT_EQ(Scan({1, -1, 1}, ScanOp::kAdd, ElementType::kF32, &value, &value, {}, nullptr).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Scan({1, 1, 1}, ScanOp::kAdd, ElementType::kF32, &value, &value, {.exclusive = true}, nullptr).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Scan({1, 1, 1}, ScanOp::kXor, ElementType::kF32, &value, &value, {}, nullptr).code(),
            StatusCode::kUnimplemented);
  EXPECT_EQ(Scan({1, 1, 1}, ScanOp::kAdd, ElementType::kC64, &value, &value, {}, nullptr).code(),
            StatusCode::kUnimplemented);
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
