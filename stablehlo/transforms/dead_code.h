// Removing what has no effect.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_DEAD_CODE_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_DEAD_CODE_H_

#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Erases ops without effects whose results nothing uses, in one walk. Calls and custom calls stay: some are there for what they
// check.
void RemoveDeadOps(Module& module);

// Erases private functions that no public one, nor `entry`, refers to, directly or through others.
void RemoveDeadFunctions(Module& module, std::string_view entry = {});

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_DEAD_CODE_H_
