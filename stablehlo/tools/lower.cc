// shlo lower: what the evaluator and the compiler get to see of a program.
#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stablehlo/text/printer.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  Inputs inputs;
  std::string entry;
  std::string until;
  std::vector<std::string> arguments;
  bool inline_everything = false;
  bool list = false;
};

// "8x3xf32" as a type, "i64=5" as one with a value; none if it is not of that form.
std::optional<ArgumentType> ParseType(std::string_view text) {
  ArgumentType type;
  if (const size_t equal = text.find('='); equal != std::string_view::npos) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + equal + 1, text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    type.value = value;
    text = text.substr(0, equal);
  }
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    int64_t dim = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), dim);
    if (error != std::errc() || end == text.data() + text.size() || *end != 'x') return std::nullopt;
    type.dims.push_back(dim);
    text.remove_prefix(static_cast<size_t>(end - text.data()) + 1);
  }
  for (int i = 0; i <= static_cast<int>(ElementType::kC128); ++i) {
    type.element = static_cast<ElementType>(i);
    if (ElementTypeName(type.element) == text) return type;
  }
  return std::nullopt;
}

StatusOr<RunnableOptions> ToRunnable(const Options& options) {
  RunnableOptions runnable;
  runnable.entry = options.entry;
  runnable.inline_everything = options.inline_everything;
  for (const std::string& text : options.arguments) {
    const std::optional<ArgumentType> type = ParseType(text);
    if (!type)
      return InvalidArgumentError("--args: '" + text +
                                  "' is not a type, expected one such as 8x3xf32, or i64=3 for a size");
    runnable.refine.argument_types.push_back(*type);
  }
  return runnable;
}

// Runs the stages up to and with the one named.
Status RunUntil(Module& module, const RunnableOptions& options, std::string_view until, DiagnosticSink& sink) {
  for (const TransformStage& stage : TransformStages()) {
    CPPJRT_RETURN_IF_ERROR(stage.run(module, options, sink));
    if (stage.name == until) return CheckModule(module, sink);
  }
  return InvalidArgumentError("there is no stage '" + std::string(until) + "'; see shlo lower --list");
}

bool Lower(const Options& options, const RunnableOptions& runnable, const std::string& file, std::string program) {
  std::optional<Module> parsed = ParseOrReport(file, std::move(program));
  if (!parsed) return false;
  const Source source = parsed->source();
  DiagnosticSink sink(&source);
  const auto report = [&sink](const Status& status) {
    std::cerr << (sink.ok() ? std::string(status.message()) + "\n" : sink.Render());
    return false;
  };
  StatusOr<VerifiedModule> verified = Verify(std::move(*parsed), sink);
  if (!verified.ok()) return report(verified.status());
  sink.Clear();
  if (!options.until.empty()) {
    Module module = std::move(*verified).Release();
    const Status status = RunUntil(module, runnable, options.until, sink);
    if (!status.ok()) return report(status);
    std::cout << Print(module, {});
    return true;
  }
  StatusOr<VerifiedModule> lowered = MakeRunnable(std::move(*verified), runnable, sink);
  if (!lowered.ok()) return report(lowered.status());
  Module module = std::move(*lowered).Release();
  std::cout << Print(module, {});
  return true;
}

int RunLower(const Options& options) {
  if (options.list) {
    for (const TransformStage& stage : TransformStages()) {
      std::cout << stage.name << std::string(20 - stage.name.size(), ' ') << stage.purpose << "\n";
    }
    return kSuccess;
  }
  const StatusOr<RunnableOptions> runnable = ToRunnable(options);
  if (!runnable.ok()) {
    std::cerr << "shlo: " << runnable.status().message() << "\n";
    return kUsage;
  }
  bool first = true;
  return options.inputs.ForEachProgram([&](const std::string& file, std::string program) {
    if (!first) std::cout << "// -----\n";
    first = false;
    return Lower(options, *runnable, file, std::move(program));
  });
}

}  // namespace

void AddLower(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("lower", "Print programs as they run: CHLO decomposed, shapes refined, calls inlined");
  auto options = std::make_shared<Options>();
  CLI::Option* list =
      command->add_flag("--list", options->list, "list the stages in their order, instead of running them");
  options->inputs.AddTo(*command);
  command->get_option("FILE")->required(false);
  command->add_option("--entry", options->entry, "the function to run; default: @main")->type_name("NAME");
  command
      ->add_option("--args", options->arguments, "the types of the entry's arguments, for programs with dynamic shapes")
      ->type_name("TYPE,…")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--until", options->until, "stop after this stage")->type_name("STAGE");
  command->add_flag("--inline-everything", options->inline_everything, "inline all calls");
  command->callback([options, list, &exit_code] {
    if (options->inputs.files.empty() && !*list) throw CLI::RequiredError("FILE");
    exit_code = RunLower(*options);
  });
}

}  // namespace cppjrt::stablehlo::tools
