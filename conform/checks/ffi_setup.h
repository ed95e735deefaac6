// What checks of custom calls share: handlers of a check are registered and called by programs of one custom call.
#ifndef CPPJRT_CONFORM_CHECKS_FFI_SETUP_H_
#define CPPJRT_CONFORM_CHECKS_FFI_SETUP_H_

#include <string>

#include "conform/api/context.h"
#include "pjrt/abi/pjrt_c_api_ffi_extension.h"
#include "pjrt/abi/xla_ffi_c_api.h"

namespace cppjrt::conform {

// Absent() if the plugin has none.
StatusOr<const PJRT_FFI_Extension*> FfiExtensionOf(const Api& api);
// A client of a CPU, on which handlers of checks can run; Absent() for others.
StatusOr<Session> HostSession(Context& context);
Status RegisterFfiHandler(const Session& session, const char* target, XLA_FFI_Handler* handler);
// FAILED_PRECONDITION, as a handler makes it.
XLA_FFI_Error* FfiError(const XLA_FFI_CallFrame* frame, const char* message);
// @main of one f32[4] that calls the target.
std::string CallProgram(const std::string& target, const std::string& config = "{}");

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_CHECKS_FFI_SETUP_H_
