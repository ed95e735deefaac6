// For the tests of this folder: programs as text, through one transformation, to text.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_TESTING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_TESTING_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {

// The text after `transform`, verified again; what went wrong otherwise.
inline std::string Transformed(std::string_view program,
                               const std::function<Status(Module&, DiagnosticSink&)>& transform) {
  StatusOr<Module> module = ParseText(std::string(program), "t.mlir");
  if (!module.ok()) return "parse: " + std::string(module.status().message());
  DiagnosticSink sink(&module->source());
  if (Status status = CheckModule(*module, sink); !status.ok()) return "verify: " + sink.Render();
  sink.Clear();
  if (Status status = transform(*module, sink); !status.ok()) return status.ToString();
  if (Status status = CheckModule(*module, sink); !status.ok()) return "after: " + sink.Render();
  return Print(*module, {});
}

// The same through all of them.
inline std::string Runnable(std::string_view program, const RunnableOptions& options = {}) {
  StatusOr<Module> module = ParseText(std::string(program), "t.mlir");
  if (!module.ok()) return "parse: " + std::string(module.status().message());
  const Source source = module->source();
  DiagnosticSink sink(&source);
  StatusOr<VerifiedModule> verified = Verify(std::move(*module), sink);
  if (!verified.ok()) return "verify: " + sink.Render();
  sink.Clear();
  StatusOr<VerifiedModule> runnable = MakeRunnable(std::move(*verified), options, sink);
  if (!runnable.ok()) return runnable.status().ToString();
  Module result = std::move(*runnable).Release();
  return Print(result, {});
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_TESTING_H_
