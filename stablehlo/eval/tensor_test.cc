#include "stablehlo/eval/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "tests/status_matchers.h"

namespace cppjrt::stablehlo {
namespace {

using ::testing::HasSubstr;

MemoryAllocator& Heap() { return MemoryAllocator::Heap(); }

// Counts what is out.
class CountingAllocator : public MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    if (size > limit) return nullptr;
    ++blocks;
    return Heap().Allocate(size);
  }
  void Free(void* data, size_t size) override {
    --blocks;
    Heap().Free(data, size);
  }
  int blocks = 0;
  size_t limit = 1 << 20;
};

TEST(Tensor, BlocksAreAlignedAtAnySize) {
  for (const int64_t n : {0, 1, 7, 64, 255, 256, 257, 1000, 100000}) {
    StatusOr<Tensor> t = Tensor::Allocate(ElementType::kF32, {n}, Heap());
    ASSERT_TRUE(t.ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(t->bytes().data()) % MemoryAllocator::kAlignment, 0u) << n;
    EXPECT_EQ(t->num_bytes(), 4 * n);
  }
}

TEST(Tensor, LastShareGivesTheBlockBack) {
  CountingAllocator memory;
  {
    StatusOr<Tensor> t = Tensor::Allocate(ElementType::kI8, {3}, memory);
    ASSERT_TRUE(t.ok());
    EXPECT_TRUE(t->unique());
    const Tensor share = *t;
    EXPECT_FALSE(t->unique());
    EXPECT_EQ(share.bytes().data(), t->bytes().data());
    EXPECT_EQ(memory.blocks, 1);
  }
  EXPECT_EQ(memory.blocks, 0);
}

TEST(Tensor, SizesThatAreNoneAreRefusedWithoutAllocating) {
  CountingAllocator memory;
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Tensor::Allocate(ElementType::kF32, {kMost, 2}, memory).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Tensor::Allocate(ElementType::kF64, {kMost / 4}, memory).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Tensor::Allocate(ElementType::kF32, {2, -1}, memory).status().code(), StatusCode::kInvalidArgument);
  const Status large = Tensor::Allocate(ElementType::kF32, {1 << 20}, memory).status();
  EXPECT_EQ(large.code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(large.message(), HasSubstr("tensor<1048576xf32>"));
  EXPECT_EQ(memory.blocks, 0);
}

TEST(Tensor, OneEmptyDimensionMakesAnyOthersHarmless) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  StatusOr<Tensor> t = Tensor::Allocate(ElementType::kF32, {kMost, kMost, 0}, Heap());
  ASSERT_TRUE(t.ok());
  EXPECT_EQ(t->num_elements(), 0);
}

TEST(Tensor, HeapRefusesMoreThanTheMachineHas) {
  EXPECT_EQ(Tensor::Allocate(ElementType::kI8, {int64_t{1} << 50}, Heap()).status().code(),
            StatusCode::kResourceExhausted);
}

TEST(Tensor, WrappedMemoryIsReleasedOnceAndWrittenOnlyIfAllowed) {
  float data[4] = {1, 2, 3, 4};
  int released = 0;
  {
    const Tensor t = Tensor::Adopt(ElementType::kF32, {2, 2},
                                   MemoryBlock::Wrap(data, sizeof(data), /*writable=*/false, [&] { ++released; }));
    EXPECT_FALSE(t.unique());
    const Tensor flat = t.Reshaped({4});
    EXPECT_EQ(flat.data<float>(), data);
    EXPECT_EQ(flat.dims(), Dims({4}));
  }
  EXPECT_EQ(released, 1);
}

TEST(Dims, MoreThanFitInline) {
  Dims dims;
  for (int64_t i = 0; i < 10; ++i) dims.push_back(i + 1);
  EXPECT_EQ(dims.size(), 10u);
  EXPECT_EQ(dims[9], 10);
  const Dims copy = dims;
  EXPECT_EQ(copy, dims);
  EXPECT_EQ(NumElements(copy), 3628800);
}

TEST(ElementType, BytesBitsAndNames) {
  EXPECT_EQ(ElementBytes(ElementType::kI4), 1);
  EXPECT_EQ(ElementBits(ElementType::kF6E2M3FN), 6);
  EXPECT_EQ(ElementBytes(ElementType::kC128), 16);
  EXPECT_EQ(ElementTypeName(ElementType::kUI2), "ui2");
  EXPECT_EQ(ElementTypeName(ElementType::kC64), "complex<f32>");
}

}  // namespace
}  // namespace cppjrt::stablehlo
