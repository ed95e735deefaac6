// Topologies of clients, through bytes, and compiling for one.
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

using TopologyTest = XlaCpuTest;
INSTANTIATE_ON_XLA_CPU(TopologyTest);

TEST_P(TopologyTest, AClientHasOne) {
  const Topology topology = Get(client().topology());
  EXPECT_EQ(Get(topology.platform_name()), "cpu");
  EXPECT_EQ(Get(topology.platform_version()), "cpu");
  EXPECT_TRUE(Get(topology.attributes()).empty());
  const std::vector<DeviceDescription> devices = Get(topology.devices());
  ASSERT_EQ(devices.size(), 4U);
  EXPECT_EQ(devices[3].id, 3);
  EXPECT_EQ(devices[3].kind, "cpu");
}

TEST_P(TopologyTest, ItKeepsItsClientAlive) {
  StatusOr<Topology> topology = NewClient().topology();
  EXPECT_EQ(Get(topology->devices()).size(), 4U);
}

TEST_P(TopologyTest, ItHasAFingerprintFrom101On) {
  StatusOr<uint64_t> fingerprint = Get(client().topology()).fingerprint();
  if (minor() < 101) {
    EXPECT_THAT(fingerprint, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.101")));
  } else {
    EXPECT_EQ(Get(std::move(fingerprint)), Get(Get(client().topology()).fingerprint()));
  }
}

TEST_P(TopologyTest, MemoryKindsAreKnownFrom110On) {
  StatusOr<std::vector<int>> kinds = Get(client().topology()).memory_space_kind_ids();
  if (minor() < 110) {
    EXPECT_THAT(kinds, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.110")));
  } else {
    EXPECT_EQ(Get(std::move(kinds)), (std::vector<int>{42097224, 1756073601, -272058569}));
  }
}

TEST_P(TopologyTest, BytesGiveTheSameTopologyAt115) {
  const std::string bytes = Get(Get(client().topology()).Serialize());
  StatusOr<Topology> topology = Topology::Deserialize(plugin(), bytes);
  if (minor() < 115) {
    EXPECT_FALSE(topology.ok());
    return;
  }
  ASSERT_THAT(topology, IsOk());
  EXPECT_EQ(Get(topology->devices()).size(), 4U);
  EXPECT_EQ(Get(topology->fingerprint()), Get(Get(client().topology()).fingerprint()));
}

TEST_P(TopologyTest, GarbageIsNoTopology) { EXPECT_FALSE(Topology::Deserialize(plugin(), "garbage").ok()); }

TEST_P(TopologyTest, TheCpuHasNoNamedTopologies) {
  EXPECT_THAT(Topology::Create(plugin(), "v5e:2x2"), StatusIs(StatusCode::kUnimplemented));
}

TEST_P(TopologyTest, ProgramsCompileForOneWithoutAClientAt115) {
  const Topology topology = Get(client().topology());
  StatusOr<Executable> compiled = topology.Compile({kAdd, "mlir"}, {});
  if (minor() < 115) {
    EXPECT_FALSE(compiled.ok());
    return;
  }
  ASSERT_THAT(compiled, IsOk());
  EXPECT_EQ(Get(compiled->name()), "add");
  const LoadedExecutable loaded = Get(client().Deserialize(Get(compiled->Serialize())));
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_EQ(Run(loaded, {&a, &a}), (Floats{2, 4, 6, 8}));
}

TEST_P(TopologyTest, AnEmptyTopologyRefusesEverything) {
  Topology topology = Get(client().topology());
  const Topology moved = std::move(topology);
  EXPECT_THAT(topology.devices(), StatusIs(StatusCode::kFailedPrecondition));  // NOLINT(bugprone-use-after-move)
  EXPECT_THAT(topology.Compile({kAdd, "mlir"}, {}), StatusIs(StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace pjrt
