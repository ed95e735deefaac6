// Drives the fault plugin through the raw C API, as a client would, and each fault it can be told to have.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pjrt/abi/tables.h"
#include "tests/fault_plugin/control.h"

namespace {

using pjrt::abi::Slot;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

void* Open(const std::string& name) {
  return dlopen((std::string(CPPJRT_TEST_PLUGIN_DIR) + "/lib" + name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

const FaultControl& Control() {
  static const FaultControl* control = [] {
    void* library = Open("pjrt_fault");
    if (library == nullptr) std::abort();
    return reinterpret_cast<decltype(&PjrtFault_Control)>(dlsym(library, "PjrtFault_Control"))();
  }();
  return *control;
}

template <class Args>
Args Make() {
  Args args = {};
  args.struct_size = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
  return args;
}

// Calls the i-th slot with whatever is at `args`. Error_Destroy and Error_Message return nothing, so i starts from 2.
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
PJRT_Error*
CallSlot(const PJRT_Api* api, int i, void* args) {
  PJRT_Error* (*function)(void*);
  std::memcpy(&function, reinterpret_cast<const std::byte*>(api) + pjrt::abi::kSlots[i].offset, sizeof(function));
  return function(args);
}

// A table of its own, objects counted from where the test began.
class FaultPluginTest : public ::testing::Test {
 protected:
  void SetUp() override { Use(""); }

  void TearDown() override {
    if (client_ != nullptr) DestroyClient();
    // Work that is still on the worker holds objects.
    for (int i = 0; i < 500 && Control().live_total() != live_before_; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_EQ(Control().live_total(), live_before_);
    Control().release_table(api_);
  }

  void Use(const char* spec) {
    if (api_ != nullptr) Control().release_table(api_);
    api_ = Control().make_table(spec);
    ASSERT_NE(api_, nullptr);
  }

  template <class Args>
  PJRT_Error* Raw(Args& args) {
    return (api_->*pjrt::abi::SlotOf<Args>::member)(&args);
  }

  // "" or "CODE: message" with the code as a number; the error is destroyed.
  std::string Text(PJRT_Error* error) {
    if (error == nullptr) return "";
    auto code = Make<PJRT_Error_GetCode_Args>();
    code.error = error;
    EXPECT_EQ(api_->PJRT_Error_GetCode(&code), nullptr);
    auto message = Make<PJRT_Error_Message_Args>();
    message.error = error;
    api_->PJRT_Error_Message(&message);
    std::string text = std::to_string(code.code) + ": ";
    text += message.message == nullptr ? "(null)" : std::string(message.message, message.message_size);
    auto destroy = Make<PJRT_Error_Destroy_Args>();
    destroy.error = error;
    api_->PJRT_Error_Destroy(&destroy);
    return text;
  }

  template <class Args>
  std::string Try(Args& args) {
    return Text(Raw(args));
  }

  PJRT_Client* Client(std::vector<PJRT_NamedValue> options = {}) {
    auto args = Make<PJRT_Client_Create_Args>();
    args.create_options = options.data();
    args.num_options = options.size();
    EXPECT_EQ(Try(args), "");
    return client_ = args.client;
  }

  void DestroyClient() {
    auto args = Make<PJRT_Client_Destroy_Args>();
    args.client = client_;
    EXPECT_EQ(Try(args), "");
    client_ = nullptr;
  }

  std::string Await(PJRT_Event* event) {
    auto await = Make<PJRT_Event_Await_Args>();
    await.event = event;
    std::string result = Try(await);
    auto destroy = Make<PJRT_Event_Destroy_Args>();
    destroy.event = event;
    EXPECT_EQ(Try(destroy), "");
    return result;
  }

  void Destroy(PJRT_Buffer* buffer) {
    auto args = Make<PJRT_Buffer_Destroy_Args>();
    args.buffer = buffer;
    EXPECT_EQ(Try(args), "");
  }

  PJRT_Client_BufferFromHostBuffer_Args UploadArgs(PJRT_Buffer_Type type, const std::vector<int64_t>& dims,
                                                   const void* data) {
    auto args = Make<PJRT_Client_BufferFromHostBuffer_Args>();
    args.client = client_;
    args.data = data;
    args.type = type;
    args.dims = dims.data();
    args.num_dims = dims.size();
    return args;
  }

  template <class T>
  PJRT_Buffer* Upload(PJRT_Buffer_Type type, const std::vector<int64_t>& dims, const std::vector<T>& data) {
    auto args = UploadArgs(type, dims, data.data());
    EXPECT_EQ(Try(args), "");
    EXPECT_EQ(Await(args.done_with_host_buffer), "");
    return args.buffer;
  }

  template <class T>
  std::vector<T> Read(PJRT_Buffer* buffer, PJRT_Buffer_MemoryLayout* layout = nullptr) {
    auto args = Make<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = buffer;
    args.host_layout = layout;
    EXPECT_EQ(Try(args), "");
    std::vector<T> data(args.dst_size / sizeof(T));
    args.dst = data.data();
    EXPECT_EQ(Try(args), "");
    EXPECT_EQ(Await(args.event), "");
    return data;
  }

  std::string ReadError(PJRT_Buffer* buffer) {
    std::vector<std::byte> data(1024);
    auto args = Make<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = buffer;
    args.dst = data.data();
    args.dst_size = data.size();
    const std::string error = Try(args);
    return error.empty() ? Await(args.event) : error;
  }

  std::string TryCompile(std::string text, PJRT_LoadedExecutable** executable, std::string options = "") {
    auto program = Make<PJRT_Program>();
    program.code = text.data();
    program.code_size = text.size();
    program.format = "mlir";
    program.format_size = 4;
    auto args = Make<PJRT_Client_Compile_Args>();
    args.client = client_;
    args.program = &program;
    args.compile_options = options.data();
    args.compile_options_size = options.size();
    const std::string error = Try(args);
    *executable = args.executable;
    return error;
  }

  PJRT_LoadedExecutable* Compile(std::string text, std::string options = "") {
    PJRT_LoadedExecutable* executable = nullptr;
    EXPECT_EQ(TryCompile(text, &executable, options), "");
    return executable;
  }

  void Destroy(PJRT_LoadedExecutable* executable) {
    auto args = Make<PJRT_LoadedExecutable_Destroy_Args>();
    args.executable = executable;
    EXPECT_EQ(Try(args), "");
  }

  // One device. `event`, if given, receives the completion event.
  std::string TryExecute(PJRT_LoadedExecutable* executable, std::vector<PJRT_Buffer*> arguments,
                         std::vector<PJRT_Buffer*>* outputs, PJRT_Event** event = nullptr) {
    auto options = Make<PJRT_ExecuteOptions>();
    PJRT_Buffer* const* argument_row = arguments.data();
    PJRT_Buffer** output_row = outputs->data();
    auto args = Make<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = executable;
    args.options = &options;
    args.argument_lists = &argument_row;
    args.num_devices = 1;
    args.num_args = arguments.size();
    args.output_lists = &output_row;
    args.device_complete_events = event;
    return Try(args);
  }

  bool IsDeleted(PJRT_Buffer* buffer) {
    auto args = Make<PJRT_Buffer_IsDeleted_Args>();
    args.buffer = buffer;
    EXPECT_EQ(Try(args), "");
    return args.is_deleted;
  }

  const PJRT_Api* api_ = nullptr;
  PJRT_Client* client_ = nullptr;
  const int64_t live_before_ = Control().live_total();
};

PJRT_Buffer_MemoryLayout TiledLayout(const std::vector<int64_t>& minor_to_major) {
  auto layout = Make<PJRT_Buffer_MemoryLayout>();
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled = Make<PJRT_Buffer_MemoryLayout_Tiled>();
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.minor_to_major_size = minor_to_major.size();
  return layout;
}

// --- what a table claims

TEST_F(FaultPluginTest, EverySlotIsThereAndRefusesNullArguments) {
  EXPECT_EQ(api_->struct_size, size_t{PJRT_Api_STRUCT_SIZE});
  for (int i = 2; i < pjrt::abi::kSlotCount; ++i) {
    EXPECT_THAT(Text(CallSlot(api_, i, nullptr)), StartsWith("3: ")) << pjrt::abi::kSlots[i].name;
  }
  api_->PJRT_Error_Destroy(nullptr);
  api_->PJRT_Error_Message(nullptr);
}

TEST_F(FaultPluginTest, EverySlotRefusesShortArguments) {
  for (int i = 2; i < pjrt::abi::kSlotCount; ++i) {
    alignas(16) std::byte args[512] = {};
    const size_t size = 12;
    std::memcpy(args, &size, sizeof(size));
    EXPECT_THAT(Text(CallSlot(api_, i, args)),
                HasSubstr(std::string(pjrt::abi::kSlots[i].name) + "_Args size: expected"));
  }
}

// Zeros everywhere: null objects, null pointers, sizes of 0. Those who cannot work with that must say so.
TEST_F(FaultPluginTest, NoSlotCrashesOnZeros) {
  for (int i = 2; i < pjrt::abi::kSlotCount; ++i) {
    const Slot slot = static_cast<Slot>(i);
    if (slot == Slot::Client_Create || slot == Slot::TopologyDescription_Create || slot == Slot::Event_Create ||
        slot == Slot::ExecuteContext_Create || slot == Slot::Plugin_Attributes || slot == Slot::Plugin_Initialize) {
      continue;  // fine without anything
    }
    alignas(16) std::byte args[512] = {};
    const size_t size = sizeof(args);
    std::memcpy(args, &size, sizeof(size));
    EXPECT_NE(Text(CallSlot(api_, i, args)), "") << pjrt::abi::kSlots[i].name;
  }
}

TEST_F(FaultPluginTest, ClaimedVersionHasItsSlotsAndNoneBeyond) {
  Use("version=0.81");
  EXPECT_EQ(api_->pjrt_api_version.minor_version, 81);
  EXPECT_EQ(api_->struct_size, pjrt::abi::kTableStart + 118 * sizeof(void*));
  Use("version=0.81;slots=100;hide=PJRT_Client_Compile,Client_Create;table_size=9999");
  EXPECT_EQ(api_->struct_size, 9999u);
  EXPECT_EQ(api_->PJRT_Client_Compile, nullptr);
  EXPECT_EQ(api_->PJRT_Client_Create, nullptr);
  EXPECT_NE(api_->PJRT_Client_Destroy, nullptr);
}

TEST_F(FaultPluginTest, StrictRefusesLargerArguments) {
  Use("strict");
  auto args = Make<PJRT_Plugin_Initialize_Args>();
  EXPECT_EQ(Try(args), "");
  args.struct_size += 8;
  EXPECT_THAT(Try(args), HasSubstr("size: expected 16, got 24"));
}

TEST_F(FaultPluginTest, TablesAreIndependent) {
  const PJRT_Api* other = Control().make_table("version=0.90;record;Plugin_Initialize=fail:INTERNAL:no");
  ASSERT_NE(other, nullptr);
  auto args = Make<PJRT_Plugin_Initialize_Args>();
  EXPECT_EQ(Try(args), "");
  EXPECT_EQ(Text(other->PJRT_Plugin_Initialize(&args)), "13: no");
  EXPECT_EQ(Control().calls(other, Slot::Plugin_Initialize), 1);
  EXPECT_EQ(Control().last_struct_size(other, Slot::Plugin_Initialize), args.struct_size);
  EXPECT_EQ(Control().calls(api_, Slot::Plugin_Initialize), 0);
  EXPECT_EQ(api_->pjrt_api_version.minor_version, pjrt::abi::kApiMinor);
  Control().reset(other);
  EXPECT_EQ(Text(other->PJRT_Plugin_Initialize(&args)), "");
  Control().release_table(other);
}

TEST_F(FaultPluginTest, WrongSpecificationsAreRefused) {
  EXPECT_EQ(Control().make_table("versoin=0.81"), nullptr);
  EXPECT_THAT(Control().configure(api_, "versoin=0.81"), HasSubstr("'versoin'"));
  EXPECT_THAT(Control().configure(api_, "Client_Create=explode"), HasSubstr("'explode'"));
  EXPECT_THAT(Control().configure(api_, "Client_Create=fail:OOPS:x"), HasSubstr("'OOPS'"));
  EXPECT_THAT(Control().configure(api_, "hide=Nothing"), HasSubstr("'Nothing'"));
  EXPECT_THAT(Control().configure(api_, "async=many"), HasSubstr("'many'"));
}

TEST_F(FaultPluginTest, ExtensionChains) {
  Use("extensions=4:80,99:24,5");
  const PJRT_Extension_Base* extension = api_->extension_start;
  EXPECT_EQ(extension->type, PJRT_Extension_Type_Layouts);
  EXPECT_EQ(extension->struct_size, 80u);
  EXPECT_EQ(static_cast<int>(extension->next->type), 99);
  EXPECT_EQ(extension->next->next->struct_size, sizeof(PJRT_Extension_Base));
  EXPECT_EQ(extension->next->next->next, nullptr);
  Use("extensions=4:80,19:40,cycle");
  EXPECT_EQ(api_->extension_start->next->next, api_->extension_start);
  Use("extensions=4:80,garbage");
  EXPECT_NE(api_->extension_start->next, nullptr);
}

TEST_F(FaultPluginTest, NullTable) {
  auto get_api = reinterpret_cast<decltype(&GetPjrtApi)>(dlsym(Open("pjrt_fault"), "GetPjrtApi"));
  EXPECT_EQ(get_api(), Control().default_table());
  EXPECT_EQ(Control().configure(nullptr, "null_table"), nullptr);
  EXPECT_EQ(get_api(), nullptr);
  Control().reset(nullptr);
  EXPECT_EQ(get_api(), Control().default_table());
}

TEST_F(FaultPluginTest, Variants) {
  EXPECT_EQ(dlsym(Open("not_a_plugin"), "GetPjrtApi"), nullptr);
  EXPECT_EQ(reinterpret_cast<decltype(&GetPjrtApi)>(dlsym(Open("null_table"), "GetPjrtApi"))(), nullptr);
  const PJRT_Api* api = reinterpret_cast<decltype(&GetPjrtApi)>(dlsym(Open("wrong_major"), "GetPjrtApi"))();
  EXPECT_EQ(api->pjrt_api_version.major_version, 1);
  EXPECT_EQ(Open("missing_dependency"), nullptr);
  EXPECT_THAT(dlerror(), HasSubstr("CppjrtNoSuchFunction"));
}

// In a process of its own, as the environment is read once.
TEST(FaultPluginDeathTest, EnvironmentConfiguresTheDefaultTable) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto version_with = [](const char* spec) {
    setenv("CPPJRT_FAULT", spec, 1);
    const PJRT_Api* api = reinterpret_cast<decltype(&GetPjrtApi)>(dlsym(Open("pjrt_fault"), "GetPjrtApi"))();
    std::exit(api == nullptr ? 1 : api->pjrt_api_version.minor_version);
  };
  EXPECT_EXIT(version_with("version=0.81;devices=4;PJRT_Client_Create=fail:INTERNAL:no"), ::testing::ExitedWithCode(81),
              "");
  EXPECT_EXIT(version_with("version=0.81;null_table"), ::testing::ExitedWithCode(1), "");
  EXPECT_EXIT(version_with("versoin=0.81"), ::testing::ExitedWithCode(1), "CPPJRT_FAULT: .*'versoin'");
}

// --- faults of slots

TEST_F(FaultPluginTest, FailsSoOftenAndThenNot) {
  ASSERT_EQ(Control().configure(api_,
                                "PJRT_Plugin_Initialize=skip:1;PJRT_Plugin_Initialize=times:2;"
                                "PJRT_Plugin_Initialize=fail:RESOURCE_EXHAUSTED:no room: none"),
            nullptr);
  auto args = Make<PJRT_Plugin_Initialize_Args>();
  EXPECT_EQ(Try(args), "");
  EXPECT_EQ(Try(args), "8: no room: none");
  EXPECT_EQ(Try(args), "8: no room: none");
  EXPECT_EQ(Try(args), "");
}

TEST_F(FaultPluginTest, NullMessagesAndPayloads) {
  FaultSpec fault;
  fault.code = PJRT_Error_Code_DATA_LOSS;
  fault.message = "lost";
  fault.payload_key = "key";
  fault.payload_value = "value";
  Control().set_fault(api_, Slot::Plugin_Initialize, &fault);
  auto args = Make<PJRT_Plugin_Initialize_Args>();
  PJRT_Error* error = Raw(args);
  ASSERT_NE(error, nullptr);
  std::string seen;
  auto each = Make<PJRT_Error_ForEachPayload_Args>();
  each.error = error;
  each.user_arg = &seen;
  each.visitor = [](const char* key, size_t key_size, const char* value, size_t value_size, void* out) {
    *static_cast<std::string*>(out) += std::string(key, key_size) + "=" + std::string(value, value_size);
  };
  EXPECT_EQ(Try(each), "");
  EXPECT_EQ(seen, "key=value");
  EXPECT_EQ(error->vtable->get_code(error), PJRT_Error_Code_DATA_LOSS);
  error->vtable->destroy(error);
  fault.null_message = true;
  Control().set_fault(api_, Slot::Plugin_Initialize, &fault);
  EXPECT_EQ(Try(args), "15: (null)");
  Control().clear_fault(api_, Slot::Plugin_Initialize);
  EXPECT_EQ(Try(args), "");
}

TEST_F(FaultPluginTest, NullOutputsShortStructsAndDelays) {
  Client();
  auto args = Make<PJRT_Client_PlatformName_Args>();
  args.client = client_;
  FaultSpec fault;
  fault.null_outputs = true;
  fault.delay_ms = 20;
  Control().set_fault(api_, Slot::Client_PlatformName, &fault);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Try(args), "");
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(20));
  EXPECT_EQ(args.platform_name, nullptr);
  fault = {};
  fault.short_struct = offsetof(PJRT_Client_PlatformName_Args, platform_name_size);
  Control().set_fault(api_, Slot::Client_PlatformName, &fault);
  EXPECT_EQ(Try(args), "");
  EXPECT_STREQ(args.platform_name, "fault");
  EXPECT_EQ(args.platform_name_size, 0u);
  EXPECT_EQ(args.struct_size, fault.short_struct);
}

// Every argument struct that grew is written up to the size of the claimed version only.
TEST_F(FaultPluginTest, OlderVersionsLeaveNewerFieldsAlone) {
  Use("version=0.57");
  Client();
  const size_t known = pjrt::abi::StructSize<PJRT_Device_MemoryStats_Args>(57);
  auto devices = Make<PJRT_Client_Devices_Args>();
  devices.client = client_;
  ASSERT_EQ(Try(devices), "");
  PJRT_Device_MemoryStats_Args args;
  std::memset(&args, 0x77, sizeof(args));
  args.struct_size = known;
  args.extension_start = nullptr;
  args.device = devices.devices[0];
  EXPECT_EQ(Try(args), "");
  const auto* bytes = reinterpret_cast<const unsigned char*>(&args);
  for (size_t i = known; i < sizeof(args); ++i) EXPECT_EQ(bytes[i], 0x77) << i;
  EXPECT_EQ(args.bytes_in_use, 0);
}

// --- clients, devices, topologies

TEST_F(FaultPluginTest, CreateOptionsAreEchoed) {
  const std::vector<int64_t> list = {3, -4};
  auto option = [](const char* name, PJRT_NamedValue_Type type) {
    auto value = Make<PJRT_NamedValue>();
    value.name = name;
    value.name_size = std::strlen(name);
    value.type = type;
    value.value_size = 1;
    return value;
  };
  PJRT_NamedValue devices = option("num_devices", PJRT_NamedValue_kInt64);
  devices.int64_value = 3;
  PJRT_NamedValue ints = option("int_list", PJRT_NamedValue_kInt64List);
  ints.int64_array_value = list.data();
  ints.value_size = 2;
  PJRT_NamedValue flag = option("bool", PJRT_NamedValue_kBool);
  flag.bool_value = true;
  Client({devices, ints, flag});
  auto args = Make<PJRT_Client_AddressableDevices_Args>();
  args.client = client_;
  ASSERT_EQ(Try(args), "");
  ASSERT_EQ(args.num_addressable_devices, 3u);
  auto attributes = Make<PJRT_Device_GetAttributes_Args>();
  attributes.device = args.addressable_devices[2];
  ASSERT_EQ(Try(attributes), "");
  std::vector<std::string> names;
  for (size_t i = 0; i < attributes.num_attributes; ++i) {
    names.emplace_back(attributes.attributes[i].name, attributes.attributes[i].name_size);
  }
  EXPECT_THAT(names, ElementsAre("coords", "num_devices", "int_list", "bool", "bytes_in_use"));
  EXPECT_EQ(attributes.attributes[2].int64_array_value[1], -4);
  attributes.attributes_deleter(attributes.device_attributes);

  auto create = Make<PJRT_Client_Create_Args>();
  PJRT_NamedValue unknown = option("foo", PJRT_NamedValue_kBool);
  create.create_options = &unknown;
  create.num_options = 1;
  EXPECT_THAT(Try(create), HasSubstr("Unexpected option name passed to PJRT_Client_Create: foo"));
  unknown.name = "num_devices";
  unknown.name_size = 11;
  EXPECT_THAT(Try(create), HasSubstr("expected 1"));
}

TEST_F(FaultPluginTest, UseAfterClientIsAnErrorAndCounted) {
  Client();
  PJRT_Buffer* buffer = Upload<float>(PJRT_Buffer_Type_F32, {1}, {1});
  DestroyClient();
  const int64_t before = Control().violations();
  EXPECT_THAT(ReadError(buffer), StartsWith("9: the client was destroyed"));
  EXPECT_EQ(Control().violations(), before + 1);
  Destroy(buffer);
}

TEST_F(FaultPluginTest, Topologies) {
  auto create = Make<PJRT_TopologyDescription_Create_Args>();
  create.topology_name = "fault:5";
  create.topology_name_size = 7;
  ASSERT_EQ(Try(create), "");
  auto serialize = Make<PJRT_TopologyDescription_Serialize_Args>();
  serialize.topology = create.topology;
  ASSERT_EQ(Try(serialize), "");
  auto deserialize = Make<PJRT_TopologyDescription_Deserialize_Args>();
  deserialize.serialized_topology = serialize.serialized_bytes;
  deserialize.serialized_topology_size = serialize.serialized_bytes_size;
  ASSERT_EQ(Try(deserialize), "");
  serialize.serialized_topology_deleter(serialize.serialized_topology);
  auto devices = Make<PJRT_TopologyDescription_GetDeviceDescriptions_Args>();
  devices.topology = deserialize.topology;
  ASSERT_EQ(Try(devices), "");
  EXPECT_EQ(devices.num_descriptions, 5u);
  for (PJRT_TopologyDescription* topology : {create.topology, deserialize.topology}) {
    auto destroy = Make<PJRT_TopologyDescription_Destroy_Args>();
    destroy.topology = topology;
    EXPECT_EQ(Try(destroy), "");
    EXPECT_THAT(Try(destroy), StartsWith("9: "));
  }
  create.topology_name = "fault:x";
  EXPECT_THAT(Try(create), HasSubstr("fault:x"));
}

// --- buffers

TEST_F(FaultPluginTest, LayoutsTranspose) {
  Client();
  const std::vector<int32_t> data = {0, 1, 2, 3, 4, 5};
  const std::vector<int64_t> dims = {2, 3}, column_major = {0, 1}, row_major = {1, 0};
  PJRT_Buffer_MemoryLayout columns = TiledLayout(column_major), rows = TiledLayout(row_major);
  auto args = UploadArgs(PJRT_Buffer_Type_S32, dims, data.data());
  args.device_layout = &columns;
  ASSERT_EQ(Try(args), "");
  EXPECT_EQ(Await(args.done_with_host_buffer), "");
  EXPECT_THAT(Read<int32_t>(args.buffer), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(Read<int32_t>(args.buffer, &rows), ElementsAre(0, 1, 2, 3, 4, 5));
  auto layout = Make<PJRT_Buffer_GetMemoryLayout_Args>();
  layout.buffer = args.buffer;
  ASSERT_EQ(Try(layout), "");
  EXPECT_EQ(layout.layout.tiled.minor_to_major[0], 0);
  Destroy(args.buffer);

  // The last element first, both ways.
  const std::vector<int64_t> backwards = {-12, -4};
  args = UploadArgs(PJRT_Buffer_Type_S32, dims, &data[5]);
  args.byte_strides = backwards.data();
  args.num_byte_strides = 2;
  ASSERT_EQ(Try(args), "");
  EXPECT_EQ(Await(args.done_with_host_buffer), "");
  EXPECT_THAT(Read<int32_t>(args.buffer), ElementsAre(5, 4, 3, 2, 1, 0));
  auto strided = Make<PJRT_Buffer_MemoryLayout>();
  const std::vector<int64_t> wide = {16, 4};
  strided.type = PJRT_Buffer_MemoryLayout_Type_Strides;
  strided.strides = Make<PJRT_Buffer_MemoryLayout_Strides>();
  strided.strides.byte_strides = wide.data();
  strided.strides.num_byte_strides = 2;
  EXPECT_THAT(Read<int32_t>(args.buffer, &strided), ElementsAre(5, 4, 3, 0, 2, 1, 0));
  Destroy(args.buffer);
}

TEST_F(FaultPluginTest, SmallElementsArePacked) {
  Client();
  std::vector<int8_t> data(32);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int8_t>(i % 8);
  PJRT_Buffer* buffer = Upload(PJRT_Buffer_Type_S4, {4, 8}, data);
  auto size = Make<PJRT_Buffer_OnDeviceSizeInBytes_Args>();
  size.buffer = buffer;
  ASSERT_EQ(Try(size), "");
  EXPECT_EQ(size.on_device_size_in_bytes, 16u);
  EXPECT_EQ(Read<int8_t>(buffer), data);
  unsigned char raw[2];
  auto copy = Make<PJRT_Buffer_CopyRawToHost_Args>();
  copy.buffer = buffer;
  copy.dst = raw;
  copy.offset = 1;
  copy.transfer_size = 2;
  ASSERT_EQ(Try(copy), "");
  EXPECT_EQ(Await(copy.event), "");
  EXPECT_THAT(raw, ElementsAre(0x32, 0x54));
  copy.offset = 15;
  EXPECT_THAT(Try(copy), StartsWith("3: "));
  Destroy(buffer);
}

TEST_F(FaultPluginTest, ZeroCopySharesAndTellsWhenDone) {
  Client();
  std::vector<float> data = {1, 2};
  const std::vector<int64_t> dims = {2};
  auto args = UploadArgs(PJRT_Buffer_Type_F32, dims, data.data());
  args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableZeroCopy;
  ASSERT_EQ(Try(args), "");
  auto pointer = Make<PJRT_Buffer_UnsafePointer_Args>();
  pointer.buffer = args.buffer;
  ASSERT_EQ(Try(pointer), "");
  EXPECT_EQ(pointer.buffer_pointer, reinterpret_cast<uintptr_t>(data.data()));
  auto ready = Make<PJRT_Event_IsReady_Args>();
  ready.event = args.done_with_host_buffer;
  ASSERT_EQ(Try(ready), "");
  EXPECT_FALSE(ready.is_ready);
  Destroy(args.buffer);
  EXPECT_EQ(Await(args.done_with_host_buffer), "");
}

TEST_F(FaultPluginTest, ViewsBitcastsAndErrorBuffers) {
  Client();
  std::vector<float> data = {1, 2};
  const std::vector<int64_t> dims = {2}, bytes = {8};
  int deleted = 0;
  auto view = Make<PJRT_Client_CreateViewOfDeviceBuffer_Args>();
  view.client = client_;
  view.device_buffer_ptr = data.data();
  view.dims = dims.data();
  view.num_dims = 1;
  view.element_type = PJRT_Buffer_Type_F32;
  view.on_delete_callback = [](void*, void* count) { ++*static_cast<int*>(count); };
  view.on_delete_callback_arg = &deleted;
  ASSERT_EQ(Try(view), "");
  auto bitcast = Make<PJRT_Buffer_Bitcast_Args>();
  bitcast.buffer = view.buffer;
  bitcast.element_type = PJRT_Buffer_Type_U8;
  bitcast.dims = bytes.data();
  bitcast.num_dims = 1;
  ASSERT_EQ(Try(bitcast), "");
  EXPECT_TRUE(IsDeleted(view.buffer));
  Destroy(view.buffer);
  EXPECT_EQ(deleted, 0);
  EXPECT_EQ(Read<uint8_t>(bitcast.out_buffer).size(), 8u);
  Destroy(bitcast.out_buffer);
  EXPECT_EQ(deleted, 1);

  auto error = Make<PJRT_Client_CreateErrorBuffer_Args>();
  error.client = client_;
  error.error_code = PJRT_Error_Code_INTERNAL;
  error.error_message = "boom";
  error.error_message_size = 4;
  error.shape_dims = dims.data();
  error.shape_num_dims = 1;
  error.shape_element_type = PJRT_Buffer_Type_F32;
  ASSERT_EQ(Try(error), "");
  EXPECT_EQ(ReadError(error.buffer), "13: boom");
  Destroy(error.buffer);
}

TEST_F(FaultPluginTest, RefusesBadShapes) {
  Client();
  const std::vector<int64_t> negative = {-1}, huge = {int64_t{1} << 40, int64_t{1} << 40}, large = {int64_t{1} << 40};
  float data = 0;
  auto args = UploadArgs(PJRT_Buffer_Type_F32, negative, &data);
  EXPECT_THAT(Try(args), StartsWith("3: "));
  args = UploadArgs(PJRT_Buffer_Type_F32, huge, &data);
  EXPECT_THAT(Try(args), StartsWith("3: "));
  args = UploadArgs(PJRT_Buffer_Type_F32, large, &data);
  EXPECT_THAT(Try(args), StartsWith("8: Out of memory"));
  args = UploadArgs(static_cast<PJRT_Buffer_Type>(99), {}, &data);
  EXPECT_THAT(Try(args), HasSubstr("element type 99"));
}

TEST_F(FaultPluginTest, TransferManager) {
  Client();
  auto memories = Make<PJRT_Client_AddressableMemories_Args>();
  memories.client = client_;
  ASSERT_EQ(Try(memories), "");
  const std::vector<int64_t> dims = {4};
  PJRT_ShapeSpec specs[2] = {Make<PJRT_ShapeSpec>(), Make<PJRT_ShapeSpec>()};
  for (PJRT_ShapeSpec& spec : specs) {
    spec.dims = dims.data();
    spec.num_dims = 1;
    spec.element_type = PJRT_Buffer_Type_U8;
  }
  auto create = Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
  create.client = client_;
  create.shape_specs = specs;
  create.num_shape_specs = 2;
  create.memory = memories.addressable_memories[1];
  ASSERT_EQ(Try(create), "");
  PJRT_Buffer* buffers[2];
  for (int i = 0; i < 2; ++i) {
    auto retrieve = Make<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
    retrieve.transfer_manager = create.transfer_manager;
    retrieve.buffer_index = i;
    ASSERT_EQ(Try(retrieve), "");
    buffers[i] = retrieve.buffer_out;
  }
  const unsigned char data[4] = {1, 2, 3, 4};
  for (int piece = 0; piece < 2; ++piece) {
    auto transfer = Make<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
    transfer.transfer_manager = create.transfer_manager;
    transfer.data = data + 2 * piece;
    transfer.offset = 2 * piece;
    transfer.transfer_size = 2;
    transfer.is_last_transfer = piece == 1;
    ASSERT_EQ(Try(transfer), "");
    EXPECT_EQ(Await(transfer.done_with_h2d_transfer), "");
  }
  EXPECT_THAT(Read<uint8_t>(buffers[0]), ElementsAre(1, 2, 3, 4));
  auto destroy = Make<PJRT_AsyncHostToDeviceTransferManager_Destroy_Args>();
  destroy.transfer_manager = create.transfer_manager;
  EXPECT_EQ(Try(destroy), "");
  EXPECT_THAT(ReadError(buffers[1]), StartsWith("1: "));
  Destroy(buffers[0]);
  Destroy(buffers[1]);
}

TEST_F(FaultPluginTest, AliasBuffersAndDonationWithDependency) {
  Client();
  const std::vector<int64_t> dims = {2};
  auto create = Make<PJRT_Client_CreateAliasBuffer_Args>();
  create.client = client_;
  create.shape_dims = dims.data();
  create.shape_num_dims = 1;
  create.shape_element_type = PJRT_Buffer_Type_F32;
  ASSERT_EQ(Try(create), "");
  PJRT_Buffer* source = Upload<float>(PJRT_Buffer_Type_F32, {2}, {7, 8});
  auto fulfill = Make<PJRT_Client_FulfillAliasBuffer_Args>();
  fulfill.client = client_;
  fulfill.buffer = source;
  fulfill.fulfill_alias_buffer_cb = create.fulfill_alias_buffer_cb;
  ASSERT_EQ(Try(fulfill), "");
  EXPECT_TRUE(IsDeleted(source));
  EXPECT_THAT(Read<float>(create.alias_buffer), ElementsAre(7, 8));
  auto donate = Make<PJRT_Buffer_DonateWithControlDependency_Args>();
  donate.buffer = create.alias_buffer;
  ASSERT_EQ(Try(donate), "");
  EXPECT_TRUE(IsDeleted(create.alias_buffer));
  auto ready = Make<PJRT_Buffer_DonateWithControlDependency_Callback_Args>();
  ready.callback_data = donate.callback_data;
  donate.dependency_ready_callback(&ready);
  EXPECT_THAT(Read<float>(donate.out_buffer), ElementsAre(7, 8));
  Destroy(source);
  Destroy(create.alias_buffer);
  Destroy(donate.out_buffer);
}

TEST_F(FaultPluginTest, CopyRawToHostFuture) {
  Client();
  PJRT_Buffer* buffer = Upload<float>(PJRT_Buffer_Type_F32, {2}, {7, 8});
  auto args = Make<PJRT_Buffer_CopyRawToHostFuture_Args>();
  args.buffer = buffer;
  args.offset = 4;
  args.transfer_size = 4;
  ASSERT_EQ(Try(args), "");
  float value = 0;
  auto ready = Make<PJRT_Buffer_CopyRawToHostFuture_Callback_Args>();
  ready.callback_data = args.callback_data;
  ready.dst = &value;
  args.future_ready_callback(&ready);
  EXPECT_EQ(Await(args.event), "");
  EXPECT_EQ(value, 8);
  Destroy(buffer);
}

// --- events

TEST_F(FaultPluginTest, EventsAreSetOnceAndTellCallbacks) {
  auto create = Make<PJRT_Event_Create_Args>();
  ASSERT_EQ(Try(create), "");
  int calls = 0;
  auto on_ready = Make<PJRT_Event_OnReady_Args>();
  on_ready.event = create.event;
  on_ready.user_arg = &calls;
  on_ready.callback = [](PJRT_Error* error, void* count) {
    EXPECT_NE(error, nullptr);
    if (error != nullptr) error->vtable->destroy(error);
    ++*static_cast<int*>(count);
  };
  EXPECT_EQ(Try(on_ready), "");
  auto error = Make<PJRT_Event_Error_Args>();
  error.event = create.event;
  EXPECT_THAT(Try(error), StartsWith("9: "));
  auto set = Make<PJRT_Event_Set_Args>();
  set.event = create.event;
  set.error_code = PJRT_Error_Code_ABORTED;
  set.error_message = "stop";
  set.error_message_size = 4;
  EXPECT_EQ(Try(set), "");
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(Try(set), StartsWith("9: "));
  EXPECT_EQ(Try(error), "10: stop");
  EXPECT_EQ(Try(on_ready), "");
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(Await(create.event), "10: stop");
}

TEST_F(FaultPluginTest, AsyncEventsCompleteOnTheWorker) {
  Use("async=20000");
  Client();
  std::vector<float> data = {1, 2};
  const std::vector<int64_t> dims = {2};
  auto args = UploadArgs(PJRT_Buffer_Type_F32, dims, data.data());
  args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes;
  ASSERT_EQ(Try(args), "");
  auto ready = Make<PJRT_Event_IsReady_Args>();
  ready.event = args.done_with_host_buffer;
  ASSERT_EQ(Try(ready), "");
  EXPECT_FALSE(ready.is_ready);
  std::atomic<bool> called = false;
  auto on_ready = Make<PJRT_Event_OnReady_Args>();
  on_ready.event = args.done_with_host_buffer;
  on_ready.user_arg = &called;
  on_ready.callback = [](PJRT_Error* error, void* flag) {
    EXPECT_EQ(error, nullptr);
    *static_cast<std::atomic<bool>*>(flag) = true;
  };
  ASSERT_EQ(Try(on_ready), "");
  EXPECT_EQ(Await(args.done_with_host_buffer), "");
  data[0] = 6;  // not seen any more
  EXPECT_THAT(Read<float>(args.buffer), ElementsAre(1, 2));
  while (!called) std::this_thread::yield();
  Destroy(args.buffer);
}

// --- executables

TEST_F(FaultPluginTest, OutputsShareTheArguments) {
  Client();
  PJRT_LoadedExecutable* executable = Compile("// fault.outputs = 3\n// fault.parameters = 2");
  PJRT_Buffer* a = Upload<float>(PJRT_Buffer_Type_F32, {1}, {1});
  PJRT_Buffer* b = Upload<int8_t>(PJRT_Buffer_Type_S8, {2}, {2, 3});
  std::vector<PJRT_Buffer*> outputs(3);
  PJRT_Event* event = nullptr;
  ASSERT_EQ(TryExecute(executable, {a, b}, &outputs, &event), "");
  EXPECT_EQ(Await(event), "");
  Destroy(a);
  Destroy(b);
  EXPECT_THAT(Read<float>(outputs[0]), ElementsAre(1));
  EXPECT_THAT(Read<int8_t>(outputs[1]), ElementsAre(2, 3));
  EXPECT_THAT(Read<float>(outputs[2]), ElementsAre(1));
  EXPECT_THAT(TryExecute(executable, {outputs[0]}, &outputs), HasSubstr("1 arguments but compiled program expected 2"));
  EXPECT_EQ(outputs[0] != nullptr, true);
  for (PJRT_Buffer* output : outputs) Destroy(output);
  Destroy(executable);
}

TEST_F(FaultPluginTest, DonatedArgumentsAreGone) {
  Client();
  PJRT_LoadedExecutable* executable = Compile("// fault.donate = [0]");
  PJRT_Buffer* a = Upload<float>(PJRT_Buffer_Type_F32, {1}, {1});
  std::vector<PJRT_Buffer*> outputs(1);
  EXPECT_THAT(TryExecute(executable, {a, a}, &outputs), HasSubstr("used twice"));
  ASSERT_EQ(TryExecute(executable, {a}, &outputs), "");
  EXPECT_TRUE(IsDeleted(a));
  EXPECT_THAT(ReadError(a), HasSubstr("deleted or donated"));
  EXPECT_THAT(Read<float>(outputs[0]), ElementsAre(1));
  PJRT_Buffer* output = outputs[0];
  EXPECT_THAT(TryExecute(executable, {a}, &outputs), HasSubstr("deleted or donated"));
  EXPECT_EQ(outputs[0], nullptr);
  Destroy(output);
  Destroy(a);
  Destroy(executable);
}

TEST_F(FaultPluginTest, ExecutionsFailAndTakeTheirTime) {
  Client();
  PJRT_LoadedExecutable* failing = Compile("// fault.delay_ms = 10\n// fault.execute_error = \"DATA_LOSS: gone\"");
  PJRT_LoadedExecutable* next = Compile("");
  PJRT_Buffer* a = Upload<float>(PJRT_Buffer_Type_F32, {1}, {1});
  std::vector<PJRT_Buffer*> first(1), second(1);
  PJRT_Event* event = nullptr;
  ASSERT_EQ(TryExecute(failing, {a}, &first, &event), "");
  ASSERT_EQ(TryExecute(next, {first[0]}, &second), "");
  auto ready = Make<PJRT_Event_IsReady_Args>();
  ready.event = event;
  ASSERT_EQ(Try(ready), "");
  EXPECT_FALSE(ready.is_ready);
  EXPECT_EQ(Await(event), "15: gone");
  EXPECT_EQ(ReadError(second[0]), "15: gone");
  for (PJRT_Buffer* buffer : {a, first[0], second[0]}) Destroy(buffer);
  Destroy(failing);
  Destroy(next);
}

TEST_F(FaultPluginTest, CompileErrorsAndBadOptions) {
  Client();
  PJRT_LoadedExecutable* executable = nullptr;
  EXPECT_EQ(TryCompile("// fault.compile_error = \"INVALID_ARGUMENT: line 1\"", &executable), "3: line 1");
  EXPECT_THAT(TryCompile("// fault.outputs = many", &executable), HasSubstr("'many'"));
  EXPECT_THAT(TryCompile("", &executable, "\x1a\x7f"), HasSubstr("failed to deserialize CompileOptionsProto"));
  // num_replicas = 2, num_partitions = 1: one device too many.
  EXPECT_THAT(TryCompile("", &executable, "\x1a\x04\x20\x02\x28\x01"), HasSubstr("device_id 1"));
  EXPECT_THAT(TryCompile("", &executable, std::string("\x1a\x02\x20\x00", 4)), StartsWith("3: num_replicas is 0"));
  EXPECT_EQ(executable, nullptr);
}

TEST_F(FaultPluginTest, ExecutablesTellAndSerialize) {
  Use("devices=2");
  Client();
  const std::string options = "\x1a\x04\x20\x02\x28\x01";
  const std::string text =
      "module @add { func.func @main(%a: tensor<4x8xf32>, %b: tensor<i32>) -> tensor<4x8xf32> {} }";
  PJRT_LoadedExecutable* loaded = Compile(text, options);
  auto get = Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = loaded;
  ASSERT_EQ(Try(get), "");
  auto name = Make<PJRT_Executable_Name_Args>();
  name.executable = get.executable;
  ASSERT_EQ(Try(name), "");
  EXPECT_EQ(std::string(name.executable_name, name.executable_name_size), "add");
  auto dims = Make<PJRT_Executable_OutputDimensions_Args>();
  dims.executable = get.executable;
  ASSERT_EQ(Try(dims), "");
  ASSERT_EQ(dims.num_outputs, 1u);
  EXPECT_EQ(dims.dim_sizes[0], 2u);
  EXPECT_EQ(dims.dims[1], 8);
  auto kinds = Make<PJRT_Executable_ParameterMemoryKinds_Args>();
  kinds.executable = get.executable;
  ASSERT_EQ(Try(kinds), "");
  EXPECT_EQ(kinds.num_parameters, 2u);
  auto assignment = Make<PJRT_LoadedExecutable_GetDeviceAssignment_Args>();
  assignment.executable = loaded;
  ASSERT_EQ(Try(assignment), "");
  EXPECT_EQ(std::string(assignment.serialized_bytes, assignment.serialized_bytes_size),
            std::string("\x08\x02\x10\x01\x1a\x04\x0a\x02\x00\x01", 10));
  assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
  auto serialize = Make<PJRT_Executable_Serialize_Args>();
  serialize.executable = get.executable;
  ASSERT_EQ(Try(serialize), "");
  auto load = Make<PJRT_Executable_DeserializeAndLoad_Args>();
  load.client = client_;
  load.serialized_executable = serialize.serialized_bytes;
  load.serialized_executable_size = serialize.serialized_bytes_size;
  ASSERT_EQ(Try(load), "");
  auto devices = Make<PJRT_LoadedExecutable_AddressableDevices_Args>();
  devices.executable = load.loaded_executable;
  ASSERT_EQ(Try(devices), "");
  EXPECT_EQ(devices.num_addressable_devices, 2u);
  Destroy(load.loaded_executable);
  load.serialized_executable_size = 5;
  EXPECT_THAT(Try(load), HasSubstr("no serialized executable"));
  serialize.serialized_executable_deleter(serialize.serialized_executable);
  auto program = Make<PJRT_Program>();
  auto optimized = Make<PJRT_Executable_OptimizedProgram_Args>();
  optimized.executable = get.executable;
  optimized.program = &program;
  ASSERT_EQ(Try(optimized), "");
  std::string copy(program.code_size, ' ');
  program.code = copy.data();
  ASSERT_EQ(Try(optimized), "");
  EXPECT_EQ(copy, text);
  auto destroy = Make<PJRT_Executable_Destroy_Args>();
  destroy.executable = get.executable;
  EXPECT_EQ(Try(destroy), "");
  Destroy(loaded);
}

TEST_F(FaultPluginTest, ManyThreadsExecuteAndDelete) {
  for (const char* spec : {"", "async=100", "record"}) {
    Use(spec);
    Client();
    PJRT_LoadedExecutable* executable = Compile("// fault.outputs = 2");
    PJRT_Buffer* shared = Upload<float>(PJRT_Buffer_Type_F32, {1}, {4});
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 100; ++i) {
          std::vector<PJRT_Buffer*> outputs(2);
          PJRT_Event* event = nullptr;
          ASSERT_EQ(TryExecute(executable, {shared}, &outputs, &event), "");
          if (i % 10 == 0) {
            EXPECT_THAT(Read<float>(outputs[1]), ElementsAre(4));
          }
          Destroy(outputs[0]);
          EXPECT_EQ(Await(event), "");
          Destroy(outputs[1]);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    Destroy(shared);
    Destroy(executable);
    DestroyClient();
  }
}

}  // namespace
