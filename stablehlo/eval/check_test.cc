#include "stablehlo/eval/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "stablehlo/eval/value_text.h"
#include "tests/status_matchers.h"

namespace cppjrt::stablehlo {
namespace {

using ::testing::HasSubstr;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max();

template <typename T>
Tensor Make(ElementType type, const Dims& dims, const std::vector<T>& values) {
  return *Tensor::Copy(type, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}
Tensor F32(float value) { return Make<float>(ElementType::kF32, {}, {value}); }

Status Check(float actual, float expected, const CheckRule& rule) {
  return CheckTensors(F32(actual), F32(expected), rule);
}

TEST(Check, EqualIsThatOfNumbers) {
  const CheckRule rule = {.kind = CheckKind::kEqual};
  EXPECT_THAT(Check(0.0f, -0.0f, rule), IsOk());
  EXPECT_THAT(Check(kInf, kInf, rule), IsOk());
  EXPECT_FALSE(Check(kNan, kNan, rule).ok());
  EXPECT_FALSE(Check(1, 2, rule).ok());
}

TEST(Check, AlmostIsAbsoluteAndTakesNan) {
  const CheckRule rule = {.kind = CheckKind::kAlmost, .tolerance = 0.5};
  EXPECT_THAT(Check(1000, 1000.5, rule), IsOk());
  EXPECT_FALSE(Check(1000, 1000.75, rule).ok());
  EXPECT_THAT(Check(kNan, -kNan, rule), IsOk());
  EXPECT_FALSE(Check(kNan, 0, rule).ok());
  EXPECT_THAT(Check(kInf, kInf, rule), IsOk());
  EXPECT_FALSE(Check(kInf, -kInf, rule).ok());
  EXPECT_FALSE(Check(kInf, 1, {.kind = CheckKind::kAlmost, .tolerance = double{kInf}}).ok());
}

TEST(Check, DistancesCountNumbers) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(UlpDistance(F32(1), F32(1.0f + 0x1p-23f), 0), 1u);
  EXPECT_EQ(UlpDistance(F32(0.0f), F32(-0.0f), 0), 0u);
  EXPECT_EQ(UlpDistance(F32(tiny), F32(-tiny), 0), 2u);
  EXPECT_EQ(UlpDistance(F32(kNan), F32(-kNan), 0), 0u);
  EXPECT_EQ(UlpDistance(F32(kInf), F32(kInf), 0), 0u);
  EXPECT_EQ(UlpDistance(F32(kInf), F32(1), 0), kFar);
  EXPECT_EQ(UlpDistance(F32(kInf), F32(-kInf), 0), kFar);
  const Tensor a = Make<double>(ElementType::kC128, {}, {1.0, 2.0});
  const Tensor b = Make<double>(ElementType::kC128, {}, {1.0, 2.0 + 0x1p-50});
  EXPECT_EQ(UlpDistance(a, b, 0), 2u);
}

TEST(Check, CloseHasALowerAndAnUpperBound) {
  EXPECT_THAT(Check(1, 1.0f + 0x1p-22f, {.kind = CheckKind::kClose, .max_ulp = 2}), IsOk());
  EXPECT_FALSE(Check(1, 1.0f + 0x1p-22f, {.kind = CheckKind::kClose, .max_ulp = 1}).ok());
  EXPECT_FALSE(Check(1, 1, {.kind = CheckKind::kClose, .min_ulp = 1, .max_ulp = 2}).ok());
  EXPECT_THAT(Check(kInf, 1, {.kind = CheckKind::kClose, .min_ulp = kFar, .max_ulp = kFar}), IsOk());
}

TEST(Check, MessagesSayWhereAndHowMany) {
  const Tensor a = Make<int32_t>(ElementType::kI32, {2, 2}, {1, 2, 3, 4});
  const Tensor b = Make<int32_t>(ElementType::kI32, {2, 2}, {1, 2, 5, 6});
  EXPECT_EQ(CheckTensors(a, b, {}).message(), "element [1, 0] is 3, expected 5 (2 of 4 differ)");
  EXPECT_THAT(CheckTensors(a, F32(1), {}),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("got tensor<2x2xi32>, expected tensor<f32>")));
}

TEST(ValueText, ListsWithinLists) {
  EXPECT_EQ(TensorText(Make<uint8_t>(ElementType::kUI8, {}, {1})), "tensor<ui8> {1}");
  EXPECT_EQ(TensorText(Make<int8_t>(ElementType::kI8, {2, 2}, {1, 2, 3, -4})),
            "tensor<2x2xi8> {\n  [\n    [1, 2],\n    [3, -4]\n  ]\n}");
  EXPECT_EQ(TensorText(Make<uint8_t>(ElementType::kI1, {2}, {1, 0})), "tensor<2xi1> {\n  [true, false]\n}");
  EXPECT_EQ(TensorText(Make<int8_t>(ElementType::kI8, {2, 0}, {})), "tensor<2x0xi8> {\n  [\n    [],\n    []\n  ]\n}");
  EXPECT_EQ(TensorText(Make<int8_t>(ElementType::kI8, {0, 2}, {})), "tensor<0x2xi8> {\n  []\n}");
  EXPECT_EQ(TensorText(Make<float>(ElementType::kC64, {1}, {3.14f, 1})),
            "tensor<1xcomplex<f32>> {\n  [[3.140000e+00, 1.000000e+00]]\n}");
}

}  // namespace
}  // namespace cppjrt::stablehlo
