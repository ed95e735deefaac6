#include "cpu/executable/tiers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Module;
using stablehlo::Program;
using stablehlo::VerifiedModule;

constexpr char kProgram[] = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.add %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
})";

VerifiedModule Ready() {
  stablehlo::DiagnosticSink sink;
  StatusOr<Module> parsed = stablehlo::Parse(kProgram, "test");
  StatusOr<VerifiedModule> verified = stablehlo::Verify(std::move(*parsed), sink);
  stablehlo::RunnableOptions runnable;
  runnable.inline_everything = true;
  return std::move(*stablehlo::MakeRunnable(std::move(*verified), runnable, sink));
}

// How often each is made, and what native code is made of.
struct Counts {
  std::atomic<int> native = 0;
  std::atomic<int> evaluated = 0;
  Status native_fails;
};

std::shared_ptr<Tiers> MakeTiers(CompileMode mode, Engine engine, Counts& counts) {
  Tiers::Makers makers;
  makers.native = [&counts](const std::atomic<bool>&) -> StatusOr<Tiers::Native> {
    ++counts.native;
    CPPJRT_RETURN_IF_ERROR(counts.native_fails);
    auto module = std::make_shared<Module>(std::move(Ready()).Release());
    NativeOptions options;
    options.owner = module;
    return NativeProgram::Compile(*module, stablehlo::FindEntry(*module, ""), options);
  };
  makers.evaluated = [&counts] {
    ++counts.evaluated;
    return Program::Prepare(Ready(), {});
  };
  return std::make_shared<Tiers>(mode, engine, std::move(makers));
}

TEST(TiersTest, EagerMakesNativeCodeAtOnceAndNothingElse) {
  Counts counts;
  const auto tiers = MakeTiers(CompileMode::kEager, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin(nullptr).ok());
  EXPECT_NE(tiers->ready(), nullptr);
  EXPECT_EQ(counts.native, 1);
  EXPECT_EQ(counts.evaluated, 0);
}

TEST(TiersTest, EagerTellsWhatGoesWrong) {
  Counts counts;
  counts.native_fails = ResourceExhaustedError("no memory");
  EXPECT_EQ(MakeTiers(CompileMode::kEager, Engine::kAuto, counts)->Begin(nullptr).message(), "no memory");
  counts.native_fails = UnimplementedError("no code for it");
  const auto tiers = MakeTiers(CompileMode::kEager, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin(nullptr).ok());
  EXPECT_NE(tiers->ForRun()->evaluated, nullptr);
  EXPECT_EQ(MakeTiers(CompileMode::kEager, Engine::kNative, counts)->Begin(nullptr).message(), "no code for it");
}

TEST(TiersTest, AFaultOfTheCompilerLeavesTheProgramToTheEvaluator) {
  Counts counts;
  counts.native_fails = InternalError("broken");
  const auto tiers = MakeTiers(CompileMode::kEager, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin(nullptr).ok());
  EXPECT_NE(tiers->ForRun()->evaluated, nullptr);
  EXPECT_EQ(tiers->late_error().message(), "broken");
  EXPECT_EQ(MakeTiers(CompileMode::kEager, Engine::kNative, counts)->Begin(nullptr).message(), "broken");
}

TEST(TiersTest, LazyMakesItOnceHoweverManyRun) {
  Counts counts;
  const auto tiers = MakeTiers(CompileMode::kLazy, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin(nullptr).ok());
  EXPECT_EQ(counts.native, 0);
  std::vector<std::thread> threads;
  std::atomic<int> native = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const StatusOr<Tiers::Engines> engines = tiers->ForRun();
      native += engines.ok() && engines->native != nullptr ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(native, 8);
  EXPECT_EQ(counts.native, 1);
  EXPECT_EQ(counts.evaluated, 0);
}

TEST(TiersTest, InTheBackgroundRunsAreEvaluatedUntilThereIsCode) {
  Counts counts;
  std::function<void()> later;
  const auto tiers = MakeTiers(CompileMode::kBackground, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin([&](std::function<void()> work) { later = std::move(work); }).ok());
  StatusOr<Tiers::Engines> before = tiers->ForRun();
  ASSERT_TRUE(before.ok());
  EXPECT_EQ(before->native, nullptr);
  EXPECT_NE(before->evaluated, nullptr);
  EXPECT_EQ(counts.native, 0);
  later();
  EXPECT_NE(tiers->ForRun()->native, nullptr);
  EXPECT_EQ(counts.evaluated, 1);
}

TEST(TiersTest, LateErrorsLeaveTheProgramToTheEvaluatorAndAreKept) {
  for (const CompileMode mode : {CompileMode::kLazy, CompileMode::kBackground}) {
    Counts counts;
    counts.native_fails = InternalError("broken");
    const auto tiers = MakeTiers(mode, Engine::kAuto, counts);
    ASSERT_TRUE(tiers->Begin([](const std::function<void()>& work) { work(); }).ok());
    for (int i = 0; i < 2; ++i) EXPECT_NE(tiers->ForRun()->evaluated, nullptr);
    EXPECT_EQ(tiers->Settle(), nullptr);
    EXPECT_EQ(tiers->late_error().message(), "broken");
    EXPECT_EQ(counts.native, 1);
    EXPECT_EQ(counts.evaluated, 1);
  }
}

TEST(TiersTest, AnEngineThatMustBeNativeGivesTheErrorAtTheFirstRun) {
  Counts counts;
  counts.native_fails = UnimplementedError("no code for it");
  const auto tiers = MakeTiers(CompileMode::kLazy, Engine::kNative, counts);
  ASSERT_TRUE(tiers->Begin(nullptr).ok());
  EXPECT_EQ(tiers->ForRun().status().message(), "no code for it");
}

TEST(TiersTest, WhatNobodyHoldsAnyMoreIsNotCompiled) {
  Counts counts;
  std::function<void()> later;
  auto tiers = MakeTiers(CompileMode::kBackground, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin([&](std::function<void()> work) { later = std::move(work); }).ok());
  tiers->Stop();
  tiers.reset();
  later();
  EXPECT_EQ(counts.native, 0);
}

TEST(TiersTest, FiguresThatAreAskedForDuringACompilationWaitForIt) {
  Counts counts;
  std::thread thread;
  const auto tiers = MakeTiers(CompileMode::kBackground, Engine::kAuto, counts);
  ASSERT_TRUE(tiers->Begin([&](std::function<void()> work) { thread = std::thread(std::move(work)); }).ok());
  std::vector<std::thread> others;
  for (int i = 0; i < 4; ++i) {
    others.emplace_back([&] {
      for (int k = 0; k < 100; ++k) EXPECT_TRUE(tiers->ForRun().ok());
      EXPECT_NE(tiers->Settle(), nullptr);
    });
  }
  for (std::thread& other : others) other.join();
  thread.join();
  EXPECT_EQ(counts.native, 1);
}

}  // namespace
}  // namespace cppjrt::cpu
