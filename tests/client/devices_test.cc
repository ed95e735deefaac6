// What a client knows of its devices and memories, and what can be asked for when it is made.
#include <set>
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

using DevicesTest = XlaCpuTest;
INSTANTIATE_ON_XLA_CPU(DevicesTest);

TEST_P(DevicesTest, ThePluginSaysWhatItIs) {
  const std::string name = GetParam();
  EXPECT_EQ(minor(), name == "xla-cpu" ? 115 : name == "xla-cpu-0.106" ? 106 : 81);
  EXPECT_EQ(plugin().api_version().major_version, 0);
  EXPECT_EQ(plugin().num_slots(), minor() == 115 ? 138U : minor() == 106 ? 136U : 118U);
  EXPECT_EQ(std::get<int64_t>(plugin().attributes().at("xla_version")), 2);
  ASSERT_TRUE(plugin().stablehlo_range().has_value());
  EXPECT_EQ(ToString(plugin().stablehlo_range()->minimum), "0.9.0");
  EXPECT_EQ(ToString(plugin().stablehlo_range()->current), minor() == 115   ? "1.20.0"
                                                           : minor() == 106 ? "1.16.1"
                                                                            : "1.13.3");
}

TEST_P(DevicesTest, ItsExtensionsAreListed) {
  std::set<std::string> names;
  for (const ExtensionInfo& extension : plugin().extensions()) names.insert(extension.name);
  std::set<std::string> expected = {"PhaseCompile", "FFI", "MemoryDescriptions", "Layouts"};
  if (minor() >= 106) expected.insert("Shardings");
  if (minor() >= 115) expected.insert("XlaTransform");
  EXPECT_EQ(names, expected);
  EXPECT_NE(plugin().FindExtension(4, 72), nullptr);
  EXPECT_EQ(plugin().FindExtension(4, 80) != nullptr, minor() >= 106);
}

TEST_P(DevicesTest, LoadingItAgainGivesTheSamePlugin) {
  const Plugin again = Get(Plugin::Load(InstalledPath(GetParam())));
  EXPECT_EQ(again.shared_api(), plugin().shared_api());
}

TEST_P(DevicesTest, ThePlatformIsCpu) {
  EXPECT_EQ(client().platform_name(), "cpu");
  EXPECT_EQ(client().platform_version(), "cpu");
  EXPECT_EQ(client().process_index(), 0);
}

TEST_P(DevicesTest, FourDevicesByDefault) {
  ASSERT_EQ(client().devices().size(), 4U);
  ASSERT_EQ(client().addressable_devices().size(), 4U);
  for (int i = 0; i < 4; ++i) {
    const Device& device = client().devices()[static_cast<size_t>(i)];
    EXPECT_EQ(device.id(), i);
    EXPECT_EQ(device.kind(), "cpu");
    EXPECT_EQ(device.description().process_index, 0);
    EXPECT_EQ(device.description().text, "CpuDevice(id=" + std::to_string(i) + ")");
    EXPECT_EQ(device.description().debug_text, (minor() == 81 ? "TFRT_CPU_" : "cpu:") + std::to_string(i));
    EXPECT_TRUE(device.addressable());
    EXPECT_EQ(device.local_hardware_id(), i);
    EXPECT_EQ(client().addressable_devices()[static_cast<size_t>(i)], device);
  }
}

TEST_P(DevicesTest, ThreeMemoriesPerDevice) {
  constexpr const char* kKinds[] = {"device", "pinned_host", "unpinned_host"};
  constexpr int kKindIds[] = {42097224, 1756073601, -272058569};
  ASSERT_EQ(client().memories().size(), 12U);
  for (const Device& device : client().devices()) {
    const std::vector<Memory> memories = device.memories();
    ASSERT_EQ(memories.size(), 3U);
    for (int k = 0; k < 3; ++k) {
      const Memory& memory = memories[static_cast<size_t>(k)];
      EXPECT_EQ(memory.kind(), kKinds[k]);
      EXPECT_EQ(memory.kind_id(), kKindIds[k]);
      EXPECT_EQ(memory.id(), 3 * device.id() + k);
      ASSERT_EQ(memory.devices().size(), 1U);
      EXPECT_EQ(memory.devices()[0], device);
      const std::string id = std::to_string(memory.id());
      EXPECT_TRUE(memory.text().ends_with(id)) << memory.text();
      EXPECT_THAT(memory.debug_text(), HasSubstr(id));
    }
    EXPECT_EQ(Get(device.default_memory()), memories[0]);
  }
}

TEST_P(DevicesTest, DevicesAreFoundByTheirNumbers) {
  EXPECT_EQ(Get(client().LookupDevice(2)), device(2));
  EXPECT_EQ(Get(client().LookupAddressableDevice(3)), device(3));
  EXPECT_THAT(client().LookupDevice(7),
              StatusIs(StatusCode::kNotFound, HasSubstr("no device with id 7; the client has 0, 1, 2, 3")));
  EXPECT_FALSE(client().LookupAddressableDevice(7).ok());
  EXPECT_FALSE(client().LookupAddressableDevice(-1).ok());
}

TEST_P(DevicesTest, TheDefaultAssignmentCountsUp) {
  EXPECT_EQ(Get(client().DefaultDeviceAssignment(2, 1)), (DeviceAssignment{2, 1, {0, 1}}));
  EXPECT_EQ(Get(client().DefaultDeviceAssignment(1, 2)), (DeviceAssignment{1, 2, {0, 1}}));
  EXPECT_EQ(Get(client().DefaultDeviceAssignment(2, 2)).device_ids.size(), 4U);
}

TEST_P(DevicesTest, ImpossibleAssignmentsAreRefused) {
  EXPECT_THAT(client().DefaultDeviceAssignment(0, 1), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(client().DefaultDeviceAssignment(1, -1), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(client().DefaultDeviceAssignment(5, 1), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(client().DefaultDeviceAssignment(2147483647, 2147483647), StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(DevicesTest, MemoryStatisticsAreUnimplemented) {
  EXPECT_THAT(device().memory_stats(), StatusIs(StatusCode::kUnimplemented, HasSubstr("PJRT_Device_MemoryStats")));
  EXPECT_THAT(device().ClearMemoryStats(), StatusIs(StatusCode::kUnimplemented));
}

TEST_P(DevicesTest, LiveAttributesAreEmptyOrUnimplemented) {
  StatusOr<NamedValues> attributes = device().attributes();
  if (minor() < 92) {
    EXPECT_THAT(attributes, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.92")));
  } else {
    EXPECT_TRUE(Get(std::move(attributes)).empty());
  }
}

TEST_P(DevicesTest, ADefaultMadeHandleNamesNothing) {
  const Device none;
  EXPECT_FALSE(none.valid());
  EXPECT_EQ(none.id(), -1);
  EXPECT_TRUE(none.memories().empty());
  EXPECT_FALSE(none.addressable());
  EXPECT_THAT(none.default_memory(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(none.memory_stats(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_EQ(Memory().kind(), "");
  EXPECT_TRUE(Memory().devices().empty());
}

// --- create options

TEST_P(DevicesTest, TheNumberOfDevicesIsAnOption) {
  EXPECT_EQ(NewClient({{"cpu_device_count", int64_t{1}}}).devices().size(), 1U);
  EXPECT_EQ(NewClient({{"cpu_device_count", int64_t{64}}}).devices().size(), 64U);
}

TEST_P(DevicesTest, AClientWithoutDevicesRefusesUploads) {
  const Client empty = NewClient({{"cpu_device_count", int64_t{0}}});
  EXPECT_TRUE(empty.devices().empty());
  const Floats values = {1};
  EXPECT_THAT(empty.Upload(std::span<const float>(values), Dims{1}),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("no addressable device")));
  EXPECT_THAT(empty.LookupDevice(0), StatusIs(StatusCode::kNotFound, HasSubstr("the client has none")));
}

TEST_P(DevicesTest, UnknownOptionsAreRefusedFrom115On) {
  StatusOr<Client> made = Client::Create(plugin(), {{{"foo", int64_t{1}}}, nullptr});
  if (minor() >= 115) {
    EXPECT_THAT(made, StatusIs(StatusCode::kInvalidArgument, HasSubstr("foo")));
  } else {
    EXPECT_THAT(made, IsOk());
  }
}

TEST_P(DevicesTest, OptionsOfTheWrongTypeAreRefused) {
  if (minor() < 115) GTEST_SKIP() << "older ones abort the process";
  EXPECT_THAT(Client::Create(plugin(), {{{"cpu_device_count", std::string("2")}}, nullptr}),
              StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(Client::Create(plugin(), {{{"cpu_device_count", true}}, nullptr}),
              StatusIs(StatusCode::kInvalidArgument));
}

TEST_P(DevicesTest, TheProcessIsAnOptionOf115) {
  if (minor() < 115) GTEST_SKIP() << "ignored before";
  const Client second = NewClient({{"process_id", int64_t{1}}});
  EXPECT_EQ(second.process_index(), 1);
  EXPECT_EQ(second.devices()[0].id(), 2048);
  EXPECT_EQ(second.devices()[0].local_hardware_id(), 0);
}

}  // namespace
}  // namespace pjrt
