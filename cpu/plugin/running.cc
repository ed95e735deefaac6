#include "cpu/plugin/running.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cpu/plugin/launch.h"

namespace cppjrt::cpu {
namespace {

// How long a program that was poisoned has to say where it was, before its results fail without that.
constexpr std::chrono::milliseconds kPatience(50);

template <typename Which>
std::vector<Ref<Launch>> LaunchesOf(PJRT_Device& device, const Which& which) {
  std::vector<Ref<Launch>> found;
  const std::lock_guard lock(device.mutex);
  for (Launch* launch : device.launches) {
    if (which(*launch)) found.emplace_back(launch);
  }
  return found;
}

bool IsDone(const Launch& launch) {
  if (launch.ended.load(std::memory_order_relaxed)) return true;
  return std::ranges::all_of(launch.rows, [](const LaunchRow& row) { return row.done != nullptr && row.done->done(); });
}

void Complete(const Launch& launch, const Status& error) {
  for (const LaunchRow& row : launch.rows) {
    if (row.done != nullptr) row.done->Complete(error);
  }
}

// Never destroyed: clients may be left over when the process ends.
struct Clients {
  std::mutex mutex;
  std::vector<PJRT_Client*> all;
  static Clients& Get() {
    static auto* const clients = new Clients;
    return *clients;
  }
};

std::vector<Ref<Launch>> AllLaunches() {
  std::vector<Ref<Launch>> launches;
  Clients& clients = Clients::Get();
  const std::lock_guard lock(clients.mutex);
  for (PJRT_Client* client : clients.all) {
    if (client->generation != ForkGeneration()) continue;
    for (PJRT_Device& device : client->devices) {
      std::ranges::move(LaunchesOf(device, [](const Launch&) { return true; }), std::back_inserter(launches));
    }
  }
  return launches;
}

// False if it had ended, or was being ended, before.
bool End(Launch& launch, const Status& error) {
  if (IsDone(launch) || !launch.interrupt.Request(error)) return false;
  if (!launch.begun.load(std::memory_order_relaxed)) {
    Complete(launch, error);  // it will not begin
    return true;
  }
  const auto complete = [launch = Ref<Launch>(&launch), error] { Complete(*launch, error); };
  if (launch.client->timer.Call(Timer::Clock::now() + kPatience, complete) == 0) complete();
  return true;
}

Status DeadlineExceeded(int64_t milliseconds) {
  return Status(StatusCode::kDeadlineExceeded,
                "the program has run for longer than its deadline of " + std::to_string(milliseconds) + " ms");
}

}  // namespace

void Enlist(Launch& launch) {
  for (const LaunchRow& row : launch.rows) {
    const std::lock_guard lock(row.device->mutex);
    std::vector<Launch*>& launches = row.device->launches;
    if (std::ranges::find(launches, &launch) == launches.end()) launches.push_back(&launch);
  }
}

void Unlist(Launch& launch) {
  for (const LaunchRow& row : launch.rows) {
    const std::lock_guard lock(row.device->mutex);
    std::erase(row.device->launches, &launch);
  }
}

RunningScope::RunningScope(Launch& launch) : launch_(launch) {
  launch.begun.store(true, std::memory_order_relaxed);
  Enlist(launch);
  if (launch.deadline_ms == 0) return;
  const auto when = Timer::Clock::now() + std::chrono::milliseconds(launch.deadline_ms);
  deadline_ = launch.client->timer.Call(when, [&launch] { End(launch, DeadlineExceeded(launch.deadline_ms)); });
}

RunningScope::~RunningScope() {
  launch_.ended.store(true, std::memory_order_relaxed);
  if (deadline_ != 0) launch_.client->timer.Cancel(deadline_);
  Unlist(launch_);
}

bool PoisonLaunches(PJRT_Device& device, int32_t launch_id, const Status& error) {
  bool any = false;
  for (const Ref<Launch>& launch : LaunchesOf(device, [&](const Launch& l) { return l.launch_id == launch_id; })) {
    any |= End(*launch, error);
  }
  return any;
}

void CancelLaunches(PJRT_Client& client, const Status& error) {
  for (PJRT_Device& device : client.devices) {
    for (const Ref<Launch>& launch : LaunchesOf(device, [](const Launch&) { return true; })) End(*launch, error);
  }
}

void AddClient(PJRT_Client& client) {
  Clients& clients = Clients::Get();
  const std::lock_guard lock(clients.mutex);
  clients.all.push_back(&client);
}

void RemoveClient(PJRT_Client& client) {
  Clients& clients = Clients::Get();
  const std::lock_guard lock(clients.mutex);
  std::erase(clients.all, &client);
}

}  // namespace cppjrt::cpu

extern "C" __attribute__((visibility("default"))) int CppjrtCancelExecutions(const char* message, size_t message_size,
                                                                             int64_t grace_ms) {
  using namespace cppjrt::cpu;  // NOLINT(google-build-using-namespace)
  constexpr std::chrono::milliseconds kStep(5);
  std::vector<Ref<Launch>> launches = AllLaunches();
  const auto end = Timer::Clock::now() + std::chrono::milliseconds(grace_ms);
  const auto is_done = [](const Ref<Launch>& launch) { return IsDone(*launch); };
  for (std::erase_if(launches, is_done); !launches.empty() && Timer::Clock::now() < end;) {
    std::this_thread::sleep_for(kStep);
    std::erase_if(launches, is_done);
  }
  int ended = 0;
  for (const Ref<Launch>& launch : launches) {
    ended += End(*launch, cppjrt::CancelledError(std::string(message, message_size))) ? 1 : 0;
  }
  return ended;
}
