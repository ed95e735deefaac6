#include "stablehlo/op/infer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class InferTest : public testing::Test {
 protected:
  InferTest() { MakeModule(module_); }

  ValueId Value(std::initializer_list<int64_t> dims, TypeId element = scalar::kF32) {
    return module_.NewPlaceholder(module_.types().Tensor(dims, element));
  }
  TypeId Bounded(std::initializer_list<int64_t> dims, std::initializer_list<int64_t> bounds) {
    const Shape shape = {dims, bounds};
    return MakeTensor(module_, shape, scalar::kF32);
  }
  NamedAttr Attr(std::string_view name, AttrId value) { return {module_.names().Intern(name), value}; }

  // The inferred types in words, or what was wrong.
  std::string Infer(Opcode opcode, std::vector<ValueId> operands, std::vector<NamedAttr> attributes = {}) {
    OpState state;
    state.opcode = opcode;
    state.operands = operands;
    state.inherent = attributes;
    DiagnosticSink sink;
    std::vector<TypeId> types;
    return InferResultTypes(module_, state, sink, types) ? TypesText(module_, types) : sink.Render();
  }

  Module module_;
};

TEST_F(InferTest, OfOpsNotMadeYet) {
  EXPECT_EQ(Infer(Opcode::kAdd, {Value({2, 3}), Value({2, 3})}), "tensor<2x3xf32>");
  EXPECT_EQ(Infer(Opcode::kCompare, {Value({2}), Value({2})},
                  {Attr("comparison_direction", module_.attrs().Enum(EnumKind::kComparisonDirection, 0))}),
            "tensor<2xi1>");
  EXPECT_EQ(Infer(Opcode::kTranspose, {Value({2, 3})}, {Attr("permutation", module_.attrs().I64Array({1, 0}))}),
            "tensor<3x2xf32>");
  EXPECT_EQ(Infer(Opcode::kAfterAll, {}), "!stablehlo.token");
}

TEST_F(InferTest, SaysWhatIsWrong) {
  EXPECT_THAT(Infer(Opcode::kAdd, {Value({2}), Value({3})}),
              HasSubstr("add: operand 1 has type tensor<3xf32>, operand 0 has type tensor<2xf32>"));
  EXPECT_THAT(Infer(Opcode::kAdd, {Value({2})}), HasSubstr("add: has 1 operand, expected 2"));
  EXPECT_THAT(Infer(Opcode::kTranspose, {Value({2, 3})}), HasSubstr("attribute permutation is missing"));
  EXPECT_THAT(Infer(Opcode::kReshape, {Value({2})}), HasSubstr("result types do not follow"));
}

TEST_F(InferTest, TakesTheMostSpecificOperand) {
  EXPECT_EQ(Infer(Opcode::kAdd, {Value({kDynamic, 3}), Value({2, kDynamic})}), "tensor<2x3xf32>");
  const ValueId bounded = module_.NewPlaceholder(Bounded({kDynamic}, {4}));
  EXPECT_EQ(Infer(Opcode::kMultiply, {bounded, Value({kDynamic})}), "tensor<?xf32, #stablehlo.bounds<4>>");
  EXPECT_EQ(Infer(Opcode::kMultiply, {bounded, Value({3})}), "tensor<3xf32>");
  EXPECT_THAT(Infer(Opcode::kMultiply, {bounded, Value({5})}), HasSubstr("requires compatible types"));
}

TEST_F(InferTest, TransposesAQuantizedDimension) {
  const int64_t scales[] = {0x3fe0000000000000, 0x3fd0000000000000};
  const int64_t zero_points[] = {0, 0};
  const QuantizedType q = {scalar::kI8, scalar::kF32, -128, 127, 0, scales, zero_points};
  const ValueId a = Value({2, 3}, module_.types().Quantized(q));
  EXPECT_EQ(Infer(Opcode::kTranspose, {a}, {Attr("permutation", module_.attrs().I64Array({1, 0}))}),
            "tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>");
}

TEST_F(InferTest, DoesNotOverflow) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const AttrId dimension = module_.attrs().I64(0);
  EXPECT_THAT(Infer(Opcode::kConcatenate, {Value({kMost}), Value({kMost})}, {Attr("dimension", dimension)}),
              HasSubstr("the sum of sizes is too large"));
  const std::vector<NamedAttr> pad = {Attr("edge_padding_low", module_.attrs().I64Array({kMost})),
                                      Attr("edge_padding_high", module_.attrs().I64Array({kMost})),
                                      Attr("interior_padding", module_.attrs().I64Array({kMost}))};
  EXPECT_THAT(Infer(Opcode::kPad, {Value({5}), Value({})}, pad), HasSubstr("too large"));
}

TEST_F(InferTest, DimensionsMeet) {
  EXPECT_EQ(MostSpecific({kDynamic, 4}, {kDynamic, 6})->bound, 4);
  EXPECT_EQ(MostSpecific({3, kDynamic}, {kDynamic, 6})->dim, 3);
  EXPECT_FALSE(MostSpecific({7, kDynamic}, {kDynamic, 6}));
  EXPECT_EQ(LeastSpecific({kDynamic, 4}, {6, kDynamic})->bound, 6);
  EXPECT_EQ(LeastSpecific({3, kDynamic}, {3, kDynamic})->dim, 3);
  EXPECT_FALSE(LeastSpecific({2, kDynamic}, {3, kDynamic}));
}

TEST_F(InferTest, ElementsOfAnyWidth) {
  const uint8_t bytes[] = {0xff, 0x7f, 0x01, 0x80};
  const AttrId i16 =
      module_.attrs().Dense(module_.types().Tensor({2}, scalar::kI16), false, std::as_bytes(std::span(bytes)));
  EXPECT_THAT(IntElements(module_, i16).ToVector(), ElementsAre(0x7fff, -0x7fff));
  const AttrId ui8 =
      module_.attrs().Dense(module_.types().Tensor({4}, scalar::kUI8), false, std::as_bytes(std::span(bytes)));
  EXPECT_THAT(IntElements(module_, ui8).ToVector(), ElementsAre(255, 127, 1, 128));
}

TEST_F(InferTest, MessagesAboutNestedTypesEnd) {
  TypeId type = module_.types().Tensor({2}, scalar::kF32);
  for (int i = 0; i < 100000; ++i) type = module_.types().Tuple(std::vector<TypeId>{type, type});
  EXPECT_LT(TypeText(module_, type).size(), 3000u);
}

}  // namespace
}  // namespace cppjrt::stablehlo
