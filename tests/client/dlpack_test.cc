// DLPack on every plugin at hand, with a producer and a consumer in C: values, types, strides, flags, and that each memory is freed once.
#include "pjrt/dlpack.h"

#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/client/dlpack_foreign.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// f32[2,3] or so, in host memory.
ForeignArray Foreign(std::initializer_list<int64_t> shape, ElementType type = ElementType::kS32) {
  ForeignArray array{};
  const DLDataType dl = Get(ToDlpackType(type));
  array.device_type = kDLCPU;
  array.code = dl.code;
  array.bits = dl.bits;
  array.lanes = 1;
  array.ndim = static_cast<int32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), array.shape);
  array.bytes = 4096;
  array.major = 1;
  return array;
}
DLManagedTensorVersioned* Make(const ForeignArray& array) {
  return static_cast<DLManagedTensorVersioned*>(ForeignMakeVersioned(&array));
}
DLManagedTensor* MakeLegacy(const ForeignArray& array) {
  return static_cast<DLManagedTensor*>(ForeignMakeLegacy(&array));
}

class DlpackTest : public XlaCpuTest {
 protected:
  void SetUp() override {
    XlaCpuTest::SetUp();
    mistakes_ = ForeignMistakes();
  }
  void TearDown() override {
    // A plugin may free on a thread of its own.
    for (int i = 0; i < 2000 && ForeignLive() != 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(ForeignLive(), 0);
    EXPECT_EQ(ForeignMistakes(), mistakes_);
  }
  // Refused, and still its owner's.
  template <class Managed>
  static void ExpectRefused(Managed* managed, StatusCode code, const std::string& why,
                            const FromDlpackOptions& options = {}) {
    EXPECT_THAT(FromDlpack(client(), managed, options), StatusIs(code, HasSubstr(why)));
    EXPECT_EQ(ForeignLive(), 1);
    ForeignDelete(managed, std::is_same_v<Managed, DLManagedTensorVersioned>);
  }
  static std::vector<int32_t> Ints(const Buffer& buffer) { return Get(buffer.ToVector<int32_t>()); }

 private:
  int mistakes_ = 0;
};
INSTANTIATE_ON_XLA_CPU(DlpackTest);

// --- out

TEST_P(DlpackTest, AConsumerReadsABuffersMemory) {
  const auto buffer = std::make_shared<const Buffer>(Upload(Floats{1, 2, 3, 4}, {2, 2}));
  DLManagedTensorVersioned* tensor = Get(ToDlpack(buffer));
  EXPECT_EQ(tensor->version.major, 1U);
  EXPECT_EQ(tensor->dl_tensor.data, Get(buffer->DeviceMemoryPointer()));
  EXPECT_EQ(tensor->dl_tensor.device.device_type, kDLCPU);
  EXPECT_EQ(tensor->dl_tensor.device.device_id, 0);
  EXPECT_EQ(tensor->flags, DLPACK_FLAG_BITMASK_READ_ONLY);
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 10);
  EXPECT_EQ(ForeignConsume(Get(ToDlpackLegacy(buffer)), 0, 1), 10);
  EXPECT_THAT(Read(*buffer), ElementsAre(1, 2, 3, 4));
}

TEST_P(DlpackTest, ATensorOutlivesItsBufferAndItsClient) {
  DLManagedTensorVersioned* tensor = nullptr;
  {
    const Client other = NewClient();
    const Floats values = {5, 6, 7};
    const Dims dims = {3};
    tensor = Get(ToDlpack(Get(other.Upload(std::span<const float>(values), dims))));
  }
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 18);
}

TEST_P(DlpackTest, DeletingABufferLeavesTheMemoryOfItsTensors) {
  const auto buffer = std::make_shared<const Buffer>(Upload(Floats{1, 2, 3, 4}));
  DLManagedTensorVersioned* tensor = Get(ToDlpack(buffer));
  static_cast<void>(buffer->Delete());
  const Buffer other = Upload(Floats{9, 9, 9, 9});  // would like the memory
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 10);
  EXPECT_THAT(ToDlpack(buffer), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("deleted")));
  EXPECT_THAT(ToDlpack(Buffer()), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_P(DlpackTest, ACopyIsNobodyElses) {
  const auto buffer = std::make_shared<const Buffer>(Upload(Floats{1, 2, 3, 4}));
  ToDlpackOptions options;
  options.copy = true;
  DLManagedTensorVersioned* tensor = Get(ToDlpack(buffer, options));
  EXPECT_NE(tensor->dl_tensor.data, Get(buffer->DeviceMemoryPointer()));
  EXPECT_EQ(tensor->flags, DLPACK_FLAG_BITMASK_IS_COPIED);
  static_cast<float*>(tensor->dl_tensor.data)[0] = 100;
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 109);
  EXPECT_THAT(Read(*buffer), ElementsAre(1, 2, 3, 4));
}

TEST_P(DlpackTest, AnotherOrderOfDimensionsIsToldByStrides) {
  const Layout column_major = TiledLayout{{0, 1}, {}};
  UploadOptions options;
  options.device_layout = &column_major;
  const Dims dims = {2, 3};
  const Floats values = {1, 2, 3, 4, 5, 6};
  StatusOr<Buffer> buffer = client().Upload(std::span<const float>(values), dims, options);
  if (!buffer.ok()) GTEST_SKIP() << buffer.status().message();
  DLManagedTensorVersioned* tensor = Get(ToDlpack(*std::move(buffer)));
  EXPECT_EQ(tensor->dl_tensor.strides[0], 1);
  EXPECT_EQ(tensor->dl_tensor.strides[1], 2);
  const auto* data = static_cast<const float*>(tensor->dl_tensor.data);
  EXPECT_EQ(data[0 * 1 + 2 * 2], 3);
  EXPECT_EQ(data[1 * 1 + 0 * 2], 4);
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 21);
}

TEST_P(DlpackTest, AScalarAndAnEmptyArray) {
  const Floats one = {3};
  EXPECT_EQ(ForeignConsume(Get(ToDlpack(Upload(one, {}))), 1, 1), 3);
  EXPECT_EQ(ForeignConsume(Get(ToDlpack(Upload(Floats{}, {0, 5}))), 1, 1), 0);
}

// --- in

TEST_P(DlpackTest, AProducersMemoryIsUsedInPlaceAndFreedWithTheBuffer) {
  DLManagedTensorVersioned* tensor = Make(Foreign({2, 3}));
  void* const data = ForeignData(tensor);
  {
    FromDlpackOptions options;
    options.copy = false;
    const Buffer buffer = Get(FromDlpack(client(), tensor, options));
    EXPECT_EQ(Get(buffer.DeviceMemoryPointer()), data);
    EXPECT_EQ(Get(buffer.dimensions()), (Dims{2, 3}));
    EXPECT_EQ(Get(buffer.element_type()), ElementType::kS32);
    EXPECT_THAT(Ints(buffer), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(ForeignLive(), 1);
  }
}

TEST_P(DlpackTest, TheLegacyFormIsTakenToo) {
  const Buffer buffer = Get(FromDlpack(client(), MakeLegacy(Foreign({4}))));
  EXPECT_THAT(Ints(buffer), ElementsAre(0, 1, 2, 3));
}

TEST_P(DlpackTest, AProgramComputesWithAProducersArray) {
  ForeignArray array = Foreign({4}, ElementType::kF32);
  DLManagedTensorVersioned* tensor = Make(array);
  const Floats values = {1, 2, 3, 4};
  std::memcpy(ForeignData(tensor), values.data(), 16);
  const Buffer a = Get(FromDlpack(client(), tensor));
  EXPECT_THAT(Run(Compiled(kAdd), {&a, &a}), ElementsAre(2, 4, 6, 8));
}

TEST_P(DlpackTest, AReadOnlyArrayIsNotWrittenByADonatingProgram) {
  ForeignArray array = Foreign({4}, ElementType::kF32);
  array.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  DLManagedTensorVersioned* tensor = Make(array);
  auto* const data = static_cast<float*>(ForeignData(tensor));
  const Floats values = {1, 2, 3, 4};
  std::memcpy(data, values.data(), 16);
  const Buffer a = Get(FromDlpack(client(), tensor));
  const auto b = Get(FromDlpack(client(), Make(Foreign({4}))));  // keeps ForeignLive busy
  EXPECT_THAT(Run(Compiled(kDonatingNegate), {&a}), ElementsAre(-1, -2, -3, -4));
  if (ForeignLive() == 2) {
    EXPECT_THAT(Floats(data, data + 4), ElementsAre(1, 2, 3, 4));
  }
}

TEST_P(DlpackTest, WhatCannotBeUsedInPlaceIsCopied) {
  ForeignArray transposed = Foreign({3, 2});
  transposed.has_strides = 1;
  transposed.strides[0] = 1;
  transposed.strides[1] = 3;
  ForeignArray backwards = Foreign({3});
  backwards.has_strides = 1;
  backwards.strides[0] = -1;
  backwards.first = 8;
  ForeignArray repeated = Foreign({2, 2});
  repeated.has_strides = 1;
  repeated.strides[0] = 0;
  repeated.strides[1] = 1;
  ForeignArray misaligned = Foreign({2});
  misaligned.misalignment = 4;
  ForeignArray offset = Foreign({2});
  offset.first = 8;
  const std::vector<std::pair<ForeignArray, std::vector<int32_t>>> cases = {{transposed, {0, 3, 1, 4, 2, 5}},
                                                                            {backwards, {2, 1, 0}},
                                                                            {repeated, {0, 1, 0, 1}},
                                                                            {misaligned, {0, 1}},
                                                                            {offset, {2, 3}}};
  for (const auto& [array, values] : cases) {
    const Buffer buffer = Get(FromDlpack(client(), Make(array)));
    EXPECT_EQ(Ints(buffer), values);
    EXPECT_EQ(ForeignLive(), 0);  // freed at once
    FromDlpackOptions never;
    never.copy = false;
    ExpectRefused(Make(array), StatusCode::kUnimplemented, "cannot be used in place", never);
  }
  FromDlpackOptions always;
  always.copy = true;
  const Buffer copy = Get(FromDlpack(client(), Make(Foreign({2})), always));
  EXPECT_EQ(ForeignLive(), 0);
  EXPECT_THAT(Ints(copy), ElementsAre(0, 1));
}

TEST_P(DlpackTest, DenseArraysOfLengthOneMayHaveAnyStride) {
  ForeignArray array = Foreign({1, 4, 1});
  array.has_strides = 1;
  array.strides[0] = 77;
  array.strides[1] = 1;
  array.strides[2] = -5;
  FromDlpackOptions never;
  never.copy = false;
  EXPECT_THAT(Ints(Get(FromDlpack(client(), Make(array), never))), ElementsAre(0, 1, 2, 3));
}

TEST_P(DlpackTest, WrongTensorsAreRefusedAndStayTheirOwners) {
  ForeignArray version = Foreign({2});
  version.major = 2;
  ExpectRefused(Make(version), StatusCode::kInvalidArgument, "DLPack 2.1");
  ForeignArray negative = Foreign({-2});
  ExpectRefused(Make(negative), StatusCode::kInvalidArgument, "-2");
  ForeignArray huge = Foreign({INT64_MAX, 4});
  ExpectRefused(Make(huge), StatusCode::kInvalidArgument, "");
  ForeignArray lanes = Foreign({2});
  lanes.lanes = 4;
  ExpectRefused(MakeLegacy(lanes), StatusCode::kUnimplemented, "4 lanes");
  ForeignArray type = Foreign({2});
  type.bits = 48;
  ExpectRefused(Make(type), StatusCode::kUnimplemented, "48 bits");
  ForeignArray cuda = Foreign({2});
  cuda.device_type = kDLCUDA;
  ExpectRefused(Make(cuda), StatusCode::kUnimplemented, "kind 2");
  ForeignArray stream = Foreign({2});
  FromDlpackOptions options;
  options.stream = 1;
  ExpectRefused(Make(stream), StatusCode::kInvalidArgument, "stream", options);
  EXPECT_THAT(FromDlpack(client(), static_cast<DLManagedTensorVersioned*>(nullptr)),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("no tensor")));
}

// --- both ways

TEST_P(DlpackTest, EveryElementTypeGoesOutAndIn) {
  for (const ElementTypeInfo& info : ElementTypes()) {
    if (info.kind == ElementKind::kNone) continue;
    SCOPED_TRACE(info.name);
    const Dims dims = {4, 2};
    std::vector<std::byte> bytes(static_cast<size_t>(Get(HostBytes(info.type, dims))));
    const unsigned mask = info.bits < 8 ? (1U << info.bits) - 1 : 0xffU;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>((i * 5 + 1) & mask);
    StatusOr<Buffer> uploaded = client().Upload({bytes.data(), info.type, dims, {}});
    if (!uploaded.ok()) {
      EXPECT_THAT(uploaded, StatusIs(StatusCode::kUnimplemented));  // newer than the plugin
      continue;
    }
    for (const bool copy : {false, true}) {
      const auto buffer = std::make_shared<const Buffer>(Get(client().Upload({bytes.data(), info.type, dims, {}})));
      ToDlpackOptions options;
      options.copy = copy;
      DLManagedTensorVersioned* tensor = Get(ToDlpack(buffer, options));
      const bool padded = (tensor->flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED) != 0;
      EXPECT_EQ(padded, copy && IsSubByte(info.type));
      EXPECT_EQ(Get(FromDlpackType(tensor->dl_tensor.dtype)), info.type);
      FromDlpackOptions in;
      // XLA takes no views of elements narrower than a byte.
      if (!copy && !IsSubByte(info.type)) in.copy = false;
      if (!copy) tensor->flags = 0;  // as of a producer whose memory may be written
      const Buffer back = Get(FromDlpack(client(), tensor, in));
      // Bits above the width of an element mean nothing.
      std::vector<std::byte> values = Get(back.ToHost());
      for (std::byte& value : values) value &= static_cast<std::byte>(mask);
      EXPECT_EQ(values, bytes) << copy;
    }
  }
}

}  // namespace
}  // namespace pjrt
