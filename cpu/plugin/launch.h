// Launch: one execution of a program on its devices, from checked arguments to results.
//
// Arguments are shares of their bytes, results are storages that exist before the program runs; a launch fills them, or
// completes them with an error. It runs on the caller's thread if everything is there and the program is short, else on
// the client's threads once everything is there. A donated argument is there once work that began earlier has read it.
// When results are ready, the launch holds no memory any more: a loop that donates each result runs in the same memory.
#ifndef CPPJRT_CPU_PLUGIN_LAUNCH_H_
#define CPPJRT_CPU_PLUGIN_LAUNCH_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "cppjrt/status.h"
#include "cpu/ffi/registry.h"
#include "cpu/plugin/client.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/shape.h"
#include "cpu/plugin/storage.h"
#include "cpu/runtime/completion.h"
#include "stablehlo/eval/host.h"

namespace cppjrt::cpu {

// An argument of one device.
struct LaunchInput {
  Ref<Storage> storage;
  Ref<BufferShape> shape;
  bool donated = false;  // `storage` is the only share that the caller had

  // The bytes are there, and may be written if the argument is donated.
  bool ready() const { return IsOk(storage->ready) && !(donated && storage->in_use()); }
};

// A result of one device: its bytes with their shape, which is the plan's where that is known before.
struct LaunchOutput {
  Ref<BufferShape> shape;
  stablehlo::MemoryBlock* block = nullptr;
};

// One device's part.
struct LaunchRow {
  PJRT_Device* device = nullptr;
  // For handlers of custom calls; user data are a copy, as the caller's execute context may go before the launch has run.
  FfiRunContext custom_call_context;
  std::vector<LaunchInput> inputs;
  // What results are put into if the launch is asynchronous, and their common completion.
  std::vector<Ref<Storage>> results;
  CompletionRef done;
};

struct Launch : RefCounted<Launch> {
  Ref<PJRT_Client> client;
  Ref<LoadedProgram> loaded;
  int32_t launch_id = 0;
  uint64_t seed = 0;        // of stablehlo.rng
  int64_t deadline_ms = 0;  // from when it begins to run; 0: none
  Interrupt interrupt;      // ends it (running.h)
  std::atomic<bool> begun = false;
  std::atomic<bool> ended = false;
  std::unique_ptr<stablehlo::Host> host;  // send and receive callbacks; may be null
  std::vector<LaunchRow> rows;            // by [replica][partition], or one
};

// Runs all rows and gives what each has as results. Inputs must be ready; they are used up. Those who look for it find it
// meanwhile (running.h).
StatusOr<std::vector<std::vector<LaunchOutput>>> RunLaunch(Launch& launch, ThreadPool* pool);

// Queues it: results and `done` of the rows complete, whatever happens. REQUIRES: rows have results and done.
void QueueLaunch(Ref<Launch> launch);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_LAUNCH_H_
