// The client library on the plugin under test, for checks of objects that the library keeps.
//
//   CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::RawBufferExtension>(context));
//   CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
#ifndef CPPJRT_CONFORM_CHECKS_LIBRARY_H_
#define CPPJRT_CONFORM_CHECKS_LIBRARY_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "conform/api/context.h"
#include "pjrt/client.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/topology.h"

namespace cppjrt::conform {

// Absent() if the plugin has none.
template <class T>
StatusOr<T> LibraryExtension(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, context.ClientPlugin());
  auto extension = pjrt::GetExtension<T>(plugin);
  if (!extension.ok()) return Absent(std::string(extension.status().message()));
  return extension;
}

// Absent() if there is no device to make one of.
StatusOr<pjrt::Client> LibraryClient(Context& context);
// The one that the person named, or one that some plugin is known to take. Absent() if the plugin takes none of these.
StatusOr<pjrt::Topology> LibraryTopology(Context& context);
// The topology of a client, or one by name where there is no device.
StatusOr<pjrt::Topology> AnyTopology(Context& context);
// An f32 array of one dimension.
StatusOr<pjrt::Buffer> UploadFloats(const pjrt::Client& client, std::span<const float> values);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_CHECKS_LIBRARY_H_
