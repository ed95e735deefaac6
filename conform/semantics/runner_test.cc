#include "conform/semantics/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "conform/semantics/table.h"

namespace cppjrt::conform {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The evaluator with planted faults: what programs with these ops get.
class Planted : public Engine {
 public:
  Answer Run(const Request& request) override {
    if (request.program.find("stablehlo.cosine") != std::string::npos) std::abort();
    Answer answer;
    if (request.program.find("stablehlo.cbrt") != std::string::npos) {
      answer.end = End::kUnsupported;
      answer.status = UnimplementedError("no cbrt");
      return answer;
    }
    answer = evaluator_->Run(request);
    if (request.program.find("stablehlo.negate") == std::string::npos) return answer;
    // Every result of a program with a negation is wrong, so that its neighbours in a batch seem so too.
    for (Tensor& result : answer.results) {
      Tensor copy = *Tensor::Copy(result.type(), result.dims(), result.bytes(), stablehlo::MemoryAllocator::Heap());
      copy.mutable_bytes()[0] ^= std::byte{0x40};
      result = std::move(copy);
    }
    return answer;
  }
  EngineFacts facts() const override { return evaluator_->facts(); }

 private:
  std::unique_ptr<Engine> evaluator_ = EvaluatorEngine();
};

EngineFactory PlantedFactory() {
  return [] { return StatusOr<std::unique_ptr<Engine>>(std::make_unique<Planted>()); };
}

class RunnerTest : public ::testing::Test {
 protected:
  RunnerTest() {
    folder_ = fs::temp_directory_path() / ("semantics" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  ~RunnerTest() override { fs::remove_all(folder_); }

  // One program for each unary op.
  void Write(const std::string& name, const std::vector<std::string>& ops) {
    std::ofstream file(folder_ / name);
    for (const std::string& op : ops) {
      file << "// -----\nfunc.func @main() {\n  %x = stablehlo.constant dense<[0.0, 0.0]> : tensor<2xf32>\n  %y = "
              "stablehlo."
           << op << " %x : tensor<2xf32>\n  check.expect_eq_const %y, dense<["
           << (op == "exponential" ? "1.0, 1.0" : "0.0, 0.0") << "]> : tensor<2xf32>\n  func.return\n}\n";
    }
  }

  std::vector<CaseResult> Run(const RunnerOptions& options) {
    const auto sources = FindCases(folder_, {});
    EXPECT_TRUE(sources.ok());
    auto run = RunCorpus(*sources, PlantedFactory(), options, {});
    EXPECT_TRUE(run.ok());
    if (!run.ok()) return {};
    run_ = *std::move(run);
    return run_.results;
  }

  fs::path folder_;
  SemanticsRun run_;
};

TEST_F(RunnerTest, CrashesAndRefusalsOfABatchAreIsolated) {
  Write("a.mlir", {"abs", "cbrt", "sine", "cosine", "exponential", "negate", "tanh"});
  const std::vector<CaseResult> results = Run({.batch = 16});
  ASSERT_EQ(results.size(), 7u);
  EXPECT_EQ(results[0].end, CaseEnd::kPass) << results[0].message;
  EXPECT_EQ(results[1].end, CaseEnd::kUnsupported);
  EXPECT_EQ(results[2].end, CaseEnd::kPass) << results[2].message;
  EXPECT_EQ(results[3].end, CaseEnd::kCrash);
  EXPECT_EQ(results[3].signal, SIGABRT);
  EXPECT_EQ(results[4].end, CaseEnd::kPass) << results[4].message;
  EXPECT_EQ(results[5].end, CaseEnd::kFail);
  EXPECT_EQ(results[3].id, "a.mlir#4");
}

TEST_F(RunnerTest, WrongOnlyBesideOthersIsSaid) {
  Write("a.mlir", {"abs", "negate"});
  const std::vector<CaseResult> results = Run({.batch = 2});
  EXPECT_THAT(results[0].message, HasSubstr("wrong only when compiled beside other programs"));
  EXPECT_THAT(results[1].message, HasSubstr("element [0]"));
}

TEST_F(RunnerTest, ByArtifactToo) {
  Write("a.mlir", {"abs", "sine"});
  const std::vector<CaseResult> results = Run({.forms = {Form::kText, Form::kArtifact}});
  ASSERT_EQ(results.size(), 4u);
  for (const CaseResult& result : results) EXPECT_EQ(result.end, CaseEnd::kPass) << result.message;
}

TEST_F(RunnerTest, AnIndexSaysHowFilesAreJudged) {
  Write("a.mlir", {"abs"});
  Write("b.mlir", {"abs"});
  std::ofstream(folder_ / "INDEX.tsv") << "path\ttier\na.mlir\trelaxed\nb.mlir\tparse\n";
  const auto sources = FindCases(folder_, {});
  ASSERT_TRUE(sources.ok());
  ASSERT_EQ(sources->size(), 1u);
  EXPECT_TRUE(sources->front().relaxed);
  EXPECT_EQ(sources->front().group, "relaxed");
}

TEST_F(RunnerTest, TheTableSuspectsWhatNothingClears) {
  Write("a.mlir", {"abs", "negate", "cosine"});
  Run({.batch = 1});
  const SemanticsTable table = TableOf(run_);
  const Cell& negate = table.at({stablehlo::Opcode::kNegate, stablehlo::ElementType::kF32});
  EXPECT_EQ(negate.suspect, 1);
  const Cell& abs = table.at({stablehlo::Opcode::kAbs, stablehlo::ElementType::kF32});
  EXPECT_EQ(abs.suspect, 0);
  const std::string text = RunAsText(run_, false);
  EXPECT_THAT(text, HasSubstr("fail a.mlir#2 (text)"));
  EXPECT_THAT(text, HasSubstr("crash a.mlir#3 (text): died of SIGABRT"));
  EXPECT_THAT(RunAsJson(run_), HasSubstr("\"suspect\": 1"));
  EXPECT_THAT(RunAsHtml(run_), HasSubstr("class=fail title=\"negate f32: 1 fail\""));
}

}  // namespace
}  // namespace cppjrt::conform
