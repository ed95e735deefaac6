// A program, text or bytecode, goes through the verifier, which accepts it or says why not, never anything else. A verified
// module can be walked by what comes next: here it is written as an artifact.
//
//   ./dev fuzz verify 60

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "fuzz/check.h"
#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/verify/verifier.h"

using cppjrt::fuzz::Check;
using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string program(reinterpret_cast<const char*>(data), size);
  const Source source{"fuzz", program, !program.starts_with("ML\xefR")};
  DiagnosticSink sink(&source);
  Module module;
  if (source.is_text) {
    auto parsed = ParseText(source, sink);
    if (!parsed.ok()) return 0;
    module = *std::move(parsed);
  } else if (!ReadBytecode(program, module, sink)) {
    return 0;
  }
  auto verified = Verify(std::move(module), sink, {.allow_foreign_dialects = true});
  Check(verified.ok() == sink.ok(), "who refuses says why", sink.Render());
  if (!verified.ok()) return 0;
  module = (*std::move(verified)).Release();
  (void)WriteArtifact(module, kNewestVersion);
  return 0;
}
