// A dense array in host memory: what files and literals are read into, and results are printed and compared from.
//
// Elements lie in row-major order in the host representation of pjrt/element_type.h: i1 is one byte 0 or 1, complex is
// real then imaginary part, sub-byte types (i4, f6E2M3FN, …) take one byte each with the value in its low bits and
// zeros above. Little-endian machines only.
#ifndef CPPJRT_CLI_DATA_ARRAY_H_
#define CPPJRT_CLI_DATA_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "cli/data/shape.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

// Move-only, as large arrays should not be copied by accident; Clone() copies. A moved-from Array may only be assigned
// to or destroyed. Concurrent reading is safe.
class Array {
 public:
  // Alignment of data(): a cache line, so that a PJRT client may use the memory without copying.
  static constexpr size_t kAlignment = 64;

  // An array whose elements have no particular value yet. INVALID_ARGUMENT for a type without a host representation or
  // a negative dimension, OUT_OF_RANGE if the size overflows, RESOURCE_EXHAUSTED if it is more than this machine's
  // memory.
  static StatusOr<Array> Uninitialized(Shape shape);
  // All bits zero. Errors as Uninitialized.
  static StatusOr<Array> Zeros(Shape shape);
  // A copy of `bytes`, which must be exactly the array's (INVALID_ARGUMENT); other errors as Uninitialized.
  static StatusOr<Array> FromBytes(Shape shape, std::span<const std::byte> bytes);

  const Shape& shape() const { return shape_; }
  pjrt::ElementType type() const { return shape_.type; }
  std::span<const int64_t> dims() const { return shape_.dims; }
  // Number of elements.
  int64_t size() const { return size_; }
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::span<std::byte> bytes() { return {data_.get(), num_bytes_}; }
  std::span<const std::byte> bytes() const { return {data_.get(), num_bytes_}; }

  // RESOURCE_EXHAUSTED if there is no memory.
  StatusOr<Array> Clone() const;
  // Calls the same bytes elements of another type. INVALID_ARGUMENT unless both take as many bytes.
  Status Reinterpret(pjrt::ElementType type);

 private:
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  Array(Shape shape, int64_t size, size_t num_bytes, std::byte* data)
      : shape_(std::move(shape)), size_(size), num_bytes_(num_bytes), data_(data) {}

  Shape shape_;
  int64_t size_;
  size_t num_bytes_;
  std::unique_ptr<std::byte, Free> data_;
};

// Physical memory of this machine, in bytes: no array, and no file of arrays, may take more.
uint64_t MachineBytes();

// The place of element `index` in row-major order: {1, 2} for element 5 of f32[2,3].
// REQUIRES: 0 <= index < number of elements.
std::vector<int64_t> Unflatten(int64_t index, std::span<const int64_t> dims);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_ARRAY_H_
