// RunGuard: ends programs that run for too long, and those that the user interrupts.
//
//   RunGuard guard(client, std::chrono::milliseconds(500));  // 0: no deadline
//   CPPJRT_RETURN_IF_ERROR(guard.BeginRun());                // the deadline counts from here
//   executable.ExecuteSharded(rows, {.launch_id = RunGuard::kLaunchId}, &done);
//
// The first Ctrl-C has the plugin end the execution, which then gives CANCELLED; the second one ends the process, as without a
// guard. A plugin that cannot end an execution is left running: the process ends itself then, with a message.
//
// One at a time.
#ifndef CPPJRT_CLI_RUN_GUARD_H_
#define CPPJRT_CLI_RUN_GUARD_H_

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.h"
#include "pjrt/client.h"

namespace cppjrt::cli {

class RunGuard {
 public:
  // What executions that it is to end are numbered.
  static constexpr int kLaunchId = 1;

  explicit RunGuard(const pjrt::Client& client, std::chrono::milliseconds deadline = {});
  ~RunGuard();
  RunGuard(const RunGuard&) = delete;
  RunGuard& operator=(const RunGuard&) = delete;

  // CANCELLED once the user has interrupted.
  Status BeginRun();

 private:
  void Watch();
  void End(const Status& why, ExitCode code);
  // What came through the pipe, or 0 if nothing has within that time.
  char Next(std::chrono::milliseconds time) const;

  const std::vector<pjrt::Device> devices_;
  const std::chrono::milliseconds deadline_;
  int pipe_[2] = {-1, -1};
  std::thread watcher_;
};

// The exit code for an execution that failed: it may have been the user.
ExitCode RunFailure();

// "1.5", "500ms", "2s", "1m": a time of at least a millisecond. INVALID_ARGUMENT with what is wrong.
StatusOr<std::chrono::milliseconds> ParseTime(const std::string& text);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_RUN_GUARD_H_
