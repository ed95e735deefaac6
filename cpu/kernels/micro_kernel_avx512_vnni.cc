// Dot products of four bytes at a time: A as u8, B as i8, sums i32 that wrap (vpdpbusd does not saturate).
#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/micro_kernel_inl.h"

namespace cppjrt::cpu::kernels {
namespace {

template <int kRows, int kVectors>
void RunFours(int64_t units, const void* a_panel, const void* b_panel, int64_t b_stride, void* c_tile, int64_t c_stride,
              bool accumulate, const void* const* ahead) {
  const int32_t* a = static_cast<const int32_t*>(a_panel);
  const int32_t* b = static_cast<const int32_t*>(b_panel);
  int32_t* c = static_cast<int32_t*>(c_tile);
  __m512i sums[kRows][kVectors];
#pragma GCC unroll 2
  for (int v = 0; v < kVectors; ++v) {
    const __m512i first = _mm512_loadu_si512(b + 16 * v);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) sums[r][v] = first;
  }
  b += 16 * kVectors;
  for (int64_t k = 0; k < units; ++k) {
    __m512i line[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) line[v] = _mm512_loadu_si512(b + 16 * v);
    if (ahead != nullptr) __builtin_prefetch(ahead[k], 0, 2);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const __m512i four = _mm512_set1_epi32(a[r]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sums[r][v] = _mm512_dpbusd_epi32(sums[r][v], four, line[v]);
    }
    a += kRows;
    b += b_stride;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      int32_t* to = c + r * c_stride + 16 * v;
      const __m512i before = accumulate ? _mm512_loadu_si512(to) : _mm512_setzero_si512();
      _mm512_storeu_si512(to, _mm512_add_epi32(before, sums[r][v]));
    }
  }
}

template <int kRows, int kVectors>
struct FourTile {
  static constexpr TileFunction Run = RunFours<kRows, kVectors>;
};

// A dot product with ones sums four neighbors.
void ColumnSumsVnni(const int8_t* panel, int width, int64_t units, int32_t* sums) {
  const __m512i ones = _mm512_set1_epi8(1);
  for (int j = 0; j < width; j += 16) {
    __m512i sum = _mm512_setzero_si512();
    for (int64_t k = 0; k < units; ++k) {
      sum = _mm512_dpbusd_epi32(sum, ones, _mm512_loadu_si512(panel + 4 * (k * width + j)));
    }
    _mm512_storeu_si512(sums + j, _mm512_sub_epi32(_mm512_setzero_si512(), _mm512_slli_epi32(sum, 7)));
  }
}

}  // namespace

void FillAvx512Vnni(KernelSet& set) {
  set.column_sums = ColumnSumsVnni;
  Micro(set, Format::kI8) = MakeMicroKernel<FourTile, 14, 2, 4>(4);
}

}  // namespace cppjrt::cpu::kernels
