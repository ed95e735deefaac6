// A file of one message with what tells that it is whole: how artifacts and checkpoints are kept.
//
//   offset  size
//        0     8  what it is ("CPPJRTA1"; the digit is the version)
//        8     8  size of the message, little-endian
//       16    32  SHA-256 of the message
//       48        the message, in the protobuf wire format
#ifndef CPPJRT_BASE_FRAMED_FILE_H_
#define CPPJRT_BASE_FRAMED_FILE_H_

#include <span>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt {

// The first eight bytes.
using FileKind = std::string_view;

// Head and message, for a message in memory. REQUIRES: `kind` has eight bytes.
std::string Frame(FileKind kind, std::string_view message);

// The message, a view of `bytes`. INVALID_ARGUMENT if it is another kind of file ("`what`" is in the message), or of a later
// version; DATA_LOSS if it is not whole.
StatusOr<std::string_view> Unframe(FileKind kind, std::string_view what, std::string_view bytes);

// Writes the message, given in parts, durably and in one step (base/files.h).
Status WriteFramedFile(const std::string& path, FileKind kind, std::span<const std::string_view> parts);

}  // namespace cppjrt

#endif  // CPPJRT_BASE_FRAMED_FILE_H_
