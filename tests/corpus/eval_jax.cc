// Runs the programs of corpus/jax in the evaluator and judges the results by case.json.
//
//   eval_jax [--list] [--only=TEXT] [--form=text|artifact] [--threads=N] [--folder=reported] [CORPUS]
//
// CORPUS defaults to $CPPJRT_CORPUS, then ../shared/corpus. --folder names another folder of cases with the same layout; forms
// that a case does not have, and cases that are not meant to run ("expect" in case.json), are left out.
//
// Each case runs from its text and from its artifact, with the stored inputs as arguments. A result passes if integers are
// equal and |got - want| <= atol + rtol |want| for floats (README of the corpus), also in cases that the corpus calls loose. Prints "N passed, N failed, N skipped" for text and artifacts and in total; exits with 1 if any failed.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "conform/semantics/jax_case.h"
#include "conform/semantics/rule.h"
#include "cpu/lapack/targets.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"
#include "tests/corpus/before_run.h"
#include "tests/corpus/corpus.h"

namespace cppjrt::stablehlo {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Options {
  fs::path corpus;
  std::string folder = "jax";
  std::string only;
  std::string form;
  int threads = 1;
  bool list = false;
};

constexpr int kNothingToRun = 77;  // the exit code that says "skipped"

Status RunCase(const json& test, const fs::path& folder, const fs::path& file, ThreadPool& pool) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(corpus::ReadFile(folder / file), file));
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  const OpId main = FindEntry(verified.module(), {});
  const std::vector<ElementType> result_types = conform::TensorTypes(verified.module(), main, true);
  CPPJRT_ASSIGN_OR_RETURN(
      std::vector<Tensor> inputs,
      conform::ReadArrays(test["args"], folder, conform::TensorTypes(verified.module(), main, false)));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<Tensor> wanted, conform::ReadArrays(test["results"], folder, result_types));
  RunnableOptions options;
  for (const Tensor& t : inputs) {
    options.refine.argument_types.push_back({t.type(), std::vector<int64_t>(t.dims().begin(), t.dims().end())});
  }
  DiagnosticSink transform_sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, transform_sink));
  Environment environment;
  environment.custom_calls = &cpu::LapackTargets();
  CPPJRT_ASSIGN_OR_RETURN(runnable, before_run(std::move(runnable), environment, {}));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                          Program::Prepare(std::move(runnable), environment));
  std::vector<RuntimeValue> arguments(std::make_move_iterator(inputs.begin()), std::make_move_iterator(inputs.end()));
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), arguments));
  RunOptions run;
  run.pool = &pool;
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, program->Run(std::move(arguments), run));
  for (size_t i = 0; i < wanted.size(); ++i) {
    const conform::Verdict verdict = conform::Judge(results[i].tensor(), wanted[i], conform::RuleOfJaxResult(test, i));
    if (!verdict.holds) return FailedPreconditionError("result " + std::to_string(i) + ": " + verdict.text);
  }
  return OkStatus();
}

int Run(const Options& options) {
  if (!fs::exists(options.corpus / options.folder)) {
    std::printf("no %s in %s\n", options.folder.c_str(), options.corpus.c_str());
    return kNothingToRun;
  }
  ThreadPool pool(options.threads);
  corpus::Report report;
  for (const fs::path& path : corpus::FilesIn(options.corpus / options.folder, ".json")) {
    const fs::path folder = path.parent_path();
    const std::string name = folder.filename();
    if (name.find(options.only) == std::string::npos) continue;
    const json test = json::parse(corpus::ReadFile(path));
    if (test.contains("expect")) continue;
    for (const auto& [form, file] : {std::pair("text", "program.mlir"), std::pair("artifact", "program.mlirbc")}) {
      if ((!options.form.empty() && options.form != form) || !fs::exists(folder / file)) continue;
      const auto start = std::chrono::steady_clock::now();
      const Status status = RunCase(test, folder, file, pool);
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
      if (options.list) std::printf("%9.2f ms %s %s/%s\n", took.count(), options.folder.c_str(), form, name.c_str());
      report.Add(options.folder + " " + form, name, status.ok() ? std::string() : status.ToString());
    }
  }
  return report.Print();
}

Options ParseOptions(int argc, char** argv) {
  Options options;
  options.corpus = corpus::Root(nullptr);
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = argument.substr(std::min(argument.find('=') + 1, argument.size()));
    if (argument == "--list") {
      options.list = true;
    } else if (argument.starts_with("--only=")) {
      options.only = value;
    } else if (argument.starts_with("--folder=")) {
      options.folder = value;
    } else if (argument.starts_with("--form=")) {
      options.form = value;
    } else if (argument.starts_with("--threads=")) {
      options.threads = std::atoi(value.c_str());
    } else {
      options.corpus = argument;
    }
  }
  return options;
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) { return cppjrt::stablehlo::Run(cppjrt::stablehlo::ParseOptions(argc, argv)); }
