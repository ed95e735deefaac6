// The extensions of the plugins at hand, through their classes: what one has works, what it lacks is said by name.
#include <array>
#include <optional>
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class ExtensionsTest : public XlaCpuTest {
 protected:
  static bool Has(int type) { return Extension::Find(plugin(), type).ok(); }
};
INSTANTIATE_ON_XLA_CPU(ExtensionsTest);

// Of an absent extension only the error can be tested; of a present one, this is its class.
template <class T>
std::optional<T> Present(const Plugin& plugin) {
  StatusOr<T> extension = GetExtension<T>(plugin);
  if (extension.ok()) return *std::move(extension);
  EXPECT_THAT(extension, StatusIs(StatusCode::kUnimplemented, HasSubstr("extension")));
  return std::nullopt;
}

TEST_P(ExtensionsTest, EveryTypeIsThereRawOrNamedAsMissing) {
  for (int type = 0; type < 25; ++type) {
    const StatusOr<Extension> extension = Extension::Find(plugin(), type);
    if (!extension.ok()) {
      EXPECT_THAT(extension, StatusIs(StatusCode::kUnimplemented, HasSubstr("has no"))) << type;
      continue;
    }
    EXPECT_EQ(extension->type(), type);
    EXPECT_NE(extension->name(), "unknown");
    EXPECT_EQ(extension->num_entries(), (extension->struct_size() - 24) / 8);
    EXPECT_FALSE(extension->HasEntry(extension->num_entries()));
    EXPECT_EQ(extension->entry(1000), nullptr);
  }
  EXPECT_THAT(Extension::Find(plugin(), 4711), StatusIs(StatusCode::kUnimplemented, HasSubstr("4711")));
}

TEST_P(ExtensionsTest, LayoutsAreReadableText) {
  const LayoutsExtension layouts = Get(GetExtension<LayoutsExtension>(plugin()));
  const Buffer buffer = Upload(Floats{1, 2, 3, 4}, {2, 2});
  EXPECT_EQ(Get(layouts.OfBuffer(buffer)), "{1,0}");
  EXPECT_EQ(Get(layouts.Default(client(), ElementType::kF32, Dims{2, 3, 4})), "{2,1,0}");
  EXPECT_THAT(layouts.Default(client(), ElementType::kF32, Dims{-1}), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(layouts.OfBuffer(Buffer()), StatusIs(StatusCode::kFailedPrecondition));
  const LoadedExecutable& executable = Compiled(kTwoResults);
  const StatusOr<std::vector<std::string>> outputs = layouts.OfOutputs(executable.executable());
  if (outputs.ok()) {
    EXPECT_THAT(*outputs, ::testing::ElementsAre("{1,0}", ::testing::AnyOf("{}", "")));
  } else {
    EXPECT_THAT(outputs, StatusIs(StatusCode::kUnimplemented));
  }
  const StatusOr<std::vector<std::string>> parameters = layouts.OfParameters(executable.executable());
  if (parameters.ok()) {
    EXPECT_THAT(*parameters, ::testing::ElementsAre("{1,0}"));
  } else {
    EXPECT_THAT(parameters, StatusIs(StatusCode::kUnimplemented));
  }
}

TEST_P(ExtensionsTest, TypesAndUserDataOfHandlers) {
  const FfiExtension ffi = Get(GetExtension<FfiExtension>(plugin()));
  const int64_t id = Get(ffi.RegisterType("cppjrt_extensions_test"));
  EXPECT_GT(id, 0);
  const ExecuteContext context = Get(ExecuteContext::Create(plugin()));
  static int data = 7;
  EXPECT_THAT(ffi.AddUserData(context, id, &data), IsOk());
  EXPECT_THAT(ffi.RegisterHandler("", &data, "Host"), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(ffi.RegisterHandler("nothing", nullptr, "Host"), StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(ExtensionsTest, MemoriesOfATopologysDevices) {
  const auto descriptions = Present<MemoryDescriptionsExtension>(plugin());
  if (!descriptions) return;
  const Topology topology = Get(client().topology());
  const std::vector<DeviceMemories> devices = Get(descriptions->OfTopology(topology));
  ASSERT_EQ(devices.size(), Get(topology.devices()).size());
  for (const DeviceMemories& device : devices) {
    if (device.default_index) {
      EXPECT_LT(*device.default_index, device.memories.size());
    }
    for (const MemoryDescription& memory : device.memories) EXPECT_FALSE(memory.kind.empty());
  }
}

TEST_P(ExtensionsTest, ShardingsOfAProgramWithoutAny) {
  const auto shardings = Present<ShardingsExtension>(plugin());
  if (!shardings) return;
  const Executable& executable = Compiled(kAdd).executable();
  const StatusOr<std::vector<std::string>> parameters = shardings->OfParameters(executable);
  const StatusOr<std::vector<std::string>> outputs = shardings->OfOutputs(executable);
  ASSERT_THAT(parameters, IsOk());
  ASSERT_THAT(outputs, IsOk());
  EXPECT_TRUE(parameters->empty() || parameters->size() == 2) << parameters->size();
  EXPECT_LE(outputs->size(), 1U);
}

TEST_P(ExtensionsTest, APhaseCompilerOrWhyNot) {
  const auto phases = Present<PhaseCompileExtension>(plugin());
  if (!phases) return;
  const StatusOr<PhaseCompiler> compiler = phases->GetCompiler();
  if (!compiler.ok()) {
    EXPECT_THAT(compiler, StatusIs(StatusCode::kUnimplemented, HasSubstr("phase_compile_get_compiler")));
    return;
  }
  EXPECT_THAT(compiler->PhaseNames(), IsOk());
}

TEST_P(ExtensionsTest, AnExecutableFitsTheRuntimeThatMadeIt) {
  const auto abi = Present<AbiVersionExtension>(plugin());
  if (!abi) return;
  const RuntimeAbiVersion runtime = Get(abi->OfClient(client()));
  const ExecutableAbiVersion executable = Get(abi->OfExecutable(Compiled(kAdd).executable()));
  EXPECT_THAT(runtime.CheckCompatible(executable), IsOk());
  EXPECT_THAT(runtime.CheckCompatible(runtime), IsOk());
  EXPECT_EQ(Get(runtime.platform_id()), Get(executable.platform_id()));
  const ExecutableAbiVersion read = Get(abi->ExecutableFromBytes(Get(executable.Serialize())));
  EXPECT_THAT(Get(abi->RuntimeFromBytes(Get(runtime.Serialize()))).CheckCompatible(read), IsOk());
  EXPECT_FALSE(abi->ExecutableFromBytes("\xff\xff\xff").ok());
}

TEST_P(ExtensionsTest, RawBuffersReadAndWriteInPlace) {
  const auto raw = Present<RawBufferExtension>(plugin());
  if (!raw) return;
  const Buffer buffer = Upload(Floats{1, 2, 3, 4});
  Check(buffer.ReadyEvent().Await());
  const RawBuffer alias = Get(raw->Alias(buffer));
  EXPECT_EQ(Get(alias.OnDeviceSize()), 16U);
  const Floats two = {9};
  EXPECT_THAT(alias.CopyFromHost(std::as_bytes(std::span(two)), 4).Await(), IsOk());
  std::array<float, 2> read{};
  EXPECT_THAT(alias.CopyToHost(std::as_writable_bytes(std::span(read)), 4).Await(), IsOk());
  EXPECT_EQ(read, (std::array<float, 2>{9, 3}));
  EXPECT_THAT(alias.CopyToHost(std::as_writable_bytes(std::span(read)), 12).Await(), StatusIs(StatusCode::kOutOfRange));
}

TEST_P(ExtensionsTest, AProfilerRunsFromStartToCollect) {
  const auto profiler = Present<ProfilerExtension>(plugin());
  if (!profiler) return;
  StatusOr<ProfilerSession> session = profiler->Create();
  if (!session.ok()) {
    EXPECT_THAT(session, StatusIs(StatusCode::kUnimplemented));
    return;
  }
  EXPECT_THAT(session->Start(), IsOk());
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_THAT(Run(Compiled(kAdd), {&a, &a}), SizeIs(4));
  EXPECT_THAT(session->Stop(), IsOk());
  EXPECT_THAT(session->Collect(), IsOk());
}

TEST_P(ExtensionsTest, APrefatalErrorIsTold) {
  const auto callbacks = Present<CallbackExtension>(plugin());
  if (!callbacks) return;
  const Client own = NewClient();
  static std::string told;  // it stays registered
  EXPECT_THAT(callbacks->OnPrefatal(own, [&](const Status& error) { told = error.ToString(); }), IsOk());
  EXPECT_THAT(callbacks->InvokePrefatal(own, cppjrt::InternalError("the end")), IsOk());
  EXPECT_EQ(told, "INTERNAL: the end");
}

TEST_P(ExtensionsTest, ATransformSeesTheProgramAndMayRefuseIt) {
  const auto transforms = Present<XlaTransformExtension>(plugin());
  if (!transforms) return;
  std::string seen;
  bool refuse = false;
  const auto transform = [&](std::string_view module) -> StatusOr<std::optional<std::string>> {
    seen = module;
    if (refuse) return Status(StatusCode::kAborted, "not this one");
    return std::optional<std::string>();
  };
  EXPECT_THAT(transforms->Register("cppjrt_test", XlaTransformStage::kPreScheduler, transform), IsOk());
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_THAT(Run(Compile(kAdd), {&a, &a}), ::testing::ElementsAre(2, 4, 6, 8));
  EXPECT_THAT(seen, HasSubstr("add"));
  refuse = true;
  EXPECT_FALSE(client().Compile({kConstant, "mlir"}).ok());
  EXPECT_TRUE(Get(transforms->Clear("cppjrt_test", XlaTransformStage::kPreScheduler)));
  EXPECT_THAT(client().Compile({kConstant, "mlir"}), IsOk());
}

TEST_P(ExtensionsTest, GpuExtensionsAreAbsentOnACpu) {
  EXPECT_THAT(GetExtension<StreamExtension>(plugin()), StatusIs(StatusCode::kUnimplemented, HasSubstr("Stream")));
  EXPECT_THAT(GetExtension<TritonExtension>(plugin()), StatusIs(StatusCode::kUnimplemented, HasSubstr("Triton")));
  EXPECT_THAT(GetExtension<GpuCustomCallExtension>(plugin()), StatusIs(StatusCode::kUnimplemented));
}

}  // namespace
}  // namespace pjrt
