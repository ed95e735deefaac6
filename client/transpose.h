// Reordering of host arrays, for plugins that do not do it themselves.
#ifndef CPPJRT_CLIENT_TRANSPOSE_H_
#define CPPJRT_CLIENT_TRANSPOSE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pjrt {
inline namespace v0 {
namespace detail {

// Byte strides of a dense row-major array.
std::vector<int64_t> RowMajorStrides(std::span<const int64_t> dims, int64_t width);

// Copies an array of elements of `width` bytes into dense row-major order. Element `index` is read at
// base + sum(index[i] * byte_strides[i]). `dst` has room for all of them.
void GatherStrided(const std::byte* base, std::span<const int64_t> dims, std::span<const int64_t> byte_strides,
                   int64_t width, std::byte* dst);

// The same from a dense array in the order `minor_to_major`.
void ToRowMajor(std::span<const std::byte> src, std::span<const int64_t> dims, std::span<const int64_t> minor_to_major,
                int64_t width, std::span<std::byte> dst);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_TRANSPOSE_H_
