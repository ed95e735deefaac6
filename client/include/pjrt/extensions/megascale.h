// Megascale (18): TPU programs over several slices, connected by the data center's network.
//
//   CPPJRT_ASSIGN_OR_RETURN(MegascaleContext context, megascale.CreateContext(client));
//   CPPJRT_ASSIGN_OR_RETURN(MultiSliceConfig config, context.CreateConfig(topology, {.num_slices = 2, …}));
//   options.multi_slice_config = *config.Serialize();
#ifndef PJRT_EXTENSIONS_MEGASCALE_H_
#define PJRT_EXTENSIONS_MEGASCALE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/extensions/collectives.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/extensions/multi_slice.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"

struct PJRT_Megascale_ClientContext;
struct PJRT_Megascale_ErrorAggregator;
struct PJRT_Megascale_ErrorDigest;

namespace pjrt {
inline namespace v0 {

class MegascaleContext;
class MegascaleErrors;
class MegascaleErrorDigest;

struct MultiSliceOptions {
  int32_t num_slices = 1;
  int32_t local_slice_id = 0;
  int32_t local_host_id = 0;
  // Serialized messages, as the platform wants them.
  std::string endpoint_addresses;
  std::string dcn_topology;
};

// Where the processes of a job are; an entry for each process.
struct MegascaleProcesses {
  std::vector<std::string> addresses;
  std::vector<int32_t> slice_indexes;
  std::vector<int32_t> per_slice_indexes;
  int32_t num_devices_per_process = 0;
};

// A device by slice and by its number in it.
struct SliceDevice {
  int32_t slice_id = 0;
  int32_t device_id = 0;
  friend bool operator==(const SliceDevice&, const SliceDevice&) = default;
};

struct InterfaceQuery {
  std::string port_name;
  int32_t port = 0;
  std::vector<std::string> prefixes;
  bool use_all_interfaces = false;
  bool limit_to_process_numa_local_interfaces = false;
};

struct RuntimeErrorQuery {
  int32_t error_type = 0;
  int64_t start_time_nanos = 0;
  Status status;
  int32_t launch_id = 0;
  std::optional<int32_t> unrecoverable_error_type;
};

// A serialized error, and whether this call made it.
struct MegascaleError {
  std::string serialized;
  bool is_new = false;
};

class MegascaleExtension : public Extension {
 public:
  static constexpr int kType = 18;
  explicit MegascaleExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<MegascaleContext> CreateContext(const Client& client) const;
  StatusOr<MegascaleContext> CreateDefaultContext() const;
  // To compile for several slices without having them. Needs the MultiSlice extension, too.
  StatusOr<MultiSliceConfig> CreateAotConfig(const Topology& topology, int32_t num_slices) const;

  StatusOr<int64_t> MegascaleId(SliceDevice device) const;
  StatusOr<SliceDevice> DeviceOfMegascaleId(int64_t id) const;

  // `handler` is called with serialized errors, from the plugin's threads. It is kept for the life of the process, as a call may be
  // under way when it is unregistered.
  Status RegisterErrorHandler(std::string_view name, std::function<void(std::string_view)> handler) const;
  Status UnregisterErrorHandler(std::string_view name) const;

  StatusOr<MegascaleErrors> CreateErrors(std::string_view app_type) const;
  // Serialized addresses of this host's interfaces.
  StatusOr<std::vector<std::string>> InterfaceAddresses(const InterfaceQuery& query) const;
  StatusOr<MegascaleError> GetOrCreateRuntimeError(const RuntimeErrorQuery& query) const;
};

// Move-only; thread-safe except for moves.
class MegascaleContext {
 public:
  MegascaleContext(MegascaleContext&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  MegascaleContext& operator=(MegascaleContext&&) = delete;
  ~MegascaleContext();

  Status Initialize() const;
  // Lets go what waits for others in a launch.
  Status UnblockPendingWork(int32_t launch_id, std::chrono::milliseconds expire_after) const;
  StatusOr<int32_t> port() const;
  StatusOr<MultiSliceConfig> CreateConfig(const Topology& topology, const MultiSliceOptions& options) const;
  // Needs the Collectives extension, too. INVALID_ARGUMENT unless all lists of `processes` are of one length.
  StatusOr<Collectives> CreateCollectives(const MegascaleProcesses& processes, std::string_view dcn_topology) const;

 private:
  friend class MegascaleExtension;
  MegascaleContext(MegascaleExtension extension, PJRT_Megascale_ClientContext* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  MegascaleExtension extension_;
  PJRT_Megascale_ClientContext* raw_;
};

// Collects the errors of workers. Move-only; thread-safe except for moves.
class MegascaleErrors {
 public:
  MegascaleErrors(MegascaleErrors&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  MegascaleErrors& operator=(MegascaleErrors&&) = delete;
  ~MegascaleErrors();

  Status Add(std::string_view worker_id, std::string_view serialized_error) const;
  StatusOr<size_t> size() const;
  StatusOr<bool> active() const;
  // What they have in common; no more are taken afterwards.
  StatusOr<MegascaleErrorDigest> ProcessAndShutdown() const;
  // Writes a digest to the plugin's log.
  Status Log(const MegascaleErrorDigest& digest) const;

 private:
  friend class MegascaleExtension;
  MegascaleErrors(MegascaleExtension extension, PJRT_Megascale_ErrorAggregator* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  MegascaleExtension extension_;
  PJRT_Megascale_ErrorAggregator* raw_;
};

// Move-only.
class MegascaleErrorDigest {
 public:
  MegascaleErrorDigest(MegascaleErrorDigest&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  MegascaleErrorDigest& operator=(MegascaleErrorDigest&&) = delete;
  ~MegascaleErrorDigest();

 private:
  friend class MegascaleErrors;
  MegascaleErrorDigest(MegascaleExtension extension, PJRT_Megascale_ErrorDigest* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  MegascaleExtension extension_;
  PJRT_Megascale_ErrorDigest* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_MEGASCALE_H_
