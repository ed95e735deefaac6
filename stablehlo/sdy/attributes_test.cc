#include "stablehlo/sdy/attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/sdy/axes.h"

namespace cppjrt::stablehlo::sdy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename T>
T ReadGood(std::string_view text) {
  T value = T();
  std::string problem;
  EXPECT_TRUE(Read(text, value, problem)) << problem;
  return value;
}

TEST(ShardyAttributesTest, ASharding) {
  const auto sharding = ReadGood<TensorSharding>(
      R"(#sdy.sharding<@"a mesh", [{"x", "y":(2)4}p3, {?}, {"z", ?}], replicated={"u"}, unreduced=max{"v":(1)2}>)");
  EXPECT_EQ(sharding.mesh_name, "a mesh");
  ASSERT_EQ(sharding.dims.size(), 3u);
  EXPECT_EQ(sharding.dims[0].priority, 3);
  EXPECT_EQ(sharding.dims[0].axes[1], (AxisRef{"y", SubAxis{2, 4}}));
  EXPECT_TRUE(sharding.dims[0].closed);
  EXPECT_FALSE(sharding.dims[1].closed);
  EXPECT_THAT(sharding.replicated, ElementsAre(AxisRef{"u"}));
  EXPECT_THAT(sharding.unreduced, ElementsAre(AxisRef{"v", SubAxis{1, 2}}));
  EXPECT_EQ(sharding.reduction, Reduction::kMax);
}

TEST(ShardyAttributesTest, AMeshWrittenOutInASharding) {
  const auto sharding = ReadGood<TensorSharding>(R"(#sdy.sharding<mesh<["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>, []>)");
  ASSERT_TRUE(sharding.inline_mesh);
  EXPECT_THAT(sharding.inline_mesh->device_ids, ElementsAre(0, 2, 1, 3));
}

TEST(ShardyAttributesTest, DeviceIdsInOrderSayNothing) {
  EXPECT_EQ(ReadGood<Mesh>(R"(#sdy.mesh<["x"=2], device_ids=[0, 1]>)"), ReadGood<Mesh>(R"(#sdy.mesh<["x"=2]>)"));
  EXPECT_TRUE(ReadGood<Mesh>("#sdy.mesh<[], device_ids=[7]>").maximal());
}

TEST(ShardyAttributesTest, ARule) {
  const auto rule = ReadGood<ShardingRule>(
      "#sdy.op_sharding_rule<([i, jk], [])->([k, z_1]) {i=2, j=3, k=4} reduction={j} need_replication={i}, custom>");
  EXPECT_THAT(rule.operands[0], ElementsAre(ElementsAre(0), ElementsAre(1, 2)));
  EXPECT_THAT(rule.results[0], ElementsAre(ElementsAre(2), ElementsAre(18)));
  EXPECT_THAT(rule.factor_sizes, ElementsAre(2, 3, 4));
  EXPECT_THAT(rule.reduction, ElementsAre(1));
}

struct BadText {
  const char* text;
  const char* problem;
};

class BadTextTest : public testing::TestWithParam<BadText> {};

TEST_P(BadTextTest, SaysWhatIsWrong) { EXPECT_THAT(Problem(GetParam().text), HasSubstr(GetParam().problem)); }

constexpr BadText kBadTexts[] = {
    {R"(#sdy.nonsense<1>)", "no attribute of this name"},
    {R"(#sdy.mesh<["a"=2, "a"=2]>)", "duplicate axis name: \"a\""},
    {R"(#sdy.mesh<["a"=0]>)", "axis size must be at least 1"},
    {R"(#sdy.mesh<["a"=2, "b"=2], device_ids=[0, 1, 2]>)", "must match the number of device ids"},
    {R"(#sdy.mesh<["a"=3], device_ids=[0, 2, 2]>)", "sorted device ids must be 0 to 2"},
    {R"(#sdy.mesh<["a"=2], device_ids=[-1, 0]>)", "device id must be non-negative"},
    {R"(#sdy.mesh<[], device_ids=[0, 1]>)", "more than one element"},
    {R"(#sdy.mesh<["a"=9223372036854775807, "b"=9223372036854775807], device_ids=[1, 0]>)", "must match"},
    {R"(#sdy.mesh<["a"=99999999999999999999]>)", "more than 64 bits"},
    {R"(#sdy.sharding<@m [{}]>)", "expected ','"},
    {R"(#sdy.sharding<@m, [{"a"}]q2>)", "expected '>'"},
    {R"(#sdy.sharding<@m, [{"a"}p01]>)", "leading zeros"},
    {R"(#sdy.sharding<@m, [{"a"}px]>)", "expected a priority"},
    {R"(#sdy.sharding<@m, [{?, "a"}]>)", "expected '}'"},
    {R"(#sdy.sharding<@m, [{}], replicated={}>)", "expected a string"},
    {R"(#sdy.sharding<@m, [{}], replicated={"a"}, replicated={"b"}>)", "each at most once"},
    {R"(#sdy.sharding<@m, [{"a":(1)}]>)", "expected an integer"},
    {R"(#sdy.sharding<@m, [{}]> x)", "expected its end"},
    {R"(#sdy<manual_axes{"a" "b"}>)", "expected '}'"},
    {R"(#sdy.op_sharding_rule<([i])->([i]) {j=2}>)", "factors must come in order"},
    {R"(#sdy.op_sharding_rule<([z_0])->([i]) {i=2}>)", "expected a positive number"},
    {R"(#sdy.op_sharding_rule<([a])->([i]) {i=2}>)", "from 'i' to 'z'"},
    {R"(#sdy.op_sharding_rule<([i])->([i]) {i=2}, other>)", "expected custom"},
    {R"(#sdy.propagation_edges<[{step--1 = [{"a" = operand-0 -> [result-0]}]}]>)", "negative"},
    {R"(#sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [operand-0]}]}]>)", "also a target"},
};
INSTANTIATE_TEST_SUITE_P(Texts, BadTextTest, testing::ValuesIn(kBadTexts));

TEST(ShardyAxesTest, PartsOfAnAxis) {
  const auto mesh = ReadGood<Mesh>(R"(#sdy.mesh<["x"=8, "y"=2]>)");
  const AxisRef front{"x", SubAxis{1, 2}};
  const AxisRef middle{"x", SubAxis{2, 2}};
  const AxisRef back{"x", SubAxis{2, 4}};
  EXPECT_FALSE(Overlap(front, back));
  EXPECT_TRUE(Overlap(middle, back));
  EXPECT_TRUE(Overlap(front, AxisRef{"x"}));
  EXPECT_TRUE(CanMerge(front, back));
  EXPECT_EQ(Merge(front, back, mesh), AxisRef{"x"});
  EXPECT_EQ(Merge(front, middle, mesh), (AxisRef{"x", SubAxis{1, 4}}));
  EXPECT_TRUE(IsSuffix(back, AxisRef{"x"}, mesh));
  EXPECT_FALSE(IsSuffix(front, AxisRef{"x"}, mesh));
  EXPECT_EQ(WithoutSuffix(AxisRef{"x"}, back), front);
  AxisList axes = {AxisRef{"y"}, back, front};
  SortAndMerge(axes, mesh);
  EXPECT_THAT(axes, ElementsAre(AxisRef{"x"}, AxisRef{"y"}));
}

}  // namespace
}  // namespace cppjrt::stablehlo::sdy
