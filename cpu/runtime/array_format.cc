#include "cpu/runtime/array_format.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "cpu/runtime/strided_copy.h"

namespace cppjrt::cpu {
namespace {

// The dense host strides of the device's order.
Dims DeviceOrderStrides(const ArrayFormat& format) {
  return DenseStrides(format.dims, format.width, format.minor_to_major);
}

std::byte Normal(std::byte value, const ArrayFormat& format) {
  const auto raw = static_cast<uint8_t>(value);
  const int unused = 8 - format.value_bits;
  switch (format.small) {
    case SmallElement::kNone:
      return value;
    case SmallElement::kBool:
      return static_cast<std::byte>(raw != 0 ? 1 : 0);
    case SmallElement::kUnsigned:
      return static_cast<std::byte>(static_cast<uint8_t>(raw << unused) >> unused);
    case SmallElement::kSigned:
      return static_cast<std::byte>(static_cast<int8_t>(static_cast<uint8_t>(raw << unused)) >> unused);
  }
  return value;
}

void NormalizeBytes(const ArrayFormat& format, std::byte* bytes, int64_t count) {
  for (int64_t i = 0; i < count; ++i) bytes[i] = Normal(bytes[i], format);
}

// One byte an element to packed and back.
void Pack(const ArrayFormat& format, const std::byte* bytes, std::byte* packed, int64_t count) {
  const int bits = format.bits;
  const int64_t per_byte = 8 / bits;
  const unsigned mask = (1U << bits) - 1;
  for (int64_t i = 0; i < count; i += per_byte) {
    unsigned value = 0;
    for (int64_t k = 0; k < per_byte && i + k < count; ++k) {
      value |= (static_cast<unsigned>(bytes[i + k]) & mask) << (static_cast<int>(k) * bits);
    }
    packed[i / per_byte] = static_cast<std::byte>(value);
  }
}

void Unpack(const ArrayFormat& format, const std::byte* packed, std::byte* bytes, int64_t count) {
  const int bits = format.bits;
  const int64_t per_byte = 8 / bits;
  for (int64_t i = 0; i < count; ++i) {
    const unsigned shifted = static_cast<unsigned>(packed[i / per_byte]) >> (static_cast<int>(i % per_byte) * bits);
    bytes[i] = Normal(static_cast<std::byte>(shifted), format);
  }
}

// A form with an element a byte at least, in the device's order, as a stop on the way.
using Scratch = std::unique_ptr<std::byte[]>;
Scratch NewScratch(const ArrayFormat& format) {
  return std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(std::max<int64_t>(1, format.host_bytes())));
}

}  // namespace

bool ArrayFormat::row_major() const {
  for (size_t i = 0; i < minor_to_major.size(); ++i) {
    if (minor_to_major[i] != static_cast<int64_t>(minor_to_major.size() - 1 - i)) return false;
  }
  return true;
}

Dims RowMajorOrder(size_t rank) {
  Dims order(rank, 0);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  return order;
}

Dims DenseStrides(std::span<const int64_t> dims, int64_t width, std::span<const int64_t> minor_to_major) {
  Dims strides(dims.size(), width);
  Dims row_major;
  if (minor_to_major.empty()) minor_to_major = row_major = RowMajorOrder(dims.size());
  int64_t stride = width;
  for (const int64_t dim : minor_to_major) {
    strides[static_cast<size_t>(dim)] = stride;
    stride *= std::max<int64_t>(1, dims[static_cast<size_t>(dim)]);
  }
  return strides;
}

bool IsDenseInDeviceOrder(const ArrayFormat& format, std::span<const int64_t> strides) {
  const Dims dense = DeviceOrderStrides(format);
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] != dense[i] && format.dims[i] != 1) return false;
  }
  return true;
}

void CopyFromHost(const ArrayFormat& format, const std::byte* host, std::span<const int64_t> strides, std::byte* device,
                  ThreadPool* pool) {
  if (format.num_elements() == 0) return;
  const int64_t bytes = format.host_bytes();
  const Scratch scratch = format.packed() ? NewScratch(format) : nullptr;
  std::byte* dense = format.packed() ? scratch.get() : device;
  if (IsDenseInDeviceOrder(format, strides)) {
    ParallelCopy(host, dense, bytes, pool);
  } else {
    StridedCopy(format.dims, format.width, host, strides, dense, DeviceOrderStrides(format), pool);
  }
  if (format.packed()) {
    Pack(format, dense, device, format.num_elements());
  } else if (!format.plain()) {
    NormalizeBytes(format, device, bytes);
  }
}

void CopyToHost(const ArrayFormat& format, const std::byte* device, std::byte* host, std::span<const int64_t> strides,
                ThreadPool* pool) {
  if (format.num_elements() == 0) return;
  const Scratch scratch = format.packed() ? NewScratch(format) : nullptr;
  if (format.packed()) Unpack(format, device, scratch.get(), format.num_elements());
  const std::byte* dense = format.packed() ? scratch.get() : device;
  if (IsDenseInDeviceOrder(format, strides)) {
    ParallelCopy(dense, host, format.host_bytes(), pool);
  } else {
    StridedCopy(format.dims, format.width, dense, DeviceOrderStrides(format), host, strides, pool);
  }
}

void DeviceToTensor(const ArrayFormat& format, const std::byte* device, std::byte* tensor, ThreadPool* pool) {
  CopyToHost(format, device, tensor, DenseStrides(format.dims, format.width, {}), pool);
}

void TensorToDevice(const ArrayFormat& format, const std::byte* tensor, std::byte* device, ThreadPool* pool) {
  CopyFromHost(format, tensor, DenseStrides(format.dims, format.width, {}), device, pool);
}

}  // namespace cppjrt::cpu
