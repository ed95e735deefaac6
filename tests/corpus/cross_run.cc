// Makes a corpus runner compile every program for other machines before it runs, which the evaluator then does: no program may
// fail to compile for one of them. At the end it is said how many units of code there were. CPPJRT_CROSS_TARGETS names the
// targets (codegen/target.h), with commas between.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/codegen/llvm_aarch64.h"
#include "cpu/native/cross_program.h"
#include "tests/corpus/before_run.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::RuntimeValue;

std::vector<codegen::Target> Targets() {
  codegen::RegisterAArch64();
  const char* names = std::getenv("CPPJRT_CROSS_TARGETS");
  std::string_view rest = names == nullptr ? "aarch64,aarch64-sve256" : names;
  std::vector<codegen::Target> targets;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(','), rest.size());
    StatusOr<codegen::Target> target = codegen::NamedTarget(rest.substr(0, end));
    if (!target.ok()) {
      std::fprintf(stderr, "%s\n", target.status().ToString().c_str());
      std::exit(2);
    }
    targets.push_back(*std::move(target));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return targets;
}

struct Tally {
  int64_t programs = 0;
  int64_t units = 0;
  int64_t bytes = 0;
  int64_t evaluated = 0;
  ~Tally() {
    std::printf("%ld programs compiled to %ld units, %ld bytes; no code for %ld\n", static_cast<long>(programs),
                static_cast<long>(units), static_cast<long>(bytes), static_cast<long>(evaluated));
  }
};
Tally tally;

StatusOr<std::vector<RuntimeValue>> CompileThenRun(const std::shared_ptr<const stablehlo::Program>& program,
                                                   const stablehlo::Environment& environment,
                                                   std::vector<RuntimeValue> arguments,
                                                   const stablehlo::RunOptions& options) {
  static const auto* const targets = new std::vector<codegen::Target>(Targets());
  NativeOptions native;
  native.environment = environment;
  native.owner = program;
  native.skip_passes = {"fold"};  // as native_run.cc
  auto& module = const_cast<stablehlo::Module&>(program->module());
  for (const codegen::Target& target : *targets) {
    const StatusOr<CrossProgram> compiled = CompileFor(target, module, program->entry(), native);
    if (!compiled.ok() && compiled.status().code() != StatusCode::kUnimplemented) {
      return compiled.status().WithContext(target.name);
    }
    if (!compiled.ok()) {
      ++tally.evaluated;
      continue;
    }
    ++tally.programs;
    tally.units += static_cast<int64_t>(compiled->code.pieces.size());
    for (const codegen::Piece& piece : compiled->code.pieces) tally.bytes += static_cast<int64_t>(piece.bytes.size());
  }
  return program->Run(std::move(arguments), options);
}

[[maybe_unused]] const bool set = [] {
  stablehlo::run_prepared = CompileThenRun;
  stablehlo::inline_before_run = true;
  return true;
}();

}  // namespace
}  // namespace cppjrt::cpu
