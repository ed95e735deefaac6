#include "pjrt/element_type.h"

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/client.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(ElementTypeTest, EveryTypeOfTheCApiHasARowAtItsNumber) {
  const auto rows = ElementTypes();
  ASSERT_EQ(rows.size(), 34U);
  for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(static_cast<size_t>(rows[i].type), i);
  EXPECT_EQ(static_cast<int>(ElementType::kPred), static_cast<int>(PJRT_Buffer_Type_PRED));
  EXPECT_EQ(static_cast<int>(ElementType::kBF16), static_cast<int>(PJRT_Buffer_Type_BF16));
  EXPECT_EQ(static_cast<int>(ElementType::kToken), static_cast<int>(PJRT_Buffer_Type_TOKEN));
  EXPECT_EQ(static_cast<int>(ElementType::kU1), static_cast<int>(PJRT_Buffer_Type_U1));
}

TEST(ElementTypeTest, NamesAreDistinctAndLeadBackToTheType) {
  std::set<std::string_view> names;
  for (const ElementTypeInfo& row : ElementTypes()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(Name(row.type), row.name);
    if (row.type == ElementType::kInvalid) continue;
    EXPECT_EQ(ElementTypeFromName(row.name), row.type) << row.name;
  }
}

TEST(ElementTypeTest, XlaNamesLeadToTheTypeToo) {
  EXPECT_EQ(ElementTypeFromName("pred"), ElementType::kPred);
  EXPECT_EQ(ElementTypeFromName("s32"), ElementType::kS32);
  EXPECT_EQ(ElementTypeFromName("u8"), ElementType::kU8);
  EXPECT_EQ(ElementTypeFromName("c64"), ElementType::kC64);
  EXPECT_EQ(ElementTypeFromName("c128"), ElementType::kC128);
}

TEST(ElementTypeTest, UnknownNamesAndNumbersAreNoType) {
  for (std::string_view name : {"", "f33", "invalid", "I32", "i32 ", "tensor<f32>"}) {
    EXPECT_EQ(ElementTypeFromName(name), std::nullopt) << name;
  }
  for (int number : {-1, 34, 999, std::numeric_limits<int>::min()}) {
    EXPECT_EQ(Info(static_cast<ElementType>(number)).type, ElementType::kInvalid) << number;
    EXPECT_EQ(HostBytesPerElement(static_cast<ElementType>(number)), 0) << number;
  }
}

TEST(ElementTypeTest, HostWidthHoldsTheBits) {
  for (const ElementTypeInfo& row : ElementTypes()) {
    const int64_t bytes = HostBytesPerElement(row.type);
    EXPECT_GE(bytes * 8, row.bits) << row.name;
    EXPECT_LT(bytes * 8 - row.bits, 8) << row.name;
    EXPECT_EQ(bytes == 0, row.kind == ElementKind::kNone) << row.name;
  }
  EXPECT_EQ(HostBytesPerElement(ElementType::kPred), 1);
  EXPECT_EQ(HostBytesPerElement(ElementType::kS4), 1);
  EXPECT_EQ(HostBytesPerElement(ElementType::kC128), 16);
}

TEST(ElementTypeTest, KindsAndBitsAgreeWithTheNames) {
  for (const ElementTypeInfo& row : ElementTypes()) {
    const std::string name(row.name);
    if (row.kind == ElementKind::kUnsigned) {
      EXPECT_EQ(name, "ui" + std::to_string(row.bits));
    } else if (row.kind == ElementKind::kComplex) {
      EXPECT_EQ(name, "complex<f" + std::to_string(row.bits / 2) + ">");
    } else if (row.kind == ElementKind::kFloat) {
      const std::string digits = name.substr(name.find('f') + 1);
      EXPECT_EQ(std::stoi(digits), row.bits) << name;
    }
  }
}

TEST(ElementTypeTest, SubByteTypesAreThoseThatDoNotFillAByte) {
  std::set<std::string_view> names;
  for (const ElementTypeInfo& row : ElementTypes()) {
    if (IsSubByte(row.type)) names.insert(row.name);
  }
  EXPECT_EQ(names,
            (std::set<std::string_view>{"i4", "ui4", "i2", "ui2", "s1", "ui1", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"}));
}

TEST(ElementTypeTest, CppTypesMapToTheirElementType) {
  EXPECT_EQ(ElementTypeOf<bool>(), ElementType::kPred);
  EXPECT_EQ(ElementTypeOf<int8_t>(), ElementType::kS8);
  EXPECT_EQ(ElementTypeOf<int64_t>(), ElementType::kS64);
  EXPECT_EQ(ElementTypeOf<uint16_t>(), ElementType::kU16);
  EXPECT_EQ(ElementTypeOf<uint32_t>(), ElementType::kU32);
  EXPECT_EQ(ElementTypeOf<float>(), ElementType::kF32);
  EXPECT_EQ(ElementTypeOf<double>(), ElementType::kF64);
  EXPECT_EQ(ElementTypeOf<std::string>(), ElementType::kInvalid);
}

StatusOr<int64_t> Elements(std::initializer_list<int64_t> dims) {
  return NumElements(std::span(dims.begin(), dims.size()));
}
StatusOr<int64_t> Bytes(ElementType type, std::initializer_list<int64_t> dims) {
  return HostBytes(type, std::span(dims.begin(), dims.size()));
}

TEST(NumElementsTest, IsTheProduct) {
  EXPECT_EQ(Elements({}).value_or(-1), 1);
  EXPECT_EQ(Elements({7}).value_or(-1), 7);
  EXPECT_EQ(Elements({2, 3, 4}).value_or(-1), 24);
  EXPECT_EQ(Elements({kMax}).value_or(-1), kMax);
}

TEST(NumElementsTest, AZeroMakesTheArrayEmptyHoweverLargeTheRest) {
  EXPECT_EQ(Elements({0}).value_or(-1), 0);
  EXPECT_EQ(Elements({kMax, kMax, 0}).value_or(-1), 0);
  EXPECT_EQ(Elements({0, kMax, kMax}).value_or(-1), 0);
}

TEST(NumElementsTest, NegativeDimensionsAreRefusedByIndex) {
  EXPECT_THAT(Elements({2, -1}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("dimension 1 is negative (-1)")));
  EXPECT_THAT(Elements({0, -1}), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(Elements({std::numeric_limits<int64_t>::min()}), StatusIs(StatusCode::kInvalidArgument));
}

TEST(NumElementsTest, OverflowIsOutOfRange) {
  EXPECT_THAT(Elements({kMax, 2}), StatusIs(StatusCode::kOutOfRange));
  EXPECT_THAT(Elements({int64_t{1} << 40, int64_t{1} << 40}), StatusIs(StatusCode::kOutOfRange));
}

TEST(HostBytesTest, IsElementsTimesWidth) {
  EXPECT_EQ(Bytes(ElementType::kF64, {3}).value_or(-1), 24);
  EXPECT_EQ(Bytes(ElementType::kS4, {3}).value_or(-1), 3);
  EXPECT_EQ(Bytes(ElementType::kF32, {}).value_or(-1), 4);
}

TEST(HostBytesTest, BytesMayOverflowWhereElementsDoNot) {
  EXPECT_THAT(Bytes(ElementType::kS8, {kMax}), IsOk());
  EXPECT_THAT(Bytes(ElementType::kF32, {kMax}), StatusIs(StatusCode::kOutOfRange));
}

TEST(HostBytesTest, TypesWithoutHostRepresentationAreRefused) {
  EXPECT_THAT(Bytes(ElementType::kInvalid, {1}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("invalid (0)")));
  EXPECT_THAT(Bytes(ElementType::kToken, {1}), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(Bytes(static_cast<ElementType>(999), {1}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("999")));
}

}  // namespace
}  // namespace pjrt
