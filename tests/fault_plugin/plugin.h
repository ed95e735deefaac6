// The core: one Plugin per table, and the wrapper every slot goes through.
//
// C functions carry no context, so a slot knows which table it was called through by being another function in each:
// Entry<body>::Call<I> is two instructions that go on to Entry<body>::Run with the I-th plugin. Run looks at one word
// per slot; zero means that there is nothing to do but the body.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_PLUGIN_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_PLUGIN_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pjrt/abi/tables.h"
#include "tests/fault_plugin/errors.h"
#include "tests/fault_plugin/named_values.h"

namespace fault {

using pjrt::abi::kSlotCount;
using pjrt::abi::Slot;

inline constexpr int kPlugins = 16;

// Why a slot's word is not zero.
enum Reason : uint32_t {
  kFaulty = 1,     // a fault is set
  kRecorded = 2,   // calls and sizes are recorded
  kStrict = 4,     // arguments larger than the claimed version's are refused
  kShortArgs = 8,  // the claimed version knows less of the arguments than this code
};

// FaultSpec with its own strings.
struct SlotFault {
  int skip = 0;
  int times = -1;
  int delay_ms = 0;
  Failure failure;  // code OK: none
  bool null_outputs = false;
  size_t short_struct = 0;
  // Ends of the process, before anything else is done.
  enum class Ending { kNone, kCrash, kAbort, kExit, kHang };
  Ending ending = Ending::kNone;
  int exit_code = 0;
  int leak_kib = 0;  // allocated, written and lost at each call
};

struct Plugin {
  // Read on every call.
  std::atomic<uint32_t> words[kSlotCount] = {};
  std::atomic<size_t> execute_options_size = 0;
  std::atomic<int64_t> async_us = 0;      // every event completes on the worker so much later; 0: at once
  std::atomic<bool> real_events = false;  // no shared event object for what is ready
  std::atomic<size_t> sizes[kSlotCount] = {};

  std::atomic<int64_t> calls[kSlotCount] = {};
  std::atomic<size_t> last_sizes[kSlotCount] = {};

  std::atomic<int> minor = pjrt::abi::kApiMinor;
  std::atomic<int64_t> default_devices = 1;
  std::atomic<bool> null_table = false;

  std::mutex mutex;  // guards what follows
  bool in_use = false;
  std::unique_ptr<SlotFault> faults[kSlotCount];
  // Of the plugin and of the last client's create options; older ones stay, as callers may still hold them.
  std::vector<std::unique_ptr<NamedValues>> attributes;
  // Extensions as handed out, each in a block large enough for any.
  std::vector<std::unique_ptr<std::byte[]>> extensions;

  PJRT_Api plain = {};  // every slot in place
  PJRT_Api table = {};  // as given to the client
};

extern Plugin g_plugins[kPlugins];
// Which struct each slot takes.
extern pjrt::abi::Struct g_slot_args[kSlotCount];

// The careful way to run a slot: checks and records sizes, does what faults say, and shows `run` a struct of full size
// even if the caller's is shorter. Throws Failure.
void CheckedCall(Plugin& plugin, Slot slot, void* args, size_t full_size, void (*run)(Plugin&, void*));

template <auto body>
struct Entry;

// A body does the work of a slot or throws Failure.
template <class Args, void (*body)(Plugin&, Args&)>
struct Entry<body> {
  using Info = pjrt::abi::SlotOf<Args>;
  static constexpr size_t kFullSize = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
  using Result = decltype(std::declval<typename Info::Function>()(nullptr));

  template <int I>
  static Result Call(Args* args) {
    if constexpr (std::is_void_v<Result>) {
      delete static_cast<Error*>(Run(g_plugins[I], args));
    } else {
      return Run(g_plugins[I], args);
    }
  }

  // Not inline: there are 16 callers of each.
  [[gnu::noinline]] static PJRT_Error* Run(Plugin& plugin, Args* args) noexcept {
    try {
      const bool plain = plugin.words[static_cast<size_t>(Info::slot)].load(std::memory_order_relaxed) == 0;
      if (plain && args != nullptr && args->struct_size >= kFullSize) [[likely]] {
        body(plugin, *args);
      } else {
        CheckedCall(plugin, Info::slot, args, kFullSize,
                    [](Plugin& p, void* full) { body(p, *static_cast<Args*>(full)); });
      }
      return nullptr;
    } catch (...) {
      return ErrorFromException();
    }
  }

  static void AddToTables() { AddToTables(std::make_integer_sequence<int, kPlugins>()); }

  template <int... I>
  static void AddToTables(std::integer_sequence<int, I...>) {
    g_slot_args[static_cast<size_t>(Info::slot)] = pjrt::abi::StructOf<Args>::id;
    ((g_plugins[I].plain.*Info::member = &Call<I>), ...);
  }
};

// Puts the slots with these bodies into every table.
template <auto... bodies>
void AddSlots() {
  (Entry<bodies>::AddToTables(), ...);
}

// One for each file of bodies.
void AddErrorSlots();
void AddEventSlots();
void AddClientSlots();
void AddDeviceSlots();
void AddTopologySlots();
void AddBufferSlots();
void AddUploadSlots();
void AddDownloadSlots();
void AddHostTransferSlots();
void AddAliasSlots();
void AddTransferSlots();
void AddExecutableSlots();
void AddExecuteSlots();

// faults.cc: a null `fault` ends what was set.
void SetFault(Plugin& plugin, Slot slot, std::unique_ptr<SlotFault> fault);
// Back to the newest version without any faults; records are emptied.
void ResetPlugin(Plugin& plugin);

// spec.cc: applies a specification on top of what holds. Throws INVALID_ARGUMENT naming what is not understood.
void ApplySpec(Plugin& plugin, std::string_view spec);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_PLUGIN_H_
