// Batch: several test programs as one, because a compilation has a price of its own.
//
//   CPPJRT_ASSIGN_OR_RETURN(Module whole, Merge(tests));    // tests: SelfCheck, each with its own @main
//   // @main(arguments of the first, of the second, …) -> (results of the first, of the second, …)
//
// The functions of test number i are called @t<i>_<name>.
#ifndef CPPJRT_CONFORM_SEMANTICS_BATCH_H_
#define CPPJRT_CONFORM_SEMANTICS_BATCH_H_

#include <span>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::conform {

// The modules outlive the merged one, which shares their constants. UNIMPLEMENTED if one has symbols that are no functions.
StatusOr<stablehlo::Module> Merge(std::span<stablehlo::Module* const> programs);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_BATCH_H_
