#include "stablehlo/transforms/partition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/transforms/partition_testing.h"

namespace cppjrt::stablehlo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

int Count(const std::string& text, std::string_view word) {
  int count = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
  return count;
}

TEST(PartitionTest, ElementwiseOpsAndBroadcastsNeedNothing) {
  const Case c{R"((%a: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<8x4xf32> {
    %one = stablehlo.constant dense<1.0> : tensor<8x4xf32>
    %0 = stablehlo.add %a, %one : tensor<8x4xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  })",
               {{8, 4}, {4}},
               {S(R"({"x"}, {"y"})"), S(R"({"y"})")},
               S(R"({"x"}, {"y"})")};
  ExpectSame(c);
  const std::string text = TextOf(c);
  EXPECT_THAT(text, Not(HasSubstr("all_")));
  EXPECT_THAT(text, Not(HasSubstr("8x4")));
}

TEST(PartitionTest, SumsOverSharedDimensionsAreAddedUp) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<4xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  })",
               {{8, 4}},
               {S(R"({"x"}, {"y"})")},
               S(R"({"y"})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_reduce"), 1);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_gather"), 0);
}

TEST(PartitionTest, MaximaAreCombinedByMaximum) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<f32> {
    %z = stablehlo.constant dense<-5.0> : tensor<f32>
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  })",
               {{8, 4}},
               {S(R"({"x"}, {"y"})")},
               ""};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_reduce"), 1);
}

// A sum that begins with a number would count it once for each partition.
TEST(PartitionTest, ASumThatDoesNotBeginWithZeroIsWhole) {
  ExpectSame({R"((%a: tensor<8xf32>) -> tensor<f32> {
    %z = stablehlo.constant dense<5.0> : tensor<f32>
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  })",
              {{8}},
              {S(R"({"x", "y"})")},
              ""});
}

constexpr std::string_view kDot = R"((%a: tensor<8x4xf32>, %b: tensor<4x6xf32>) -> tensor<8x6xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  })";

TEST(PartitionTest, ProductsOfRowsAndColumnsNeedNothing) {
  const Case c{std::string(kDot), {{8, 4}, {4, 6}}, {S(R"({"x"}, {})"), S(R"({}, {"y"})")}, S(R"({"x"}, {"y"})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
}

TEST(PartitionTest, ProductsOverASharedDimensionAreAddedUp) {
  const Case c{std::string(kDot), {{8, 4}, {4, 6}}, {S(R"({"x"}, {"y"})"), S(R"({"y"}, {})")}, S(R"({"x"}, {})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_reduce"), 1);
}

TEST(PartitionTest, AnAxisServesOneDimensionOnly) {
  const Case c{std::string(kDot), {{8, 4}, {4, 6}}, {S(R"({"x"}, {})"), S(R"({"x"}, {})")}, S(R"({"x"}, {})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_gather"), 1);
}

TEST(PartitionTest, SumsStayApartWhereTheProgramWantsThemSo) {
  const Case c{R"((%a: tensor<2x4xf32>, %b: tensor<4x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<2x2xf32>
    %2 = stablehlo.add %1, %1 : tensor<2x2xf32>
    return %2 : tensor<2x2xf32>
  })",
               {{2, 4}, {4, 2}},
               {S(R"({}, {"x"})"), S(R"({"x"}, {})")},
               R"(#sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>)"};
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  const Floats whole = ValuesOf(RunWhole(c));
  const std::vector<Floats> parts = RunParts(c);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[0], parts[1]);
  EXPECT_NE(parts[0], parts[2]);
  for (size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(parts[0][i] + parts[2][i], whole[i]);
}

// A loop that gathers sums in slices of what it carries: they are added up behind it.
TEST(PartitionTest, LoopsCarryWhatIsYetToBeAddedUp) {
  const Case c{R"((%a: tensor<3x2x4xf32>, %b: tensor<4x2xf32>) -> tensor<3x2x2xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<3x2x2xf32>
    %start = sdy.sharding_constraint %none <@mesh, [{}, {}, {}], unreduced={"x"}> : tensor<3x2x2xf32>
    %0:2 = stablehlo.while(%i = %zero, %sum = %start) : tensor<i32>, tensor<3x2x2xf32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %a, %i, %zero, %zero, sizes = [1, 2, 4] : (tensor<3x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4xf32>
      %flat = stablehlo.reshape %row : (tensor<1x2x4xf32>) -> tensor<2x4xf32>
      %p = stablehlo.dot_general %flat, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
      %u = stablehlo.broadcast_in_dim %p, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
      %next = stablehlo.dynamic_update_slice %sum, %u, %i, %zero, %zero : (tensor<3x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x2xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next : tensor<i32>, tensor<3x2x2xf32>
    }
    return %0#1 : tensor<3x2x2xf32>
  })",
               {{3, 2, 4}, {4, 2}},
               {S(R"({}, {}, {"x"})"), S(R"({"x"}, {})")},
               ""};
  ExpectSame(c);
  const std::string text = TextOf(c);
  EXPECT_EQ(Count(text, "stablehlo.all_reduce"), 1);
  EXPECT_GT(text.find("stablehlo.all_reduce"), text.find("stablehlo.dynamic_update_slice"));
}

TEST(PartitionTest, WhatIsWholeIsASumOfItselfAndZeros) {
  const std::string main = R"((%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  })";
  const std::string unreduced = R"(#sdy.sharding<@mesh, [{}], unreduced={"x"}>)";
  const Floats all = Numbers(4, 0);
  const std::vector<Floats> of_whole = RunParts({main, {{4}}, {""}, unreduced});
  ASSERT_EQ(of_whole.size(), 4U);
  EXPECT_EQ(of_whole[1], all);
  EXPECT_THAT(of_whole[2], ElementsAre(0, 0, 0, 0));
  const std::vector<Floats> of_parts = RunParts({main, {{4}}, {S(R"({"x"})")}, unreduced});
  ASSERT_EQ(of_parts.size(), 4U);
  EXPECT_THAT(of_parts[0], ElementsAre(all[0], all[1], 0, 0));
  EXPECT_THAT(of_parts[3], ElementsAre(0, 0, all[2], all[3]));
}

TEST(PartitionTest, PartsMoveFromOneDimensionToAnother) {
  ExpectSame({R"((%a: tensor<8x4xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  })",
              {{8, 4}},
              {S(R"({"x", "y"}, {})")},
              S(R"({"y"}, {"x"})")});
}

TEST(PartitionTest, PartsThatMoveAsTheyAreAreExchanged) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
    return %a : tensor<8x4xf32>
  })",
               {{8, 4}},
               {S(R"({"x", "y"}, {})")},
               S(R"({"x"}, {"y"})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_to_all"), 1);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_gather"), 0);
}

TEST(PartitionTest, SumsThatAreSharedAreScattered) {
  const Case c{std::string(kDot), {{8, 4}, {4, 6}}, {S(R"({}, {"y"})"), S(R"({"y"}, {})")}, S(R"({"y", "x"}, {})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.reduce_scatter"), 1);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_reduce"), 0);
}

TEST(PartitionTest, SumsThatNothingKeepsApartAreAddedUpAtOnce) {
  const Case c{R"((%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.sine %0 : tensor<4xf32>
    %2 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<2xf32>
    %3 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %5 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<2xf32>) -> tensor<4x2xf32>
    %6 = stablehlo.add %4, %5 : tensor<4x2xf32>
    %7 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<4xf32>) -> tensor<4x2xf32>
    %8 = stablehlo.maximum %6, %7 : tensor<4x2xf32>
    return %8 : tensor<4x2xf32>
  })",
               {{8, 4}, {8, 2}},
               {S(R"({"x"}, {})"), S(R"({"x"}, {})")},
               ""};
  ExpectSame(c);
  // The first is used before the others are there.
  EXPECT_EQ(Count(TextOf(c), "stablehlo.all_reduce"), 2);
}

TEST(PartitionTest, ReversedPartsChangePlaces) {
  const Case c{R"((%a: tensor<8x4x6xf32>) -> tensor<8x4x6xf32> {
    %0 = stablehlo.reverse %a, dims = [0, 1, 2] : tensor<8x4x6xf32>
    return %0 : tensor<8x4x6xf32>
  })",
               {{8, 4, 6}},
               {S(R"({"x"}, {"y"}, {})")},
               S(R"({"x"}, {"y"}, {})")};
  ExpectSame(c);
  EXPECT_EQ(Count(TextOf(c), "stablehlo.collective_permute"), 1);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
}

// The sum is wanted in parts: so is all that it is made of.
TEST(PartitionTest, WhatIsMadeOfNothingIsMadeInParts) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<8x4xui32>
    %1 = stablehlo.iota dim = 1 : tensor<8x4xui32>
    %k = stablehlo.constant dense<2654435761> : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<ui32>) -> tensor<8x4xui32>
    %3 = stablehlo.multiply %0, %2 : tensor<8x4xui32>
    %4 = stablehlo.xor %3, %1 : tensor<8x4xui32>
    %5 = stablehlo.convert %4 : (tensor<8x4xui32>) -> tensor<8x4xf32>
    %6 = stablehlo.iota dim = 0 : tensor<32xf32>
    %7 = stablehlo.reshape %6 : (tensor<32xf32>) -> tensor<8x4xf32>
    %8 = stablehlo.add %5, %7 : tensor<8x4xf32>
    %9 = stablehlo.add %8, %a : tensor<8x4xf32>
    return %9 : tensor<8x4xf32>
  })",
               {{8, 4}},
               {S(R"({"x", "y"}, {})")},
               S(R"({"x", "y"}, {})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  EXPECT_THAT(TextOf(c), Not(HasSubstr("8x4")));
}

TEST(PartitionTest, ReshapesKeepTheSlowestDimension) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<32xf32> {
    %0 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<4x2x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x2x4xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  })",
               {{8, 4}},
               {S(R"({"x", "y"}, {})")},
               S(R"({"x", "y"})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  ExpectSame({c.main, {{8, 4}}, {S(R"({"x"}, {"y"})")}, ""});
}

TEST(PartitionTest, SlicesPadsSortsAndConcatenationsKeepOtherDimensions) {
  const Case c{R"((%a: tensor<8x4xf32>) -> tensor<8x6xf32> {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %i = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.slice %a [0:8, 1:3] : (tensor<8x4xf32>) -> tensor<8x2xf32>
    %1 = stablehlo.pad %0, %z, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x3xf32>
    %2 = stablehlo.concatenate %1, %a, dim = 1 : (tensor<8x3xf32>, tensor<8x4xf32>) -> tensor<8x7xf32>
    %3 = stablehlo.reverse %2, dims = [1] : tensor<8x7xf32>
    %4 = "stablehlo.sort"(%3) <{dimension = 1 : i64}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %less = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<8x7xf32>) -> tensor<8x7xf32>
    %5 = stablehlo.dynamic_update_slice %4, %0, %i, %i : (tensor<8x7xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x7xf32>
    %6 = stablehlo.dynamic_slice %5, %i, %i, sizes = [8, 6] : (tensor<8x7xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
    return %6 : tensor<8x6xf32>
  })",
               {{8, 4}},
               {S(R"({"x", "y"}, {})")},
               S(R"({"x", "y"}, {})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  // Along the dimension that they change, they take the whole.
  ExpectSame({c.main, {{8, 4}}, {S(R"({}, {"x"})")}, S(R"({"y"}, {})")});
}

TEST(PartitionTest, LoopsCarryParts) {
  const Case c{R"((%a: tensor<3x8xf32>) -> tensor<8xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<8xf32>
    %0:2 = stablehlo.while(%i = %zero, %sum = %start) : tensor<i32>, tensor<8xf32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 8] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
      %flat = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
      %next = stablehlo.add %sum, %flat : tensor<8xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next : tensor<i32>, tensor<8xf32>
    }
    return %0#1 : tensor<8xf32>
  })",
               {{3, 8}},
               {S(R"({}, {"x", "y"})")},
               S(R"({"x", "y"})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  ExpectSame({c.main, {{3, 8}}, {S(R"({}, {"x"})")}, ""});
}

TEST(PartitionTest, BranchesAgreeOnTheirResults) {
  ExpectSame({R"((%a: tensor<8xf32>) -> tensor<8xf32> {
    %k = stablehlo.constant dense<1> : tensor<i32>
    %0 = "stablehlo.case"(%k) ({
      %c = stablehlo.constant dense<2.0> : tensor<8xf32>
      stablehlo.return %c : tensor<8xf32>
    }, {
      %n = stablehlo.negate %a : tensor<8xf32>
      stablehlo.return %n : tensor<8xf32>
    }) : (tensor<i32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })",
              {{8}},
              {S(R"({"x"})")},
              S(R"({"y"})")});
}

TEST(PartitionTest, ManualComputationsTakeParts) {
  const Case c{R"((%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
      %1 = stablehlo.negate %b : tensor<4xf32>
      sdy.return %1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })",
               {{8}},
               {S(R"({"x"})")},
               S(R"({"x"})")};
  const Floats whole = Numbers(8, 0);
  const std::vector<Floats> parts = RunParts(c);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_THAT(parts[1], ElementsAre(-whole[0], -whole[1], -whole[2], -whole[3]));
  EXPECT_THAT(parts[2], ElementsAre(-whole[4], -whole[5], -whole[6], -whole[7]));
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
  EXPECT_THAT(TextOf(c), Not(HasSubstr("8xf32")));
}

// The body returns its argument as another part than it took.
TEST(PartitionTest, ManualResultsMayBeArgumentsInAnotherRole) {
  const std::vector<Floats> parts = RunParts({R"((%a: tensor<4xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
      sdy.return %b : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })",
                                              {{4}},
                                              {""},
                                              ""});
  const Floats once = Numbers(4, 0);
  Floats twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  for (const Floats& part : parts) EXPECT_EQ(part, twice);
}

TEST(PartitionTest, GathersTakeRowsAndScattersAddThemUp) {
  const Case gather{R"((%a: tensor<8x4xf32>, %f: tensor<4x1xf32>) -> tensor<4x4xf32> {
    %i = stablehlo.convert %f : (tensor<4x1xf32>) -> tensor<4x1xi32>
    %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
        start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<4x1xi32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  })",
                    {{8, 4}, {4, 1}},
                    {S(R"({}, {"y"})"), S(R"({"x"}, {})")},
                    S(R"({"x"}, {"y"})")};
  ExpectSame(gather);
  EXPECT_THAT(TextOf(gather), Not(HasSubstr("all_")));
  const Case scatter{R"((%a: tensor<8x4xf32>, %f: tensor<4x1xf32>, %u: tensor<4x4xf32>) -> tensor<8x4xf32> {
    %i = stablehlo.convert %f : (tensor<4x1xf32>) -> tensor<4x1xi32>
    %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<4x1xi32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  })",
                     {{8, 4}, {4, 1}, {4, 4}},
                     {S(R"({}, {"y"})"), S(R"({"x"}, {})"), S(R"({"x"}, {"y"})")},
                     S(R"({}, {"y"})")};
  ExpectSame(scatter);
  EXPECT_EQ(Count(TextOf(scatter), "stablehlo.all_reduce"), 1);
}

TEST(PartitionTest, ConvolutionsShareImagesAndFeatures) {
  const Case c{R"((%a: tensor<4x6x6x2xf32>, %k: tensor<3x3x2x4xf32>) -> tensor<4x4x4x4xf32> {
    %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {
        feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x6x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<4x4x4x4xf32>
    return %0 : tensor<4x4x4x4xf32>
  })",
               {{4, 6, 6, 2}, {3, 3, 2, 4}},
               {S(R"({"x"}, {}, {}, {})"), S(R"({}, {}, {}, {"y"})")},
               S(R"({"x"}, {}, {}, {"y"})")};
  ExpectSame(c);
  EXPECT_THAT(TextOf(c), Not(HasSubstr("all_")));
}

TEST(PartitionTest, WhatHappensOnceIsRefused) {
  EXPECT_THAT(TextOf({R"((%a: tensor<8xf32>) -> tensor<8xf32> {
    stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<8xf32>) -> ()
    return %a : tensor<8xf32>
  })",
                      {{8}},
                      {S(R"({"x"})")},
                      ""}),
              HasSubstr("happens once"));
}

TEST(PartitionTest, WhatWouldBeDoneByAllIsRefused) {
  EXPECT_THAT(TextOf({R"((%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
    %0 = stablehlo.custom_call @mhlo.erf(%a) : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %1 = stablehlo.custom_call @mhlo.erf(%0) : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.dot_general %1, %0, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    return %2 : tensor<512x512xf32>
  })",
                      {{512, 512}},
                      {S(R"({"x", "y"}, {})")},
                      ""}),
              HasSubstr("do more than they share"));
}

}  // namespace
}  // namespace cppjrt::stablehlo
