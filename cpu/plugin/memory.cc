#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"

namespace cppjrt::cpu {
namespace {

void* GetUserData(PJRT_Memory* raw, const void* key) {
  Memory& memory = MemoryOf(raw);
  const std::lock_guard lock(memory.mutex);
  const auto found = memory.user_data.find(key);
  return found == memory.user_data.end() ? nullptr : found->second.data;
}

// Null data takes the entry away.
void SetUserData(PJRT_Memory* raw, const void* key, void* data, void (*destroy)(void*)) {
  Memory& memory = MemoryOf(raw);
  Memory::UserData old = {data, destroy};
  {
    const std::lock_guard lock(memory.mutex);
    std::swap(memory.user_data[key], old);
    if (data == nullptr) memory.user_data.erase(key);
  }
  if (old.data != nullptr && old.destroy != nullptr) old.destroy(old.data);
}

constexpr PJRT_Memory_FunctionTable kMemoryTable = {
    .struct_size = sizeof(PJRT_Memory_FunctionTable),
    .extension_start = nullptr,
    .instance_struct_size = sizeof(Memory),
    .get_user_data = &GetUserData,
    .set_user_data = &SetUserData,
};

int MemoryId(const PJRT_Device& device, size_t kind_index) {
  return device.description.id * static_cast<int>(kNumMemoryKinds) + static_cast<int>(kind_index);
}

}  // namespace

Memory::Memory(PJRT_Client& owner, PJRT_Device& of_device, size_t index)
    : PJRT_Memory{&kMemoryTable},
      client(owner),
      device(of_device),
      devices{&of_device},
      kind_index(index),
      id(MemoryId(of_device, index)),
      debug_string(std::string(kind().debug_name) + "(id=" + std::to_string(id) +
                   ", process_index=" + std::to_string(of_device.description.process_index) +
                   ", client=" + std::string(kPlatformName) + ")"),
      to_string(std::string(kind().short_name) + std::to_string(id)),
      account(owner.memory) {}

Memory::~Memory() {
  for (const auto& [key, value] : user_data) {
    if (value.destroy != nullptr) value.destroy(value.data);
  }
}

Status Check(const PJRT_Memory* memory) {
  CPPJRT_REQUIRE(memory != nullptr && memory->vtable == &kMemoryTable, "memory is null or none of this plugin");
  return CheckLives(static_cast<const Memory*>(memory)->client);
}

Status Serve(PJRT_Memory_Id_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.id = MemoryOf(args.memory).id;
  return OkStatus();
}

Status Serve(PJRT_Memory_Kind_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.kind = MemoryOf(args.memory).kind().name.data();
  args.kind_size = MemoryOf(args.memory).kind().name.size();
  return OkStatus();
}

Status Serve(PJRT_Memory_Kind_Id_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.kind_id = MemoryOf(args.memory).kind().id;
  return OkStatus();
}

Status Serve(PJRT_Memory_DebugString_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.debug_string = MemoryOf(args.memory).debug_string.c_str();
  args.debug_string_size = MemoryOf(args.memory).debug_string.size();
  return OkStatus();
}

Status Serve(PJRT_Memory_ToString_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.to_string = MemoryOf(args.memory).to_string.c_str();
  args.to_string_size = MemoryOf(args.memory).to_string.size();
  return OkStatus();
}

Status Serve(PJRT_Memory_AddressableByDevices_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.memory));
  args.devices = MemoryOf(args.memory).devices;
  args.num_devices = 1;
  return OkStatus();
}

}  // namespace cppjrt::cpu
