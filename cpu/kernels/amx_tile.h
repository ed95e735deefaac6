// The loop over AMX tiles, written over a `Tiles` that holds the eight tile registers: the processor's in
// micro_kernel_amx.cc, plain arrays in the test, which so checks the loop on machines without AMX.
//
//   C is 32 x 32 sums in tiles 0 to 3, two tiles of 16 rows of A in 4 and 5, two of 16 columns of B in 6 and 7:
//
//            6   7
//       4    0   1
//       5    2   3
//
// A step takes 64 bytes of k of each row: 16 units of four bytes.
#ifndef CPPJRT_CPU_KERNELS_AMX_TILE_H_
#define CPPJRT_CPU_KERNELS_AMX_TILE_H_

#include <cstddef>
#include <cstdint>

namespace cppjrt::cpu::kernels {

// Tiles has Zero<t>(), Load<t>(p, stride in bytes), Store<t>(p, stride) and Multiply<c, a, b>(). `first`: 0, or a row of 32
// sums to start from. `narrow`: B is 16 columns wide, and tiles 1 and 3 are not used. `c` is written whole, 32 rows of
// `c_stride` sums; with `accumulate`, its old value is the start and `first` must be null.
template <typename Tiles>
void RunTiles(int64_t units, const std::byte* a, const std::byte* b, bool narrow, const std::byte* first, std::byte* c,
              int64_t c_stride_bytes, bool accumulate) {
  const int64_t b_line = narrow ? 64 : 128;
  std::byte* lower = c + 16 * c_stride_bytes;
  if (accumulate || first != nullptr) {
    // A stride of zero gives every row of the tile the same sums.
    const std::byte* from = accumulate ? c : first;
    const std::byte* from_lower = accumulate ? lower : first;
    const int64_t stride = accumulate ? c_stride_bytes : 0;
    Tiles::template Load<0>(from, stride);
    Tiles::template Load<2>(from_lower, stride);
    if (!narrow) {
      Tiles::template Load<1>(from + 64, stride);
      Tiles::template Load<3>(from_lower + 64, stride);
    }
  } else {
    Tiles::template Zero<0>();
    Tiles::template Zero<1>();
    Tiles::template Zero<2>();
    Tiles::template Zero<3>();
  }
  for (int64_t k = 0; k < units; k += 16) {
    Tiles::template Load<4>(a, 64);
    Tiles::template Load<6>(b, b_line);
    Tiles::template Multiply<0, 4, 6>();
    Tiles::template Load<5>(a + 1024, 64);
    Tiles::template Multiply<2, 5, 6>();
    if (!narrow) {
      Tiles::template Load<7>(b + 64, b_line);
      Tiles::template Multiply<1, 4, 7>();
      Tiles::template Multiply<3, 5, 7>();
    }
    a += 2048;
    b += 16 * b_line;
  }
  Tiles::template Store<0>(c, c_stride_bytes);
  Tiles::template Store<2>(lower, c_stride_bytes);
  if (!narrow) {
    Tiles::template Store<1>(c + 64, c_stride_bytes);
    Tiles::template Store<3>(lower + 64, c_stride_bytes);
  }
}

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_AMX_TILE_H_
