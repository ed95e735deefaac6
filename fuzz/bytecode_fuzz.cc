// Bytes to a module or an error, never anything else; a module that reads is written and must read again.
//
//   cmake … -DCMAKE_CXX_COMPILER=clang++-19 -DCPPJRT_SANITIZE=address,undefined,fuzzer-no-link -DCPPJRT_BUILD_FUZZERS=ON
//   bytecode_fuzz CORPUS_FOLDER        (seeds: every .bc and .mlirbc of the shared corpus)

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"

using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Module module;
  Module again;
  DiagnosticSink sink;
  if (!ReadBytecode(std::as_bytes(std::span(data, size)), module, sink)) return sink.ok() ? (std::abort(), 0) : 0;
  const auto bytes = WriteArtifact(module, kNewestVersion);
  if (bytes.ok() && !ReadBytecode(*bytes, again, sink)) std::abort();
  return 0;
}
