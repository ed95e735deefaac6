#include "cpu/runtime/array_format.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "cpu/runtime/strided_copy.h"

namespace cppjrt::cpu {
namespace {

std::byte* Bytes(std::vector<int8_t>& values) { return reinterpret_cast<std::byte*>(values.data()); }

TEST(ArrayFormatTest, StridesOfAnyOrder) {
  EXPECT_EQ(DenseStrides(Dims({2, 3, 4}), 2, {}), Dims({24, 8, 2}));
  const Dims order = {0, 2, 1};
  EXPECT_EQ(DenseStrides(Dims({2, 3, 4}), 2, order), Dims({2, 16, 4}));
}

TEST(ArrayFormatTest, PackedElementsComeBackWithTheirSign) {
  const ArrayFormat format = {1, 4, 4, SmallElement::kSigned, {3, 3}, {}};
  EXPECT_EQ(format.device_bytes(), 5);
  std::vector<int8_t> host = {-8, -1, 0, 1, 7, 3, -4, 2, 5};
  std::vector<int8_t> device(5);
  std::vector<int8_t> back(9);
  CopyFromHost(format, Bytes(host), DenseStrides(format.dims, 1, {}), Bytes(device));
  CopyToHost(format, Bytes(device), Bytes(back), DenseStrides(format.dims, 1, {}));
  EXPECT_EQ(back, host);
  EXPECT_EQ(static_cast<uint8_t>(device[0]), 0xf8);  // the first element in the low bits
}

TEST(ArrayFormatTest, UnusedBitsOfTheHostDoNotCount) {
  const ArrayFormat six = {1, 8, 6, SmallElement::kUnsigned, {2}, {}};
  std::vector<int8_t> host = {-1, 0x45};
  std::vector<int8_t> device(2);
  CopyFromHost(six, Bytes(host), DenseStrides(six.dims, 1, {}), Bytes(device));
  EXPECT_EQ(device, (std::vector<int8_t>{0x3f, 0x05}));
  const ArrayFormat truth = {1, 8, 1, SmallElement::kBool, {2}, {}};
  CopyFromHost(truth, Bytes(host), DenseStrides(truth.dims, 1, {}), Bytes(device));
  EXPECT_EQ(device, (std::vector<int8_t>{1, 1}));
}

TEST(ArrayFormatTest, TheDevicesOrderIsKept) {
  const ArrayFormat format = {1, 8, 8, SmallElement::kNone, {2, 3}, {0, 1}};
  std::vector<int8_t> host = {0, 1, 2, 3, 4, 5};
  std::vector<int8_t> device(6);
  std::vector<int8_t> tensor(6);
  CopyFromHost(format, Bytes(host), DenseStrides(format.dims, 1, {}), Bytes(device));
  EXPECT_EQ(device, (std::vector<int8_t>{0, 3, 1, 4, 2, 5}));
  DeviceToTensor(format, Bytes(device), Bytes(tensor));
  EXPECT_EQ(tensor, host);
}

// Any permutation against one element at a time, large enough to be split.
TEST(StridedCopyTest, TransposesOfAnySize) {
  ThreadPool pool(3);
  for (const Dims& dims : {Dims{}, Dims{5}, Dims{0, 3}, Dims{33, 17}, Dims{7, 1, 9, 5}, Dims{600, 3, 700}}) {
    const int64_t count = stablehlo::NumElements(dims);
    std::vector<int32_t> from(static_cast<size_t>(count));
    std::iota(from.begin(), from.end(), 0);
    const Dims from_strides = DenseStrides(dims, 4, {});
    Dims order(dims.size(), 0);
    for (size_t i = 0; i < dims.size(); ++i) order[i] = static_cast<int64_t>((i + 1) % dims.size());
    const Dims to_strides = DenseStrides(dims, 4, order);
    std::vector<int32_t> to(from.size(), -1);
    StridedCopy(dims, 4, reinterpret_cast<const std::byte*>(from.data()), from_strides,
                reinterpret_cast<std::byte*>(to.data()), to_strides, &pool);
    std::vector<int64_t> index(dims.size(), 0);
    for (int64_t n = 0; n < count; ++n) {
      int64_t at = 0;
      for (size_t i = 0; i < dims.size(); ++i) at += index[i] * to_strides[i] / 4;
      ASSERT_EQ(to[static_cast<size_t>(at)], n);
      for (size_t i = dims.size(); i-- > 0 && ++index[i] == dims[i];) index[i] = 0;
    }
  }
}

TEST(StridedCopyTest, StridesMayBeNegativeOrZero) {
  const std::vector<int32_t> from = {1, 2, 3};
  std::vector<int32_t> to(6);
  const auto* last = reinterpret_cast<const std::byte*>(from.data() + 2);
  StridedCopy(Dims{2, 3}, 4, last, Dims{0, -4}, reinterpret_cast<std::byte*>(to.data()), Dims{12, 4});
  EXPECT_EQ(to, (std::vector<int32_t>{3, 2, 1, 3, 2, 1}));
}

}  // namespace
}  // namespace cppjrt::cpu
