#include "stablehlo/ir/attribute.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {
namespace {

class AttributeTest : public testing::Test {
 protected:
  static std::span<const std::byte> Bytes(std::string_view text) { return std::as_bytes(std::span(text)); }
  NamedAttr Entry(std::string_view name, AttrId value) { return {module_.names().Intern(name), value}; }

  Module module_;
  AttrTable& attrs_ = module_.attrs();
};

TEST_F(AttributeTest, IntegersWrapToTheirType) {
  EXPECT_EQ(attrs_.integer(attrs_.Integer(scalar::kI8, 255)), -1);
  EXPECT_EQ(attrs_.Integer(scalar::kI8, 255), attrs_.Integer(scalar::kI8, -1));
  EXPECT_EQ(attrs_.integer(attrs_.Integer(scalar::kUI8, -1)), 255);
  EXPECT_EQ(attrs_.Integer(scalar::kI1, -1), attrs_.Bool(true));
  EXPECT_NE(attrs_.I64(3), attrs_.I32(3));
}

TEST_F(AttributeTest, FloatsKeepTheirBits) {
  EXPECT_NE(attrs_.F32(0.0f), attrs_.F32(-0.0f));
  EXPECT_EQ(attrs_.float_bits(attrs_.F64(1.0)), 0x3ff0000000000000u);
  EXPECT_EQ(attrs_.float_bits(attrs_.Float(scalar::kF32, 0x7fc00001)), 0x7fc00001u);
}

TEST_F(AttributeTest, DictionariesAreSortedByName) {
  const NamedAttr ab[] = {Entry("a", attrs_.Unit()), Entry("b", attrs_.I64(1))};
  const NamedAttr ba[] = {ab[1], ab[0]};
  const AttrId dictionary = attrs_.Dictionary(ba);
  EXPECT_EQ(attrs_.Dictionary(ab), dictionary);
  EXPECT_EQ(attrs_.entry(dictionary, 0), ab[0]);
  EXPECT_EQ(attrs_.Lookup(dictionary, "b"), attrs_.I64(1));
  EXPECT_FALSE(attrs_.Lookup(dictionary, "c").valid());
}

TEST_F(AttributeTest, SmallElementsAreInterned) {
  const TypeId type = module_.types().Tensor({3}, scalar::kI8);
  const std::string data = "\1\2\3";
  const AttrId a = attrs_.Dense(type, false, Bytes(data));
  EXPECT_EQ(attrs_.Dense(type, false, Bytes("\1\2\3")), a);
  EXPECT_NE(attrs_.Dense(type, false, Bytes("\1\2\4")), a);
  EXPECT_NE(attrs_.dense(a).bytes.data(), Bytes(data).data());
  EXPECT_EQ(attrs_.dense(a).bytes.size(), 3u);
  EXPECT_EQ(attrs_.dense(a).bytes[2], std::byte{3});
}

TEST_F(AttributeTest, LargeElementsAreViews) {
  const TypeId type = module_.types().Tensor({1000}, scalar::kI8);
  const std::vector<std::byte> data(1000, std::byte{7});
  const AttrId a = attrs_.Dense(type, false, data);
  EXPECT_EQ(attrs_.dense(a).bytes.data(), data.data());
  EXPECT_EQ(attrs_.dense(a).bytes.size(), data.size());
  EXPECT_FALSE(attrs_.dense(a).is_splat);
}

TEST_F(AttributeTest, ASplatIsNotItsFirstElement) {
  const TypeId type = module_.types().Tensor({1}, scalar::kI8);
  const std::byte one[] = {std::byte{1}};
  EXPECT_NE(attrs_.Dense(type, true, one), attrs_.Dense(type, false, one));
  EXPECT_TRUE(attrs_.dense(attrs_.Dense(type, true, one)).is_splat);
}

TEST_F(AttributeTest, StructsHaveFieldsThatMayBeAbsent) {
  const AttrId fields[] = {attrs_.I64Array({1}), AttrId()};
  const AttrId a = attrs_.Struct(StructKind{3}, fields);
  EXPECT_EQ(attrs_.Struct(StructKind{3}, fields), a);
  EXPECT_NE(attrs_.Struct(StructKind{4}, fields), a);
  EXPECT_EQ(attrs_.i64s(attrs_.field(a, 0))[0], 1);
  EXPECT_FALSE(attrs_.field(a, 1).valid());
}

TEST_F(AttributeTest, KindsDoNotMix) {
  const AttrId elements[] = {attrs_.String("f")};
  const AttrId array = attrs_.Array(elements);
  EXPECT_EQ(attrs_.element(array, 0), elements[0]);
  EXPECT_NE(attrs_.SymbolRef("f"), elements[0]);
  EXPECT_EQ(attrs_.symbol(attrs_.SymbolRef("f")), "f");
  EXPECT_EQ(attrs_.string(attrs_.Opaque("#sdy.x<1>")), "#sdy.x<1>");
  EXPECT_NE(attrs_.Type(scalar::kF32), attrs_.Type(scalar::kF64));
  EXPECT_FALSE(attrs_.Is(AttrId(), AttrKind::kUnit));
}

}  // namespace
}  // namespace cppjrt::stablehlo
