// The bytes of a serialized executable.
//
//   bytes     = magic  version  checksum  section*
//   magic     = "cppjrt executable\n"                 18 bytes
//   version   = u32                                   kFormatVersion
//   checksum  = 16 bytes                              Fingerprint of all that follows
//   section   = tag  size  content                    u32, u64; tags: 1 options, 2 program, 3 producer
//
// Numbers are little-endian. The program is as it was compiled, so that any later version compiles it anew for the
// machine at hand: bytes may go to another processor. Sections with other tags are skipped.
#ifndef CPPJRT_CPU_EXECUTABLE_SERIALIZED_H_
#define CPPJRT_CPU_EXECUTABLE_SERIALIZED_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "cppjrt/status.h"
#include "cpu/executable/executable.h"

namespace cppjrt::cpu {

inline constexpr uint32_t kFormatVersion = 1;

struct SerializedExecutable {
  std::string options;  // CompileOptionsProto
  std::string program;
};

std::string Serialize(const Executable& executable);

// INVALID_ARGUMENT for bytes that are none or of a newer format, DATA_LOSS for damaged ones; each says which.
StatusOr<SerializedExecutable> Deserialize(std::string_view bytes);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SERIALIZED_H_
