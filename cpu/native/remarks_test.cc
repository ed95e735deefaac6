#include "cpu/native/remarks.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Module;
using stablehlo::VerifiedModule;

std::vector<Remark> RemarksOn(const std::string& text) {
  StatusOr<VerifiedModule> ready = ReadyModule(text, "test.mlir");
  EXPECT_TRUE(ready.ok()) << ready.status().ToString();
  auto module = std::make_shared<Module>(std::move(*ready).Release());
  std::vector<Remark> remarks;
  NativeOptions options;
  options.owner = module;
  options.remarks = &remarks;
  options.stop_after = "plan";
  EXPECT_EQ(NativeProgram::Compile(*module, stablehlo::FindEntry(*module, ""), options).status().code(),
            StatusCode::kUnimplemented);
  return remarks;
}

std::string TextOf(const std::vector<Remark>& remarks) {
  std::string text;
  for (const Remark& remark : remarks) text += ToText(remark) + "\n";
  return text;
}

TEST(RemarksTest, NothingIsSaidOfWhatIsFused) {
  EXPECT_EQ(TextOf(RemarksOn(R"(func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.sine %x : tensor<64x64xf32>
  %1 = stablehlo.add %0, %x : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
})")),
            "");
}

TEST(RemarksTest, WhatALibraryReadsIsNotFused) {
  EXPECT_EQ(TextOf(RemarksOn(R"(func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.sine %x : tensor<64x64xf32> loc("m.py":1:2)
  %1 = stablehlo.dot %0, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc("m.py":2:2)
  return %1 : tensor<64x64xf32>
})")),
            "m.py:1:2: not_fused: sine f32[64,64]: dot at m.py:2:2 reads it from memory\n");
}

TEST(RemarksTest, SortsWhoseOrderIsNotKnownAreNamed) {
  EXPECT_EQ(TextOf(RemarksOn(R"(func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.sine %a : tensor<f32>
    %c = stablehlo.compare LT, %s, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> loc("m.py":2:2)
    stablehlo.return %c : tensor<i1>
  }) : (tensor<1024xf32>) -> tensor<1024xf32> loc("m.py":1:2)
  return %0 : tensor<1024xf32>
})")),
            "m.py:1:2: not_recognized: sort f32[1024]: its comparison, a function that ends with compare at m.py:2:2, "
            "orders by "
            "no operands that are known, so that it is called for each pair\n");
}

TEST(RemarksTest, LongWindowsAreNamed) {
  EXPECT_NE(TextOf(RemarksOn(R"(func.func @main(%x: tensor<4096xf32>) -> tensor<3997xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 100>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4096xf32>, tensor<f32>) -> tensor<3997xf32> loc("m.py":1:2)
  return %0 : tensor<3997xf32>
})"))
                .find("m.py:1:2: not_recognized: reduce_window f32[3997]: each of its elements reads a window of 100"),
            std::string::npos);
}

TEST(RemarksTest, LoopsThatAreNotCountedSayWhy) {
  EXPECT_EQ(TextOf(RemarksOn(R"(func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<f32>
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.multiply %a, %a : tensor<f32>
      stablehlo.return %j, %b : tensor<i32>, tensor<f32>
    } loc("m.py":5:1)
  return %r#1 : tensor<f32>
})")),
            "m.py:5:1: not_counted: while (i32[], f32[]): what it counts does not start, grow and end by constants\n");
}

TEST(RemarksTest, WhatTheEvaluatorRunsIsNamed) {
  const std::string text = TextOf(RemarksOn(R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<8xf32> loc("m.py":3:3)
  return %0 : tensor<8xf32>
})"));
  EXPECT_EQ(text, "m.py:3:3: evaluated: fallback f32[8]: \"all_reduce\" is run by the evaluator\n");
}

TEST(RemarksTest, JsonIsQuoted) {
  EXPECT_EQ(ToJson({Remark::Kind::kEvaluated, "", "a\\b.py:1:2", "\"x\"\n"}, "jit_f"),
            R"({"program": "jit_f", "kind": "evaluated", "op": "", "place": "a\\b.py:1:2", "reason": "\"x\"\u000a"})");
}

}  // namespace
}  // namespace cppjrt::cpu
