#include "cpu/executable/xla_options.h"

#include <gtest/gtest.h>

#include "base/compile_options_fields.h"
#include "base/protobuf_wire.h"
#include "cpu/executable/compile_options.h"

namespace cppjrt::cpu {
namespace {

using Kind = OptionValue::Kind;

std::string MessageOf(std::string_view name, const OptionValue& value) {
  return std::string(CheckXlaOption(name, value).message());
}

TEST(XlaOptionsTest, ValuesThatReadAsTheKindAreTaken) {
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, OptionValue>>{
           {"xla_embed_ir_in_executable", {Kind::kBool, "true"}},
           {"xla_embed_ir_in_executable", {Kind::kText, "False"}},
           {"xla_dump_max_hlo_modules", {Kind::kInt, "200"}},
           {"xla_gpu_autotune_level", {Kind::kText, "3"}},
           {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", {Kind::kDouble, "0.5"}},
           {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", {Kind::kText, "2"}},
           {"xla_disable_hlo_passes", {Kind::kText, "a,b"}},
           {"xla_step_marker_location", {Kind::kText, "STEP_MARK_AT_ENTRY"}},
           {"xla_gpu_enable_command_buffer", {Kind::kText, "FUSION,CUBLAS"}}}) {
    EXPECT_TRUE(IsXlaOption(name)) << name;
    EXPECT_EQ(MessageOf(name, value), "") << name;
  }
}

// What XLA refuses, in its words.
TEST(XlaOptionsTest, OthersAreRefused) {
  EXPECT_EQ(MessageOf("xla_embed_ir_in_executable", {Kind::kText, "invalid_value"}),
            "While setting option xla_embed_ir_in_executable, 'invalid_value' is not a valid bool value, expected true "
            "or false");
  EXPECT_NE(MessageOf("xla_embed_ir_in_executable", {Kind::kText, "1"}), "");
  EXPECT_NE(MessageOf("xla_embed_ir_in_executable", {Kind::kInt, "1"}), "");
  EXPECT_EQ(MessageOf("xla_backend_optimization_level", {Kind::kDouble, "2.5"}),
            "While setting option xla_backend_optimization_level, '2.5' is not a valid int32 value");
  EXPECT_NE(MessageOf("xla_backend_optimization_level", {Kind::kBool, "true"}), "");
  EXPECT_NE(MessageOf("xla_backend_optimization_level", {Kind::kText, "99999999999"}), "");
  EXPECT_NE(MessageOf("xla_backend_optimization_level", {Kind::kText, ""}), "");
  EXPECT_NE(MessageOf("xla_gpu_auto_spmd_partitioning_memory_budget_ratio", {Kind::kInt, "2"}), "");
  EXPECT_NE(MessageOf("xla_dump_to", {Kind::kInt, "3"}), "");
  EXPECT_NE(MessageOf("xla_step_marker_location", {Kind::kText, "there"}).find("one of STEP_MARK_AT_ENTRY, "),
            std::string::npos);
  EXPECT_NE(MessageOf("xla_gpu_enable_command_buffer", {Kind::kText, "FUSION,no"}).find("some of"), std::string::npos);
  EXPECT_NE(MessageOf("xla_backend_extra_options", {Kind::kText, "a=b"}).find("cannot be given by name"),
            std::string::npos);
}

TEST(XlaOptionsTest, NamesAreKnownOrNear) {
  EXPECT_FALSE(IsXlaOption("xla_"));
  EXPECT_FALSE(IsXlaOption(""));
  EXPECT_EQ(XlaOptionsLike("xla_dump_too").front(), "xla_dump_to");
}

TEST(XlaOptionsTest, FlagsAreFoundInLists) {
  EXPECT_EQ(FlagIn("--xla_dump_to=a --xla_dump_to=b", "xla_dump_to"), "b");
  EXPECT_EQ(FlagIn("--xla_dump_to_x=a  xla_dump_to=b\n", "xla_dump_to"), "");
  EXPECT_EQ(FlagIn("", "xla_dump_to"), "");
}

std::string Field(int field, std::string_view bytes) {
  WireWriter writer;
  writer.Bytes(field, bytes);
  return writer.str();
}

TEST(XlaOptionsTest, CompileOptionsAreChecked) {
  WireWriter one;
  one.Int(override_field::kInt, 1);
  const auto with = [](std::string_view name, std::string_view value) {
    return Field(options_field::kEnvOptionOverrides, Field(1, name) + Field(2, value));
  };
  const StatusOr<CompileOptions> bad = CompileOptions::Parse(with("xla_embed_ir_in_executable", one.str()));
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.status().message().find("'1' is not a valid bool value"), std::string::npos);
  EXPECT_TRUE(CompileOptions::Parse(with("xla_gpu_autotune_level", one.str())).ok());
}

TEST(XlaOptionsTest, OverridesGoBeforeTheFlagsOfTheProcess) {
  const std::string flags = Field(options_field::kExecutableBuildOptions,
                                  Field(build_field::kDebugOptions, Field(debug_field::kDumpTo, "flag")));
  EXPECT_EQ(CompileOptions::Parse(flags)->settings.xla_dump_to, "flag");
  const std::string override_ = Field(options_field::kEnvOptionOverrides,
                                      Field(1, "xla_dump_to") + Field(2, Field(override_field::kString, "option")));
  EXPECT_EQ(CompileOptions::Parse(override_ + flags)->settings.xla_dump_to, "option");
}

}  // namespace
}  // namespace cppjrt::cpu
