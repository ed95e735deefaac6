// Extensions: what a plugin offers beyond its function table, by type. One class for each that has a published layout; the
// others are reached raw.
//
//   CPPJRT_ASSIGN_OR_RETURN(auto triton, GetExtension<TritonExtension>(plugin));   // UNIMPLEMENTED if it has none
//   CPPJRT_ASSIGN_OR_RETURN(Extension metadata, Extension::Find(plugin, 13));       // by number: size and entries only
#ifndef PJRT_EXTENSIONS_EXTENSION_H_
#define PJRT_EXTENSIONS_EXTENSION_H_

#include <cstddef>
#include <string>
#include <utility>

#include "pjrt/plugin.h"
#include "pjrt/status.h"

struct PJRT_Extension_Base;

namespace pjrt {
inline namespace v0 {

// A link of a plugin's extension chain. Cheap to copy; thread-safe; valid for ever, as plugins stay loaded.
//
// Methods of the classes derived from it look at the plugin's struct_size before each entry: one that is not there, or null, is
// UNIMPLEMENTED with its name. Other errors are the plugin's.
class Extension {
 public:
  // The first of the type (PJRT_Extension_Type; any number). UNIMPLEMENTED, with the name, if the plugin has none.
  static StatusOr<Extension> Find(const Plugin& plugin, int type);

  const Plugin& plugin() const { return plugin_; }
  int type() const;
  // "Layouts"; "unknown" for a type that came later.
  std::string name() const;
  // In bytes, as the plugin says.
  size_t struct_size() const;
  // Pointers after the common head, and whether one of them is there and not null. What an entry takes is the extension's
  // own affair.
  size_t num_entries() const;
  bool HasEntry(size_t index) const;
  const void* entry(size_t index) const;

  const PJRT_Extension_Base* raw() const { return raw_; }

 private:
  Extension(Plugin plugin, const PJRT_Extension_Base* raw) : plugin_(std::move(plugin)), raw_(raw) {}

  Plugin plugin_;
  const PJRT_Extension_Base* raw_;
};

// The extension that the class T is for.
template <class T>
StatusOr<T> GetExtension(const Plugin& plugin) {
  CPPJRT_ASSIGN_OR_RETURN(Extension extension, Extension::Find(plugin, T::kType));
  return T(std::move(extension));
}

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_EXTENSION_H_
