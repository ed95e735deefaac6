// Plugins of hardware that is not there: TPU and CUDA plugins load, tell what they are, compile for a topology by name,
// and refuse to make a client with a sentence.
#include <cstdlib>
#include <string>

#include "tests/client/plugins.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kAdd[] = R"(module @add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

class AbsentHardwareTest : public ::testing::Test {
 protected:
  explicit AbsentHardwareTest(const char* name) : name_(name) {}
  void SetUp() override {
    if (const std::string why = WhyNot(name_); !why.empty()) GTEST_SKIP() << why;
    // Or libtpu asks a cloud service for minutes.
    setenv("TPU_SKIP_MDS_QUERY", "1", 1);
    // It lets in one process at a time; another checkout may be at its tests.
    if (const Status status = Plugin::Load(InstalledPath(name_)).status(); status.code() == StatusCode::kAborted) {
      GTEST_SKIP() << status.message();
    }
  }
  Plugin plugin() const { return Get(Plugin::Load(InstalledPath(name_))); }
  bool HasExtension(const std::string& extension) const {
    const Plugin loaded = plugin();
    for (const ExtensionInfo& info : loaded.extensions()) {
      if (info.name == extension) return true;
    }
    return false;
  }
  void ExpectNoClient(const std::string& why) const {
    const StatusOr<Client> client = Client::Create(plugin());
    if (client.ok()) GTEST_SKIP() << "the hardware is there";
    EXPECT_THAT(std::string(client.status().message()), AllOf(HasSubstr("PJRT_Client_Create: "), HasSubstr(why)));
  }

 private:
  std::string name_;
};

class TpuTest : public AbsentHardwareTest {
 protected:
  TpuTest() : AbsentHardwareTest("tpu") {}
};

TEST_F(TpuTest, SaysWhatItIs) {
  EXPECT_EQ(plugin().api_version(), (ApiVersion{0, 117}));
  EXPECT_EQ(plugin().num_slots(), 138U);
  EXPECT_EQ(plugin().extensions().size(), 18U);
  EXPECT_TRUE(HasExtension("FFI"));
  EXPECT_TRUE(HasExtension("Layouts"));
  EXPECT_FALSE(HasExtension("Custom_Partitioner"));
  EXPECT_EQ(ToString(plugin().stablehlo_range()->current), "1.24.0");
}

struct NamedTopology {
  const char* name;
  size_t devices;
  const char* kind;
};

TEST_F(TpuTest, KnowsTopologiesByName) {
  for (const NamedTopology& expected :
       {NamedTopology{"v5e:2x2", 4, "TPU v5 lite"}, NamedTopology{"v4:2x2x1", 8, "TPU v4"},
        NamedTopology{"v5p:2x2x1", 4, "TPU v5"}, NamedTopology{"v6e:16x16", 256, "TPU v6 lite"},
        NamedTopology{"tpu7x:2x2x1", 8, "TPU7x"}, NamedTopology{"", 8, "TPU v2"}}) {
    SCOPED_TRACE(expected.name);
    StatusOr<Topology> topology = Topology::Create(plugin(), expected.name);
    ASSERT_THAT(topology, IsOk());
    const std::vector<DeviceDescription> devices = Get(topology->devices());
    EXPECT_EQ(devices.size(), expected.devices);
    EXPECT_EQ(devices[0].kind, expected.kind);
    EXPECT_TRUE(devices[0].attributes.contains("coords"));
    EXPECT_EQ(Get(topology->platform_name()), "tpu");
  }
}

TEST_F(TpuTest, RefusesNamesItDoesNotKnow) {
  for (const char* name : {"v4", "v5litepod", "bogus", "v5e:3x3", "v5e:2"}) {
    const StatusOr<Topology> topology = Topology::Create(plugin(), name);
    EXPECT_FALSE(topology.ok()) << name;
    EXPECT_THAT(std::string(topology.status().message()), HasSubstr("PJRT_TopologyDescription_Create: "));
  }
}

TEST_F(TpuTest, TakesListsOfNumbersAsOptions) {
  EXPECT_THAT(Topology::Create(plugin(), "v5e:3x3", {{"chips_per_host_bounds", std::vector<int64_t>{3, 3, 1}}}),
              IsOk());
  EXPECT_THAT(Topology::Create(plugin(), "v5e:2x2", {{"foo", int64_t{1}}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("foo")));
}

TEST_F(TpuTest, CompilesForAnAbsentTpu) {
  const Topology topology = Get(Topology::Create(plugin(), "v5e:2x2"));
  const Executable executable = Get(topology.Compile({kAdd, "mlir"}, {}));
  EXPECT_EQ(Get(executable.num_outputs()), 1);
  EXPECT_GT(Get(executable.Serialize()).size(), 10000U);
}

TEST_F(TpuTest, ATopologyHasAGeometry) {
  const TpuTopologyExtension tpu = Get(GetExtension<TpuTopologyExtension>(plugin()));
  const Topology topology = Get(Topology::Create(plugin(), "v5e:4x4"));
  EXPECT_EQ(Get(tpu.ChipCount(topology)), 16);
  EXPECT_EQ(Get(tpu.DeviceCount(topology)), 16);
  EXPECT_EQ(Get(tpu.DevicesPerChip(topology)), 1);
  EXPECT_EQ(Get(tpu.ProcessCount(topology)) * Get(tpu.DevicesPerProcess(topology)), 16);
  EXPECT_EQ(Get(tpu.ProcessCount(topology)) * Get(tpu.ChipsPerProcess(topology)), 16);
  EXPECT_EQ(Get(tpu.CoresPerChip(topology)) * 16, Get(tpu.CoreCount(topology)));
  const std::vector<int32_t> processes = Get(tpu.ProcessIds(topology));
  EXPECT_EQ(processes.size(), static_cast<size_t>(Get(tpu.ProcessCount(topology))));
  const std::vector<int32_t> bounds = Get(tpu.ChipBounds(topology));
  ASSERT_GE(bounds.size(), 2U);
  EXPECT_EQ(bounds[0] * bounds[1], 16);
  for (const int32_t device : Get(tpu.DeviceIdsOnProcess(topology, processes[0]))) {
    EXPECT_EQ(Get(tpu.PlaceOfDevice(topology, device)).process_id, processes[0]);
    const TpuDevicePlace place = Get(tpu.ChipOfDevice(topology, device));
    EXPECT_EQ(Get(tpu.DeviceAt(topology, place.chip, place.index_on_chip)), device);
    EXPECT_EQ(Get(tpu.PlaceOfChip(topology, Get(tpu.ChipAt(topology, place.chip)))).process_id, processes[0]);
  }
  EXPECT_FALSE(Get(tpu.IsSubslice(topology)));
  EXPECT_FALSE(Get(tpu.RoutingStrategy(topology)).empty());
  EXPECT_EQ(Get(tpu.ProcessCoordinates(topology, processes[0])).size(), Get(tpu.ProcessBounds(topology)).size());
}

TEST_F(TpuTest, ASubsliceIsATopology) {
  const TpuTopologyExtension tpu = Get(GetExtension<TpuTopologyExtension>(plugin()));
  const Topology topology = Get(Topology::Create(plugin(), "v5e:4x4"));
  const std::vector<int32_t> chips = Get(tpu.ChipsPerProcessBounds(topology));
  const std::vector<int32_t> hosts(chips.size(), 1);
  const Topology part = Get(tpu.Subslice(topology, chips, hosts));
  EXPECT_TRUE(Get(tpu.IsSubslice(part)));
  EXPECT_EQ(Get(tpu.ProcessCount(part)), 1);
  EXPECT_EQ(Get(tpu.SubsliceDeviceId(topology, part, std::vector<int32_t>(chips.size(), 0), 0)), 0);
}

TEST_F(TpuTest, AnExecutableTellsItsTargetAndItsCost) {
  const TpuExecutableExtension tpu = Get(GetExtension<TpuExecutableExtension>(plugin()));
  const Topology topology = Get(Topology::Create(plugin(), "v5e:2x2"));
  const Executable executable = Get(topology.Compile({kAdd, "mlir"}, {}));
  const std::string bytes = Get(executable.Serialize());
  EXPECT_FALSE(Get(tpu.TargetArguments(bytes)).empty());
  EXPECT_THAT(Get(tpu.HloModuleWithConfig(bytes)), HasSubstr("add"));
  EXPECT_FALSE(Get(tpu.CompiledMemoryStats(bytes)).empty());
  EXPECT_FALSE(tpu.TargetArguments("no executable").ok());
  EXPECT_FALSE(Get(tpu.IsPredeterminedError("")));
}

TEST_F(TpuTest, SeveralSlicesHaveAConfiguration) {
  const MegascaleExtension megascale = Get(GetExtension<MegascaleExtension>(plugin()));
  EXPECT_EQ(Get(megascale.DeviceOfMegascaleId(Get(megascale.MegascaleId({1, 3})))), (SliceDevice{1, 3}));
  const Topology topology = Get(Topology::Create(plugin(), "v5e:2x2"));
  const MultiSliceConfig config = Get(megascale.CreateAotConfig(topology, 2));
  EXPECT_EQ(Get(config.num_slices()), 2);
  EXPECT_FALSE(Get(config.Serialize()).empty());
}

TEST_F(TpuTest, TopologiesSurviveBytes) {
  const Topology topology = Get(Topology::Create(plugin(), "v5e:2x2"));
  const Topology other = Get(Topology::Create(plugin(), "v5e:4x4"));
  const Topology again = Get(Topology::Deserialize(plugin(), Get(topology.Serialize())));
  EXPECT_EQ(Get(again.devices()).size(), 4U);
  EXPECT_EQ(Get(again.fingerprint()), Get(topology.fingerprint()));
  EXPECT_NE(Get(other.fingerprint()), Get(topology.fingerprint()));
}

TEST_F(TpuTest, MakesNoClientAndSaysWhy) { ExpectNoClient("No jellyfish device found"); }

class CudaTest : public AbsentHardwareTest {
 protected:
  CudaTest() : AbsentHardwareTest("cuda13") {}
};

TEST_F(CudaTest, SaysWhatItIs) {
  EXPECT_EQ(plugin().api_version(), (ApiVersion{0, 116}));
  EXPECT_EQ(plugin().num_slots(), 138U);
  EXPECT_EQ(plugin().extensions().size(), 11U);
  EXPECT_TRUE(HasExtension("Stream"));
  EXPECT_TRUE(HasExtension("Custom_Partitioner"));
  EXPECT_EQ(std::get<int64_t>(plugin().attributes().at("cuda_version")), 13000);
  EXPECT_EQ(ToString(plugin().stablehlo_range()->current), "1.22.0");
}

// What XLA knows of an H100, shortened to what it asks for.
constexpr char kH100[] = R"(gpu_device_info {
  threads_per_block_limit: 1024 threads_per_warp: 32 shared_memory_per_block: 49152 shared_memory_per_core: 233472
  threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128 block_dim_limit_x: 2147483647 block_dim_limit_y: 65535
  block_dim_limit_z: 65535 memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98
  device_memory_size: 84978434048 shared_memory_per_block_optin: 232448 registers_per_core_limit: 65536
  registers_per_block_limit: 65536 cuda_compute_capability { major: 9 minor: 0 } }
  platform_name: "CUDA" dnn_version_info { major: 9 minor: 8 } device_description_str: "NVIDIA H100 80GB HBM3")";

TEST_F(CudaTest, CompilesForAnAbsentGpuOfAGivenKind) {
  const NamedValues options = {{"target_config", std::string(kH100)}, {"topology", std::string("1x2x4")}};
  StatusOr<Topology> topology = Topology::Create(plugin(), "h100", options);
  ASSERT_THAT(topology, IsOk());
  const std::vector<DeviceDescription> devices = Get(topology->devices());
  ASSERT_EQ(devices.size(), 8U);
  EXPECT_EQ(devices[0].kind, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(devices[0].attributes.at("compute_capability"), Value(std::string("9.0")));
  const Executable executable = Get(topology->Compile({kAdd, "mlir"}, {}));
  EXPECT_GT(Get(executable.Serialize()).size(), 1000U);
}

TEST_F(CudaTest, NeedsToKnowTheKindOfGpu) {
  EXPECT_FALSE(Topology::Create(plugin(), "h100").ok());
  EXPECT_FALSE(Topology::Create(plugin(), "h100", {{"target_config", std::string("garbage {")}}).ok());
}

TEST_F(CudaTest, MakesNoClientAndSaysWhy) { ExpectNoClient(""); }

}  // namespace
}  // namespace pjrt
