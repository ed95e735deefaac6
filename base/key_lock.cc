#include "base/key_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

namespace cppjrt {
namespace {

constexpr std::chrono::microseconds kShortestPause(200);
constexpr std::chrono::microseconds kLongestPause(10000);

// Whether the file is still the one at `path`: the holder before removed it when it was done.
bool IsAt(int descriptor, const std::string& path) {
  struct stat opened{};
  struct stat present{};
  return fstat(descriptor, &opened) == 0 && stat(path.c_str(), &present) == 0 && opened.st_ino == present.st_ino &&
         opened.st_dev == present.st_dev;
}

}  // namespace

// Each has a descriptor of its own, so threads of one process exclude each other as well.
StatusOr<std::optional<KeyLock>> KeyLock::Try(const std::string& path) {
  for (;;) {
    FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.valid()) return ErrnoError("lock " + path);
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK) return std::optional<KeyLock>();
      return ErrnoError("lock " + path);
    }
    if (IsAt(file.get(), path)) return std::optional<KeyLock>(KeyLock(path, std::move(file)));
  }
}

StatusOr<KeyLock> KeyLock::Acquire(std::string path, std::chrono::milliseconds timeout) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  for (auto pause = kShortestPause;; pause = std::min(pause * 2, kLongestPause)) {
    CPPJRT_ASSIGN_OR_RETURN(std::optional<KeyLock> lock, Try(path));
    if (lock.has_value()) return *std::move(lock);
    if (std::chrono::steady_clock::now() >= deadline) {
      return DeadlineExceededError("another process holds " + path + " for more than " +
                                   std::to_string(timeout.count()) + " ms");
    }
    std::this_thread::sleep_for(pause);
  }
}

// Removed while it is held, so nobody else holds it; whoever has opened it sees that it is gone and opens a new one.
KeyLock::~KeyLock() {
  if (file_.valid()) unlink(path_.c_str());
}

}  // namespace cppjrt
