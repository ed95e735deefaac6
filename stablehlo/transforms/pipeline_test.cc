#include "stablehlo/transforms/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "stablehlo/op/build.h"
#include "stablehlo/transforms/async.h"
#include "stablehlo/transforms/dead_code.h"
#include "stablehlo/transforms/deprecated.h"
#include "stablehlo/transforms/empty_calls.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/masked_products.h"
#include "stablehlo/transforms/quantized.h"
#include "stablehlo/transforms/sharding.h"
#include "stablehlo/transforms/testing.h"
#include "stablehlo/transforms/tuple_calls.h"

namespace cppjrt::stablehlo {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

size_t CountOf(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// ---- Custom calls

TEST(TupleCallsTest, CustomCallsOfTuplesHaveResults) {
  const std::string text = Transformed(R"(
func.func @main(%a: tensor<3x2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @Qr(%a) {backend_config = "x", result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<3x2xf32>) -> tuple<tensor<3x2xf32>, tensor<2xf32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<3x2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})",
                                       SplitTupleCalls);
  EXPECT_THAT(text, AllOf(HasSubstr("%0:2 = stablehlo.custom_call @Qr(%arg0)"), HasSubstr("backend_config = \"x\""),
                          HasSubstr("-> (tensor<3x2xf32>, tensor<2xf32>)"), HasSubstr("stablehlo.tuple %0#0, %0#1")));
}

// ---- Calls that give nothing

TEST(EmptyCallsTest, AreLeftOut) {
  const std::string text = Transformed(R"(
func.func @main(%a: tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3xi32>, tensor<0xf32>) {
  %0:2 = stablehlo.custom_call @nothing(%a) : (tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3xi32>)
  %1:2 = stablehlo.custom_call @something(%a) : (tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3xi32>)
  %3:2 = stablehlo.custom_call @checked(%a) : (tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<3xi32>)
  %ok = stablehlo.compare EQ, %3#1, %3#1 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %all = stablehlo.broadcast_in_dim %ok, dims = [0] : (tensor<3xi1>) -> tensor<3x0xi1>
  %4 = stablehlo.select %all, %3#0, %0#0 : tensor<3x0xi1>, tensor<3x0xf32>
  %2 = stablehlo.custom_call @effect(%a) {has_side_effect = true} : (tensor<3x0xf32>) -> tensor<0xf32>
  return %4, %1#1, %2 : tensor<3x0xf32>, tensor<3xi32>, tensor<0xf32>
})",
                                       RemoveEmptyCalls);
  EXPECT_THAT(text, AllOf(Not(HasSubstr("@nothing")), Not(HasSubstr("@checked")), HasSubstr("@something"),
                          HasSubstr("@effect")));
}

// ---- Futures

TEST(AsyncTest, RunsAtOnce) {
  const std::string text = Transformed(R"(
func.func @main(%a: tensor<4xi32>) -> (tensor<2xi32>, tensor<4xi32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xi32>):
    %1 = stablehlo.slice %x [1:3] : (tensor<4xi32>) -> tensor<2xi32>
    stablehlo.return %1 : tensor<2xi32>
  }) : (tensor<4xi32>) -> !stablehlo.future<tensor<2xi32>>
  %b = stablehlo.add %a, %a : tensor<4xi32>
  stablehlo.custom_call @control_dep(%0, %b) {has_side_effect = true} : (!stablehlo.future<tensor<2xi32>>, tensor<4xi32>) -> ()
  %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return %3, %b : tensor<2xi32>, tensor<4xi32>
})",
                                       JoinAsync);
  EXPECT_THAT(text, AllOf(Not(HasSubstr("async")), Not(HasSubstr("control_dep")),
                          HasSubstr("stablehlo.slice %arg0 [1:3]"), HasSubstr("return %0, %1")));
}

// ---- Products with masks

TEST(MaskedProductsTest, AreSelectionsIfAskedFor) {
  constexpr std::string_view kText = R"(
func.func @main(%x: tensor<2xf32>, %m: tensor<2xi1>, %i: tensor<2xi32>) -> tensor<2xf32> {
  %f = stablehlo.convert %m : (tensor<2xi1>) -> tensor<2xf32>
  %a = stablehlo.multiply %f, %x : tensor<2xf32>
  %g = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xf32>
  %b = stablehlo.multiply %a, %g : tensor<2xf32>
  return %b : tensor<2xf32>
})";
  EXPECT_THAT(Transformed(kText, SelectMaskedProducts),
              AllOf(HasSubstr("stablehlo.select %arg1, %arg0, %cst"), HasSubstr("stablehlo.multiply")));
}

// ---- Sharding

Status LowerForOneDevice(Module& module, DiagnosticSink& sink) { return LowerSharding(module, {}, sink); }

TEST(ShardingTest, OneDeviceNeedsNone) {
  const std::string text = Transformed(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<4xf32>
  %1 = stablehlo.add %0, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
})",
                                       LowerForOneDevice);
  EXPECT_THAT(text,
              AllOf(Not(HasSubstr("sdy")), HasSubstr("mhlo.sharding = \"{replicated}\""), Not(HasSubstr("@Sharding")),
                    HasSubstr("stablehlo.add %arg0, %arg0"), HasSubstr("return %0")));
}

constexpr std::string_view kManual = R"(
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<PIECExf32>) {
    %1 = stablehlo.negate %b : tensor<PIECExf32>
    sdy.return %1 : tensor<PIECExf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";

std::string ManualOf(const std::string& piece) {
  std::string text(kManual);
  for (size_t at = text.find("PIECE"); at != std::string::npos; at = text.find("PIECE")) text.replace(at, 5, piece);
  return text;
}

TEST(ShardingTest, AManualComputationOfWholesIsItsBody) {
  EXPECT_THAT(Transformed(ManualOf("4"), LowerForOneDevice),
              AllOf(HasSubstr("stablehlo.negate %arg0"), Not(HasSubstr("sdy"))));
}

TEST(ShardingTest, AManualComputationOfPiecesIsRefused) {
  std::string program = ManualOf("2");
  program.replace(program.find("\"x\"=1"), 5, "\"x\"=2");
  EXPECT_THAT(Transformed(program, LowerForOneDevice),
              AllOf(HasSubstr("UNIMPLEMENTED"), HasSubstr("manual_computation"), HasSubstr("tensor<2xf32>")));
}

// ---- Deprecated and quantized

TEST(DeprecatedTest, EinsumThatDoesNotFitIsRefused) {
  EXPECT_THAT(Transformed(R"(
func.func @main(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.unary_einsum %a, config = "ijk->i" : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                          CanonicalizeDeprecated),
              AllOf(HasSubstr("INVALID_ARGUMENT"), HasSubstr("rank 2")));
}

TEST(DeprecatedTest, CrossReplicaSumAndTokens) {
  EXPECT_THAT(Transformed(R"(
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token) {
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.create_token : !stablehlo.token
  return %0, %1 : tensor<2xf32>, !stablehlo.token
})",
                          CanonicalizeDeprecated),
              AllOf(HasSubstr("all_reduce"), HasSubstr("after_all"), Not(HasSubstr("create_token"))));
}

TEST(QuantizedTest, ArithmeticIsDoneInFloatsAndMovesStay) {
  const std::string text = Transformed(R"(
!q = !quant.uniform<i8:f32, 0.5:1>
!w = !quant.uniform<i8:f32, 0.25>
func.func @main(%a: tensor<2x!q>, %w: tensor<2x!w>, %f: tensor<2xf32>) -> (tensor<2x!q>, tensor<f32>) {
  %0 = stablehlo.add %a, %a : tensor<2x!q>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<2x!q>
  %2 = stablehlo.dot_general %f, %w, contracting_dims = [0] x [0] : (tensor<2xf32>, tensor<2x!w>) -> tensor<f32>
  return %1, %2 : tensor<2x!q>, tensor<f32>
})",
                                       DequantizeArithmetic);
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.add"), HasSubstr(": tensor<2xf32>"), HasSubstr("stablehlo.reverse"),
                          HasSubstr("(tensor<2xf32>, tensor<2xf32>) -> tensor<f32>")));
  EXPECT_EQ(CountOf(text, "uniform_dequantize"), 3u);
  EXPECT_EQ(CountOf(text, "stablehlo.uniform_quantize"), 1u);
}

// ---- Inlining and dead code

std::string Inlined(std::string_view program, const InlineOptions& options = {}) {
  return Transformed(program, [&](Module& m, DiagnosticSink& s) { return InlineCalls(m, options, s); });
}

TEST(InlineTest, BodiesCalledOnceMove) {
  EXPECT_THAT(Inlined(R"(
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.negate %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})"),
              AllOf(Not(HasSubstr("call")), Not(HasSubstr("@f")), HasSubstr("stablehlo.sine %arg0"),
                    HasSubstr("stablehlo.negate %0")));
}

TEST(InlineTest, CyclesAreNamed) {
  EXPECT_THAT(Inlined(R"(
func.func private @a(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @b(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @b(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @a(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})"),
              AllOf(HasSubstr("INVALID_ARGUMENT"), HasSubstr("@a -> @b -> @a")));
}

// @f<n> calls @f<n-1> twice: 2^n copies of @f0 if all were inlined.
std::string Doubling(int levels) {
  std::string text =
      "func.func private @f0(%x: tensor<f32>) -> tensor<f32> {\n  %0 = stablehlo.add %x, %x : tensor<f32>\n"
      "  return %0 : tensor<f32>\n}\n";
  for (int i = 1; i <= levels; ++i) {
    const std::string callee = "@f" + std::to_string(i - 1);
    text += "func.func " + std::string(i == levels ? "@main" : "private @f" + std::to_string(i)) +
            "(%x: tensor<f32>) -> tensor<f32> {\n  %0 = call " + callee +
            "(%x) : (tensor<f32>) -> tensor<f32>\n  %1 = call " + callee +
            "(%0) : (tensor<f32>) -> tensor<f32>\n  return %1 : tensor<f32>\n}\n";
  }
  return text;
}

TEST(InlineTest, BigFunctionsCalledOftenStay) {
  const std::string text = Inlined(Doubling(30));
  EXPECT_THAT(text, HasSubstr("call @f"));
  EXPECT_LT(CountOf(text, "stablehlo.add"), 1000u);
}

TEST(InlineTest, GrowthIsBoundedWhereCallsCannotStay) {
  EXPECT_THAT(Inlined(Doubling(30), {.everything = true, .max_new_ops = 10'000}), HasSubstr("RESOURCE_EXHAUSTED"));
  EXPECT_THAT(Inlined(Doubling(4), {.everything = true}), AllOf(Not(HasSubstr("call ")), HasSubstr("stablehlo.add")));
}

TEST(InlineTest, CompositesCallTheirDecompositions) {
  EXPECT_THAT(Runnable(R"(
func.func private @d(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %x {decomposition = @d} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})"),
              AllOf(Not(HasSubstr("composite")), HasSubstr("stablehlo.sine %arg0")));
}

TEST(DeadCodeTest, OnlyWhatHasNoEffectGoes) {
  const std::string text = Transformed(R"(
func.func private @unused() -> tensor<f32> {
  %0 = call @also_unused() : () -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @also_unused() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>, %p: tensor<i1>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  %1 = stablehlo.cosine %0 : tensor<f32>
  %2 = stablehlo.custom_call @check.eq(%x, %x) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = "stablehlo.if"(%p) ({
    %4 = stablehlo.tanh %0 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }, { stablehlo.return %x : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
  return %x : tensor<f32>
})",
                                       [](Module& module, DiagnosticSink&) {
                                         RemoveDeadOps(module);
                                         RemoveDeadFunctions(module);
                                         return OkStatus();
                                       });
  EXPECT_THAT(text,
              AllOf(Not(HasSubstr("unused")), Not(HasSubstr("sine")), Not(HasSubstr("tanh")), HasSubstr("check.eq")));
}

// ---- Size

TEST(PipelineTest, HundredThousandOpsTakeNoLongerThanLinearWork) {
  Module module;
  MakeModule(module);
  const TypeId type = module.types().Tensor({4}, scalar::kF32);
  const OpId main = MakeFunction(module, "main", {type}, {type});
  OpBuilder builder(&module);
  builder.SetInsertionPoint(module.entry_block(main));
  ValueId x = module.block(module.entry_block(main)).args[0];
  for (int i = 0; i < 100'000; ++i) {
    x = builder.CreateValue(i % 4 == 0 ? Opcode::kChloConj : Opcode::kNegate, {x}, type);
  }
  builder.Create(Opcode::kFuncReturn, {x}, {});
  DiagnosticSink sink;
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  ASSERT_TRUE(verified.ok());
  const auto begin = std::chrono::steady_clock::now();
  const StatusOr<VerifiedModule> runnable = MakeRunnable(std::move(*verified), {}, sink);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(runnable.ok()) << runnable.status().ToString();
  RecordProperty("seconds", std::to_string(time.count()));
  EXPECT_LT(time.count(), 20.0);  // about 0.1 s alone on the machine; quadratic work takes minutes
}

TEST(PipelineTest, DeepNestingNeedsNoStack) {
  constexpr int kDepth = 50'000;
  Module module;
  MakeModule(module);
  const TypeId type = module.types().Tensor({}, scalar::kF32);
  const TypeId pred = module.types().Tensor({}, scalar::kI1);
  const OpId main = MakeFunction(module, "main", {type, pred}, {type});
  OpBuilder builder(&module);
  const std::span<const ValueId> args = module.block(module.entry_block(main)).args;
  BlockId block = module.entry_block(main);
  for (int i = 0; i < kDepth; ++i) {
    const auto [yes, inner] = builder.NewRegion();
    const auto [no, other] = builder.NewRegion();
    builder.SetInsertionPoint(other);
    builder.Create(Opcode::kReturn, {args[0]}, {});
    builder.SetInsertionPoint(block);
    const ValueId result = module.op(builder.Create(Opcode::kIf, {args[1]}, {type}, {}, {yes, no})).result(0);
    builder.Create(i == 0 ? Opcode::kFuncReturn : Opcode::kReturn, {result}, {});
    block = inner;
  }
  builder.SetInsertionPoint(block);
  const ValueId tan = builder.CreateValue(Opcode::kChloTan, {args[0]}, type);
  builder.Create(Opcode::kReturn, {tan}, {});
  DiagnosticSink sink;
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  ASSERT_TRUE(verified.ok()) << sink.Render();
  const StatusOr<VerifiedModule> runnable = MakeRunnable(std::move(*verified), {}, sink);
  EXPECT_TRUE(runnable.ok()) << runnable.status().ToString();
}

TEST(PipelineTest, StagesHaveNamesOfTheirOwn) {
  std::vector<std::string_view> names;
  for (const TransformStage& stage : TransformStages()) names.push_back(stage.name);
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

}  // namespace
}  // namespace cppjrt::stablehlo
