// For tests: programs given as text, compiled.
#ifndef CPPJRT_CPU_NATIVE_COMPILE_TEST_H_
#define CPPJRT_CPU_NATIVE_COMPILE_TEST_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cpu/native/native_program.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {

// Read, verified, and without calls.
inline StatusOr<stablehlo::VerifiedModule> ReadyModule(const std::string& text, const std::string& name = "test") {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::Module parsed, stablehlo::Parse(text, name));
  stablehlo::DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, stablehlo::Verify(std::move(parsed), sink));
  stablehlo::RunnableOptions runnable;
  runnable.inline_everything = true;
  return stablehlo::MakeRunnable(std::move(verified), runnable, sink);
}

struct CompiledText {
  std::shared_ptr<stablehlo::Module> module;
  std::unique_ptr<const NativeProgram> program;
  std::string plan;
};

// `options` without an owner and a dump: those are made here.
inline StatusOr<CompiledText> TryCompileText(const std::string& text, NativeOptions options = {},
                                             bool wants_plan = true) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule ready, ReadyModule(text));
  CompiledText compiled;
  compiled.module = std::make_shared<stablehlo::Module>(std::move(ready).Release());
  options.owner = compiled.module;
  if (wants_plan) {
    options.dump = [&](std::string_view stage, const std::string& dumped) {
      if (stage == "plan") compiled.plan = dumped;
    };
  }
  CPPJRT_ASSIGN_OR_RETURN(
      compiled.program, NativeProgram::Compile(*compiled.module, stablehlo::FindEntry(*compiled.module, ""), options));
  return compiled;
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_COMPILE_TEST_H_
