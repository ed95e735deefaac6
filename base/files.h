// Files read and written whole, so that whoever looks sees all of one version or nothing, also after a crash.
#ifndef CPPJRT_BASE_FILES_H_
#define CPPJRT_BASE_FILES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cppjrt/status.h"

namespace cppjrt {

// "cannot `what`: " and the text of errno, with the code that fits: NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED (space,
// quota, descriptors), else UNAVAILABLE.
Status ErrnoError(const std::string& what);

// Closes a descriptor at the end of its life. -1 is none.
class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FileDescriptor();

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Makes the directory and those above it.
Status MakeDirectories(const std::string& directory);

// The contents. RESOURCE_EXHAUSTED beyond `limit` bytes, before any are read; NOT_FOUND, or another code by errno.
StatusOr<std::string> ReadWholeFile(const std::string& path, int64_t limit);
// Of an open file, from its start.
StatusOr<std::string> ReadWholeFile(int descriptor, const std::string& path, int64_t limit);
// Fills `bytes` from `offset`; OUT_OF_RANGE if the file ends before.
Status ReadExactly(int descriptor, const std::string& path, int64_t offset, std::span<char> bytes);

Status WriteAll(int descriptor, const std::string& path, std::string_view bytes);

// Writes the parts, one after the other, into a new file in the directory `scratch` (that of `path` if empty; it must be on
// the same file system), makes them durable, and puts the file in the place of `path` in one step. At any time, also after a
// crash or kill, `path` is the old or the new file. The new file is locked (flock) while it is written, so that
// RemoveAbandoned can tell what a killed writer left. Without `durable` it is not waited for the disk: all of this holds for
// kills, but after a crash of the machine `path` may be a new file of any bytes.
Status ReplaceFile(const std::string& path, std::span<const std::string_view> parts, const std::string& scratch = {},
                   bool durable = true);

// Removes the files of `scratch` that ReplaceFile began and whose writers are gone.
void RemoveAbandoned(const std::string& scratch);

// Makes a rename or removal in the directory durable; what cannot be is not an error on file systems that need none.
void SyncDirectory(const std::string& directory);

}  // namespace cppjrt

#endif  // CPPJRT_BASE_FILES_H_
