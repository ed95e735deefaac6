// Dot products of two bf16 at a time, sums f32. The instruction takes subnormal numbers for zero.
#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/micro_kernel_inl.h"

namespace cppjrt::cpu::kernels {
namespace {

inline __attribute__((always_inline)) __m512bh AsPairs(__m512i v) {
  __m512bh pairs;
  std::memcpy(&pairs, &v, sizeof(pairs));
  return pairs;
}

template <int kRows, int kVectors>
void RunBf16(int64_t units, const void* a_panel, const void* b_panel, int64_t b_stride, void* c_tile, int64_t c_stride,
             bool accumulate, const void* const* ahead) {
  const int32_t* a = static_cast<const int32_t*>(a_panel);
  const int32_t* b = static_cast<const int32_t*>(b_panel);
  float* c = static_cast<float*>(c_tile);
  __m512 sums[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) sums[r][v] = _mm512_setzero_ps();
  }
  for (int64_t k = 0; k < units; ++k) {
    __m512bh line[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) line[v] = AsPairs(_mm512_loadu_si512(b + 16 * v));
    if (ahead != nullptr) __builtin_prefetch(ahead[k], 0, 2);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const __m512bh pair = AsPairs(_mm512_set1_epi32(a[r]));
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sums[r][v] = _mm512_dpbf16_ps(sums[r][v], pair, line[v]);
    }
    a += kRows;
    b += b_stride;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      float* to = c + r * c_stride + 16 * v;
      _mm512_storeu_ps(to, accumulate ? _mm512_add_ps(_mm512_loadu_ps(to), sums[r][v]) : sums[r][v]);
    }
  }
}

template <int kRows, int kVectors>
struct Bf16Tile {
  static constexpr TileFunction Run = RunBf16<kRows, kVectors>;
};

}  // namespace

void FillAvx512Bf16(KernelSet& set) { Micro(set, Format::kBf16) = MakeMicroKernel<Bf16Tile, 14, 2, 4>(2); }

}  // namespace cppjrt::cpu::kernels
