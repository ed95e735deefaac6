// Bytes to a module or to errors, never anything else. What the writer can say of a module reads back as an equal one.
//
//   ./dev fuzz bytecode 60

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/check.h"
#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/text/equal.h"

using cppjrt::fuzz::Check;
using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Module module;
  DiagnosticSink sink;
  if (!ReadBytecode(std::as_bytes(std::span(data, size)), module, sink)) {
    Check(!sink.ok(), "who refuses says why");
    return 0;
  }
  const auto bytes = WriteArtifact(module, kNewestVersion);
  if (!bytes.ok()) return 0;
  Module again;
  Check(ReadBytecode(*bytes, again, sink), "what is written reads", sink.Render());
  const std::string difference = FindDifference(module, again);
  Check(difference.empty(), "what is written reads back equal", difference);
  return 0;
}
