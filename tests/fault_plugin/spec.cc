// Specifications: what a table shall claim and which slots shall fail, as text. README.md has the syntax.
//
//   version=0.81;PJRT_Client_Create=fail:RESOURCE_EXHAUSTED:no room;PJRT_Client_Create=times:2;strict
#include <charconv>
#include <climits>
#include <cstring>

#include "tests/fault_plugin/control.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

using Apply = void (*)(Plugin&, std::string_view value);

// Cuts the part before `separator` off; all of `rest` if there is none.
std::string_view TakeUntil(std::string_view* rest, char separator) {
  const size_t at = rest->find(separator);
  const std::string_view taken = rest->substr(0, at);
  *rest = at == rest->npos ? std::string_view() : rest->substr(at + 1);
  return taken;
}

int64_t Number(std::string_view text, int64_t most = INT_MAX) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > most) {
    Invalid(Quote(text) + " is no number from 0 to " + std::to_string(most));
  }
  return value;
}

// "Client_Create" or "PJRT_Client_Create".
bool FindSlot(std::string_view name, Slot* slot) {
  for (int i = 0; i < kSlotCount; ++i) {
    const std::string_view full = pjrt::abi::kSlots[i].name;
    if (full != name && full.substr(std::strlen("PJRT_")) != name) continue;
    *slot = static_cast<Slot>(i);
    return true;
  }
  return false;
}

Slot SlotNamed(std::string_view name) {
  Slot slot;
  if (!FindSlot(name, &slot)) Invalid("there is no slot " + Quote(name));
  return slot;
}

// --- what the table claims

using AnyFunction = void (*)();

AnyFunction& SlotIn(PJRT_Api& table, int slot) {
  return *reinterpret_cast<AnyFunction*>(reinterpret_cast<std::byte*>(&table) + pjrt::abi::kSlots[slot].offset);
}

// Where a slot beyond the end of the table points to: a client that reads it and calls it is found out.
AnyFunction Trap() { return reinterpret_cast<AnyFunction>(uintptr_t{0xfa11}); }

void SetSlotCount(Plugin& plugin, int64_t count) {
  for (int i = 0; i < kSlotCount; ++i) SlotIn(plugin.table, i) = i < count ? SlotIn(plugin.plain, i) : Trap();
  plugin.table.struct_size = pjrt::abi::kTableStart + static_cast<size_t>(count) * sizeof(AnyFunction);
}

// The sizes of the arguments that version 0.`minor` has.
void SetSizes(Plugin& plugin, int minor) {
  for (int i = 0; i < kSlotCount; ++i) {
    const size_t size = pjrt::abi::StructSize(g_slot_args[i], minor);
    const bool is_short = size < pjrt::abi::StructSize(g_slot_args[i], pjrt::abi::kApiMinor);
    plugin.sizes[i] = size;
    plugin.words[i] = (plugin.words[i] & ~uint32_t{kShortArgs}) | (is_short ? uint32_t{kShortArgs} : 0);
  }
  plugin.execute_options_size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(minor);
}

void Version(Plugin& plugin, std::string_view value) {
  const int major = static_cast<int>(Number(TakeUntil(&value, '.')));
  const int minor = static_cast<int>(Number(value));
  plugin.minor = minor;
  plugin.table.pjrt_api_version = {pjrt::abi::StructSize<PJRT_Api_Version>(minor), nullptr, major, minor};
  SetSizes(plugin, minor);
  SetSlotCount(plugin, pjrt::abi::SlotsAtMinor(minor));
}

void Slots(Plugin& plugin, std::string_view value) { SetSlotCount(plugin, Number(value, kSlotCount)); }

void TableSize(Plugin& plugin, std::string_view value) {
  plugin.table.struct_size = static_cast<size_t>(Number(value, INT64_MAX));
}

void Hide(Plugin& plugin, std::string_view value) {
  while (!value.empty()) SlotIn(plugin.table, static_cast<int>(SlotNamed(TakeUntil(&value, ',')))) = nullptr;
}

void NullTable(Plugin& plugin, std::string_view) { plugin.null_table = true; }

// --- extensions

constexpr size_t kExtensionSpace = 1024;  // more than any extension; what follows the base is zero

PJRT_Extension_Base* NewExtension(Plugin& plugin, std::string_view text) {
  auto space = std::make_unique<std::byte[]>(kExtensionSpace);
  auto* base = new (space.get()) PJRT_Extension_Base{};
  base->type = static_cast<PJRT_Extension_Type>(Number(TakeUntil(&text, ':')));
  base->struct_size = text.empty() ? sizeof(PJRT_Extension_Base) : static_cast<size_t>(Number(text, INT64_MAX));
  plugin.extensions.push_back(std::move(space));
  return base;
}

// "TYPE:SIZE,…", at the end "cycle" (the last points to the first) or "garbage" (to nowhere). Former chains stay in
// memory.
void Extensions(Plugin& plugin, std::string_view value) {
  plugin.table.extension_start = nullptr;
  PJRT_Extension_Base** next = &plugin.table.extension_start;
  while (!value.empty()) {
    const std::string_view item = TakeUntil(&value, ',');
    if (item == "cycle") {
      *next = plugin.table.extension_start;
    } else if (item == "garbage") {
      *next = reinterpret_cast<PJRT_Extension_Base*>(uintptr_t{0xfa18});
    } else {
      *next = NewExtension(plugin, item);
      next = &(*next)->next;
    }
  }
}

// --- how it behaves

void SetReason(Plugin& plugin, Reason reason) {
  for (std::atomic<uint32_t>& word : plugin.words) word |= reason;
}

void Strict(Plugin& plugin, std::string_view) { SetReason(plugin, kStrict); }

void RecordCalls(Plugin& plugin, std::string_view) {
  SetReason(plugin, kRecorded);
  plugin.real_events = true;
}

void Async(Plugin& plugin, std::string_view value) { plugin.async_us = Number(value); }

void Devices(Plugin& plugin, std::string_view value) { plugin.default_devices = Number(value); }

struct Setting {
  std::string_view name;
  Apply apply;
};

constexpr Setting kSettings[] = {
    {"version", &Version},       {"slots", &Slots},     {"table_size", &TableSize}, {"hide", &Hide},
    {"null_table", &NullTable},  {"strict", &Strict},   {"record", &RecordCalls},   {"async", &Async},
    {"extensions", &Extensions}, {"devices", &Devices},
};

// --- faults of slots

void ApplyAction(SlotFault& fault, std::string_view text) {
  const std::string_view action = TakeUntil(&text, ':');
  if (action == "fail") {
    const std::string_view code = TakeUntil(&text, ':');
    if (!ParseCode(code, &fault.failure.code)) Invalid("there is no error code " + Quote(code));
    fault.failure.message = text;
  } else if (action == "null_message") {
    fault.failure.null_message = true;
    if (fault.failure.code == PJRT_Error_Code_OK) fault.failure.code = PJRT_Error_Code_INTERNAL;
  } else if (action == "payload") {
    const std::string_view key = TakeUntil(&text, ':');
    fault.failure.payloads.emplace_back(key, text);
  } else if (action == "delay") {
    fault.delay_ms = static_cast<int>(Number(text));
  } else if (action == "crash") {
    fault.ending = SlotFault::Ending::kCrash;
  } else if (action == "abort") {
    fault.ending = SlotFault::Ending::kAbort;
  } else if (action == "hang") {
    fault.ending = SlotFault::Ending::kHang;
  } else if (action == "exit") {
    fault.ending = SlotFault::Ending::kExit;
    fault.exit_code = static_cast<int>(Number(text, 255));
  } else if (action == "leak") {
    fault.leak_kib = static_cast<int>(Number(text));
  } else if (action == "times") {
    fault.times = static_cast<int>(Number(text));
  } else if (action == "skip") {
    fault.skip = static_cast<int>(Number(text));
  } else if (action == "null_outputs") {
    fault.null_outputs = true;
  } else if (action == "short") {
    fault.short_struct = static_cast<size_t>(Number(text));
  } else {
    Invalid("there is no action " + Quote(action));
  }
}

// Adds the action to what the slot does already.
void AddAction(Plugin& plugin, Slot slot, std::string_view action) {
  auto fault = std::make_unique<SlotFault>();
  {
    std::lock_guard lock(plugin.mutex);
    const SlotFault* present = plugin.faults[static_cast<size_t>(slot)].get();
    if (present != nullptr) *fault = *present;
  }
  ApplyAction(*fault, action);
  SetFault(plugin, slot, std::move(fault));
}

void ApplyItem(Plugin& plugin, std::string_view item) {
  const std::string_view name = TakeUntil(&item, '=');
  for (const Setting& setting : kSettings) {
    if (setting.name == name) return setting.apply(plugin, item);
  }
  Slot slot;
  if (!FindSlot(name, &slot)) Invalid("there is neither a setting nor a slot " + Quote(name));
  AddAction(plugin, slot, item);
}

}  // namespace

void ApplySpec(Plugin& plugin, std::string_view spec) {
  while (!spec.empty()) {
    const std::string_view item = TakeUntil(&spec, ';');
    if (!item.empty()) ApplyItem(plugin, item);
  }
}

}  // namespace fault
