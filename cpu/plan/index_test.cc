#include "cpu/plan/index.h"

#include <gtest/gtest.h>

#include "cpu/plan/view.h"

namespace cppjrt::cpu {
namespace {

TEST(IndexTest, QuotientsOfSumsOfLoopsGoAway) {
  IndexSpace space;
  const Affine i = space.Loop(0, 4);
  const Affine j = space.Loop(1, 8);
  EXPECT_EQ(space.Div(i * 8 + j, 8), i);
  EXPECT_EQ(space.Mod(i * 8 + j, 8), j);
  EXPECT_EQ(space.RangeOf(i * 8 + j), (Range{0, 31}));
}

TEST(IndexTest, QuotientsLoseWhatDoesNotReachTheNextMultiple) {
  IndexSpace space;
  const Affine row = space.Loop(0, 12);
  const Affine column = space.Loop(1, 64);
  EXPECT_EQ(space.Div(row * 64 + column, 4 * 64), space.Div(row, 4));
  EXPECT_EQ(Delinearize(space, row * 64 + column, {3, 4, 64}),
            (Index{space.Div(row, 4), row - space.Div(row, 4) * 4, column}));
}

TEST(IndexTest, AQuotientThatStaysCancelsWithItsRemainder) {
  IndexSpace space;
  const Affine i = space.Loop(0, 32);
  const Affine high = space.Div(i, 8);
  const Affine low = space.Mod(i, 8);
  EXPECT_EQ(space.RangeOf(high), (Range{0, 3}));
  EXPECT_EQ(high * 8 + low, i);
}

TEST(IndexTest, QuotientsRoundDown) {
  IndexSpace space;
  const Affine i = space.Loop(0, 10);
  EXPECT_EQ(space.Div(Affine(-1), 4), Affine(-1));
  EXPECT_EQ(space.RangeOf(space.Div(i - 3, 4)), (Range{-1, 1}));
}

TEST(IndexTest, RangesFollowWhatIsKnownOfALoop) {
  IndexSpace space;
  const Affine i = space.Loop(0, 64);
  const Affine quotient = space.Div(i, 8);
  space.SetLoopRange(0, {16, 23});
  EXPECT_EQ(space.RangeOf(quotient), (Range{2, 2}));
  EXPECT_EQ(space.Div(i, 8), Affine(2));
  space.SetLoopRange(0, {0, 63});
  EXPECT_EQ(space.RangeOf(quotient), (Range{0, 7}));
}

TEST(IndexTest, OffsetsAndIndicesAreInverse) {
  IndexSpace space;
  const Dims dims = {3, 1, 5};
  const Index index = {space.Loop(0, 3), Affine(0), space.Loop(1, 5)};
  EXPECT_EQ(Delinearize(space, LinearOffset(index, dims), dims), index);
}

TEST(IndexTest, ArraysWithoutElementsHaveNoIndices) {
  IndexSpace space;
  EXPECT_EQ(Delinearize(space, space.Loop(0, 8), {2, 0, 3}), Index(3));
}

TEST(IndexTest, GuardsAreDecidedByRanges) {
  IndexSpace space;
  const Affine i = space.Loop(0, 10);
  EXPECT_EQ(Decide(space, {i, 0, 10}), Truth::kAlways);
  EXPECT_EQ(Decide(space, {i - 10, 0, 5}), Truth::kNever);
  EXPECT_EQ(Decide(space, {i - 3, 0, 5}), Truth::kSometimes);
  EXPECT_EQ(Decide(space, {i * 2, 0, 20, 2}), Truth::kAlways);
  EXPECT_EQ(Decide(space, {i, 0, 10, 2}), Truth::kSometimes);
  EXPECT_EQ(Decide(space, {i, 0, 0}), Truth::kNever);
}

TEST(IndexTest, APadIsItsOperandWithinAndItsValueOutside) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {4}});
  const Value zero = body.Splat(ElementType::kF32, {}, 0);
  Node* pad = body.Add(NodeKind::kPad, {{ElementType::kF32, {9}}}, {x, zero}, PadAttrs{{1}, {1}, {1}});
  IndexSpace space;
  const Affine i = space.Loop(0, 9);
  const std::vector<Source> sources = Resolve(space, *pad, {i});
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_EQ(sources[0].value, x);
  ASSERT_EQ(sources[0].guards.size(), 1u);
  EXPECT_EQ(sources[0].guards[0].expr, i - 1);
  EXPECT_EQ(sources[0].guards[0].high, 7);
  EXPECT_EQ(sources[0].guards[0].step, 2);
  EXPECT_EQ(sources[1].value, zero);
}

TEST(IndexTest, OverflowIsKnown) {
  IndexSpace space;
  const Affine i = space.Loop(0, int64_t{1} << 40);
  const Affine far = i * (int64_t{1} << 40);  // its factor fits, its range does not
  EXPECT_FALSE(far.overflowed());
  EXPECT_FALSE(space.Computable(far));
  EXPECT_EQ(space.RangeOf(far).high, kUnboundedRange.high);
  for (const Affine& a : {far * (int64_t{1} << 40), Affine(INT64_MAX) + 1, Affine(INT64_MIN) * -1}) {
    EXPECT_TRUE(a.overflowed());
    EXPECT_TRUE((a + 1).overflowed());
    EXPECT_TRUE((a * 0).overflowed());
    EXPECT_TRUE(space.Div(a, 4).overflowed());
    EXPECT_TRUE(space.Mod(a, 4).overflowed());
    EXPECT_FALSE(space.Computable(a));
    EXPECT_FALSE(a.is_constant());
    EXPECT_EQ(space.RangeOf(a), kUnboundedRange);
  }
}

TEST(IndexTest, WhatCancelsOnlyInTheEndIsNotComputable) {
  IndexSpace space;
  const Affine i = space.Loop(0, int64_t{1} << 40);
  const Affine half = space.Div(i, 2);
  const Affine difference = i * (int64_t{1} << 22) - half * (int64_t{1} << 23);
  EXPECT_FALSE(space.Computable(difference));
  EXPECT_TRUE(space.Computable(i * 1000 + half));
}

}  // namespace
}  // namespace cppjrt::cpu
