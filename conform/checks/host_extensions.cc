// extensions.{profiler,callback,host_allocator,host_memory_allocator,cross_host}: what plugins offer around a client.
#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "conform/checks/programs.h"
#include "pjrt/extensions/callback.h"
#include "pjrt/extensions/cross_host_transfers.h"
#include "pjrt/extensions/host_memory.h"
#include "pjrt/extensions/profiler.h"

namespace cppjrt::conform {
namespace {

// --- Profiler

// Whether the bytes are a protobuf message: fields of known kinds that end where the bytes end.
bool IsMessage(std::string_view bytes) {
  size_t at = 0;
  const auto varint = [&](uint64_t& value) {
    value = 0;
    for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
      const auto byte = static_cast<uint8_t>(bytes[at++]);
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return true;
    }
    return false;
  };
  while (at < bytes.size()) {
    uint64_t tag = 0, value = 0;
    if (!varint(tag) || tag >> 3 == 0) return false;
    const uint64_t kind = tag & 7;
    if (kind == 0 || kind == 2) {
      if (!varint(value)) return false;
      if (kind == 2 && value > bytes.size() - at) return false;
      if (kind == 2) at += value;
    } else if (kind == 1 || kind == 5) {
      const size_t size = kind == 1 ? 8 : 4;
      if (size > bytes.size() - at) return false;
      at += size;
    } else {
      return false;
    }
  }
  return true;
}

Status Profile(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::ProfilerExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  for (int round = 0; round < 2; ++round) {
    CPPJRT_ASSIGN_OR_RETURN(pjrt::ProfilerSession session, extension.Create());
    CPPJRT_RETURN_IF_ERROR(session.Start());
    CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kAdd}));
    const std::vector<float> values = {1, 2, 3, 4};
    CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer a, UploadFloats(client, values));
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> results, loaded.Execute({&a, &a}));
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> sums, results[0].ToVector<float>());
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("a + a while it is profiled", sums, std::vector<float>{2, 4, 6, 8}));
    CPPJRT_RETURN_IF_ERROR(session.Stop());
    CPPJRT_ASSIGN_OR_RETURN(const std::string space, session.Collect());
    context.Evidence(std::to_string(space.size()) + " bytes");
    if (space.empty() && round == 0) context.Hazard("a profile of a run is empty");
    CPPJRT_RETURN_IF_ERROR(Expect(IsMessage(space), "what was recorded is no protobuf message"));
  }
  return Status();
}

// Without a run in between, and never started.
Status EmptyProfile(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::ProfilerExtension>(context));
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  {
    CPPJRT_RETURN_IF_ERROR(extension.Create().status());
  }
  CPPJRT_ASSIGN_OR_RETURN(pjrt::ProfilerSession session, extension.Create());
  CPPJRT_RETURN_IF_ERROR(session.Start());
  CPPJRT_RETURN_IF_ERROR(session.Stop());
  CPPJRT_ASSIGN_OR_RETURN(const std::string space, session.Collect());
  return Expect(IsMessage(space), "what was recorded is no protobuf message");
}

// --- Callback

Status Prefatal(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::CallbackExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  static std::vector<std::string> told;  // the callbacks stay registered
  for (const char* who : {"first", "second"}) {
    CPPJRT_RETURN_IF_ERROR(extension.OnPrefatal(
        client, [who](const Status& error) { told.push_back(std::string(who) + " " + error.ToString()); }));
  }
  CPPJRT_RETURN_IF_ERROR(extension.InvokePrefatal(client, InternalError("the end")));
  std::ranges::sort(told);
  return ExpectEqual("what the callbacks were told", told,
                     std::vector<std::string>{"first INTERNAL: the end", "second INTERNAL: the end"});
}

// --- HostAllocator, HostMemoryAllocator

// Memory of its own that keeps what is written, and that transfers read.
Status UseMemory(const pjrt::Client& client, std::span<std::byte> first, std::span<std::byte> second, size_t size) {
  CPPJRT_RETURN_IF_ERROR(Expect(first.size() >= size && second.size() >= size, "the memory is smaller than asked for"));
  const std::byte* const low = std::min(first.data(), second.data());
  const std::byte* const high = std::max(first.data(), second.data());
  CPPJRT_RETURN_IF_ERROR(Expect(high - low >= static_cast<ptrdiff_t>(size), "two allocations share memory"));
  std::vector<float> values(size / sizeof(float));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000);
  std::memset(second.data(), 0, size);
  std::memcpy(first.data(), values.data(), values.size() * sizeof(float));
  const auto* floats = reinterpret_cast<const float*>(first.data());
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer buffer, UploadFloats(client, {floats, values.size()}));
  CPPJRT_RETURN_IF_ERROR(buffer.CopyToHost(second.first(values.size() * sizeof(float))).Await());
  return Expect(std::memcmp(second.data(), values.data(), values.size() * sizeof(float)) == 0,
                "values sent from and to the allocator's memory come back otherwise");
}

Status HostAllocator(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::HostAllocatorExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const size_t alignment, extension.PreferredAlignment(client));
  context.Evidence("alignment " + std::to_string(alignment));
  CPPJRT_RETURN_IF_ERROR(Expect(alignment > 0 && (alignment & (alignment - 1)) == 0,
                                "the preferred alignment, " + std::to_string(alignment) + ", is no power of 2"));
  constexpr size_t kSize = 1 << 20;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::HostMemory first, extension.Allocate(client, kSize, alignment));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::HostMemory second, extension.Allocate(client, kSize, alignment));
  CPPJRT_RETURN_IF_ERROR(Expect(reinterpret_cast<uintptr_t>(first.bytes().data()) % alignment == 0,
                                "the memory is not aligned as was asked for"));
  return UseMemory(client, first.bytes(), second.bytes(), kSize);
}

Status HostMemoryAllocator(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::HostMemoryAllocatorExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  constexpr size_t kSize = 1 << 20;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::HostMemory first, extension.Allocate(client, kSize));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::HostMemory second, extension.Allocate(client, kSize));
  return UseMemory(client, first.bytes(), second.bytes(), kSize);
}

// --- CrossHostTransfers

const std::vector<float> kSent = {1, -2, 3, -4};

StatusOr<std::vector<pjrt::Device>> TwoDevices(const pjrt::Client& client) {
  const auto devices = client.addressable_devices();
  if (devices.size() < 2) return Absent("there is one device; the check needs two");
  return std::vector<pjrt::Device>{devices[0], devices[1]};
}

Status SendByKey(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::CrossHostTransfersExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Device> devices, TwoDevices(client));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer buffer, UploadFloats(client, kSent));
  const pjrt::Buffer* const sent[] = {&buffer};
  const int64_t to[] = {devices[1].id()}, from[] = {devices[0].id()}, keys[] = {77};
  const pjrt::ArrayShape shapes[] = {{pjrt::ElementType::kF32, {4}, {}}};
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Event> events, extension.Send(sent, to, keys));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> received, extension.Receive(devices[1], shapes, from, keys));
  for (const pjrt::Event& event : events) CPPJRT_RETURN_IF_ERROR(event.Await());
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of received arrays", received.size(), size_t{1}));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> values, received[0].ToVector<float>());
  return ExpectEqual("what was received", values, kSent);
}

// What the callbacks of a transfer by descriptor have said.
struct Transfer {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<StatusOr<std::vector<std::string>>> descriptors;
  std::optional<Status> sent;
};

Status SendByDescriptor(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::CrossHostTransfersExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Device> devices, TwoDevices(client));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer buffer, UploadFloats(client, kSent));
  const auto transfer = std::make_shared<Transfer>();
  const pjrt::ArrayShape shapes[] = {{pjrt::ElementType::kF32, {4}, {}}};
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> received,
                          extension.MakeReceiveBuffers(devices[1], shapes, [transfer](auto descriptors) {
                            const std::lock_guard lock(transfer->mutex);
                            transfer->descriptors = std::move(descriptors);
                            transfer->changed.notify_all();
                          }));
  std::unique_lock lock(transfer->mutex);
  transfer->changed.wait(lock, [&] { return transfer->descriptors.has_value(); });
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<std::string> descriptors, *transfer->descriptors);
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of descriptors", descriptors.size(), size_t{1}));
  lock.unlock();
  CPPJRT_RETURN_IF_ERROR(
      extension.CopyToRemoteDevice(buffer, descriptors[0], [transfer](const Status& status, bool /*enqueued*/) {
        const std::lock_guard guard(transfer->mutex);
        transfer->sent = status;
        transfer->changed.notify_all();
      }));
  lock.lock();
  transfer->changed.wait(lock, [&] { return transfer->sent.has_value(); });
  CPPJRT_RETURN_IF_ERROR(*transfer->sent);
  lock.unlock();
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of received arrays", received.size(), size_t{1}));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> values, received[0].ToVector<float>());
  return ExpectEqual("what was received", values, kSent);
}

}  // namespace

void AddHostExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  constexpr char kProfiler[] = "PJRT_Profiler_Extension";
  add("profiler.run", "runs are right while they are profiled, twice, and give a message", "profiles cannot be read",
      kProfiler, Profile, Level::kRequired, true);
  add("profiler.empty", "a profile of nothing, and one that was never started", "tools that profile crash", kProfiler,
      EmptyProfile, Level::kRequired, true);
  add("callback.prefatal", "two callbacks are told of an error once each", "failures that end a process are not told",
      "PJRT_Callback_InvokeCallback", Prefatal, Level::kRequired, true);
  add("host_allocator", "memory of the host allocator is aligned, its own, and works in transfers",
      "transfers from pinned memory are wrong", "PJRT_HostAllocator_Extension", HostAllocator);
  add("host_memory_allocator", "memory of the allocator by NUMA node is its own and works in transfers",
      "transfers from pinned memory are wrong", "PJRT_HostMemoryAllocator_Extension", HostMemoryAllocator);
  add("cross_host.by_key", "an array is sent from one device to another by a key", "arrays of other hosts are wrong",
      "PJRT_CrossHostTransfers_Extension", SendByKey, Level::kRequired, true);
  add("cross_host.by_descriptor", "an array is sent to where a descriptor says", "arrays of other hosts are wrong",
      "PJRT_CrossHostTransfers_Extension", SendByDescriptor, Level::kRequired, true);
}

}  // namespace cppjrt::conform
