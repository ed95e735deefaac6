#include "pjrt/extensions/extension.h"

#include <cstring>

#include "client/extensions/extension_call.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

Status MissingEntry(const Plugin& plugin, const char* name) {
  const ApiVersion version = plugin.api_version();
  return cppjrt::UnimplementedError("plugin " + plugin.name() + " (PJRT C API " +
                                    std::to_string(version.major_version) + "." +
                                    std::to_string(version.minor_version) + ") has no extension function " + name);
}

}  // namespace detail

StatusOr<Extension> Extension::Find(const Plugin& plugin, int type) {
  const PJRT_Extension_Base* base = plugin.FindExtension(type, sizeof(PJRT_Extension_Base));
  if (base != nullptr) return Extension(plugin, base);
  const std::string known(abi::ExtensionName(type));
  return cppjrt::UnimplementedError(
      "plugin " + plugin.name() + " has no " +
      (known.empty() ? "extension of type " + std::to_string(type) : known + " extension"));
}

int Extension::type() const { return static_cast<int>(raw_->type); }

std::string Extension::name() const {
  const std::string_view known = abi::ExtensionName(type());
  return known.empty() ? "unknown" : std::string(known);
}

size_t Extension::struct_size() const { return raw_->struct_size; }

size_t Extension::num_entries() const { return (raw_->struct_size - sizeof(PJRT_Extension_Base)) / sizeof(void*); }

const void* Extension::entry(size_t index) const {
  if (index >= num_entries()) return nullptr;
  const void* address = nullptr;
  const char* entries = reinterpret_cast<const char*>(raw_) + sizeof(PJRT_Extension_Base);
  std::memcpy(&address, entries + index * sizeof(void*), sizeof address);
  return address;
}

bool Extension::HasEntry(size_t index) const { return entry(index) != nullptr; }

}  // namespace v0
}  // namespace pjrt
