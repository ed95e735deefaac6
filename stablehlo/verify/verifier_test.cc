#include "stablehlo/verify/verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "stablehlo/op/build.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

using testing::HasSubstr;

class VerifierTest : public testing::Test {
 protected:
  VerifierTest()
      : builder_(&module_),
        f32_(module_.types().Tensor({2}, scalar::kF32)),
        pred_(module_.types().Tensor({}, scalar::kI1)) {
    MakeModule(module_);
  }

  // A function f32 -> f32; the builder stands in its body.
  ValueId BeginFunction(std::string_view name = "main") {
    function_ = MakeFunction(module_, name, {f32_}, {f32_});
    builder_.SetInsertionPoint(module_.entry_block(function_));
    return module_.block(module_.entry_block(function_)).args[0];
  }
  void Return(ValueId value) { builder_.Create(Opcode::kFuncReturn, {value}, {}); }

  // What the verifier reports, or "ok".
  std::string Problems(bool foreign = false) {
    DiagnosticSink sink(&module_.source());
    VerifyOptions options;
    options.allow_foreign_dialects = foreign;
    const Status status = CheckModule(module_, sink, options);
    return status.ok() ? "ok" : sink.Render();
  }

  Module module_;
  OpBuilder builder_;
  TypeId f32_;
  TypeId pred_;
  OpId function_;
};

TEST_F(VerifierTest, AcceptsAFunctionAndGivesTheModuleBack) {
  const ValueId a = BeginFunction();
  Return(builder_.CreateValue(Opcode::kAdd, {a, a}, f32_));
  DiagnosticSink sink;
  StatusOr<VerifiedModule> verified = Verify(std::move(module_), sink);
  ASSERT_TRUE(verified.ok()) << sink.Render();
  EXPECT_TRUE(verified->module().root());
  const Module module = std::move(*verified).Release();
  EXPECT_TRUE(module.root());
}

TEST_F(VerifierTest, LeavesTheModuleOnFailureAndCountsProblems) {
  const ValueId a = BeginFunction();
  const TypeId wrong = module_.types().Tensor({3}, scalar::kF32);
  builder_.CreateValue(Opcode::kAdd, {a, a}, wrong);
  builder_.CreateValue(Opcode::kNegate, {a}, wrong);
  Return(a);
  DiagnosticSink sink;
  const StatusOr<VerifiedModule> verified = Verify(std::move(module_), sink);
  EXPECT_EQ(sink.num_errors(), 2u);
  EXPECT_THAT(std::string(verified.status().message()), HasSubstr("and 1 more error"));
  EXPECT_TRUE(module_.root());  // NOLINT(bugprone-use-after-move): it is the point
}

TEST_F(VerifierTest, RefusesAModuleWithoutBody) {
  Module empty;
  DiagnosticSink sink;
  EXPECT_FALSE(CheckModule(empty, sink).ok());
}

TEST_F(VerifierTest, AcceptsAModuleWithoutFunctions) { EXPECT_EQ(Problems(), "ok"); }

TEST_F(VerifierTest, UseBeforeDefinition) {
  const ValueId a = BeginFunction();
  const OpId first = builder_.Create(Opcode::kNegate, {a}, {f32_});
  const OpId second = builder_.Create(Opcode::kNegate, {a}, {f32_});
  module_.set_operand(first, 0, module_.op(second).result(0));
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("negate: operand 0 is defined later"));
}

TEST_F(VerifierTest, UseOfAValueOfAnotherFunction) {
  const ValueId a = BeginFunction("f");
  Return(a);
  BeginFunction("g");
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("outside an isolated one"));
}

TEST_F(VerifierTest, UseOfAPlaceholder) {
  BeginFunction();
  Return(module_.NewPlaceholder(f32_));
  EXPECT_THAT(Problems(), HasSubstr("operand 0 is not defined"));
}

TEST_F(VerifierTest, RegionsSeeOuterValuesButNotTheOtherWayRound) {
  const ValueId a = BeginFunction();
  const ValueId p = builder_.CreateValue(
      Opcode::kConstant, {}, pred_, {{"value", module_.attrs().Dense(pred_, true, std::as_bytes(std::span("\1", 1)))}});
  ValueId inner;
  RegionId regions[2];
  for (RegionId& region : regions) {
    OpBuilder body(&module_);
    const auto [made, block] = body.NewRegion();
    body.SetInsertionPoint(block);
    inner = body.CreateValue(Opcode::kNegate, {a}, f32_);
    body.Create(Opcode::kReturn, {inner}, {});
    region = made;
  }
  const OpId conditional = builder_.Create(Opcode::kIf, {p}, {f32_}, {}, {regions[0], regions[1]});
  Return(module_.op(conditional).result(0));
  EXPECT_EQ(Problems(), "ok");
  module_.set_operand(module_.last_op(module_.entry_block(function_)), 0, inner);
  EXPECT_THAT(Problems(), HasSubstr("func.return: operand 0 is defined later, in another region"));
}

TEST_F(VerifierTest, TerminatorInTheMiddle) {
  const ValueId a = BeginFunction();
  Return(a);
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("terminator is followed by other ops"));
}

TEST_F(VerifierTest, MissingTerminator) {
  const ValueId a = BeginFunction();
  builder_.CreateValue(Opcode::kNegate, {a}, f32_);
  EXPECT_THAT(Problems(),
              HasSubstr("func.func: region body ends in stablehlo.negate, expected the terminator func.return"));
}

TEST_F(VerifierTest, EmptyBlock) {
  BeginFunction();
  EXPECT_THAT(Problems(), HasSubstr("region body is empty"));
}

TEST_F(VerifierTest, ReturnOfAnotherType) {
  const ValueId a = BeginFunction();
  const TypeId f64 = module_.types().Tensor({2}, scalar::kF64);
  Return(builder_.CreateValue(Opcode::kConvert, {a}, f64));
  EXPECT_THAT(
      Problems(),
      HasSubstr("func.return: operand 0 has type tensor<2xf64>, in the function's type it has type tensor<2xf32>"));
}

TEST_F(VerifierTest, EntryBlockOfAnotherType) {
  const ValueId a = BeginFunction();
  Return(a);
  module_.set_type(a, module_.types().Tensor({3}, scalar::kF32));
  EXPECT_THAT(Problems(), HasSubstr("func.func: argument 0 has type tensor<3xf32>"));
}

TEST_F(VerifierTest, CallOfAMissingFunction) {
  const ValueId a = BeginFunction();
  Return(builder_.CreateValue(Opcode::kCall, {a}, f32_, {{"callee", module_.attrs().SymbolRef("absent")}}));
  EXPECT_THAT(Problems(), HasSubstr("func.call: function @absent is not found"));
}

TEST_F(VerifierTest, CallWithTooFewOperands) {
  Return(BeginFunction("callee"));
  const ValueId a = BeginFunction();
  const OpId call = builder_.Create(Opcode::kCall, {}, {f32_}, {{"callee", module_.attrs().SymbolRef("callee")}});
  static_cast<void>(call);
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("func.call: has 0 operands, the function has 1"));
}

TEST_F(VerifierTest, DuplicateSymbols) {
  Return(BeginFunction("f"));
  Return(BeginFunction("f"));
  EXPECT_THAT(Problems(), HasSubstr("symbol @f is defined more than once"));
}

TEST_F(VerifierTest, CompositeNames) {
  Return(BeginFunction("decomposition"));
  const ValueId a = BeginFunction();
  const AttrId decomposition = module_.attrs().SymbolRef("decomposition");
  const OpId op = builder_.Create(Opcode::kComposite, {a}, {f32_},
                                  {{"name", module_.attrs().String("a.b")}, {"decomposition", decomposition}});
  Return(module_.op(op).result(0));
  EXPECT_EQ(Problems(), "ok");
  for (std::string_view name : {"ab", ".ab", "a.", "a..b", "1a.b", "a b.c", ""}) {
    module_.set_attr(op, "name", module_.attrs().String(name));
    EXPECT_THAT(Problems(), HasSubstr("[composite_c1]")) << name;
  }
  module_.set_attr(op, "name", module_.attrs().String("a.b"));
  module_.set_attr(op, "decomposition", module_.attrs().SymbolRef("absent"));
  EXPECT_THAT(Problems(), HasSubstr("[composite_c2]"));
}

TEST_F(VerifierTest, MissingAndWrongAttributes) {
  const ValueId a = BeginFunction();
  const OpId op = builder_.Create(Opcode::kCholesky, {a}, {f32_}, {{"lower", module_.attrs().String("x")}});
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("cholesky: attribute lower is of another kind, expected a bool"));
  module_.remove_attr(op, "lower");
  EXPECT_THAT(Problems(), HasSubstr("[cholesky_c2]"));
  builder_.SetInsertionPointBefore(op);
  builder_.Create(Opcode::kConcatenate, {a}, {f32_});
  EXPECT_THAT(Problems(), HasSubstr("concatenate: attribute dimension is missing"));
}

TEST_F(VerifierTest, ArityOfOperandsResultsAndRegions) {
  const ValueId a = BeginFunction();
  builder_.Create(Opcode::kAdd, {a}, {f32_});
  builder_.Create(Opcode::kAdd, {a, a}, {});
  builder_.Create(Opcode::kSort, {a}, {f32_});
  Return(a);
  const std::string problems = Problems();
  EXPECT_THAT(problems, HasSubstr("add: has 1 operand, expected 2"));
  EXPECT_THAT(problems, HasSubstr("add: has 0 results, expected 1"));
  EXPECT_THAT(problems, HasSubstr("sort: has 0 regions, it requires 1"));
}

TEST_F(VerifierTest, BadTypesAreReportedOnce) {
  const ValueId a = BeginFunction();
  const AttrId bounds = module_.attrs().I64Array({4, 4});
  const TypeId bad = module_.types().Tensor(std::vector<int64_t>{kDynamic}, scalar::kF32,
                                            module_.attrs().Struct(StructKind::kTypeExtensions, {&bounds, 1}));
  const ValueId b = builder_.CreateValue(Opcode::kNegate, {a}, bad);
  builder_.CreateValue(Opcode::kNegate, {b}, bad);
  Return(a);
  DiagnosticSink sink;
  EXPECT_FALSE(CheckModule(module_, sink).ok());
  EXPECT_EQ(sink.num_errors(), 1u) << sink.Render();
  EXPECT_THAT(sink.Render(), HasSubstr("bounds have length 2, expected the rank of the tensor, 1"));
}

TEST_F(VerifierTest, ForeignDialects) {
  const ValueId a = BeginFunction();
  OpState state;
  state.name = module_.names().Intern("tensor.dim");
  state.operands = {&a, 1};
  builder_.Create(state);
  Return(a);
  EXPECT_THAT(Problems(), HasSubstr("unknown dialect 'tensor'"));
  EXPECT_EQ(Problems(/*foreign=*/true), "ok");
}

TEST_F(VerifierTest, UnknownOpsOfKnownDialectsAreNeverLetThrough) {
  const ValueId a = BeginFunction();
  OpState state;
  state.name = module_.names().Intern("stablehlo.frobnicate");
  builder_.Create(state);
  Return(a);
  EXPECT_THAT(Problems(/*foreign=*/true), HasSubstr("dialect stablehlo has none of this name"));
}

TEST_F(VerifierTest, DeepNestingNeedsNoStack) {
  constexpr int kDepth = 200000;
  BeginFunction();
  const ValueId p = builder_.CreateValue(
      Opcode::kConstant, {}, pred_, {{"value", module_.attrs().Dense(pred_, true, std::as_bytes(std::span("\1", 1)))}});
  OpBuilder body(&module_);
  const ValueId a = module_.block(module_.entry_block(function_)).args[0];
  OpId inner;
  for (int i = 0; i < kDepth; ++i) {
    const auto [yes, yes_block] = body.NewRegion();
    const auto [no, no_block] = body.NewRegion();
    if (inner) module_.Append(inner, yes_block);
    body.SetInsertionPoint(yes_block);
    body.Create(Opcode::kReturn, {a}, {});
    body.SetInsertionPoint(no_block);
    body.Create(Opcode::kReturn, {a}, {});
    body.SetInsertionPoint(BlockId());
    inner = body.Create(Opcode::kIf, {p}, {f32_}, {}, {yes, no});
  }
  module_.Append(inner, module_.entry_block(function_));
  Return(a);
  EXPECT_EQ(Problems(), "ok");
}

TEST_F(VerifierTest, AMillionOpsInLinearTime) {
  ValueId value = BeginFunction();
  for (int i = 0; i < 1000000; ++i) value = builder_.CreateValue(Opcode::kAdd, {value, value}, f32_);
  Return(value);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Problems(), "ok");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 20.0);
  RecordProperty("milliseconds", static_cast<int>(seconds.count() * 1000));
}

}  // namespace
}  // namespace cppjrt::stablehlo
