// What tests can tell the fault plugin to do, and what it tells them. Get it with
//   auto control = reinterpret_cast<decltype(&PjrtFault_Control)>(dlsym(library, "PjrtFault_Control"))();
//
// A dlopened plugin exists once per process, so tests that want several at once, or several versions, ask for
// independent tables: each has its own version, sizes, faults and records. Live counts are of the whole process.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_CONTROL_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_CONTROL_H_

#include <cstddef>
#include <cstdint>

#include "pjrt/abi/tables.h"

// What is counted while it lives. Borrowed objects (devices, memories, a client's topology) are not.
enum class FaultKind : int {
  kClient,
  kTopology,
  kExecutable,
  kLoadedExecutable,
  kBuffer,
  kEvent,
  kError,
  kExecuteContext,
  kTransferManager,
  kTrackingEvent,
  kCallback,    // given out and not yet called: alias buffers, future copies, control dependencies
  kSerialized,  // executables, topologies, options, assignments, shapes, device attributes
  kStream,      // of receive operations
  kStorage,     // bytes of arrays; outlives the buffer where something shares or reads it
};
inline constexpr int kFaultKinds = 14;

// What a slot does instead of, or before, what it should. Everything given is done, in this order.
struct FaultSpec {
  int skip = 0;      // calls to let pass first
  int times = -1;    // calls to treat so, then the fault is gone; -1: all
  int delay_ms = 0;  // sleeps before going on
  // Any code but OK: returns an error with this message and payload. The function's work is not done.
  PJRT_Error_Code code = PJRT_Error_Code_OK;
  const char* message = "";
  bool null_message = false;  // the error object gives a null message of size 0
  const char* payload_key = nullptr;
  const char* payload_value = "";
  // Returns success without doing anything: outputs stay as the caller left them.
  bool null_outputs = false;
  // Other than 0: fills only so many bytes of the arguments and says so in their struct_size.
  size_t short_struct = 0;
};

// All functions may be called from any thread. Faults and `async` may change while others call through the table; what
// the table itself says (version, slots, hide, extensions) only while nobody reads it. A null `table` is the default
// one.
struct FaultControl {
  // The table GetPjrtApi returns, even if that was told to return null.
  const PJRT_Api* (*default_table)();
  // A table of its own, configured by `spec` (README.md; "" for a plain one). Null if all 15 are in use or the
  // specification is wrong (see `configure`).
  const PJRT_Api* (*make_table)(const char* spec);
  // Gives it back. Nothing may be called through it any more.
  void (*release_table)(const PJRT_Api* table);
  // Applies `spec` on top of what holds. Null if it was understood, else a sentence saying what was not.
  const char* (*configure)(const PJRT_Api* table, const char* spec);
  // Back to a plain plugin of the newest version; records are emptied.
  void (*reset)(const PJRT_Api* table);

  void (*set_fault)(const PJRT_Api* table, pjrt::abi::Slot slot, const FaultSpec* fault);
  void (*clear_fault)(const PJRT_Api* table, pjrt::abi::Slot slot);

  // Objects alive in this process, of a kind and of all kinds.
  int64_t (*live)(FaultKind kind);
  int64_t (*live_total)();
  // With "record": calls of the slot, and the struct_size the last of them sent.
  int64_t (*calls)(const PJRT_Api* table, pjrt::abi::Slot slot);
  size_t (*last_struct_size)(const PJRT_Api* table, pjrt::abi::Slot slot);
  // Uses of something after its client was destroyed, destructions of borrowed objects and of clients twice. The plugin
  // answers them with errors, others would crash.
  int64_t (*violations)();
};

extern "C" const FaultControl* PjrtFault_Control();

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_CONTROL_H_
