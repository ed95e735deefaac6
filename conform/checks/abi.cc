// abi: structs of other sizes than the plugin's own. The size of a struct is how versions of the C API tell each other apart.
#include <array>
#include <memory>
#include <utility>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

constexpr size_t kSlotCount = static_cast<size_t>(pjrt::abi::kSlotCount);

// --- structs that are too short: refused before anything else is read

using AnyFunction = PJRT_Error* (*)(void*);

Status ShortStruct(Context& context, const pjrt::abi::SlotInfo& slot) {
  const Api& api = context.api();
  if (slot.offset + sizeof(AnyFunction) > api.table().struct_size || slot.usable_minor > api.minor()) {
    return Absent("the plugin has no " + std::string(slot.name));
  }
  AnyFunction function = nullptr;
  std::memcpy(&function, reinterpret_cast<const std::byte*>(&api.table()) + slot.offset, sizeof function);
  if (function == nullptr) return Absent(std::string(slot.name) + " is null");
  alignas(16) std::array<std::byte, 512> args = {};
  const size_t size = 8;  // the size field alone
  std::memcpy(args.data(), &size, sizeof size);
  const Status status = api.Take(function(args.data()), slot.name);
  if (status.code() == StatusCode::kUnimplemented) return Status();  // it has nothing to read
  return ExpectError("a struct of 8 bytes", status, {StatusCode::kInvalidArgument});
}

// --- structs that are longer than the plugin knows: what it does not know, it leaves alone

constexpr unsigned char kCanary = 0xa5;

template <class Args>
struct Padded {
  Args args;
  std::array<unsigned char, 256> beyond;
};

// Calls with 256 bytes behind the struct, counted in its size. The canary must live.
template <class Args>
Status CallLong(const Api& api, Padded<Args>& padded) {
  padded.beyond.fill(kCanary);
  padded.args.struct_size = sizeof(Args) + padded.beyond.size();
  CPPJRT_RETURN_IF_ERROR(api.Call(padded.args));
  for (const unsigned char byte : padded.beyond) {
    if (byte != kCanary) return UnknownError("the call wrote beyond the struct that this version knows");
  }
  return Status();
}

template <class Args, class Set>
void AddLong(Registry& registry, Set set) {
  const std::string name(pjrt::abi::InfoOf(pjrt::abi::SlotOf<Args>::slot).name);
  registry.Add({.id = "abi.long_struct." + name.substr(5),
                .title = name + " takes a struct longer than it knows and leaves the rest alone",
                .meaning = "clients built from newer headers do not work with the plugin",
                .source = name},
               [set](Context& context) -> Status {
                 CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
                 Padded<Args> padded = {};
                 CPPJRT_RETURN_IF_ERROR(set(session, padded.args));
                 return CallLong(session.api(), padded);
               });
}

void AddLongStructs(Registry& registry) {
  AddLong<PJRT_Client_PlatformName_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Client_PlatformVersion_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Client_ProcessIndex_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Client_Devices_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Client_AddressableMemories_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Client_TopologyDescription_Args>(registry, [](Session& session, auto& args) {
    args.client = session.client();
    return Status();
  });
  AddLong<PJRT_Device_GetDescription_Args>(registry, [](Session& session, auto& args) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
    return Status();
  });
  AddLong<PJRT_Device_DefaultMemory_Args>(registry, [](Session& session, auto& args) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
    return Status();
  });
  AddLong<PJRT_Device_LocalHardwareId_Args>(registry, [](Session& session, auto& args) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
    return Status();
  });
  AddLong<PJRT_Device_MemoryStats_Args>(registry, [](Session& session, auto& args) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
    return Status();
  });
  AddLong<PJRT_Plugin_Attributes_Args>(registry, [](Session&, auto&) { return Status(); });
}

// --- structs of older versions: what they do not have must not be written

// Every size that `Args` has had since the oldest version tested, but the plugin's own.
template <class Args>
std::vector<std::pair<int, size_t>> OlderSizes(const Api& api) {
  std::vector<std::pair<int, size_t>> sizes;
  const int first =
      std::max<int>(pjrt::abi::kFloorMinor, pjrt::abi::InfoOf(pjrt::abi::SlotOf<Args>::slot).usable_minor);
  for (int minor = first; minor < api.sent_minor(); ++minor) {
    const size_t size = pjrt::abi::StructSize<Args>(minor);
    if (size < api.Size<Args>() && (sizes.empty() || sizes.back().second != size)) sizes.emplace_back(minor, size);
  }
  return sizes;
}

// What the arguments point to while the call lasts.
using Kept = std::vector<std::shared_ptr<void>>;

// A plugin need not take structs of versions long gone, if it says so.
bool RefusedOld(Context& context, const Status& status, int minor, size_t size) {
  if (status.code() != StatusCode::kInvalidArgument) return false;
  context.Evidence("0." + std::to_string(minor) + ", " + std::to_string(size) + " bytes: " + status.ToString());
  return true;
}

template <class Args, class Set, class Finish>
void AddOlder(Registry& registry, Set set, Finish finish) {
  const std::string name(pjrt::abi::InfoOf(pjrt::abi::SlotOf<Args>::slot).name);
  registry.Add(
      {.id = "abi.older_struct." + name.substr(5),
       .title = name + " takes the struct sizes of older versions or refuses them, and writes nothing beyond them",
       .meaning = "clients built from older headers have memory overwritten",
       .source = name},
      [set, finish, name](Context& context) -> Status {
        CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
        const auto sizes = OlderSizes<Args>(session.api());
        if (sizes.empty()) return Absent("the struct has had one size only since 0.57");
        for (const auto& [minor, size] : sizes) {
          Args args;
          std::memset(static_cast<void*>(&args), 0, sizeof args);
          Kept kept;
          CPPJRT_RETURN_IF_ERROR(set(session, args, kept));
          auto* bytes = reinterpret_cast<unsigned char*>(&args);
          std::memset(bytes + size, kCanary, sizeof args - size);
          args.struct_size = size;
          const Status status = session.api().Call(args);
          if (RefusedOld(context, status, minor, size)) continue;
          if (!status.ok()) return status.WithContext("with the struct of 0." + std::to_string(minor));
          for (size_t i = size; i < sizeof args; ++i) {
            if (bytes[i] == kCanary) continue;
            return UnknownError("with the " + std::to_string(size) + " bytes of 0." + std::to_string(minor) +
                                ", byte " + std::to_string(i) + " was written");
          }
          finish(session, args);
          context.Evidence("0." + std::to_string(minor) + ": " + std::to_string(size) + " bytes");
        }
        return Status();
      });
}

void AddOlderStructs(Registry& registry) {
  AddOlder<PJRT_Client_Create_Args>(
      registry, [](Session&, auto&, Kept&) { return Status(); },
      [](Session& session, auto& args) { ClientHandle(session.api(), args.client); });
  AddOlder<PJRT_Device_MemoryStats_Args>(
      registry,
      [](Session& session, auto& args, Kept&) -> Status {
        CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
        return Status();
      },
      [](Session&, auto&) {});
  AddOlder<PJRT_Executable_GetCompiledMemoryStats_Args>(
      registry,
      [](Session& session, auto& args, Kept& kept) -> Status {
        CPPJRT_ASSIGN_OR_RETURN(LoadedHandle loaded, session.Compile(kAdd));
        CPPJRT_ASSIGN_OR_RETURN(ExecutableHandle executable, session.ExecutableOf(loaded));
        args.executable = executable.get();
        kept.push_back(std::make_shared<LoadedHandle>(std::move(loaded)));
        kept.push_back(std::make_shared<ExecutableHandle>(std::move(executable)));
        return Status();
      },
      [](Session&, auto&) {});
  AddOlder<PJRT_Client_CreateErrorBuffer_Args>(
      registry,
      [](Session& session, auto& args, Kept&) -> Status {
        static constexpr int64_t kDims[] = {4};
        CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
        args.client = session.client();
        args.error_code = PJRT_Error_Code_INTERNAL;
        args.error_message = "boom";
        args.error_message_size = 4;
        args.shape_dims = kDims;
        args.shape_num_dims = 1;
        args.shape_element_type = PJRT_Buffer_Type_F32;
        CPPJRT_ASSIGN_OR_RETURN(args.memory, session.DefaultMemory(device));
        return Status();
      },
      [](Session& session, auto& args) { BufferHandle(session.api(), args.buffer); });
}

// Options of older versions: the plugin must not read what they do not have.
Status OlderExecuteOptions(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle add, session.Compile(kAdd));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({4}, {1, 2, 3, 4})));
  size_t former = 0;
  for (int minor = pjrt::abi::kFloorMinor; minor <= session.api().sent_minor(); ++minor) {
    const size_t size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(minor);
    if (size == former) continue;
    former = size;
    PJRT_ExecuteOptions options;
    std::memset(static_cast<void*>(&options), 0, sizeof options);
    // Addresses and counts that would be followed.
    std::memset(reinterpret_cast<unsigned char*>(&options) + size, 0x5a, sizeof options - size);
    options.struct_size = size;
    PJRT_Buffer* const arguments[] = {a.get(), a.get()};
    PJRT_Buffer* const* row = arguments;
    PJRT_Buffer* output = nullptr;
    PJRT_Buffer** results = &output;
    PJRT_Event* done = nullptr;
    auto args = session.api().Make<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = add.get();
    args.options = &options;
    args.argument_lists = &row;
    args.num_devices = 1;
    args.num_args = 2;
    args.output_lists = &results;
    args.device_complete_events = &done;
    const Status status = session.api().Call(args);
    if (RefusedOld(context, status, minor, size)) continue;
    if (!status.ok()) return status.WithContext("with the options of 0." + std::to_string(minor));
    const BufferHandle result(session.api(), output);
    const EventHandle event(session.api(), done);
    CPPJRT_RETURN_IF_ERROR(session.Await(event));
    CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(result));
    CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {2, 4, 6, 8})));
    context.Evidence("0." + std::to_string(minor) + ": " + std::to_string(size) + " bytes");
  }
  return Status();
}

}  // namespace

void AddAbiChecks(Registry& registry) {
  AddLongStructs(registry);
  AddOlderStructs(registry);
  registry.Add(
      {.id = "abi.older_struct.ExecuteOptions",
       .title = "executions take the options struct of older versions or refuse it, and read nothing beyond it",
       .meaning = "clients built from older headers crash in the plugin",
       .source = "PJRT_ExecuteOptions"},
      OlderExecuteOptions);
  for (size_t i = 0; i < kSlotCount; ++i) {
    const pjrt::abi::SlotInfo& slot = pjrt::abi::kSlots[i];
    // These two return nothing, so they cannot refuse.
    if (slot.name == "PJRT_Error_Destroy" || slot.name == "PJRT_Error_Message") continue;
    registry.Add({.id = "abi.short_struct." + std::string(slot.name.substr(5)),
                  .title = std::string(slot.name) + " refuses a struct of 8 bytes",
                  .meaning = "a client with an older or damaged struct has memory read that is not its own",
                  .source = std::string(slot.name),
                  .level = Level::kAdvised},
                 [&slot](Context& context) { return ShortStruct(context, slot); });
  }
}

}  // namespace cppjrt::conform
