#include "client/transpose.h"

#include <cstring>

namespace pjrt {
inline namespace v0 {
namespace detail {

std::vector<int64_t> RowMajorStrides(std::span<const int64_t> dims, int64_t width) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = width;
  for (size_t i = dims.size(); i > 0; --i) {
    strides[i - 1] = stride;
    stride *= dims[i - 1];
  }
  return strides;
}

void GatherStrided(const std::byte* base, std::span<const int64_t> dims, std::span<const int64_t> byte_strides,
                   int64_t width, std::byte* dst) {
  for (int64_t dim : dims) {
    if (dim == 0) return;
  }
  const auto bytes = static_cast<size_t>(width);
  const size_t rank = dims.size();
  if (rank == 0) {
    std::memcpy(dst, base, bytes);
    return;
  }
  const int64_t row_length = dims[rank - 1];
  const int64_t row_stride = byte_strides[rank - 1];
  std::vector<int64_t> index(rank - 1, 0);  // of the row
  while (true) {
    const std::byte* src = base;
    for (size_t i = 0; i + 1 < rank; ++i) src += index[i] * byte_strides[i];
    for (int64_t i = 0; i < row_length; ++i, src += row_stride, dst += width) std::memcpy(dst, src, bytes);
    size_t dim = rank - 1;
    while (dim > 0 && ++index[dim - 1] == dims[dim - 1]) index[--dim] = 0;
    if (dim == 0) return;
  }
}

void ToRowMajor(std::span<const std::byte> src, std::span<const int64_t> dims, std::span<const int64_t> minor_to_major,
                int64_t width, std::span<std::byte> dst) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = width;
  for (int64_t dim : minor_to_major) {
    strides[static_cast<size_t>(dim)] = stride;
    stride *= dims[static_cast<size_t>(dim)];
  }
  GatherStrided(src.data(), dims, strides, width, dst.data());
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
