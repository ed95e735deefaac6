// A program that uses the whole front end: reads text or an artifact, verifies, prints, writes. What it is larger than
// size_without.cc is what libstablehlo adds to a program.
#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

using namespace cppjrt::stablehlo;  // NOLINT(google-build-using-namespace)

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "/dev/stdin", std::ios::binary);
  const std::string program(std::istreambuf_iterator<char>(file), {});
  const Source source{"program", program, /*is_text=*/true};
  DiagnosticSink sink(&source);
  Module module;
  if (!ReadBytecode(std::as_bytes(std::span(program)), module, sink)) {
    sink.Clear();
    auto parsed = ParseText(source, sink);
    if (parsed.ok()) module = *std::move(parsed);
  }
  if (sink.ok() && CheckModule(module, sink).ok()) {
    std::cout << Print(module);
    const auto artifact = WriteArtifact(module, kNewestVersion);
    if (artifact.ok()) std::cout << artifact->size() << " bytes\n";
  }
  std::cerr << sink.Render();
  return sink.ok() ? 0 : 1;
}
