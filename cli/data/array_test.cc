#include "cli/data/array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ArrayTest, ZerosAreAlignedAndZero) {
  const Array array = Ok(Array::Zeros({ElementType::kC128, {3, 5}}));
  EXPECT_EQ(array.size(), 15);
  EXPECT_EQ(array.bytes().size(), 240u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data()) % Array::kAlignment, 0u);
  EXPECT_EQ(BytesOf(array), std::string(240, '\0'));
}

TEST(ArrayTest, EmptyAndScalar) {
  const Array empty = Ok(Array::Zeros({ElementType::kF32, {0, int64_t{1} << 62, 8}}));
  EXPECT_EQ(empty.size(), 0);
  EXPECT_NE(empty.data(), nullptr);
  EXPECT_EQ(Ok(Array::Zeros({ElementType::kU4, {}})).bytes().size(), 1u);
}

TEST(ArrayTest, ImpossibleShapesAreErrors) {
  EXPECT_EQ(Array::Zeros({ElementType::kF32, {-1}}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Array::Zeros({ElementType::kToken, {1}}).status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Array::Zeros({ElementType::kF32, {int64_t{1} << 40, int64_t{1} << 40}}).status().code(),
            StatusCode::kOutOfRange);
  EXPECT_EQ(Array::Zeros({ElementType::kF32, {int64_t{1} << 61}}).status().code(), StatusCode::kOutOfRange);
  const StatusOr<Array> large = Array::Zeros({ElementType::kF32, {int64_t{1} << 50}});
  EXPECT_EQ(large.status().code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(MessageOf(large), HasSubstr("f32[1125899906842624] takes 4503599627370496 bytes"));
}

TEST(ArrayTest, FromBytesChecksTheSize) {
  EXPECT_EQ(BytesOf(Ok(Array::FromBytes({ElementType::kU8, {3}}, AsBytes("abc")))), "abc");
  EXPECT_EQ(MessageOf(Array::FromBytes({ElementType::kU16, {3}}, AsBytes("abc"))),
            "ui16[3] takes 6 bytes, 3 were given");
}

TEST(ArrayTest, CloneIsIndependent) {
  Array a = Literal("ui8[2]=1,2");
  const Array b = Ok(a.Clone());
  a.data()[0] = std::byte{9};
  EXPECT_EQ(BytesOf(b), "\1\2");
}

TEST(ArrayTest, ReinterpretKeepsBytes) {
  Array a = Literal("ui16[1]=0x3f80");
  ASSERT_TRUE(a.Reinterpret(ElementType::kBF16).ok());
  EXPECT_EQ(a.type(), ElementType::kBF16);
  EXPECT_EQ(a.Reinterpret(ElementType::kF32).code(), StatusCode::kInvalidArgument);
}

TEST(ArrayTest, Unflatten) {
  EXPECT_THAT(Unflatten(5, std::vector<int64_t>{2, 3}), ElementsAre(1, 2));
  EXPECT_THAT(Unflatten(0, {}), ElementsAre());
}

}  // namespace
}  // namespace cppjrt::data
