#include "cpu/kernels/sort.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "cpu/kernels/vector_isas_test.h"

namespace cppjrt::cpu::kernels {
namespace {

using testing::ElementsAre;

// The order that the indices of a row come in, by a plain stable sort.
template <class Less>
std::vector<int32_t> StableOrder(int64_t n, const Less& less) {
  std::vector<int32_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return less(a, b) || (!less(b, a) && a < b); });
  return order;
}

// Total order of f32 with the flags of a key.
struct FloatLess {
  SortKey key;
  static int64_t Rank(float value, const SortKey& key) {
    if (key.nans_equal && std::isnan(value)) return int64_t{1} << 40;
    if (key.zeros_equal && value == 0) return 0;
    const auto bits = std::bit_cast<int32_t>(value);
    return bits >= 0 ? bits : int64_t{std::numeric_limits<int32_t>::min()} - int64_t{bits} - 1;
  }
  bool operator()(float a, float b) const {
    return key.descending ? Rank(a, key) > Rank(b, key) : Rank(a, key) < Rank(b, key);
  }
};

std::vector<float> MixedFloats(int64_t n, uint32_t seed) {
  std::mt19937 generator(seed);
  constexpr float kSpecial[] = {0.0F, -0.0F, INFINITY, -INFINITY, 1.0F, -1.0F, 1e-40F, -1e-40F};
  std::vector<float> values(static_cast<size_t>(n));
  for (float& value : values) {
    const uint32_t kind = generator() % 8;
    if (kind == 0) value = kSpecial[generator() % 8];
    if (kind == 1) value = std::bit_cast<float>(static_cast<uint32_t>(0x7f800001 + generator() % 100));
    if (kind == 2) value = std::bit_cast<float>(static_cast<uint32_t>(0xffc00000 + generator() % 100));
    if (kind == 3) value = static_cast<float>(generator() % 10);
    if (kind > 3) value = std::bit_cast<float>(static_cast<uint32_t>(generator()));
  }
  return values;
}

template <class T>
ElementType TypeOf();
template <>
ElementType TypeOf<int8_t>() {
  return ElementType::kI8;
}
template <>
ElementType TypeOf<uint8_t>() {
  return ElementType::kU8;
}
template <>
ElementType TypeOf<int16_t>() {
  return ElementType::kI16;
}
template <>
ElementType TypeOf<uint16_t>() {
  return ElementType::kU16;
}
template <>
ElementType TypeOf<int32_t>() {
  return ElementType::kI32;
}
template <>
ElementType TypeOf<uint32_t>() {
  return ElementType::kU32;
}
template <>
ElementType TypeOf<int64_t>() {
  return ElementType::kI64;
}
template <>
ElementType TypeOf<uint64_t>() {
  return ElementType::kU64;
}
template <>
ElementType TypeOf<float>() {
  return ElementType::kF32;
}
template <>
ElementType TypeOf<double>() {
  return ElementType::kF64;
}

// Sorts one row and gives the order.
template <class T>
std::vector<int32_t> Order(const std::vector<T>& values, const SortKey& key, Isa isa, ThreadPool* pool) {
  std::vector<T> sorted(values.size());
  std::vector<int32_t> order(values.size(), -1);
  const SortOperand operands[] = {{values.data(), sorted.data(), TypeOf<T>()},
                                  {nullptr, order.data(), ElementType::kI32}};
  const Status status = Sort({1, static_cast<int64_t>(values.size()), 1}, operands, {&key, 1}, {isa}, pool);
  EXPECT_TRUE(status.ok()) << status.ToString();
  for (size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(std::memcmp(&sorted[i], &values[static_cast<size_t>(order[i])], sizeof(T)), 0) << i;
  }
  return order;
}

class SortOnIsa : public testing::TestWithParam<Isa> {
 protected:
  ThreadPool pool_{3};
};

TEST_P(SortOnIsa, FloatsOfAllKindsInEachOrder) {
  for (const int64_t n : {0, 1, 2, 3, 7, 16, 17, 63, 64, 255, 256, 1000, 70000}) {
    const std::vector<float> values = MixedFloats(n, static_cast<uint32_t>(n));
    for (int flags = 0; flags < 8; ++flags) {
      const SortKey key{0, (flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0};
      const FloatLess less{key};
      const auto expected = StableOrder(n, [&](int32_t a, int32_t b) {
        return less(values[static_cast<size_t>(a)], values[static_cast<size_t>(b)]);
      });
      EXPECT_EQ(Order(values, key, GetParam(), &pool_), expected) << n << " flags " << flags;
    }
  }
}

template <class T>
void TestIntegers(Isa isa, ThreadPool* pool) {
  std::mt19937_64 generator(sizeof(T));
  for (const int64_t n : {1, 5, 100, 1000, 66000}) {
    std::vector<T> values(static_cast<size_t>(n));
    for (T& value : values) value = static_cast<T>(generator());
    values[0] = std::numeric_limits<T>::max();
    values[values.size() / 2] = std::numeric_limits<T>::min();
    for (const bool descending : {false, true}) {
      const auto expected = StableOrder(n, [&](int32_t a, int32_t b) {
        const T x = values[static_cast<size_t>(a)];
        const T y = values[static_cast<size_t>(b)];
        return descending ? y < x : x < y;
      });
      EXPECT_EQ(Order(values, {.descending = descending}, isa, pool), expected) << n;
    }
  }
}

TEST_P(SortOnIsa, Integers) {
  TestIntegers<int8_t>(GetParam(), &pool_);
  TestIntegers<uint8_t>(GetParam(), &pool_);
  TestIntegers<int16_t>(GetParam(), &pool_);
  TestIntegers<uint16_t>(GetParam(), &pool_);
  TestIntegers<int32_t>(GetParam(), &pool_);
  TestIntegers<uint32_t>(GetParam(), &pool_);
  TestIntegers<int64_t>(GetParam(), &pool_);
  TestIntegers<uint64_t>(GetParam(), &pool_);
}

TEST_P(SortOnIsa, Doubles) {
  std::mt19937_64 generator(3);
  for (const int64_t n : {10, 1000, 70000}) {
    std::vector<double> values(static_cast<size_t>(n));
    for (double& value : values)
      value = std::ldexp(static_cast<double>(generator() % 1000) - 500, generator() % 2 ? 0 : 700);
    values[3] = -NAN;
    values[5] = NAN;
    values[7] = -0.0;
    const auto rank = [&](int32_t i) {
      const auto bits = std::bit_cast<int64_t>(values[static_cast<size_t>(i)]);
      return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits - 1;
    };
    EXPECT_EQ(Order(values, {}, GetParam(), &pool_),
              StableOrder(n, [&](int32_t a, int32_t b) { return rank(a) < rank(b); }));
  }
}

TEST_P(SortOnIsa, SmallFloatsGoByValue) {
  struct Case {
    ElementType type;
    std::vector<uint8_t> ascending;  // one of them is each of -inf or lowest, -1 ulp, 0, 1 ulp, largest, NaN
  };
  const Case cases[] = {{ElementType::kF8E5M2, {0xfc, 0x81, 0x80, 0x00, 0x01, 0x7c, 0x7e}},
                        {ElementType::kF8E4M3Fn, {0xfe, 0x81, 0x80, 0x00, 0x01, 0x7e, 0x7f}},
                        {ElementType::kF8E4M3Fnuz, {0xff, 0x81, 0x00, 0x01, 0x7f, 0x80}},
                        {ElementType::kF8E5M2Fnuz, {0xff, 0x81, 0x00, 0x01, 0x7f, 0x80}}};
  for (const Case& c : cases) {
    std::vector<uint8_t> values(c.ascending.rbegin(), c.ascending.rend());
    std::vector<uint8_t> sorted(values.size());
    const SortOperand operands[] = {{values.data(), sorted.data(), c.type}};
    const SortKey key;
    ASSERT_TRUE(Sort({1, static_cast<int64_t>(values.size()), 1}, operands, {&key, 1}, {GetParam()}, nullptr).ok());
    EXPECT_EQ(sorted, c.ascending);
    const SortKey down{.descending = true};
    ASSERT_TRUE(Sort({1, static_cast<int64_t>(values.size()), 1}, operands, {&down, 1}, {GetParam()}, nullptr).ok());
    EXPECT_EQ(sorted, values);
  }
}

TEST_P(SortOnIsa, NanOfHalfTypesIsLastIfAllAreEqual) {
  for (const auto& [type, nan, infinity, one] : {std::tuple(ElementType::kF16, 0xfe00, 0x7c00, 0x3c00),
                                                 std::tuple(ElementType::kBf16, 0xffc0, 0x7f80, 0x3f80)}) {
    const std::vector<uint16_t> values = {static_cast<uint16_t>(nan), static_cast<uint16_t>(infinity),
                                          static_cast<uint16_t>(one), 0x8000};
    std::vector<uint16_t> sorted(4);
    const SortOperand operands[] = {{values.data(), sorted.data(), type}};
    const SortKey key{.zeros_equal = true, .nans_equal = true};
    ASSERT_TRUE(Sort({1, 4, 1}, operands, {&key, 1}, {GetParam()}, nullptr).ok());
    EXPECT_THAT(sorted, ElementsAre(0x8000, one, infinity, nan));
  }
}

// Many keys, of which some do not fit together into a word.
TEST_P(SortOnIsa, ByThreeKeys) {
  for (const int64_t n : {100, 80000}) {
    std::mt19937 generator(1);
    std::vector<int32_t> a(static_cast<size_t>(n));
    std::vector<double> b(a.size());
    std::vector<int16_t> c(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<int32_t>(generator() % 3);
      b[i] = static_cast<double>(generator() % 4);
      c[i] = static_cast<int16_t>(generator() % 5);
    }
    std::vector<int32_t> order(a.size());
    const SortOperand operands[] = {{a.data(), nullptr, ElementType::kI32},
                                    {b.data(), nullptr, ElementType::kF64},
                                    {c.data(), nullptr, ElementType::kI16},
                                    {nullptr, order.data(), ElementType::kI32}};
    const SortKey keys[] = {{.operand = 0}, {.operand = 1, .descending = true}, {.operand = 2}};
    ASSERT_TRUE(Sort({1, n, 1}, operands, keys, {GetParam()}, &pool_).ok());
    EXPECT_EQ(order, StableOrder(n, [&](int32_t x, int32_t y) {
                const auto i = static_cast<size_t>(x);
                const auto j = static_cast<size_t>(y);
                if (a[i] != a[j]) return a[i] < a[j];
                if (b[i] != b[j]) return b[i] > b[j];
                return c[i] < c[j];
              }));
  }
}

TEST_P(SortOnIsa, AlongAnyDimension) {
  const SortShape shape{3, 50, 37};
  const auto size = static_cast<size_t>(shape.outer * shape.n * shape.inner);
  const std::vector<float> values = MixedFloats(static_cast<int64_t>(size), 9);
  std::vector<int64_t> payload(size);
  std::iota(payload.begin(), payload.end(), 0);
  std::vector<float> sorted(size);
  std::vector<int64_t> moved(size);
  const SortOperand operands[] = {{values.data(), sorted.data(), ElementType::kF32},
                                  {payload.data(), moved.data(), ElementType::kI64}};
  const SortKey key;
  ASSERT_TRUE(Sort(shape, operands, {&key, 1}, {GetParam()}, &pool_).ok());
  for (int64_t o = 0; o < shape.outer; ++o) {
    for (int64_t j = 0; j < shape.inner; ++j) {
      const auto at = [&](int64_t i) { return static_cast<size_t>((o * shape.n + i) * shape.inner + j); };
      const auto order =
          StableOrder(shape.n, [&](int32_t a, int32_t b) { return FloatLess{key}(values[at(a)], values[at(b)]); });
      for (int64_t i = 0; i < shape.n; ++i) {
        EXPECT_EQ(moved[at(i)], static_cast<int64_t>(at(order[static_cast<size_t>(i)])));
      }
    }
  }
}

TEST_P(SortOnIsa, MillionWithTiesAndAnyThreads) {
  const int64_t n = 1'000'000;
  std::mt19937 generator(5);
  std::vector<float> values(static_cast<size_t>(n));
  for (float& value : values) value = static_cast<float>(generator() % 50000);
  const auto order = Order(values, {}, GetParam(), &pool_);
  EXPECT_EQ(order, StableOrder(n, [&](int32_t a, int32_t b) {
              return values[static_cast<size_t>(a)] < values[static_cast<size_t>(b)];
            }));
  EXPECT_EQ(Order(values, {}, GetParam(), nullptr), order);
  std::fill(values.begin(), values.end(), 1.0F);
  EXPECT_TRUE(std::ranges::is_sorted(Order(values, {}, GetParam(), &pool_)));
}

TEST_P(SortOnIsa, TopKIsTheBeginningOfTheSort) {
  for (const auto& [rows, n, k] : {std::tuple(3, 1000, 5), std::tuple(1, 300000, 10), std::tuple(2, 70000, 1),
                                   std::tuple(5, 8, 8), std::tuple(2, 100, 60), std::tuple(1, 200000, 3000)}) {
    const std::vector<float> values = MixedFloats(rows * n, static_cast<uint32_t>(k));
    for (const bool descending : {false, true}) {
      const SortKey key{0, descending, true, true};
      std::vector<float> best(static_cast<size_t>(rows * k));
      std::vector<int32_t> indices(best.size());
      ASSERT_TRUE(
          TopK({rows, n, k}, values.data(), ElementType::kF32, key, best.data(), indices.data(), {GetParam()}, &pool_)
              .ok());
      for (int64_t row = 0; row < rows; ++row) {
        const float* from = values.data() + row * n;
        auto order = StableOrder(n, [&](int32_t a, int32_t b) { return FloatLess{key}(from[a], from[b]); });
        order.resize(static_cast<size_t>(k));
        EXPECT_EQ(std::vector<int32_t>(indices.begin() + row * k, indices.begin() + (row + 1) * k), order)
            << n << " " << k;
        EXPECT_EQ(std::memcmp(&best[static_cast<size_t>(row * k)], &from[order[0]], sizeof(float)), 0);
      }
    }
  }
}

TEST_P(SortOnIsa, TopKOfDoublesAndOfEqualNumbers) {
  const std::vector<double> values = {1, 3, 3, 2, 3, -1};
  std::vector<double> best(3);
  std::vector<int32_t> indices(3);
  ASSERT_TRUE(TopK({1, 6, 3}, values.data(), ElementType::kF64, {.descending = true}, best.data(), indices.data(),
                   {GetParam()}, nullptr)
                  .ok());
  EXPECT_THAT(best, ElementsAre(3, 3, 3));
  EXPECT_THAT(indices, ElementsAre(1, 2, 4));
}

INSTANTIATE_TEST_SUITE_P(Isas, SortOnIsa, testing::ValuesIn(VectorIsas()),
                         [](const auto& isa) { return std::string(IsaName(isa.param)); });

// By the tens, then by the second operand's last bit.
bool ByTens(void* calls, const void* const* lhs, const void* const* rhs) {
  ++*static_cast<int64_t*>(calls);
  const int32_t a = *static_cast<const int32_t*>(lhs[0]) / 10;
  const int32_t b = *static_cast<const int32_t*>(rhs[0]) / 10;
  const int c = *static_cast<const uint8_t*>(lhs[1]) & 1;
  const int d = *static_cast<const uint8_t*>(rhs[1]) & 1;
  return a != b ? a < b : c < d;
}

TEST(SortByComparator, IsStableForAnyOrder) {
  for (const int64_t n : {0, 1, 2, 8, 9, 16, 100, 1000, 20000}) {
    std::mt19937 generator(static_cast<uint32_t>(n));
    std::vector<int32_t> values(static_cast<size_t>(n));
    std::vector<uint8_t> bits(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<int32_t>(generator() % 200);
      bits[i] = static_cast<uint8_t>(generator());
    }
    std::vector<int32_t> sorted(values.size());
    std::vector<uint8_t> moved(values.size());
    const SortOperand operands[] = {{values.data(), sorted.data(), ElementType::kI32},
                                    {bits.data(), moved.data(), ElementType::kU8}};
    int64_t calls = 0;
    ASSERT_TRUE(SortByComparator({1, n, 1}, operands, ByTens, &calls, nullptr).ok());
    const auto order = StableOrder(n, [&](int32_t a, int32_t b) {
      const void* lhs[] = {&values[static_cast<size_t>(a)], &bits[static_cast<size_t>(a)]};
      const void* rhs[] = {&values[static_cast<size_t>(b)], &bits[static_cast<size_t>(b)]};
      int64_t ignored = 0;
      return ByTens(&ignored, lhs, rhs);
    });
    for (size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(sorted[i], values[static_cast<size_t>(order[i])]);
      EXPECT_EQ(moved[i], bits[static_cast<size_t>(order[i])]);
    }
  }
}

TEST(SortByComparator, ComparatorThatContradictsItselfGivesAPermutation) {
  std::vector<float> values(500, NAN);
  std::iota(values.begin(), values.begin() + 250, 0.0F);
  std::vector<float> sorted(values.size());
  const SortOperand operands[] = {{values.data(), sorted.data(), ElementType::kF32}};
  const auto always = [](void*, const void* const*, const void* const*) { return true; };
  ASSERT_TRUE(SortByComparator({1, 500, 1}, operands, always, nullptr, nullptr).ok());
  EXPECT_EQ(std::ranges::count_if(sorted, [](float x) { return std::isnan(x); }), 250);
}

TEST(Sort, RefusesWhatCannotBe) {
  const float value = 1;
  float out = 0;
  const SortOperand operands[] = {{&value, &out, ElementType::kF32}};
  const SortKey key{.operand = 1};
  EXPECT_EQ(Sort({1, 1, 1}, operands, {&key, 1}, {}, nullptr).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Sort({1, 1, 1}, operands, {}, {}, nullptr).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Sort({1, -1, 1}, operands, {}, {}, nullptr).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(TopK({1, 1, 2}, &value, ElementType::kF32, {}, &out, nullptr, {}, nullptr).code(),
            StatusCode::kInvalidArgument);
  const SortOperand complex[] = {{&value, &out, ElementType::kC64}};
  const SortKey first;
  EXPECT_EQ(Sort({1, 1, 1}, complex, {&first, 1}, {}, nullptr).code(), StatusCode::kUnimplemented);
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
