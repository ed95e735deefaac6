#include "cli/data/array.h"

#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cstring>

namespace cppjrt::data {
namespace {

static_assert(std::endian::native == std::endian::little, "host arrays are read and written as little-endian");

Status TooLarge(const Shape& shape, int64_t num_bytes) {
  return ResourceExhaustedError(
      fmt::format("{} takes {} bytes; this machine has {}", ToString(shape), num_bytes, MachineBytes()));
}

}  // namespace

StatusOr<Array> Array::Uninitialized(Shape shape) {
  CPPJRT_ASSIGN_OR_RETURN(const int64_t size, pjrt::NumElements(shape.dims));
  CPPJRT_ASSIGN_OR_RETURN(const int64_t num_bytes, pjrt::HostBytes(shape.type, shape.dims));
  if (static_cast<uint64_t>(num_bytes) > MachineBytes()) return TooLarge(shape, num_bytes);
  // aligned_alloc wants a multiple of the alignment; an empty array gets one line, so that data() is never null.
  const size_t capacity = (static_cast<size_t>(num_bytes) / kAlignment + 1) * kAlignment;
  auto* const data = static_cast<std::byte*>(std::aligned_alloc(kAlignment, capacity));
  if (data == nullptr) return TooLarge(shape, num_bytes);
  return Array(std::move(shape), size, static_cast<size_t>(num_bytes), data);
}

StatusOr<Array> Array::Zeros(Shape shape) {
  CPPJRT_ASSIGN_OR_RETURN(Array array, Uninitialized(std::move(shape)));
  std::memset(array.data(), 0, array.num_bytes_);
  return array;
}

StatusOr<Array> Array::FromBytes(Shape shape, std::span<const std::byte> bytes) {
  CPPJRT_ASSIGN_OR_RETURN(Array array, Uninitialized(std::move(shape)));
  if (bytes.size() != array.num_bytes_) {
    return InvalidArgumentError(
        fmt::format("{} takes {} bytes, {} were given", ToString(array.shape_), array.num_bytes_, bytes.size()));
  }
  if (!bytes.empty()) std::memcpy(array.data(), bytes.data(), bytes.size());
  return array;
}

StatusOr<Array> Array::Clone() const { return FromBytes(shape_, bytes()); }

Status Array::Reinterpret(pjrt::ElementType type) {
  if (pjrt::HostBytesPerElement(type) != pjrt::HostBytesPerElement(shape_.type)) {
    return InvalidArgumentError(
        fmt::format("elements of {} and {} differ in size", pjrt::Name(shape_.type), pjrt::Name(type)));
  }
  shape_.type = type;
  return OkStatus();
}

uint64_t MachineBytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

std::vector<int64_t> Unflatten(int64_t index, std::span<const int64_t> dims) {
  std::vector<int64_t> place(dims.size());
  for (size_t i = dims.size(); i-- > 0;) {
    place[i] = index % dims[i];
    index /= dims[i];
  }
  return place;
}

}  // namespace cppjrt::data
