// File system helpers of the installer: owned descriptors, temporary directories, the lock, atomic replacement.
#ifndef CPPJRT_CLI_INSTALL_FILES_H_
#define CPPJRT_CLI_INSTALL_FILES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "cppjrt/status.h"

namespace cppjrt::install {

// `what`, ": " and the text of `error` (errno by default), with the code that fits: NOT_FOUND, PERMISSION_DENIED,
// RESOURCE_EXHAUSTED (no space, quota, too many files), else UNKNOWN.
Status ErrnoError(std::string what);
Status ErrnoError(std::string what, int error);

// Closes a descriptor at the end of its life. -1 is none.
class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor() { Close(); }

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  // 0, or -1 with errno set (a write that failed late).
  int Close();

 private:
  int descriptor_;
};

// A new directory ROOT/.tmp-XXXXXX, removed with all it holds at the end of its life.
class TemporaryDirectory {
 public:
  static StatusOr<TemporaryDirectory> Create(const std::string& root);
  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryDirectory& operator=(TemporaryDirectory&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~TemporaryDirectory();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// The right to change what lies in ROOT, held by one process at a time (flock on ROOT/.lock), until destroyed. Creates
// ROOT. Waits for the present holder, calling `waiting` some times a second; CANCELLED as soon as that gives false.
StatusOr<FileDescriptor> LockRoot(const std::string& root, const std::function<bool()>& waiting);

// Removes what interrupted installations left in ROOT. REQUIRES: the lock is held.
void RemoveLeftovers(const std::string& root);

// Makes the directory `fresh` appear as `target`. What was there before is exchanged into `fresh` in one step where the
// file system can, so that `target` exists at any time.
Status ReplaceDirectory(const std::string& fresh, const std::string& target);

// Writes a small file in one go.
Status WriteFile(const std::string& path, std::string_view contents);
// INVALID_ARGUMENT beyond `limit` bytes.
StatusOr<std::string> ReadFile(const std::string& path, int64_t limit);

// Size of the largest regular file below `directory`; what cannot be read counts nothing.
int64_t LargestFileBelow(const std::string& directory);

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_FILES_H_
