#include "base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <new>

namespace cppjrt {
namespace {

constexpr std::string_view kTemporaryPrefix = ".new-";
// A file is created, then locked: between the two it must not look abandoned.
constexpr time_t kYoung = 60;

std::string DirectoryOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Process, time and count: processes of other machines may write into the same directory.
std::string TemporaryName() {
  static std::atomic<uint64_t> count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return std::string(kTemporaryPrefix) + std::to_string(getpid()) + "-" + std::to_string(now) + "-" +
         std::to_string(++count);
}

Status WriteParts(int descriptor, const std::string& path, std::span<const std::string_view> parts, bool durable) {
  for (const std::string_view part : parts) CPPJRT_RETURN_IF_ERROR(WriteAll(descriptor, path, part));
  return !durable || fsync(descriptor) == 0 ? Status() : ErrnoError("write " + path);
}

struct DirectoryCloser {
  void operator()(DIR* directory) const { closedir(directory); }
};

// Another process holds the lock while it writes.
bool IsAbandoned(const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat info{};
  if (!file.valid() || fstat(file.get(), &info) != 0) return false;
  return time(nullptr) - info.st_mtime > kYoung && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

Status ErrnoError(const std::string& what) {
  const int error = errno;
  StatusCode code = StatusCode::kUnavailable;
  if (error == ENOENT) code = StatusCode::kNotFound;
  if (error == EACCES || error == EPERM || error == EROFS) code = StatusCode::kPermissionDenied;
  if (error == ENOSPC || error == EDQUOT || error == EMFILE || error == ENFILE || error == EFBIG) {
    code = StatusCode::kResourceExhausted;
  }
  return Status(code, "cannot " + what + ": " + std::strerror(error));
}

FileDescriptor::~FileDescriptor() {
  if (valid()) close(descriptor_);
}

Status MakeDirectories(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (std::filesystem::is_directory(directory)) return Status();
  errno = error ? error.value() : ENOTDIR;
  return ErrnoError("make the directory " + directory);
}

StatusOr<std::string> ReadWholeFile(const std::string& path, int64_t limit) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return ErrnoError("open " + path);
  return ReadWholeFile(file.get(), path, limit);
}

StatusOr<std::string> ReadWholeFile(int descriptor, const std::string& path, int64_t limit) {
  struct stat info{};
  if (fstat(descriptor, &info) != 0) return ErrnoError("read " + path);
  if (S_ISDIR(info.st_mode)) return InvalidArgumentError("cannot read " + path + ": it is a directory");
  if (info.st_size > limit) {
    return ResourceExhaustedError(path + " has " + std::to_string(info.st_size) + " bytes, at most " +
                                  std::to_string(limit) + " are read");
  }
  std::string bytes;
  try {
    bytes.resize(static_cast<size_t>(info.st_size));
  } catch (const std::bad_alloc&) {
    return ResourceExhaustedError("no memory for the " + std::to_string(info.st_size) + " bytes of " + path);
  }
  CPPJRT_RETURN_IF_ERROR(ReadExactly(descriptor, path, 0, bytes));
  return bytes;
}

Status ReadExactly(int descriptor, const std::string& path, int64_t offset, std::span<char> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = pread(descriptor, bytes.data(), bytes.size(), offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoError("read " + path);
    if (count == 0) {
      return OutOfRangeError(path + " ends at byte " + std::to_string(offset) + ", " + std::to_string(bytes.size()) +
                             " more were expected");
    }
    bytes = bytes.subspan(static_cast<size_t>(count));
    offset += count;
  }
  return Status();
}

Status WriteAll(int descriptor, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ErrnoError("write " + path);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return Status();
}

Status ReplaceFile(const std::string& path, std::span<const std::string_view> parts, const std::string& scratch,
                   bool durable) {
  const std::string temporary = (scratch.empty() ? DirectoryOf(path) : scratch) + "/" + TemporaryName();
  const FileDescriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) return ErrnoError("write " + path);
  flock(file.get(), LOCK_EX | LOCK_NB);  // nobody else has it; a file system without locks leaves the age
  Status status = WriteParts(file.get(), path, parts, durable);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) status = ErrnoError("write " + path);
  if (!status.ok()) {
    unlink(temporary.c_str());
    return status;
  }
  if (durable) SyncDirectory(DirectoryOf(path));
  return Status();
}

void RemoveAbandoned(const std::string& scratch) {
  const std::unique_ptr<DIR, DirectoryCloser> directory(opendir(scratch.c_str()));
  if (directory == nullptr) return;
  while (const dirent* entry = readdir(directory.get())) {
    if (!std::string_view(entry->d_name).starts_with(kTemporaryPrefix)) continue;
    const std::string path = scratch + "/" + entry->d_name;
    if (IsAbandoned(path)) unlink(path.c_str());
  }
}

void SyncDirectory(const std::string& directory) {
  const FileDescriptor opened(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.valid()) fsync(opened.get());
}

}  // namespace cppjrt
