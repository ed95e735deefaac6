#include "cli/progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <utility>

namespace cppjrt::cli {
namespace {

constexpr auto kSilence = std::chrono::seconds(1);
constexpr auto kInterval = std::chrono::milliseconds(200);
// Carriage return and "erase to the end of the line" of every terminal since the VT100.
constexpr const char* kClearLine = "\r\x1b[K";

Progress* current = nullptr;

}  // namespace

Progress::Progress(std::string what) : what_(std::move(what)) {
  current = this;
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { Tick(); });
}

Progress::~Progress() {
  Stop();
  current = nullptr;
}

void Progress::StopCurrent() {
  if (current != nullptr) current->Stop();
}

void Progress::Stop() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  thread_.join();
  if (drawn_) std::fputs(kClearLine, stderr);
}

void Progress::Update(std::string what) {
  std::lock_guard<std::mutex> lock(mutex_);
  what_ = std::move(what);
}

void Progress::Tick() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex_);
  if (stopped_.wait_for(lock, kSilence, [this] { return stop_; })) return;
  do {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
    std::fprintf(stderr, "%s%s … %lld s", kClearLine, what_.c_str(), static_cast<long long>(seconds));
    drawn_ = true;
  } while (!stopped_.wait_for(lock, kInterval, [this] { return stop_; }));
}

}  // namespace cppjrt::cli
