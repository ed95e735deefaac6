// Values to a device and back: types, shapes, parts, copies between places.
#include <cstring>
#include <limits>
#include <numeric>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

class TransfersTest : public XlaCpuTest {
 protected:
  // Bytes that are valid for any type: sub-byte elements use only the low bits of theirs.
  static std::vector<std::byte> SomeValues(ElementType type, int64_t count) {
    std::vector<std::byte> bytes(static_cast<size_t>(count * HostBytesPerElement(type)));
    const int bits = Info(type).bits;
    const int mask = type == ElementType::kPred ? 1 : bits < 8 ? (1 << bits) - 1 : 0xff;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(static_cast<int>(37 * i + 5) & mask);
    return bytes;
  }
  // The low bits count; signed sub-byte elements may come back with their sign extended.
  static std::vector<std::byte> LowBits(ElementType type, std::vector<std::byte> bytes) {
    if (!IsSubByte(type)) return bytes;
    for (std::byte& b : bytes) b &= static_cast<std::byte>((1 << Info(type).bits) - 1);
    return bytes;
  }
};
INSTANTIATE_ON_XLA_CPU(TransfersTest);

TEST_P(TransfersTest, EveryElementTypeComesBackAsItWent) {
  const Dims dims = {4, 8};
  for (const ElementTypeInfo& row : ElementTypes()) {
    if (row.kind == ElementKind::kNone) continue;
    SCOPED_TRACE(row.name);
    const std::vector<std::byte> values = SomeValues(row.type, 32);
    StatusOr<Buffer> buffer = client().Upload(HostArray{values.data(), row.type, dims, {}});
    if (minor() < row.since_minor) {
      EXPECT_THAT(buffer, StatusIs(StatusCode::kUnimplemented, HasSubstr("0." + std::to_string(row.since_minor))));
      continue;
    }
    ASSERT_THAT(buffer, IsOk());
    EXPECT_EQ(Get(buffer->element_type()), row.type);
    EXPECT_EQ(Get(buffer->dimensions()), dims);
    EXPECT_EQ(LowBits(row.type, Get(buffer->ToHost())), values);
    const int64_t device_bits = row.type == ElementType::kPred || row.bits == 6 ? 8 : row.bits;
    EXPECT_EQ(Get(buffer->OnDeviceSize()), 32 * device_bits / 8);
  }
}

TEST_P(TransfersTest, TypesWithoutValuesAreRefusedNotAborted) {
  const Floats values = {1};
  for (int number : {0, 23, 34, 999, -1}) {
    const auto type = static_cast<ElementType>(number);
    EXPECT_THAT(client().Upload(HostArray{values.data(), type, Dims{1}, {}}), StatusIs(StatusCode::kInvalidArgument))
        << number;
    EXPECT_THAT(client().CreateUninitialized(type, Dims{1}), StatusIs(StatusCode::kInvalidArgument)) << number;
    EXPECT_THAT(client().CreateError(cppjrt::InternalError("e"), type, Dims{1}, Get(device().default_memory())),
                StatusIs(StatusCode::kInvalidArgument));
    EXPECT_THAT(Upload(values).Bitcast(type, Dims{1}), StatusIs(StatusCode::kInvalidArgument));
  }
}

TEST_P(TransfersTest, ScalarsHaveNoDimensions) {
  const Buffer buffer = Upload<float>({2.5F}, {});
  EXPECT_TRUE(Get(buffer.dimensions()).empty());
  EXPECT_EQ(Read(buffer), Floats{2.5F});
}

TEST_P(TransfersTest, EmptyArraysHoldNothing) {
  for (const Dims& dims : {Dims{0}, Dims{3, 0}, Dims{0, 5, 2}}) {
    const Buffer buffer = Upload<float>({}, dims);
    EXPECT_EQ(Get(buffer.dimensions()), dims);
    EXPECT_TRUE(Read(buffer).empty());
    EXPECT_THAT(buffer.ReadyEvent().Await(), IsOk());
  }
}

TEST_P(TransfersTest, LargeArraysComeBackAsTheyWent) {
  std::vector<int32_t> values(4 << 20);
  std::iota(values.begin(), values.end(), 0);
  const Buffer buffer = Upload(values, {2048, 2048});
  EXPECT_EQ(Get(buffer.ToVector<int32_t>()), values);
}

TEST_P(TransfersTest, ImpossibleShapesAreRefusedNotAborted) {
  const Floats values = {1};
  const int64_t huge = int64_t{1} << 40;
  for (const Dims& dims : {Dims{-1}, Dims{huge, huge}, Dims{std::numeric_limits<int64_t>::max()}}) {
    EXPECT_FALSE(client().Upload(HostArray{values.data(), ElementType::kF32, dims, {}}).ok());
    EXPECT_FALSE(client().CreateUninitialized(ElementType::kF32, dims).ok());
  }
}

TEST_P(TransfersTest, MoreThanTheMachineHasIsAnError) {
  EXPECT_FALSE(client().CreateUninitialized(ElementType::kF32, Dims{int64_t{1} << 44}).ok() &&
               Get(client().CreateUninitialized(ElementType::kF32, Dims{int64_t{1} << 44})).ReadyEvent().Await().ok());
}

TEST_P(TransfersTest, CountsAndWidthsAreChecked) {
  const Floats values = {1, 2, 3};
  EXPECT_THAT(client().Upload(std::span<const float>(values), Dims{4}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("3 values for f32[4]")));
  EXPECT_THAT(client().Upload(HostArray{nullptr, ElementType::kF32, Dims{1}, {}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("no data")));
  EXPECT_THAT(Upload(values).ToVector<double>(),
              StatusIs(StatusCode::kInvalidArgument, AllOf(HasSubstr("f32[3]"), HasSubstr("8"))));
}

TEST_P(TransfersTest, ADestinationMustHaveRoom) {
  const Buffer buffer = Upload(Floats{1, 2, 3, 4});
  Floats dst(3);
  EXPECT_THAT(buffer.CopyToHost(std::as_writable_bytes(std::span(dst))).Await(),
              StatusIs(StatusCode::kInvalidArgument, AllOf(HasSubstr("needs 16"), HasSubstr("has 12"))));
  EXPECT_EQ(dst, Floats(3));
  Floats larger(6, -1);
  EXPECT_THAT(buffer.CopyToHost(std::as_writable_bytes(std::span(larger))).Await(), IsOk());
  EXPECT_EQ(larger, (Floats{1, 2, 3, 4, -1, -1}));
}

TEST_P(TransfersTest, AnyPartCanBeRead) {
  const Buffer buffer = Upload(Floats{0, 1, 2, 3, 4, 5, 6, 7});
  Floats part(4);
  EXPECT_THAT(buffer.CopyRawToHost(std::as_writable_bytes(std::span(part)), 16).Await(), IsOk());
  EXPECT_EQ(part, (Floats{4, 5, 6, 7}));
  EXPECT_THAT(buffer.CopyRawToHost({}, 32).Await(), IsOk());
}

TEST_P(TransfersTest, PartsBeyondTheArrayAreRefused) {
  const Buffer buffer = Upload(Floats{0, 1, 2, 3});
  Floats part(2);
  const auto bytes = std::as_writable_bytes(std::span(part));
  for (int64_t offset : {int64_t{12}, int64_t{16}, int64_t{-4}, std::numeric_limits<int64_t>::max()}) {
    EXPECT_THAT(buffer.CopyRawToHost(bytes, offset).Await(), StatusIs(StatusCode::kInvalidArgument)) << offset;
  }
}

TEST_P(TransfersTest, ABufferKnowsWhereItIs) {
  UploadOptions options;
  options.device = &device(2);
  const Buffer on_device = Upload<float>({1}, {1}, options);
  EXPECT_EQ(Get(on_device.device()), device(2));
  EXPECT_TRUE(Get(on_device.IsOnCpu()));
  const Memory memory = MemoryOfKind("unpinned_host");
  options = {};
  options.memory = &memory;
  const Buffer in_memory = Upload<float>({1}, {1}, options);
  EXPECT_EQ(Get(in_memory.memory()), memory);
  EXPECT_EQ(Get(in_memory.device()), device(0));
}

TEST_P(TransfersTest, ADeviceAndAMemoryAreNotGivenTogether) {
  const Memory memory = Get(device().default_memory());
  UploadOptions options;
  options.device = &device();
  options.memory = &memory;
  const Floats values = {1};
  EXPECT_THAT(client().Upload(std::span<const float>(values), Dims{1}, options),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("both")));
}

TEST_P(TransfersTest, CopiesGoToOtherDevicesAndMemories) {
  const Buffer buffer = Upload(Floats{1, 2, 3});
  const Buffer on_other = Get(buffer.CopyToDevice(device(1)));
  EXPECT_EQ(Get(on_other.device()), device(1));
  EXPECT_EQ(Read(on_other), (Floats{1, 2, 3}));
  for (const char* kind : {"device", "pinned_host", "unpinned_host"}) {
    const Memory memory = MemoryOfKind(kind);
    const Buffer copy = Get(buffer.CopyToMemory(memory));
    EXPECT_EQ(Get(copy.memory()), memory);
    EXPECT_EQ(Read(copy), (Floats{1, 2, 3}));
  }
  EXPECT_EQ(Read(buffer), (Floats{1, 2, 3}));
}

TEST_P(TransfersTest, PlacesOfAnotherClientAreRefused) {
  const Client other = NewClient();
  const Device foreign = other.devices()[0];
  const Memory foreign_memory = Get(foreign.default_memory());
  const Buffer buffer = Upload(Floats{1});
  EXPECT_THAT(buffer.CopyToDevice(foreign), StatusIs(StatusCode::kInvalidArgument, HasSubstr("another client")));
  EXPECT_THAT(buffer.CopyToMemory(foreign_memory), StatusIs(StatusCode::kInvalidArgument, HasSubstr("another client")));
  EXPECT_THAT(buffer.CopyToDevice(Device()), StatusIs(StatusCode::kInvalidArgument));
  UploadOptions options;
  options.device = &foreign;
  const Floats values = {1};
  EXPECT_THAT(client().Upload(std::span<const float>(values), Dims{1}, options),
              StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(client().CreateUninitialized(ElementType::kF32, Dims{1}, nullptr, &foreign_memory),
              StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(TransfersTest, ADeletedBufferSaysSo) {
  const Buffer buffer = Upload(Floats{1});
  EXPECT_FALSE(Get(buffer.IsDeleted()));
  EXPECT_THAT(buffer.Delete(), IsOk());
  EXPECT_THAT(buffer.Delete(), IsOk());
  EXPECT_TRUE(Get(buffer.IsDeleted()));
  EXPECT_EQ(Get(buffer.dimensions()), Dims{1});
  EXPECT_THAT(buffer.ToHost(), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("donated or deleted")));
  std::byte part{};
  EXPECT_THAT(buffer.CopyRawToHost({&part, 1}, 0).Await(), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_P(TransfersTest, AnEmptyBufferRefusesEverything) {
  Buffer buffer = Upload(Floats{1});
  const Buffer moved = std::move(buffer);
  EXPECT_FALSE(buffer.valid());  // NOLINT(bugprone-use-after-move)
  EXPECT_TRUE(moved.valid());
  EXPECT_THAT(buffer.shape(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(buffer.ToHost(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(buffer.ReadyEvent().Await(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(buffer.CopyRawToHost({}, 0).Await(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(buffer.CopyToDevice(device()), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(buffer.Delete(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(std::move(buffer).Bitcast(ElementType::kF32, Dims{1}), StatusIs(StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace pjrt
