#include "tests/client/everything.h"

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "tests/client/fault.h"

namespace pjrt {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kDims[] = {4};
constexpr int64_t kMatrixDims[] = {2, 2};

// A store of one process.
class MapStore : public KeyValueStore {
 public:
  StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds) override { return TryGet(key); }
  StatusOr<std::string> TryGet(std::string_view key) override {
    std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return cppjrt::NotFoundError("no such key");
    return found->second;
  }
  Status Put(std::string_view key, std::string_view value) override {
    std::lock_guard lock(mutex_);
    values_.insert_or_assign(std::string(key), std::string(value));
    return Status();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string, std::less<>> values_;
};

class Everything {
 public:
  std::vector<Status> Run(const PJRT_Api* table) {
    StatusOr<Plugin> plugin = Plugin::FromApi(table, "libpjrt_fault.so");
    Note(plugin);
    if (!plugin.ok()) return errors_;
    UsePromise(*plugin);
    UseNamedTopology(*plugin);
    StatusOr<Client> client = Client::Create(*plugin, {{{"num_devices", int64_t{2}}}, std::make_shared<MapStore>()});
    Note(client);
    if (!client.ok()) return errors_;
    UseDevices(*client);
    if (client->devices().size() == 2) UseBuffers(*client);
    UseExecutables(*client);
    Note(client->topology(), [&](Topology& topology) { UseTopology(*plugin, topology); });
    return errors_;
  }

 private:
  void Note(const Status& status) {
    if (!status.ok()) errors_.push_back(status);
  }
  template <typename T>
  void Note(const StatusOr<T>& result) {
    Note(result.status());
  }
  template <typename T, typename Use>
  void Note(StatusOr<T> result, Use use) {
    Note(result.status());
    if (result.ok()) use(*result);
  }

  void NoteByCallback(const Event& event) {
    const auto called = std::make_shared<Promise>();
    event.OnReady([called](const Status& status) { static_cast<void>(called->Set(status).ok()); });
    Note(called->event().AwaitFor(10s));
  }

  void UsePromise(const Plugin& plugin) {
    Note(Promise::Create(plugin), [&](Promise& promise) {
      const Status set = promise.Set(Status());
      Note(set);
      if (set.ok()) NoteByCallback(promise.event());  // else it never comes
    });
  }

  void UseNamedTopology(const Plugin& plugin) {
    Note(Topology::Create(plugin, "fault:2", {{"bool", true}, {"int_list", std::vector<int64_t>{1, 2}}}),
         [&](Topology& topology) { UseTopology(plugin, topology); });
  }

  void UseTopology(const Plugin& plugin, const Topology& topology) {
    Note(topology.platform_name());
    Note(topology.platform_version());
    Note(topology.devices());
    Note(topology.attributes());
    Note(topology.fingerprint());
    Note(topology.memory_space_kind_ids());
    Note(topology.Serialize(), [&](std::string& bytes) { Note(Topology::Deserialize(plugin, bytes)); });
    Note(topology.Compile(FaultProgram(), {}), [&](Executable& executable) { UseExecutable(executable); });
  }

  void UseDevices(const Client& client) {
    Note(client.LookupAddressableDevice(0));
    Note(client.DefaultDeviceAssignment(2, 1));
    for (const Device& device : client.devices()) {
      Note(device.default_memory());
      Note(device.attributes());
      Note(device.memory_stats());
      Note(device.ClearMemoryStats());
    }
  }

  void UseBuffers(const Client& client) {
    Note(UploadFour(client), [&](Buffer& buffer) { UseBuffer(client, buffer); });
    Event done;
    UploadOptions options;
    options.semantics = HostBufferSemantics::kImmutableUntilTransferCompletes;
    options.done_with_host_buffer = &done;
    Note(client.Upload(std::span<const float>(FourFloats()), kMatrixDims, options),
         [&](Buffer& buffer) { Note(buffer.ToHost()); });
    Note(done.Await());
    Note(client.CreateUninitialized(ElementType::kF32, kDims));
    if (!client.memories().empty()) {
      Note(client.CreateError(cppjrt::DataLossError("of the buffer"), ElementType::kF32, kDims, client.memories()[0]));
    }
    alignas(64) static float memory[4];
    Note(client.CreateView(memory, ElementType::kF32, kDims, client.devices()[0], [] {}));
  }

  void UseBuffer(const Client& client, Buffer& buffer) {
    Note(buffer.ReadyEvent().Await());
    Note(buffer.shape());
    Note(buffer.unpadded_dimensions());
    Note(buffer.dynamic_dimension_indices());
    Note(buffer.layout());
    Note(buffer.OnDeviceSize());
    Note(buffer.device());
    Note(buffer.memory());
    Note(buffer.IsOnCpu());
    Note(buffer.ToHost());
    std::vector<std::byte> part(8);
    const Event copied = buffer.CopyRawToHost(part, 4);
    static_cast<void>(copied.IsReady());
    NoteByCallback(copied);
    Note(copied.AwaitFor(10s));
    Note(buffer.CopyToDevice(client.devices()[1]), [&](Buffer& copy) { Note(copy.ToHost()); });
    if (!client.memories().empty()) Note(buffer.CopyToMemory(client.memories()[0]));
    Note(buffer.UnsafePointer());
    Note(buffer.DeviceMemoryPointer());
    if (Status held = buffer.IncreaseExternalReferenceCount(); held.ok()) {
      Note(buffer.DecreaseExternalReferenceCount());
    } else {
      Note(held);
    }
    Note(std::move(buffer).Bitcast(ElementType::kU8, std::initializer_list<int64_t>{16}),
         [&](Buffer& bytes) { Note(bytes.ToHost()); });
    Note(UploadFour(client), [&](Buffer& other) {
      Note(other.Delete());
      Note(other.IsDeleted());
    });
  }

  void UseExecutables(const Client& client) {
    Note(client.Compile(FaultProgram()), [&](LoadedExecutable& loaded) {
      UseLoaded(client, loaded);
      Note(loaded.executable().Serialize(), [&](std::string& bytes) { Note(client.Deserialize(bytes)); });
      Note(loaded.Delete());
      Note(loaded.IsDeleted());
    });
  }

  void UseLoaded(const Client& client, const LoadedExecutable& loaded) {
    UseExecutable(loaded.executable());
    Note(loaded.logical_device_ids());
    Note(loaded.device_assignment());
    Note(loaded.fingerprint());
    StatusOr<Buffer> argument = UploadFour(client);
    Note(argument);
    if (!argument.ok()) return;
    Event done;
    Note(loaded.Execute({&*argument}, {}, &done), [&](std::vector<Buffer>& results) {
      for (const Buffer& result : results) Note(result.ToHost());
    });
    Note(done.Await());
    std::vector<Event> all_done;
    const std::vector<std::vector<const Buffer*>> rows = {{&*argument}};
    Note(loaded.ExecuteSharded(rows, {}, &all_done));
    for (const Event& event : all_done) Note(event.Await());
  }

  void UseExecutable(const Executable& executable) {
    Note(executable.name());
    Note(executable.num_replicas());
    Note(executable.num_partitions());
    Note(executable.num_outputs());
    Note(executable.code_size());
    Note(executable.fingerprint());
    Note(executable.output_shapes());
    Note(executable.parameter_memory_kinds());
    Note(executable.output_memory_kinds());
    Note(executable.cost_analysis());
    Note(executable.memory_stats());
    Note(executable.OptimizedProgram());
    Note(executable.compile_options());
  }

  std::vector<Status> errors_;
};

}  // namespace

std::vector<Status> UseEverything(const PJRT_Api* table) { return Everything().Run(table); }

}  // namespace pjrt
