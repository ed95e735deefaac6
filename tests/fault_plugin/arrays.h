// Shapes, layouts, the bytes of arrays, and copies between layouts.
//
// On the "device" an array is dense in the order of its minor_to_major, and elements below a byte are packed, the first
// in the lowest bits. On the host an element takes at least a byte, and strides may be anything.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_ARRAYS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_ARRAYS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/fault_plugin/counts.h"
#include "tests/fault_plugin/errors.h"

namespace fault {

// Bits of an element on the device. INVALID_ARGUMENT for types that no array has.
int BitsOf(PJRT_Buffer_Type type);
// Bytes of an element on the host.
int64_t HostWidth(PJRT_Buffer_Type type);

struct Shape {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_F32;
  std::vector<int64_t> dims;
  std::vector<int64_t> minor_to_major;

  int64_t elements() const;
  size_t device_bytes() const;
  size_t host_bytes() const;
};

// Checks everything. A null layout is row-major; tiles and strides are UNIMPLEMENTED.
Shape MakeShape(PJRT_Buffer_Type type, const int64_t* dims, size_t num_dims, const PJRT_Buffer_MemoryLayout* layout);
std::vector<int64_t> RowMajor(size_t rank);

// Bytes from one element to the next along each dimension of a dense host array.
std::vector<int64_t> DenseStrides(const Shape& shape, const std::vector<int64_t>& minor_to_major);
// Those that a host layout means; the dense ones of the device's order if it is null.
std::vector<int64_t> HostStrides(const Shape& shape, const PJRT_Buffer_MemoryLayout* layout);
// Bytes from the start of the first element to the end of the last. INVALID_ARGUMENT if a stride is negative.
size_t HostExtent(const Shape& shape, const std::vector<int64_t>& strides);

// What a memory's arrays take.
struct MemoryUse {
  std::atomic<int64_t> bytes = 0, peak_bytes = 0, allocations = 0, largest = 0;
  void Add(int64_t size);
};

// Bytes on a device. Whoever needs them holds a reference; nobody else frees them.
struct Storage : Counted<FaultKind::kStorage> {
  // Zeroed memory of its own. RESOURCE_EXHAUSTED if it is too large.
  Storage(size_t size, std::shared_ptr<MemoryUse> use);
  // Somebody else's memory; `on_release` is called when it is no longer used.
  Storage(void* data, size_t size, std::function<void()> on_release);
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();

  std::byte* const data;
  const size_t size;

 private:
  std::shared_ptr<MemoryUse> use_;  // null: borrowed
  std::function<void()> on_release_;
};

// The shape stays while the storage may come later (an alias buffer) or never (an error buffer).
struct Array {
  std::shared_ptr<const Shape> shape;
  std::shared_ptr<Storage> storage;
};

// REQUIRES: the storage has shape.device_bytes(); `host` can be reached with the strides.
void CopyFromHost(const Shape& shape, const void* host, const std::vector<int64_t>& strides, Storage& storage);
void CopyToHost(const Shape& shape, const Storage& storage, void* host, const std::vector<int64_t>& strides);
// Whether host memory with these strides is what the device would hold.
bool SameAsDevice(const Shape& shape, const std::vector<int64_t>& strides);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_ARRAYS_H_
