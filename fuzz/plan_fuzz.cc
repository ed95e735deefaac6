// A program of extreme sizes, strides, paddings, dilations and windows (cpu/native/extreme_program.h makes one of any bytes)
// is compiled or refused with a message; nothing overflows, takes long, or is a fault of the compiler (INTERNAL). Most programs stop
// when they are planned, some become code.
//
//   ./dev fuzz plan 60

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "cpu/native/extreme_program.h"
#include "cpu/native/native_program.h"
#include "fuzz/check.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace {

using cppjrt::fuzz::Check;
using namespace cppjrt;  // NOLINT(google-build-using-namespace)

Status Compile(const std::string& text, const char* stage) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::Module parsed, stablehlo::Parse(text, "fuzz"));
  stablehlo::DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, stablehlo::Verify(std::move(parsed), sink));
  stablehlo::RunnableOptions runnable;
  runnable.inline_everything = true;
  CPPJRT_ASSIGN_OR_RETURN(auto ready, stablehlo::MakeRunnable(std::move(verified), runnable, sink));
  auto module = std::make_shared<stablehlo::Module>(std::move(ready).Release());
  cpu::NativeOptions options;
  options.owner = module;
  options.stop_after = stage;
  return cpu::NativeProgram::Compile(*module, stablehlo::FindEntry(*module, ""), options).status();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text = cppjrt::cpu::ExtremeProgram({data + 1, size - 1}).Text();
  const Status status = Compile(text, data[0] % 32 == 0 ? "load" : "plan");
  Check(status.ok() || !status.message().empty(), "who refuses says why", text);
  Check(status.code() != StatusCode::kInternal, "no program is a fault of the compiler",
        status.ToString() + "\n" + text);
  return 0;
}
