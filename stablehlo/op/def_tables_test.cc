#include "stablehlo/op/def_tables.h"

#include <gtest/gtest.h>

#include <set>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

TEST(DefTablesTest, EnumeratorsGoBothWays) {
  for (int k = 0; k < static_cast<int>(EnumKind::kCount); ++k) {
    const EnumInfo& info = Info(static_cast<EnumKind>(k));
    EXPECT_EQ(info.kind, static_cast<EnumKind>(k));
    EXPECT_EQ(FindEnum(info.dialect, info.mnemonic), info.kind);
    for (const Enumerator& e : info.values) {
      EXPECT_EQ(FindEnumerator(info.kind, e.keyword), e.value);
      EXPECT_EQ(EnumeratorName(info.kind, e.value), e.keyword);
    }
  }
  EXPECT_FALSE(FindEnumerator(EnumKind::kFftType, "LT"));
  EXPECT_EQ(EnumeratorName(EnumKind::kRngDistribution, 0), "");
}

TEST(DefTablesTest, VhloCodesAreDistinct) {
  std::set<int> codes;
  for (int k = 0; k < static_cast<int>(EnumKind::kCount); ++k) {
    const int code = Info(static_cast<EnumKind>(k)).vhlo_code;
    if (code >= 0) {
      EXPECT_TRUE(codes.insert(code).second) << code;
      EXPECT_EQ(FindEnumByVhloCode(static_cast<uint64_t>(code)), static_cast<EnumKind>(k));
    }
  }
  for (int k = 0; k < static_cast<int>(StructKind::kCount); ++k) {
    const int code = Info(static_cast<StructKind>(k)).vhlo_code;
    EXPECT_TRUE(code < 0 || codes.insert(code).second) << code;
  }
  EXPECT_EQ(codes.size(), 17u);  // of 25; the others are not enumerations or structs
  std::set<int> types;
  for (const ScalarInfo& info : Scalars()) {
    EXPECT_TRUE(info.vhlo_code < 0 || types.insert(info.vhlo_code).second) << info.text;
    EXPECT_EQ(info.vhlo_code >= 0, Version::Parse(info.vhlo_since).has_value()) << info.text;
  }
}

TEST(DefTablesTest, StructsAndFieldsAreFoundByName) {
  EXPECT_EQ(FindStruct("stablehlo", "dot"), StructKind::kDotDimensionNumbers);
  EXPECT_EQ(FindStruct("stablehlo", "bounds"), StructKind::kTypeExtensions);
  EXPECT_FALSE(FindStruct("chlo", "dot"));
  EXPECT_EQ(FindField(StructKind::kGatherDimensionNumbers, "start_index_map"), 4);
  EXPECT_EQ(FindField(StructKind::kGatherDimensionNumbers, "x"), -1);
  for (int k = 0; k < static_cast<int>(StructKind::kCount); ++k) {
    for (const FieldInfo& field : Info(static_cast<StructKind>(k)).fields) {
      EXPECT_TRUE(Version::Parse(field.since_text)) << field.name;
    }
  }
}

TEST(DefTablesTest, TypeClassesUseKnownLetters) {
  for (size_t i = 0; i <= static_cast<size_t>(TypeClass::kAnyType); ++i) {
    const TypeClassInfo& info = Info(static_cast<TypeClass>(i));
    EXPECT_EQ(info.elements.find_first_not_of("PSUF3CQAXNIV"), std::string_view::npos) << info.name;
    EXPECT_EQ(info.others.find_first_not_of("TPMY!"), std::string_view::npos) << info.name;
    EXPECT_EQ(info.shape.find_first_not_of("R*SB012"), std::string_view::npos) << info.name;
    EXPECT_EQ(info.elements.empty(), info.shape.empty()) << info.name;
    EXPECT_FALSE(info.text.empty());
  }
}

class MatchesTest : public testing::Test {
 protected:
  bool Match(TypeId type, TypeClass c) { return Matches(module_.types(), module_.attrs(), type, c); }
  TypeId Tensor(std::initializer_list<int64_t> dims, TypeId element) { return module_.types().Tensor(dims, element); }
  Module module_;
};

TEST_F(MatchesTest, Elements) {
  EXPECT_TRUE(Match(Tensor({2}, scalar::kF32), TypeClass::kTensor));
  EXPECT_FALSE(Match(Tensor({2}, scalar::kTF32), TypeClass::kTensor));
  EXPECT_FALSE(Match(Tensor({2}, scalar::kIndex), TypeClass::kTensor));
  EXPECT_TRUE(Match(Tensor({2}, scalar::kIndex), TypeClass::kDims));
  EXPECT_FALSE(Match(Tensor({2}, module_.types().Integer(7)), TypeClass::kInt));
  EXPECT_FALSE(Match(Tensor({2}, module_.types().Integer(8, Signedness::kSigned)), TypeClass::kInt));
  EXPECT_TRUE(Match(Tensor({2}, module_.types().Integer(7)), TypeClass::kIndices));
  EXPECT_FALSE(Match(Tensor({2}, scalar::kI1), TypeClass::kInt));
  EXPECT_FALSE(Match(Tensor({2}, scalar::kI64), TypeClass::kI32Tensor));
  EXPECT_TRUE(Match(Tensor({2}, module_.types().Complex(scalar::kF64)), TypeClass::kComplex));
  EXPECT_FALSE(Match(Tensor({2}, module_.types().Complex(scalar::kF16)), TypeClass::kComplex));
}

TEST_F(MatchesTest, Shapes) {
  EXPECT_TRUE(Match(Tensor({}, scalar::kI32), TypeClass::kIntScalar));
  EXPECT_FALSE(Match(Tensor({1}, scalar::kI32), TypeClass::kIntScalar));
  EXPECT_FALSE(Match(Tensor({kDynamic}, scalar::kI32), TypeClass::kStaticDims));
  EXPECT_FALSE(Match(module_.types().UnrankedTensor(scalar::kF32), TypeClass::kTensor));
  EXPECT_TRUE(Match(module_.types().UnrankedTensor(scalar::kF32), TypeClass::kAnyTensor));
  const AttrId bounds = module_.attrs().I64Array({4});
  const int64_t dims[] = {kDynamic};
  const TypeId bounded = module_.types().Tensor(
      dims, scalar::kF32, module_.attrs().Struct(StructKind::kTypeExtensions, std::span(&bounds, 1)));
  EXPECT_TRUE(Match(bounded, TypeClass::kStaticOrBoundedAxis));
  EXPECT_FALSE(Match(Tensor({kDynamic}, scalar::kF32), TypeClass::kStaticOrBoundedAxis));
}

TEST_F(MatchesTest, OtherTypes) {
  EXPECT_TRUE(Match(scalar::kToken, TypeClass::kTensorToken));
  EXPECT_FALSE(Match(scalar::kToken, TypeClass::kTensor));
  EXPECT_FALSE(Match(scalar::kF32, TypeClass::kTensor));
  EXPECT_TRUE(Match(scalar::kF32, TypeClass::kAnyType));
  EXPECT_TRUE(Match(module_.types().Tuple({}), TypeClass::kTuple));
}

}  // namespace
}  // namespace cppjrt::stablehlo
