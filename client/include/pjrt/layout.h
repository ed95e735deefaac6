// How the elements of an array lie in memory.
#ifndef PJRT_LAYOUT_H_
#define PJRT_LAYOUT_H_

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pjrt {
inline namespace v0 {

// Dense order with optional tiling. `minor_to_major[0]` is the dimension whose neighbours are adjacent in memory; row-major
// order of rank 3 is {2, 1, 0}. `tiles[i]` gives the extents of the i-th level of tiling, innermost level last.
struct TiledLayout {
  std::vector<int64_t> minor_to_major;
  std::vector<std::vector<int64_t>> tiles;

  friend bool operator==(const TiledLayout&, const TiledLayout&) = default;
};

// Bytes from one element to the next along each dimension; may be negative or zero.
struct StridedLayout {
  std::vector<int64_t> byte_strides;

  friend bool operator==(const StridedLayout&, const StridedLayout&) = default;
};

using Layout = std::variant<TiledLayout, StridedLayout>;

// Dense, last dimension minor, no tiles.
Layout RowMajorLayout(size_t rank);
// Whether elements lie densely in row-major order. A layout of strides needs `dims` and the host width of an element.
bool IsRowMajor(const Layout& layout, std::span<const int64_t> dims, int64_t element_bytes);
// "{1,0}", "{1,0:T(8,128)}", "strides{32,8}".
std::string ToString(const Layout& layout);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_LAYOUT_H_
