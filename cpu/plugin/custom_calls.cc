// What programs of this plugin can call: handlers that callers registered, then JAX's linear algebra.
#include "stablehlo/eval/custom_calls.h"

#include <vector>

#include "cpu/ffi/registry.h"
#include "cpu/lapack/targets.h"
#include "cpu/plugin/executable.h"

namespace cppjrt::cpu {

CompileEnvironment Environment() {
  // A name that both have is the registered handler's, as callers expect.
  static const auto* const targets = new stablehlo::CustomCallChain(
      std::vector<const stablehlo::CustomCallTargets*>{&FfiRegistry::Global(), &LapackTargets()});
  return {targets};
}

}  // namespace cppjrt::cpu
