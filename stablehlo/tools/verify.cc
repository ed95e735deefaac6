// shlo verify
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "stablehlo/parse.h"
#include "stablehlo/tools/command.h"
#include "stablehlo/tools/input.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::tools {
namespace {

struct Options {
  Inputs inputs;
  VerifyOptions verify;
};

// What diagnostics of bytecode say about places is where the program was written, not which file it is in.
void Report(const Source& source, const DiagnosticSink& sink) {
  if (sink.diagnostics().empty()) return;
  if (!source.is_text) std::cerr << "in " << source.file << ":\n";
  std::cerr << sink.Render();
}

bool VerifyOne(const std::string& file, const std::string& program, const VerifyOptions& options) {
  const Source source = MakeSource(file, program);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(source, sink);
  bool ok = module.ok();
  if (ok) ok = Verify(std::move(*module), sink, options).ok();
  Report(source, sink);
  if (!ok && sink.ok()) std::cerr << file << ": " << module.status().message() << "\n";
  return ok;
}

}  // namespace

void AddVerify(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("verify", "Report errors of programs; prints nothing if they are valid");
  auto options = std::make_shared<Options>();
  options->inputs.AddTo(*command);
  command->add_flag("--allow-foreign-dialects", options->verify.allow_foreign_dialects,
                    "accept operations of unknown dialects");
  command->callback([options, &exit_code] {
    exit_code = options->inputs.ForEachProgram(
        [&](const std::string& file, const std::string& program) { return VerifyOne(file, program, options->verify); });
  });
}

}  // namespace cppjrt::stablehlo::tools
