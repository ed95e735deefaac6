// What happens in a slot besides its work: sizes checked and recorded, faults, arguments of older versions.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "tests/fault_plugin/plugin.h"

namespace fault {

Plugin g_plugins[kPlugins];
pjrt::abi::Struct g_slot_args[kSlotCount];

namespace {

// No arguments are larger.
constexpr size_t kLargestArgs = 512;

std::string NameOf(Slot slot) { return std::string(pjrt::abi::InfoOf(slot).name); }

size_t Index(Slot slot) { return static_cast<size_t>(slot); }

void Record(Plugin& plugin, Slot slot, size_t struct_size) {
  plugin.calls[Index(slot)].fetch_add(1, std::memory_order_relaxed);
  plugin.last_sizes[Index(slot)].store(struct_size, std::memory_order_relaxed);
}

void CheckSize(Slot slot, size_t expected, size_t got, bool strict) {
  if (got < expected || (strict && got > expected)) {
    Invalid("Unexpected " + NameOf(slot) + "_Args size: expected " + std::to_string(expected) + ", got " +
            std::to_string(got));
  }
}

// The fault, if this call is one it is for.
std::optional<SlotFault> TakeFault(Plugin& plugin, Slot slot) {
  std::lock_guard lock(plugin.mutex);
  SlotFault* fault = plugin.faults[Index(slot)].get();
  if (fault == nullptr || fault->times == 0) return std::nullopt;
  if (fault->skip > 0) {
    --fault->skip;
    return std::nullopt;
  }
  if (fault->times > 0) --fault->times;
  return *fault;
}

void Leak(int kib) {
  const size_t size = static_cast<size_t>(kib) << 10;
  char* memory = new char[size];
  std::memset(memory, 1, size);
  static std::atomic<char*> lost;  // so that the allocation is not optimised away
  lost = memory;
}

void EndProcess(const SlotFault& fault) {
  switch (fault.ending) {
    case SlotFault::Ending::kNone:
      return;
    case SlotFault::Ending::kCrash:
      // What a wild pointer does, also where a sanitizer has handlers of its own.
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
      return;
    case SlotFault::Ending::kAbort:
      std::fprintf(stderr, "the fault plugin aborts\n");
      std::abort();
    case SlotFault::Ending::kExit:
      std::_Exit(fault.exit_code);
    case SlotFault::Ending::kHang:
      while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
}

// Runs on a copy of full size of which only `known` bytes come from the caller and go back.
void RunOnCopy(Plugin& plugin, void* args, size_t known, size_t full_size, void (*run)(Plugin&, void*)) {
  alignas(16) std::byte copy[kLargestArgs] = {};
  std::memcpy(copy, args, known);
  std::memcpy(copy, &full_size, sizeof(full_size));
  run(plugin, copy);
  // All but struct_size.
  if (known > sizeof(size_t)) {
    std::memcpy(static_cast<std::byte*>(args) + sizeof(size_t), copy + sizeof(size_t), known - sizeof(size_t));
  }
}

}  // namespace

void CheckedCall(Plugin& plugin, Slot slot, void* args, size_t full_size, void (*run)(Plugin&, void*)) {
  if (args == nullptr) Invalid(NameOf(slot) + ": the arguments are null");
  size_t got;
  std::memcpy(&got, args, sizeof(got));
  const uint32_t word = plugin.words[Index(slot)].load(std::memory_order_relaxed);
  if (word & kRecorded) Record(plugin, slot, got);
  size_t known = plugin.sizes[Index(slot)].load(std::memory_order_relaxed);
  CheckSize(slot, known, got, (word & kStrict) != 0);
  const std::optional<SlotFault> fault = word & kFaulty ? TakeFault(plugin, slot) : std::nullopt;
  if (fault) {
    EndProcess(*fault);
    if (fault->leak_kib > 0) Leak(fault->leak_kib);
    if (fault->delay_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(fault->delay_ms));
    if (fault->failure.code != PJRT_Error_Code_OK) throw fault->failure;
    if (fault->null_outputs) return;
    if (fault->short_struct != 0) known = std::min(known, fault->short_struct);
  }
  if (known >= full_size) {
    run(plugin, args);
  } else {
    RunOnCopy(plugin, args, known, full_size, run);
  }
  if (fault && fault->short_struct != 0) std::memcpy(args, &fault->short_struct, sizeof(size_t));
}

void SetFault(Plugin& plugin, Slot slot, std::unique_ptr<SlotFault> fault) {
  std::lock_guard lock(plugin.mutex);
  std::atomic<uint32_t>& word = plugin.words[Index(slot)];
  if (fault != nullptr) {
    word |= kFaulty;
  } else {
    word &= ~uint32_t{kFaulty};
  }
  plugin.faults[Index(slot)] = std::move(fault);
}

void ResetPlugin(Plugin& plugin) {
  for (int i = 0; i < kSlotCount; ++i) {
    SetFault(plugin, static_cast<Slot>(i), nullptr);
    plugin.words[i] = 0;
    plugin.calls[i] = 0;
    plugin.last_sizes[i] = 0;
  }
  plugin.async_us = 0;
  plugin.real_events = false;
  plugin.default_devices = 1;
  plugin.null_table = false;
  ApplySpec(plugin, "version=" + std::to_string(pjrt::abi::kApiMajor) + "." + std::to_string(pjrt::abi::kApiMinor) +
                        ";extensions=");
}

}  // namespace fault
