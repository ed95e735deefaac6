// Calls of a plugin's extensions: what Api::Call is for the function table.
//
//   const auto* table = detail::TableOf<PJRT_Stream_Extension>(*this);
//   PJRT_Get_Stream_For_External_Ready_Events_Args args{};
//   args.device = device.raw();
//   CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, get_stream, args));
//
// The entry is read only if the extension's struct_size covers it; a missing or null one is UNIMPLEMENTED with its name and the
// plugin's version.
#ifndef CPPJRT_CLIENT_EXTENSIONS_EXTENSION_CALL_H_
#define CPPJRT_CLIENT_EXTENSIONS_EXTENSION_CALL_H_

#include <cstddef>
#include <string>
#include <type_traits>

#include "client/api.h"
#include "client/guard.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/plugin.h"
#include "pjrt/trace.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// REQUIRES: Table is the struct of the extension's type.
template <class Table>
const Table* TableOf(const Extension& extension) {
  return reinterpret_cast<const Table*>(extension.raw());
}

// The entry that ends at `end` of the table; null if the plugin's table is shorter.
template <class Table, class Function>
Function EntryOf(const Table* table, size_t end, Function Table::* member) {
  return end <= table->base.struct_size ? table->*member : nullptr;
}

Status MissingEntry(const Plugin& plugin, const char* name);

// Errors are taken over, exceptions become INTERNAL. A struct_size larger than what a plugin knows is accepted by all, so the
// size is this client's.
template <class Function, class Args>
Status CallEntry(const Plugin& plugin, const char* name, Function function, Args& args) {
  if (function == nullptr) return MissingEntry(plugin, name);
  if constexpr (requires { args.struct_size; }) args.struct_size = sizeof(Args);
  const TraceSpan span(name);
  return Guarded(name, [&]() -> Status {
    if constexpr (std::is_void_v<decltype(function(&args))>) {
      function(&args);
      return Status();
    } else {
      PJRT_Error* error = function(&args);
      return error == nullptr ? Status() : plugin.api().TakeError(error).WithContext(name);
    }
  });
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

// The function `entry` of `table`, null if it is not there.
#define PJRT_ENTRY(table, entry)                                                                                     \
  (::pjrt::detail::EntryOf(table, offsetof(std::remove_cvref_t<decltype(*(table))>, entry) + sizeof((table)->entry), \
                           &std::remove_cvref_t<decltype(*(table))>::entry))

#define PJRT_CALL_EXTENSION(plugin, table, entry, args) \
  (::pjrt::detail::CallEntry(plugin, #entry, PJRT_ENTRY(table, entry), args))

#endif  // CPPJRT_CLIENT_EXTENSIONS_EXTENSION_CALL_H_
