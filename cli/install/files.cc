#include "cli/install/files.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace cppjrt::install {
namespace {

namespace fs = std::filesystem;

constexpr char kTemporaryPrefix[] = ".tmp-";

StatusCode CodeOfErrno(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return StatusCode::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case EMFILE:
    case ENFILE:
      return StatusCode::kResourceExhausted;
    default:
      return StatusCode::kUnknown;
  }
}

// Swaps two directories; false where the file system or kernel cannot.
bool Exchange(const std::string& a, const std::string& b) {
#if defined(RENAME_EXCHANGE)
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
#else
  return false;
#endif
}

}  // namespace

Status ErrnoError(std::string what, int error) {
  return Status(CodeOfErrno(error), std::move(what) + ": " + std::strerror(error));
}

Status ErrnoError(std::string what) { return ErrnoError(std::move(what), errno); }

int FileDescriptor::Close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return descriptor < 0 ? 0 : ::close(descriptor);
}

StatusOr<TemporaryDirectory> TemporaryDirectory::Create(const std::string& root) {
  std::string path = root + "/" + kTemporaryPrefix + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return ErrnoError("cannot create a directory in " + root);
  return TemporaryDirectory(std::move(path));
}

TemporaryDirectory::~TemporaryDirectory() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

StatusOr<FileDescriptor> LockRoot(const std::string& root, const std::function<bool()>& waiting) {
  std::error_code error;
  fs::create_directories(root, error);
  if (error) return ErrnoError("cannot create " + root, error.value());
  const std::string path = root + "/.lock";
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.valid()) return ErrnoError("cannot open " + path);
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return ErrnoError("cannot lock " + path);
    if (waiting && !waiting()) return CancelledError("cancelled while waiting for another installation into " + root);
    ::poll(nullptr, 0, 50);
  }
  return file;
}

void RemoveLeftovers(const std::string& root) {
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().filename().string().starts_with(kTemporaryPrefix)) fs::remove_all(entry->path(), ignored);
  }
}

Status ReplaceDirectory(const std::string& fresh, const std::string& target) {
  if (::rename(fresh.c_str(), target.c_str()) == 0) return OkStatus();
  if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR) return ErrnoError("cannot create " + target);
  if (Exchange(fresh, target)) return OkStatus();
  const std::string old = fresh + ".old";
  if (::rename(target.c_str(), old.c_str()) != 0) return ErrnoError("cannot replace " + target);
  if (::rename(fresh.c_str(), target.c_str()) == 0) return OkStatus();
  const int error = errno;
  if (::rename(old.c_str(), target.c_str()) != 0) {
    return ErrnoError("cannot replace " + target + ", and its old contents stay in " + old, error);
  }
  return ErrnoError("cannot replace " + target, error);
}

Status WriteFile(const std::string& path, std::string_view contents) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) return ErrnoError("cannot create " + path);
  while (!contents.empty()) {
    const ssize_t count = ::write(file.get(), contents.data(), contents.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoError("cannot write " + path);
    contents.remove_prefix(static_cast<size_t>(count));
  }
  if (file.Close() != 0) return ErrnoError("cannot write " + path);
  return OkStatus();
}

StatusOr<std::string> ReadFile(const std::string& path, int64_t limit) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return ErrnoError("cannot open " + path);
  std::string contents;
  char buffer[4096];
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoError("cannot read " + path);
    if (count == 0) return contents;
    contents.append(buffer, static_cast<size_t>(count));
    if (static_cast<int64_t>(contents.size()) > limit) {
      return InvalidArgumentError(path + " is larger than " + std::to_string(limit) + " bytes");
    }
  }
}

int64_t LargestFileBelow(const std::string& directory) {
  int64_t largest = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unreadable;
    const auto size = entry->is_regular_file(unreadable) ? entry->file_size(unreadable) : 0;
    if (!unreadable) largest = std::max(largest, static_cast<int64_t>(size));
  }
  return largest;
}

}  // namespace cppjrt::install
