// A function that is registered with a plugin: what its C function finds by its index. See registration.cc.
#ifndef CPPJRT_CLIENT_FFI_REGISTRATION_H_
#define CPPJRT_CLIENT_FFI_REGISTRATION_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/abi/xla_ffi_c_api.h"
#include "pjrt/ffi/bind.h"
#include "pjrt/ffi/kernel.h"
#include "pjrt/plugin.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

// Immutable once its C function is known to a plugin, but for `asked`.
struct Registration {
  Function function;
  XLA_FFI_Handler_Traits traits = 0;
  // Ids that the plugin gave to the types, by their key.
  std::vector<std::pair<const void*, int64_t>> types;
  // The plugin has asked for the metadata, with this table of functions.
  std::atomic<const XLA_FFI_Api*> asked = nullptr;
};

// A C function of its own for `function`, for ever. RESOURCE_EXHAUSTED if there is none left.
struct Slot {
  XLA_FFI_Handler* handler = nullptr;
  Registration* registration = nullptr;
};
StatusOr<Slot> TakeSlot();
// Gives back a slot that no plugin knows.
void GiveBack(const Slot& slot);

// The version of the plugin's FFI, from its table of functions.
FfiVersion VersionOf(const XLA_FFI_Api& api);

// The plugin's table of functions, found out by a registration under a name that no program has.
StatusOr<const XLA_FFI_Api*> ApiOf(const Plugin& plugin);

// What the plugin calls its devices where handlers are registered: "Host", "CUDA", "ROCM".
std::string PlatformOf(const Plugin& plugin);

// The id of the type in the plugin, registered if it is not.
StatusOr<int64_t> TypeIdOf(const Plugin& plugin, const TypeUse& type);

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_FFI_REGISTRATION_H_
