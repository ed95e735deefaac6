// Printer: Module to MLIR text, byte for byte as MLIR and JAX print it.
//
//   std::string text = Print(module);                          // what jax.jit(f).lower(…).as_text() gives
//   std::string all = Print(module, {.locations = true});      // with debug info: loc(…), #loc aliases
//   Print(module, {.generic = true})                           // "stablehlo.add"(%0, %1) : (…) -> …
//
// Names of values are made anew (%arg0, %0, %cst_1), as MLIR does. What a parser read and this printed reads back as an
// equal module (equal.h). Depth costs nothing: nested regions are printed without recursion where they can be deep.
#ifndef CPPJRT_STABLEHLO_TEXT_PRINTER_H_
#define CPPJRT_STABLEHLO_TEXT_PRINTER_H_

#include <string>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct PrintOptions {
  bool generic = false;    // every op in generic form
  bool locations = false;  // loc(…) behind ops and arguments; resolves deferred locations
  // Constants and resources of more bytes are left out (dense_resource<__elided__>): for reading, not to be parsed.
  size_t elide_bytes = SIZE_MAX;
};

// The whole program, with a newline at the end. Not const only because deferred locations are resolved.
std::string Print(Module& module, const PrintOptions& options = {});
// One op with all that is inside it, named as in the whole program.
std::string PrintOp(Module& module, OpId op, const PrintOptions& options = {});
std::string PrintType(const Module& module, TypeId type);
std::string PrintAttr(const Module& module, AttrId attr);
std::string PrintLoc(Module& module, LocId loc);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TEXT_PRINTER_H_
