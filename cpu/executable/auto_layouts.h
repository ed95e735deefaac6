// ChooseLayouts: the order in memory of results for which the program leaves it to us (mhlo.layout_mode = "auto").
//
//   func @main(%a: tensor<2x3xf32>) -> (tensor<3x2xf32> {mhlo.layout_mode = "auto"}) { return transpose(%a) }
//   ChooseLayouts(module, signature);
//   signature.results[0].minor_to_major == {0, 1}       // the bytes of %a as they are
//
// A result that is an argument (or what comes out of it element by element) with its dimensions in another order keeps the
// argument's order in memory. What a LayoutConstraint says counts as well. All others are row-major, like arguments.
#ifndef CPPJRT_CPU_EXECUTABLE_AUTO_LAYOUTS_H_
#define CPPJRT_CPU_EXECUTABLE_AUTO_LAYOUTS_H_

#include "cppjrt/status.h"
#include "cpu/executable/signature.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::cpu {

// REQUIRES: the signature was read from the module.
Status ChooseLayouts(const stablehlo::Module& module, Signature& signature);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_AUTO_LAYOUTS_H_
