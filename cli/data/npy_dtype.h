// The numpy dtypes of .npy files as element types.
//
// A dtype is written as byte order, kind, bytes: '<f4', '>i8', '|b1'. numpy has none of bf16, f8*, f6*, f4, i4, i2, …;
// ml_dtypes adds them, and np.save writes such an array as void, '<V2' for bfloat16 and '<V1' for all others, which
// does not say which of them it is. (Except float8_e5m2, which becomes '<f1', and which np.load then refuses.)
#ifndef CPPJRT_CLI_DATA_NPY_DTYPE_H_
#define CPPJRT_CLI_DATA_NPY_DTYPE_H_

#include <string>
#include <string_view>

#include "cppjrt/status.h"
#include "pjrt/element_type.h"

namespace cppjrt::data {

struct NpyDtype {
  // Of void elements the unsigned integer as wide.
  pjrt::ElementType type;
  bool is_void;
  bool big_endian;
};

// Also knows the names of ml_dtypes ('bfloat16'). UNIMPLEMENTED, naming the dtype and what it is, for those without an
// element type: long double, datetime, object, strings, big-endian void and void of other than 1, 2, 4 or 8 bytes.
// INVALID_ARGUMENT for what is no dtype.
StatusOr<NpyDtype> ParseDescr(std::string_view descr);

// What numpy calls `type`, little-endian: "<f4"; for types numpy lacks "|V1" or "<V2", as np.save writes them.
// REQUIRES: the type has a host representation.
std::string DescrOf(pjrt::ElementType type);

// False for the types ml_dtypes adds.
bool NumpyHas(pjrt::ElementType type);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_NPY_DTYPE_H_
