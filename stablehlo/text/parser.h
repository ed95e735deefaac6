// Parser: MLIR text to Module.
//
// Reads what JAX, StableHLO and MLIR tools print: pretty and generic forms, today's and older attribute forms, aliases,
// locations, resources, and, in generic form, ops of dialects nobody here knows. It checks grammar, names of values and
// the types they are used at, and what it needs to build the module; the rest is the verifier's.
//
//   Source source{"prog.mlir", text, /*is_text=*/true};
//   DiagnosticSink sink(&source);
//   StatusOr<Module> module = ParseText(source, sink);
//   if (!module.ok()) std::cerr << sink.Render();
//
//   prog.mlir:3:33: error: stablehlo.concatenate: expected 'dim', found 'dimension'
//     %0 = stablehlo.concatenate %a, dimension = 0 : …
//                                    ^
//
// After an error reading goes on with the next op, so one run reports several. Input is not trusted: at most 2 GiB, at
// most kMaxNesting levels of regions, attributes, types and locations together, memory in proportion to the input and to
// the constants it spells out (splats stay one element).
#ifndef CPPJRT_STABLEHLO_TEXT_PARSER_H_
#define CPPJRT_STABLEHLO_TEXT_PARSER_H_

#include <string>
#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Deeper nesting is an error. A level takes about 1 KiB of stack.
inline constexpr int kMaxNesting = 400;

// The program in `source`, which becomes the module's. REQUIRES: source.bytes outlive the module (or the caller hands
// their owner to Module::KeepAlive); `sink` refers to the same text. INVALID_ARGUMENT if errors were reported.
StatusOr<Module> ParseText(const Source& source, DiagnosticSink& sink);
// The same for text the module is to own. The status has the errors, rendered.
StatusOr<Module> ParseText(std::string text, std::string file = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TEXT_PARSER_H_
