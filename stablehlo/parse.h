// Parse: a program in any form, to Module. Where a program comes from outside, this is the entry to use.
//
//   StatusOr<Module> module = Parse(ReadFile("model.mlirbc"), "model.mlirbc");   // text, artifact, MLIR bytecode
//   if (!module.ok()) std::cerr << module.status().message();
//
// or, with all problems kept and the bytes not copied:
//
//   const Source source = MakeSource("prog.mlir", bytes);
//   DiagnosticSink sink(&source);
//   StatusOr<Module> module = Parse(source, sink);
//   if (module.ok()) … Verify(std::move(*module), sink) …
//   std::cerr << sink.Render();
//
// The bytes say what they are: MLIR bytecode begins with its magic number, everything else is read as text. Input is not
// trusted: sizes, counts and nesting are bounded (parser.h, reader.h), and time and memory are in proportion to them.
#ifndef CPPJRT_STABLEHLO_PARSE_H_
#define CPPJRT_STABLEHLO_PARSE_H_

#include <string>
#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// The bytes of a program as a source that knows whether they are text, for diagnostics to show lines of it.
Source MakeSource(std::string file, std::string_view bytes);

// The program in `source`, which becomes the module's. REQUIRES: source.bytes outlive the module (or the caller hands
// their owner to Module::KeepAlive); `sink` refers to the same source. INVALID_ARGUMENT if errors were reported.
StatusOr<Module> Parse(const Source& source, DiagnosticSink& sink);
// The same for bytes the module is to own. The status has the errors, rendered: for text with line and caret.
StatusOr<Module> Parse(std::string bytes, std::string file = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_PARSE_H_
