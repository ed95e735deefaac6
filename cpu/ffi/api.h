// The side of XLA's FFI that handlers call: the table of functions.
//
// The table is that of FFI 0.5. Handlers built with 0.1 to 0.5 find what they know where they expect it: later versions only
// added functions at the end and fields to what some of them return.
#ifndef CPPJRT_CPU_FFI_API_H_
#define CPPJRT_CPU_FFI_API_H_

#include "pjrt/abi/xla_ffi_c_api.h"

namespace cppjrt::cpu {

// Lives as long as the process.
const XLA_FFI_Api* FfiApi();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_API_H_
