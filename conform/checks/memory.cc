// memory: the spaces that devices can use.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

Status ForEach(Context& context, const std::function<Status(Session&, PJRT_Device*, PJRT_Memory*)>& look) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  for (PJRT_Device* device : devices) {
    CPPJRT_ASSIGN_OR_RETURN(const auto memories, session.Memories(device));
    if (memories.empty()) return Absent("the devices have no memories");
    for (PJRT_Memory* memory : memories) CPPJRT_RETURN_IF_ERROR(look(session, device, memory));
  }
  return Status();
}

StatusOr<std::string> KindOf(const Session& session, PJRT_Memory* memory) {
  auto args = session.api().Make<PJRT_Memory_Kind_Args>();
  args.memory = memory;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return std::string(args.kind, args.kind_size);
}

Status DistinctIds(Context& context) {
  std::map<int, PJRT_Memory*> ids;
  return ForEach(context, [&ids](Session& session, PJRT_Device*, PJRT_Memory* memory) -> Status {
    auto args = session.api().Make<PJRT_Memory_Id_Args>();
    args.memory = memory;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    const auto [known, added] = ids.emplace(args.id, memory);
    return Expect(added || known->second == memory, "two memories have the id " + std::to_string(args.id));
  });
}

Status Kinds(Context& context) {
  std::set<std::string> seen;
  CPPJRT_RETURN_IF_ERROR(ForEach(context, [&seen](Session& session, PJRT_Device*, PJRT_Memory* memory) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const std::string kind, KindOf(session, memory));
    seen.insert(kind);
    return Expect(!kind.empty(), "a memory has no kind");
  }));
  for (const std::string& kind : seen) context.Evidence(kind);
  return Status();
}

Status KindIds(Context& context) {
  std::map<std::string, int> ids;
  return ForEach(context, [&ids](Session& session, PJRT_Device*, PJRT_Memory* memory) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const std::string kind, KindOf(session, memory));
    auto args = session.api().Make<PJRT_Memory_Kind_Id_Args>();
    args.memory = memory;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    for (const auto& [other, id] : ids) {
      if (other == kind) CPPJRT_RETURN_IF_ERROR(ExpectEqual("the kind id of another '" + kind + "'", args.kind_id, id));
      if (other != kind) {
        CPPJRT_RETURN_IF_ERROR(Expect(args.kind_id != id, "'" + kind + "' and '" + other + "' have the same kind id"));
      }
    }
    ids.emplace(kind, args.kind_id);
    return Status();
  });
}

template <class Args, const char* Args::* kText, size_t Args::* kSize>
Status MemoryText(Context& context) {
  return ForEach(context, [&context](Session& session, PJRT_Device*, PJRT_Memory* memory) -> Status {
    auto args = session.api().Make<Args>();
    args.memory = memory;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    if (args.*kText == nullptr) return UnknownError("the text is null");
    context.Evidence(std::string(args.*kText, args.*kSize));
    return Expect(args.*kSize > 0, "the text is empty");
  });
}

Status AddressableByItsDevice(Context& context) {
  return ForEach(context, [](Session& session, PJRT_Device* device, PJRT_Memory* memory) -> Status {
    auto args = session.api().Make<PJRT_Memory_AddressableByDevices_Args>();
    args.memory = memory;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    const bool listed =
        std::find(args.devices, args.devices + args.num_devices, device) != args.devices + args.num_devices;
    return Expect(listed, "a device's memory does not name the device among those that can use it");
  });
}

Status DefaultIsAmongThem(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  for (PJRT_Device* device : devices) {
    CPPJRT_ASSIGN_OR_RETURN(const auto memories, session.Memories(device));
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const memory, session.DefaultMemory(device));
    CPPJRT_RETURN_IF_ERROR(Expect(std::find(memories.begin(), memories.end(), memory) != memories.end(),
                                  "the default memory is not among the device's memories"));
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const again, session.DefaultMemory(device));
    CPPJRT_RETURN_IF_ERROR(Expect(again == memory, "the default memory is another one when asked again"));
  }
  return Status();
}

StatusOr<PJRT_Memory*> MemoryOf(const Session& session, const BufferHandle& buffer) {
  auto args = session.api().Make<PJRT_Buffer_Memory_Args>();
  args.buffer = buffer.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return args.memory;
}

Status UploadIntoEach(Context& context) {
  const Array values = Pattern(PJRT_Buffer_Type_F32, {3, 5});
  return ForEach(context, [&](Session& session, PJRT_Device* device, PJRT_Memory* memory) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(values, device));
    args.memory = memory;
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(args));
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const where, MemoryOf(session, buffer));
    CPPJRT_RETURN_IF_ERROR(Expect(where == memory, "an upload to one memory is in another"));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
    return Same(back, values);
  });
}

Status CopyIntoEach(Context& context) {
  const Array values = Pattern(PJRT_Buffer_Type_F32, {3, 5});
  return ForEach(context, [&](Session& session, PJRT_Device*, PJRT_Memory* memory) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle source, session.Upload(values));
    auto args = session.api().Make<PJRT_Buffer_CopyToMemory_Args>();
    args.buffer = source.get();
    args.dst_memory = memory;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    const BufferHandle copy(session.api(), args.dst_buffer);
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const where, MemoryOf(session, copy));
    CPPJRT_RETURN_IF_ERROR(Expect(where == memory, "a copy to one memory is in another"));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(copy));
    CPPJRT_RETURN_IF_ERROR(Same(back, values));
    CPPJRT_ASSIGN_OR_RETURN(const Array original, session.Read(source));
    return Same(original, values);
  });
}

}  // namespace

void AddMemoryChecks(Registry& registry) {
  const Area add(registry, "memory");
  add("ids_distinct", "no two memories have the same id", "arrays are put into another memory than the one named",
      "PJRT_Memory_Id", DistinctIds);
  add("kinds", "every memory has a kind", "placement by memory kind does not work", "PJRT_Memory_Kind", Kinds);
  add("kind_ids", "kinds and kind ids belong together", "compiled programs name the wrong memory",
      "PJRT_Memory_Kind_Id", KindIds);
  add("debug_string", "every memory has a debug string", "logs do not tell memories apart", "PJRT_Memory_DebugString",
      MemoryText<PJRT_Memory_DebugString_Args, &PJRT_Memory_DebugString_Args::debug_string,
                 &PJRT_Memory_DebugString_Args::debug_string_size>);
  add("to_string", "every memory has a short text", "users do not see which memory is meant", "PJRT_Memory_ToString",
      MemoryText<PJRT_Memory_ToString_Args, &PJRT_Memory_ToString_Args::to_string,
                 &PJRT_Memory_ToString_Args::to_string_size>);
  add("addressable_by", "a device's memory names the device", "placement across devices goes wrong",
      "PJRT_Memory_AddressableByDevices", AddressableByItsDevice);
  add("default", "the default memory is one of the device's, the same each time",
      "buffers land where nobody expects them", "PJRT_Device_DefaultMemory", DefaultIsAmongThem);
  add("upload_each", "an upload into each memory is there, with its values", "offloading to host memory does not work",
      "PJRT_Client_BufferFromHostBuffer", UploadIntoEach);
  add("copy_each", "a copy into each memory has the values, and leaves the source",
      "offloading to host memory does not work", "PJRT_Buffer_CopyToMemory", CopyIntoEach);
}

}  // namespace cppjrt::conform
