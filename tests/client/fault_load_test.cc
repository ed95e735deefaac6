// Loading plugins that are wrong in one way each, and one that is not.
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/client/fault.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

using FaultLoadTest = FaultTest;

TEST_F(FaultLoadTest, ALibraryWithoutTheSymbolIsNoPlugin) {
  EXPECT_THAT(Plugin::Load(TestPluginPath("not_a_plugin")),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("does not export GetPjrtApi")));
}

TEST_F(FaultLoadTest, ANullTableIsRefused) {
  EXPECT_THAT(Plugin::Load(TestPluginPath("null_table")),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("GetPjrtApi returned null")));
}

TEST_F(FaultLoadTest, AnotherMajorVersionIsRefused) {
  EXPECT_THAT(Plugin::Load(TestPluginPath("wrong_major")),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("PJRT C API 1.0")));
}

TEST_F(FaultLoadTest, AMissingSymbolIsNamed) {
  EXPECT_THAT(Plugin::Load(TestPluginPath("missing_dependency")),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("undefined symbol")));
}

TEST_F(FaultLoadTest, ManyThreadsLoadOnePlugin) {
  std::vector<std::optional<Plugin>> plugins(8);
  std::vector<std::thread> threads;
  for (auto& plugin : plugins)
    threads.emplace_back([&plugin] { plugin = Get(Plugin::Load(TestPluginPath("pjrt_fault"))); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& plugin : plugins) EXPECT_EQ(plugin->shared_api(), plugins[0]->shared_api());
}

TEST_F(FaultLoadTest, TablesThatLieAreRefused) {
  for (const char* spec :
       {"table_size=0", "table_size=7", "table_size=100", "table_size=99999999999", "slots=0", "slots=80",
        "extensions=4:80,garbage", "extensions=4:80,5:48,cycle", "extensions=4:8", "extensions=4:99999999999"}) {
    EXPECT_THAT(FaultTable(spec).Load(), StatusIs(StatusCode::kInvalidArgument, HasSubstr("not a usable PJRT plugin")))
        << spec;
  }
}

TEST_F(FaultLoadTest, VersionsBeforeTheFloorAreRefusedWithARemedy) {
  for (const char* spec : {"version=0.54", "version=0.56", "version=0.0"}) {
    EXPECT_THAT(FaultTable(spec).Load(),
                StatusIs(StatusCode::kFailedPrecondition, AllOf(HasSubstr("needs 0.57"), HasSubstr(spec + 8))))
        << spec;
  }
  EXPECT_THAT(FaultTable("version=0.57").Load(), IsOk());
}

TEST_F(FaultLoadTest, UnknownExtensionsAreListed) {
  const FaultTable table("extensions=4:80,99:24");
  const Plugin plugin = table.plugin();
  ASSERT_EQ(plugin.extensions().size(), 2U);
  EXPECT_EQ(plugin.extensions()[1].type, 99);
  EXPECT_EQ(plugin.extensions()[1].name, "unknown");
  EXPECT_NE(plugin.FindExtension(4, 80), nullptr);
  EXPECT_EQ(plugin.FindExtension(4, 81), nullptr);
}

TEST_F(FaultLoadTest, AFailingInitializationCanBeTriedAgain) {
  const FaultTable table("Plugin_Initialize=fail:UNAVAILABLE:no driver;Plugin_Initialize=times:1");
  EXPECT_THAT(table.Load(), StatusIs(StatusCode::kUnavailable, HasSubstr("PJRT_Plugin_Initialize: no driver")));
  EXPECT_THAT(table.Load(), IsOk());
}

}  // namespace
}  // namespace pjrt
