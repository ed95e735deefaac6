// Who owns the host memory an upload reads, views of foreign memory, buffers without values.
#include <chrono>
#include <cstdint>
#include <memory>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

// 16 floats at a multiple of 64 bytes, and one past it.
struct alignas(64) Aligned {
  float values[17] = {1, 2, 3, 4};
};

class HostMemoryTest : public XlaCpuTest {
 protected:
  static Buffer UploadAs(HostBufferSemantics semantics, const float* data, Event* done = nullptr) {
    UploadOptions options;
    options.semantics = semantics;
    options.done_with_host_buffer = done;
    return Get(client().Upload(HostArray{data, ElementType::kF32, Dims{4}, {}}, options));
  }
};
INSTANTIATE_ON_XLA_CPU(HostMemoryTest);

TEST_P(HostMemoryTest, OnlyDuringTheCallTheMemoryIsFreeAfterwards) {
  Aligned host;
  const Buffer buffer = UploadAs(HostBufferSemantics::kImmutableOnlyDuringCall, host.values);
  host.values[0] = -1;
  EXPECT_EQ(Read(buffer), (Floats{1, 2, 3, 4}));
}

TEST_P(HostMemoryTest, UntilTheTransferCompletesTheMemoryIsFreeWhenDone) {
  Aligned host;
  Event done;
  const Buffer buffer = UploadAs(HostBufferSemantics::kImmutableUntilTransferCompletes, host.values, &done);
  EXPECT_THAT(done.Await(), IsOk());
  host.values[0] = -1;
  EXPECT_EQ(Read(buffer), (Floats{1, 2, 3, 4}));
}

TEST_P(HostMemoryTest, ZeroCopyUsesAlignedMemoryItself) {
  for (HostBufferSemantics semantics :
       {HostBufferSemantics::kImmutableZeroCopy, HostBufferSemantics::kMutableZeroCopy}) {
    Aligned host;
    Event done;
    Buffer buffer = UploadAs(semantics, host.values, &done);
    EXPECT_EQ(Get(buffer.UnsafePointer()), reinterpret_cast<uintptr_t>(host.values));
    EXPECT_EQ(Read(buffer), (Floats{1, 2, 3, 4}));
    EXPECT_FALSE(done.IsReady());
    buffer = Buffer();
    EXPECT_THAT(done.AwaitFor(std::chrono::minutes(1)), IsOk());
  }
}

TEST_P(HostMemoryTest, ZeroCopyOfUnalignedMemoryIsACopy) {
  Aligned host;
  host.values[4] = 5;
  const Buffer buffer = UploadAs(HostBufferSemantics::kImmutableZeroCopy, host.values + 1);
  EXPECT_NE(Get(buffer.UnsafePointer()), reinterpret_cast<uintptr_t>(host.values + 1));
  EXPECT_EQ(Read(buffer), (Floats{2, 3, 4, 5}));
}

TEST_P(HostMemoryTest, ZeroCopyArgumentsAreRead) {
  Aligned host;
  const Buffer buffer = UploadAs(HostBufferSemantics::kImmutableZeroCopy, host.values);
  EXPECT_EQ(Run(Compiled(kAdd), {&buffer, &buffer}), (Floats{2, 4, 6, 8}));
}

TEST_P(HostMemoryTest, PointersLeadToTheValues) {
  const Buffer buffer = Upload(Floats{5, 6});
  ASSERT_THAT(buffer.ReadyEvent().Await(), IsOk());
  ASSERT_THAT(buffer.IncreaseExternalReferenceCount(), IsOk());
  const auto* values = reinterpret_cast<const float*>(Get(buffer.UnsafePointer()));  // NOLINT
  EXPECT_EQ(values[1], 6);
  EXPECT_EQ(Get(buffer.DeviceMemoryPointer()), values);
  EXPECT_THAT(buffer.DecreaseExternalReferenceCount(), IsOk());
}

TEST_P(HostMemoryTest, UnbalancedReferencesAreAnError) {
  EXPECT_FALSE(Upload(Floats{1}).DecreaseExternalReferenceCount().ok());
}

// --- views

TEST_P(HostMemoryTest, AViewShowsTheCallersMemoryAndSaysWhenItIsDone) {
  Aligned host;
  Promise promise;
  const Event deleted = promise.event();
  {
    const auto on_delete = [&] { Check(promise.Set(Status())); };
    const Buffer view = Get(client().CreateView(host.values, ElementType::kF32, Dims{2, 2}, device(), on_delete));
    EXPECT_EQ(Get(view.UnsafePointer()), reinterpret_cast<uintptr_t>(host.values));
    EXPECT_EQ(Read(view), (Floats{1, 2, 3, 4}));
    EXPECT_FALSE(deleted.IsReady());
  }
  // A thread of the plugin may still hold what it read from.
  EXPECT_THAT(deleted.AwaitFor(std::chrono::minutes(1)), IsOk());
}

TEST_P(HostMemoryTest, AViewNeedsNoCallback) {
  Aligned host;
  const Buffer view = Get(client().CreateView(host.values, ElementType::kF32, Dims{4}, device(), nullptr));
  EXPECT_EQ(Run(Compiled(kAdd), {&view, &view}), (Floats{2, 4, 6, 8}));
}

TEST_P(HostMemoryTest, AViewOfUnalignedMemoryIsAnErrorAndForgetsTheCallback) {
  Aligned host;
  const auto captured = std::make_shared<int>(1);
  bool called = false;
  EXPECT_FALSE(
      client()
          .CreateView(host.values + 1, ElementType::kF32, Dims{4}, device(), [captured, &called] { called = true; })
          .ok());
  EXPECT_FALSE(called);
  EXPECT_EQ(captured.use_count(), 1);
}

TEST_P(HostMemoryTest, AViewOfNothingIsRefused) {
  EXPECT_THAT(client().CreateView(nullptr, ElementType::kF32, Dims{4}, device(), nullptr),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("no data")));
}

// --- buffers without values

TEST_P(HostMemoryTest, UninitializedBuffersHaveAShape) {
  StatusOr<Buffer> buffer = client().CreateUninitialized(ElementType::kF32, Dims{2, 3});
  ASSERT_THAT(buffer, IsOk());
  EXPECT_EQ(ToString(Get(buffer->shape())), "f32[2,3]");
  EXPECT_EQ(Get(buffer->device()), device());
  EXPECT_THAT(buffer->ToHost(), IsOk());
  const Memory memory = MemoryOfKind("pinned_host");
  EXPECT_EQ(Get(Get(client().CreateUninitialized(ElementType::kU8, Dims{}, nullptr, &memory)).memory()), memory);
}

TEST_P(HostMemoryTest, ErrorBuffersGiveTheirErrorToReaders) {
  StatusOr<Buffer> buffer = client().CreateError(cppjrt::ResourceExhaustedError("boom"), ElementType::kF32, Dims{4},
                                                 Get(device().default_memory()));
  if (minor() < 82) {
    EXPECT_THAT(buffer, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.82")));
    return;
  }
  ASSERT_THAT(buffer, IsOk());
  EXPECT_THAT(buffer->ToHost(), StatusIs(StatusCode::kResourceExhausted, HasSubstr("boom")));
  EXPECT_THAT(buffer->ReadyEvent().Await(), StatusIs(StatusCode::kResourceExhausted, HasSubstr("boom")));
}

TEST_P(HostMemoryTest, ErrorBuffersFailTheExecutionsThatReadThem) {
  if (minor() < 82) GTEST_SKIP() << "no error buffers";
  const Buffer bad = Get(
      client().CreateError(cppjrt::InternalError("boom"), ElementType::kF32, Dims{4}, Get(device().default_memory())));
  const Buffer good = Upload(Floats{1, 2, 3, 4});
  Event done;
  StatusOr<std::vector<Buffer>> results = Compiled(kAdd).Execute({&bad, &good}, {}, &done);
  if (results.ok()) {
    EXPECT_THAT((*results)[0].ToHost(), StatusIs(StatusCode::kInternal, HasSubstr("boom")));
    EXPECT_FALSE(done.Await().ok());
  } else {
    EXPECT_THAT(results, StatusIs(StatusCode::kInternal, HasSubstr("boom")));
  }
}

TEST_P(HostMemoryTest, AnErrorBufferNeedsAnError) {
  EXPECT_THAT(client().CreateError(Status(), ElementType::kF32, Dims{4}, Get(device().default_memory())),
              StatusIs(StatusCode::kInvalidArgument));
}

// --- bitcast

TEST_P(HostMemoryTest, BitcastGivesTheSameBytesAnotherShapeAndTakesTheBuffer) {
  Buffer buffer = Upload(Floats{1, 2});
  StatusOr<Buffer> bytes = std::move(buffer).Bitcast(ElementType::kU8, Dims{8});
  if (minor() < 98) {
    EXPECT_THAT(bytes, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.98")));
    EXPECT_TRUE(buffer.valid());  // NOLINT(bugprone-use-after-move): the call did not reach the plugin
    return;
  }
  ASSERT_THAT(bytes, IsOk());
  EXPECT_FALSE(buffer.valid());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(ToString(Get(bytes->shape())), "ui8[8]");
  EXPECT_EQ(Get(bytes->ToVector<uint8_t>()), (std::vector<uint8_t>{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40}));
}

TEST_P(HostMemoryTest, BitcastToAnotherSizeIsAnError) {
  if (minor() < 98) GTEST_SKIP() << "no bitcast";
  EXPECT_THAT(Upload(Floats{1, 2}).Bitcast(ElementType::kU8, Dims{7}), StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(HostMemoryTest, BitcastToATypeThePluginDoesNotKnowIsRefusedNotAborted) {
  if (minor() < 98) GTEST_SKIP() << "no bitcast";
  const StatusOr<Buffer> made = Upload(Floats{1}).Bitcast(ElementType::kF6E2M3FN, Dims{4});
  if (minor() >= 114) return;
  EXPECT_THAT(made, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.114")));
}

}  // namespace
}  // namespace pjrt
