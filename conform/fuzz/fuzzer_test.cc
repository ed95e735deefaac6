#include "conform/fuzz/fuzzer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>

#include "conform/fuzz/values.h"
#include "conform/semantics/self_check.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using ::testing::HasSubstr;

EngineFactory Evaluator() {
  return [] { return StatusOr<std::unique_ptr<Engine>>(EvaluatorEngine()); };
}

// The evaluator with a planted fault.
class Planted : public Engine {
 public:
  explicit Planted(std::string fault) : fault_(std::move(fault)) {}
  Answer Run(const Request& request) override {
    if (request.program.find("stablehlo.transpose") != std::string::npos) {
      if (fault_ == "crash") std::abort();
      if (fault_ == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    }
    Request other = request;
    if (fault_ == "minimum") Replace(other.program, "\"stablehlo.minimum\"", "\"stablehlo.maximum\"");
    // Two ops together, as a wrong fusion would be.
    const bool both = request.program.find("stablehlo.negate") != std::string::npos &&
                      request.program.find("stablehlo.reverse") != std::string::npos;
    if (fault_ == "pair" && both) Replace(other.program, "\"stablehlo.negate\"", "\"stablehlo.abs\"");
    return evaluator_->Run(other);
  }
  EngineFacts facts() const override { return evaluator_->facts(); }

 private:
  static void Replace(std::string& text, const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
      text.replace(at, from.size(), to);
  }

  const std::string fault_;
  std::unique_ptr<Engine> evaluator_ = EvaluatorEngine();
};

EngineFactory With(const std::string& fault) {
  return [fault] { return StatusOr<std::unique_ptr<Engine>>(std::make_unique<Planted>(fault)); };
}

FuzzResult Fuzzed(const EngineFactory& engine, FuzzOptions options) {
  options.seconds = 60;
  options.artifacts = false;
  StatusOr<FuzzResult> result = Fuzz(engine, Evaluator(), options, {});
  EXPECT_TRUE(result.ok()) << result.status().ToString();
  return result.ok() ? *std::move(result) : FuzzResult();
}

TEST(FuzzerTest, TheEvaluatorAgreesWithItself) {
  const FuzzResult result = Fuzzed(Evaluator(), {.seed = 3, .programs = 300});
  EXPECT_EQ(result.programs, 300);
  EXPECT_EQ(result.cases.size(), 0u);
  EXPECT_EQ(result.unjudged, 0);
}

TEST(FuzzerTest, AWrongOpIsCutToOneElement) {
  FuzzOptions options = {.seed = 1, .programs = 60};
  options.generate.ops = {"minimum", "add", "negate"};
  options.generate.types = {ElementType::kI32};
  const FuzzResult result = Fuzzed(With("minimum"), options);
  ASSERT_EQ(result.cases.size(), 1u);
  const FuzzCase& found = result.cases[0];
  EXPECT_EQ(found.key, "minimum i32 value");
  ASSERT_EQ(found.program.steps.size(), 1u);
  EXPECT_EQ(NumElements(found.program.steps[0].results[0]), 1);
  EXPECT_THAT(found.cause, HasSubstr("element [0] is "));
  EXPECT_GT(result.repeated, 0);
}

TEST(FuzzerTest, TwoOpsThatAreWrongTogetherAreFound) {
  FuzzOptions options = {.seed = 1, .programs = 60};
  options.generate.ops = {"negate", "reverse", "add"};
  options.generate.types = {ElementType::kI32};
  const FuzzResult result = Fuzzed(With("pair"), options);
  ASSERT_GE(result.cases.size(), 1u);
  for (const FuzzCase& found : result.cases) EXPECT_EQ(found.program.steps.size(), 2u) << Print(found.program);
}

TEST(FuzzerTest, CrashesAndHangsAreFindings) {
  FuzzOptions options = {.seed = 1, .programs = 6};
  options.generate.ops = {"transpose", "add"};
  options.limits.seconds = 0.3;
  const FuzzResult crashed = Fuzzed(With("crash"), options);
  ASSERT_GE(crashed.cases.size(), 1u);
  EXPECT_EQ(crashed.cases[0].difference, Difference::kCrash);
  EXPECT_THAT(crashed.cases[0].cause, HasSubstr("SIGABRT"));
  EXPECT_EQ(crashed.cases[0].program.steps.size(), 1u);
  options.programs = 1;
  options.generate.ops = {"transpose"};
  const FuzzResult hung = Fuzzed(With("hang"), options);
  ASSERT_EQ(hung.cases.size(), 1u);
  EXPECT_EQ(hung.cases[0].difference, Difference::kHang);
}

TEST(FuzzerTest, ACaseChecksItself) {
  FuzzOptions options = {.seed = 1, .programs = 60};
  options.generate.ops = {"minimum"};
  options.generate.types = {ElementType::kF32};
  const FuzzResult result = Fuzzed(With("minimum"), options);
  ASSERT_GE(result.cases.size(), 1u);
  for (const FuzzCase& found : result.cases) {
    const std::string text = CaseText(found);
    StatusOr<stablehlo::Module> module = stablehlo::Parse(text, "case");
    ASSERT_TRUE(module.ok()) << text << module.status().ToString();
    stablehlo::DiagnosticSink sink(&module->source());
    auto verified = Verify(std::move(*module), sink);
    ASSERT_TRUE(verified.ok()) << text << sink.Render();
    StatusOr<SelfCheck> test = MakeSelfCheck(std::move(*verified).Release(), {});
    ASSERT_TRUE(test.ok()) << test.status().ToString();
    // Right by the evaluator as it is, wrong with the fault: the program, run as it stands, says so.
    EXPECT_EQ(EvaluatorEngine()->Run({text, {}}).end, End::kOk) << text;
    EXPECT_EQ(Planted("minimum").Run({text, {}}).end, End::kFailed) << text;
  }
}

stablehlo::Tensor F32(const std::vector<double>& numbers) {
  return FromNumbers({ElementType::kF32, {static_cast<int64_t>(numbers.size())}}, numbers);
}

TEST(AccuracyTest, DifferencesHaveNames) {
  const double nan = std::nan("");
  const double inf = HUGE_VAL;
  const auto compare = [](double got, double want, double ulps, bool signs = false) {
    return Compare(F32({got}), F32({want}), Tolerance(F32({want}), ulps), signs).difference;
  };
  EXPECT_EQ(compare(1, 1 + 0x1p-23, 0), Difference::kValue);
  EXPECT_EQ(compare(1, 1 + 0x1p-23, 1), Difference::kNone);
  EXPECT_EQ(compare(1, nan, 1), Difference::kNan);
  EXPECT_EQ(compare(nan, 1, 1), Difference::kNotNan);
  EXPECT_EQ(compare(nan, -nan, 0), Difference::kNone);
  EXPECT_EQ(compare(inf, 1, 1), Difference::kInfinity);
  EXPECT_EQ(compare(0, 0x1p-130, 0), Difference::kSubnormal);
  EXPECT_EQ(compare(-0.0, 0.0, 0), Difference::kNone);
  EXPECT_EQ(compare(-0.0, 0.0, 0, /*signs=*/true), Difference::kZeroSign);
}

TEST(AccuracyTest, WhatShakesWidensAndWhatJumpsIsLeftOut) {
  Tolerance tolerance(F32({1, 1}), 0);
  tolerance.Widen(F32({1.25, HUGE_VAL}));
  EXPECT_EQ(tolerance.at(0), 2.0);
  EXPECT_TRUE(tolerance.unstable(1));
  EXPECT_EQ(Compare(F32({2.5, 7}), F32({1, 1}), tolerance, false).difference, Difference::kNone);
}

TEST(AccuracyTest, SmallestNumbersHaveErrorsThatNoFactorShows) {
  Tolerance tolerance(F32({0x1p-149, 1}), 0);
  EXPECT_EQ(Compare(F32({0, 1}), F32({0x1p-149, 1}), tolerance, false).difference, Difference::kSubnormal);
  tolerance.Floor(1);
  EXPECT_EQ(Compare(F32({0, 1}), F32({0x1p-149, 1}), tolerance, false).difference, Difference::kNone);
  EXPECT_EQ(Compare(F32({0, 1.5}), F32({0x1p-149, 1}), tolerance, false).difference, Difference::kValue);
}

TEST(AccuracyTest, PartsOfComplexProductsAreNoLargerThanThoseOfAbsoluteValues) {
  const stablehlo::Tensor z = FromNumbers({ElementType::kC64, {2}}, {3, -4, -1, 0});
  EXPECT_EQ(NumbersOf(Absolute(z)), (std::vector<double>{7, 0, 1, 0}));
  EXPECT_EQ(NumbersOf(Absolute(F32({-2, 1}))), (std::vector<double>{2, 1}));
}

}  // namespace
}  // namespace cppjrt::conform
