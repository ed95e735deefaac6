// The host side of a run: send and receive callbacks of the caller.
#ifndef CPPJRT_CPU_PLUGIN_HOST_CALLBACKS_H_
#define CPPJRT_CPU_PLUGIN_HOST_CALLBACKS_H_

#include <memory>

#include "cppjrt/status.h"
#include "cpu/executable/compile_options.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "stablehlo/eval/host.h"

namespace cppjrt::cpu {

// Null if there are no callbacks. INVALID_ARGUMENT for lists that are null.
StatusOr<std::unique_ptr<stablehlo::Host>> MakeHost(const PJRT_ExecuteOptions& options, size_t num_rows,
                                                    const CompileOptions& compile_options);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_HOST_CALLBACKS_H_
