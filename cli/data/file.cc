#include "cli/data/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace cppjrt::data {
namespace {

Status SystemError(const std::string& path, std::string_view what, int error) {
  const std::string text = fmt::format("{}: {}: {}", path, what, std::generic_category().message(error));
  if (error == ENOENT || error == ENOTDIR) return NotFoundError(text);
  if (error == EACCES || error == EPERM || error == EROFS) return PermissionDeniedError(text);
  if (error == ENOSPC || error == EDQUOT || error == EMFILE || error == ENFILE) return ResourceExhaustedError(text);
  return UnknownError(text);
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

class FileSource final : public ByteSource {
 public:
  FileSource(std::string path, File file, uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), left_(size) {}

  StatusOr<size_t> Read(std::span<std::byte> to) override {
    const size_t wanted = std::min<uint64_t>(to.size(), left_);
    const size_t got = std::fread(to.data(), 1, wanted, file_.get());
    if (got < wanted && std::ferror(file_.get()) != 0) return SystemError(path_, "cannot read", errno);
    left_ = got < wanted ? 0 : left_ - got;
    return got;
  }
  uint64_t Remaining() const override { return left_; }

 private:
  std::string path_;
  File file_;
  uint64_t left_;
};

// What came out of a pipe.
class BufferSource final : public ByteSource {
 public:
  explicit BufferSource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)), source_(bytes_) {}
  StatusOr<size_t> Read(std::span<std::byte> to) override { return source_.Read(to); }
  uint64_t Remaining() const override { return source_.Remaining(); }

 private:
  std::vector<std::byte> bytes_;
  MemorySource source_;
};

StatusOr<std::unique_ptr<ByteSource>> ReadToEnd(const std::string& path, std::FILE* file) {
  std::vector<std::byte> bytes;
  std::byte chunk[1 << 16];
  while (const size_t got = std::fread(chunk, 1, sizeof(chunk), file)) bytes.insert(bytes.end(), chunk, chunk + got);
  if (std::ferror(file) != 0) return SystemError(path, "cannot read", errno);
  return std::unique_ptr<ByteSource>(std::make_unique<BufferSource>(std::move(bytes)));
}

// The file behind symbolic links; `path` itself if it does not exist yet.
std::string FollowLinks(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real == nullptr ? path : std::string(real.get());
}

// A name no other writer of this machine is using.
std::string TemporaryName(const std::string& path) {
  static std::atomic<uint64_t> counter = 0;
  return fmt::format("{}.{}-{}.tmp", path, getpid(), counter.fetch_add(1));
}

}  // namespace

StatusOr<size_t> MemorySource::Read(std::span<std::byte> to) {
  const size_t size = std::min(to.size(), bytes_.size());
  if (size != 0) std::memcpy(to.data(), bytes_.data(), size);
  bytes_ = bytes_.subspan(size);
  return size;
}

StatusOr<std::unique_ptr<ByteSource>> OpenFile(const std::string& path) {
  File file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) return SystemError(path, "cannot open", errno);
  struct stat status = {};
  if (fstat(fileno(file.get()), &status) != 0) return SystemError(path, "cannot open", errno);
  if (S_ISDIR(status.st_mode)) return InvalidArgumentError(path + ": is a directory");
  if (!S_ISREG(status.st_mode)) return ReadToEnd(path, file.get());
  return std::unique_ptr<ByteSource>(
      std::make_unique<FileSource>(path, std::move(file), static_cast<uint64_t>(status.st_size)));
}

StatusOr<PendingFile> PendingFile::Create(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return InvalidArgumentError(path + ": is not a regular file");
  }
  std::string target = FollowLinks(path);
  std::string temporary = TemporaryName(target);
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return SystemError(path, "cannot write", errno);
  std::FILE* const file = fdopen(descriptor, "wb");
  if (file == nullptr) {
    const int error = errno;
    close(descriptor);
    unlink(temporary.c_str());
    return SystemError(path, "cannot write", error);
  }
  return PendingFile(std::move(target), std::move(temporary), file);
}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, nullptr)) {}

PendingFile::~PendingFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Status PendingFile::Append(std::span<const std::byte> bytes) {
  if (bytes.empty()) return OkStatus();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return OkStatus();
  return SystemError(path_, "cannot write", errno);
}

Status PendingFile::Commit() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) return SystemError(path_, "cannot write", errno);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return SystemError(path_, "cannot write", errno);
  temporary_.clear();
  return OkStatus();
}

}  // namespace cppjrt::data
