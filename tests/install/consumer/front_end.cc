// Uses the StableHLO front end from outside the project: text to a verified module, to an artifact, and back to the same text.
#include <cstdio>
#include <string>
#include <utility>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

namespace {

using cppjrt::Status;
using cppjrt::StatusOr;
using namespace cppjrt::stablehlo;

constexpr const char* kProgram = R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
})";

Status Run() {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(kProgram, "program.mlir"));
  DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  Module program = std::move(verified).Release();
  CPPJRT_ASSIGN_OR_RETURN(const std::string artifact, WriteArtifact(program, *Version::Parse("1.10.0")));
  CPPJRT_ASSIGN_OR_RETURN(Module again, Parse(artifact, "program.mlirbc"));
  if (Print(again) == Print(program)) return Status();
  return cppjrt::InternalError("the artifact is another program:\n" + Print(again));
}

}  // namespace

int main() {
  const Status status = Run();
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
