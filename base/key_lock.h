// KeyLock: one holder at a time of a name in a directory, among threads and processes.
#ifndef CPPJRT_BASE_KEY_LOCK_H_
#define CPPJRT_BASE_KEY_LOCK_H_

#include <chrono>
#include <optional>
#include <string>

#include "base/files.h"
#include "cppjrt/status.h"

namespace cppjrt {

// Held until destroyed, or until the process ends however it ends. Move-only.
class KeyLock {
 public:
  // Waits for the holder at most `timeout`: DEADLINE_EXCEEDED. Another error if the directory cannot hold locks.
  static StatusOr<KeyLock> Acquire(std::string path, std::chrono::milliseconds timeout);
  KeyLock(KeyLock&& other) noexcept = default;
  KeyLock& operator=(KeyLock&&) = delete;
  ~KeyLock();

 private:
  KeyLock(std::string path, FileDescriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  // The lock, or nothing if somebody else has it.
  static StatusOr<std::optional<KeyLock>> Try(const std::string& path);

  std::string path_;
  FileDescriptor file_;
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_KEY_LOCK_H_
