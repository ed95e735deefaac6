// Inlining: composites become calls of their decompositions, calls become the bodies of what they call.
//
//   func.func private @f(%x) { %0 = add %x, %x … return %0 }
//   func.func @main(%a) { %1 = call @f(%a) … }              ->  func.func @main(%a) { %0 = add %a, %a … }
//
// Bodies that are called once move; small ones are copied. Big ones that are called often stay functions, unless
// `everything` asks for none to be left.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_INLINE_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_INLINE_H_

#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct InlineOptions {
  // For targets that cannot call.
  bool everything = false;
  // Functions of at most so many ops are copied.
  int64_t small = 16;
  // With `everything`, RESOURCE_EXHAUSTED if more ops than this would be made.
  int64_t max_new_ops = 4'000'000;
};

// Every stablehlo.composite a func.call of its decomposition.
void CallDecompositions(Module& module);

// INVALID_ARGUMENT, reported, if functions call themselves, naming the cycle.
Status InlineCalls(Module& module, const InlineOptions& options, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_INLINE_H_
