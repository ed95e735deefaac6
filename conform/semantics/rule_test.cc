#include "conform/semantics/rule.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <vector>

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::Tensor;

template <typename T>
Tensor Make(ElementType type, std::vector<T> values) {
  return *Tensor::Copy(type, {static_cast<int64_t>(values.size())}, std::as_bytes(std::span(values)),
                       stablehlo::MemoryAllocator::Heap());
}
Tensor F32(std::vector<float> values) { return Make(ElementType::kF32, std::move(values)); }

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(RuleTest, ChecksAsTheirOpsSay) {
  const Rule close = {.check = {.kind = stablehlo::CheckKind::kClose, .max_ulp = 1}};
  EXPECT_TRUE(Judge(F32({1, kNan}), F32({1 + 0x1p-23f, kNan}), close).holds);
  EXPECT_EQ(Judge(F32({1}), F32({1 + 0x1p-23f}), close).worst_ulp, 1u);
  EXPECT_FALSE(Judge(F32({1}), F32({1 + 0x1p-22f}), close).holds);
  EXPECT_FALSE(Judge(F32({kNan}), F32({kNan}), {}).holds);  // expect_eq: NaN is never equal
  EXPECT_FALSE(Judge(F32({1}), F32({1, 1}), close).holds);
}

TEST(RuleTest, RelaxedScalesByTheLargest) {
  const Rule relaxed = {.kind = RuleKind::kRelaxed};
  EXPECT_TRUE(Judge(F32({1000, 0.001f}), F32({1000, 0}), relaxed).holds);
  EXPECT_FALSE(Judge(F32({1, 0.001f}), F32({1, 0}), relaxed).holds);
  EXPECT_TRUE(Judge(F32({kNan, kInf}), F32({kNan, kInf}), relaxed).holds);
  EXPECT_FALSE(Judge(F32({kInf}), F32({-kInf}), relaxed).holds);
  EXPECT_FALSE(Judge(Make<int32_t>(ElementType::kI32, {7}), Make<int32_t>(ElementType::kI32, {8}), relaxed).holds);
}

TEST(RuleTest, ToleranceWithAShare) {
  Rule rule = {.kind = RuleKind::kTolerance, .rtol = 1e-3, .atol = 1e-6};
  EXPECT_TRUE(Judge(F32({100.05f}), F32({100}), rule).holds);
  EXPECT_FALSE(Judge(F32({100.2f}), F32({100}), rule).holds);
  EXPECT_FALSE(Judge(F32({1, 1, 1, 2}), F32({1, 1, 1, 1}), rule).holds);
  rule.share = 0.7;
  EXPECT_TRUE(Judge(F32({1, 1, 1, 2}), F32({1, 1, 1, 1}), rule).holds);
  EXPECT_FALSE(Judge(F32({-1}), F32({1}), rule).holds);
  rule.any_sign = true;
  EXPECT_TRUE(Judge(F32({-1}), F32({1}), rule).holds);
}

}  // namespace
}  // namespace cppjrt::conform
