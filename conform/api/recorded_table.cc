#include "conform/api/recorded_table.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "conform/isolate/call_record.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::conform {
namespace {

// Every slot takes one pointer and returns one or nothing; who called a slot that returns nothing does not look.
using Function = PJRT_Error* (*)(void*);

constexpr size_t kCount = static_cast<size_t>(pjrt::abi::kSlotCount);
std::array<Function, kCount> g_functions;
PJRT_Api g_table;

template <size_t kSlot>
PJRT_Error* Enter(void* args) {
  NoteCall(ProcessCallPage(), pjrt::abi::kSlots[kSlot].name);
  return g_functions[kSlot](args);
}

template <size_t... kSlots>
constexpr std::array<Function, kCount> Entries(std::index_sequence<kSlots...>) {
  return {&Enter<kSlots>...};
}

}  // namespace

const PJRT_Api* RecordCalls(const PJRT_Api& plugin) {
  constexpr std::array<Function, kCount> kEntries = Entries(std::make_index_sequence<kCount>());
  const size_t size = std::min(plugin.struct_size, sizeof(PJRT_Api));
  std::memset(static_cast<void*>(&g_table), 0, sizeof g_table);
  std::memcpy(static_cast<void*>(&g_table), &plugin, size);
  // The size stays the plugin's own up to what is copied here.
  g_table.struct_size = size;
  auto* bytes = reinterpret_cast<std::byte*>(&g_table);
  for (size_t slot = 0; slot < kCount; ++slot) {
    const size_t offset = pjrt::abi::kSlots[slot].offset;
    std::memcpy(&g_functions[slot], bytes + offset, sizeof(Function));
    if (g_functions[slot] != nullptr) std::memcpy(bytes + offset, &kEntries[slot], sizeof(Function));
  }
  return &g_table;
}

}  // namespace cppjrt::conform
