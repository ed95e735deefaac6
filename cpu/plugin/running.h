// Launches that are under way, for those who end them: a caller who poisons them, their deadline, the end of the client.
//
// Programs that are certain to end soon (LoadedProgram::bounded) run unseen where they do not wait in a queue.
#ifndef CPPJRT_CPU_PLUGIN_RUNNING_H_
#define CPPJRT_CPU_PLUGIN_RUNNING_H_

#include <cstddef>
#include <cstdint>

#include "cppjrt/status.h"
#include "cpu/plugin/client.h"

namespace cppjrt::cpu {

// Takes the launch into the lists of its devices, or out of them. May be called again.
void Enlist(Launch& launch);
void Unlist(Launch& launch);

// While a launch runs: its devices have it in their lists, and its deadline, if it has one, interrupts it.
class RunningScope {
 public:
  explicit RunningScope(Launch& launch);
  ~RunningScope();
  RunningScope(const RunningScope&) = delete;
  RunningScope& operator=(const RunningScope&) = delete;

 private:
  Launch& launch_;
  Timer::Id deadline_ = 0;
};

// Ends launches with this id on the device: each gives `error`, with the op where it was, or without if it does not come to a
// safepoint soon. False if there are none.
bool PoisonLaunches(PJRT_Device& device, int32_t launch_id, const Status& error);
// Ends all launches of the client.
void CancelLaunches(PJRT_Client& client, const Status& error);

// The clients of this process, for CppjrtCancelExecutions.
void AddClient(PJRT_Client& client);
void RemoveClient(PJRT_Client& client);

}  // namespace cppjrt::cpu

// Not part of PJRT: ends what all clients of this process run now with CANCELLED, but for what ends by itself within `grace_ms`.
// Returns how many executions that were, when they have been told. For Ctrl-C in programs that wait inside of code which does
// not react to it (python/cppjrt/_interrupts.py).
extern "C" int CppjrtCancelExecutions(const char* message, size_t message_size, int64_t grace_ms);

#endif  // CPPJRT_CPU_PLUGIN_RUNNING_H_
