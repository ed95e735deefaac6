#include "stablehlo/eval/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/parse.h"
#include "tests/status_matchers.h"

namespace cppjrt::stablehlo {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Values = std::vector<RuntimeValue>;

StatusOr<VerifiedModule> Verified(const std::string& text) {
  StatusOr<Module> module = Parse(text, "prog.mlir");
  if (!module.ok()) return module.status();
  DiagnosticSink sink(&module->source());
  return Verify(std::move(*module), sink);
}

StatusOr<std::shared_ptr<const Program>> Prepared(const std::string& text, std::string_view entry = {}) {
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule module, Verified(text));
  return Program::Prepare(std::move(module), {}, entry);
}

StatusOr<Values> RunText(const std::string& text, Values arguments = {}, const RunOptions& options = {}) {
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program, Prepared(text));
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), arguments));
  return program->Run(std::move(arguments), options);
}

template <typename T>
RuntimeValue Array(ElementType type, const Dims& dims, const std::vector<T>& values) {
  StatusOr<Tensor> t = Tensor::Copy(type, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
  return *std::move(t);
}
RuntimeValue Floats(const std::vector<float>& values) {
  return Array(ElementType::kF32, {static_cast<int64_t>(values.size())}, values);
}
RuntimeValue Int(int32_t value) { return Array<int32_t>(ElementType::kI32, {}, {value}); }

std::vector<float> FloatsOf(const RuntimeValue& value) {
  const Tensor& t = value.tensor();
  return {t.data<float>(), t.data<float>() + t.num_elements()};
}
int32_t IntOf(const RuntimeValue& value) { return value.tensor().data<int32_t>()[0]; }

// Runs on a thread of a small stack.
void OnSmallStack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_t thread;
  const auto start = [](void* data) -> void* {
    (*static_cast<const std::function<void()>*>(data))();
    return nullptr;
  };
  std::function<void()> copy = work;
  ASSERT_EQ(pthread_create(&thread, &attributes, start, &copy), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

constexpr const char* kUpdate = R"(
func.func @main(%x: tensor<4xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";

TEST(Program, OverwritesArgumentsThatWereGivenUp) {
  Values arguments = {Floats({1, 2, 3, 4}), Floats({9}), Int(2)};
  const float* memory = arguments[0].tensor().data<float>();
  StatusOr<Values> results = RunText(kUpdate, std::move(arguments));
  ASSERT_THAT(results, IsOk());
  EXPECT_THAT(FloatsOf(results->front()), ElementsAre(1, 2, 9, 4));
  EXPECT_EQ(results->front().tensor().data<float>(), memory);
}

TEST(Program, LeavesArgumentsAloneThatTheCallerKeeps) {
  const RuntimeValue kept = Floats({1, 2, 3, 4});
  StatusOr<Values> results = RunText(kUpdate, {kept, Floats({9}), Int(7)});
  ASSERT_THAT(results, IsOk());
  EXPECT_THAT(FloatsOf(results->front()), ElementsAre(1, 2, 3, 9));
  EXPECT_THAT(FloatsOf(kept), ElementsAre(1, 2, 3, 4));
}

// A value that is two operands of one op must not be taken by one of them.
TEST(Program, SameValueTwiceIsNotOverwritten) {
  StatusOr<Values> results = RunText(R"(
func.func @main(%x: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %x, %i : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                                     {Floats({1, 2}), Int(0)});
  ASSERT_THAT(results, IsOk());
  EXPECT_THAT(FloatsOf(results->front()), ElementsAre(1, 2));
}

constexpr const char* kLoop = R"(
func.func @main(%n: tensor<i32>, %x: tensor<8xf32>) -> (tensor<i32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %u = stablehlo.constant dense<5.0> : tensor<1xf32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %b = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>
    }
  return %0#0, %0#1 : tensor<i32>, tensor<8xf32>
})";

TEST(Program, LoopsUpdateTheirValuesInPlace) {
  Values arguments = {Int(3), Floats({0, 0, 0, 0, 0, 0, 0, 0})};
  const float* memory = arguments[1].tensor().data<float>();
  StatusOr<Values> results = RunText(kLoop, std::move(arguments));
  ASSERT_THAT(results, IsOk());
  EXPECT_EQ(IntOf(results->at(0)), 3);
  EXPECT_THAT(FloatsOf(results->at(1)), ElementsAre(5, 5, 5, 0, 0, 0, 0, 0));
  EXPECT_EQ(results->at(1).tensor().data<float>(), memory);
}

TEST(Program, BranchesTakeWhatOnlyTheyStillNeed) {
  Values arguments = {Array<uint8_t>(ElementType::kI1, {}, {1}), Floats({1, 2}), Floats({7}), Int(0)};
  const float* memory = arguments[1].tensor().data<float>();
  StatusOr<Values> results = RunText(R"(
func.func @main(%p: tensor<i1>, %x: tensor<2xf32>, %u: tensor<1xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<2xf32>, tensor<1xf32>, tensor<i32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                                     std::move(arguments));
  ASSERT_THAT(results, IsOk());
  EXPECT_THAT(FloatsOf(results->front()), ElementsAre(7, 2));
  EXPECT_EQ(results->front().tensor().data<float>(), memory);
}

// Counts blocks, to see when values are given up.
class PeakAllocator : public MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    ++blocks;
    peak = std::max(peak, blocks);
    return Heap().Allocate(size);
  }
  void Free(void* data, size_t size) override {
    --blocks;
    Heap().Free(data, size);
  }
  int blocks = 0;
  int peak = 0;
};

TEST(Program, GivesValuesUpAfterTheirLastUse) {
  std::string text = "func.func @main(%v0: tensor<64xf32>) -> tensor<64xf32> {\n";
  for (int i = 0; i < 20; ++i) {
    const std::string from = "%v" + std::to_string(i);
    text += "  %v" + std::to_string(i + 1) + " = stablehlo.reverse " + from + ", dims = [0] : tensor<64xf32>\n";
  }
  text += "  return %v20 : tensor<64xf32>\n}";
  PeakAllocator memory;
  RunOptions options;
  options.memory = &memory;
  {
    StatusOr<Values> results = RunText(text, {Floats(std::vector<float>(64, 1))}, options);
    ASSERT_THAT(results, IsOk());
    EXPECT_EQ(memory.blocks, 1);
  }
  EXPECT_EQ(memory.peak, 2);
  EXPECT_EQ(memory.blocks, 0);
}

TEST(Program, ConstantsOutliveTheProgram) {
  Values results;
  {
    StatusOr<Values> run = RunText(R"(
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %0 : tensor<3xf32>
})");
    ASSERT_THAT(run, IsOk());
    results = *run;
  }
  EXPECT_THAT(FloatsOf(results.front()), ElementsAre(1, 2, 3));
}

TEST(Program, HugeConstantsAreAnErrorOfTheRun) {
  const std::string text = R"(
func.func @main() -> tensor<30000000000000xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<30000000000000xf32>
  return %0 : tensor<30000000000000xf32>
})";
  ASSERT_THAT(Prepared(text), IsOk());
  EXPECT_THAT(RunText(text), StatusIs(StatusCode::kResourceExhausted, HasSubstr("constant at prog.mlir:3:3")));
}

TEST(Program, ErrorsNameTheOpAndItsPlace) {
  StatusOr<Values> results = RunText(R"(
func.func @main(%x: tensor<4xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = func.call @inner(%x, %s) : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @inner(%x: tensor<4xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
})",
                                     {Floats({1, 2, 3, 4}), Array<int32_t>(ElementType::kI32, {1}, {5})});
  EXPECT_EQ(
      results.status().message(),
      "dynamic_reshape at prog.mlir:7:3: cannot reshape tensor<4xf32> to tensor<5xf32>, which has another number of "
      "elements");
}

TEST(Program, ResultsThatBreakTheirTypesAreErrors) {
  EXPECT_THAT(
      RunText(R"(
func.func @main(%s: tensor<1xi32>) -> tensor<2xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = func.call @f(%0) : (tensor<?xi32>) -> tensor<?xi32>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
func.func private @f(%x: tensor<?xi32>) -> tensor<?xi32> {
  return %x : tensor<?xi32>
})",
              {Array<int32_t>(ElementType::kI32, {1}, {3})}),
      StatusIs(StatusCode::kInvalidArgument,
               AllOf(HasSubstr("result 0 is tensor<3xi32>, expected tensor<2xi32>"), HasSubstr("prog.mlir:5:3"))));
}

TEST(Program, RecursionIsRefusedAndNamed) {
  EXPECT_THAT(Prepared(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})"),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("f -> g -> f")));
}

std::string CallChain(int length) {
  std::string text =
      "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n"
      "  %0 = func.call @f0(%x) : (tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}\n";
  for (int i = 0; i < length; ++i) {
    text += "func.func private @f" + std::to_string(i) + "(%x: tensor<i32>) -> tensor<i32> {\n";
    text += i + 1 == length ? "  return %x : tensor<i32>\n}\n"
                            : "  %0 = func.call @f" + std::to_string(i + 1) +
                                  "(%x) : (tensor<i32>) -> tensor<i32>\n  return %0 : tensor<i32>\n}\n";
  }
  return text;
}

TEST(Program, DeepCallsWorkOrAreErrors) {
  OnSmallStack([] {
    StatusOr<Values> shallow = RunText(CallChain(50), {Int(4)});
    ASSERT_THAT(shallow, IsOk());
    EXPECT_EQ(IntOf(shallow->front()), 4);
    EXPECT_THAT(RunText(CallChain(20000), {Int(4)}), StatusIs(StatusCode::kResourceExhausted, HasSubstr("too deeply")));
  });
}

// if within if, each giving on what the inner one gives; by hand, because the text parser has limits of its own.
Module NestedIfs(int depth) {
  Module module;
  MakeModule(module);
  const TypeId i1 = module.types().Tensor({}, scalar::kI1);
  const TypeId i32 = module.types().Tensor({}, scalar::kI32);
  const OpId main = MakeFunction(module, "main", {i1, i32}, {i32});
  const ValueId p = module.block(module.entry_block(main)).args[0];
  const ValueId x = module.block(module.entry_block(main)).args[1];
  OpBuilder builder(&module);
  const auto returning = [&](ValueId value, auto&& before) {
    const auto [region, block] = builder.NewRegion();
    builder.SetInsertionPoint(block);
    value = before(value);
    builder.Create(Opcode::kReturn, {value}, {});
    return region;
  };
  const auto as_is = [](ValueId value) { return value; };
  RegionId inner = returning(x, as_is);
  for (int i = 1; i < depth; ++i) {
    const RegionId other = returning(x, as_is);
    inner = returning(
        x, [&](ValueId) { return module.op(builder.Create(Opcode::kIf, {p}, {i32}, {}, {inner, other})).result(0); });
  }
  const RegionId other = returning(x, as_is);
  builder.SetInsertionPoint(module.entry_block(main));
  const OpId outer = builder.Create(Opcode::kIf, {p}, {i32}, {}, {inner, other});
  builder.Create(Opcode::kFuncReturn, {module.op(outer).result(0)}, {});
  return module;
}

StatusOr<Values> RunNestedIfs(int depth) {
  DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(NestedIfs(depth), sink));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program, Program::Prepare(std::move(verified), {}));
  return program->Run({Array<uint8_t>(ElementType::kI1, {}, {1}), Int(4)}, {});
}

TEST(Program, DeepRegionsWorkOrAreErrors) {
  OnSmallStack([] {
    StatusOr<Values> shallow = RunNestedIfs(50);
    ASSERT_THAT(shallow, IsOk());
    EXPECT_EQ(IntOf(shallow->front()), 4);
    for (const int depth : {900, 50000}) {
      EXPECT_THAT(RunNestedIfs(depth), StatusIs(StatusCode::kResourceExhausted, HasSubstr("too deeply")));
    }
  });
}

constexpr const char* kTwoFunctions = R"(
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
})";

TEST(Program, WhatTheEntryDoesNotReachMayBeUnrunnable) {
  StatusOr<std::shared_ptr<const Program>> program = Prepared(kTwoFunctions);
  ASSERT_THAT(program, IsOk());
  EXPECT_THAT((*program)->Run({Int(3)}, {}), IsOk());
  EXPECT_THAT((*program)->RunFunction("other", {Floats({1, 2})}, {}),
              StatusIs(StatusCode::kUnimplemented, HasSubstr("chlo.erf at prog.mlir:6:3")));
  EXPECT_THAT((*program)->RunFunction("none", {}, {}), StatusIs(StatusCode::kNotFound, HasSubstr("none")));
  EXPECT_THAT(Prepared(kTwoFunctions, "other"), StatusIs(StatusCode::kUnimplemented, HasSubstr("chlo.erf")));
}

TEST(Program, ArgumentsAreCheckedByTypeAndNumber) {
  EXPECT_THAT(RunText(kUpdate, {Floats({1})}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("takes 3 arguments")));
  EXPECT_THAT(RunText(kUpdate, {Floats({1, 2, 3, 4}), Int(1), Int(1)}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 1 is tensor<i32>, expected tensor<1xf32>")));
  EXPECT_THAT(RunText(kUpdate, {Floats({1, 2, 3, 4}), RuntimeValue::Token(), Int(1)}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("argument 1 is token")));
}

TEST(Program, CompositesRunTheirDecomposition) {
  StatusOr<Values> results = RunText(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.flip" %x {decomposition = @flip} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @flip(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
  return %0 : tensor<2xf32>
})",
                                     {Floats({1, 2})});
  ASSERT_THAT(results, IsOk());
  EXPECT_THAT(FloatsOf(results->front()), ElementsAre(2, 1));
}

TEST(Program, RunsInSeveralThreadsAtOnce) {
  StatusOr<std::shared_ptr<const Program>> program = Prepared(kLoop);
  ASSERT_THAT(program, IsOk());
  const RuntimeValue shared = Floats(std::vector<float>(8, 0));
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        StatusOr<Values> results = (*program)->Run({Int(t + 1), shared}, {});
        if (results.ok() && IntOf(results->at(0)) == t + 1 && FloatsOf(results->at(1))[static_cast<size_t>(t)] == 5 &&
            FloatsOf(results->at(1))[static_cast<size_t>(t) + 1] == 0) {
          ++right;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 200);
}

// Larger than what is copied at a time, with and without threads.
TEST(DataMovement, TransposesOfAllKindsOfStrides) {
  const std::string text = R"(
func.func @main(%x: tensor<70x65x40xi32>) -> (tensor<40x65x70xi32>, tensor<70x40x65xi32>, tensor<65x70x40xi32>) {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<70x65x40xi32>) -> tensor<40x65x70xi32>
  %1 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<70x65x40xi32>) -> tensor<70x40x65xi32>
  %2 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<70x65x40xi32>) -> tensor<65x70x40xi32>
  return %0, %1, %2 : tensor<40x65x70xi32>, tensor<70x40x65xi32>, tensor<65x70x40xi32>
})";
  std::vector<int32_t> numbers(70 * 65 * 40);
  std::iota(numbers.begin(), numbers.end(), 0);
  const RuntimeValue x = Array(ElementType::kI32, {70, 65, 40}, numbers);
  ThreadPool pool(3);
  for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
    RunOptions options;
    options.pool = threads;
    StatusOr<Values> results = RunText(text, {x}, options);
    ASSERT_THAT(results, IsOk());
    const int32_t* a = results->at(0).tensor().data<int32_t>();
    const int32_t* b = results->at(1).tensor().data<int32_t>();
    const int32_t* c = results->at(2).tensor().data<int32_t>();
    int wrong = 0;
    for (int i = 0; i < 70; ++i) {
      for (int j = 0; j < 65; ++j) {
        for (int k = 0; k < 40; ++k) {
          const int32_t number = (i * 65 + j) * 40 + k;
          wrong += (a[(k * 65 + j) * 70 + i] != number) + (b[(i * 40 + k) * 65 + j] != number) +
                   (c[(j * 70 + i) * 40 + k] != number);
        }
      }
    }
    EXPECT_EQ(wrong, 0);
  }
}

// The only op of that kind in the text, evaluated alone.
StatusOr<Values> EvaluateOnly(const std::string& text, Opcode opcode, const Values& operands) {
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verified(text));
  Module module = std::move(verified).Release();
  for (const OpId op : PreOrder(module, module.root())) {
    if (module.op(op).opcode == opcode) return EvaluateOp(module, op, operands);
  }
  return NotFoundError("no such op");
}

TEST(EvaluateOp, RunsOneOpOnGivenOperands) {
  const std::string text = R"(
func.func @main(%x: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<2xf32>, tensor<i32>) -> tensor<1xf32>
  %1 = "stablehlo.case"(%i) ({
    %2 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %3 = stablehlo.reverse %2, dims = [0] : tensor<2xf32>
    stablehlo.return %3 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %1, %0 : tensor<2xf32>, tensor<1xf32>
})";
  StatusOr<Values> slice = EvaluateOnly(text, Opcode::kDynamicSlice, {Floats({1, 2}), Int(1)});
  ASSERT_THAT(slice, IsOk());
  EXPECT_THAT(FloatsOf(slice->front()), ElementsAre(2));
  StatusOr<Values> branch = EvaluateOnly(text, Opcode::kCase, {Int(0)});
  ASSERT_THAT(branch, IsOk());
  EXPECT_THAT(FloatsOf(branch->front()), ElementsAre(4, 3));
  EXPECT_THAT(EvaluateOnly(text, Opcode::kDynamicSlice, {Floats({1, 2})}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("has 2 operands")));
}

TEST(EvaluateOp, RefusesEffectsAndValuesFromOutside) {
  EXPECT_THAT(EvaluateOnly(R"(
func.func @main(%x: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
})",
                           Opcode::kCase, {Int(0)}),
              StatusIs(StatusCode::kUnimplemented, HasSubstr("from outside")));
  EXPECT_THAT(EvaluateOnly(R"(
func.func @main(%t: !stablehlo.token) -> !stablehlo.token {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#1 : !stablehlo.token
})",
                           Opcode::kInfeed, {RuntimeValue::Token()}),
              StatusIs(StatusCode::kUnimplemented, HasSubstr("effects")));
}

}  // namespace
}  // namespace cppjrt::stablehlo
