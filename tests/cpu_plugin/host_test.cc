// What hosts ask of the plugin, for one client or one table: nothing of it reaches the others of the process.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/abi/cppjrt_host_api.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"
#include "tests/cpu_plugin/raw_plugin.h"

namespace cppjrt::cpu {
namespace {

PJRT_NamedValue Text(std::string_view name, std::string_view text) {
  auto value = Make<PJRT_NamedValue>();
  value.name = name.data();
  value.name_size = name.size();
  value.type = PJRT_NamedValue_kString;
  value.string_value = text.data();
  value.value_size = text.size();
  return value;
}

PJRT_NamedValue Flag(std::string_view name, bool flag) {
  auto value = Make<PJRT_NamedValue>();
  value.name = name.data();
  value.name_size = name.size();
  value.type = PJRT_NamedValue_kBool;
  value.bool_value = flag;
  value.value_size = 1;
  return value;
}

// x where x < 1, else x * 0.
constexpr char kMasked[] = R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %mask = stablehlo.compare LT, %x, %one : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %factor = stablehlo.convert %mask : (tensor<2xi1>) -> tensor<2xf32>
  %0 = stablehlo.multiply %x, %factor : tensor<2xf32>
  return %0 : tensor<2xf32>
})";

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class HostTest : public ::testing::Test {
 protected:
  std::vector<float> RunMasked(PJRT_Client* client, PJRT_LoadedExecutable* executable) {
    PJRT_Buffer* const x = plugin_.Upload(client, {0.5F, kInfinity});
    PJRT_Buffer* out = nullptr;
    EXPECT_EQ(plugin_.TryExecute(executable, {x}, &out), "");
    std::vector<float> values = plugin_.Read(out);
    EXPECT_EQ(plugin_.Destroy(out), "");
    EXPECT_EQ(plugin_.Destroy(x), "");
    return values;
  }
  std::vector<float> CompileAndRunMasked(PJRT_Client* client) {
    PJRT_LoadedExecutable* const executable = plugin_.Compile(client, kMasked);
    std::vector<float> values = RunMasked(client, executable);
    EXPECT_EQ(plugin_.Destroy(executable), "");
    return values;
  }
  std::string TryCreate(std::vector<PJRT_NamedValue> options) {
    auto args = Make<PJRT_Client_Create_Args>();
    args.create_options = options.data();
    args.num_options = options.size();
    std::string error = plugin_.Try(args);
    if (args.client != nullptr) error += plugin_.Destroy(args.client);
    return error;
  }
  PJRT_Client_CreateViewOfDeviceBuffer_Args ViewArgs(PJRT_Client* client, float* data) {
    static constexpr int64_t kDims[] = {2};
    auto args = Make<PJRT_Client_CreateViewOfDeviceBuffer_Args>();
    args.client = client;
    args.device = plugin_.Device(client);
    args.device_buffer_ptr = data;
    args.element_type = PJRT_Buffer_Type_F32;
    args.dims = kDims;
    args.num_dims = 1;
    return args;
  }

  RawPlugin plugin_;
};

TEST_F(HostTest, EachClientHasItsOwnNumbers) {
  PJRT_Client* const plain = plugin_.NewClient();
  PJRT_Client* const selecting = plugin_.NewClient({Text("masked_products", "select")});
  EXPECT_TRUE(std::isnan(CompileAndRunMasked(plain)[1]));
  EXPECT_EQ(CompileAndRunMasked(selecting), (std::vector<float>{0.5F, 0}));
  EXPECT_TRUE(std::isnan(CompileAndRunMasked(plain)[1]));
  EXPECT_EQ(plugin_.Destroy(plain), "");
  EXPECT_EQ(plugin_.Destroy(selecting), "");
}

TEST_F(HostTest, AClientGoesBeforeTheEnvironment) {
  ::setenv("CPPJRT_CPU_MASKED_PRODUCTS", "select", 1);
  PJRT_Client* const follows = plugin_.NewClient();
  PJRT_Client* const states = plugin_.NewClient({Text("masked_products", "multiply")});
  EXPECT_EQ(CompileAndRunMasked(follows)[1], 0);
  EXPECT_TRUE(std::isnan(CompileAndRunMasked(states)[1]));
  ::unsetenv("CPPJRT_CPU_MASKED_PRODUCTS");
  EXPECT_EQ(plugin_.Destroy(follows), "");
  EXPECT_EQ(plugin_.Destroy(states), "");
}

// An executable takes the numbers of the client that loads it.
TEST_F(HostTest, AnExecutableOfOneClientRunsAsTheNextOneWants) {
  PJRT_Client* const plain = plugin_.NewClient();
  PJRT_Client* const selecting = plugin_.NewClient({Text("masked_products", "select")});
  PJRT_LoadedExecutable* const first = plugin_.Compile(plain, kMasked);
  auto get = Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  get.loaded_executable = first;
  plugin_.Must(get);

  auto load = Make<PJRT_Client_Load_Args>();
  load.client = selecting;
  load.executable = get.executable;
  ASSERT_EQ(plugin_.Try(load), "");
  EXPECT_EQ(RunMasked(selecting, load.loaded_executable)[1], 0);

  auto serialize = Make<PJRT_Executable_Serialize_Args>();
  serialize.executable = get.executable;
  plugin_.Must(serialize);
  auto read = Make<PJRT_Executable_DeserializeAndLoad_Args>();
  read.client = selecting;
  read.serialized_executable = serialize.serialized_bytes;
  read.serialized_executable_size = serialize.serialized_bytes_size;
  ASSERT_EQ(plugin_.Try(read), "");
  EXPECT_EQ(RunMasked(selecting, read.loaded_executable)[1], 0);
  serialize.serialized_executable_deleter(serialize.serialized_executable);

  for (PJRT_LoadedExecutable* executable : {first, load.loaded_executable, read.loaded_executable}) {
    EXPECT_EQ(plugin_.Destroy(executable), "");
  }
  auto destroy = Make<PJRT_Executable_Destroy_Args>();
  destroy.executable = get.executable;
  EXPECT_EQ(plugin_.Try(destroy), "");
  EXPECT_EQ(plugin_.Destroy(plain), "");
  EXPECT_EQ(plugin_.Destroy(selecting), "");
}

TEST_F(HostTest, SettingsThatThereAreNotAreRefusedWhenTheClientIsCreated) {
  EXPECT_EQ(TryCreate({Text("masked_products", "guess")}),
            "3: create option masked_products is 'guess', expected one of multiply, select");
  EXPECT_EQ(TryCreate({Flag("reproducible_across_cpus", true)}), "");
  EXPECT_NE(TryCreate({Text("mask", "select")}).find("3: unknown create option 'mask'; known are num_devices, "),
            std::string::npos);
  EXPECT_NE(TryCreate({Text("target", "avx2")}).find("unknown create option"), std::string::npos);
}

TEST_F(HostTest, CodeIsKeptInTheFolderOfTheClient) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cppjrt_host_test." + std::to_string(::getpid()));
  const std::string kept = (folder / "kept").string();
  PJRT_Client* const keeps = plugin_.NewClient({Text("code_cache", kept)});
  PJRT_Client* const plain = plugin_.NewClient();
  const auto entries = [&] {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "kept" / "entries")) count += entry.exists();
    return count;
  };
  EXPECT_EQ(plugin_.Destroy(plugin_.Compile(plain, kAdd)), "");
  EXPECT_EQ(entries(), 0);
  EXPECT_EQ(plugin_.Destroy(plugin_.Compile(keeps, kMasked)), "");
  EXPECT_GT(entries(), 0);
  EXPECT_EQ(plugin_.Destroy(keeps), "");
  EXPECT_EQ(plugin_.Destroy(plain), "");
  std::filesystem::remove_all(folder);
}

TEST_F(HostTest, AViewOfUnalignedMemoryIsAnErrorOrACopyAsTheClientAsks) {
  alignas(64) float memory[16] = {0, 1, 2};
  PJRT_Client* const strict = plugin_.NewClient();
  auto view = ViewArgs(strict, memory + 1);
  EXPECT_EQ(
      plugin_.Try(view),
      "3: a view of memory needs an address that is a multiple of 64, device_buffer_ptr is 4 bytes above one; copy "
      "the memory to such an address, upload it (PJRT_Client_BufferFromHostBuffer), or create the client with "
      "copy_unaligned_views=true");
  view = ViewArgs(strict, memory);
  ASSERT_EQ(plugin_.Try(view), "");
  memory[0] = 5;
  EXPECT_EQ(plugin_.Read(view.buffer), (std::vector<float>{5, 1}));
  EXPECT_EQ(plugin_.Destroy(view.buffer), "");

  PJRT_Client* const lenient = plugin_.NewClient({Flag("copy_unaligned_views", true)});
  auto copy = ViewArgs(lenient, memory + 1);
  ASSERT_EQ(plugin_.Try(copy), "");
  memory[1] = 7;
  EXPECT_EQ(plugin_.Read(copy.buffer), (std::vector<float>{1, 2}));
  EXPECT_EQ(plugin_.Destroy(copy.buffer), "");
  EXPECT_EQ(plugin_.Destroy(strict), "");
  EXPECT_EQ(plugin_.Destroy(lenient), "");
}

// --- tables

const PJRT_Extension_Base* Find(const PJRT_Api& api, int type) {
  const PJRT_Extension_Base* extension = api.extension_start;
  while (extension != nullptr && static_cast<int>(extension->type) != type) extension = extension->next;
  return extension;
}

size_t Count(const PJRT_Api& api) {
  size_t count = 0;
  for (const PJRT_Extension_Base* e = api.extension_start; e != nullptr; e = e->next) ++count;
  return count;
}

size_t ProfilerTableSize(const PJRT_Api& api) {
  const PJRT_Extension_Base* const base = Find(api, PJRT_Extension_Type_Profiler);
  if (base == nullptr) return 0;
  return reinterpret_cast<const PJRT_Profiler_Extension*>(base)->profiler_api->struct_size;
}

class HostTableTest : public ::testing::Test {
 protected:
  HostTableTest() {
    void* const symbol = ::dlsym(::dlopen(CPPJRT_CPU_PLUGIN, RTLD_NOW | RTLD_LOCAL), "CppjrtApiForHost");
    if (symbol == nullptr) std::abort();
    std::memcpy(&api_for_host_, &symbol, sizeof symbol);
  }

  RawPlugin plugin_;
  decltype(&CppjrtApiForHost) api_for_host_ = nullptr;
};

TEST_F(HostTableTest, AHostHasTheTableThatItAsksForAndTheOthersTheirs) {
  const int32_t hidden[] = {PJRT_Extension_Type_AbiVersion};
  const PJRT_Api* const old = api_for_host_(80, hidden, 1);
  ASSERT_NE(old, nullptr);
  EXPECT_EQ(ProfilerTableSize(*old), 80);
  EXPECT_EQ(Find(*old, PJRT_Extension_Type_AbiVersion), nullptr);
  EXPECT_EQ(Count(*old), Count(plugin_.api()) - 1);
  EXPECT_EQ(old->PJRT_Client_Create, plugin_.api().PJRT_Client_Create);

  const PJRT_Api* const newer = api_for_host_(0, nullptr, 0);
  ASSERT_NE(newer, nullptr);
  EXPECT_EQ(ProfilerTableSize(*newer), size_t{PLUGIN_Profiler_Api_STRUCT_SIZE});
  EXPECT_EQ(Count(*newer), Count(plugin_.api()));
  EXPECT_EQ(ProfilerTableSize(*old), 80);
  EXPECT_EQ(ProfilerTableSize(plugin_.api()), size_t{PLUGIN_Profiler_Api_STRUCT_SIZE});
  EXPECT_NE(Find(plugin_.api(), PJRT_Extension_Type_AbiVersion), nullptr);
  EXPECT_EQ(api_for_host_(80, hidden, 1), old);
}

TEST_F(HostTableTest, ATableThatThereIsNotIsNull) {
  EXPECT_EQ(api_for_host_(96, nullptr, 0), nullptr);
  EXPECT_EQ(api_for_host_(0, nullptr, 1), nullptr);
}

}  // namespace
}  // namespace cppjrt::cpu
