// The memories that described devices have: the same three for all.
#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/topology.h"
#include "pjrt/abi/pjrt_c_api_memory_descriptions_extension.h"

struct PJRT_MemoryDescription {
  const cppjrt::cpu::MemoryKind* kind;
};

namespace cppjrt::cpu {
namespace {

constexpr PJRT_MemoryDescription kDescriptions[kNumMemoryKinds] = {{&kKinds[0]}, {&kKinds[1]}, {&kKinds[2]}};
constexpr const PJRT_MemoryDescription* kPointers[kNumMemoryKinds] = {&kDescriptions[0], &kDescriptions[1],
                                                                      &kDescriptions[2]};

Status OfDevice(PJRT_DeviceDescription_MemoryDescriptions_Args& args) {
  CPPJRT_REQUIRE(args.device_description != nullptr, "device_description is null");
  args.memory_descriptions = kPointers;
  args.num_memory_descriptions = kNumMemoryKinds;
  args.default_memory_index = 0;
  return OkStatus();
}

Status Kind(PJRT_MemoryDescription_Kind_Args& args) {
  CPPJRT_REQUIRE(args.memory_description != nullptr, "memory_description is null");
  const MemoryKind& kind = *args.memory_description->kind;
  args.kind = kind.name.data();
  args.kind_size = kind.name.size();
  args.kind_id = kind.id;
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& MemoryDescriptionsExtension() {
  static PJRT_MemoryDescriptions_Extension extension = {
      .base = {PJRT_MemoryDescriptions_Extension_STRUCT_SIZE, PJRT_Extension_Type_MemoryDescriptions, nullptr},
      .PJRT_DeviceDescription_MemoryDescriptions =
          &Entry<PJRT_DeviceDescription_MemoryDescriptions_Args, &OfDevice>::Call,
      .PJRT_MemoryDescription_Kind = &Entry<PJRT_MemoryDescription_Kind_Args, &Kind>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
