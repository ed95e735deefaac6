// The one place where the client touches a plugin's function table.
//
// An Api is made from a table that was checked: pointers that can be followed, a version this client speaks, an extension
// chain that ends. It holds a private copy of the table cut to what the plugin has, and the struct sizes of the plugin's
// minor. Every call of the client then reads
//
//   PJRT_Buffer_Delete_Args args{};          // zero, so that fields we do not name are defined
//   args.buffer = raw;
//   RETURN_IF_ERROR(api.Call(args));          // the type of the arguments tells the slot
//
// Call stamps struct_size with the size the plugin's minor knows, turns a missing slot into UNIMPLEMENTED, the plugin's error
// object into a Status (code, message, payloads; the object is destroyed) and an exception thrown across the C boundary
// into INTERNAL.
#ifndef CPPJRT_CLIENT_API_H_
#define CPPJRT_CLIENT_API_H_

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "client/log.h"
#include "client/trace.h"
#include "cppjrt/status.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/tables.h"
#include "pjrt/plugin.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

class Api {
 public:
  // Checks `table` without trusting it. Errors as Plugin::Load documents them.
  static StatusOr<std::shared_ptr<Api>> Make(const PJRT_Api* table, std::string name);

  // Calls PJRT_Plugin_Initialize and reads the attributes. Once, before anything else.
  Status Initialize();

  // The call, which is written down while there is a trace (client/trace.h).
  template <class Args>
  Status Call(Args& args) const {
    if (trace_on.load(std::memory_order_relaxed)) [[unlikely]] {
      return TracedCall(*this, abi::SlotOf<Args>::slot, &args,
                        [](const Api& api, void* traced) { return api.Invoke(*static_cast<Args*>(traced)); });
    }
    return Invoke(args);
  }

  // The call itself.
  template <class Args>
  Status Invoke(Args& args) const {
    const auto function = table_.*(abi::SlotOf<Args>::member);
    if (function == nullptr) [[unlikely]]
      return MissingSlot(abi::SlotOf<Args>::slot);
    args.struct_size = size<Args>();
    try {
      if constexpr (std::is_void_v<decltype(function(&args))>) {
        function(&args);
      } else if (PJRT_Error* error = function(&args); error != nullptr) [[unlikely]] {
        return TakeError(error, abi::SlotOf<Args>::slot);
      }
    } catch (const std::exception& e) {
      return Thrown(abi::SlotOf<Args>::slot, e.what());
    } catch (...) {
      return Thrown(abi::SlotOf<Args>::slot, "an exception of unknown type");
    }
    return Status();
  }

  // Destroys an object of the plugin; a failure has nobody to report to but the log.
  template <class Args>
  void Destroy(Args args) const {
    if (const Status status = Call(args); !status.ok()) [[unlikely]]
      Log(LogSeverity::kWarning, status.message());
  }

  template <class Args>
  bool Has() const {
    return table_.*(abi::SlotOf<Args>::member) != nullptr;
  }
  bool HasSlot(abi::Slot slot) const { return SlotAddress(slot) != nullptr; }

  // The size of T that this plugin knows.
  template <class T>
  size_t size() const {
    return sizes_[static_cast<size_t>(abi::StructOf<T>::id)];
  }
  // A zeroed struct that is not the arguments of a slot, stamped.
  template <class T>
  T New() const {
    T value{};
    value.struct_size = size<T>();
    return value;
  }
  // Whether the plugin reads and writes fields of T up to `end` = offset + size of the field; see KNOWS below.
  template <class T>
  bool Knows(size_t end) const {
    return end <= size<T>();
  }

  // Turns a plugin's error into a Status and destroys it. REQUIRES: error is not null. The overload with a slot puts the
  // function's name before the message.
  Status TakeError(PJRT_Error* error) const;
  Status TakeError(PJRT_Error* error, abi::Slot slot) const;

  const std::string& name() const { return name_; }
  // In the plugin's library; null if it has no functions.
  const void* code_address() const;
  ApiVersion version() const { return version_; }
  size_t num_slots() const { return num_slots_; }
  const std::vector<ExtensionInfo>& extensions() const { return extensions_; }
  const PJRT_Extension_Base* FindExtension(int type, size_t min_size) const;
  const NamedValues& attributes() const { return attributes_; }

 private:
  Api() = default;
  // Null for a slot the plugin does not have.
  const void* SlotAddress(abi::Slot slot) const;
  void ClearSlot(abi::Slot slot);
  Status MissingSlot(abi::Slot slot) const;
  Status Thrown(abi::Slot slot, std::string_view what) const;
  void ReadPayloads(PJRT_Error* error, Status::Payloads& payloads) const;

  std::string name_;
  ApiVersion version_;
  size_t num_slots_ = 0;
  PJRT_Api table_{};
  std::array<size_t, abi::kStructCount> sizes_{};
  std::vector<ExtensionInfo> extensions_;
  std::vector<const PJRT_Extension_Base*> extension_nodes_;
  NamedValues attributes_;
};

// Whether the plugin behind `api` knows `field` of `type`; if not, an output there means nothing.
#define PJRT_KNOWS(api, type, field) ((api).template Knows<type>(offsetof(type, field) + sizeof(type::field)))

// While one of these lives, the thread is inside a call made by a plugin. Objects whose destruction may wait for the plugin's
// threads are then destroyed on another thread.
class PluginCallbackScope {
 public:
  PluginCallbackScope();
  ~PluginCallbackScope();
  PluginCallbackScope(const PluginCallbackScope&) = delete;
  PluginCallbackScope& operator=(const PluginCallbackScope&) = delete;
  static bool Active();
};

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_API_H_
