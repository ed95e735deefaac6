#include "stablehlo/ir/type.h"

#include <gtest/gtest.h>

#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {
namespace {

class TypeTest : public testing::Test {
 protected:
  Module module_;
  TypeTable& types_ = module_.types();
};

TEST_F(TypeTest, ScalarsHaveFixedIds) {
  for (const ScalarInfo& info : Scalars()) {
    const TypeId id = ToTypeId(info.scalar);
    EXPECT_EQ(types_.kind(id), info.kind) << info.text;
    EXPECT_EQ(types_.AsScalar(id), info.scalar);
    EXPECT_EQ(FindScalar(info.text), info.scalar);
    if (info.kind == TypeKind::kInteger) {
      EXPECT_EQ(types_.Integer(info.bits, info.signedness), id) << info.text;
    }
  }
  EXPECT_FALSE(FindScalar("i7"));
  EXPECT_NE(scalar::kF8E4M3, scalar::kF8E5M2);
}

TEST_F(TypeTest, EqualTypesHaveOneId) {
  const TypeId a = types_.Tensor({2, kDynamic}, scalar::kF32);
  EXPECT_EQ(types_.Tensor({2, kDynamic}, scalar::kF32), a);
  EXPECT_NE(types_.Tensor({2, kDynamic}, scalar::kF64), a);
  EXPECT_NE(types_.Tensor({kDynamic, 2}, scalar::kF32), a);
  EXPECT_NE(types_.UnrankedTensor(scalar::kF32), a);
  EXPECT_NE(types_.Integer(8, Signedness::kSigned), scalar::kI8);
}

TEST_F(TypeTest, TensorsTellTheirParts) {
  const AttrId bounds = module_.attrs().I64Array({kDynamic, 4});
  const int64_t dims[] = {2, kDynamic};
  const TypeId t = types_.Tensor(dims, types_.Complex(scalar::kF32), bounds);
  EXPECT_EQ(types_.rank(t), 2);
  EXPECT_EQ(types_.dims(t)[1], kDynamic);
  EXPECT_EQ(types_.element_type(types_.element_type(t)), scalar::kF32);
  EXPECT_EQ(types_.encoding(t), bounds);
  EXPECT_FALSE(types_.IsStaticTensor(t));
  EXPECT_FALSE(types_.num_elements(t));
  EXPECT_FALSE(types_.encoding(types_.Tensor({}, scalar::kF32)).valid());
}

TEST_F(TypeTest, CountsElementsWithoutOverflow) {
  EXPECT_EQ(types_.num_elements(types_.Tensor({}, scalar::kF32)), 1);
  EXPECT_EQ(types_.num_elements(types_.Tensor({14, 0, 17}, scalar::kF32)), 0);
  EXPECT_EQ(types_.num_elements(types_.Tensor({2, 3}, scalar::kF32)), 6);
  EXPECT_FALSE(types_.num_elements(types_.Tensor({int64_t{1} << 32, int64_t{1} << 32}, scalar::kF32)));
}

TEST_F(TypeTest, ElementsTakeWholeBytes) {
  EXPECT_EQ(types_.element_bytes(scalar::kI1), 1);
  EXPECT_EQ(types_.element_bytes(scalar::kUI4), 1);
  EXPECT_EQ(types_.element_bytes(scalar::kF6E2M3FN), 1);
  EXPECT_EQ(types_.element_bytes(scalar::kBF16), 2);
  EXPECT_EQ(types_.element_bytes(scalar::kIndex), 8);
  EXPECT_EQ(types_.element_bytes(types_.Complex(scalar::kF64)), 16);
  EXPECT_EQ(types_.element_bytes(types_.Integer(17)), 3);
  EXPECT_EQ(types_.element_bytes(scalar::kToken), 0);
}

TEST_F(TypeTest, QuantizedTypesKeepEveryNumber) {
  const int64_t scales[] = {0x3fb999999999999a, 0x3ff0000000000000};
  const int64_t zeros[] = {-30, 0};
  QuantizedType parts{scalar::kI8, scalar::kF32, -128, 127, 1, scales, zeros};
  const TypeId t = types_.Quantized(parts);
  EXPECT_EQ(types_.kind(t), TypeKind::kQuantizedAxis);
  EXPECT_EQ(types_.quantized(t).scale_bits[1], scales[1]);
  EXPECT_EQ(types_.quantized(t).zero_points[0], -30);
  EXPECT_EQ(types_.quantized(t).axis, 1);
  parts.storage_min = -127;
  EXPECT_NE(types_.Quantized(parts), t);
  EXPECT_EQ(types_.element_bytes(t), 1);
}

TEST_F(TypeTest, FunctionsSplitInputsAndResults) {
  const TypeId ins[] = {scalar::kF32, scalar::kI1};
  const TypeId outs[] = {scalar::kToken};
  const TypeId f = types_.Function(ins, outs);
  EXPECT_EQ(types_.num_inputs(f), 2u);
  EXPECT_EQ(types_.num_results(f), 1u);
  EXPECT_EQ(types_.result(f, 0), scalar::kToken);
  EXPECT_NE(types_.Function(outs, ins), f);
}

TEST_F(TypeTest, TenThousandMembersAreNoTrouble) {
  const std::vector<TypeId> many(10000, scalar::kF32);
  const TypeId t = types_.Tuple(many);
  EXPECT_EQ(types_.Tuple(many), t);
  EXPECT_EQ(types_.num_members(t), many.size());
}

}  // namespace
}  // namespace cppjrt::stablehlo
