#include "cli/run_guard.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

namespace cppjrt::cli {
namespace {

using std::chrono::milliseconds;

// What goes through the pipe.
enum Message : char { kNothing = 0, kBegin = 'b', kSignal = 's', kEnd = 'e' };

// How long an execution that was told to end may take before the process ends without it.
constexpr milliseconds kPatience(2000);
// It is told again from time to time: it may not have begun the first time.
constexpr milliseconds kStep(50);
constexpr char kInterruptedText[] = "interrupted";

// For the handler.
std::atomic<int> g_pipe = -1;
std::atomic<bool> g_interrupted = false;

void Send(int pipe, Message message) {
  const char byte = message;
  while (write(pipe, &byte, 1) < 0 && errno == EINTR) {
  }
}

void OnSignal(int) {
  const int error = errno;
  g_interrupted = true;
  Send(g_pipe, kSignal);
  errno = error;
}

struct sigaction g_before;

// The handler is there for one signal: the next one has its usual effect.
void TakeSignals() {
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &g_before);
}

std::vector<pjrt::Device> DevicesOf(const pjrt::Client& client) {
  const auto devices = client.addressable_devices();
  return {devices.begin(), devices.end()};
}

}  // namespace

RunGuard::RunGuard(const pjrt::Client& client, milliseconds deadline)
    : devices_(DevicesOf(client)), deadline_(deadline) {
  if (pipe2(pipe_, O_CLOEXEC) != 0) return;  // signals have their usual effect
  g_pipe = pipe_[1];
  watcher_ = std::thread([this] { Watch(); });
  // One who started this in the background wants it to ignore signals.
  sigaction(SIGINT, nullptr, &g_before);
  if (g_before.sa_handler != SIG_IGN) TakeSignals();
}

RunGuard::~RunGuard() {
  if (!watcher_.joinable()) return;
  if (!g_interrupted && g_before.sa_handler != SIG_IGN) sigaction(SIGINT, &g_before, nullptr);
  Send(pipe_[1], kEnd);
  watcher_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

Status RunGuard::BeginRun() {
  if (g_interrupted) return CancelledError(kInterruptedText);
  if (deadline_.count() > 0 && watcher_.joinable()) Send(pipe_[1], kBegin);
  return Status();
}

ExitCode RunFailure() { return g_interrupted ? kInterrupted : kPluginError; }

char RunGuard::Next(milliseconds time) const {
  pollfd file = {pipe_[0], POLLIN, 0};
  char byte = kNothing;
  const int limit = time.count() <= 0 ? -1 : static_cast<int>(std::min<int64_t>(time.count(), 1 << 30));
  if (poll(&file, 1, limit) <= 0) return kNothing;
  return read(pipe_[0], &byte, 1) == 1 ? byte : static_cast<char>(kNothing);
}

void RunGuard::Watch() {
  for (milliseconds time{};;) {
    switch (Next(time)) {
      case kBegin:
        time = deadline_;
        break;
      case kSignal:
        return End(CancelledError(kInterruptedText), kInterrupted);
      case kEnd:
        return;
      default:
        if (time.count() == 0) break;
        return End(Status(StatusCode::kDeadlineExceeded,
                          fmt::format("the program has run for longer than its deadline of {} ms", deadline_.count())),
                   kPluginError);
    }
  }
}

// On the watcher's thread: others may be inside of the plugin.
void RunGuard::End(const Status& why, ExitCode code) {
  Status refused;
  for (milliseconds waited{}; refused.ok() && waited < kPatience; waited += kStep) {
    for (const pjrt::Device& device : devices_) {
      const Status status = device.PoisonExecution(kLaunchId, why).status();
      if (!status.ok()) refused = status;
    }
    if (refused.ok() && Next(kStep) == kEnd) return;
  }
  Fail(code,
       refused.ok() ? why.WithContext("the program does not end by itself") : why.WithContext(refused.ToString()));
  std::fflush(nullptr);
  _exit(code);
}

StatusOr<milliseconds> ParseTime(const std::string& text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
      {{"", 1e3}, {"s", 1e3}, {"ms", 1}, {"m", 60e3}}};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  for (const auto& [name, factor] : kUnits) {
    if (error != std::errc() || unit != name || !(number * factor >= 1 && number * factor < 1e12)) continue;
    return milliseconds(static_cast<int64_t>(std::ceil(number * factor)));
  }
  return InvalidArgumentError(
      fmt::format("'{}' is not a time; expected seconds, or a number with a unit: 1.5, 500ms, 2s, 1m", text));
}

}  // namespace cppjrt::cli
