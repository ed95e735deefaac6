// numpy's .npz files: a zip of .npy files.
#ifndef CPPJRT_CLI_DATA_NPZ_H_
#define CPPJRT_CLI_DATA_NPZ_H_

#include <span>
#include <string>
#include <vector>

#include "cli/data/npy.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

struct NpzMember {
  // The name it was saved under: without ".npy".
  std::string key;
  // Its `name` is "FILE:KEY".
  NpyArray npy;
};

// All members in the order of the file, stored or deflated, zip64 or not; folders are skipped. Nothing is allocated
// that the compressed bytes in the file could not produce: the npy header decides the size, and is held against the
// member's compressed size, whose sum over the members is held against the file's. INVALID_ARGUMENT if it is not a zip
// or a member is not an array, DATA_LOSS for a damaged one (checksums are verified), UNIMPLEMENTED for encryption and
// other compression methods, RESOURCE_EXHAUSTED if together they exceed this machine's memory; errors of ReadNpy.
StatusOr<std::vector<NpzMember>> ReadNpz(const std::string& path);

struct NamedArray {
  // Without ".npy". Not empty, unique, at most 4096 bytes.
  std::string key;
  const Array* array;
};

enum class NpzCompression { kStore, kDeflate };

// Replaces the file at once or leaves what was there. The bytes depend on the arrays only (no time of day). Errors as
// PendingFile; INVALID_ARGUMENT for a key that breaks the rules above.
Status WriteNpz(const std::string& path, std::span<const NamedArray> arrays,
                NpzCompression compression = NpzCompression::kStore);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_NPZ_H_
