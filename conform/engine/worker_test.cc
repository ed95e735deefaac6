#include "conform/engine/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

#include "conform/engine/wire.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using ::testing::HasSubstr;

Tensor Floats(std::vector<float> values) {
  return *Tensor::Copy(ElementType::kF32, {static_cast<int64_t>(values.size())}, std::as_bytes(std::span(values)),
                       stablehlo::MemoryAllocator::Heap());
}

// Does what the program's first word says.
class Faulty : public Engine {
 public:
  Answer Run(const Request& request) override {
    if (request.program == "abort") {
      std::fprintf(stderr, "Check failed: it is Monday\n");
      std::abort();
    }
    if (request.program == "exit") _exit(3);
    if (request.program == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    Answer answer;
    answer.results = request.arguments;
    return answer;
  }
  EngineFacts facts() const override { return {"faulty", "1", "0.1", "1.2.3"}; }
};

EngineFactory FaultyFactory() {
  return [] { return StatusOr<std::unique_ptr<Engine>>(std::make_unique<Faulty>()); };
}

TEST(WireTest, RequestsAndAnswersComeBackAsTheyWere) {
  const Request request = {"module {}", {Floats({1, 2, 3}), Floats({})}, 2};
  const auto again = DecodeRequest(Encode(request));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->program, request.program);
  EXPECT_EQ(again->replicas, 2);
  ASSERT_EQ(again->arguments.size(), 2u);
  EXPECT_EQ(again->arguments[0].data<float>()[2], 3);
  EXPECT_EQ(again->arguments[1].num_elements(), 0);

  Answer answer;
  answer.end = End::kFailed;
  answer.status = InternalError("no");
  const auto answered = DecodeAnswer(Encode(answer));
  ASSERT_TRUE(answered.ok());
  EXPECT_EQ(answered->end, End::kFailed);
  EXPECT_EQ(answered->status, answer.status);
}

TEST(WireTest, DamagedBytesAreAnError) {
  const std::string bytes = Encode(Request{"x", {Floats({1, 2, 3})}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeRequest(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
  std::string wrong = bytes;
  for (size_t i = 0; i < wrong.size(); ++i) {
    wrong = bytes;
    wrong[i] = static_cast<char>(0xff);
    (void)DecodeRequest(wrong);  // an error or another request, but no crash
  }
}

TEST(WorkerTest, AnswersComeBack) {
  Worker worker(FaultyFactory(), {});
  const Answer answer = worker.Run({"run", {Floats({4})}});
  EXPECT_EQ(answer.end, End::kOk);
  ASSERT_EQ(answer.results.size(), 1u);
  EXPECT_EQ(answer.results[0].data<float>()[0], 4);
  const auto facts = worker.Facts();
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->name, "faulty");
  EXPECT_EQ(worker.starts(), 1);
}

TEST(WorkerTest, CrashesAndHangsAreAnswersAndTheNextRequestWorks) {
  Worker worker(FaultyFactory(), {.seconds = 0.5});
  const Answer died = worker.Run({"abort", {}});
  EXPECT_EQ(died.end, End::kCrash);
  EXPECT_EQ(died.signal, SIGABRT);
  EXPECT_THAT(std::string(died.status.message()), HasSubstr("SIGABRT: Check failed: it is Monday"));
  const Answer left = worker.Run({"exit", {}});
  EXPECT_EQ(left.end, End::kCrash);
  EXPECT_EQ(left.signal, 0);
  EXPECT_THAT(std::string(left.status.message()), HasSubstr("exit code 3"));
  EXPECT_EQ(worker.Run({"hang", {}}).end, End::kHang);
  EXPECT_EQ(worker.Run({"run", {}}).end, End::kOk);
  EXPECT_EQ(worker.starts(), 4);
}

TEST(WorkerTest, AnEngineThatDoesNotOpenIsSaid) {
  Worker worker([] { return StatusOr<std::unique_ptr<Engine>>(NotFoundError("no such plugin")); }, {});
  EXPECT_EQ(worker.Facts().status().message(), "no such plugin");
  EXPECT_EQ(worker.Run({"run", {}}).end, End::kFailed);
  Worker dies([]() -> StatusOr<std::unique_ptr<Engine>> { std::abort(); }, {});
  EXPECT_THAT(std::string(dies.Facts().status().message()), HasSubstr("the engine does not open: died of SIGABRT"));
}

TEST(WorkerTest, SeveralWorkersAtOnce) {
  Worker first(FaultyFactory(), {.seconds = 0.3});
  Worker second(FaultyFactory(), {.seconds = 30});
  first.Start({"hang", {}});
  second.Start({"run", {}});
  Worker* const workers[] = {&first, &second};
  EXPECT_EQ(WaitForAny(workers), 1u);
  EXPECT_EQ(second.Finish().end, End::kOk);
  EXPECT_EQ(WaitForAny(workers), 0u);
  EXPECT_EQ(first.Finish().end, End::kHang);
}

TEST(EngineTest, TheEvaluatorRunsPrograms) {
  Worker worker([] { return StatusOr<std::unique_ptr<Engine>>(EvaluatorEngine()); }, {});
  const std::string program = R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  })";
  const Answer answer = worker.Run({program, {Floats({1, 2})}});
  ASSERT_EQ(answer.end, End::kOk) << answer.status.ToString();
  EXPECT_EQ(answer.results[0].data<float>()[1], 4);
  EXPECT_EQ(worker.Run({"func.func @main(", {}}).end, End::kRefused);
  EXPECT_EQ(worker.Run({program, {}}).end, End::kFailed);
}

// Each replica adds its number to 10; the last has 11 and gets the sum.
TEST(EvaluatorTest, ReplicasMeetAndTheLastOneAnswers) {
  const std::string program = R"(func.func @main(%x: tensor<ui32>) -> (tensor<ui32>, tensor<ui32>) {
    %id = stablehlo.replica_id : tensor<ui32>
    %own = stablehlo.add %x, %id : tensor<ui32>
    %sum = "stablehlo.all_reduce"(%own) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
    }) : (tensor<ui32>) -> tensor<ui32>
    return %own, %sum : tensor<ui32>, tensor<ui32>
  })";
  const uint32_t ten = 10;
  const Tensor x =
      *Tensor::Copy(ElementType::kUI32, {}, std::as_bytes(std::span(&ten, 1)), stablehlo::MemoryAllocator::Heap());
  const Answer answer = EvaluatorEngine()->Run({program, {x}, 2});
  ASSERT_EQ(answer.end, End::kOk) << answer.status.ToString();
  EXPECT_EQ(answer.results[0].data<uint32_t>()[0], 11u);
  EXPECT_EQ(answer.results[1].data<uint32_t>()[0], 21u);
  // A replica that fails ends the others: none waits for ever.
  EXPECT_EQ(EvaluatorEngine()->Run({program, {}, 2}).end, End::kFailed);
}

}  // namespace
}  // namespace cppjrt::conform
