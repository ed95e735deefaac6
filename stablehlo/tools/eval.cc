// shlo eval
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/value_text.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/parse.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/tools/npy.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  std::string file;
  std::vector<std::string> inputs;
  std::string output_dir;
  std::string entry;
  int threads = 0;
};

// Writes what programs print to stdout.
class Console : public MemoryHost {
 public:
  Status Print(std::string_view line) override {
    std::cout << line << "\n";
    return OkStatus();
  }
};

StatusOr<std::vector<RuntimeValue>> ReadInputs(const Module& module, OpId entry,
                                               const std::vector<std::string>& paths) {
  const TypeTable& types = module.types();
  const TypeId type = Function(module, entry).type();
  if (paths.size() != types.num_inputs(type)) {
    return InvalidArgumentError("the program takes " + std::to_string(types.num_inputs(type)) +
                                " inputs, but there are " + std::to_string(paths.size()) +
                                ": give an --input for each");
  }
  std::vector<RuntimeValue> values;
  for (size_t i = 0; i < paths.size(); ++i) {
    const TypeId input = types.input(type, i);
    const std::optional<ElementType> element =
        types.IsTensor(input) ? ToElementType(types, types.element_type(input)) : std::nullopt;
    if (!element)
      return UnimplementedError("argument " + std::to_string(i) + " has a type that .npy files cannot hold");
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, ReadNpy(paths[i], *element));
    values.emplace_back(std::move(tensor));
  }
  return values;
}

Status WriteResults(const std::vector<RuntimeValue>& results, const std::string& folder) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_tensor()) continue;
    if (folder.empty()) {
      std::cout << TensorText(results[i].tensor()) << "\n";
    } else {
      CPPJRT_RETURN_IF_ERROR(WriteNpy(folder + "/out_" + std::to_string(i) + ".npy", results[i].tensor()));
    }
  }
  return OkStatus();
}

Status Evaluate(std::string bytes, const Options& options) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(std::move(bytes), options.file));
  DiagnosticSink sink(&module.source());
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  if (!verified.ok()) return InvalidArgumentError(sink.Render());
  const OpId entry = FindEntry(verified->module(), options.entry);
  if (!entry.valid()) return InvalidArgumentError("no function to run: name one with --entry");
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> arguments, ReadInputs(verified->module(), entry, options.inputs));
  RunnableOptions runnable;
  runnable.entry = options.entry;
  for (const RuntimeValue& value : arguments) {
    const Dims& dims = value.tensor().dims();
    runnable.refine.argument_types.push_back({value.tensor().type(), std::vector<int64_t>(dims.begin(), dims.end())});
  }
  DiagnosticSink transform_sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule lowered, MakeRunnable(*std::move(verified), runnable, transform_sink));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program,
                          Program::Prepare(std::move(lowered), {}, options.entry));
  CPPJRT_RETURN_IF_ERROR(CheckArguments(program->module(), program->entry(), arguments));
  ThreadPool pool(options.threads > 0 ? options.threads : ThreadPool::AvailableThreads());
  Console console;
  RunOptions run;
  run.pool = &pool;
  run.host = &console;
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, program->Run(std::move(arguments), run));
  return WriteResults(results, options.output_dir);
}

int Main(const Options& options) {
  std::optional<std::string> bytes = ReadFile(options.file);
  if (!bytes) return kUsage;
  const Status status = Evaluate(std::move(*bytes), options);
  if (status.ok()) return kSuccess;
  std::cerr << options.file << ": " << status.message() << (status.message().ends_with('\n') ? "" : "\n");
  return status.code() == StatusCode::kNotFound || status.code() == StatusCode::kUnavailable ? kUsage : kProblem;
}

}  // namespace

void AddEval(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("eval", "Run a program in the evaluator");
  auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "the program, text or artifact; - is stdin")->required();
  command->add_option("--input,-i", options->inputs, "a .npy file for each argument, in order")->type_name("FILE.npy");
  command
      ->add_option("--output-dir,-o", options->output_dir,
                   "write results there as out_0.npy, …, instead of printing them")
      ->type_name("FOLDER");
  command->add_option("--entry", options->entry, "the function to run; default: main, or the only function")
      ->type_name("NAME");
  command->add_option("--threads", options->threads, "number of threads; default: all")->type_name("N");
  command->callback([options, &exit_code] { exit_code = Main(*options); });
}

}  // namespace cppjrt::stablehlo::tools
