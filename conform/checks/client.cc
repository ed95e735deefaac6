// client: what a client says of itself and its devices.
#include <algorithm>
#include <set>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

StatusOr<std::vector<PJRT_Device*>> AllDevices(const Session& session) {
  auto args = session.api().Make<PJRT_Client_Devices_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return std::vector<PJRT_Device*>(args.devices, args.devices + args.num_devices);
}

StatusOr<int> IdOf(const Session& session, PJRT_Device* device) {
  auto description = session.api().Make<PJRT_Device_GetDescription_Args>();
  description.device = device;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(description));
  auto id = session.api().Make<PJRT_DeviceDescription_Id_Args>();
  id.device_description = description.device_description;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(id));
  return id.id;
}

Status Creates(Context& context) { return context.NewSession().status(); }

Status PlatformName(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_PlatformName_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  context.Evidence(std::string(args.platform_name, args.platform_name_size));
  return Expect(args.platform_name_size > 0, "the platform's name is empty");
}

Status PlatformVersion(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_PlatformVersion_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  context.Evidence(std::string(args.platform_version, args.platform_version_size));
  return Expect(args.platform_version != nullptr, "the platform's version is null");
}

Status ProcessIndex(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_ProcessIndex_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return Expect(args.process_index >= 0, "the process index is " + std::to_string(args.process_index));
}

Status AddressableAmongAll(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto all, AllDevices(session));
  CPPJRT_ASSIGN_OR_RETURN(const auto addressable, session.Devices(0));
  context.Evidence(std::to_string(all.size()) + " devices, " + std::to_string(addressable.size()) + " addressable");
  const std::set<PJRT_Device*> known(all.begin(), all.end());
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of distinct devices", known.size(), all.size()));
  for (PJRT_Device* device : addressable) {
    CPPJRT_RETURN_IF_ERROR(Expect(known.contains(device), "an addressable device is not among the client's devices"));
  }
  for (PJRT_Device* device : all) {
    auto args = session.api().Make<PJRT_Device_IsAddressable_Args>();
    args.device = device;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    const bool listed = std::find(addressable.begin(), addressable.end(), device) != addressable.end();
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_addressable of a device", args.is_addressable, listed));
  }
  return Status();
}

Status LookupEveryDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto all, AllDevices(session));
  for (PJRT_Device* device : all) {
    auto args = session.api().Make<PJRT_Client_LookupDevice_Args>();
    args.client = session.client();
    CPPJRT_ASSIGN_OR_RETURN(args.id, IdOf(session, device));
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    CPPJRT_RETURN_IF_ERROR(Expect(args.device == device, "id " + std::to_string(args.id) + " finds another device"));
  }
  return Status();
}

Status LookupUnknownDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  for (const int id : {-1, 1 << 30}) {
    auto args = session.api().Make<PJRT_Client_LookupDevice_Args>();
    args.client = session.client();
    args.id = id;
    CPPJRT_RETURN_IF_ERROR(ExpectError("looking up id " + std::to_string(id), session.api().Call(args),
                                       {StatusCode::kNotFound, StatusCode::kInvalidArgument}));
  }
  return Status();
}

Status LookupEveryAddressable(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto addressable, session.Devices());
  for (PJRT_Device* device : addressable) {
    auto id = session.api().Make<PJRT_Device_LocalHardwareId_Args>();
    id.device = device;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(id));
    if (id.local_hardware_id < 0) return Absent("the devices have no hardware ids");
    auto args = session.api().Make<PJRT_Client_LookupAddressableDevice_Args>();
    args.client = session.client();
    args.local_hardware_id = id.local_hardware_id;
    CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
    CPPJRT_RETURN_IF_ERROR(Expect(args.addressable_device == device,
                                  "hardware id " + std::to_string(id.local_hardware_id) + " finds another device"));
  }
  return Status();
}

Status LookupUnknownAddressable(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_LookupAddressableDevice_Args>();
  args.client = session.client();
  args.local_hardware_id = 1 << 30;
  return ExpectError("looking up a hardware id that no device has", session.api().Call(args),
                     {StatusCode::kNotFound, StatusCode::kInvalidArgument});
}

StatusOr<std::vector<int>> Assignment(const Session& session, int replicas, int partitions) {
  std::vector<int> ids(static_cast<size_t>(replicas * partitions), -7);
  auto args = session.api().Make<PJRT_Client_DefaultDeviceAssignment_Args>();
  args.client = session.client();
  args.num_replicas = replicas;
  args.num_partitions = partitions;
  args.default_assignment_size = ids.size();
  args.default_assignment = ids.data();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ids;
}

Status DefaultAssignment(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto all, AllDevices(session));
  std::set<int> known;
  for (PJRT_Device* device : all) {
    CPPJRT_ASSIGN_OR_RETURN(const int id, IdOf(session, device));
    known.insert(id);
  }
  const int count = static_cast<int>(all.size());
  std::vector<std::pair<int, int>> shapes = {{1, 1}, {count, 1}, {1, count}};
  if (count >= 4) shapes.emplace_back(2, 2);
  for (const auto& [replicas, partitions] : shapes) {
    CPPJRT_ASSIGN_OR_RETURN(const auto ids, Assignment(session, replicas, partitions));
    const std::set<int> distinct(ids.begin(), ids.end());
    const std::string what = std::to_string(replicas) + " x " + std::to_string(partitions);
    context.Evidence(what + ": " + internal::ShownValue(ids));
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of distinct devices of " + what, distinct.size(), ids.size()));
    for (const int id : ids) {
      CPPJRT_RETURN_IF_ERROR(
          Expect(known.contains(id), what + " names a device " + std::to_string(id) + " that does not exist"));
    }
  }
  return Status();
}

Status AssignmentTooLarge(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto all, AllDevices(session));
  const auto ids = Assignment(session, static_cast<int>(all.size()) + 1, 1);
  return ExpectAnyError("an assignment of more replicas than devices", ids.status());
}

Status AssignmentIntoShortArray(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto all, session.Devices(2));
  int ids[2] = {-7, -7};
  auto args = session.api().Make<PJRT_Client_DefaultDeviceAssignment_Args>();
  args.client = session.client();
  args.num_replicas = 2;
  args.num_partitions = 1;
  args.default_assignment_size = 1;
  args.default_assignment = ids;
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("an array too short for the assignment", session.api().Call(args)));
  return ExpectEqual("what lies behind the array", ids[1], -7);
}

Status MemoriesOfAllDevices(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  auto args = session.api().Make<PJRT_Client_AddressableMemories_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const std::set<PJRT_Memory*> known(args.addressable_memories,
                                     args.addressable_memories + args.num_addressable_memories);
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of distinct memories", known.size(), args.num_addressable_memories));
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices());
  for (PJRT_Device* device : devices) {
    CPPJRT_ASSIGN_OR_RETURN(const auto memories, session.Memories(device));
    for (PJRT_Memory* memory : memories) {
      CPPJRT_RETURN_IF_ERROR(Expect(known.contains(memory), "a device's memory is not among the client's"));
    }
  }
  return Status();
}

Status UpdateProcesses(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  PJRT_ProcessInfo info = {};
  info.struct_size = pjrt::abi::StructSize<PJRT_ProcessInfo>(session.api().sent_minor());
  info.task_id = 0;
  info.incarnation_id = 7;
  info.state = PJRT_ProcessState_kConnected;
  auto args = session.api().Make<PJRT_Client_UpdateGlobalProcessInfo_Args>();
  args.client = session.client();
  args.process_infos = &info;
  args.num_process_infos = 1;
  return session.api().Call(args);
}

Status UnknownOption(Context& context) {
  const auto client = context.NewClient({{"no_such_option_anywhere", int64_t{1}}});
  if (client.ok()) return UnknownError("an option that does not exist is accepted");
  if (ResultOf(client.status()) == Result::kAbsent) return client.status();
  return ExpectError("an option that does not exist", client.status(), {StatusCode::kInvalidArgument});
}

Status WrongOptionType(Context& context) {
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  const auto client = context.NewClient({{"cpu_device_count", std::string("two")}});
  if (client.ok()) return UnknownError("a text is accepted for cpu_device_count, which is a number");
  return ExpectError("a text for cpu_device_count", client.status(), {StatusCode::kInvalidArgument});
}

// Neither knows of the other, and what one made is not the other's.
Status TwoClients(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session first, context.NewSession());
  auto maybe_second = context.NewSession();
  if (!maybe_second.ok()) {
    context.Evidence(maybe_second.status().ToString());
    return Absent("a second client cannot be made");
  }
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle one, first.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle two, maybe_second->Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const Array a, first.RunOne(one, {F32({4}, {1, 2, 3, 4})}));
  CPPJRT_ASSIGN_OR_RETURN(const Array b, maybe_second->RunOne(two, {F32({4}, {5, 6, 7, 8})}));
  CPPJRT_RETURN_IF_ERROR(Same(a, F32({4}, {-1, -2, -3, -4})));
  return Same(b, F32({4}, {-5, -6, -7, -8}));
}

Status CreateAndDestroyMany(Context& context) {
  for (int i = 0; i < 20; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({2}, {1, 2})));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
    CPPJRT_RETURN_IF_ERROR(Same(back, F32({2}, {1, 2})));
  }
  return Status();
}

Status DmaMap(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  alignas(4096) static char memory[4096];
  auto map = session.api().Make<PJRT_Client_DmaMap_Args>();
  map.client = session.client();
  map.data = memory;
  map.size = sizeof memory;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(map));
  auto unmap = session.api().Make<PJRT_Client_DmaUnmap_Args>();
  unmap.client = session.client();
  unmap.data = memory;
  return session.api().Call(unmap);
}

Status DmaUnmapUnknown(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  static char memory[64];
  auto unmap = session.api().Make<PJRT_Client_DmaUnmap_Args>();
  unmap.client = session.client();
  unmap.data = memory;
  return ExpectAnyError("unmapping memory that was never mapped", session.api().Call(unmap));
}

}  // namespace

void AddClientChecks(Registry& registry) {
  const Area add(registry, "client");
  add("create", "a client is made and destroyed", "nothing can be run", "PJRT_Client_Create", Creates);
  add("platform_name", "the platform has a name", "frameworks cannot choose the plugin by platform",
      "PJRT_Client_PlatformName", PlatformName);
  add("platform_version", "the platform has a version", "reports and caches lack what tells versions apart",
      "PJRT_Client_PlatformVersion", PlatformVersion);
  add("process_index", "the process index is not negative", "programs of several processes take wrong parts",
      "PJRT_Client_ProcessIndex", ProcessIndex);
  add("addressable_devices", "addressable devices are among all devices, and say that they are",
      "work is sent to devices of another process, or not to its own", "PJRT_Client_AddressableDevices",
      AddressableAmongAll);
  add("lookup_device", "every device is found by its id", "programs run on another device than the one named",
      "PJRT_Client_LookupDevice", LookupEveryDevice);
  add("lookup_unknown_device", "ids that no device has are errors", "a wrong id crashes the program later",
      "PJRT_Client_LookupDevice", LookupUnknownDevice);
  add("lookup_addressable", "every device is found by its hardware id",
      "work goes to another device than the one named", "PJRT_Client_LookupAddressableDevice", LookupEveryAddressable);
  add("lookup_unknown_addressable", "a hardware id that no device has is an error",
      "a wrong id crashes the program later", "PJRT_Client_LookupAddressableDevice", LookupUnknownAddressable);
  add("default_assignment", "default assignments name each device once, in several shapes",
      "programs with replicas or partitions run on the wrong devices", "PJRT_Client_DefaultDeviceAssignment",
      DefaultAssignment);
  add("assignment_too_large", "an assignment of more replicas than devices is an error",
      "a program waits for devices that do not exist", "PJRT_Client_DefaultDeviceAssignment", AssignmentTooLarge,
      Level::kAdvised);
  add("assignment_short_array", "an array too short for the assignment is an error and not overrun",
      "memory of the caller is overwritten", "PJRT_Client_DefaultDeviceAssignment", AssignmentIntoShortArray);
  add("memories", "the client's memories are distinct and hold those of its devices",
      "memory statistics and placements miss memories", "PJRT_Client_AddressableMemories", MemoriesOfAllDevices);
  add("update_processes", "a list of live processes is taken", "failure detection of jobs does not work",
      "PJRT_Client_UpdateGlobalProcessInfo", UpdateProcesses);
  add("unknown_option", "an option that does not exist is refused", "a misspelt option is ignored without a word",
      "PJRT_Client_Create", UnknownOption, Level::kAdvised, true);
  add("wrong_option_type", "an option of the wrong type is refused", "a misspelt option ends the process",
      "PJRT_Client_Create", WrongOptionType, Level::kAdvised, true);
  add("two_clients", "two clients work beside each other", "two libraries in one process cannot both use the plugin",
      "PJRT_Client_Create", TwoClients);
  add("create_many", "twenty clients, one after the other", "test suites and servers that make clients anew fail",
      "PJRT_Client_Create", CreateAndDestroyMany);
  add("dma_map", "host memory is mapped for direct transfers and unmapped", "transfers are slower than they could be",
      "PJRT_Client_DmaMap", DmaMap);
  add("dma_unmap_unknown", "unmapping what was never mapped is an error", "a mistake goes unnoticed",
      "PJRT_Client_DmaUnmap", DmaUnmapUnknown, Level::kAdvised);
}

}  // namespace cppjrt::conform
