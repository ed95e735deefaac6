#include "client/transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace pjrt {
namespace {

using Bytes = std::vector<std::byte>;

int64_t Product(std::span<const int64_t> dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>());
}

// The element at the row-major position `position`, computed digit by digit.
const std::byte* Address(const std::byte* base, std::span<const int64_t> dims, std::span<const int64_t> strides,
                         int64_t position) {
  for (size_t i = dims.size(); i > 0; --i) {
    base += position % dims[i - 1] * strides[i - 1];
    position /= dims[i - 1];
  }
  return base;
}

Bytes NaiveGather(const std::byte* base, std::span<const int64_t> dims, std::span<const int64_t> strides,
                  int64_t width) {
  Bytes out;
  for (int64_t position = 0; position < Product(dims); ++position) {
    const std::byte* element = Address(base, dims, strides, position);
    out.insert(out.end(), element, element + width);
  }
  return out;
}

Bytes RandomBytes(std::mt19937& random, int64_t size) {
  Bytes bytes(static_cast<size_t>(size));
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

TEST(TransposeTest, RowMajorStridesAreThoseOfADenseArray) {
  const std::vector<int64_t> dims = {2, 3, 4};
  EXPECT_EQ(detail::RowMajorStrides(dims, 8), (std::vector<int64_t>{96, 32, 8}));
  EXPECT_TRUE(detail::RowMajorStrides({}, 8).empty());
}

TEST(TransposeTest, GathersAnyStridesAsANaiveLoopDoes) {
  std::mt19937 random(1);
  constexpr int64_t kReach = 1000;  // from the middle of the source, either way
  const Bytes source = RandomBytes(random, 2 * kReach + 16);
  for (int round = 0; round < 2000; ++round) {
    const int64_t width = std::vector<int64_t>{1, 2, 4, 8, 16}[random() % 5];
    std::vector<int64_t> dims(random() % 5);
    std::vector<int64_t> strides;
    for (int64_t& dim : dims) {
      dim = static_cast<int64_t>(random() % 5);
      strides.push_back(static_cast<int64_t>(random() % 101) - 50);  // negative, zero, overlapping, unaligned
    }
    const std::byte* base = source.data() + kReach;
    const Bytes expected = NaiveGather(base, dims, strides, width);
    Bytes gathered(expected.size() + 1, std::byte{0x5a});
    detail::GatherStrided(base, dims, strides, width, gathered.data());
    ASSERT_EQ(gathered.back(), std::byte{0x5a});
    gathered.pop_back();
    ASSERT_EQ(gathered, expected);
  }
}

TEST(TransposeTest, UndoesAnyOrderOfDimensions) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    const int64_t width = int64_t{1} << (random() % 5);
    std::vector<int64_t> dims(random() % 5);
    for (int64_t& dim : dims) dim = static_cast<int64_t>(random() % 6);
    std::vector<int64_t> minor_to_major(dims.size());
    std::iota(minor_to_major.begin(), minor_to_major.end(), 0);
    std::shuffle(minor_to_major.begin(), minor_to_major.end(), random);
    std::vector<int64_t> strides(dims.size());
    int64_t stride = width;
    for (int64_t dim : minor_to_major) {
      strides[static_cast<size_t>(dim)] = stride;
      stride *= dims[static_cast<size_t>(dim)];
    }
    const Bytes source = RandomBytes(random, Product(dims) * width);
    Bytes row_major(source.size());
    detail::ToRowMajor(source, dims, minor_to_major, width, row_major);
    ASSERT_EQ(row_major, NaiveGather(source.data(), dims, strides, width));
  }
}

}  // namespace
}  // namespace pjrt
