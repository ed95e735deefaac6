// How arrays lie in memory, and copying them from one form to another.
//
// There are three forms of one array:
//   host     what callers give and take: an element takes at least a byte, strides may be anything
//   device   what a buffer holds: dense in the order of its minor_to_major, elements below a byte packed, the first in
//            the lowest bits
//   tensor   what programs compute with (stablehlo/eval/tensor.h): dense, row-major, an element takes at least a byte,
//            signed ones below a byte sign-extended
//
//   ArrayFormat format{.width = 4, .dims = {2, 3}};          // f32[2,3], row-major
//   CopyFromHost(format, host, DenseStrides(format.dims, 4, {}), device);
#ifndef CPPJRT_CPU_RUNTIME_ARRAY_FORMAT_H_
#define CPPJRT_CPU_RUNTIME_ARRAY_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "stablehlo/eval/dims.h"

namespace cppjrt::cpu {

using stablehlo::Dims;

// What the low bits of an element below a byte mean, for its form on the host.
enum class SmallElement : uint8_t {
  kNone,      // elements of whole bytes, passed on as they are
  kBool,      // a byte that is 0 or 1
  kUnsigned,  // `value_bits` bits, zero-extended: also floats of 4 and 6 bits
  kSigned,    // `value_bits` bits, sign-extended
};

struct ArrayFormat {
  int width = 1;       // bytes of an element on the host
  int bits = 8;        // on the device; less than 8 only where width is 1
  int value_bits = 8;  // that count, where `small` is kUnsigned or kSigned
  SmallElement small = SmallElement::kNone;
  Dims dims;
  // On the device, the fastest dimension first. Empty: row-major.
  Dims minor_to_major;

  bool row_major() const;
  // REQUIRES: CheckedHostBytes gave no error.
  int64_t num_elements() const { return stablehlo::NumElements(dims); }
  int64_t host_bytes() const { return num_elements() * width; }
  int64_t device_bytes() const { return (num_elements() * bits + 7) / 8; }
  bool packed() const { return bits < 8; }
  // Whether the host's dense form in the device's order is the device's, byte for byte, without a look at the values.
  bool plain() const { return small == SmallElement::kNone; }
};

// {rank - 1, …, 0}.
Dims RowMajorOrder(size_t rank);
// Bytes from one element to the next along each dimension of a dense host array in that order (empty: row-major).
Dims DenseStrides(std::span<const int64_t> dims, int64_t width, std::span<const int64_t> minor_to_major);
// Whether strides are those of a dense array in the device's order; dimensions of one element may have any.
bool IsDenseInDeviceOrder(const ArrayFormat& format, std::span<const int64_t> strides);

// Strides are in bytes and may be 0 or negative. Large copies split themselves over `pool`, which may be null.
void CopyFromHost(const ArrayFormat& format, const std::byte* host, std::span<const int64_t> strides, std::byte* device,
                  ThreadPool* pool = nullptr);
void CopyToHost(const ArrayFormat& format, const std::byte* device, std::byte* host, std::span<const int64_t> strides,
                ThreadPool* pool = nullptr);

// Whether a tensor's bytes are the device's.
inline bool TensorIsDevice(const ArrayFormat& format) { return !format.packed() && format.row_major(); }
void DeviceToTensor(const ArrayFormat& format, const std::byte* device, std::byte* tensor, ThreadPool* pool = nullptr);
void TensorToDevice(const ArrayFormat& format, const std::byte* tensor, std::byte* device, ThreadPool* pool = nullptr);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_ARRAY_FORMAT_H_
