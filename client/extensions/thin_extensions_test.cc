// Extensions that no plugin at hand has, or that need hardware, on plugins made up here: what they hand over, what they read back,
// what they free, and that nothing beyond an extension's size is read.
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "client/extensions/fake_plugin.h"
#include "pjrt/abi/example_extension.h"
#include "pjrt/abi/executable_metadata_extension.h"
#include "pjrt/abi/host_allocator_extension.h"
#include "pjrt/abi/host_memory_allocator_extension.h"
#include "pjrt/abi/pjrt_c_api_collectives_extension.h"
#include "pjrt/abi/pjrt_c_api_megascale_extension.h"
#include "pjrt/abi/pjrt_c_api_multi_slice_extension.h"
#include "pjrt/abi/pjrt_c_api_tpu_executable_extension.h"
#include "pjrt/abi/pjrt_c_api_tpu_topology_extension.h"
#include "pjrt/extensions/collectives.h"
#include "pjrt/extensions/example.h"
#include "pjrt/extensions/executable_metadata.h"
#include "pjrt/extensions/host_memory.h"
#include "pjrt/extensions/megascale.h"
#include "pjrt/extensions/multi_slice.h"
#include "pjrt/extensions/tpu_executable.h"
#include "pjrt/extensions/tpu_topology.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// Addresses to be the plugin's objects.
char objects[8];
// How often something was freed.
int freed = 0;

class ThinExtensionsTest : public ::testing::Test {
 protected:
  ThinExtensionsTest() { freed = 0; }
};

template <class T, class Fake>
T Get(Fake& fake) {
  return *GetExtension<T>(fake.plugin());
}

TEST_F(ThinExtensionsTest, TheExampleMakesAnObjectWithAMethod) {
  FakePlugin<PJRT_Example_Extension> fake(PJRT_Extension_Type_Unknown);
  static int64_t value = 0;
  fake.extension.create = [](PJRT_ExampleExtension_CreateExampleExtensionCpp_Args* args) -> PJRT_Error* {
    args->extension_cpp = FakeObject<PJRT_ExampleExtensionCpp>(&objects[0]);
    return nullptr;
  };
  fake.extension.example_method = [](PJRT_ExampleExtension_ExampleMethod_Args* args) -> PJRT_Error* {
    value = args->value;
    return args->value < 0 ? FakeError("negative") : nullptr;
  };
  fake.extension.destroy = [](PJRT_ExampleExtension_CreateExampleExtensionCpp_Args* args) -> PJRT_Error* {
    freed += args->extension_cpp == FakeObject<PJRT_ExampleExtensionCpp>(&objects[0]);
    return nullptr;
  };
  EXPECT_THAT(GetExtension<ExampleExtension>(fake.plugin()), StatusIs(StatusCode::kUnimplemented));
  const UnknownExtension unknown = Get<UnknownExtension>(fake);
  EXPECT_EQ(unknown.num_entries(), 3U);
  {
    const StatusOr<ExampleObject> object = unknown.AsExample().Create();
    ASSERT_THAT(object, IsOk());
    EXPECT_THAT(object->ExampleMethod(42), IsOk());
    EXPECT_EQ(value, 42);
    EXPECT_THAT(object->ExampleMethod(-1), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("negative")));
  }
  EXPECT_EQ(freed, 1);
}

TEST_F(ThinExtensionsTest, MetadataOfAnExecutableIsCopiedAndFreed) {
  FakePlugin<PJRT_ExecutableMetadata_Extension> fake(PJRT_Extension_Type_ExecutableMetadata);
  static PJRT_ExecutableMetadata metadata{"meta\0data", 9};
  fake.extension.get_executable_metadata = [](PJRT_ExecutableMetadata_GetExecutableMetadata_Args* args) -> PJRT_Error* {
    args->metadata = args->executable == FakeObject<PJRT_Executable>(&objects[1]) ? &metadata : nullptr;
    return nullptr;
  };
  fake.extension.destroy_serialized_metadata = [](PJRT_ExecutableMetadata_DestroySerializedMetadata_Args* args) {
    freed += args->metadata == &metadata;
  };
  const auto extension = Get<ExecutableMetadataExtension>(fake);
  const Plugin plugin = fake.plugin();
  const Executable executable(&plugin.api(), FakeObject<PJRT_Executable>(&objects[1]), nullptr);
  EXPECT_EQ(*extension.OfExecutable(executable), std::string("meta\0data", 9));
  EXPECT_EQ(freed, 1);
  const Executable other(&plugin.api(), FakeObject<PJRT_Executable>(&objects[2]), nullptr);
  EXPECT_THAT(extension.OfExecutable(other), StatusIs(StatusCode::kInternal, HasSubstr("no metadata")));
}

TEST_F(ThinExtensionsTest, HostMemoryIsFreedOnce) {
  FakePlugin<PJRT_HostAllocator_Extension> fake(PJRT_Extension_Type_HostAllocator);
  fake.extension.get_preferred_alignment = [](PJRT_HostAllocator_GetPreferredAlignment_Args* args) -> PJRT_Error* {
    args->preferred_alignment = 4096;
    return nullptr;
  };
  fake.extension.allocate = [](PJRT_HostAllocator_Allocate_Args* args) -> PJRT_Error* {
    if (args->size == 0) return nullptr;
    if (args->alignment != 64 || args->client != FakeObject<PJRT_Client>(&objects[0])) return FakeError("wrong");
    args->ptr = objects;
    return nullptr;
  };
  fake.extension.free = [](PJRT_HostAllocator_Free_Args* args) -> PJRT_Error* {
    freed += args->ptr == objects;
    return nullptr;
  };
  const auto extension = Get<HostAllocatorExtension>(fake);
  const Client client = fake.client(FakeObject<PJRT_Client>(&objects[0]));
  EXPECT_EQ(*extension.PreferredAlignment(client), 4096U);
  {
    StatusOr<HostMemory> memory = extension.Allocate(client, 8, 64);
    ASSERT_THAT(memory, IsOk());
    EXPECT_EQ(memory->bytes().size(), 8U);
    HostMemory moved = *std::move(memory);
    EXPECT_EQ(static_cast<void*>(moved.bytes().data()), static_cast<void*>(objects));
    EXPECT_EQ(freed, 0);
  }
  EXPECT_EQ(freed, 1);
  EXPECT_THAT(extension.Allocate(client, 0, 64), StatusIs(StatusCode::kResourceExhausted));
  EXPECT_THAT(extension.Allocate(client, 8, 1), StatusIs(StatusCode::kFailedPrecondition));
}

TEST_F(ThinExtensionsTest, HostMemoryNearANodeComesWithItsDeleter) {
  FakePlugin<PJRT_HostMemoryAllocator_Extension> fake(PJRT_Extension_Type_HostMemoryAllocator);
  fake.extension.allocate = [](PJRT_HostMemoryAllocator_Allocate_Args* args) -> PJRT_Error* {
    if (args->numa_node != 1) return FakeError("wrong node");
    args->ptr = reinterpret_cast<uint8_t*>(objects);
    args->deleter = [](void* ptr, void* arg) { freed += ptr == objects && arg == &objects[5]; };
    args->deleter_arg = &objects[5];
    return nullptr;
  };
  const auto extension = Get<HostMemoryAllocatorExtension>(fake);
  const Client client = fake.client(FakeObject<PJRT_Client>(&objects[0]));
  EXPECT_THAT(extension.Allocate(client, 8, 1), IsOk());
  EXPECT_EQ(freed, 1);
  EXPECT_THAT(extension.Allocate(client, 8), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("wrong node")));
}

// --- several slices

template <class Args>
void GiveText(Args* args, const char* text) {
  args->serialized = text;
  args->size = std::strlen(text);
}

void FillMultiSlice(PJRT_MultiSlice_Extension& extension) {
  extension.config_destroy = [](PJRT_MultiSlice_Config_Destroy_Args* args) -> PJRT_Error* {
    freed += args->config == FakeObject<PJRT_MultiSlice_Config>(&objects[3]);
    return nullptr;
  };
  extension.config_num_slices = [](PJRT_MultiSlice_Config_NumSlices_Args* args) -> PJRT_Error* {
    args->num_slices = 2;
    return nullptr;
  };
  extension.config_slice_id = [](PJRT_MultiSlice_Config_SliceId_Args* args) -> PJRT_Error* {
    args->slice_id = 1;
    return nullptr;
  };
  extension.config_num_devices_per_slice = [](PJRT_MultiSlice_Config_NumDevicesPerSlice_Args* args) -> PJRT_Error* {
    static const int32_t ids[] = {0, 1};
    static const int32_t devices[] = {4, 8};
    args->num_devices_per_slice_map = 2;
    args->slice_ids = ids;
    args->num_devices = devices;
    args->devices_per_slice_map_deleter = [](PJRT_MultiSlice_NumDevicesPerSlice*) { freed += 10; };
    return nullptr;
  };
  extension.config_serialize = [](PJRT_MultiSlice_Config_Serialize_Args* args) -> PJRT_Error* {
    GiveText(args, "config");
    args->serialized_config_deleter = [](PJRT_MultiSlice_SerializedConfig*) { freed += 100; };
    return nullptr;
  };
}

TEST_F(ThinExtensionsTest, AConfigurationOfSlicesAnswersQuestions) {
  FakePlugin<PJRT_MultiSlice_Extension> fake(PJRT_Extension_Type_MultiSlice);
  FillMultiSlice(fake.extension);
  {
    const MultiSliceConfig config = Get<MultiSliceExtension>(fake).Own(FakeObject<PJRT_MultiSlice_Config>(&objects[3]));
    EXPECT_EQ(*config.num_slices(), 2);
    EXPECT_EQ(*config.slice_id(), 1);
    EXPECT_THAT(*config.num_devices_per_slice(), ElementsAre(Pair(0, 4), Pair(1, 8)));
    EXPECT_EQ(*config.Serialize(), "config");
    EXPECT_EQ(freed, 110);
  }
  EXPECT_EQ(freed, 111);
}

TEST_F(ThinExtensionsTest, MegascaleMakesConfigurationsAndContexts) {
  FakePlugin<PJRT_Megascale_Extension> fake(PJRT_Extension_Type_Megascale);
  PJRT_MultiSlice_Extension multi_slice{};
  PJRT_Megascale_Extension& extension = fake.extension;
  extension.create_default_client_context = [](PJRT_Megascale_CreateDefaultClientContext_Args* args) -> PJRT_Error* {
    args->client_context = FakeObject<PJRT_Megascale_ClientContext>(&objects[2]);
    return nullptr;
  };
  extension.delete_client_context = [](PJRT_Megascale_DeleteClientContext_Args*) -> PJRT_Error* {
    freed += 1000;
    return nullptr;
  };
  extension.client_context_megascale_port = [](PJRT_Megascale_ClientContext_MegascalePort_Args* args) -> PJRT_Error* {
    args->port = 8471;
    return nullptr;
  };
  extension.client_context_unblock_pending_work =
      [](PJRT_Megascale_ClientContext_UnblockPendingWork_Args* args) -> PJRT_Error* {
    return args->launch_id == 3 && args->expire_after_ms == 250 ? nullptr : FakeError("wrong arguments");
  };
  extension.create_multi_slice_config = [](PJRT_Megascale_CreateMultiSliceConfig_Args* args) -> PJRT_Error* {
    if (args->num_slices != 2 || std::string(args->endpoint_addresses, 4) != "here" ||
        args->endpoint_addresses_size != 4) {
      return FakeError("wrong arguments");
    }
    args->multi_slice_config = FakeObject<PJRT_MultiSlice_Config>(&objects[3]);
    return nullptr;
  };
  extension.create_aot_config = [](PJRT_Megascale_CreateAoTConfig_Args* args) -> PJRT_Error* {
    if (args->num_slices != 4) return FakeError("wrong number");
    args->multi_slice_config = FakeObject<PJRT_MultiSlice_Config>(&objects[3]);
    return nullptr;
  };
  const Topology topology(fake.plugin(), FakeObject<PJRT_TopologyDescription>(&objects[1]), false, nullptr);
  EXPECT_THAT(Get<MegascaleExtension>(fake).CreateAotConfig(topology, 4),
              StatusIs(StatusCode::kUnimplemented, HasSubstr("MultiSlice")));
  fake.Add(multi_slice.base, PJRT_Extension_Type_MultiSlice, sizeof multi_slice);
  FillMultiSlice(multi_slice);
  const auto megascale = Get<MegascaleExtension>(fake);
  {
    const StatusOr<MultiSliceConfig> aot = megascale.CreateAotConfig(topology, 4);
    ASSERT_THAT(aot, IsOk());
    EXPECT_EQ(*aot->num_slices(), 2);
  }
  EXPECT_EQ(freed, 1);
  {
    const StatusOr<MegascaleContext> context = megascale.CreateDefaultContext();
    ASSERT_THAT(context, IsOk());
    EXPECT_EQ(*context->port(), 8471);
    EXPECT_THAT(context->UnblockPendingWork(3, std::chrono::milliseconds(250)), IsOk());
    EXPECT_THAT(context->Initialize(), StatusIs(StatusCode::kUnimplemented));
    MultiSliceOptions options;
    options.num_slices = 2;
    options.endpoint_addresses = "here";
    EXPECT_THAT(context->CreateConfig(topology, options), IsOk());
    EXPECT_THAT(context->CreateConfig(topology, {}), StatusIs(StatusCode::kFailedPrecondition));
    MegascaleProcesses processes;
    processes.addresses = {"a", "b"};
    EXPECT_THAT(context->CreateCollectives(processes, ""), StatusIs(StatusCode::kInvalidArgument));
  }
  EXPECT_EQ(freed, 1002);
}

TEST_F(ThinExtensionsTest, MegascaleNumbersDevicesAndCollectsErrors) {
  FakePlugin<PJRT_Megascale_Extension> fake(PJRT_Extension_Type_Megascale);
  PJRT_Megascale_Extension& extension = fake.extension;
  extension.device_id_to_megascale_id = [](PJRT_Megascale_DeviceId_To_MegascaleId_Args* args) -> PJRT_Error* {
    args->megascale_id = args->slice_id * 1000 + args->per_slice_device_id;
    return nullptr;
  };
  extension.megascale_id_to_device_id = [](PJRT_Megascale_MegascaleId_To_DeviceId_Args* args) -> PJRT_Error* {
    args->slice_id = static_cast<int32_t>(args->megascale_id / 1000);
    args->per_slice_device_id = static_cast<int32_t>(args->megascale_id % 1000);
    return nullptr;
  };
  static PJRT_Megascale_RegisterErrorHandler_Args registered;
  extension.register_megascale_error_handler = [](PJRT_Megascale_RegisterErrorHandler_Args* args) -> PJRT_Error* {
    registered = *args;
    return nullptr;
  };
  static std::vector<std::string> added;
  extension.error_aggregator_create = [](PJRT_Megascale_ErrorAggregator_Create_Args* args) -> PJRT_Error* {
    args->aggregator = FakeObject<PJRT_Megascale_ErrorAggregator>(&objects[0]);
    return nullptr;
  };
  extension.error_aggregator_delete = [](PJRT_Megascale_ErrorAggregator_Delete_Args*) -> PJRT_Error* {
    freed += 1;
    return nullptr;
  };
  extension.error_aggregator_add_error = [](PJRT_Megascale_ErrorAggregator_AddError_Args* args) -> PJRT_Error* {
    added.push_back(std::string(args->worker_id, args->worker_id_size) + ":" +
                    std::string(args->serialized_error, args->serialized_error_size));
    return nullptr;
  };
  extension.error_aggregator_size = [](PJRT_Megascale_ErrorAggregator_Size_Args* args) -> PJRT_Error* {
    args->size = added.size();
    return nullptr;
  };
  extension.error_aggregator_process_and_shutdown =
      [](PJRT_Megascale_ErrorAggregator_ProcessAndShutdown_Args* args) -> PJRT_Error* {
    args->digest = FakeObject<PJRT_Megascale_ErrorDigest>(&objects[1]);
    return nullptr;
  };
  extension.error_aggregator_log_error_digest = [](PJRT_Megascale_ErrorAggregator_LogErrorDigest_Args* args) {
    return args->digest == FakeObject<PJRT_Megascale_ErrorDigest>(&objects[1]) ? nullptr : FakeError("wrong digest");
  };
  extension.error_digest_delete = [](PJRT_Megascale_ErrorDigest_Delete_Args*) -> PJRT_Error* {
    freed += 10;
    return nullptr;
  };
  const auto megascale = Get<MegascaleExtension>(fake);
  EXPECT_EQ(*megascale.MegascaleId({2, 7}), 2007);
  EXPECT_EQ(*megascale.DeviceOfMegascaleId(2007), (SliceDevice{2, 7}));
  std::string told;
  ASSERT_THAT(megascale.RegisterErrorHandler("h", [&](std::string_view error) { told = error; }), IsOk());
  registered.handler("bad", 3, registered.user_data);
  EXPECT_EQ(told, "bad");
  EXPECT_THAT(megascale.UnregisterErrorHandler("h"), StatusIs(StatusCode::kUnimplemented));
  {
    const StatusOr<MegascaleErrors> errors = megascale.CreateErrors("train");
    ASSERT_THAT(errors, IsOk());
    EXPECT_THAT(errors->Add("w0", "e"), IsOk());
    EXPECT_THAT(added, ElementsAre("w0:e"));
    EXPECT_EQ(*errors->size(), 1U);
    EXPECT_THAT(errors->active(), StatusIs(StatusCode::kUnimplemented));
    const StatusOr<MegascaleErrorDigest> digest = errors->ProcessAndShutdown();
    ASSERT_THAT(digest, IsOk());
    EXPECT_THAT(errors->Log(*digest), IsOk());
  }
  EXPECT_EQ(freed, 11);
}

TEST_F(ThinExtensionsTest, MegascaleGivesAddressesAndRuntimeErrors) {
  FakePlugin<PJRT_Megascale_Extension> fake(PJRT_Extension_Type_Megascale);
  fake.extension.get_interface_addresses_helper =
      [](PJRT_Megascale_GetInterfaceAddressesHelper_Args* args) -> PJRT_Error* {
    if (args->num_interface_prefixes != 1 || std::string(args->interface_prefixes[0], 3) != "eth") {
      return FakeError("wrong prefixes");
    }
    static const char* texts[] = {"one", "two"};
    static size_t sizes[] = {3, 3};
    args->serialized_addresses = texts;
    args->serialized_addresses_sizes = sizes;
    args->num_addresses = 2;
    args->addresses_deleter = [](PJRT_Megascale_SerializedAddresses*) { ++freed; };
    return nullptr;
  };
  fake.extension.get_or_create_runtime_error = [](PJRT_Megascale_GetOrCreateRuntimeError_Args* args) -> PJRT_Error* {
    if (args->status_code != 13 || !args->has_unrecoverable_error_type || args->unrecoverable_error_type != 4) {
      return FakeError("wrong arguments");
    }
    args->serialized_error = "error";
    args->serialized_error_size = 5;
    args->is_new_error = true;
    args->error_deleter = [](PJRT_Megascale_SerializedError*) { ++freed; };
    return nullptr;
  };
  const auto megascale = Get<MegascaleExtension>(fake);
  InterfaceQuery query;
  query.prefixes = {"eth"};
  EXPECT_THAT(*megascale.InterfaceAddresses(query), ElementsAre("one", "two"));
  RuntimeErrorQuery error;
  error.status = cppjrt::InternalError("broken");
  error.unrecoverable_error_type = 4;
  const StatusOr<MegascaleError> made = megascale.GetOrCreateRuntimeError(error);
  ASSERT_THAT(made, IsOk());
  EXPECT_EQ(made->serialized, "error");
  EXPECT_TRUE(made->is_new);
  EXPECT_EQ(freed, 2);
}

TEST_F(ThinExtensionsTest, CommunicatorsOutliveTheirArray) {
  FakePlugin<PJRT_Collectives_Extension> fake(PJRT_Extension_Type_Collectives);
  PJRT_Collectives_Extension& extension = fake.extension;
  extension.collectives_destroy = [](PJRT_Collectives_Destroy_Args*) -> PJRT_Error* {
    freed += 1000;
    return nullptr;
  };
  extension.collectives_create_communicators = [](PJRT_Collectives_CreateCommunicators_Args* args) -> PJRT_Error* {
    if (args->num_device_ids != 2 || args->device_ids[1] != 9 || args->num_clique_ids != 1 ||
        std::string(args->clique_ids[0], args->clique_id_sizes[0]) != "id" || args->rank_ids[0] != 1) {
      return FakeError("wrong group");
    }
    static PJRT_Collectives_Communicator* made[] = {FakeObject<PJRT_Collectives_Communicator>(&objects[4])};
    args->communicators = made;
    args->num_communicators = 1;
    args->communicators_holder_deleter = [](PJRT_Collectives_Communicators*) { freed += 10; };
    return nullptr;
  };
  extension.communicator_destroy = [](PJRT_Collectives_Communicator_Destroy_Args*) -> PJRT_Error* {
    freed += 100;
    return nullptr;
  };
  extension.communicator_all_reduce = [](PJRT_Collectives_Communicator_AllReduce_Args* args) -> PJRT_Error* {
    if (args->reduction_kind != PJRT_COLLECTIVES_REDUCTION_MAX || args->primitive_type != PJRT_Buffer_Type_F32 ||
        args->count != 2 || args->cpu_executor->timeout_in_ns != 5 || args->cpu_executor->global_device_ids[0] != 8) {
      return FakeError("wrong arguments");
    }
    std::memcpy(args->recv_buffer_ptr, args->send_buffer_ptr, args->send_buffer_size);
    return nullptr;  // and no event: done
  };
  extension.communicator_all_to_all = [](PJRT_Collectives_Communicator_AllToAll_Args* args) -> PJRT_Error* {
    return args->num_send_buffers == 2 && args->recv_buffers_sizes[1] == 4 ? nullptr : FakeError("wrong parts");
  };
  extension.communicator_to_string = [](PJRT_Collectives_Communicator_ToString_Args* args) -> PJRT_Error* {
    args->str = "rank 1";
    args->str_size = 6;
    args->str_holder_deleter = [](PJRT_Collectives_ToString_Holder*) { freed += 1; };
    return nullptr;
  };
  {
    const Collectives collectives = Get<CollectivesExtension>(fake).Own(FakeObject<PJRT_Collectives>(&objects[0]));
    const int64_t ids[] = {8, 9};
    const std::string cliques[] = {"id"};
    const int64_t ranks[] = {1};
    const auto communicators = collectives.CreateCommunicators(ids, cliques, ranks);
    ASSERT_THAT(communicators, IsOk());
    EXPECT_EQ(freed, 10);
    const Communicator& communicator = (*communicators)[0];
    EXPECT_EQ(*communicator.ToString(), "rank 1");
    const std::array<float, 2> sent = {1, 2};
    std::array<float, 2> received{};
    CollectiveRun run;
    run.global_device_ids = {8, 9};
    run.timeout = std::chrono::nanoseconds(5);
    const CollectiveArrays arrays{std::as_bytes(std::span(sent)), std::as_writable_bytes(std::span(received)),
                                  ElementType::kF32, 2};
    EXPECT_THAT(communicator.AllReduce(arrays, CollectiveReduction::kMax, run).Await(), IsOk());
    EXPECT_EQ(received, sent);
    EXPECT_THAT(communicator.AllReduce(arrays, CollectiveReduction::kSum, run).Await(),
                StatusIs(StatusCode::kFailedPrecondition, HasSubstr("wrong arguments")));
    EXPECT_THAT(communicator.AllGather(arrays, run).Await(), StatusIs(StatusCode::kUnimplemented));
    EXPECT_THAT(communicator.Permute(arrays, std::nullopt, {}, run).Await(), StatusIs(StatusCode::kUnimplemented));
    const std::span<const std::byte> parts[] = {arrays.send.first(4), arrays.send.last(4)};
    const std::span<std::byte> targets[] = {arrays.receive.first(4), arrays.receive.last(4)};
    EXPECT_THAT(communicator.AllToAll(parts, targets, ElementType::kF32, 1, run).Await(), IsOk());
  }
  EXPECT_EQ(freed, 1111);
}

// --- TPU

TEST_F(ThinExtensionsTest, TpuExecutablesTellWhatTheyHold) {
  FakePlugin<PJRT_TpuExecutable_Extension> fake(PJRT_Extension_Type_TpuExecutable);
  fake.extension.get_target_arguments = [](PJRT_TpuExecutable_GetTargetArguments_Args* args) -> PJRT_Error* {
    if (args->serialized_executable_size != 3) return FakeError("not an executable");
    args->target_arguments = "target";
    args->target_arguments_size = 6;
    args->target_arguments_deleter = [](PJRT_TpuExecutable_TargetArguments*) { ++freed; };
    return nullptr;
  };
  fake.extension.run_hlo_cost_analysis = [](PJRT_TpuExecutable_RunHloCostAnalysis_Args* args) -> PJRT_Error* {
    if (args->num_hlo_modules != 2 || args->hlo_module_size[1] != 2) return FakeError("wrong modules");
    static PJRT_NamedValue flops{};
    flops.struct_size = sizeof flops;
    flops.name = "flops";
    flops.name_size = 5;
    flops.type = PJRT_NamedValue_kFloat;
    flops.float_value = 8;
    flops.value_size = 1;
    args->analysis_results = &flops;
    args->num_analysis_results = 1;
    args->analysis_results_deleter = [](PJRT_TpuExecutable_CostAnalysisResult*) { ++freed; };
    return nullptr;
  };
  fake.extension.is_tpu_predetermined_error = [](PJRT_TpuExecutable_IsTpuPredeterminedError_Args* args) -> PJRT_Error* {
    args->is_predetermined = args->serialized_status_size == 1;
    return nullptr;
  };
  const auto extension = Get<TpuExecutableExtension>(fake);
  EXPECT_EQ(*extension.TargetArguments("exe"), "target");
  EXPECT_THAT(extension.TargetArguments(""), StatusIs(StatusCode::kFailedPrecondition));
  const std::string modules[] = {"a", "bc"};
  const StatusOr<NamedValues> cost = extension.CostAnalysis("target", modules);
  ASSERT_THAT(cost, IsOk());
  EXPECT_EQ(std::get<float>(cost->at("flops")), 8.0F);
  EXPECT_EQ(freed, 2);
  EXPECT_TRUE(*extension.IsPredeterminedError("x"));
  EXPECT_FALSE(*extension.IsPredeterminedError("xy"));
  EXPECT_THAT(extension.HloModuleWithConfig("exe"), StatusIs(StatusCode::kUnimplemented));
  EXPECT_THAT(extension.SetCompilationEnvironment("e"), StatusIs(StatusCode::kUnimplemented));
}

TEST_F(ThinExtensionsTest, TpuTopologiesGiveNoMoreThanThereIsRoomFor) {
  FakePlugin<PJRT_TpuTopology_Extension> fake(PJRT_Extension_Type_TpuTopology);
  fake.extension.chip_bounds = [](PJRT_TpuTopology_ChipBounds_Args* args) -> PJRT_Error* {
    args->chip_bounds_num_dims = args->chip_bounds_max_dims + 1;
    return nullptr;
  };
  fake.extension.process_bounds = [](PJRT_TpuTopology_ProcessBounds_Args* args) -> PJRT_Error* {
    args->process_bounds[0] = 2;
    args->process_bounds[1] = 3;
    args->process_bounds_num_dims = 2;
    return nullptr;
  };
  fake.extension.get_routing_strategy = [](PJRT_TpuTopology_GetRoutingStrategy_Args* args) -> PJRT_Error* {
    std::memcpy(args->routing_strategy, "ring", 4);
    return nullptr;  // the length left as given
  };
  fake.extension.get_slice_config = [](PJRT_TpuTopology_GetSliceConfig_Args* args) -> PJRT_Error* {
    *args->slice_config = {9, {2, 2, 1, 1}, {true, false, false, false}, true};  // more dimensions than fit
    return nullptr;
  };
  const auto extension = Get<TpuTopologyExtension>(fake);
  const Topology topology(fake.plugin(), FakeObject<PJRT_TopologyDescription>(&objects[1]), false, nullptr);
  EXPECT_THAT(extension.ChipBounds(topology), StatusIs(StatusCode::kInternal, HasSubstr("17 numbers where 16 fit")));
  EXPECT_THAT(*extension.ProcessBounds(topology), ElementsAre(2, 3));
  EXPECT_EQ(*extension.RoutingStrategy(topology), "ring");
  const StatusOr<TpuSlice> slice = extension.Slice("v5e", "2x2");
  ASSERT_THAT(slice, IsOk());
  EXPECT_THAT(slice->dimensions, ElementsAre(2, 2, 1, 1));
  EXPECT_TRUE(slice->twist);
}

// --- sizes

// An extension that claims to have no entries: every call must say so, and none be made.
template <class T, class Table>
T Empty(PJRT_Extension_Type type) {
  static std::map<int, std::unique_ptr<FakePlugin<Table>>> fakes;  // live on: the result points into it
  auto& fake = fakes[type];
  fake = std::make_unique<FakePlugin<Table>>(type, sizeof(PJRT_Extension_Base));
  // Whatever lies there must not be called.
  std::memset(reinterpret_cast<char*>(&fake->extension) + sizeof(PJRT_Extension_Base), 0xee,
              sizeof(Table) - sizeof(PJRT_Extension_Base));
  return Get<T>(*fake);
}

TEST_F(ThinExtensionsTest, NothingBeyondAnExtensionsSizeIsCalled) {
  const auto is_missing = StatusIs(StatusCode::kUnimplemented, HasSubstr("has no extension function"));
  FakePlugin<PJRT_Example_Extension> other(PJRT_Extension_Type_Example);
  const Client client = other.client(nullptr);
  const Topology topology(other.plugin(), FakeObject<PJRT_TopologyDescription>(&objects[1]), false, nullptr);
  const auto host = Empty<HostAllocatorExtension, PJRT_HostAllocator_Extension>(PJRT_Extension_Type_HostAllocator);
  EXPECT_THAT(host.PreferredAlignment(client), is_missing);
  EXPECT_THAT(host.Allocate(client, 1, 1), is_missing);
  EXPECT_THAT(
      (Empty<HostMemoryAllocatorExtension, PJRT_HostMemoryAllocator_Extension>(PJRT_Extension_Type_HostMemoryAllocator)
           .Allocate(client, 1)),
      is_missing);
  EXPECT_THAT((Empty<ExampleExtension, PJRT_Example_Extension>(PJRT_Extension_Type_Example).Create()), is_missing);
  const auto megascale = Empty<MegascaleExtension, PJRT_Megascale_Extension>(PJRT_Extension_Type_Megascale);
  EXPECT_THAT(megascale.CreateDefaultContext(), is_missing);
  EXPECT_THAT(megascale.CreateContext(client), is_missing);
  EXPECT_THAT(megascale.MegascaleId({}), is_missing);
  EXPECT_THAT(megascale.CreateErrors(""), is_missing);
  const auto topologies = Empty<TpuTopologyExtension, PJRT_TpuTopology_Extension>(PJRT_Extension_Type_TpuTopology);
  EXPECT_THAT(topologies.ProcessCount(topology), is_missing);
  EXPECT_THAT(topologies.ProcessIds(topology), is_missing);
  EXPECT_THAT(topologies.Slices(""), is_missing);
  EXPECT_THAT(topologies.DefaultPlatform(""), is_missing);
  const auto executables =
      Empty<TpuExecutableExtension, PJRT_TpuExecutable_Extension>(PJRT_Extension_Type_TpuExecutable);
  EXPECT_THAT(executables.TargetArguments(""), is_missing);
  EXPECT_THAT(executables.IsPredeterminedError(""), is_missing);
}

}  // namespace
}  // namespace pjrt
