// What our plugin does beyond what its faults_test asks: memory, donation, layouts, several devices, things that come
// later.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "pjrt/abi/pjrt_c_api_profiler_extension.h"
#include "tests/cpu_plugin/raw_plugin.h"

namespace cppjrt::cpu {
namespace {

using Floats = std::vector<float>;
using Dims = std::vector<int64_t>;

// CompileOptionsProto with those counts, each below 128.
std::string Counts(int replicas, int partitions, bool spmd = false) {
  std::string build = {0x20, static_cast<char>(replicas), 0x28, static_cast<char>(partitions)};
  if (spmd) build += "\x30\x01";
  return std::string("\x1a") + static_cast<char>(build.size()) + build;
}

// CompileOptionsProto with a setting of the compiler, both shorter than 100 letters.
std::string Setting(const std::string& name, const std::string& value) {
  const auto field = [](char key, const std::string& bytes) {
    return std::string(1, key) + static_cast<char>(bytes.size()) + bytes;
  };
  return field('\x3a', field('\x0a', name) + field('\x12', field('\x0a', value)));
}

// A program that takes the machine some time: many products of a matrix.
constexpr char kSlow[] = R"(module @slow {
  func.func public @main(%a: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    return %2 : tensor<256x256xf32>
  }
})";

class CpuPluginTest : public ::testing::Test {
 protected:
  void SetUp() override { client_ = p_.NewClient(); }
  void TearDown() override { EXPECT_EQ(p_.Destroy(client_), ""); }

  PJRT_Buffer* Run(PJRT_LoadedExecutable* executable, const std::vector<PJRT_Buffer*>& arguments) {
    PJRT_Buffer* out = nullptr;
    EXPECT_EQ(p_.TryExecute(executable, arguments, &out), "");
    return out;
  }
  PJRT_Device_MemoryStats_Args Stats() {
    auto args = Make<PJRT_Device_MemoryStats_Args>();
    args.device = p_.Device(client_);
    EXPECT_EQ(p_.Try(args), "");
    return args;
  }
  uintptr_t Pointer(PJRT_Buffer* buffer) {
    auto args = Make<PJRT_Buffer_UnsafePointer_Args>();
    args.buffer = buffer;
    EXPECT_EQ(p_.Try(args), "");
    return args.buffer_pointer;
  }
  PJRT_Buffer* UploadAs(PJRT_Buffer_Type type, const Dims& dims, const void* data,
                        PJRT_HostBufferSemantics semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall) {
    auto args = p_.UploadArgs(client_, type, dims, data);
    args.host_buffer_semantics = semantics;
    EXPECT_EQ(p_.TryUpload(args), "");
    return args.buffer;
  }
  size_t DeviceSize(PJRT_Buffer* buffer) {
    auto args = Make<PJRT_Buffer_OnDeviceSizeInBytes_Args>();
    args.buffer = buffer;
    EXPECT_EQ(p_.Try(args), "");
    return args.on_device_size_in_bytes;
  }
  template <typename T>
  std::vector<T> ReadAs(PJRT_Buffer* buffer, size_t count) {
    std::vector<T> values(count);
    auto args = Make<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = buffer;
    args.dst = values.data();
    args.dst_size = count * sizeof(T);
    EXPECT_EQ(p_.Try(args), "");
    EXPECT_EQ(p_.Await(args.event), "");
    return values;
  }

  RawPlugin p_;
  PJRT_Client* client_ = nullptr;
};

// --- memory

TEST_F(CpuPluginTest, MemoryStatisticsFollowBuffers) {
  EXPECT_EQ(Stats().bytes_in_use, 0);
  PJRT_Buffer* a = p_.Upload(client_, Floats(1000));
  PJRT_Buffer* b = p_.Upload(client_, Floats(10));
  EXPECT_EQ(Stats().bytes_in_use, 4040);
  EXPECT_EQ(Stats().largest_alloc_size, 4000);
  EXPECT_EQ(Stats().num_allocs, 2);
  EXPECT_EQ(p_.Destroy(a), "");
  EXPECT_EQ(Stats().bytes_in_use, 40);
  EXPECT_EQ(Stats().peak_bytes_in_use, 4040);
  auto clear = Make<PJRT_Device_ClearMemoryStats_Args>();
  clear.device = p_.Device(client_);
  EXPECT_EQ(p_.Try(clear), "");
  EXPECT_EQ(Stats().peak_bytes_in_use, 40);
  EXPECT_EQ(p_.Destroy(b), "");
  EXPECT_EQ(Stats().bytes_in_use, 0);
}

// The limit is of all devices together: what one may count on is its share.
TEST_F(CpuPluginTest, AShareOfTheLimitMayBeReserved) {
  auto devices = Make<PJRT_Client_AddressableDevices_Args>();
  devices.client = client_;
  ASSERT_EQ(p_.Try(devices), "");
  ASSERT_GT(devices.num_addressable_devices, 1);
  const PJRT_Device_MemoryStats_Args stats = Stats();
  ASSERT_TRUE(stats.bytes_limit_is_set);
  ASSERT_TRUE(stats.bytes_reservable_limit_is_set);
  EXPECT_GT(stats.bytes_reservable_limit, 0);
  EXPECT_EQ(stats.bytes_reservable_limit, stats.bytes_limit / static_cast<int64_t>(devices.num_addressable_devices));
}

TEST_F(CpuPluginTest, AFailedExecutionLeavesNoMemoryBehind) {
  auto* add = p_.Compile(client_, kAdd);
  PJRT_Buffer* a = p_.Upload(client_, {1, 2, 3, 4});
  const int64_t before = Stats().bytes_in_use;
  PJRT_Buffer* out = nullptr;
  EXPECT_NE(p_.TryExecute(add, {a, nullptr}, &out), "");
  EXPECT_EQ(Stats().bytes_in_use, before);
}

TEST_F(CpuPluginTest, DonatedMemoryBecomesTheResult) {
  auto* add = p_.Compile(client_, kDonatingAdd);
  PJRT_Buffer* a = p_.Upload(client_, {1, 2, 3, 4});
  PJRT_Buffer* b = p_.Upload(client_, {10, 20, 30, 40});
  const uintptr_t memory = Pointer(a);
  PJRT_Buffer* sum = Run(add, {a, b});
  EXPECT_EQ(Pointer(sum), memory);
  EXPECT_EQ(p_.Read(sum), (Floats{11, 22, 33, 44}));
  EXPECT_EQ(Stats().bytes_in_use, 32);
}

TEST_F(CpuPluginTest, DonatedMemoryThatSomebodyElseSeesStaysAsItIs) {
  auto* add = p_.Compile(client_, kDonatingAdd);
  PJRT_Buffer* a = p_.Upload(client_, {1, 2, 3, 4});
  auto hold = Make<PJRT_Buffer_IncreaseExternalReferenceCount_Args>();
  hold.buffer = a;
  EXPECT_EQ(p_.Try(hold), "");
  const auto* seen = reinterpret_cast<const float*>(Pointer(a));  // NOLINT(performance-no-int-to-ptr)
  PJRT_Buffer* sum = Run(add, {a, p_.Upload(client_, {1, 1, 1, 1})});
  EXPECT_EQ(p_.Read(sum), (Floats{2, 3, 4, 5}));
  EXPECT_EQ(Floats(seen, seen + 4), (Floats{1, 2, 3, 4}));
}

TEST_F(CpuPluginTest, NoTwoBuffersAreTheSameMemory) {
  auto* same = p_.Compile(client_,
                          "func.func @main(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) { return %a, %a : "
                          "tensor<4xf32>, tensor<4xf32> }");
  PJRT_Buffer* a = p_.Upload(client_, {1, 2, 3, 4});
  PJRT_Buffer* out[2] = {};
  EXPECT_EQ(p_.TryExecute(same, {a}, out), "");
  EXPECT_NE(Pointer(out[0]), Pointer(a));
  EXPECT_NE(Pointer(out[0]), Pointer(out[1]));
  EXPECT_EQ(p_.Read(out[1]), (Floats{1, 2, 3, 4}));
}

// --- forms of arrays

TEST_F(CpuPluginTest, SmallIntegersArePackedOnTheDevice) {
  const std::vector<int8_t> values = {-8, 7, -1, 0, 3};
  PJRT_Buffer* a = UploadAs(PJRT_Buffer_Type_S4, {5}, values.data());
  EXPECT_EQ(DeviceSize(a), 3U);
  EXPECT_EQ(ReadAs<int8_t>(a, 5), values);
  auto* add = p_.Compile(client_,
                         "func.func @main(%a: tensor<5xi4>) -> tensor<5xi4> { %0 = stablehlo.add %a, %a : "
                         "tensor<5xi4>\n return %0 : tensor<5xi4> }");
  EXPECT_EQ(ReadAs<int8_t>(Run(add, {a}), 5), (std::vector<int8_t>{0, -2, -2, 0, 6}));
}

TEST_F(CpuPluginTest, ResultsLieInTheOrderThatTheProgramSays) {
  auto* identity = p_.Compile(
      client_,
      R"(func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}) { return %a : tensor<2x3xf32> })");
  const Floats values = {0, 1, 2, 3, 4, 5};
  PJRT_Buffer* out = Run(identity, {UploadAs(PJRT_Buffer_Type_F32, {2, 3}, values.data())});
  // Read without a host layout: as it lies.
  EXPECT_EQ(ReadAs<float>(out, 6), (Floats{0, 3, 1, 4, 2, 5}));
  const int64_t order[] = {1, 0};
  auto layout = Make<PJRT_Buffer_MemoryLayout>();
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled = Make<PJRT_Buffer_MemoryLayout_Tiled>();
  layout.tiled.minor_to_major = order;
  layout.tiled.minor_to_major_size = 2;
  Floats read(6);
  auto copy = Make<PJRT_Buffer_ToHostBuffer_Args>();
  copy.src = out;
  copy.host_layout = &layout;
  copy.dst = read.data();
  copy.dst_size = 24;
  EXPECT_EQ(p_.Try(copy), "");
  EXPECT_EQ(p_.Await(copy.event), "");
  EXPECT_EQ(read, values);
  // And it is an argument like any other.
  EXPECT_EQ(ReadAs<float>(Run(identity, {out}), 6), (Floats{0, 3, 1, 4, 2, 5}));
}

TEST_F(CpuPluginTest, DynamicProgramsTakeAnyExtent) {
  auto* negate = p_.Compile(client_,
                            "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { %0 = stablehlo.negate %a : "
                            "tensor<?xf32>\n return %0 : tensor<?xf32> }");
  EXPECT_EQ(p_.Read(Run(negate, {p_.Upload(client_, {1, 2})})), (Floats{-1, -2}));
  EXPECT_EQ(p_.Read(Run(negate, {p_.Upload(client_, {1, 2, 3})})), (Floats{-1, -2, -3}));
}

// --- several devices

constexpr char kAllReduce[] = R"(module @all_reduce {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %1 = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %1 : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

constexpr char kSharded[] = R"(module @sharded attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %0 = stablehlo.reverse %a, dims = [0] : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

// What partition 1 has of it is ten more in each element; the sum over both is what either gives.
constexpr char kManual[] = R"(module @manual attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
      %p = stablehlo.partition_id : tensor<ui32>
      %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
      %ten = stablehlo.constant dense<10.0> : tensor<f32>
      %more = stablehlo.multiply %f, %ten : tensor<f32>
      %all = stablehlo.broadcast_in_dim %more, dims = [] : (tensor<f32>) -> tensor<2xf32>
      %c = stablehlo.add %b, %all : tensor<2xf32>
      %d = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %1 = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      sdy.return %d : tensor<2xf32>
    } : (tensor<4xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

// Two rows of one argument and one result.
std::array<Floats, 2> RunPair(const RawPlugin& p, PJRT_Client* client, PJRT_LoadedExecutable* executable,
                              const Floats& first, const Floats& second) {
  PJRT_Buffer* a = p.Upload(client, first, 0);
  PJRT_Buffer* b = p.Upload(client, second, 1);
  PJRT_Buffer* const rows[2][1] = {{a}, {b}};
  PJRT_Buffer* const* lists[2] = {rows[0], rows[1]};
  PJRT_Buffer* outs[2][1] = {};
  PJRT_Buffer** out_lists[2] = {outs[0], outs[1]};
  PJRT_Event* done[2] = {};
  auto options = Make<PJRT_ExecuteOptions>();
  auto args = Make<PJRT_LoadedExecutable_Execute_Args>();
  args.executable = executable;
  args.options = &options;
  args.argument_lists = lists;
  args.num_devices = 2;
  args.num_args = 1;
  args.output_lists = out_lists;
  args.device_complete_events = done;
  EXPECT_EQ(p.Try(args), "");
  EXPECT_EQ(p.Await(done[0]), "");
  EXPECT_EQ(p.Await(done[1]), "");
  return {p.Read(outs[0][0]), p.Read(outs[1][0])};
}

TEST_F(CpuPluginTest, ReplicasExchangeValues) {
  PJRT_LoadedExecutable* sum = nullptr;
  ASSERT_EQ(p_.TryCompile(client_, kAllReduce, &sum, Counts(2, 1)), "");
  const auto results = RunPair(p_, client_, sum, {1, 10}, {2, 20});
  EXPECT_EQ(results[0], (Floats{3, 30}));
  EXPECT_EQ(results[1], (Floats{3, 30}));
}

TEST_F(CpuPluginTest, PartitionsRunWhatIsWrittenForEachOfThem) {
  PJRT_LoadedExecutable* manual = nullptr;
  ASSERT_EQ(p_.TryCompile(client_, kManual, &manual, Counts(1, 2, true)), "");
  const auto results = RunPair(p_, client_, manual, {1, 2}, {3, 4});
  EXPECT_EQ(results[0], (Floats{14, 16}));
  EXPECT_EQ(results[1], (Floats{14, 16}));
}

TEST_F(CpuPluginTest, PartitionsHoldTheirPart) {
  PJRT_LoadedExecutable* reverse = nullptr;
  ASSERT_EQ(p_.TryCompile(client_, kSharded, &reverse, Counts(1, 2, true)), "");
  const auto results = RunPair(p_, client_, reverse, {1, 2}, {3, 4});
  EXPECT_EQ(results[0], (Floats{4, 3}));
  EXPECT_EQ(results[1], (Floats{2, 1}));
}

// jaxlib before 0.9 asks the program, not the extension for shardings.
TEST_F(CpuPluginTest, TheOptimizedProgramSaysHowItsArraysAreShared) {
  PJRT_LoadedExecutable* reverse = nullptr;
  ASSERT_EQ(p_.TryCompile(client_, kSharded, &reverse, Counts(1, 2, true)), "");
  auto get = Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = reverse;
  ASSERT_EQ(p_.Try(get), "");
  PJRT_Program program = Make<PJRT_Program>();
  auto args = Make<PJRT_Executable_OptimizedProgram_Args>();
  args.executable = get.executable;
  args.program = &program;
  ASSERT_EQ(p_.Try(args), "");
  std::string text(program.code_size, ' ');
  program.code = text.data();
  ASSERT_EQ(p_.Try(args), "");
  EXPECT_NE(text.find("mhlo.spmd_output_sharding = \"{devices=[2]0,1}\""), text.npos) << text;
  EXPECT_NE(text.find("mhlo.spmd_parameters_shardings = [\"{devices=[2]0,1}\"]"), text.npos) << text;
}

// --- custom calls that tell how values are shared

// As jaxlib has it in the config of such a call: whom to tell, and with what.
struct InspectArgs {
  const char* sharding;
  size_t sharding_size;
  const char* error;
  void* error_owner;
  void (*free_error)(InspectArgs* args);
};
struct InspectCallback {
  void (*call)(void* data, InspectArgs* args);
  void* data;
};

struct Told {
  std::vector<std::string> shardings;
  bool fails = false;
  int freed = 0;
};

void Tell(void* data, InspectArgs* args) {
  auto* told = static_cast<Told*>(data);
  told->shardings.emplace_back(args->sharding, args->sharding_size);
  if (!told->fails) return;
  args->error = "nobody wants to know";
  args->error_owner = told;
  args->free_error = [](InspectArgs* failed) { ++static_cast<Told*>(failed->error_owner)->freed; };
}

// Each byte of the callback as MLIR writes it in strings.
std::string InspectProgram(Told& told) {
  const InspectCallback callback = {&Tell, &told};
  std::string config;
  for (const unsigned char byte : std::string(reinterpret_cast<const char*>(&callback), sizeof callback)) {
    char hex[8];
    std::snprintf(hex, sizeof hex, "\\%02X", byte);
    config += hex;
  }
  return R"(module @inspected attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = stablehlo.negate %a : tensor<4xf32>
    %1 = stablehlo.custom_call @InspectSharding(%0) {has_side_effect = true, backend_config = ")" +
         config + R"("} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
}

PJRT_NamedValue Flag(const char* name) {
  auto value = Make<PJRT_NamedValue>();
  value.name = name;
  value.name_size = std::strlen(name);
  value.type = PJRT_NamedValue_kBool;
  value.bool_value = true;
  value.value_size = 1;
  return value;
}

TEST_F(CpuPluginTest, ShardingsAreToldToClientsThatAskForIt) {
  Told told;
  const std::string program = InspectProgram(told);
  PJRT_Client* asking = p_.NewClient({Flag("inspect_shardings")});
  PJRT_LoadedExecutable* executable = nullptr;
  ASSERT_EQ(p_.TryCompile(asking, program, &executable, Counts(1, 2, true)), "");
  // XLA's OpSharding: two tiles, on devices 0 and 1.
  EXPECT_EQ(told.shardings, std::vector<std::string>{std::string("\x08\x03\x1a\x01\x02\x22\x02\x00\x01", 9)});
  const auto results = RunPair(p_, asking, executable, {1, 2}, {3, 4});
  EXPECT_EQ(results[1], (Floats{-3, -4}));
  told.fails = true;
  EXPECT_NE(p_.TryCompile(asking, program, nullptr, Counts(1, 2, true)).find("nobody wants to know"),
            std::string::npos);
  EXPECT_EQ(told.freed, 1);
  EXPECT_EQ(p_.Destroy(asking), "");
}

// The config is an address to call: no program may have one called unless the client says that it may.
TEST_F(CpuPluginTest, NobodyIsCalledByAProgramThatClientsDoNotVouchFor) {
  Told told;
  EXPECT_EQ(p_.TryCompile(client_, InspectProgram(told), nullptr, Counts(1, 2, true)), "");
  EXPECT_TRUE(told.shardings.empty());
}

// --- what comes later

TEST_F(CpuPluginTest, ExecutionsWaitForTheirArguments) {
  auto alias = Make<PJRT_Client_CreateAliasBuffer_Args>();
  const int64_t four = 4;
  alias.client = client_;
  alias.shape_element_type = PJRT_Buffer_Type_F32;
  alias.shape_dims = &four;
  alias.shape_num_dims = 1;
  ASSERT_EQ(p_.Try(alias), "");
  auto* add = p_.Compile(client_, kAdd);
  PJRT_Buffer* value = alias.alias_buffer;
  // A chain of so many that running each within the one before it would need a large stack.
  for (int i = 0; i < 2000; ++i) {
    PJRT_Buffer* one = p_.Upload(client_, {1, 1, 1, 1});
    PJRT_Buffer* next = Run(add, {value, one});
    EXPECT_EQ(p_.Destroy(one), "");
    EXPECT_EQ(p_.Destroy(value), "");
    value = next;
  }
  auto fulfill = Make<PJRT_Client_FulfillAliasBuffer_Args>();
  fulfill.client = client_;
  fulfill.buffer = p_.Upload(client_, {1, 2, 3, 4});
  fulfill.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
  EXPECT_EQ(p_.Try(fulfill), "");
  EXPECT_EQ(p_.Read(value), (Floats{2001, 2002, 2003, 2004}));
  EXPECT_EQ(p_.Try(fulfill).substr(0, 3), "3: ");
}

TEST_F(CpuPluginTest, ErrorsOfArgumentsAreThoseOfResults) {
  auto error = Make<PJRT_Client_CreateErrorBuffer_Args>();
  const int64_t four = 4;
  error.client = client_;
  error.error_code = PJRT_Error_Code_DATA_LOSS;
  error.error_message = "gone";
  error.error_message_size = 4;
  error.shape_element_type = PJRT_Buffer_Type_F32;
  error.shape_dims = &four;
  error.shape_num_dims = 1;
  ASSERT_EQ(p_.Try(error), "");
  PJRT_Buffer* out = Run(p_.Compile(client_, kAdd), {error.buffer, error.buffer});
  std::string text;
  p_.Read(out, &text);
  EXPECT_EQ(text, "15: gone");
}

TEST_F(CpuPluginTest, APoisonedExecutionFailsBeforeItEnds) {
  auto alias = Make<PJRT_Client_CreateAliasBuffer_Args>();
  const int64_t four = 4;
  alias.client = client_;
  alias.shape_element_type = PJRT_Buffer_Type_F32;
  alias.shape_dims = &four;
  alias.shape_num_dims = 1;
  ASSERT_EQ(p_.Try(alias), "");
  auto options = Make<PJRT_ExecuteOptions>();
  options.launch_id = 7;
  PJRT_Buffer* out = nullptr;
  ASSERT_EQ(p_.TryExecute(p_.Compile(client_, kAdd), {alias.alias_buffer, alias.alias_buffer}, &out, nullptr, &options),
            "");
  auto poison = Make<PJRT_Device_PoisonExecution_Args>();
  poison.device = p_.Device(client_);
  poison.launch_id = 8;
  poison.error_code = PJRT_Error_Code_ABORTED;
  EXPECT_EQ(p_.Try(poison), "");
  EXPECT_FALSE(poison.poisoned);
  poison.launch_id = 7;
  EXPECT_EQ(p_.Try(poison), "");
  EXPECT_TRUE(poison.poisoned);
  EXPECT_EQ(p_.AwaitReady(out).substr(0, 3), "10:");
}

TEST_F(CpuPluginTest, AClientThatIsDestroyedEndsItsPrograms) {
  PJRT_Client* client = p_.NewClient();
  PJRT_LoadedExecutable* endless = p_.Compile(client, R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %t = stablehlo.constant dense<true> : tensor<i1>
    %r:2 = stablehlo.while(%c = %t, %x = %a) : tensor<i1>, tensor<4xf32>
      cond { stablehlo.return %c : tensor<i1> }
      do { %y = stablehlo.cosine %x : tensor<4xf32>
        stablehlo.return %c, %y : tensor<i1>, tensor<4xf32> }
    return %r#1 : tensor<4xf32>
  })");
  PJRT_Buffer* a = p_.Upload(client, {1, 2, 3, 4});
  std::vector<PJRT_Event*> ready;
  for (int i = 0; i < 8; ++i) {  // more than there are threads
    PJRT_Buffer* out = nullptr;
    ASSERT_EQ(p_.TryExecute(endless, {a}, &out), "");
    auto event = Make<PJRT_Buffer_ReadyEvent_Args>();
    event.buffer = out;
    p_.Must(event);
    ready.push_back(event.event);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // some have begun, the others wait
  EXPECT_EQ(p_.Destroy(client), "");
  int with_place = 0;
  for (PJRT_Event* event : ready) {
    const std::string text = p_.Await(event);
    EXPECT_EQ(text.substr(0, 2), "1:") << text;
    EXPECT_NE(text.find("the client was destroyed"), std::string::npos) << text;
    with_place += text.find("while at program:3") != std::string::npos;
  }
  EXPECT_GE(with_place, 1);
}

TEST_F(CpuPluginTest, TransfersComeInPieces) {
  auto spec = Make<PJRT_ShapeSpec>();
  const int64_t four = 4;
  spec.dims = &four;
  spec.num_dims = 1;
  spec.element_type = PJRT_Buffer_Type_F32;
  auto make = Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
  make.client = client_;
  make.shape_specs = &spec;
  make.num_shape_specs = 1;
  ASSERT_EQ(p_.Try(make), "");
  auto take = Make<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
  take.transfer_manager = make.transfer_manager;
  ASSERT_EQ(p_.Try(take), "");
  PJRT_Buffer* sum = Run(p_.Compile(client_, kAdd), {take.buffer_out, take.buffer_out});
  const Floats values = {1, 2, 3, 4};
  for (int half = 1; half >= 0; --half) {
    auto send = Make<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
    send.transfer_manager = make.transfer_manager;
    send.data = values.data() + 2 * half;
    send.offset = 8 * half;
    send.transfer_size = 8;
    send.is_last_transfer = half == 0;
    ASSERT_EQ(p_.Try(send), "");
    EXPECT_EQ(p_.Await(send.done_with_h2d_transfer), "");
  }
  EXPECT_EQ(p_.Read(sum), (Floats{2, 4, 6, 8}));
}

TEST_F(CpuPluginTest, LongProgramsDoNotHoldTheCaller) {
  auto* slow = p_.Compile(client_, kSlow);
  const Floats ones(256 * 256, 1.0F);
  PJRT_Buffer* out = Run(slow, {UploadAs(PJRT_Buffer_Type_F32, {256, 256}, ones.data())});
  EXPECT_EQ(ReadAs<float>(out, 256 * 256)[77], 256.0F * 256 * 256);
}

// --- older and newer clients

TEST_F(CpuPluginTest, ProgramsMayBeCompiledLater) {
  for (const char* mode : {"lazy", "background", "eager"}) {
    PJRT_LoadedExecutable* executable = nullptr;
    ASSERT_EQ(p_.TryCompile(client_, kAdd, &executable, Setting("compile", mode)), "");
    PJRT_Buffer* a = p_.Upload(client_, Floats{1, 2, 3, 4});
    for (int i = 0; i < 20; ++i) {
      PJRT_Buffer* sum = Run(executable, {a, a});
      EXPECT_EQ(p_.Read(sum), (Floats{2, 4, 6, 8})) << mode;
      EXPECT_EQ(p_.Destroy(sum), "");
    }
    EXPECT_EQ(p_.Destroy(a), "");
    EXPECT_EQ(p_.Destroy(executable), "");
  }
  EXPECT_NE(p_.TryCompile(client_, kAdd, nullptr, Setting("compyle", "lazy")).find("did you mean 'compile'?"),
            std::string::npos);
}

TEST_F(CpuPluginTest, AClientMayGoWhileItCompiles) {
  for (int i = 0; i < 6; ++i) {
    PJRT_Client* client = p_.NewClient();
    PJRT_LoadedExecutable* executable = nullptr;
    ASSERT_EQ(p_.TryCompile(client, kSlow, &executable, Setting("compile", "background")), "");
    if (i % 2 == 0) {
      EXPECT_EQ(p_.Destroy(executable), "");
      EXPECT_EQ(p_.Destroy(client), "");
    } else {
      EXPECT_EQ(p_.Destroy(client), "");
      EXPECT_EQ(p_.Destroy(executable), "");
    }
  }
}

TEST_F(CpuPluginTest, ARunThatCannotFitFailsBeforeItBegins) {
  constexpr char kWide[] = R"(module @wide {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<1048576x4xf32>
    %1 = stablehlo.iota dim = 0 : tensor<1048576x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<1048576x4xf32> loc("model.py":4:3)
    %3 = "stablehlo.sort"(%2) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<1048576x4xf32>) -> tensor<1048576x4xf32> loc("model.py":5:3)
    %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1048576x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
})";
  PJRT_NamedValue limit = {};
  limit.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  limit.name = "memory_limit";
  limit.name_size = 12;
  limit.type = PJRT_NamedValue_kInt64;
  limit.int64_value = 20 << 20;
  limit.value_size = 1;
  PJRT_Client* client = p_.NewClient({limit});
  PJRT_LoadedExecutable* executable = p_.Compile(client, kWide);
  PJRT_Buffer* a = p_.Upload(client, Floats{1, 2, 3, 4});
  PJRT_Buffer* out = nullptr;
  std::string error = p_.TryExecute(executable, {a}, &out);
  if (error.empty()) p_.Read(out, &error);
  EXPECT_TRUE(error.starts_with("8: a run of wide needs 3")) << error;
  EXPECT_NE(error.find("16777216 bytes: temporary f32[1048576,4], "), std::string::npos) << error;
  EXPECT_NE(error.find(" at model.py:"), std::string::npos) << error;
  EXPECT_EQ(p_.Destroy(client), "");
}

TEST_F(CpuPluginTest, ChecksNameWhatWentWrong) {
  constexpr char kLog[] = R"(module @log {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.log %a : tensor<4xf32> loc("model.py":7:3)
    return %0 : tensor<4xf32>
  }
})";
  PJRT_LoadedExecutable* executable = nullptr;
  ASSERT_EQ(p_.TryCompile(client_, kLog, &executable, Setting("cppjrt_check", "nan")), "");
  PJRT_Buffer* a = p_.Upload(client_, Floats{1, 2, -3, 4});
  PJRT_Buffer* out = nullptr;
  EXPECT_EQ(p_.TryExecute(executable, {a}, &out),
            "11: log at model.py:7:3: it makes a NaN of operands that are finite, first at [2]");
  EXPECT_EQ(p_.Destroy(a), "");
  EXPECT_EQ(p_.Destroy(executable), "");
}

TEST_F(CpuPluginTest, OlderHeadersCountTheAttributesWithoutTheirNumber) {
  auto args = Make<PJRT_Plugin_Attributes_Args>();
  args.struct_size = offsetof(PJRT_Plugin_Attributes_Args, num_attributes);
  ASSERT_EQ(p_.Try(args), "");
  EXPECT_GT(args.num_attributes, 0);
  EXPECT_NE(args.attributes, nullptr);
}

TEST_F(CpuPluginTest, ShortArgumentsAreNotWrittenBeyond) {
  auto args = Make<PJRT_Executable_GetCompiledMemoryStats_Args>();
  auto get = Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = p_.Compile(client_, kAdd);
  ASSERT_EQ(p_.Try(get), "");
  args.struct_size = offsetof(PJRT_Executable_GetCompiledMemoryStats_Args, peak_memory_in_bytes);
  args.executable = get.executable;
  args.peak_memory_in_bytes = -7;
  EXPECT_EQ(p_.Try(args), "");
  EXPECT_EQ(args.argument_size_in_bytes, 32);
  EXPECT_EQ(args.output_size_in_bytes, 16);
  EXPECT_EQ(args.peak_memory_in_bytes, -7);
}

// --- profiler

class Profiler {
 public:
  explicit Profiler(const PJRT_Api& api) {
    for (const PJRT_Extension_Base* e = api.extension_start; e != nullptr; e = e->next) {
      if (e->type == PJRT_Extension_Type_Profiler)
        api_ = reinterpret_cast<const PJRT_Profiler_Extension*>(e)->profiler_api;
    }
    PLUGIN_Profiler_Create_Args create = {PLUGIN_Profiler_Create_Args_STRUCT_SIZE, nullptr, 0, nullptr};
    EXPECT_EQ(api_->create(&create), nullptr);
    profiler_ = create.profiler;
  }
  ~Profiler() {
    PLUGIN_Profiler_Destroy_Args destroy = {PLUGIN_Profiler_Destroy_Args_STRUCT_SIZE, profiler_};
    EXPECT_EQ(api_->destroy(&destroy), nullptr);
  }
  bool Start() {
    PLUGIN_Profiler_Start_Args start = {PLUGIN_Profiler_Start_Args_STRUCT_SIZE, profiler_};
    return Worked(api_->start(&start));
  }
  bool Stop() {
    PLUGIN_Profiler_Stop_Args stop = {PLUGIN_Profiler_Stop_Args_STRUCT_SIZE, profiler_};
    return Worked(api_->stop(&stop));
  }
  std::string Collect() {
    PLUGIN_Profiler_CollectData_Args collect = {PLUGIN_Profiler_CollectData_Args_STRUCT_SIZE, profiler_, nullptr, 0};
    EXPECT_EQ(api_->collect_data(&collect), nullptr);
    std::string bytes(collect.buffer_size_in_bytes, '\0');
    EXPECT_EQ(bytes.empty(), collect.buffer == nullptr);
    const std::string own(reinterpret_cast<const char*>(collect.buffer), bytes.size());
    collect.buffer = reinterpret_cast<uint8_t*>(bytes.data());
    EXPECT_EQ(api_->collect_data(&collect), nullptr);
    EXPECT_EQ(bytes, own);
    return bytes;
  }
  std::string Consume() {
    PLUGIN_Profiler_Consume_Args consume = {PLUGIN_Profiler_Consume_Args_STRUCT_SIZE, profiler_, nullptr};
    EXPECT_EQ(api_->consume(&consume), nullptr);
    PLUGIN_Profiler_Serialize_Args serialize = {PLUGIN_Profiler_Serialize_Args_STRUCT_SIZE, profiler_, consume.result,
                                                nullptr, 0};
    EXPECT_EQ(api_->serialize(&serialize), nullptr);
    std::string bytes(reinterpret_cast<const char*>(serialize.serialized_bytes), serialize.serialized_size);
    PLUGIN_Profiler_ConsumeResult_Destroy_Args destroy = {PLUGIN_Profiler_ConsumeResult_Destroy_Args_STRUCT_SIZE,
                                                          consume.result};
    api_->consume_result_destroy(&destroy);
    return bytes;
  }

 private:
  bool Worked(PLUGIN_Profiler_Error* error) {
    if (error == nullptr) return true;
    PLUGIN_Profiler_Error_Destroy_Args destroy = {};
    destroy.struct_size = PLUGIN_Profiler_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = error;
    api_->error_destroy(&destroy);
    return false;
  }
  const PLUGIN_Profiler_Api* api_ = nullptr;
  PLUGIN_Profiler* profiler_ = nullptr;
};

TEST_F(CpuPluginTest, ProfilesNameKernelsAndTheirPlaces) {
  constexpr char kText[] = R"(module @profiled {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %a : tensor<4xf32>
    %1 = stablehlo.add %0, %a : tensor<4xf32> loc("model.py":7:3)
    return %1 : tensor<4xf32>
  }
})";
  PJRT_LoadedExecutable* executable = p_.Compile(client_, kText);
  PJRT_Buffer* a = p_.Upload(client_, {1, 2, 3, 4});
  Profiler profiler(p_.api());
  EXPECT_EQ(profiler.Collect(), "");
  EXPECT_FALSE(profiler.Stop());
  ASSERT_TRUE(profiler.Start());
  EXPECT_FALSE(profiler.Start());
  EXPECT_FALSE(Profiler(p_.api()).Start());
  PJRT_Buffer* out = Run(executable, {a});
  p_.Read(out);
  ASSERT_TRUE(profiler.Stop());
  const std::string space = profiler.Collect();
  for (const char* part : {"/device:CUSTOM:cppjrt CPU", "tanh+add f32[4]", "model.py:7:3", "profiled", "hlo_module"}) {
    EXPECT_NE(space.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(profiler.Consume(), space);
  EXPECT_EQ(profiler.Collect(), "");
  // Nothing is recorded outside of sessions, nor carried from one to the next.
  EXPECT_EQ(p_.Destroy(Run(executable, {a})), "");
  ASSERT_TRUE(profiler.Start());
  ASSERT_TRUE(profiler.Stop());
  EXPECT_EQ(profiler.Collect(), "");
  for (PJRT_Buffer* buffer : {a, out}) EXPECT_EQ(p_.Destroy(buffer), "");
  EXPECT_EQ(p_.Destroy(executable), "");
}

// --- many at once

TEST_F(CpuPluginTest, ThreadsExecuteDonateAndDestroyAtRandom) {
  constexpr int kThreads = 8;
  std::array<PJRT_LoadedExecutable*, 4> adds{};
  std::array<PJRT_LoadedExecutable*, 4> donating{};
  for (int d = 0; d < 4; ++d) {
    // CompileOptionsProto with device_ordinal (field 1) d.
    const std::string build = {0x08, static_cast<char>(d), 0x20, 1, 0x28, 1};
    const std::string options = std::string("\x1a") + static_cast<char>(build.size()) + build;
    ASSERT_EQ(p_.TryCompile(client_, kAdd, &adds[static_cast<size_t>(d)], options), "");
    ASSERT_EQ(p_.TryCompile(client_, kDonatingAdd, &donating[static_cast<size_t>(d)], options), "");
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<unsigned>(t));
      for (int i = 0; i < 125; ++i) {
        const size_t d = random() % 4;
        const auto x = static_cast<float>(i);
        PJRT_Buffer* a = p_.Upload(client_, {x, 1, 2, 3}, d);
        PJRT_Buffer* b = p_.Upload(client_, {1, 1, 1, 1}, d);
        PJRT_Buffer* out = nullptr;
        const bool donate = random() % 2 == 0;
        if (!p_.TryExecute(donate ? donating[d] : adds[d], {a, b}, &out).empty()) ++wrong;
        if (random() % 2 == 0) static_cast<void>(p_.Destroy(a));
        if (random() % 3 != 0 && p_.Read(out) != Floats{x + 1, 2, 3, 4}) ++wrong;
        static_cast<void>(p_.Destroy(out));
        static_cast<void>(p_.Destroy(b));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace cppjrt::cpu
