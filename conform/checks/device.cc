// device: descriptions, attributes, statistics.
#include <functional>
#include <set>

#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

StatusOr<PJRT_DeviceDescription*> DescriptionOf(const Session& session, PJRT_Device* device) {
  auto args = session.api().Make<PJRT_Device_GetDescription_Args>();
  args.device = device;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.device_description == nullptr) return UnknownError("a device has no description");
  return args.device_description;
}

// For every device of this process.
Status ForEach(Context& context, const std::function<Status(Session&, PJRT_Device*, PJRT_DeviceDescription*)>& look) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  for (PJRT_Device* device : devices) {
    CPPJRT_ASSIGN_OR_RETURN(PJRT_DeviceDescription* const description, DescriptionOf(session, device));
    CPPJRT_RETURN_IF_ERROR(look(session, device, description));
  }
  return Status();
}

Status DistinctIds(Context& context) {
  std::set<int> ids;
  return ForEach(context, [&ids](Session& session, PJRT_Device*, PJRT_DeviceDescription* description) -> Status {
    auto args = session.api().Make<PJRT_DeviceDescription_Id_Args>();
    args.device_description = description;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    return Expect(ids.insert(args.id).second, "two devices have the id " + std::to_string(args.id));
  });
}

Status SameDescription(Context& context) {
  return ForEach(context, [](Session& session, PJRT_Device* device, PJRT_DeviceDescription* description) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(PJRT_DeviceDescription* const again, DescriptionOf(session, device));
    return Expect(again == description, "a device's description is another one when asked again");
  });
}

Status ProcessOfDevice(Context& context) {
  return ForEach(context, [](Session& session, PJRT_Device*, PJRT_DeviceDescription* description) -> Status {
    auto client = session.api().Make<PJRT_Client_ProcessIndex_Args>();
    client.client = session.client();
    CPPJRT_RETURN_IF_ERROR(session.api().Call(client));
    auto args = session.api().Make<PJRT_DeviceDescription_ProcessIndex_Args>();
    args.device_description = description;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    return ExpectEqual("the process of an addressable device", args.process_index, client.process_index);
  });
}

Status DistinctHardwareIds(Context& context) {
  std::set<int> ids;
  return ForEach(context, [&ids](Session& session, PJRT_Device* device, PJRT_DeviceDescription*) -> Status {
    auto args = session.api().Make<PJRT_Device_LocalHardwareId_Args>();
    args.device = device;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    if (args.local_hardware_id < 0) return Absent("the devices have no hardware ids");
    return Expect(ids.insert(args.local_hardware_id).second,
                  "two devices have the hardware id " + std::to_string(args.local_hardware_id));
  });
}

// A text of the description, not empty and the same when asked again.
template <class Args, const char* Args::* kText, size_t Args::* kSize>
Status DescriptionText(Context& context) {
  return ForEach(context, [&context](Session& session, PJRT_Device*, PJRT_DeviceDescription* description) -> Status {
    std::string texts[2];
    for (std::string& text : texts) {
      auto args = session.api().Make<Args>();
      args.device_description = description;
      CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
      if (args.*kText == nullptr) return UnknownError("the text is null");
      text.assign(args.*kText, args.*kSize);
    }
    context.Evidence(texts[0]);
    CPPJRT_RETURN_IF_ERROR(Expect(!texts[0].empty(), "the text is empty"));
    return ExpectEqual("the text asked again", texts[1], texts[0]);
  });
}

Status CheckNamed(Context& context, const PJRT_NamedValue* values, size_t count) {
  std::set<std::string> names;
  if (count > 0 && values == nullptr) return UnknownError("attributes are counted but null");
  for (size_t i = 0; i < count; ++i) {
    const std::string name(values[i].name, values[i].name_size);
    context.Evidence(name + " = " + ValueText(values[i]));
    CPPJRT_RETURN_IF_ERROR(Expect(!name.empty() && names.insert(name).second,
                                  "an attribute has no name, or two are called '" + name + "'"));
    CPPJRT_RETURN_IF_ERROR(Expect(values[i].type >= PJRT_NamedValue_kString && values[i].type <= PJRT_NamedValue_kBool,
                                  name + " has an unknown type"));
  }
  return Status();
}

Status DescriptionAttributes(Context& context) {
  return ForEach(context, [&context](Session& session, PJRT_Device*, PJRT_DeviceDescription* description) -> Status {
    auto args = session.api().Make<PJRT_DeviceDescription_Attributes_Args>();
    args.device_description = description;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    return CheckNamed(context, args.attributes, args.num_attributes);
  });
}

Status LiveAttributes(Context& context) {
  return ForEach(context, [&context](Session& session, PJRT_Device* device, PJRT_DeviceDescription*) -> Status {
    auto args = session.api().Make<PJRT_Device_GetAttributes_Args>();
    args.device = device;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    const Status status = CheckNamed(context, args.attributes, args.num_attributes);
    if (args.attributes_deleter == nullptr)
      return UnknownError("the attributes come without the function that frees them");
    args.attributes_deleter(args.device_attributes);
    return status;
  });
}

StatusOr<PJRT_Device_MemoryStats_Args> Stats(const Session& session, PJRT_Device* device) {
  auto args = session.api().Make<PJRT_Device_MemoryStats_Args>();
  args.device = device;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return args;
}

// A buffer of 1 MiB is seen while it lives, and no longer.
Status MemoryStats(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(const auto before, Stats(session, device));
  const Array megabyte = Pattern(PJRT_Buffer_Type_F32, {1 << 18});
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, session.Upload(megabyte));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  CPPJRT_ASSIGN_OR_RETURN(const auto during, Stats(session, device));
  CPPJRT_RETURN_IF_ERROR(buffer.Destroy());
  CPPJRT_ASSIGN_OR_RETURN(const auto after, Stats(session, device));
  context.Evidence("in use before, with and after 1 MiB: " + std::to_string(before.bytes_in_use) + ", " +
                   std::to_string(during.bytes_in_use) + ", " + std::to_string(after.bytes_in_use));
  CPPJRT_RETURN_IF_ERROR(Expect(during.bytes_in_use - before.bytes_in_use >= (1 << 20),
                                "a buffer of 1 MiB adds " + std::to_string(during.bytes_in_use - before.bytes_in_use) +
                                    " bytes to bytes_in_use"));
  CPPJRT_RETURN_IF_ERROR(
      Expect(after.bytes_in_use < during.bytes_in_use, "bytes_in_use does not fall when the buffer is destroyed"));
  if (during.peak_bytes_in_use_is_set) {
    CPPJRT_RETURN_IF_ERROR(Expect(during.peak_bytes_in_use >= during.bytes_in_use, "the peak is below what is in use"));
  }
  if (during.bytes_limit_is_set) {
    CPPJRT_RETURN_IF_ERROR(Expect(during.bytes_limit >= during.bytes_in_use, "the limit is below what is in use"));
  }
  return Status();
}

Status ClearMemoryStats(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, session.Upload(Pattern(PJRT_Buffer_Type_F32, {1 << 20})));
  CPPJRT_RETURN_IF_ERROR(buffer.Destroy());
  auto clear = session.api().Make<PJRT_Device_ClearMemoryStats_Args>();
  clear.device = device;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(clear));
  CPPJRT_ASSIGN_OR_RETURN(const auto stats, Stats(session, device));
  if (!stats.peak_bytes_in_use_is_set) return Absent("the peak is not reported");
  return Expect(stats.peak_bytes_in_use < (4 << 20),
                "the peak is still " + std::to_string(stats.peak_bytes_in_use) + " bytes after it was cleared");
}

Status TrackingEvent(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Device_CreateAsyncTrackingEvent_Args>();
  CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
  args.description = "work elsewhere";
  args.description_size = 14;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.event == nullptr) {
    context.Hazard("PJRT_Device_CreateAsyncTrackingEvent succeeds with a null event, which must not be destroyed");
    return Absent("no tracking event is given");
  }
  auto destroy = session.api().Make<PJRT_AsyncTrackingEvent_Destroy_Args>();
  destroy.event = args.event;
  return session.api().Call(destroy);
}

Status PoisonUnknownRun(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Device_PoisonExecution_Args>();
  CPPJRT_ASSIGN_OR_RETURN(args.device, session.Device());
  args.launch_id = 987654;
  args.error_code = PJRT_Error_Code_ABORTED;
  args.error_message = "stop";
  args.error_message_size = 4;
  args.poisoned = true;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ExpectEqual("poisoned, for a run that does not exist,", args.poisoned, false);
}

}  // namespace

void AddDeviceChecks(Registry& registry) {
  const Area add(registry, "device");
  add("ids_distinct", "no two devices have the same id", "programs run on another device than the one named",
      "PJRT_DeviceDescription_Id", DistinctIds);
  add("description_stable", "a device has one description", "what a client remembers of a device goes stale",
      "PJRT_Device_GetDescription", SameDescription);
  add("process_index", "addressable devices belong to the client's process", "arrays are put together wrongly in jobs",
      "PJRT_DeviceDescription_ProcessIndex", ProcessOfDevice);
  add("hardware_ids_distinct", "no two devices have the same hardware id", "two users share a device unknowingly",
      "PJRT_Device_LocalHardwareId", DistinctHardwareIds);
  add("kind", "every device has a kind, the same each time", "caches and tables by device kind do not work",
      "PJRT_DeviceDescription_Kind",
      DescriptionText<PJRT_DeviceDescription_Kind_Args, &PJRT_DeviceDescription_Kind_Args::device_kind,
                      &PJRT_DeviceDescription_Kind_Args::device_kind_size>);
  add("debug_string", "every device has a debug string", "logs do not tell devices apart",
      "PJRT_DeviceDescription_DebugString",
      DescriptionText<PJRT_DeviceDescription_DebugString_Args, &PJRT_DeviceDescription_DebugString_Args::debug_string,
                      &PJRT_DeviceDescription_DebugString_Args::debug_string_size>);
  add("to_string", "every device has a short text", "users do not see which device is meant",
      "PJRT_DeviceDescription_ToString",
      DescriptionText<PJRT_DeviceDescription_ToString_Args, &PJRT_DeviceDescription_ToString_Args::to_string,
                      &PJRT_DeviceDescription_ToString_Args::to_string_size>);
  add("attributes", "attributes of the description have names and known types",
      "frameworks misread coordinates and cores", "PJRT_DeviceDescription_Attributes", DescriptionAttributes);
  add("live_attributes", "attributes of the device have names and are freed", "frameworks misread the device's state",
      "PJRT_Device_GetAttributes", LiveAttributes);
  add("memory_stats", "statistics see a buffer of 1 MiB come and go", "users cannot tell what fills the memory",
      "PJRT_Device_MemoryStats", MemoryStats);
  add("clear_memory_stats", "clearing the statistics starts the peak anew",
      "the peak of one program cannot be measured", "PJRT_Device_ClearMemoryStats", ClearMemoryStats);
  add("tracking_event", "a tracking event is made and ended", "profiles do not show work of others",
      "PJRT_Device_CreateAsyncTrackingEvent", TrackingEvent);
  add("poison_unknown_run", "poisoning a run that does not exist poisons nothing",
      "a failure report stops the wrong run", "PJRT_Device_PoisonExecution", PoisonUnknownRun);
}

}  // namespace cppjrt::conform
