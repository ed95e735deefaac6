// Client: a plugin at work. Makes buffers, compiles programs, knows the devices.
#ifndef PJRT_CLIENT_H_
#define PJRT_CLIENT_H_

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/alias.h"
#include "pjrt/buffer.h"
#include "pjrt/compile_options.h"
#include "pjrt/device.h"
#include "pjrt/dma.h"
#include "pjrt/event.h"
#include "pjrt/executable.h"
#include "pjrt/key_value_store.h"
#include "pjrt/plugin.h"
#include "pjrt/process_info.h"
#include "pjrt/program.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"
#include "pjrt/transfer_manager.h"
#include "pjrt/value.h"

struct PJRT_Client;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

struct ClientOptions {
  // For the plugin: {"cpu_device_count", int64_t{2}}. Each plugin has its own names.
  NamedValues create_options;
  std::shared_ptr<KeyValueStore> key_value_store;
};

// Move-only; thread-safe except for moves, without a global lock. Buffers, executables, events, devices and memories share
// ownership of what is behind it, so everything may be destroyed in any order, from any thread.
class Client {
 public:
  static StatusOr<Client> Create(const Plugin& plugin, const ClientOptions& options = {});

  Client(Client&&) noexcept = default;
  Client& operator=(Client&&) noexcept = default;

  const Plugin& plugin() const;
  // "cpu", "cuda", "tpu".
  const std::string& platform_name() const;
  const std::string& platform_version() const;
  int process_index() const;

  // All devices of all processes; those of this process; memories of those.
  std::span<const Device> devices() const { return devices_; }
  std::span<const Device> addressable_devices() const { return addressable_devices_; }
  std::span<const Memory> memories() const { return memories_; }
  // By global id, and by the vendor's number on this host. NOT_FOUND says which exist.
  StatusOr<Device> LookupDevice(int id) const;
  StatusOr<Device> LookupAddressableDevice(int local_hardware_id) const;
  StatusOr<DeviceAssignment> DefaultDeviceAssignment(int num_replicas, int num_partitions) const;
  // The client's own devices as a topology (API 0.36).
  StatusOr<Topology> topology() const;

  // Compiles and loads. A plugin too old for the program fails with what it reads and what the program needs.
  StatusOr<LoadedExecutable> Compile(const Program& program, const CompileOptions& options = {}) const;
  // Loads what Executable::Serialize gave, optionally with other compile options (API 0.72 or so; else they must be empty).
  StatusOr<LoadedExecutable> Deserialize(std::string_view bytes, const CompileOptions* options = nullptr) const;
  // Loads what Topology::Compile of the same plugin made, without serializing it (API 0.95). `executable` is taken over, also
  // if the call fails after reaching the plugin. Null options: those it was compiled with. INVALID_ARGUMENT for another
  // plugin's.
  StatusOr<LoadedExecutable> Load(Executable&& executable, const CompileOptions* options = nullptr) const;

  // Starts copying a host array to a device. Strides may be any that address the array; the element count is checked against
  // overflow, not against the memory behind `data`.
  StatusOr<Buffer> Upload(const HostArray& array, const UploadOptions& options = {}) const;
  // A dense row-major array of a C++ type.
  template <typename T>
  StatusOr<Buffer> Upload(std::span<const T> values, std::span<const int64_t> dims,
                          const UploadOptions& options = {}) const;
  // A buffer whose contents are undefined until a program writes them (API 0.69).
  StatusOr<Buffer> CreateUninitialized(ElementType type, std::span<const int64_t> dims, const Device* device = nullptr,
                                       const Memory* memory = nullptr, const Layout* layout = nullptr) const;
  // A buffer that only ever gives `error` (API 0.82; its payloads go along from 0.103 on).
  StatusOr<Buffer> CreateError(Status error, ElementType type, std::span<const int64_t> dims,
                               const Memory& memory) const;
  // A buffer over memory the caller owns, which must be valid on the device; `on_delete` runs when the plugin is done with
  // it. XLA CPU wants 64-byte alignment. `stream`: of the platform, with the work that makes the values; 0: they are there.
  StatusOr<Buffer> CreateView(void* data, ElementType type, std::span<const int64_t> dims, const Device& device,
                              std::function<void()> on_delete, const Layout* layout = nullptr,
                              intptr_t stream = 0) const;

  // A buffer that gets another's contents later (API 0.77); see alias.h.
  StatusOr<AliasBuffer> CreateAlias(ElementType type, std::span<const int64_t> dims, const Memory& memory,
                                    const Layout* layout = nullptr) const;
  // Buffers that are filled piece by piece (API 0.60); see transfer_manager.h. `layouts`: none, or one for each shape, of
  // which any may be null.
  StatusOr<TransferManager> CreateTransferManager(std::span<const ArrayShape> shapes, const Memory& memory,
                                                  std::span<const Layout* const> layouts = {}) const;
  // Makes host memory known for direct transfers until the result is destroyed (API 0.67). UNIMPLEMENTED on XLA CPU.
  StatusOr<DmaMapping> DmaMap(std::span<std::byte> memory) const;

  // Tells the client which processes of the job are alive (API 0.76).
  Status UpdateGlobalProcessInfo(std::span<const ProcessInfo> processes) const;

  PJRT_Client* raw() const;
  const std::shared_ptr<const detail::ClientState>& client_state() const { return state_; }
  explicit Client(std::shared_ptr<const detail::ClientState> state);

 private:
  std::shared_ptr<const detail::ClientState> state_;
  std::vector<Device> devices_;
  std::vector<Device> addressable_devices_;
  std::vector<Memory> memories_;
};

// The ElementType of a C++ type, for Upload of a span.
template <typename T>
constexpr ElementType ElementTypeOf() {
  if constexpr (std::is_same_v<T, bool>) return ElementType::kPred;
  if constexpr (std::is_same_v<T, float>) return ElementType::kF32;
  if constexpr (std::is_same_v<T, double>) return ElementType::kF64;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    constexpr ElementType kSigned[] = {ElementType::kS8, ElementType::kS16, ElementType::kS32, ElementType::kS64};
    constexpr ElementType kUnsigned[] = {ElementType::kU8, ElementType::kU16, ElementType::kU32, ElementType::kU64};
    constexpr int kIndex = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::is_signed_v<T> ? kSigned[kIndex] : kUnsigned[kIndex];
  }
  return ElementType::kInvalid;
}

template <typename T>
StatusOr<Buffer> Client::Upload(std::span<const T> values, std::span<const int64_t> dims,
                                const UploadOptions& options) const {
  static_assert(ElementTypeOf<T>() != ElementType::kInvalid, "describe the array with HostArray");
  CPPJRT_ASSIGN_OR_RETURN(int64_t count, NumElements(dims));
  if (count != static_cast<int64_t>(values.size())) {
    return cppjrt::InvalidArgumentError("Upload: " + std::to_string(values.size()) + " values for " +
                                        ToString(ArrayShape{ElementTypeOf<T>(), {dims.begin(), dims.end()}, {}}));
  }
  return Upload(HostArray{values.data(), ElementTypeOf<T>(), dims, {}}, options);
}

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_CLIENT_H_
