// Where bytes come from and go to: a source that says how much it can still give, and files that appear whole or not at
// all.
#ifndef CPPJRT_CLI_DATA_FILE_H_
#define CPPJRT_CLI_DATA_FILE_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "cppjrt/status.h"

namespace cppjrt::data {

// Bytes in sequence. Not thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills `to` with the next bytes; returns how many there were, fewer than asked for only at the end.
  virtual StatusOr<size_t> Read(std::span<std::byte> to) = 0;
  // At most so many bytes are still to come. A reader allocates no more than this for what a header promises.
  virtual uint64_t Remaining() const = 0;
};

// Over memory the caller keeps.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  StatusOr<size_t> Read(std::span<std::byte> to) override;
  uint64_t Remaining() const override { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

// Opens a file for reading; pipes and the like are read to their end at once. NOT_FOUND, PERMISSION_DENIED or another
// code with the system's reason; INVALID_ARGUMENT for a directory.
StatusOr<std::unique_ptr<ByteSource>> OpenFile(const std::string& path);

// A file being written under a temporary name beside its own. It takes its own name, replacing what was there, in
// Commit(); destroyed before that it leaves nothing. A symbolic link is followed.
class PendingFile {
 public:
  // Creates the temporary file. Errors as OpenFile; INVALID_ARGUMENT if `path` exists and is not a regular file.
  static StatusOr<PendingFile> Create(const std::string& path);
  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&&) = delete;
  ~PendingFile();

  // For writers that want a name; they write instead of Append.
  const std::string& temporary_path() const { return temporary_; }
  Status Append(std::span<const std::byte> bytes);
  // REQUIRES: not called before.
  Status Commit();

 private:
  PendingFile(std::string path, std::string temporary, std::FILE* file)
      : path_(std::move(path)), temporary_(std::move(temporary)), file_(file) {}

  std::string path_;
  std::string temporary_;  // empty once there is nothing to remove
  std::FILE* file_;        // null once closed
};

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_FILE_H_
