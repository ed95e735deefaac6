// PJRT_ExecuteContext: data that a caller hands to the custom calls of its runs.
#ifndef CPPJRT_CPU_PLUGIN_CONTEXT_H_
#define CPPJRT_CPU_PLUGIN_CONTEXT_H_

#include "cpu/ffi/registry.h"
#include "cpu/plugin/handle.h"
#include "pjrt/abi/pjrt_c_api.h"

struct PJRT_ExecuteContext {
  cppjrt::cpu::FfiRunContext ffi;
};

namespace cppjrt::cpu {

using ExecuteContexts = Handles<PJRT_ExecuteContext>;

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_CONTEXT_H_
