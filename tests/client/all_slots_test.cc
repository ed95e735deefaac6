// The functions beyond upload, execute and download, on the plugins at hand: transfers in pieces, aliases, donation that waits,
// contexts, marks, several processes. A plugin may lack any of them, and then says so.
#include <array>
#include <optional>
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

class AllSlotsTest : public XlaCpuTest {
 protected:
  // What XLA CPU lacks is different from version to version; what it says then is always this.
  static bool Lacks(const Status& status) {
    return status.code() == StatusCode::kUnimplemented || status.code() == StatusCode::kNotFound;
  }
  static const ArrayShape& Four() {
    static const ArrayShape shape{ElementType::kF32, {4}, {}};
    return shape;
  }
  static TransferManager NewManager(size_t count = 1) {
    return Get(client().CreateTransferManager(std::vector<ArrayShape>(count, Four()), device().memories()[0]));
  }
};
INSTANTIATE_ON_XLA_CPU(AllSlotsTest);

TEST_P(AllSlotsTest, PiecesMakeABufferThatWasUsableBefore) {
  const TransferManager manager = NewManager();
  const Buffer buffer = Get(manager.RetrieveBuffer(0));
  const Floats values = {1, 2, 3, 4};
  const auto bytes = std::as_bytes(std::span(values));
  const Event first = manager.TransferData(0, bytes.first(4), 0, false);
  const Event last = manager.TransferData(0, bytes.subspan(4), 4, true);
  EXPECT_THAT(first.Await(), IsOk());
  EXPECT_THAT(last.Await(), IsOk());
  EXPECT_EQ(Read(buffer), values);
  EXPECT_EQ(Get(manager.buffer_count()), 1U);
  EXPECT_EQ(Get(manager.buffer_size(0)), 16U);
  EXPECT_EQ(Get(manager.device()), device());
}

TEST_P(AllSlotsTest, ALiteralIsAWholeBuffer) {
  const TransferManager manager = NewManager();
  const Buffer buffer = Get(manager.RetrieveBuffer(0));
  const Floats values = {5, 6, 7, 8};
  const Dims dims = {4};
  const Status status = manager.TransferLiteral(0, {values.data(), ElementType::kF32, dims, {}}).Await();
  if (minor() < 83) {
    EXPECT_THAT(status, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.83")));
    return;
  }
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(Read(buffer), values);
}

TEST_P(AllSlotsTest, WhatWouldAbortAPluginIsRefused) {
  const TransferManager manager = NewManager(2);
  const Floats values = {1, 2, 3, 4};
  const Dims dims = {2, 2};
  const auto bytes = std::as_bytes(std::span(values));
  EXPECT_THAT(manager.RetrieveBuffer(2), StatusIs(StatusCode::kOutOfRange));
  EXPECT_THAT(manager.TransferData(7, bytes, 0, true).Await(), StatusIs(StatusCode::kOutOfRange));
  EXPECT_THAT(manager.TransferData(0, bytes, 4, true).Await(), StatusIs(StatusCode::kOutOfRange, HasSubstr("16")));
  EXPECT_THAT(manager.TransferData(0, bytes, -4, true).Await(), StatusIs(StatusCode::kOutOfRange));
  EXPECT_THAT(manager.TransferLiteral(0, {values.data(), ElementType::kF32, dims, {}}).Await(),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("f32[4]")));
  const Buffer buffer = Get(manager.RetrieveBuffer(0));
  EXPECT_THAT(manager.RetrieveBuffer(0), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("before")));
  EXPECT_THAT(manager.TransferData(0, bytes, 0, true).Await(), IsOk());
  EXPECT_THAT(manager.TransferData(0, bytes, 0, true).Await(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(manager.SetBufferError(0, cppjrt::DataLossError("late")), StatusIs(StatusCode::kFailedPrecondition));
  const std::vector<ArrayShape> negative = {{ElementType::kF32, {-1}, {}}};
  EXPECT_THAT(client().CreateTransferManager(negative, device().memories()[0]), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(manager.AddMetadata({{"step", int64_t{1}}}), IsOk());
  EXPECT_THAT(manager.TransferData(1, bytes, 0, true).Await(), IsOk());
}

TEST_P(AllSlotsTest, AnErrorInsteadOfDataIsReadBack) {
  const TransferManager manager = NewManager();
  const Buffer buffer = Get(manager.RetrieveBuffer(0));
  ASSERT_THAT(manager.SetBufferError(0, cppjrt::DataLossError("the disk is gone")), IsOk());
  EXPECT_THAT(buffer.ToHost().status().message(), HasSubstr("the disk is gone"));
}

TEST_P(AllSlotsTest, AnAliasGetsTheContentsOfAnother) {
  AliasBuffer alias = Get(client().CreateAlias(ElementType::kF32, Dims{4}, device().memories()[0]));
  EXPECT_FALSE(alias.buffer.ReadyEvent().IsReady());
  ASSERT_THAT(alias.promise.Fulfill(Upload(Floats{1, 2, 3, 4})), IsOk());
  EXPECT_EQ(Read(alias.buffer), (Floats{1, 2, 3, 4}));
  EXPECT_THAT(alias.promise.Fulfill(Upload(Floats{1, 2, 3, 4})), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_P(AllSlotsTest, AnAliasCanFailAndIsCancelledIfNobodyFulfillsIt) {
  AliasBuffer alias = Get(client().CreateAlias(ElementType::kF32, Dims{4}, device().memories()[0]));
  ASSERT_THAT(alias.promise.Fail(cppjrt::DataLossError("no contents")), IsOk());
  EXPECT_THAT(alias.buffer.ToHost().status().message(), HasSubstr("no contents"));
  std::optional<AliasBuffer> dropped = Get(client().CreateAlias(ElementType::kF32, Dims{4}, device().memories()[0]));
  const Buffer buffer = std::move(dropped->buffer);
  dropped.reset();
  EXPECT_THAT(buffer.ToHost().status().message(), HasSubstr("unused"));
}

TEST_P(AllSlotsTest, ACopyWaitsForItsDestination) {
  const Buffer buffer = Upload(Floats{1, 2, 3, 4});
  StatusOr<DeferredCopy> copy = buffer.CopyRawToHostFuture(4, 8);
  if (minor() < 84) {
    EXPECT_THAT(copy, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.84")));
    return;
  }
  ASSERT_THAT(copy, IsOk());
  std::array<float, 2> values{};
  EXPECT_FALSE(copy->done.Poll().has_value());
  EXPECT_THAT(copy->destination.Set(std::as_writable_bytes(std::span(values).first(1))),
              StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(copy->destination.Set(std::as_writable_bytes(std::span(values))), IsOk());
  EXPECT_THAT(copy->done.Await(), IsOk());
  EXPECT_EQ(values, (std::array<float, 2>{2, 3}));
  EXPECT_EQ(*copy->done.Poll(), Status());
  EXPECT_THAT(copy->destination.Fail(Status(StatusCode::kAborted, "late")), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_P(AllSlotsTest, ACopyWithoutADestinationFails) {
  const Buffer buffer = Upload(Floats{1, 2, 3, 4});
  StatusOr<DeferredCopy> copy = buffer.CopyRawToHostFuture(0, 16);
  if (!copy.ok()) GTEST_SKIP() << copy.status().ToString();
  const Event done = std::move(copy->done);
  {
    const HostDestination dropped = std::move(copy->destination);
  }
  EXPECT_FALSE(done.Await().ok());
}

TEST_P(AllSlotsTest, ADonatedBufferWaitsForWorkOutside) {
  Promise outside;
  StatusOr<Buffer> later = Upload(Floats{1, 2, 3, 4}).DonateWithControlDependency(outside.event());
  if (!later.ok()) {
    EXPECT_THAT(later, StatusIs(StatusCode::kUnimplemented));
    return;
  }
  EXPECT_FALSE(later->ReadyEvent().IsReady());
  Check(outside.Set(Status()));
  EXPECT_EQ(Read(*later), (Floats{1, 2, 3, 4}));
  Promise failing;
  const Buffer failed = Get(Upload(Floats{1, 2, 3, 4}).DonateWithControlDependency(failing.event()));
  Check(failing.Set(cppjrt::DataLossError("outside failed")));
  EXPECT_THAT(failed.ToHost().status().message(), HasSubstr("outside failed"));
}

TEST_P(AllSlotsTest, AContextGoesAlongWithAnExecution) {
  const StatusOr<ExecuteContext> context = ExecuteContext::Create(plugin());
  ASSERT_THAT(context, IsOk());
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  ExecuteOptions options;
  options.context = &*context;
  const std::vector<Buffer> results = Get(Compiled(kAdd).Execute({&a, &a}, options));
  EXPECT_EQ(Read(results[0]), (Floats{2, 4, 6, 8}));
}

TEST_P(AllSlotsTest, DevicesAreLookedUpByThePluginAndInItsOrder) {
  for (const Device& each : client().devices()) EXPECT_EQ(Get(client().LookupDevice(each.id())), each);
  EXPECT_EQ(client().addressable_devices().size(), client().devices().size());
}

TEST_P(AllSlotsTest, MarksPoisonAndProcessesAreTakenOrUnimplemented) {
  const StatusOr<AsyncTrackingEvent> mark = device().CreateAsyncTrackingEvent("work elsewhere");
  EXPECT_TRUE(mark.ok() || Lacks(mark.status())) << mark.status().ToString();
  const StatusOr<bool> poisoned = device().PoisonExecution(12345, Status(StatusCode::kAborted, "no such run"));
  EXPECT_TRUE(poisoned.ok() ? !*poisoned : Lacks(poisoned.status())) << poisoned.status().ToString();
  EXPECT_THAT(device().PoisonExecution(1, Status()), StatusIs(StatusCode::kInvalidArgument));
  const ProcessInfo process{0, 1, ProcessState::kConnected, {}};
  const Status told = client().UpdateGlobalProcessInfo(std::span(&process, 1));
  EXPECT_TRUE(told.ok() || Lacks(told)) << told.ToString();
}

TEST_P(AllSlotsTest, MappedMemoryIsMappedOnceOrUnimplemented) {
  std::vector<std::byte> memory(4096);
  StatusOr<DmaMapping> mapping = client().DmaMap(memory);
  EXPECT_THAT(client().DmaMap({}), StatusIs(StatusCode::kInvalidArgument));
  if (!mapping.ok()) {
    EXPECT_THAT(mapping, StatusIs(StatusCode::kUnimplemented));
    return;
  }
  EXPECT_THAT(mapping->Unmap(), IsOk());
  EXPECT_THAT(mapping->Unmap(), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_P(AllSlotsTest, WhatATopologyCompiledIsLoadedWithoutSerializing) {
  const Topology topology = Get(client().topology());
  StatusOr<Executable> compiled = topology.Compile({kAdd, "mlir"}, {});
  if (!compiled.ok()) {
    EXPECT_TRUE(Lacks(compiled.status())) << compiled.status().ToString();
    return;
  }
  const LoadedExecutable loaded = Get(client().Load(std::move(*compiled)));
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_EQ(Run(loaded, {&a, &a}), (Floats{2, 4, 6, 8}));
}

TEST_P(AllSlotsTest, ATopologySaysTheShapeOfAnArrayInAMemory) {
  const Topology topology = Get(client().topology());
  const StatusOr<std::string> shape =
      topology.MakeCanonicalShape(device().memories()[0].kind_id(), ElementType::kF32, Dims{2, 3});
  if (minor() < 109) {
    EXPECT_THAT(shape, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.109")));
    return;
  }
  ASSERT_THAT(shape, IsOk());
  EXPECT_EQ(Get(ReadArrayShape(*shape)), (ArrayShape{ElementType::kF32, {2, 3}, {}}));
}

TEST_P(AllSlotsTest, ProgramsThatTalkToTheHostAreRefusedWhenTheyCannot) {
  // XLA CPU has no send and receive; an execution with callbacks nobody uses runs.
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  ExecuteOptions options;
  options.host_transfers = std::make_shared<HostTransfers>();
  EXPECT_EQ(Read(Get(Compiled(kAdd).Execute({&a, &a}, options))[0]), (Floats{2, 4, 6, 8}));
}

TEST_P(AllSlotsTest, CompileOptionsAreReadAsTheyWereMeant) {
  // The plugin writes its options anew, by the same field numbers.
  struct Option {
    const char* name;
    const char* value;
    std::string bytes;
  };
  const Option options[] = {{"deduplicate_hlo", "true", "\x40\x01"},
                            {"device_memory_size", "4096", std::string("\x78\x80\x20")},
                            {"process_index", "1", "\xb0\x01\x01"},
                            {"process_count", "3", "\xb8\x01\x03"},
                            {"allow_in_place_mlir_modification", "true", "\x48\x01"},
                            {"matrix_unit_operand_precision", "2", "\x50\x02"}};
  for (const Option& option : options) {
    CompileOptions compile;
    Check(compile.Set(option.name, option.value));
    const LoadedExecutable executable = Compile(kConstant, compile);
    const StatusOr<std::string> read = executable.executable().compile_options();
    if (!read.ok()) {
      EXPECT_THAT(read, StatusIs(StatusCode::kUnimplemented));
      continue;
    }
    EXPECT_THAT(*read, HasSubstr(option.bytes)) << option.name;
  }
}

TEST_P(AllSlotsTest, ThenPassesOnWhatItsCallbackSays) {
  const Buffer buffer = Upload(Floats{1, 2, 3, 4});
  const Event fine = buffer.ReadyEvent().Then([](const Status& status) { return status; });
  EXPECT_THAT(fine.Await(), IsOk());
  const Event failed = buffer.ReadyEvent().Then([](const Status&) -> Status { throw std::runtime_error("kaput"); });
  EXPECT_THAT(failed.Await(), StatusIs(StatusCode::kInternal, HasSubstr("kaput")));
}

}  // namespace
}  // namespace pjrt
