// Which plugin this is, wherever its file lies: what executables kept outside the process are compared by.
#ifndef CPPJRT_CLIENT_PLUGIN_IDENTITY_H_
#define CPPJRT_CLIENT_PLUGIN_IDENTITY_H_

#include <string>

#include "base/blob_store.h"
#include "pjrt/client.h"
#include "pjrt/plugin.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// SHA-256 of the plugin's library in hexadecimal digits; empty if the file cannot be found or read. A library of hundreds of
// megabytes takes a while, so the answer is kept in this process and, if given, in `memory`, for as long as the file has the
// same inode, size and times.
std::string PluginFileHash(const Plugin& plugin, const cppjrt::BlobStore* memory);

// "name=value" lines of values, in the order of the names, each with its length, so that different values differ as text.
std::string CanonicalText(const NamedValues& values);

// Devices of the client and of its topology, with what describes them.
std::string DevicesText(const Client& client);

// The processor, of clients whose code runs on it ("cpu"); else empty.
std::string HostText(const std::string& platform_name);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_PLUGIN_IDENTITY_H_
