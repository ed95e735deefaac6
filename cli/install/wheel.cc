#include "cli/install/wheel.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <minizip/unzip.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "cli/install/files.h"
#include "cli/install/sha256.h"

namespace cppjrt::install {
namespace {

constexpr size_t kChunk = size_t{256} << 10;

struct CloseArchive {
  void operator()(void* archive) const { ::unzClose(archive); }
};
using Archive = std::unique_ptr<void, CloseArchive>;

// A file of the archive.
struct Member {
  std::string name;
  int64_t bytes = 0;
  unz64_file_pos position = {};
};

bool IsSafeComponent(std::string_view part) {
  if (part.empty() || part == "." || part == "..") return false;
  return std::none_of(part.begin(), part.end(), [](char c) { return c == '\\' || (c >= 0 && c < ' '); });
}

// Relative, and every part a plain name. A directory's name ends in '/'.
bool IsSafeName(std::string_view name) {
  if (name.ends_with('/')) name.remove_suffix(1);
  for (;;) {
    const size_t slash = name.find('/');
    if (!IsSafeComponent(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

bool IsPythonFile(std::string_view name) {
  for (std::string_view suffix : {".py", ".pyc", ".pyi", "/py.typed"}) {
    if (name.ends_with(suffix)) return true;
  }
  return name.ends_with(".so") && (name.find(".cpython-") != std::string_view::npos || name.ends_with(".abi3.so"));
}

class Extraction {
 public:
  Extraction(const std::string& wheel, std::string_view member, const std::string& directory,
             const ExtractOptions& options)
      : wheel_(wheel), member_(member), directory_(directory), options_(options), buffer_(kChunk) {}

  StatusOr<Extracted> Run() {
    archive_.reset(::unzOpen64(wheel_.c_str()));
    if (archive_ == nullptr) return DataLossError(wheel_ + " is truncated or not a zip archive");
    CPPJRT_RETURN_IF_ERROR(ReadDirectory());
    CPPJRT_RETURN_IF_ERROR(Select());
    CPPJRT_RETURN_IF_ERROR(CheckSpace());
    for (const Member& member : members_) CPPJRT_RETURN_IF_ERROR(ExtractMember(member));
    result_.files = static_cast<int64_t>(members_.size());
    return result_;
  }

 private:
  Status Damaged(std::string_view what) const { return DataLossError(fmt::format("{}: {}", wheel_, what)); }

  // Lists all files. One unsafe name spoils the archive: no honest wheel has any.
  Status ReadDirectory() {
    int code = ::unzGoToFirstFile(archive_.get());
    for (; code == UNZ_OK; code = ::unzGoToNextFile(archive_.get())) CPPJRT_RETURN_IF_ERROR(ReadEntry());
    return code == UNZ_END_OF_LIST_OF_FILE ? OkStatus() : Damaged("its directory is damaged");
  }

  Status ReadEntry() {
    unz_file_info64 info;
    const int code =
        ::unzGetCurrentFileInfo64(archive_.get(), &info, buffer_.data(), buffer_.size(), nullptr, 0, nullptr, 0);
    if (code != UNZ_OK) return Damaged("its directory is damaged");
    std::string name(buffer_.data(), std::min<size_t>(info.size_filename, buffer_.size()));
    if (!IsSafeName(name)) return Damaged(fmt::format("the file name \"{}\" is not safe", Printable(name)));
    if (name.ends_with('/')) return OkStatus();
    if (info.uncompressed_size > static_cast<uint64_t>(options_.max_bytes)) {
      return Damaged(
          fmt::format("{} claims {} bytes, at most {} are allowed", name, info.uncompressed_size, options_.max_bytes));
    }
    Member member{std::move(name), static_cast<int64_t>(info.uncompressed_size), {}};
    if (::unzGetFilePos64(archive_.get(), &member.position) != UNZ_OK) return Damaged("its directory is damaged");
    members_.push_back(std::move(member));
    return OkStatus();
  }

  static std::string Printable(std::string text) {
    for (char& c : text) {
      if (c >= 0 && c < ' ') c = '?';
    }
    return text;
  }

  // Keeps what lies in the plugin's directory, less what is Python's.
  Status Select() {
    const auto is_plugin = [this](const Member& member) { return member.name == member_; };
    if (std::none_of(members_.begin(), members_.end(), is_plugin)) return NoSuchMember();
    prefix_ = member_.substr(0, member_.rfind('/') + 1);
    std::erase_if(members_, [this](const Member& member) {
      return !member.name.starts_with(prefix_) || (IsPythonFile(member.name) && member.name != member_);
    });
    for (const Member& member : members_) {
      total_ += member.bytes;
      if (total_ > options_.max_bytes) {
        return Damaged(fmt::format("it holds more than the {} bytes that are allowed", options_.max_bytes));
      }
    }
    return OkStatus();
  }

  Status NoSuchMember() const {
    std::string libraries;
    for (const Member& member : members_) {
      if (member.name.ends_with(".so")) libraries += (libraries.empty() ? "" : ", ") + member.name;
    }
    return NotFoundError(fmt::format("{} holds no {}; its shared libraries: {}", wheel_, member_,
                                     libraries.empty() ? "none" : libraries));
  }

  Status CheckSpace() const {
    struct statvfs info;
    if (::statvfs(directory_.c_str(), &info) != 0) return OkStatus();
    const uint64_t available = uint64_t{info.f_bavail} * info.f_frsize;
    if (available >= static_cast<uint64_t>(total_)) return OkStatus();
    return ResourceExhaustedError(fmt::format("{} MB are needed in {} and {} MB are free; make room there",
                                              total_ / 1'000'000, directory_, available / 1'000'000));
  }

  Status ExtractMember(const Member& member) {
    const std::string path = directory_ + "/" + member.name.substr(prefix_.size());
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    if (error) return ErrnoError("cannot create the directory of " + path, error.value());
    const mode_t mode = path.ends_with(".so") ? 0777 : 0666;  // less the umask
    FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file.valid() && errno == EEXIST) return Damaged(member.name + " stands in it twice");
    if (!file.valid()) return ErrnoError("cannot create " + path);
    if (::unzGoToFilePos64(archive_.get(), &member.position) != UNZ_OK) return Damaged("its directory is damaged");
    if (::unzOpenCurrentFile(archive_.get()) != UNZ_OK) return Damaged(member.name + " cannot be read");
    Status copied = Copy(member, file.get(), path);
    const int closed = ::unzCloseCurrentFile(archive_.get());
    CPPJRT_RETURN_IF_ERROR(copied);
    if (closed != UNZ_OK) return Damaged(member.name + " does not have the checksum it should");
    if (file.Close() != 0) return ErrnoError("cannot write " + path);
    return OkStatus();
  }

  Status Copy(const Member& member, int file, const std::string& path) {
    Sha256 hash;
    const bool is_plugin = member.name == member_;
    int64_t written = 0;
    for (;;) {
      const int count = ::unzReadCurrentFile(archive_.get(), buffer_.data(), static_cast<unsigned>(buffer_.size()));
      if (count < 0) return Damaged(member.name + " is damaged");
      if (count == 0) break;
      written += count;
      if (written > member.bytes) break;
      if (is_plugin) hash.Update(buffer_.data(), static_cast<size_t>(count));
      CPPJRT_RETURN_IF_ERROR(Write(file, static_cast<size_t>(count), path));
      result_.bytes += count;
      if (options_.progress && !options_.progress(result_.bytes, total_)) {
        return CancelledError("cancelled while extracting " + member.name);
      }
    }
    if (written != member.bytes) {
      return Damaged(fmt::format("{} is not of the {} bytes it should have", member.name, member.bytes));
    }
    if (is_plugin) {
      result_.plugin_sha256 = hash.Finish();
      result_.plugin_bytes = written;
    }
    return OkStatus();
  }

  Status Write(int file, size_t size, const std::string& path) const {
    const char* data = buffer_.data();
    while (size > 0) {
      const ssize_t count = ::write(file, data, size);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return ErrnoError("cannot write " + path);
      data += count;
      size -= static_cast<size_t>(count);
    }
    return OkStatus();
  }

  const std::string& wheel_;
  const std::string_view member_;
  const std::string& directory_;
  const ExtractOptions& options_;
  Archive archive_;
  std::vector<Member> members_;
  std::string_view prefix_;  // "pkg/sub/"
  int64_t total_ = 0;
  Extracted result_;
  std::vector<char> buffer_;
};

}  // namespace

StatusOr<Extracted> ExtractPlugin(const std::string& wheel, std::string_view member, const std::string& directory,
                                  const ExtractOptions& options) {
  return Extraction(wheel, member, directory, options).Run();
}

std::string_view VersionOfWheel(std::string_view file_name) {
  const size_t first = file_name.find('-');
  if (first == std::string_view::npos || !file_name.ends_with(".whl")) return {};
  const size_t second = file_name.find('-', first + 1);
  return second == std::string_view::npos ? std::string_view() : file_name.substr(first + 1, second - first - 1);
}

}  // namespace cppjrt::install
