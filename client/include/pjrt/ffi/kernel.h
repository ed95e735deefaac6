// Kernel: the functions of a custom call, registered with a plugin under the name that programs call.
#ifndef PJRT_FFI_KERNEL_H_
#define PJRT_FFI_KERNEL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pjrt/execute_context.h"
#include "pjrt/ffi/bind.h"
#include "pjrt/plugin.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

// Only `execute` is needed. State flows from the stage that returned it to later ones that ask for State<T, stage>.
struct Kernel {
  Function execute;
  // Once for each call of a program, when it is compiled or loaded: attributes, no arrays.
  Function instantiate;
  // At each run, before any kernel of the program runs.
  Function prepare;
  Function initialize;
  // Promises that the work only depends on what is recorded, so that a GPU may replay it.
  bool command_buffer_compatible = false;
};

// Registers a kernel for all programs of this process, until it ends. Programs call it with
//   stablehlo.custom_call @target(…) {api_version = 4 : i32, backend_config = {…}}
// `platform`: "Host", "CUDA", "ROCM"; empty: the plugin's own.
//
//   ALREADY_EXISTS       this target was registered with the plugin and platform before (XLA would ignore the new one silently)
//   UNIMPLEMENTED        no FFI extension; or stages beside execute with a plugin that gives no way to register them
//   FAILED_PRECONDITION  the plugin speaks another major version of the FFI, or dropped the kernel without a word
//   RESOURCE_EXHAUSTED   beyond kMaxFunctions functions in this process: the C API gives a function nothing to tell kernels apart
//                        by, so each has a C function of its own
Status Register(const Plugin& plugin, std::string_view target, const Kernel& kernel, std::string_view platform = "");
inline Status Register(const Plugin& plugin, std::string_view target, Function execute,
                       std::string_view platform = "") {
  Kernel kernel;
  kernel.execute = std::move(execute);
  return Register(plugin, target, kernel, platform);
}
inline constexpr size_t kMaxFunctions = 1024;

// Kernels that were compiled elsewhere: XLA_FFI_Handler* of each stage, as XLA's own macros and jax.ffi make them. Only `execute` is
// needed.
struct RawKernel {
  void* execute = nullptr;
  void* instantiate = nullptr;
  void* prepare = nullptr;
  void* initialize = nullptr;
  // XLA_FFI_Handler_Traits.
  uint32_t traits = 0;
};
// As Register, with the same errors; FAILED_PRECONDITION for a silent drop is not noticed, as the handlers are not ours. They count
// for nothing in kMaxFunctions.
Status RegisterRaw(const Plugin& plugin, std::string_view target, const RawKernel& kernel,
                   std::string_view platform = "");

// The version of the FFI that the plugin speaks, {0, 3} for example; known once something was registered or added.
struct FfiVersion {
  int major_version = 0;
  int minor_version = 0;
  friend auto operator<=>(const FfiVersion&, const FfiVersion&) = default;
};
StatusOr<FfiVersion> VersionOf(const Plugin& plugin);

namespace detail {
Status AddUserData(const Plugin& plugin, const ExecuteContext& context, const TypeUse& type, void* data);
}  // namespace detail

// Lets kernels of executions with this context find `data` as UserData<T>. It must outlive them. ALREADY_EXISTS if the context has
// a T.
template <class T>
Status AddUserData(const ExecuteContext& context, T* data) {
  return detail::AddUserData(context.plugin(), context, detail::DataType<T>(), data);
}

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_KERNEL_H_
