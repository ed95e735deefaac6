#include "tests/client/everything.h"

#include <chrono>
#include <mutex>
#include <string>

#include "tests/client/fault.h"

namespace pjrt {
namespace {

using namespace std::chrono_literals;

constexpr int64_t kDims[] = {4};
constexpr int64_t kMatrixDims[] = {2, 2};

class Everything {
 public:
  std::vector<Status> Run(const PJRT_Api* table) {
    StatusOr<Plugin> plugin = Plugin::FromApi(table, "libpjrt_fault.so");
    Note(plugin);
    if (!plugin.ok()) return errors_;
    UsePromise(*plugin);
    UseNamedTopology(*plugin);
    StatusOr<Client> client =
        Client::Create(*plugin, {{{"num_devices", int64_t{2}}}, std::make_shared<InMemoryStore>()});
    Note(client);
    if (!client.ok()) return errors_;
    UseDevices(*client);
    if (client->devices().size() == 2) UseBuffers(*client);
    UseDonationWithDependency(*client);
    UseAlias(*client);
    UseTransferManager(*client);
    UseMappedMemory(*client);
    UseHostTransfers(*client);
    UseExecutables(*client);
    Note(client->topology(), [&](Topology& topology) {
      UseTopology(*plugin, topology);
      Note(topology.Compile(FaultProgram(), {}),
           [&](Executable& executable) { Note(client->Load(std::move(executable))); });
    });
    return errors_;
  }

 private:
  void Note(const Status& status) {
    std::lock_guard lock(mutex_);
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
    Note(topology.MakeCanonicalShape(0, ElementType::kF32, kMatrixDims),
         [&](std::string& shape) { Note(ReadArrayShape(shape)); });
    Note(topology.Serialize(), [&](std::string& bytes) { Note(Topology::Deserialize(plugin, bytes)); });
    Note(topology.Compile(FaultProgram(), {}), [&](Executable& executable) { UseExecutable(executable); });
  }

  void UseDevices(const Client& client) {
    Note(client.LookupAddressableDevice(0));
    if (!client.devices().empty()) Note(client.LookupDevice(client.devices()[0].id()));
    Note(client.DefaultDeviceAssignment(2, 1));
    const ProcessInfo process{0, 17, ProcessState::kConnected, {}};
    Note(client.UpdateGlobalProcessInfo(std::span(&process, 1)));
    for (const Device& device : client.devices()) {
      Note(device.default_memory());
      Note(device.attributes());
      Note(device.memory_stats());
      Note(device.ClearMemoryStats());
      Note(device.CreateAsyncTrackingEvent("work elsewhere"));
      Note(device.PoisonExecution(1, Status(StatusCode::kAborted, "of a run", {{"type", "payload"}})));
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
    if (const std::optional<Status> outcome = copied.Poll()) Note(*outcome);
    UseDeferredCopy(buffer);
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

  void UseDeferredCopy(const Buffer& buffer) {
    std::vector<std::byte> part(8);
    Note(buffer.CopyRawToHostFuture(4, 8), [&](DeferredCopy& copy) {
      Note(copy.destination.Set(part));
      Note(copy.done.AwaitFor(10s));
    });
  }

  void UseDonationWithDependency(const Client& client) {
    Note(UploadFour(client), [&](Buffer& buffer) {
      Promise outside;
      StatusOr<Buffer> later = std::move(buffer).DonateWithControlDependency(outside.event());
      Note(outside.Set(Status()));
      Note(std::move(later), [&](Buffer& donated) { Note(donated.ToHost()); });
    });
  }

  void UseAlias(const Client& client) {
    if (client.memories().empty()) return;
    StatusOr<AliasBuffer> alias = client.CreateAlias(ElementType::kF32, kDims, client.memories()[0]);
    Note(alias);
    if (!alias.ok()) return;
    {
      AliasPromise promise = std::move(alias->promise);  // cancels at its end if there is nothing to fulfill it with
      Note(UploadFour(client), [&](Buffer& contents) { Note(promise.Fulfill(std::move(contents))); });
    }
    Note(alias->buffer.ToHost());
  }

  void UseTransferManager(const Client& client) {
    if (client.memories().empty()) return;
    const std::vector<ArrayShape> shapes(3, ArrayShape{ElementType::kF32, {4}, {}});
    std::vector<Buffer> buffers;
    Note(client.CreateTransferManager(shapes, client.memories()[0]), [&](TransferManager& manager) {
      Note(manager.buffer_count());
      Note(manager.buffer_size(0));
      Note(manager.device());
      Note(manager.AddMetadata({{"step", int64_t{1}}}));
      Note(manager.RetrieveBuffer(0), [&](Buffer& buffer) { buffers.push_back(std::move(buffer)); });
      const auto bytes = std::as_bytes(std::span(FourFloats()));
      const Event first = manager.TransferData(0, bytes.first(8), 0, /*last=*/false);
      Note(manager.TransferData(0, bytes.subspan(8), 8, /*last=*/true).Await());
      Note(first.Await());
      const Status literal = manager.TransferLiteral(1, {FourFloats().data(), ElementType::kF32, kDims, {}}).Await();
      Note(literal);
      if (literal.ok()) {
        Note(manager.RetrieveBuffer(1), [&](Buffer& buffer) { buffers.push_back(std::move(buffer)); });
      }
      Note(manager.SetBufferError(2, cppjrt::DataLossError("of a transfer")));
    });
    for (const Buffer& buffer : buffers) Note(buffer.ToHost());
  }

  void UseMappedMemory(const Client& client) {
    std::vector<std::byte> memory(64);
    Note(client.DmaMap(memory), [&](DmaMapping& mapping) { Note(mapping.Unmap()); });
  }

  // A program that sends its argument to the host, which sends it back.
  void UseHostTransfers(const Client& client) {
    auto transfers = std::make_shared<HostTransfers>();
    const auto sent = std::make_shared<std::vector<std::byte>>();
    transfers->sends.push_back({7, [sent](size_t, const SentChunk& chunk) {
                                  sent->insert(sent->end(), chunk.data.begin(), chunk.data.end());
                                  return Status();
                                }});
    transfers->receives.push_back({8, [this, sent](size_t, CopyToDeviceStream stream) {
                                     Note(stream.total_bytes());
                                     Note(stream.granule_size());
                                     Note(stream.current_bytes());
                                     // Not awaited here: this may be the thread that copies.
                                     std::lock_guard lock(mutex_);
                                     copies_.push_back(stream.AddChunk(*sent));
                                   }});
    StatusOr<Buffer> argument = UploadFour(client);
    Note(argument);
    if (!argument.ok()) return;
    Note(argument->ReadyEvent().Await());
    Note(client.Compile(FaultProgram("// fault.send = 7\n// fault.receive = 8")), [&](LoadedExecutable& loaded) {
      ExecuteOptions options;
      options.host_transfers = transfers;
      Note(loaded.Execute({&*argument}, options), [&](std::vector<Buffer>& results) {
        for (const Buffer& result : results) Note(result.ToHost());
      });
    });
    std::unique_lock lock(mutex_);
    const std::vector<Event> copies = std::exchange(copies_, {});
    lock.unlock();
    for (const Event& copy : copies) Note(copy.Await());
  }

  void UseExecuteContext(const Client& client, const LoadedExecutable& loaded, const Buffer& argument) {
    Note(ExecuteContext::Create(client.plugin()), [&](ExecuteContext& context) {
      ExecuteOptions options;
      options.context = &context;
      Note(loaded.Execute({&argument}, options));
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
    UseExecuteContext(client, loaded, *argument);
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

  std::mutex mutex_;            // callbacks note errors, too
  std::vector<Status> errors_;  // guarded by mutex_
  std::vector<Event> copies_;   // guarded by mutex_
};

}  // namespace

std::vector<Status> UseEverything(const PJRT_Api* table) { return Everything().Run(table); }

}  // namespace pjrt
