// Processes: the replicas and partitions of one run, as threads that meet in collective ops.
//
//   Processes grid(2, 1);                                   // two replicas of one partition
//   // one thread for each process:
//   RunOptions options;
//   options.replica = r;
//   options.processes = &grid;
//   StatusOr<std::vector<RuntimeValue>> results = program->Run(arguments, options);
//   grid.Leave({r, 0}, results.ok() ? OkStatus() : results.status());
//
// A collective op is a function from the operands of all members of a group to the results of all. Members meet on the
// group and channel of the op; the last to come computes for all, so that results do not depend on who comes when. A
// process that fails takes the others with it: whoever waits, or comes later, gets its error. So does one that waits for
// a process that has left, one that waits longer than the time limit, and all when each waits for another.
//
// Thread-safe. Outlives the runs in it. It has no threads of its own and may be destroyed in a forked child.
#ifndef CPPJRT_STABLEHLO_EVAL_COLLECTIVES_H_
#define CPPJRT_STABLEHLO_EVAL_COLLECTIVES_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// A process by number: replica * num_partitions + partition.
using ProcessIndex = int64_t;
// In the order that the op says.
using ProcessGroup = std::vector<ProcessIndex>;

class Processes {
 public:
  using Clock = std::chrono::steady_clock;
  // The values of each member of a group, in the order of the group.
  using MemberValues = std::vector<std::vector<RuntimeValue>>;
  using Combine = std::function<StatusOr<MemberValues>(const MemberValues& operands)>;

  static constexpr std::chrono::milliseconds kDefaultTimeLimit = std::chrono::minutes(10);

  // REQUIRES: both numbers are positive.
  Processes(int64_t num_replicas, int64_t num_partitions, std::chrono::milliseconds time_limit = kDefaultTimeLimit);
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  int64_t num_replicas() const { return num_replicas_; }
  int64_t num_partitions() const { return num_partitions_; }
  int64_t size() const { return num_replicas_ * num_partitions_; }
  ProcessIndex index(ProcessId process) const { return process.replica * num_partitions_ + process.partition; }

  // Meets the other members of `group` under `channel` with this process's operands; returns its results. `op` must be the
  // same for all who meet. REQUIRES: `self` is a member.
  StatusOr<std::vector<RuntimeValue>> Meet(std::string_view op, int64_t channel, const ProcessGroup& group,
                                           ProcessIndex self, std::vector<RuntimeValue> operands,
                                           const Combine& combine);

  // Channels between two processes, or, with kAnyProcess for both, of the whole grid. Send does not wait; Recv gets what was
  // sent in order.
  static constexpr ProcessIndex kAnyProcess = -1;
  Status Send(int64_t channel, ProcessIndex from, ProcessIndex to, std::vector<RuntimeValue> values);
  StatusOr<std::vector<RuntimeValue>> Recv(int64_t channel, ProcessIndex from, ProcessIndex to);

  // The process has ended. With an error, all others fail with it. At most once for each process.
  void Leave(ProcessId process, const Status& status);
  // Ends everything with this error, unless something has failed before.
  void Fail(const Status& status);
  // The first error, or OK.
  Status status() const;

 private:
  struct State;

  const int64_t num_replicas_;
  const int64_t num_partitions_;
  const std::chrono::milliseconds time_limit_;
  State* state_;  // left behind in a forked child: nobody can wake those who waited in it
};

// How replica groups of an op become groups of processes. spec: "Collective ops"
enum class GroupStrategy : uint8_t { kCrossReplica, kCrossPartition, kCrossReplicaAndPartition, kFlattenedIds };

// The groups in the order of the spec; an empty list means one group of all. INVALID_ARGUMENT for ids that the grid has
// not. -1 in a group is nobody.
StatusOr<std::vector<ProcessGroup>> MakeGroups(GroupStrategy strategy, std::span<const std::vector<int64_t>> ids,
                                               int64_t num_replicas, int64_t num_partitions);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_COLLECTIVES_H_
