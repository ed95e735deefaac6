#include "conform/checks/library.h"

namespace cppjrt::conform {

StatusOr<pjrt::Client> LibraryClient(Context& context) {
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, context.ClientPlugin());
  pjrt::ClientOptions options;
  options.create_options = context.setup().create_options;
  return pjrt::Client::Create(plugin, options);
}

StatusOr<pjrt::Topology> LibraryTopology(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, context.ClientPlugin());
  const std::string& given = context.setup().topology;
  if (!given.empty()) return pjrt::Topology::Create(plugin, given, context.setup().topology_options);
  StatusOr<pjrt::Topology> topology = pjrt::Topology::Create(plugin, "v5e:2x2", context.setup().topology_options);
  if (topology.ok()) return topology;
  return Absent("no topology is known by name; give one with --topology (" + topology.status().ToString() + ")");
}

StatusOr<pjrt::Topology> AnyTopology(Context& context) {
  const StatusOr<pjrt::Client> client = LibraryClient(context);
  if (client.ok()) return client->topology();
  return LibraryTopology(context);
}

StatusOr<pjrt::Buffer> UploadFloats(const pjrt::Client& client, std::span<const float> values) {
  const std::vector<int64_t> dims = {static_cast<int64_t>(values.size())};
  return client.Upload<float>(values, dims);
}

}  // namespace cppjrt::conform
