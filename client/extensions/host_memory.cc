#include "pjrt/extensions/host_memory.h"

#include <cstdint>

#include "client/client_state.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/host_allocator_extension.h"
#include "pjrt/abi/host_memory_allocator_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_HostAllocator_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_HostAllocator_Extension>(extension);
}

Status NoMemory(size_t size) {
  return cppjrt::ResourceExhaustedError("the plugin's host allocator gave no " + std::to_string(size) + " bytes");
}

}  // namespace

StatusOr<size_t> HostAllocatorExtension::PreferredAlignment(const Client& client) const {
  PJRT_HostAllocator_GetPreferredAlignment_Args args{};
  args.client = client.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_preferred_alignment, args));
  return args.preferred_alignment;
}

StatusOr<HostMemory> HostAllocatorExtension::Allocate(const Client& client, size_t size, size_t alignment) const {
  PJRT_HostAllocator_Allocate_Args args{};
  args.client = client.raw();
  args.size = size;
  args.alignment = alignment;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), allocate, args));
  if (args.ptr == nullptr) return NoMemory(size);
  auto free = [extension = *this, state = client.client_state(), ptr = args.ptr] {
    PJRT_HostAllocator_Free_Args given{};
    given.client = state->raw;
    given.ptr = ptr;
    static_cast<void>(PJRT_CALL_EXTENSION(extension.plugin(), Table(extension), free, given).ok());
  };
  return HostMemory({static_cast<std::byte*>(args.ptr), size}, std::move(free));
}

StatusOr<HostMemory> HostMemoryAllocatorExtension::Allocate(const Client& client, size_t size, int numa_node) const {
  const auto* table = detail::TableOf<PJRT_HostMemoryAllocator_Extension>(*this);
  PJRT_HostMemoryAllocator_Allocate_Args args{};
  args.client = client.raw();
  args.size = size;
  args.numa_node = numa_node;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, allocate, args));
  if (args.ptr == nullptr) return NoMemory(size);
  auto free = [state = client.client_state(), deleter = args.deleter, ptr = args.ptr, arg = args.deleter_arg] {
    if (deleter != nullptr) detail::Swallow([&] { deleter(ptr, arg); });
  };
  return HostMemory({reinterpret_cast<std::byte*>(args.ptr), size}, std::move(free));
}

}  // namespace v0
}  // namespace pjrt
