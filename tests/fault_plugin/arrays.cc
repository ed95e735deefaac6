#include "tests/fault_plugin/arrays.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace fault {
namespace {

constexpr int64_t kLargestArray = int64_t{16} << 30;
constexpr std::align_val_t kAlignment{64};

}  // namespace

int BitsOf(PJRT_Buffer_Type type) {
  switch (type) {
    case PJRT_Buffer_Type_S1:
    case PJRT_Buffer_Type_U1:
      return 1;
    case PJRT_Buffer_Type_S2:
    case PJRT_Buffer_Type_U2:
      return 2;
    case PJRT_Buffer_Type_S4:
    case PJRT_Buffer_Type_U4:
    case PJRT_Buffer_Type_F4E2M1FN:
      return 4;
    case PJRT_Buffer_Type_PRED:
    case PJRT_Buffer_Type_S8:
    case PJRT_Buffer_Type_U8:
    case PJRT_Buffer_Type_F8E5M2:
    case PJRT_Buffer_Type_F8E4M3FN:
    case PJRT_Buffer_Type_F8E4M3B11FNUZ:
    case PJRT_Buffer_Type_F8E5M2FNUZ:
    case PJRT_Buffer_Type_F8E4M3FNUZ:
    case PJRT_Buffer_Type_F8E4M3:
    case PJRT_Buffer_Type_F8E3M4:
    case PJRT_Buffer_Type_F8E8M0FNU:
    case PJRT_Buffer_Type_F6E2M3FN:
    case PJRT_Buffer_Type_F6E3M2FN:
      return 8;
    case PJRT_Buffer_Type_S16:
    case PJRT_Buffer_Type_U16:
    case PJRT_Buffer_Type_F16:
    case PJRT_Buffer_Type_BF16:
      return 16;
    case PJRT_Buffer_Type_S32:
    case PJRT_Buffer_Type_U32:
    case PJRT_Buffer_Type_F32:
      return 32;
    case PJRT_Buffer_Type_S64:
    case PJRT_Buffer_Type_U64:
    case PJRT_Buffer_Type_F64:
    case PJRT_Buffer_Type_C64:
      return 64;
    case PJRT_Buffer_Type_C128:
      return 128;
    case PJRT_Buffer_Type_INVALID:
    case PJRT_Buffer_Type_TOKEN:
      break;
  }
  Invalid("element type " + std::to_string(type) + " has no arrays");
}

int64_t HostWidth(PJRT_Buffer_Type type) { return std::max(BitsOf(type), 8) / 8; }

int64_t Shape::elements() const {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

size_t Shape::device_bytes() const {
  return (static_cast<size_t>(elements()) * static_cast<size_t>(BitsOf(type)) + 7) / 8;
}

size_t Shape::host_bytes() const { return static_cast<size_t>(elements() * HostWidth(type)); }

std::vector<int64_t> RowMajor(size_t rank) {
  std::vector<int64_t> order(rank);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  return order;
}

namespace {

void CheckDims(const Shape& shape) {
  int64_t bytes = HostWidth(shape.type);
  for (const int64_t dim : shape.dims) {
    if (dim < 0) Invalid("dimension " + std::to_string(dim) + " is negative");
    if (__builtin_mul_overflow(bytes, dim, &bytes)) Invalid("the size of the array overflows");
  }
}

std::vector<int64_t> OrderOf(const PJRT_Buffer_MemoryLayout_Tiled& layout, size_t rank) {
  std::vector<int64_t> order(layout.minor_to_major, layout.minor_to_major + layout.minor_to_major_size);
  std::vector<int64_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    Require(sorted[i] == static_cast<int64_t>(i), "minor_to_major is not a permutation of the dimensions");
  }
  Require(order.size() == rank, "minor_to_major has another rank than the array");
  if (layout.num_tiles > 0) Unimplemented("the fault plugin has no tiled layouts");
  return order;
}

}  // namespace

Shape MakeShape(PJRT_Buffer_Type type, const int64_t* dims, size_t num_dims, const PJRT_Buffer_MemoryLayout* layout) {
  Require(dims != nullptr || num_dims == 0, "dims is null");
  Shape shape{type, std::vector<int64_t>(dims, dims + num_dims), {}};
  CheckDims(shape);
  if (layout == nullptr) {
    shape.minor_to_major = RowMajor(num_dims);
  } else if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    shape.minor_to_major = OrderOf(layout->tiled, num_dims);
  } else {
    Unimplemented("the fault plugin has no device layouts of strides");
  }
  return shape;
}

std::vector<int64_t> DenseStrides(const Shape& shape, const std::vector<int64_t>& minor_to_major) {
  std::vector<int64_t> strides(shape.dims.size());
  int64_t stride = HostWidth(shape.type);
  for (const int64_t dim : minor_to_major) {
    strides[static_cast<size_t>(dim)] = stride;
    stride *= shape.dims[static_cast<size_t>(dim)];
  }
  return strides;
}

std::vector<int64_t> HostStrides(const Shape& shape, const PJRT_Buffer_MemoryLayout* layout) {
  if (layout == nullptr) return DenseStrides(shape, shape.minor_to_major);
  if (layout->type == PJRT_Buffer_MemoryLayout_Type_Tiled) {
    return DenseStrides(shape, OrderOf(layout->tiled, shape.dims.size()));
  }
  const PJRT_Buffer_MemoryLayout_Strides& strides = layout->strides;
  Require(strides.num_byte_strides == shape.dims.size(), "the host layout has another rank than the array");
  return std::vector<int64_t>(strides.byte_strides, strides.byte_strides + strides.num_byte_strides);
}

size_t HostExtent(const Shape& shape, const std::vector<int64_t>& strides) {
  if (shape.elements() == 0) return 0;
  int64_t last = 0;
  for (size_t i = 0; i < strides.size(); ++i) {
    Require(strides[i] >= 0, "a host layout to read into has a negative stride");
    last += (shape.dims[i] - 1) * strides[i];
  }
  return static_cast<size_t>(last + HostWidth(shape.type));
}

namespace {

void RaiseTo(std::atomic<int64_t>& maximum, int64_t value) {
  int64_t seen = maximum.load(std::memory_order_relaxed);
  while (seen < value && !maximum.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

std::byte* AllocateZeroed(size_t size) {
  if (size > static_cast<size_t>(kLargestArray)) {
    Fail(PJRT_Error_Code_RESOURCE_EXHAUSTED, "Out of memory allocating " + std::to_string(size) + " bytes.");
  }
  // One byte at least, so that empty arrays have a pointer.
  auto* data = static_cast<std::byte*>(::operator new(std::max<size_t>(size, 1), kAlignment));
  std::memset(data, 0, size);
  return data;
}

}  // namespace

void MemoryUse::Add(int64_t size) {
  const int64_t now = bytes.fetch_add(size, std::memory_order_relaxed) + size;
  if (size <= 0) return;
  allocations.fetch_add(1, std::memory_order_relaxed);
  RaiseTo(peak_bytes, now);
  RaiseTo(largest, size);
}

Storage::Storage(size_t bytes, std::shared_ptr<MemoryUse> use)
    : data(AllocateZeroed(bytes)), size(bytes), use_(std::move(use)) {
  use_->Add(static_cast<int64_t>(size));
}

Storage::Storage(void* memory, size_t bytes, std::function<void()> on_release)
    : data(static_cast<std::byte*>(memory)), size(bytes), on_release_(std::move(on_release)) {}

Storage::~Storage() {
  if (use_ != nullptr) {
    use_->Add(-static_cast<int64_t>(size));
    ::operator delete(data, kAlignment);
  }
  if (on_release_) on_release_();
}

namespace {

// Calls visit(offset in bytes by `strides`, number of the element on the device) for every element.
template <class Visit>
void ForEachElement(const Shape& shape, const std::vector<int64_t>& strides, Visit visit) {
  const int64_t count = shape.elements();
  std::vector<int64_t> index(shape.dims.size(), 0);
  int64_t offset = 0;
  for (int64_t position = 0; position < count; ++position) {
    visit(offset, position);
    // The next element in the device's order: an odometer whose fastest wheel is the minor dimension.
    for (const int64_t wheel : shape.minor_to_major) {
      const size_t dim = static_cast<size_t>(wheel);
      offset += strides[dim];
      if (++index[dim] < shape.dims[dim]) break;
      offset -= shape.dims[dim] * strides[dim];
      index[dim] = 0;
    }
  }
}

void Pack(std::byte* device, int64_t position, int bits, std::byte value) {
  const int64_t per_byte = 8 / bits;
  const int shift = static_cast<int>(position % per_byte) * bits;
  const std::byte mask = static_cast<std::byte>((1 << bits) - 1);
  std::byte& target = device[position / per_byte];
  target = (target & ~(mask << shift)) | ((value & mask) << shift);
}

std::byte Unpack(const std::byte* device, int64_t position, int bits) {
  const int64_t per_byte = 8 / bits;
  const int shift = static_cast<int>(position % per_byte) * bits;
  return (device[position / per_byte] >> shift) & static_cast<std::byte>((1 << bits) - 1);
}

}  // namespace

bool SameAsDevice(const Shape& shape, const std::vector<int64_t>& strides) {
  if (BitsOf(shape.type) < 8) return false;
  const std::vector<int64_t> dense = DenseStrides(shape, shape.minor_to_major);
  for (size_t i = 0; i < strides.size(); ++i) {
    if (strides[i] != dense[i] && shape.dims[i] != 1) return false;
  }
  return true;
}

void CopyFromHost(const Shape& shape, const void* host, const std::vector<int64_t>& strides, Storage& storage) {
  const auto* from = static_cast<const std::byte*>(host);
  const int bits = BitsOf(shape.type);
  const size_t width = static_cast<size_t>(HostWidth(shape.type));
  if (storage.size == 0) return;
  if (SameAsDevice(shape, strides)) {
    std::memcpy(storage.data, from, storage.size);
  } else if (bits < 8) {
    ForEachElement(shape, strides, [&](int64_t offset, int64_t i) { Pack(storage.data, i, bits, from[offset]); });
  } else {
    ForEachElement(shape, strides, [&](int64_t offset, int64_t i) {
      std::memcpy(storage.data + static_cast<size_t>(i) * width, from + offset, width);
    });
  }
}

void CopyToHost(const Shape& shape, const Storage& storage, void* host, const std::vector<int64_t>& strides) {
  auto* to = static_cast<std::byte*>(host);
  const int bits = BitsOf(shape.type);
  const size_t width = static_cast<size_t>(HostWidth(shape.type));
  if (storage.size == 0) return;
  if (SameAsDevice(shape, strides)) {
    std::memcpy(to, storage.data, storage.size);
  } else if (bits < 8) {
    ForEachElement(shape, strides, [&](int64_t offset, int64_t i) { to[offset] = Unpack(storage.data, i, bits); });
  } else {
    ForEachElement(shape, strides, [&](int64_t offset, int64_t i) {
      std::memcpy(to + offset, storage.data + static_cast<size_t>(i) * width, width);
    });
  }
}

}  // namespace fault
