#include "cpu/executable/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace cppjrt::cpu {
namespace {

std::string MessageOf(const std::vector<Settings::Option>& options) {
  const StatusOr<Settings> settings = Settings::Read(options);
  return settings.ok() ? "" : std::string(settings.status().message());
}

class SettingsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const SettingRow& row : SettingRows()) ::unsetenv(row.env);
  }
  void TearDown() override { SetUp(); }
};

TEST_F(SettingsTest, NothingSaidIsTheDefault) {
  const StatusOr<Settings> settings = Settings::Read({});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_EQ(settings->mode, CompileMode::kEager);
  EXPECT_EQ(settings->engine, Engine::kAuto);
  EXPECT_FALSE(settings->check.any());
  EXPECT_TRUE(settings->remarks.empty());
  EXPECT_EQ(settings->stop_after, "load");
}

TEST_F(SettingsTest, OptionsAreReadWithAndWithoutPrefix) {
  const StatusOr<Settings> settings =
      Settings::Read({{"compile", "background"}, {"cppjrt_check", "nan,bounds"}, {"cppjrt_skip_passes", "cse,fold"}});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_EQ(settings->mode, CompileMode::kBackground);
  EXPECT_TRUE(settings->check.nan && settings->check.bounds && !settings->check.uninit);
  EXPECT_EQ(settings->skip_passes, (std::vector<std::string>{"cse", "fold"}));
}

TEST_F(SettingsTest, AnOptionGoesBeforeTheEnvironment) {
  ::setenv("CPPJRT_CPU_COMPILE", "lazy", 1);
  ::setenv("CPPJRT_CPU_CHECK", "nan", 1);
  const StatusOr<Settings> settings = Settings::Read({{"compile", "eager"}});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_EQ(settings->mode, CompileMode::kEager);
  EXPECT_TRUE(settings->check.nan);
}

TEST_F(SettingsTest, WhatIsNotKnownIsRefusedWithWhatWasMeant) {
  EXPECT_NE(MessageOf({{"comple", "lazy"}}).find("No such compile option: 'comple'; did you mean 'compile'?"),
            std::string::npos);
  EXPECT_NE(MessageOf({{"cppjrt_chek", "nan"}}).find("did you mean 'check'?"), std::string::npos);
  const std::string far = MessageOf({{"something_else", "1"}});
  EXPECT_EQ(far.find("did you mean"), std::string::npos) << far;
  EXPECT_NE(far.find("known are compile, engine"), std::string::npos) << far;
}

TEST_F(SettingsTest, WrongValuesAreRefused) {
  EXPECT_EQ(MessageOf({{"compile", "later"}}),
            "compile option compile is 'later', expected one of eager, lazy, background");
  EXPECT_EQ(MessageOf({{"check", "nan,infinite"}}),
            "compile option check is 'infinite', expected some of bounds, nan, uninit, memory");
  ::setenv("CPPJRT_CPU_ENGINE", "fast", 1);
  EXPECT_EQ(MessageOf({}), "CPPJRT_CPU_ENGINE is 'fast', expected one of auto, native, evaluator");
}

TEST_F(SettingsTest, SettingsThatContradictEachOtherAreRefused) {
  EXPECT_NE(MessageOf({{"compile", "background"}, {"engine", "native"}}), "");
  EXPECT_NE(MessageOf({{"stop_after", "plan"}, {"engine", "native"}}), "");
  EXPECT_EQ(MessageOf({{"dump", "plan"}}), "dump=plan needs dump_to, the folder to write into");
  EXPECT_NE(MessageOf({{"target", "avx2"}}).find("set CPPJRT_CPU_TARGET"), std::string::npos);
}

TEST_F(SettingsTest, WhatIsReproducibleIsNotEvaluated) {
  const StatusOr<Settings> settings = Settings::Read({{"reproducible_across_cpus", "true"}});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_TRUE(settings->reproducible);
  EXPECT_EQ(settings->engine, Engine::kNative);
  EXPECT_EQ(MessageOf({{"reproducible_across_cpus", "true"}, {"compile", "background"}}),
            "compile=background has programs run by the evaluator, whose bits depend on the processor: it does not go "
            "with reproducible_across_cpus=true");
  EXPECT_NE(MessageOf({{"reproducible_across_cpus", "true"}, {"engine", "evaluator"}}), "");
  EXPECT_NE(MessageOf({{"reproducible_across_cpus", "true"}, {"stop_after", "plan"}}), "");
}

TEST_F(SettingsTest, OptionsOfXlaAreIgnored) {
  const StatusOr<Settings> settings =
      Settings::Read({{"xla_cpu_enable_fast_math", "true"}, {"xla_dump_hlo_as_text", "true"}});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_EQ(settings->ignored, std::vector<std::string>{"xla_cpu_enable_fast_math"});
  EXPECT_NE(MessageOf({{"xla_cpu_enable_fast_maths", "true"}})
                .find("No such compile option: 'xla_cpu_enable_fast_maths'; did you mean 'xla_cpu_enable_fast_math'?"),
            std::string::npos);
}

TEST_F(SettingsTest, DumpsOfXlaAreAskedForByFlagOrOption) {
  ::setenv("XLA_FLAGS", "--xla_foo=1 --xla_dump_to=there", 1);
  EXPECT_EQ(Settings::Read({})->xla_dump_to, "there");
  EXPECT_EQ(Settings::Read({{"xla_dump_to", "here"}})->xla_dump_to, "here");
  ::unsetenv("XLA_FLAGS");
  EXPECT_EQ(Settings::Read({})->xla_dump_to, "");
}

TEST_F(SettingsTest, AnOptionGoesBeforeTheClientAndThatBeforeTheEnvironment) {
  ::setenv("CPPJRT_CPU_COMPILE", "lazy", 1);
  ::setenv("CPPJRT_CPU_MASKED_PRODUCTS", "select", 1);
  const StatusOr<Settings> settings =
      Settings::Read({{"compile", "background"}}, {{"compile", "eager"}, {"masked_products", "multiply"}});
  ASSERT_TRUE(settings.ok()) << settings.status().ToString();
  EXPECT_EQ(settings->mode, CompileMode::kBackground);
  EXPECT_FALSE(settings->select_masked_products);
}

TEST_F(SettingsTest, WhatIsOfTheClientOrTheProcessIsNoCompileOption) {
  EXPECT_EQ(MessageOf({{"code_cache", "/kept"}}),
            "'code_cache' is no compile option, as it is of the whole client: create the client with it, or set "
            "CPPJRT_CPU_CODE_CACHE in the environment");
  EXPECT_EQ(MessageOf({{"target", "avx2"}}),
            "'target' is no compile option, as it is of the whole process: set CPPJRT_CPU_TARGET in the environment");
  EXPECT_NE(FindClientSetting("code_cache"), nullptr);
  EXPECT_NE(FindClientSetting("check"), nullptr);
  EXPECT_EQ(FindClientSetting("target"), nullptr);
}

// A line of the table in docs/compiler.md for each row.
TEST_F(SettingsTest, TheDocumentHasEachRow) {
  std::ifstream file(CPPJRT_SOURCE_DIR "/docs/compiler.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(text.empty());
  for (const SettingRow& row : SettingRows()) {
    const std::string option = row.kind == SettingRow::Kind::process ? "" : "`" + std::string(row.name) + "`";
    std::string values;
    for (const char c : row.values) values += c == '|' ? "`, `" : std::string(1, c);
    if (!values.empty()) values = "`" + values + "`: ";
    const std::string line =
        "| " + (option.empty() ? "" : option + " ") + "| `" + row.env + "` | " + values + std::string(row.doc) + " |\n";
    EXPECT_NE(text.find(line), std::string::npos) << "docs/compiler.md lacks the line\n" << line;
  }
}

}  // namespace
}  // namespace cppjrt::cpu
