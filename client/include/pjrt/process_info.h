// ProcessInfo: what is known of one process of a distributed job.
#ifndef PJRT_PROCESS_INFO_H_
#define PJRT_PROCESS_INFO_H_

#include <cstdint>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// The values are those of PJRT_ProcessState.
enum class ProcessState : int {
  kUnspecified = 0,
  kUninitialized = 1,
  kDisconnected = 2,
  kConnected = 3,
  kError = 4,
};

struct ProcessInfo {
  // Number of the process in the job.
  int task_id = 0;
  // Differs after a restart of the process.
  uint64_t incarnation_id = 0;
  ProcessState state = ProcessState::kUnspecified;
  // For kError: why.
  Status error;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_PROCESS_INFO_H_
