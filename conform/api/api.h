// Api: a plugin through the plain C API, with nothing in between that would keep a mistake from it.
//
//   auto args = api.Make<PJRT_Client_PlatformName_Args>();   // zero, with the size that the plugin's version has
//   args.client = client;
//   CPPJRT_RETURN_IF_ERROR(api.Call(args));                  // the type of the arguments tells the function
//
// A function that the plugin does not have gives Absent(): what needs it has nothing to test. Errors of the plugin keep their
// code; the message starts with the name of the function.
#ifndef CPPJRT_CONFORM_API_API_H_
#define CPPJRT_CONFORM_API_API_H_

#include <algorithm>
#include <string>
#include <type_traits>

#include "conform/isolate/call_record.h"
#include "conform/registry/registry.h"
#include "cppjrt/status.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::conform {

class Api {
 public:
  Api() = default;
  // Loads the plugin and initializes it. Errors say what is wrong with the file or its table.
  static StatusOr<Api> Load(const std::string& path);

  // What the plugin's library returned; calls through it are not recorded.
  const PJRT_Api& plugin_table() const { return *plugin_; }
  const PJRT_Api& table() const { return *table_; }
  int minor() const { return plugin_->pjrt_api_version.minor_version; }
  // The version whose structs are sent: the plugin's, or ours if that is older.
  int sent_minor() const { return std::min(minor(), pjrt::abi::kApiMinor); }

  template <class Args>
  bool Has() const {
    return table_->*(pjrt::abi::SlotOf<Args>::member) != nullptr && UsableFrom<Args>() <= minor();
  }
  template <class Args>
  size_t Size() const {
    return pjrt::abi::StructSize<Args>(sent_minor());
  }
  template <class Args>
  Args Make() const {
    Args args = {};
    args.struct_size = Size<Args>();
    return args;
  }

  template <class Args>
  Status Call(Args& args) const {
    constexpr pjrt::abi::Slot kSlot = pjrt::abi::SlotOf<Args>::slot;
    if (!Has<Args>()) return MissingSlot(kSlot);
    const auto function = table_->*(pjrt::abi::SlotOf<Args>::member);
    if constexpr (std::is_void_v<decltype(function(&args))>) {
      function(&args);
      return Status();
    } else {
      return Take(function(&args), pjrt::abi::InfoOf(kSlot).name);
    }
  }

  // An error as a Status; it is destroyed. Null is OK.
  Status Take(PJRT_Error* error, std::string_view function) const;

  // The plugin's first extension of this type, or null. `size`: at least so many bytes.
  const PJRT_Extension_Base* FindExtension(PJRT_Extension_Type type, size_t size = 0) const;

 private:
  template <class Args>
  static int UsableFrom() {
    return pjrt::abi::InfoOf(pjrt::abi::SlotOf<Args>::slot).usable_minor;
  }
  Status MissingSlot(pjrt::abi::Slot slot) const;

  const PJRT_Api* plugin_ = nullptr;
  const PJRT_Api* table_ = nullptr;
};

// Calls a function of an extension, and notes it as calls of slots are.
template <class Function, class Args>
Status CallExtension(const Api& api, std::string_view name, Function function, Args& args) {
  if (function == nullptr) return Absent("the extension's " + std::string(name) + " is null");
  NoteCall(ProcessCallPage(), name);
  return api.Take(function(&args), name);
}

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_API_H_
