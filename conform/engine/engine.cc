#include "conform/engine/engine.h"

#include <algorithm>
#include <cctype>
#include <thread>
#include <utility>

#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/version.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::conform {
namespace {

using stablehlo::DiagnosticSink;
using stablehlo::Module;
using stablehlo::Program;
using stablehlo::RuntimeValue;
using stablehlo::VerifiedModule;

class Evaluator : public Engine {
 public:
  explicit Evaluator(bool wide) : wide_(wide) {}

  Answer Run(const Request& request) override {
    Answer answer;
    StatusOr<std::shared_ptr<const Program>> program = Prepare(request);
    if (!program.ok()) {
      answer.status = program.status();
      answer.end = SaysUnsupported(answer.status) ? End::kUnsupported : End::kRefused;
      return answer;
    }
    answer.status = Execute(**program, request, answer.results);
    if (!answer.status.ok()) answer.end = End::kFailed;
    return answer;
  }

  EngineFacts facts() const override { return {"evaluator", {}, {}, stablehlo::kNewestVersion.ToString()}; }

 private:
  StatusOr<std::shared_ptr<const Program>> Prepare(const Request& request) const {
    CPPJRT_ASSIGN_OR_RETURN(Module module, stablehlo::Parse(request.program, "program"));
    DiagnosticSink sink(&module.source());
    CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
    DiagnosticSink transform_sink;
    CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), {}, transform_sink));
    stablehlo::Environment environment;
    environment.wide_accumulation = wide_;
    return Program::Prepare(std::move(runnable), environment);
  }

  static StatusOr<std::vector<RuntimeValue>> RunOne(const Program& program, const Request& request,
                                                    const stablehlo::RunOptions& options) {
    std::vector<RuntimeValue> arguments(request.arguments.begin(), request.arguments.end());
    CPPJRT_RETURN_IF_ERROR(CheckArguments(program.module(), program.entry(), arguments));
    return program.Run(std::move(arguments), options);
  }

  // Each replica on a thread of its own; the last one's values, or the first error.
  static StatusOr<std::vector<RuntimeValue>> RunReplicas(const Program& program, const Request& request) {
    stablehlo::Processes grid(request.replicas, 1);
    std::vector<StatusOr<std::vector<RuntimeValue>>> values(static_cast<size_t>(request.replicas),
                                                            UnknownError("not run"));
    std::vector<std::thread> threads;
    for (int64_t replica = 0; replica < request.replicas; ++replica) {
      threads.emplace_back([&, replica] {
        stablehlo::RunOptions options;
        options.replica = replica;
        options.processes = &grid;
        auto& own = values[static_cast<size_t>(replica)];
        own = RunOne(program, request, options);
        grid.Leave({replica, 0}, own.status());
      });
    }
    for (std::thread& thread : threads) thread.join();
    CPPJRT_RETURN_IF_ERROR(grid.status());
    return std::move(values.back());
  }

  static Status Execute(const Program& program, const Request& request, std::vector<Tensor>& results) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> values,
                            request.replicas > 1 ? RunReplicas(program, request) : RunOne(program, request, {}));
    for (RuntimeValue& value : values) {
      if (!value.is_tensor()) return UnimplementedError("a result that is no tensor");
      results.push_back(std::move(value).tensor());
    }
    return OkStatus();
  }

  const bool wide_;
};

}  // namespace

std::string_view EndName(End end) {
  constexpr std::string_view kNames[] = {"ok", "unsupported", "refused", "failed", "crash", "hang"};
  return kNames[static_cast<size_t>(end)];
}

bool SaysUnsupported(const Status& status) {
  if (status.code() == StatusCode::kUnimplemented || status.code() == StatusCode::kNotFound) return true;
  std::string text(status.message());
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view kWords[] = {
      "unimplemented", "unsupported",         "not supported",        "not implemented",
      "not yet",       "can't be translated", "cannot be translated", "no registered implementation",
      "not legalize"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::unique_ptr<Engine> EvaluatorEngine(bool wide) { return std::make_unique<Evaluator>(wide); }

}  // namespace cppjrt::conform
