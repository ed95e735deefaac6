// One function for each slot that has something to say; the others are slices with a name only.
#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "client/api.h"
#include "client/trace.h"
#include "pjrt/element_type.h"
#include "pjrt/program.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

struct ExecutableFacts {
  std::string name;
  size_t num_outputs = 0;
};

// What loaded executables are called and give, as the plugin's answers went by: LoadedExecutable_GetExecutable says which
// executable is whose, Executable_Name and Executable_NumOutputs the rest.
class KnownExecutables {
 public:
  void SetLoaded(const PJRT_Executable* executable, const PJRT_LoadedExecutable* loaded) {
    const std::lock_guard<std::mutex> lock(mutex_);
    loaded_of_[executable] = loaded;
  }
  template <class Change>
  void Update(const PJRT_Executable* executable, Change change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = loaded_of_.find(executable);
    if (found != loaded_of_.end()) change(facts_[found->second]);
  }
  void Forget(const PJRT_Executable* executable) {
    const std::lock_guard<std::mutex> lock(mutex_);
    loaded_of_.erase(executable);
  }
  void Forget(const PJRT_LoadedExecutable* loaded) {
    const std::lock_guard<std::mutex> lock(mutex_);
    facts_.erase(loaded);
  }
  ExecutableFacts Find(const PJRT_LoadedExecutable* loaded) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = facts_.find(loaded);
    return found == facts_.end() ? ExecutableFacts{"program", 0} : found->second;
  }

 private:
  std::mutex mutex_;
  std::map<const PJRT_Executable*, const PJRT_LoadedExecutable*> loaded_of_;  // guarded by mutex_
  std::map<const PJRT_LoadedExecutable*, ExecutableFacts> facts_;             // guarded by mutex_
};

KnownExecutables& Known() {
  static KnownExecutables* const known = new KnownExecutables();
  return *known;
}

struct Description {
  const Api& api;
  bool ok;  // outputs are there
  TraceFields& fields;
  std::vector<TracedWork>& work;

  void Bytes(size_t bytes) const { fields.Add("bytes", static_cast<int64_t>(bytes)); }
  void Work(std::string_view category, std::string name, PJRT_Event* event) const {
    if (ok && event != nullptr) work.push_back({category, std::move(name), event, nullptr});
  }
  void WorkOn(std::string_view category, std::string name, PJRT_Buffer* buffer) const {
    if (ok && buffer != nullptr) work.push_back({category, std::move(name), nullptr, buffer});
  }
};

void Describe(const PJRT_Client_Compile_Args& args, const Description& to) {
  if (args.program != nullptr) {
    to.Bytes(args.program->code_size);
    to.fields.Add("format", std::string_view(args.program->format, args.program->format_size));
  }
  to.fields.Add("option bytes", static_cast<int64_t>(args.compile_options_size));
}

void Describe(const PJRT_Executable_DeserializeAndLoad_Args& args, const Description& to) {
  to.Bytes(args.serialized_executable_size);
}

void Describe(const PJRT_Executable_Serialize_Args& args, const Description& to) {
  if (to.ok) to.Bytes(args.serialized_bytes_size);
}

void Describe(const PJRT_LoadedExecutable_GetExecutable_Args& args, const Description& to) {
  if (to.ok) Known().SetLoaded(args.executable, args.loaded_executable);
}

void Describe(const PJRT_Executable_Name_Args& args, const Description& to) {
  if (!to.ok || args.executable_name == nullptr) return;
  to.fields.Add("name", std::string_view(args.executable_name, args.executable_name_size));
  Known().Update(args.executable, [&args](ExecutableFacts& facts) {
    facts.name.assign(args.executable_name, args.executable_name_size);
  });
}

void Describe(const PJRT_Executable_NumOutputs_Args& args, const Description& to) {
  if (!to.ok) return;
  Known().Update(args.executable, [&args](ExecutableFacts& facts) { facts.num_outputs = args.num_outputs; });
}

void Describe(const PJRT_Executable_Destroy_Args& args, const Description&) { Known().Forget(args.executable); }

void Describe(const PJRT_LoadedExecutable_Destroy_Args& args, const Description&) { Known().Forget(args.executable); }

void Describe(const PJRT_Client_BufferFromHostBuffer_Args& args, const Description& to) {
  const ArrayShape shape{static_cast<ElementType>(args.type), {args.dims, args.dims + args.num_dims}, {}};
  const std::string type = ToString(shape);
  to.fields.Add("type", type);
  if (const StatusOr<int64_t> bytes = HostBytes(shape.type, shape.dims); bytes.ok()) to.fields.Add("bytes", *bytes);
  to.WorkOn("transfer", "upload " + type, args.buffer);
}

void Describe(const PJRT_Buffer_ToHostBuffer_Args& args, const Description& to) {
  to.Bytes(args.dst_size);
  if (args.dst == nullptr) {
    to.fields.Add("asks", "for the size only");
    return;
  }
  to.Work("transfer", "download " + std::to_string(args.dst_size) + " bytes", args.event);
}

void Describe(const PJRT_Buffer_CopyRawToHost_Args& args, const Description& to) {
  to.fields.Add("offset", args.offset);
  to.fields.Add("bytes", args.transfer_size);
  to.Work("transfer", "download " + std::to_string(args.transfer_size) + " bytes", args.event);
}

void Describe(const PJRT_Buffer_CopyToDevice_Args& args, const Description& to) {
  to.WorkOn("transfer", "copy to device", args.dst_buffer);
}

void Describe(const PJRT_Buffer_CopyToMemory_Args& args, const Description& to) {
  to.WorkOn("transfer", "copy to memory", args.dst_buffer);
}

void Describe(const PJRT_AsyncHostToDeviceTransferManager_TransferData_Args& args, const Description& to) {
  to.fields.Add("buffer", args.buffer_index);
  to.fields.Add("offset", args.offset);
  to.fields.Add("bytes", args.transfer_size);
  to.Work("transfer", "upload piece of " + std::to_string(args.transfer_size) + " bytes", args.done_with_h2d_transfer);
}

void Describe(const PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args& args, const Description& to) {
  to.fields.Add("buffer", args.buffer_index);
  to.Work("transfer", "upload literal", args.done_with_h2d_transfer);
}

void Describe(const PJRT_CopyToDeviceStream_AddChunk_Args& args, const Description& to) {
  if (args.chunk != nullptr) to.Bytes(args.chunk->size);
}

void Describe(const PJRT_LoadedExecutable_Execute_Args& args, const Description& to) {
  const ExecutableFacts facts = Known().Find(args.executable);
  to.fields.Add("executable", facts.name);
  to.fields.Add("devices", static_cast<int64_t>(args.num_devices));
  to.fields.Add("arguments", static_cast<int64_t>(args.num_args));
  if (args.options != nullptr) {
    to.fields.Add("launch id", int64_t{args.options->launch_id});
    if (args.options->call_location != nullptr && PJRT_KNOWS(to.api, PJRT_ExecuteOptions, call_location)) {
      to.fields.Add("call", args.options->call_location);
    }
  }
  for (size_t i = 0; to.ok && i < args.num_devices; ++i) {
    if (args.device_complete_events != nullptr) {
      to.Work("execution", facts.name, args.device_complete_events[i]);
    } else if (facts.num_outputs > 0) {  // the first result tells
      to.WorkOn("execution", facts.name, args.output_lists[i][0]);
    }
  }
}

template <class Args>
void DescribeAs(const void* args, const Description& to) {
  Describe(*static_cast<const Args*>(args), to);
}

using Describer = void (*)(const void*, const Description&);

template <class... Args>
constexpr std::array<Describer, abi::kSlotCount> Describers() {
  std::array<Describer, abi::kSlotCount> table{};
  ((table[static_cast<size_t>(abi::SlotOf<Args>::slot)] = DescribeAs<Args>), ...);
  return table;
}

constexpr std::array<Describer, abi::kSlotCount> kDescribers =
    Describers<PJRT_Client_Compile_Args, PJRT_Executable_DeserializeAndLoad_Args, PJRT_Executable_Serialize_Args,
               PJRT_LoadedExecutable_GetExecutable_Args, PJRT_Executable_Name_Args, PJRT_Executable_NumOutputs_Args,
               PJRT_Executable_Destroy_Args, PJRT_LoadedExecutable_Destroy_Args, PJRT_Client_BufferFromHostBuffer_Args,
               PJRT_Buffer_ToHostBuffer_Args, PJRT_Buffer_CopyRawToHost_Args, PJRT_Buffer_CopyToDevice_Args,
               PJRT_Buffer_CopyToMemory_Args, PJRT_AsyncHostToDeviceTransferManager_TransferData_Args,
               PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args, PJRT_CopyToDeviceStream_AddChunk_Args,
               PJRT_LoadedExecutable_Execute_Args>();

}  // namespace

void DescribeArguments(const Api& api, abi::Slot slot, const void* args, bool ok, TraceFields& fields,
                       std::vector<TracedWork>& work) {
  const Describer describer = kDescribers[static_cast<size_t>(slot)];
  if (describer != nullptr) describer(args, Description{api, ok, fields, work});
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
