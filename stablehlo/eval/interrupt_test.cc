// Evaluated programs that are interrupted.
#include "base/interrupt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "stablehlo/eval/program.h"
#include "stablehlo/parse.h"
#include "tests/status_matchers.h"

namespace cppjrt::stablehlo {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

StatusOr<std::shared_ptr<const Program>> Prepared(const std::string& text) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(text, "prog.mlir"));
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  return Program::Prepare(std::move(verified), {});
}

// What the program gives that is interrupted some time after it has begun.
Status RunInterrupted(const std::string& text, milliseconds after, ThreadPool* pool = nullptr) {
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program, Prepared(text));
  Interrupt interrupt;
  std::thread requester([&] {
    std::this_thread::sleep_for(after);
    interrupt.Request(CancelledError("enough"));
  });
  RunOptions options;
  options.interrupt = &interrupt;
  options.pool = pool;
  const Status status = program->Run({}, options).status();
  requester.join();
  return status;
}

TEST(EvaluatedInterruptTest, BeforeTheFirstOp) {
  StatusOr<std::shared_ptr<const Program>> program = Prepared(
      "func.func @main() -> tensor<4xf32> {\n  %0 = stablehlo.iota dim = 0 : tensor<4xf32>\n  return %0 : "
      "tensor<4xf32>\n}");
  ASSERT_THAT(program, IsOk());
  Interrupt interrupt;
  RunOptions options;
  options.interrupt = &interrupt;
  EXPECT_THAT((*program)->Run({}, options), IsOk());
  interrupt.Request(CancelledError("enough"));
  EXPECT_THAT((*program)->Run({}, options).status(),
              StatusIs(StatusCode::kCancelled, AllOf(HasSubstr("iota at prog.mlir:2"), HasSubstr("enough"))));
}

TEST(EvaluatedInterruptTest, ALoopWithoutAnyOp) {
  constexpr char kProgram[] = R"(func.func @main() -> tensor<i1> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%c = %t) : tensor<i1>
    cond { stablehlo.return %c : tensor<i1> }
    do { stablehlo.return %c : tensor<i1> }
  return %r : tensor<i1>
})";
  EXPECT_THAT(RunInterrupted(kProgram, milliseconds(10)),
              StatusIs(StatusCode::kCancelled, AllOf(HasSubstr("while at prog.mlir:3"), HasSubstr("enough"))));
}

TEST(EvaluatedInterruptTest, ALongOp) {
  constexpr char kProgram[] = R"(func.func @main() -> tensor<3000x3000xf64> {
  %0 = stablehlo.iota dim = 0 : tensor<3000x3000xf64>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<3000x3000xf64>, tensor<3000x3000xf64>) -> tensor<3000x3000xf64>
  return %1 : tensor<3000x3000xf64>
})";
  ThreadPool pool(2);
  for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(RunInterrupted(kProgram, milliseconds(200), threads),
                StatusIs(StatusCode::kCancelled, HasSubstr("enough")));
    // All of it takes some ten seconds.
    EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(5000));
  }
}

TEST(EvaluatedInterruptTest, ProcessesThatWaitForEachOther) {
  constexpr char kProgram[] = R"(
func.func @loops() -> tensor<i1> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%c = %t) : tensor<i1>
    cond { stablehlo.return %c : tensor<i1> }
    do { stablehlo.return %c : tensor<i1> }
  return %r : tensor<i1>
}
func.func @waits() -> tensor<i1> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.all_reduce"(%t) ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>):
      %c = stablehlo.and %a, %b : tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
func.func @main() -> (tensor<i1>, tensor<i1>) {
  %0:2 = "interpreter.run_parallel"() {programs = [[@loops], [@waits]]} : () -> (tensor<i1>, tensor<i1>)
  return %0#0, %0#1 : tensor<i1>, tensor<i1>
})";
  EXPECT_THAT(RunInterrupted(kProgram, milliseconds(20)), StatusIs(StatusCode::kCancelled, HasSubstr("enough")));
}

}  // namespace
}  // namespace cppjrt::stablehlo
