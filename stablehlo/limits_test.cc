// Programs that are too deep, too long or too wide for the careless: each must give an error or work, by text and by
// bytecode, through parsing, verifying, printing and writing, on a stack of 1 MiB (what nests costs no stack, or is bounded).

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/builder.h"
#include "stablehlo/op/build.h"
#include "stablehlo/op/cost.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {
namespace {

bool IsSanitized() { return std::getenv("CPPJRT_SANITIZED") != nullptr; }
// Sanitizers' frames are some ten times larger.
size_t StackBytes() { return IsSanitized() ? 16u << 20 : 1u << 20; }

void OnSmallStack(std::function<void()> work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, StackBytes()), 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

std::string Repeat(const std::string& text, size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// Everything that can be done with a program; none of it may end the process. True if it was read.
bool Survives(const std::string& bytes) {
  StatusOr<Module> module = Parse(bytes, "p");
  if (!module.ok()) {
    EXPECT_FALSE(module.status().message().empty());
    return false;
  }
  DiagnosticSink sink(&module->source());
  const bool valid = CheckModule(*module, sink, {.allow_foreign_dialects = true}).ok();
  if (valid) static_cast<void>(CostAnalysis(*module).program());
  EXPECT_FALSE(Print(*module, {.locations = true}).empty());
  EXPECT_FALSE(Print(*module, {.generic = true}).empty());
  StatusOr<std::string> written = WriteArtifact(*module, kNewestVersion);
  if (!written.ok()) return true;
  StatusOr<Module> again = Parse(std::move(*written), "written");
  const std::string difference = again.ok() ? FindDifference(*module, *again) : std::string(again.status().message());
  EXPECT_EQ(difference.substr(0, 300), "");
  return true;
}

void ExpectSurvives(const std::string& bytes) {
  OnSmallStack([&bytes] { Survives(bytes); });
}
void ExpectWorks(const std::string& bytes) {
  OnSmallStack([&bytes] { EXPECT_TRUE(Survives(bytes)); });
}
void ExpectRefused(const std::string& bytes) {
  OnSmallStack([&bytes] { EXPECT_FALSE(Survives(bytes)); });
}

std::string InFunction(const std::string& body) { return "func.func @main() {\n" + body + "return\n}\n"; }

constexpr size_t kDeep = 100'000;
constexpr size_t kWide = 10'000;

// ---- Regions

TEST(Limits, DeepRegionsInText) {
  ExpectRefused(InFunction(Repeat("\"test.op\"() ({\n", kDeep) + Repeat("}) : () -> ()\n", kDeep)));
  ExpectRefused(InFunction(Repeat("\"test.op\"() ({\n", kDeep)));
  ExpectWorks(InFunction(Repeat("\"test.op\"() ({\n", 300) + Repeat("}) : () -> ()\n", 300)));
}

// A function of ops that are each inside the one before: case with one branch.
Module DeepModule(size_t depth) {
  Module module;
  MakeModule(module);
  const TypeId index = module.types().Tensor({}, scalar::kI32);
  const OpId function = MakeFunction(module, "main", {index}, {});
  const ValueId argument = module.block(module.entry_block(function)).args[0];
  OpBuilder builder(&module);
  BlockId block = module.entry_block(function);
  for (size_t i = 0; i < depth; ++i) {
    const auto [region, inner] = builder.NewRegion();
    builder.SetInsertionPoint(block);
    builder.Create(Opcode::kCase, {argument}, {}, {}, {region});
    builder.Create(i == 0 ? Opcode::kFuncReturn : Opcode::kReturn, {}, {});
    block = inner;
  }
  builder.SetInsertionPoint(block);
  builder.Create(Opcode::kReturn, {}, {});
  return module;
}

TEST(Limits, DeepRegionsInBytecode) {
  OnSmallStack([] {
    Module module = DeepModule(kDeep);
    DiagnosticSink sink;
    static_cast<void>(CheckModule(module, sink).ok());
    EXPECT_EQ(CostAnalysis(module).program().flops, 0);
    StatusOr<std::string> written = WriteArtifact(module, kNewestVersion);
    ASSERT_TRUE(written.ok()) << written.status().message();
    StatusOr<Module> again = Parse(std::move(*written));
    ASSERT_TRUE(again.ok()) << again.status().message();
    EXPECT_EQ(FindDifference(module, *again), "");
  });
}

// The text of a deep program is long: each line is indented by its depth.
TEST(Limits, DeepRegionsPrint) {
  OnSmallStack([] {
    Module module = DeepModule(3000);
    EXPECT_FALSE(Print(module).empty());
    EXPECT_FALSE(Parse(Print(module, {.generic = true})).ok());  // deeper than text may be
  });
}

// ---- Long functions

TEST(Limits, MillionOps) {
  const size_t count = IsSanitized() ? 50'000 : 1'000'000;
  std::string body;
  for (size_t i = 0; i < count; ++i) {
    body += "%" + std::to_string(i + 1) + " = stablehlo.abs %" + std::to_string(i) + " : tensor<f32>\n";
  }
  const std::string last = std::to_string(count);
  ExpectWorks("func.func @main(%0: tensor<f32>) -> tensor<f32> {\n" + body + "return %" + last + " : tensor<f32>\n}\n");
}

// ---- Types, attributes, locations

TEST(Limits, WideTypes) {
  ExpectSurvives("func.func private @f(tensor<" + Repeat("1x", kWide) + "f32>)");
  ExpectSurvives("func.func private @f(tuple<" + Repeat("tensor<f32>, ", kWide) + "tensor<f32>>)");
  ExpectWorks("func.func private @f(" + Repeat("tensor<f32>, ", kWide) + "tensor<f32>)");
}

TEST(Limits, DeepTypes) {
  ExpectRefused("func.func private @f(" + Repeat("tuple<", kDeep) + "f32" + Repeat(">", kDeep) + ")");
  ExpectRefused("func.func private @f(" + Repeat("tuple<", kDeep));
  ExpectSurvives("func.func private @f(!a.b" + Repeat("<", kDeep) + Repeat(">", kDeep) + ")");
  ExpectSurvives("func.func private @f(" + Repeat("complex<", kWide) + "f32" + Repeat(">", kWide) + ")");
}

TEST(Limits, DeepTypesByAliases) {
  std::string aliases = "!t0 = tensor<f32>\n";
  for (size_t i = 1; i < kWide; ++i) {
    aliases += "!t" + std::to_string(i) + " = tuple<!t" + std::to_string(i - 1) + ">\n";
  }
  ExpectSurvives(aliases + "func.func private @f(!t" + std::to_string(kWide - 1) + ")\n");
}

TEST(Limits, DeepTypesInBytecode) {
  OnSmallStack([] {
    Module module;
    MakeModule(module);
    TypeId type = module.types().Tensor({}, scalar::kF32);
    for (size_t i = 0; i < kWide; ++i) type = module.types().Tuple(std::span(&type, 1));
    MakeFunction(module, "f", {type}, {});
    EXPECT_FALSE(Print(module).empty());
    StatusOr<std::string> written = WriteArtifact(module, kNewestVersion);
    if (!written.ok()) return;
    StatusOr<Module> again = Parse(std::move(*written));
    const std::string difference = again.ok() ? FindDifference(module, *again) : std::string();
    EXPECT_EQ(difference.substr(0, 300), "");
  });
}

TEST(Limits, DeepAttributes) {
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{a = ", "}"), std::pair("dense<[", "]>")}) {
    ExpectRefused("module attributes {a = " + Repeat(open, kDeep) + "1" + Repeat(close, kDeep) + "} {}");
    ExpectRefused("module attributes {a = " + Repeat(open, kDeep));
  }
  ExpectSurvives("#a.b" + Repeat("<", kDeep) + Repeat(">", kDeep));
}

TEST(Limits, DeepAttributesByAliases) {
  std::string aliases = "#a0 = [1]\n";
  for (size_t i = 1; i < kWide; ++i) {
    aliases += "#a" + std::to_string(i) + " = [#a" + std::to_string(i - 1) + "]\n";
  }
  ExpectSurvives(aliases + "module attributes {x.a = #a" + std::to_string(kWide - 1) + "} {}\n");
}

TEST(Limits, DeepLocations) {
  const std::string op = "func.func private @f() loc(";
  ExpectRefused(op + Repeat("callsite(", kDeep));
  ExpectRefused(op + Repeat("\"a\"(", kDeep) + "unknown" + Repeat(")", kDeep) + ")\n");
  std::string aliases = "#loc0 = loc(\"f\":1:1)\n";
  for (size_t i = 1; i < kWide; ++i) {
    aliases += "#loc" + std::to_string(i) + " = loc(\"n\"(#loc" + std::to_string(i - 1) + "))\n";
  }
  ExpectSurvives(aliases + op + "#loc" + std::to_string(kWide - 1) + ")\n");
}

}  // namespace
}  // namespace cppjrt::stablehlo
