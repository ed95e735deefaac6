// FFI (5): handlers of custom calls, the types they know, and data that an execution brings along.
#ifndef PJRT_EXTENSIONS_FFI_H_
#define PJRT_EXTENSIONS_FFI_H_

#include <cstdint>
#include <string_view>
#include <utility>

#include "pjrt/execute_context.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// How the plugin handles objects of a registered type. Null functions are not called.
struct FfiTypeInfo {
  void (*deleter)(void*) = nullptr;
  void (*serialize)() = nullptr;
  void (*deserialize)() = nullptr;
};

class FfiExtension : public Extension {
 public:
  static constexpr int kType = 5;
  explicit FfiExtension(Extension extension) : Extension(std::move(extension)) {}

  // Registers a type of user data or handler state under a name; its id. `id` 0 lets the plugin choose.
  StatusOr<int64_t> RegisterType(std::string_view name, const FfiTypeInfo& info = {}, int64_t id = 0) const;
  // Puts an object where handlers of an execution with this context find it, by type id; it must outlive the execution, or be
  // freed by the type's deleter. UNIMPLEMENTED before API 0.81, which laid the arguments out otherwise.
  Status AddUserData(const ExecuteContext& context, int64_t type_id, void* data) const;
  // Registers an XLA_FFI_Handler* for all programs of this process. `platform`: "Host", "CUDA", … `command_buffer_compatible`:
  // the handler may be recorded. XLA drops, without an error, a handler whose metadata claims a newer FFI version than its own.
  Status RegisterHandler(std::string_view target, void* handler, std::string_view platform,
                         bool command_buffer_compatible = false) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_FFI_H_
