// The loops of a KernelSet over vectors of kVectorBytes. Compiled once for each instruction set, so nothing here may be
// shared between files: all is static, and no function of the standard library is called (a copy of it with instructions
// that some machine lacks could be the one that is linked).
//
// REQUIRES: CPPJRT_VECTOR_BYTES is defined before this file is included.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cpu/kernels/micro_kernel.h"

namespace cppjrt::cpu::kernels {
namespace {  // NOLINT(google-build-namespaces): each file that includes this has its own

constexpr int kVectorBytes = CPPJRT_VECTOR_BYTES;

// A vector of whole width, and the same in memory at any address.
template <typename T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(kVectorBytes)));
  typedef T Unaligned __attribute__((vector_size(kVectorBytes), aligned(alignof(T)), may_alias));
  static constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));
};
template <typename T>
using Vector = typename VectorOf<T>::Type;

template <typename T>
inline __attribute__((always_inline)) Vector<T> Load(const T* p) {
  return *reinterpret_cast<const typename VectorOf<T>::Unaligned*>(p);
}
template <typename T>
inline __attribute__((always_inline)) void Store(T* p, Vector<T> v) {
  *reinterpret_cast<typename VectorOf<T>::Unaligned*>(p) = v;
}

// Lines are often pages apart, where the processor does not look ahead by itself: so many ahead that a line comes from memory
// while those before are copied or multiplied.
constexpr int64_t kLinesAhead = 48;

// ---- Tiles of real numbers -------------------------------------------------------------------------------------------

template <typename T, int kRows, int kVectors>
void RealTile(int64_t units, const void* a_panel, const void* b_panel, int64_t b_stride, void* c_tile, int64_t c_stride,
              bool accumulate, const void* const* ahead) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  const T* a = static_cast<const T*>(a_panel);
  const T* b = static_cast<const T*>(b_panel);
  T* c = static_cast<T*>(c_tile);
  Vector<T> sums[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Vector<T>{};
  }
  const bool unpacked = b_stride > kVectors * kLanes;
  for (int64_t k = 0; k < units; ++k) {
    Vector<T> line[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      line[v] = Load(b + v * kLanes);
      if (unpacked) __builtin_prefetch(b + kLinesAhead / 2 * b_stride + v * kLanes);
    }
    if (ahead != nullptr) __builtin_prefetch(ahead[k], 0, 2);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sums[r][v] += line[v] * a[r];
    }
    a += kRows;
    b += b_stride;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      T* to = c + r * c_stride + v * kLanes;
      Store(to, accumulate ? Load(to) + sums[r][v] : sums[r][v]);
    }
  }
}

// Keeps the compiler from turning the rows' distances into more registers than there are.
template <typename T>
inline __attribute__((always_inline)) const T* Opaque(const T* p) {
  asm("" : "+r"(p));
  return p;
}

// As RealTile, but rows of A are `a_step` apart, and where they are at k is a table. Three rows have a pointer of their own.
template <typename T, int kRows, int kVectors>
void PlacedTile(int64_t units, const void* a_rows, int64_t a_step, const int32_t* a_offsets, const void* b_panel,
                int64_t b_stride, void* c_tile, int64_t c_stride, bool accumulate, const void* const* ahead) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  const T* b = static_cast<const T*>(b_panel);
  T* c = static_cast<T*>(c_tile);
  Vector<T> sums[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Vector<T>{};
  }
  for (int64_t k = 0; k < units; ++k) {
    Vector<T> line[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) line[v] = Load(b + v * kLanes);
    if (ahead != nullptr) __builtin_prefetch(ahead[k], 0, 2);
    const T* a = Opaque(static_cast<const T*>(a_rows) + a_offsets[k]);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      if (r > 0 && r % 3 == 0) a = Opaque(a + 3 * a_step);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sums[r][v] += line[v] * a[r % 3 * a_step];
    }
    b += b_stride;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      T* to = c + r * c_stride + v * kLanes;
      Store(to, accumulate ? Load(to) + sums[r][v] : sums[r][v]);
    }
  }
}

// ---- Tiles of complex numbers ----------------------------------------------------------------------------------------

template <typename T, int kRows, int kVectors>
void ComplexTile(int64_t units, const void* a_panel, const void* b_panel, int64_t /*b_stride*/, void* c_tile,
                 int64_t c_stride, bool accumulate, const void* const* /*ahead*/) {
  constexpr int kLanes = VectorOf<T>::kLanes;
  constexpr int kWidth = kLanes * kVectors;
  const T* a = static_cast<const T*>(a_panel);
  const T* b = static_cast<const T*>(b_panel);
  Vector<T> re[kRows][kVectors];
  Vector<T> im[kRows][kVectors];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) re[r][v] = im[r][v] = Vector<T>{};
  }
  for (int64_t k = 0; k < units; ++k) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const Vector<T> b_re = Load(b + v * kLanes);
      const Vector<T> b_im = Load(b + kWidth + v * kLanes);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) {
        re[r][v] += b_re * a[r];
        re[r][v] -= b_im * a[kRows + r];
        im[r][v] += b_im * a[r];
        im[r][v] += b_re * a[kRows + r];
      }
    }
    a += 2 * kRows;
    b += 2 * kWidth;
  }
  for (int r = 0; r < kRows; ++r) {
    T* to = static_cast<T*>(c_tile) + 2 * r * c_stride;
    for (int v = 0; v < kVectors; ++v) {
      for (int i = 0; i < kLanes; ++i) {
        T* at = to + 2 * (v * kLanes + i);
        at[0] = (accumulate ? at[0] : 0) + re[r][v][i];
        at[1] = (accumulate ? at[1] : 0) + im[r][v][i];
      }
    }
  }
}

// ---- Tiles of pairs of i16 -------------------------------------------------------------------------------------------

#if defined(__SSE2__)
#define CPPJRT_HAS_I16_TILES 1

inline __attribute__((always_inline)) Vector<uint32_t> AddPairs(Vector<uint32_t> sums, Vector<int32_t> x,
                                                                Vector<int32_t> y) {
#if CPPJRT_VECTOR_BYTES == 64
  const __m512i products = _mm512_madd_epi16(reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(y));
#elif CPPJRT_VECTOR_BYTES == 32
  const __m256i products = _mm256_madd_epi16(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y));
#else
  const __m128i products = _mm_madd_epi16(reinterpret_cast<__m128i>(x), reinterpret_cast<__m128i>(y));
#endif
  return sums + reinterpret_cast<Vector<uint32_t>>(products);
}

template <int kRows, int kVectors>
void RunPairs(int64_t units, const void* a_panel, const void* b_panel, int64_t b_stride, void* c_tile, int64_t c_stride,
              bool accumulate, const void* const* /*ahead*/) {
  constexpr int kLanes = VectorOf<int32_t>::kLanes;
  const int32_t* a = static_cast<const int32_t*>(a_panel);
  const int32_t* b = static_cast<const int32_t*>(b_panel);
  uint32_t* c = static_cast<uint32_t*>(c_tile);
  Vector<uint32_t> sums[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Vector<uint32_t>{};
  }
  for (int64_t k = 0; k < units; ++k) {
    Vector<int32_t> line[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) line[v] = Load(b + v * kLanes);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const Vector<int32_t> pair = Vector<int32_t>{} + a[r];
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sums[r][v] = AddPairs(sums[r][v], line[v], pair);
    }
    a += kRows;
    b += b_stride;
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      uint32_t* to = c + r * c_stride + v * kLanes;
      Store(to, accumulate ? Load(to) + sums[r][v] : sums[r][v]);
    }
  }
}
#endif

// ---- From rows and width to a tile -----------------------------------------------------------------------------------

using TileFunction = void (*)(int64_t units, const void* a, const void* b, int64_t b_stride, void* c, int64_t c_stride,
                              bool accumulate, const void* const* ahead);

template <template <int, int> typename Tile, int kMaxRows, int kVectors>
struct TileTable {
  template <int... kRow>
  static constexpr void Fill(TileFunction (&table)[2][kMaxRows], std::integer_sequence<int, kRow...> /*rows*/) {
    ((table[0][kRow] = Tile<kRow + 1, (kVectors + 1) / 2>::Run, table[1][kRow] = Tile<kRow + 1, kVectors>::Run), ...);
  }
  TileFunction tiles[2][kMaxRows] = {};
  constexpr TileTable() { Fill(tiles, std::make_integer_sequence<int, kMaxRows>()); }
};

template <template <int, int> typename Tile, int kMaxRows, int kVectors, int kWidth>
void Compute(int rows, int width, int64_t units, const void* a, const void* b, int64_t b_stride, void* c,
             int64_t c_stride, bool accumulate, const void* const* ahead) {
  static constexpr TileTable<Tile, kMaxRows, kVectors> kTable;
  kTable.tiles[width == kWidth ? 1 : 0][rows - 1](units, a, b, b_stride, c, c_stride, accumulate, ahead);
}

using PlacedFunction = void (*)(int64_t units, const void* a, int64_t a_step, const int32_t* a_offsets, const void* b,
                                int64_t b_stride, void* c, int64_t c_stride, bool accumulate, const void* const* ahead);

template <typename T, int kMaxRows, int kVectors>
struct PlacedTable {
  template <int... kRow>
  static constexpr void Fill(PlacedFunction (&table)[2][kMaxRows], std::integer_sequence<int, kRow...> /*rows*/) {
    ((table[0][kRow] = PlacedTile<T, kRow + 1, (kVectors + 1) / 2>, table[1][kRow] = PlacedTile<T, kRow + 1, kVectors>),
     ...);
  }
  PlacedFunction tiles[2][kMaxRows] = {};
  constexpr PlacedTable() { Fill(tiles, std::make_integer_sequence<int, kMaxRows>()); }
};

template <typename T, int kMaxRows, int kVectors>
void ComputePlaced(int rows, int width, int64_t units, const void* a, int64_t a_step, const int32_t* a_offsets,
                   const void* b, int64_t b_stride, void* c, int64_t c_stride, bool accumulate,
                   const void* const* ahead) {
  static constexpr PlacedTable<T, kMaxRows, kVectors> kTable;
  const int wide = width == kVectors * VectorOf<T>::kLanes ? 1 : 0;
  kTable.tiles[wide][rows - 1](units, a, a_step, a_offsets, b, b_stride, c, c_stride, accumulate, ahead);
}

template <int kRows, int kVectors>
struct F32Tile {
  static constexpr TileFunction Run = RealTile<float, kRows, kVectors>;
};
template <int kRows, int kVectors>
struct F64Tile {
  static constexpr TileFunction Run = RealTile<double, kRows, kVectors>;
};
template <int kRows, int kVectors>
struct U32Tile {
  static constexpr TileFunction Run = RealTile<uint32_t, kRows, kVectors>;
};
template <int kRows, int kVectors>
struct U64Tile {
  static constexpr TileFunction Run = RealTile<uint64_t, kRows, kVectors>;
};
template <int kRows, int kVectors>
struct C64Tile {
  static constexpr TileFunction Run = ComplexTile<float, kRows, kVectors>;
};
template <int kRows, int kVectors>
struct C128Tile {
  static constexpr TileFunction Run = ComplexTile<double, kRows, kVectors>;
};

#if defined(CPPJRT_HAS_I16_TILES)
template <int kRows, int kVectors>
struct PairTile {
  static constexpr TileFunction Run = RunPairs<kRows, kVectors>;
};
#endif

template <template <int, int> typename Tile, int kRows, int kVectors, int kBytes>
constexpr MicroKernel MakeMicroKernel(int group = 1, int components = 1) {
  constexpr int kWidth = kVectors * kVectorBytes / kBytes;
  MicroKernel kernel;
  kernel.mr = kRows;
  kernel.nr = kWidth;
  kernel.group = group;
  kernel.unit = kBytes;
  kernel.components = components;
  kernel.compute = Compute<Tile, kRows, kVectors, kWidth>;
  return kernel;
}

template <template <int, int> typename Tile, typename T, int kRows, int kVectors>
constexpr MicroKernel MakeFloatKernel() {
  MicroKernel kernel = MakeMicroKernel<Tile, kRows, kVectors, sizeof(T)>();
  kernel.compute_placed = ComputePlaced<T, kRows, kVectors>;
  return kernel;
}

// ---- Packing ---------------------------------------------------------------------------------------------------------

template <typename T>
void TransposePlain(const T* const* rows, int width, int64_t begin, int64_t end, T* dst, int64_t dst_stride) {
  for (int64_t k = begin; k < end; ++k) {
    // Rows of narrower elements need not be aligned.
    for (int p = 0; p < width; ++p) std::memcpy(dst + k * dst_stride + p, rows[p] + k, sizeof(T));
  }
}

#if defined(__AVX512F__)
// Sixteen rows of sixteen: each round exchanges blocks of twice the size.
inline __attribute__((always_inline)) void Transpose16(__m512i (&r)[16]) {
  __m512i t[16];
#pragma GCC unroll 8
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
    t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 16; i += 4) {
    r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
    r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
    r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
    r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0x88);
    t[i + 4] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0xdd);
    t[i + 8] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0x88);
    t[i + 12] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0xdd);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    r[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
    r[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    r[i + 4] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0x88);
    r[i + 12] = _mm512_shuffle_i32x4(t[i + 4], t[i + 12], 0xdd);
  }
}

inline void TransposeBlock4(const uint32_t* const* rows, int width, int64_t k, int64_t n, uint32_t* dst,
                            int64_t dst_stride) {
  __m512i r[16];
  const int64_t left = n - k;
  const __mmask16 columns = static_cast<__mmask16>(left >= 16 ? 0xffff : (1u << left) - 1);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) r[i] = _mm512_maskz_loadu_epi32(columns, rows[i < width ? i : 0] + k);
  Transpose16(r);
  const __mmask16 wide = static_cast<__mmask16>(width >= 16 ? 0xffff : (1u << width) - 1);
#pragma GCC unroll 16
  for (int i = 0; i < 16; ++i) {
    if (i < left) _mm512_mask_storeu_epi32(dst + (k + i) * dst_stride, wide, r[i]);
  }
}

void Transpose4(const uint32_t* const* rows, int width, int64_t n, uint32_t* dst, int64_t dst_stride) {
  for (int64_t k = 0; k < n; k += 16) {
    for (int p = 0; p < width; p += 16) TransposeBlock4(rows + p, width - p, k, n, dst + p, dst_stride);
  }
}
#elif defined(__AVX2__)
inline void TransposeBlock4(const uint32_t* const* rows, int width, int64_t k, uint32_t* dst, int64_t dst_stride) {
  __m256 r[8];
  __m256 t[8];
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) r[i] = _mm256_loadu_ps(reinterpret_cast<const float*>(rows[i < width ? i : 0] + k));
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 8; i += 4) {
    r[i] = _mm256_shuffle_ps(t[i], t[i + 2], 0x44);
    r[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], 0xee);
    r[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0x44);
    r[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0xee);
  }
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    t[i] = _mm256_permute2f128_ps(r[i], r[i + 4], 0x20);
    t[i + 4] = _mm256_permute2f128_ps(r[i], r[i + 4], 0x31);
  }
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i wide = _mm256_cmpgt_epi32(_mm256_set1_epi32(width), lanes);
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    _mm256_maskstore_epi32(reinterpret_cast<int*>(dst + (k + i) * dst_stride), wide, _mm256_castps_si256(t[i]));
  }
}

void Transpose4(const uint32_t* const* rows, int width, int64_t n, uint32_t* dst, int64_t dst_stride) {
  const int64_t whole = n / 8 * 8;
  for (int64_t k = 0; k < whole; k += 8) {
    for (int p = 0; p < width; p += 8) TransposeBlock4(rows + p, width - p, k, dst + p, dst_stride);
  }
  TransposePlain(rows, width, whole, n, dst, dst_stride);
}
#else
void Transpose4(const uint32_t* const* rows, int width, int64_t n, uint32_t* dst, int64_t dst_stride) {
  TransposePlain(rows, width, 0, n, dst, dst_stride);
}
#endif

void Transpose8(const uint64_t* const* rows, int width, int64_t n, uint64_t* dst, int64_t dst_stride) {
  // Eight k at a time, so that each row is read by the cache line.
  int64_t k = 0;
  for (; k + 8 <= n; k += 8) {
    for (int p = 0; p < width; ++p) {
      const uint64_t* from = rows[p] + k;
      uint64_t* to = dst + k * dst_stride + p;
#pragma GCC unroll 8
      for (int i = 0; i < 8; ++i) to[i * dst_stride] = from[i];
    }
  }
  TransposePlain(rows, width, k, n, dst, dst_stride);
}

#if CPPJRT_VECTOR_BYTES == 64
inline __mmask16 LanesBetween(int begin, int end) {
  const uint32_t upto = end <= 0 ? 0 : end >= 16 ? 0xffffu : (1u << end) - 1;
  const uint32_t before = begin <= 0 ? 0 : begin >= 16 ? 0xffffu : (1u << begin) - 1;
  return static_cast<__mmask16>(upto & ~before);
}

void Lines4(const uint32_t* src, int64_t src_stride, int count, int width, int64_t n, uint32_t* dst,
            int64_t dst_stride) {
  const __mmask16 read[2] = {LanesBetween(0, count), LanesBetween(0, count - 16)};
  const __mmask16 write[2] = {LanesBetween(0, width), LanesBetween(0, width - 16)};
  for (int64_t k = 0; k < n; ++k) {
    const uint32_t* from = src + k * src_stride;
    __builtin_prefetch(from + kLinesAhead * src_stride);
    _mm512_mask_storeu_epi32(dst, write[0], _mm512_maskz_loadu_epi32(read[0], from));
    if (width > 16) {
      __builtin_prefetch(from + kLinesAhead * src_stride + 16);
      _mm512_mask_storeu_epi32(dst + 16, write[1], _mm512_maskz_loadu_epi32(read[1], from + 16));
    }
    dst += dst_stride;
  }
}

void PartLines4(const uint32_t* data, int64_t step, const LineParts* lines, int64_t n, int width, uint32_t* dst) {
  const __m512i steps = _mm512_mullo_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                           _mm512_set1_epi32(static_cast<int>(step)));
  for (int64_t i = 0; i < n; ++i) {
    for (int p = 0; p < width; p += 16) {
      __m512i line = _mm512_setzero_si512();
      for (int64_t j = 0; j < lines[i].count; ++j) {
        const LinePart& part = lines[i].parts[j];
        const __mmask16 lanes = LanesBetween(part.begin - p, part.end - p);
        if (lanes == 0) continue;
        const uint32_t* from = data + lines[i].offset + part.offset + step * p;
        line = step == 1 ? _mm512_mask_loadu_epi32(line, lanes, from)
                         : _mm512_mask_i32gather_epi32(line, lanes, steps, from, 4);
      }
      _mm512_mask_storeu_epi32(dst + p, LanesBetween(0, width - p), line);
    }
    dst += width;
  }
}
#else
void Lines4(const uint32_t* src, int64_t src_stride, int count, int width, int64_t n, uint32_t* dst,
            int64_t dst_stride) {
  constexpr int kLanes = VectorOf<uint32_t>::kLanes;
  const bool whole = count == width && width % kLanes == 0;
  for (int64_t k = 0; k < n; ++k) {
    const uint32_t* from = src + k * src_stride;
    __builtin_prefetch(from + kLinesAhead * src_stride);
    for (int p = 0; whole && p < width; p += kLanes) Store(dst + p, Load(from + p));
    for (int p = 0; !whole && p < width; ++p) dst[p] = p < count ? from[p] : 0;
    dst += dst_stride;
  }
}

void PartLines4(const uint32_t* data, int64_t step, const LineParts* lines, int64_t n, int width, uint32_t* dst) {
  for (int64_t i = 0; i < n; ++i) {
    for (int p = 0; p < width; ++p) dst[p] = 0;
    for (int64_t j = 0; j < lines[i].count; ++j) {
      const LinePart& part = lines[i].parts[j];
      const uint32_t* from = data + lines[i].offset + part.offset;
      if (step == 1) {
        for (int p = part.begin; p < part.end; ++p) dst[p] = from[p];
      } else {
        for (int p = part.begin; p < part.end; ++p) dst[p] = from[step * p];
      }
    }
    dst += width;
  }
}
#endif

void Interleave4(const uint8_t* const* lines, int n, uint8_t* dst) {
  const uint8_t* a = lines[0];
  const uint8_t* b = lines[1];
  const uint8_t* c = lines[2];
  const uint8_t* d = lines[3];
  int j = 0;
#if defined(__SSE2__)
  for (; j + 16 <= n; j += 16) {
    const auto load = [j](const uint8_t* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + j)); };
    const __m128i ab_low = _mm_unpacklo_epi8(load(a), load(b));
    const __m128i ab_high = _mm_unpackhi_epi8(load(a), load(b));
    const __m128i cd_low = _mm_unpacklo_epi8(load(c), load(d));
    const __m128i cd_high = _mm_unpackhi_epi8(load(c), load(d));
    __m128i* to = reinterpret_cast<__m128i*>(dst + 4 * j);
    _mm_storeu_si128(to, _mm_unpacklo_epi16(ab_low, cd_low));
    _mm_storeu_si128(to + 1, _mm_unpackhi_epi16(ab_low, cd_low));
    _mm_storeu_si128(to + 2, _mm_unpacklo_epi16(ab_high, cd_high));
    _mm_storeu_si128(to + 3, _mm_unpackhi_epi16(ab_high, cd_high));
  }
#endif
  for (; j < n; ++j) {
    dst[4 * j] = a[j];
    dst[4 * j + 1] = b[j];
    dst[4 * j + 2] = c[j];
    dst[4 * j + 3] = d[j];
  }
}

void Interleave2(const uint16_t* const* lines, int n, uint16_t* dst) {
  const uint16_t* a = lines[0];
  const uint16_t* b = lines[1];
  for (int j = 0; j < n; ++j) {
    dst[2 * j] = a[j];
    dst[2 * j + 1] = b[j];
  }
}

void ColumnSums(const int8_t* panel, int width, int64_t units, int32_t* sums) {
  for (int j = 0; j < width; ++j) sums[j] = 0;
  for (int64_t k = 0; k < units; ++k) {
    const int8_t* line = panel + k * 4 * width;
    for (int j = 0; j < width; ++j) sums[j] += line[4 * j] + line[4 * j + 1] + line[4 * j + 2] + line[4 * j + 3];
  }
  for (int j = 0; j < width; ++j) sums[j] *= -128;
}

// ---- Conversions -----------------------------------------------------------------------------------------------------

inline float Bf16ToF32(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

inline float F16ToF32(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  const uint32_t magnitude = bits & 0x7fffu;
  uint32_t wide;
  float value;
  if (magnitude < 0x400) {  // zero and subnormals: a small integer times 2^-24
    value = static_cast<float>(magnitude) * 0x1p-24f;
    std::memcpy(&wide, &value, sizeof(wide));
    wide |= sign;
  } else {
    wide = sign | ((magnitude << 13) + (magnitude >= 0x7c00 ? 0x70000000u : 0x38000000u));
  }
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

inline uint16_t F32ToBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  const bool nan = (bits & 0x7fffffff) > 0x7f800000;
  return static_cast<uint16_t>(nan ? (bits >> 16 | 0x40) : rounded);
}

inline uint16_t F32ToF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  const uint32_t sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // rounds to 2^16 or more
  if (magnitude < 0x38800000) {
    // Subnormal: adding 0.5 leaves the multiple of 2^-24 in the low bits, rounded.
    float small;
    std::memcpy(&small, &magnitude, sizeof(small));
    small += 0.5f;
    std::memcpy(&magnitude, &small, sizeof(magnitude));
    return static_cast<uint16_t>(sign | (magnitude - 0x3f000000));
  }
  const uint32_t rounded = magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1);
  return static_cast<uint16_t>(sign | rounded >> 13);
}

void FetchBf16(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst, const float* /*table*/) {
  const uint16_t* from = static_cast<const uint16_t*>(src);
  float* to = static_cast<float*>(dst);
  if (offsets != nullptr) {
    for (int64_t i = 0; i < n; ++i) to[i] = Bf16ToF32(from[offsets[i]]);
  } else if (stride != 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = Bf16ToF32(from[i * stride]);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = Bf16ToF32(from[i]);
  }
}

void FetchF16(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst, const float* /*table*/) {
  const uint16_t* from = static_cast<const uint16_t*>(src);
  float* to = static_cast<float*>(dst);
  int64_t i = 0;
#if defined(__F16C__)
  if (offsets == nullptr && stride == 1) {
    for (; i + 8 <= n; i += 8) {
      _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
    }
  }
#endif
  for (; i < n; ++i) to[i] = F16ToF32(from[offsets != nullptr ? offsets[i] : i * stride]);
}

void FetchF8(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst, const float* table) {
  const uint8_t* from = static_cast<const uint8_t*>(src);
  float* to = static_cast<float*>(dst);
  for (int64_t i = 0; i < n; ++i) to[i] = table[from[offsets != nullptr ? offsets[i] : i * stride]];
}

void StoreBf16(const float* src, int64_t n, uint16_t* dst) {
  for (int64_t i = 0; i < n; ++i) dst[i] = F32ToBf16(src[i]);
}

void StoreF16(const float* src, int64_t n, uint16_t* dst) {
  int64_t i = 0;
#if defined(__F16C__)
  for (; i + 8 <= n; i += 8) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + i), _mm256_cvtps_ph(_mm256_loadu_ps(src + i), 0));
  }
#endif
  for (; i < n; ++i) dst[i] = F32ToF16(src[i]);
}

// ---- Matrix times vector ---------------------------------------------------------------------------------------------

template <typename T>
struct ElementOf {
  static void Prefetch(const void* p, int64_t i) {
    __builtin_prefetch(static_cast<const T*>(p) + i + 1536 / sizeof(T));
  }
};

struct F32Element : ElementOf<float> {
  using Sum = float;
  static Vector<float> LoadVector(const void* p, int64_t i) { return Load(static_cast<const float*>(p) + i); }
  static float LoadOne(const void* p, int64_t i) { return static_cast<const float*>(p)[i]; }
};
struct F64Element : ElementOf<double> {
  using Sum = double;
  static Vector<double> LoadVector(const void* p, int64_t i) { return Load(static_cast<const double*>(p) + i); }
  static double LoadOne(const void* p, int64_t i) { return static_cast<const double*>(p)[i]; }
};
struct Bf16Element : ElementOf<uint16_t> {
  using Sum = float;
  static Vector<float> LoadVector(const void* p, int64_t i) {
    typedef uint16_t Half __attribute__((vector_size(kVectorBytes / 2), aligned(2), may_alias));
    const Half half = *reinterpret_cast<const Half*>(static_cast<const uint16_t*>(p) + i);
    return reinterpret_cast<Vector<float>>(__builtin_convertvector(half, Vector<uint32_t>) << 16);
  }
  static float LoadOne(const void* p, int64_t i) { return Bf16ToF32(static_cast<const uint16_t*>(p)[i]); }
};
struct F16Element : ElementOf<uint16_t> {
  using Sum = float;
  static Vector<float> LoadVector(const void* p, int64_t i) {
    const uint16_t* from = static_cast<const uint16_t*>(p) + i;
#if CPPJRT_VECTOR_BYTES == 64
    return reinterpret_cast<Vector<float>>(_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
#elif CPPJRT_VECTOR_BYTES == 32
    return reinterpret_cast<Vector<float>>(_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
#else
    Vector<float> v{};
    for (int j = 0; j < VectorOf<float>::kLanes; ++j) v[j] = F16ToF32(from[j]);
    return v;
#endif
  }
  static float LoadOne(const void* p, int64_t i) { return F16ToF32(static_cast<const uint16_t*>(p)[i]); }
};

template <typename Element>
void Axpy8(const void* const* rows, const void* factors, int64_t n, void* sums) {
  using T = typename Element::Sum;
  constexpr int kLanes = VectorOf<T>::kLanes;
  const T* x = static_cast<const T*>(factors);
  T* to = static_cast<T*>(sums);
  int64_t j = 0;
  for (; j + kLanes <= n; j += kLanes) {
    // The processor's own prefetching ends with each page.
#pragma GCC unroll 8
    for (int i = 0; i < 8; ++i) Element::Prefetch(rows[i], j);
    Vector<T> even = Load(to + j);
    Vector<T> odd{};
#pragma GCC unroll 4
    for (int i = 0; i < 8; i += 2) {
      even += Element::LoadVector(rows[i], j) * x[i];
      odd += Element::LoadVector(rows[i + 1], j) * x[i + 1];
    }
    Store(to + j, even + odd);
  }
  for (; j < n; ++j) {
    T even = to[j];
    T odd = 0;
    for (int i = 0; i < 8; i += 2) {
      even += Element::LoadOne(rows[i], j) * x[i];
      odd += Element::LoadOne(rows[i + 1], j) * x[i + 1];
    }
    to[j] = even + odd;
  }
}

template <typename Element>
void Dot4(const void* const* rows, const void* vector, int64_t n, void* sums) {
  using T = typename Element::Sum;
  constexpr int kLanes = VectorOf<T>::kLanes;
  constexpr int kUnroll = 4;
  const T* x = static_cast<const T*>(vector);
  Vector<T> acc[4][kUnroll];
  for (auto& row : acc) {
    for (auto& sum : row) sum = Vector<T>{};
  }
  int64_t k = 0;
  for (; k + kUnroll * kLanes <= n; k += kUnroll * kLanes) {
#pragma GCC unroll 4
    for (int u = 0; u < kUnroll; ++u) {
      const Vector<T> part = Load(x + k + u * kLanes);
#pragma GCC unroll 4
      for (int r = 0; r < 4; ++r) Element::Prefetch(rows[r], k + u * kLanes);
#pragma GCC unroll 4
      for (int r = 0; r < 4; ++r) acc[r][u] += Element::LoadVector(rows[r], k + u * kLanes) * part;
    }
  }
  for (; k + kLanes <= n; k += kLanes) {
    const Vector<T> part = Load(x + k);
#pragma GCC unroll 4
    for (int r = 0; r < 4; ++r) acc[r][0] += Element::LoadVector(rows[r], k) * part;
  }
  for (int r = 0; r < 4; ++r) {
    const Vector<T> all = (acc[r][0] + acc[r][1]) + (acc[r][2] + acc[r][3]);
    T sum = 0;
    for (int i = 0; i < kLanes; ++i) sum += all[i];
    for (int64_t i = k; i < n; ++i) sum += Element::LoadOne(rows[r], i) * x[i];
    static_cast<T*>(sums)[r] = sum;
  }
}

// ---- Convolutions of narrow groups -----------------------------------------------------------------------------------

constexpr int kLaneWidth = VectorOf<float>::kLanes;

inline __attribute__((always_inline)) Vector<float> LoadSome(const float* p, int n) {
  if (n >= kLaneWidth) return Load(p);
#if CPPJRT_VECTOR_BYTES == 64
  return reinterpret_cast<Vector<float>>(_mm512_maskz_loadu_ps(LanesBetween(0, n), p));
#else
  Vector<float> v{};
  for (int i = 0; i < n; ++i) v[i] = p[i];
  return v;
#endif
}

inline __attribute__((always_inline)) void StoreSome(float* p, int n, Vector<float> v) {
  if (n >= kLaneWidth) return Store(p, v);
#if CPPJRT_VECTOR_BYTES == 64
  _mm512_mask_storeu_ps(p, LanesBetween(0, n), reinterpret_cast<__m512>(v));
#else
  for (int i = 0; i < n; ++i) p[i] = v[i];
#endif
}

inline int LanesLeft(int64_t n) { return n >= kLaneWidth ? kLaneWidth : static_cast<int>(n); }

inline __attribute__((always_inline)) Vector<float> Permute(Vector<float> v, Vector<int32_t> lanes) {
#if CPPJRT_VECTOR_BYTES == 64
  return reinterpret_cast<Vector<float>>(
      _mm512_permutexvar_ps(reinterpret_cast<__m512i>(lanes), reinterpret_cast<__m512>(v)));
#elif CPPJRT_VECTOR_BYTES == 32
  return reinterpret_cast<Vector<float>>(
      _mm256_permutevar8x32_ps(reinterpret_cast<__m256>(v), reinterpret_cast<__m256i>(lanes)));
#else
  Vector<float> result{};
  for (int i = 0; i < kLaneWidth; ++i) result[i] = v[lanes[i]];
  return result;
#endif
}

template <int kPositions, bool kPermuted>
inline __attribute__((always_inline)) void LanePositions(const LaneJob& job, int64_t first) {
  Vector<float> sums[kPositions];
#pragma GCC unroll 8
  for (int p = 0; p < kPositions; ++p) sums[p] = Vector<float>{};
  const float* in = job.in + first * job.in_step;
  for (int64_t t = 0; t < job.tap_count; ++t) {
    const float* from = in + job.taps[t].offset;
    const float* factors = job.factors + job.taps[t].factors;
    if constexpr (!kPermuted) {
      const Vector<float> factor = Load(factors);
#pragma GCC unroll 8
      for (int p = 0; p < kPositions; ++p) sums[p] += LoadSome(from + p * job.in_step, job.in_width) * factor;
    } else {
      Vector<float> values[kPositions];
#pragma GCC unroll 8
      for (int p = 0; p < kPositions; ++p) values[p] = LoadSome(from + p * job.in_step, job.in_width);
      for (int64_t i = 0; i < job.inner; ++i) {
        const Vector<float> factor = Load(factors + i * kLaneWidth);
        const Vector<int32_t> lanes = Load(job.lanes + i * kLaneWidth);
#pragma GCC unroll 8
        for (int p = 0; p < kPositions; ++p) sums[p] += Permute(values[p], lanes) * factor;
      }
    }
  }
#pragma GCC unroll 8
  for (int p = 0; p < kPositions; ++p) StoreSome(job.out + (first + p) * job.out_step, job.out_width, sums[p]);
}

template <bool kPermuted>
void LaneRow(const LaneJob& job) {
  constexpr int kStep = kVectorBytes == 64 ? 8 : 4;
  int64_t p = 0;
  for (; p + kStep <= job.positions; p += kStep) LanePositions<kStep, kPermuted>(job, p);
  if (kStep == 8 && p + 4 <= job.positions) {
    LanePositions<4, kPermuted>(job, p);
    p += 4;
  }
  if (p + 2 <= job.positions) {
    LanePositions<2, kPermuted>(job, p);
    p += 2;
  }
  if (p < job.positions) LanePositions<1, kPermuted>(job, p);
}

void Lanes(const LaneJob& job) { job.lanes == nullptr ? LaneRow<false>(job) : LaneRow<true>(job); }

// ---- Convolutions with few features a group, positions contiguous --------------------------------------------------------

template <int kRows, int kVectors>
void RowTile(const RowJob& job, int64_t row, int64_t column) {
  Vector<float> sums[kRows][kVectors];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) sums[r][v] = Vector<float>{};
  }
  const float* first = job.in + row * job.in_step + column;
  const int64_t step = job.in_step;
  for (int64_t t = 0; t < job.taps; ++t) {
    const float factor = job.factors[t];
    const float* from = Opaque(first + job.offsets[t]);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      if (r > 0 && r % 3 == 0) from = Opaque(from + 3 * step);
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) sums[r][v] += Load(from + r % 3 * step + v * kLaneWidth) * factor;
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const int64_t left = job.width - column - v * kLaneWidth;
      if (left > 0)
        StoreSome(job.out + (row + r) * job.out_step + column + v * kLaneWidth, LanesLeft(left), sums[r][v]);
    }
  }
}

// Enough sums at a time that none waits for the one before: a few rows of several vectors, or many rows.
template <int kRows>
void RowTiles(const RowJob& job, int64_t row) {
  constexpr int kWide = kRows >= 6 ? 1 : kRows >= 3 ? 2 : 4;
  int64_t column = 0;
  for (; column + (kWide - 1) * kLaneWidth < job.width; column += kWide * kLaneWidth) {
    RowTile<kRows, kWide>(job, row, column);
  }
  for (; column < job.width; column += kLaneWidth) RowTile<kRows, 1>(job, row, column);
}

void Rows(const RowJob& job) {
  using Function = void (*)(const RowJob&, int64_t);
  static constexpr Function kTiles[] = {RowTiles<1>, RowTiles<2>, RowTiles<3>, RowTiles<4>,
                                        RowTiles<5>, RowTiles<6>, RowTiles<7>, RowTiles<8>};
  const int64_t pieces = (job.rows + 7) / 8;
  for (int64_t row = 0, i = 0; i < pieces; ++i) {
    const int64_t some = (job.rows - row + pieces - i - 1) / (pieces - i);
    kTiles[some - 1](job, row);
    row += some;
  }
}

// ---- The set ---------------------------------------------------------------------------------------------------------

void FillPacking(KernelSet& set) {
  set.transpose4 = Transpose4;
  set.transpose8 = Transpose8;
  set.lines4 = Lines4;
  set.part_lines4 = PartLines4;
  set.interleave4 = Interleave4;
  set.lane_width = kLaneWidth;
  set.lanes = Lanes;
  set.rows = Rows;
  set.interleave2 = Interleave2;
  set.column_sums = ColumnSums;
  set.f16_to_f32 = FetchF16;
  set.bf16_to_f32 = FetchBf16;
  set.f8_to_f32 = FetchF8;
  set.f32_to_f16 = StoreF16;
  set.f32_to_bf16 = StoreBf16;
}

void FillStreams(KernelSet& set) {
  set.axpy[static_cast<int>(Streamed::kF32)] = Axpy8<F32Element>;
  set.axpy[static_cast<int>(Streamed::kF64)] = Axpy8<F64Element>;
  set.axpy[static_cast<int>(Streamed::kBf16)] = Axpy8<Bf16Element>;
  set.axpy[static_cast<int>(Streamed::kF16)] = Axpy8<F16Element>;
  set.dot[static_cast<int>(Streamed::kF32)] = Dot4<F32Element>;
  set.dot[static_cast<int>(Streamed::kF64)] = Dot4<F64Element>;
  set.dot[static_cast<int>(Streamed::kBf16)] = Dot4<Bf16Element>;
  set.dot[static_cast<int>(Streamed::kF16)] = Dot4<F16Element>;
}

MicroKernel& Micro(KernelSet& set, Format format) { return set.micro[static_cast<int>(format)]; }

}  // namespace
}  // namespace cppjrt::cpu::kernels
