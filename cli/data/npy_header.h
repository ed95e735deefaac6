// The head of a .npy file: what the array is.
//
//   file    := "\x93NUMPY" major:u8 minor:u8 length dict data
//   length  := u16 (version 1) or u32 (versions 2 and 3), little-endian, of dict
//   dict    := a Python literal padded with spaces to a multiple of 64 bytes from the start of the file, then "\n":
//              {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//
// Version 3 allows UTF-8 in the dict, which only names of structured dtypes use.
#ifndef CPPJRT_CLI_DATA_NPY_HEADER_H_
#define CPPJRT_CLI_DATA_NPY_HEADER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/data/file.h"
#include "cli/data/shape.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<int64_t> dims;
};

// Reads the dict: the three keys once each, in any order; any spacing, either quote, an optional last comma, "L" after
// numbers (Python 2). INVALID_ARGUMENT for anything else, with the position; more than kMaxRank dimensions or one
// beyond 64 bits. A structured dtype (a list) is UNIMPLEMENTED.
StatusOr<NpyHeader> ParseNpyDict(std::string_view text);

// Reads magic, version, length and dict, and leaves `source` at the data. INVALID_ARGUMENT if it is not a .npy file,
// UNIMPLEMENTED for a version after 3, DATA_LOSS if it ends early.
StatusOr<NpyHeader> ReadNpyHeader(ByteSource& source);

// Everything before the data for a C-order array of `shape`, as np.save would write it. `version` is 1, 2 or 3.
std::string FormatNpyHeader(const Shape& shape, int version = 1);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_NPY_HEADER_H_
