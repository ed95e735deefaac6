// Array: values in host memory, as checks send and expect them.
#ifndef CPPJRT_CONFORM_API_ARRAY_H_
#define CPPJRT_CONFORM_API_ARRAY_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/element_type.h"

namespace cppjrt::conform {

struct Array {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  std::vector<int64_t> dims;
  std::vector<char> bytes;  // dense, row-major; elements below a byte take one

  int64_t elements() const;
  // "f32[2,3]".
  std::string Shape() const;
  template <class T>
  std::vector<T> Values() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};

template <class T>
Array MakeArray(PJRT_Buffer_Type type, std::vector<int64_t> dims, const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  Array array{type, std::move(dims), std::vector<char>(values.size() * sizeof(T))};
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}
inline Array F32(std::vector<int64_t> dims, const std::vector<float>& values) {
  return MakeArray(PJRT_Buffer_Type_F32, std::move(dims), values);
}
inline Array S32(std::vector<int64_t> dims, const std::vector<int32_t>& values) {
  return MakeArray(PJRT_Buffer_Type_S32, std::move(dims), values);
}

// Values that differ from neighbour to neighbour and are valid for the type.
Array Pattern(PJRT_Buffer_Type type, std::vector<int64_t> dims, int seed = 0);

// OK if both are the same values, bit for bit, of the same shape; else what differs first, with both values.
Status Same(const Array& got, const Array& want);

// "[1, 2, 3, …]", for messages.
std::string ValuesText(const Array& array, size_t most = 8);

// "f32" as StableHLO writes it, and the names used in ids of checks: "c64" rather than "complex<f32>".
std::string TypeName(PJRT_Buffer_Type type);
std::string TypeId(PJRT_Buffer_Type type);
// Every element type an array can have, in the order of the C API.
std::vector<PJRT_Buffer_Type> ArrayTypes();
// The version of the C API that brought the type.
int TypeSince(PJRT_Buffer_Type type);
size_t HostBytesOf(PJRT_Buffer_Type type);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_ARRAY_H_
