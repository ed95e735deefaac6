#include "stablehlo/eval/collectives.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace cppjrt::stablehlo {
namespace {

// One meeting of a group.
struct Round {
  std::string op;
  size_t missing = 0;
  std::vector<bool> came;
  Processes::MemberValues operands;
  Processes::MemberValues results;
  bool done = false;
  int64_t waiting = 0;  // members that are counted in State::blocked
};

// What was sent and not yet received.
struct Channel {
  std::deque<std::vector<RuntimeValue>> values;
  int64_t waiting = 0;
};

using MeetingPlace = std::pair<int64_t, ProcessGroup>;  // channel, group
// A process that is a round ahead of the others may open the next one before they have come to this one.
using Rounds = std::deque<std::shared_ptr<Round>>;
using ChannelKey = std::tuple<int64_t, ProcessIndex, ProcessIndex>;

}  // namespace

struct Processes::State {
  const pid_t owner = getpid();
  std::mutex mutex;
  std::condition_variable changed;
  std::map<MeetingPlace, Rounds> rounds;
  std::map<ChannelKey, Channel> channels;
  std::vector<bool> left;
  int64_t num_left = 0;
  int64_t blocked = 0;  // processes that wait for something that only another process can bring
  Status failure;

  void Fail(const Status& status) {
    if (failure.ok()) failure = status;
    changed.notify_all();
  }

  // Called when a process begins to wait or leaves.
  void CheckDeadlock() {
    if (blocked == 0 || blocked + num_left < static_cast<int64_t>(left.size())) return;
    Fail(
        FailedPreconditionError("every process waits for another one in a collective, send or recv; they must meet in "
                                "the same order everywhere"));
  }

  // Waits until `done`, a failure or the end of the time. REQUIRES: the caller is counted in `blocked`.
  template <typename Done>
  Status Wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds time_limit, const std::string& what,
              const Done& done) {
    CheckDeadlock();
    const auto ready = [&] { return done() || !failure.ok(); };
    if (!changed.wait_for(lock, time_limit, ready)) {
      Fail(Status(StatusCode::kDeadlineExceeded,
                  what + " has waited " + std::to_string(time_limit.count()) + " ms for other processes"));
    }
    return done() ? OkStatus() : failure;
  }

  // The first round there in which `member` has not been yet.
  std::shared_ptr<Round> Join(const MeetingPlace& place, size_t member, std::string_view op) {
    Rounds& open = rounds[place];
    for (const std::shared_ptr<Round>& round : open) {
      if (!round->came[member]) return round;
    }
    auto round = std::make_shared<Round>();
    round->op = op;
    round->missing = place.second.size();
    round->came.resize(place.second.size());
    round->operands.resize(place.second.size());
    open.push_back(round);
    return round;
  }

  void Close(const MeetingPlace& place, const std::shared_ptr<Round>& round) {
    const auto it = rounds.find(place);
    std::erase(it->second, round);
    if (it->second.empty()) rounds.erase(it);
  }

  // Whether a member who has not come to the round never will.
  Status CheckMembers(const ProcessGroup& group, const Round& round) const {
    for (size_t i = 0; i < group.size(); ++i) {
      if (round.came[i] || !left[static_cast<size_t>(group[i])]) continue;
      return FailedPreconditionError(round.op + " waits for process " + std::to_string(group[i]) + ", which has ended");
    }
    return OkStatus();
  }

  // Members wake up later, but nobody counts on them to be waiting from now on.
  void Finish(Round& round) {
    round.done = true;
    blocked -= std::exchange(round.waiting, 0);
    changed.notify_all();
  }
};

Processes::Processes(int64_t num_replicas, int64_t num_partitions, std::chrono::milliseconds time_limit)
    : num_replicas_(num_replicas), num_partitions_(num_partitions), time_limit_(time_limit), state_(new State) {
  assert(num_replicas > 0 && num_partitions > 0);
  state_->left.resize(static_cast<size_t>(size()));
}

Processes::~Processes() {
  // The child's copy of the condition variable may say that threads wait in it; destroying it would wait for them.
  if (state_->owner == getpid()) delete state_;
}

StatusOr<std::vector<RuntimeValue>> Processes::Meet(std::string_view op, int64_t channel, const ProcessGroup& group,
                                                    ProcessIndex self, std::vector<RuntimeValue> operands,
                                                    const Combine& combine) {
  const auto member = static_cast<size_t>(std::ranges::find(group, self) - group.begin());
  assert(member < group.size());
  if (group.size() == 1) {
    MemberValues alone(1);
    alone[0] = std::move(operands);
    CPPJRT_ASSIGN_OR_RETURN(MemberValues results, combine(alone));
    return std::move(results[0]);
  }
  State& state = *state_;
  const MeetingPlace place(channel, group);
  std::unique_lock lock(state.mutex);
  if (!state.failure.ok()) return state.failure;
  const std::shared_ptr<Round> round = state.Join(place, member, op);
  if (round->op != op) {
    state.Fail(InvalidArgumentError(std::string(op) + " meets " + round->op + " of another process on channel " +
                                    std::to_string(channel) +
                                    "; processes must run the same collectives in the same order"));
    return state.failure;
  }
  round->came[member] = true;
  round->operands[member] = std::move(operands);
  if (--round->missing > 0) {
    if (Status status = state.CheckMembers(group, *round); !status.ok()) {
      state.Fail(status);
      return status;
    }
    ++round->waiting;
    ++state.blocked;
    CPPJRT_RETURN_IF_ERROR(state.Wait(lock, time_limit_, round->op, [&] { return round->done; }));
    return std::move(round->results[member]);
  }
  state.Close(place, round);
  lock.unlock();
  StatusOr<MemberValues> results = combine(round->operands);
  round->operands.clear();
  lock.lock();
  if (!results.ok()) {
    state.Fail(results.status());
    return results.status();
  }
  round->results = std::move(*results);
  state.Finish(*round);
  return std::move(round->results[member]);
}

Status Processes::Send(int64_t channel, ProcessIndex from, ProcessIndex to, std::vector<RuntimeValue> values) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  if (!state.failure.ok()) return state.failure;
  Channel& queue = state.channels[{channel, from, to}];
  queue.values.push_back(std::move(values));
  if (queue.waiting > 0) {
    --queue.waiting;
    --state.blocked;
    state.changed.notify_all();
  }
  return OkStatus();
}

StatusOr<std::vector<RuntimeValue>> Processes::Recv(int64_t channel, ProcessIndex from, ProcessIndex to) {
  State& state = *state_;
  std::unique_lock lock(state.mutex);
  Channel& queue = state.channels[{channel, from, to}];
  if (queue.values.empty()) {
    if (!state.failure.ok()) return state.failure;
    if (from != kAnyProcess && state.left[static_cast<size_t>(from)]) {
      state.Fail(FailedPreconditionError("recv waits for process " + std::to_string(from) + ", which has ended"));
      return state.failure;
    }
    ++queue.waiting;
    ++state.blocked;
    CPPJRT_RETURN_IF_ERROR(state.Wait(lock, time_limit_, "recv on channel " + std::to_string(channel),
                                      [&] { return !queue.values.empty(); }));
  }
  std::vector<RuntimeValue> values = std::move(queue.values.front());
  queue.values.pop_front();
  return values;
}

void Processes::Leave(ProcessId process, const Status& status) {
  State& state = *state_;
  const std::lock_guard lock(state.mutex);
  const ProcessIndex self = index(process);
  state.left[static_cast<size_t>(self)] = true;
  ++state.num_left;
  if (!status.ok()) {
    state.Fail(status.WithContext("replica " + std::to_string(process.replica) + ", partition " +
                                  std::to_string(process.partition)));
    return;
  }
  for (const auto& [place, rounds] : state.rounds) {
    for (const std::shared_ptr<Round>& round : rounds) {
      if (Status missing = state.CheckMembers(place.second, *round); !missing.ok()) return state.Fail(missing);
    }
  }
  for (const auto& [key, queue] : state.channels) {
    if (std::get<1>(key) != self || queue.waiting == 0) continue;
    return state.Fail(FailedPreconditionError("recv waits for process " + std::to_string(self) + ", which has ended"));
  }
  state.CheckDeadlock();
}

void Processes::Fail(const Status& status) {
  const std::lock_guard lock(state_->mutex);
  state_->Fail(status);
}

Status Processes::status() const {
  const std::lock_guard lock(state_->mutex);
  return state_->failure;
}

namespace {

// Groups of ids below `limit`, none twice, -1 left out; one group of all if there are none.
StatusOr<std::vector<std::vector<int64_t>>> CleanGroups(std::span<const std::vector<int64_t>> ids, int64_t limit,
                                                        std::string_view what) {
  std::vector<std::vector<int64_t>> groups;
  std::unordered_set<int64_t> seen;
  for (const std::vector<int64_t>& group : ids) {
    std::vector<int64_t>& clean = groups.emplace_back();
    for (const int64_t id : group) {
      if (id == -1) continue;
      if (id < 0 || id >= limit) {
        return InvalidArgumentError("replica_groups holds " + std::string(what) + " " + std::to_string(id) +
                                    ", this run has " + std::to_string(limit));
      }
      if (!seen.insert(id).second) {
        return InvalidArgumentError("replica_groups holds " + std::string(what) + " " + std::to_string(id) + " twice");
      }
      clean.push_back(id);
    }
  }
  if (!seen.empty() || !groups.empty()) return groups;
  std::vector<int64_t>& all = groups.emplace_back();
  for (int64_t id = 0; id < limit; ++id) all.push_back(id);
  return groups;
}

}  // namespace

StatusOr<std::vector<ProcessGroup>> MakeGroups(GroupStrategy strategy, std::span<const std::vector<int64_t>> ids,
                                               int64_t num_replicas, int64_t num_partitions) {
  const bool flat = strategy == GroupStrategy::kFlattenedIds;
  const bool of_partitions = strategy == GroupStrategy::kCrossPartition;
  const int64_t limit = flat ? num_replicas * num_partitions : of_partitions ? num_partitions : num_replicas;
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<std::vector<int64_t>> clean, CleanGroups(ids, limit,
                                                                                     flat            ? "process"
                                                                                     : of_partitions ? "partition"
                                                                                                     : "replica"));
  if (flat) return clean;
  std::vector<ProcessGroup> groups;
  const int64_t others = of_partitions ? num_replicas : num_partitions;
  for (const std::vector<int64_t>& group : clean) {
    if (strategy == GroupStrategy::kCrossReplicaAndPartition) groups.emplace_back();
    for (int64_t other = 0; other < others; ++other) {
      if (strategy != GroupStrategy::kCrossReplicaAndPartition) groups.emplace_back();
      for (const int64_t id : group) {
        groups.back().push_back(of_partitions ? other * num_partitions + id : id * num_partitions + other);
      }
    }
  }
  return groups;
}

}  // namespace cppjrt::stablehlo
