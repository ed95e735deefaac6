#include "pjrt/key_value_store.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/hex.h"

namespace pjrt {
inline namespace v0 {
namespace {

using std::chrono::steady_clock;

// Longest wait of one Get: what a plugin calls "for ever" would overflow the clock.
constexpr std::chrono::hours kLongest(24 * 365);
constexpr std::chrono::milliseconds kShortestPause(1);
constexpr std::chrono::milliseconds kLongestPause(20);
constexpr size_t kNameLength = 200;

steady_clock::time_point Deadline(std::chrono::milliseconds timeout) {
  return steady_clock::now() + std::clamp<std::chrono::milliseconds>(timeout, std::chrono::milliseconds(0), kLongest);
}

// Keys are often not text.
std::string Printable(std::string_view key) {
  std::string text(key.substr(0, 100));
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "\"" + text + "\"";
}

Status Missing(std::string_view key) { return cppjrt::NotFoundError("no key " + Printable(key) + " in the store"); }

Status TooLate(std::string_view key) {
  return cppjrt::DeadlineExceededError("key " + Printable(key) + " did not come in time");
}

Status FileError(const std::string& what, const std::string& path) {
  return cppjrt::UnavailableError("cannot " + what + " " + path + ": " + std::strerror(errno));
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

Status WriteWhole(const std::string& path, std::string_view value) {
  File file(std::fopen(path.c_str(), "wbxe"));
  if (file == nullptr) return FileError("write", path);
  if (std::fwrite(value.data(), 1, value.size(), file.get()) != value.size() || std::fflush(file.get()) != 0 ||
      fsync(fileno(file.get())) != 0) {
    return FileError("write", path);
  }
  return Status();
}

}  // namespace

StatusOr<std::string> PolledStore::Get(std::string_view key, std::chrono::milliseconds timeout) {
  const steady_clock::time_point deadline = Deadline(timeout);
  for (auto pause = kShortestPause;; pause = std::min(pause * 2, kLongestPause)) {
    StatusOr<std::string> value = TryGet(key);
    if (value.ok() || value.status().code() != StatusCode::kNotFound) return value;
    if (steady_clock::now() >= deadline) return TooLate(key);
    std::this_thread::sleep_for(pause);
  }
}

StatusOr<std::string> InMemoryStore::Get(std::string_view key, std::chrono::milliseconds timeout) {
  std::unique_lock<std::mutex> lock(mutex_);
  auto found = values_.end();
  const auto there = [&] { return (found = values_.find(key)) != values_.end(); };
  if (!changed_.wait_until(lock, Deadline(timeout), there)) return TooLate(key);
  return found->second;
}

StatusOr<std::string> InMemoryStore::TryGet(std::string_view key) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = values_.find(key);
  if (found == values_.end()) return Missing(key);
  return found->second;
}

Status InMemoryStore::Put(std::string_view key, std::string_view value) {
  std::lock_guard<std::mutex> lock(mutex_);
  values_.insert_or_assign(std::string(key), std::string(value));
  changed_.notify_all();
  return Status();
}

StatusOr<std::shared_ptr<DirectoryStore>> DirectoryStore::Open(std::string directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error || !std::filesystem::is_directory(directory, error)) {
    return cppjrt::InvalidArgumentError(directory + " is not a directory and cannot be made one: " + error.message());
  }
  return std::shared_ptr<DirectoryStore>(new DirectoryStore(std::move(directory)));
}

// Directories get another ending than files: one key may be the start of another.
StatusOr<std::string> DirectoryStore::PathOf(std::string_view key) const {
  if (key.empty()) return cppjrt::InvalidArgumentError("the key of a store may not be empty");
  const std::string name = cppjrt::ToHex(key);
  std::string path = directory_;
  for (size_t at = 0; at < name.size(); at += kNameLength) {
    path += "/" + name.substr(at, kNameLength) + (at + kNameLength < name.size() ? ".d" : ".v");
  }
  return path;
}

StatusOr<std::string> DirectoryStore::TryGet(std::string_view key) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string path, PathOf(key));
  File file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) return errno == ENOENT ? Missing(key) : FileError("read", path);
  std::string value;
  char block[4096];
  for (size_t size = 0; (size = std::fread(block, 1, sizeof block, file.get())) > 0;) value.append(block, size);
  if (std::ferror(file.get()) != 0) return FileError("read", path);
  return value;
}

Status DirectoryStore::Put(std::string_view key, std::string_view value) {
  static std::atomic<uint64_t> count = 0;
  CPPJRT_ASSIGN_OR_RETURN(const std::string path, PathOf(key));
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  // The writer's own name: processes on other machines may have this one's number, so the time is in it as well.
  const std::string temporary = directory_ + "/" + std::to_string(getpid()) + "-" + std::to_string(++count) + "-" +
                                std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + ".tmp";
  if (Status status = WriteWhole(temporary, value); !status.ok()) {
    std::remove(temporary.c_str());
    return status;
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    Status status = FileError("write", path);
    std::remove(temporary.c_str());
    return status;
  }
  return Status();
}

}  // namespace v0
}  // namespace pjrt
