// MicroKernel: the innermost loop of a contraction, and KernelSet: all loops of one instruction set.
//
// A contraction C[m, n] += sum over k of A[m, k] * B[k, n] is cut into tiles of at most `mr` rows and `nr` columns whose
// sums stay in registers. What a tile reads is packed first: the rows of A that belong together lie side by side for each
// k, and so do the columns of B.
//
//   A panel of r rows:   a(0,0) a(1,0) … a(r-1,0)  a(0,1) a(1,1) … a(r-1,1)  …
//   B panel of w columns: b(0,0) b(0,1) … b(0,w-1)  b(1,0) …
//
// In some formats `group` neighbors in k form a unit of four bytes, and the above holds for units; k is then filled up with
// zeros to a whole number of units. These files are compiled once for each instruction set (micro_kernel_*.cc); nobody calls
// a KernelSet above MachineIsa().
#ifndef CPPJRT_CPU_KERNELS_MICRO_KERNEL_H_
#define CPPJRT_CPU_KERNELS_MICRO_KERNEL_H_

#include <cstdint>

#include "cpu/kernels/element_type.h"
#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

// What packed panels hold and sums are kept in.
enum class Format : uint8_t {
  kF32,   // sums f32
  kF64,   // sums f64
  kU32,   // sums modulo 2^32: all integers up to 32 bits
  kU64,   // sums modulo 2^64
  kC64,   // for each k first all real, then all imaginary parts; sums interleaved
  kC128,  //
  kBf16,  // pairs of bf16, sums f32
  kI16,   // pairs of i16 that came from bytes, sums i32
  kI8,    // A as u8, B as i8 in fours, sums i32; a B panel begins with a row of w sums that are added to each row of C
};
inline constexpr int kNumFormats = 9;

struct MicroKernel {
  int mr = 0;          // 0: this instruction set has no such kernel
  int nr = 0;          // panels of B are nr or nr / 2 wide
  int group = 1;       // neighbors in k in a unit
  int unit = 0;        // bytes of a unit
  int components = 1;  // 2: complex
  int k_units = 1;     // panels are filled up to a multiple of so many units
  // AMX: a panel of A is always mr rows, in tiles of 64 bytes a row, and C tiles are written whole.
  bool row_tiles = false;
  // C[r, j] = (accumulate ? C[r, j] : 0) + sum over `units`; r < rows, j < width. `b_stride`: elements from unit to unit of
  // B, `c_stride`: elements from row to row of C. `ahead`: for each unit memory that is read soon, or null.
  void (*compute)(int rows, int width, int64_t units, const void* a, const void* b, int64_t b_stride, void* c,
                  int64_t c_stride, bool accumulate, const void* const* ahead) = nullptr;
  // The same, but A is not packed: row r at k is a[r * a_step + a_offsets[k]], in elements. Null: there is no such kernel.
  void (*compute_placed)(int rows, int width, int64_t units, const void* a, int64_t a_step, const int32_t* a_offsets,
                         const void* b, int64_t b_stride, void* c, int64_t c_stride, bool accumulate,
                         const void* const* ahead) = nullptr;
};

// Reads `n` elements at src[stride * i], or src[offsets[i]] if there are offsets, and writes them without gaps in another
// type. `table` holds the values of an f8.
using FetchFunction = void (*)(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst,
                               const float* table);

// dst[k * dst_stride + p] = rows[p][k] for p < width.
using Transpose4Function = void (*)(const uint32_t* const* rows, int width, int64_t n, uint32_t* dst,
                                    int64_t dst_stride);
using Transpose8Function = void (*)(const uint64_t* const* rows, int width, int64_t n, uint64_t* dst,
                                    int64_t dst_stride);

// A part of a line: positions begin to end are at data[offset + step * position].
struct LinePart {
  int64_t offset = 0;
  int32_t begin = 0;
  int32_t end = 0;
};
// A line of a panel, zero but for its parts, all of whose elements are `offset` further on.
struct LineParts {
  int64_t offset = 0;
  const LinePart* parts = nullptr;
  int64_t count = 0;
};

// A tap of a convolution whose groups are narrower than a vector.
struct LaneTap {
  int64_t offset = 0;   // of its input
  int64_t factors = 0;  // of its factors
};
// One vector of output features at some neighboring positions:
//
//   out[p * out_step + j] = sum over taps t and i < inner of
//                           in[p * in_step + t.offset + lanes[i * width + j]] * factors[t.factors + i * width + j]
struct LaneJob {
  const float* in = nullptr;
  int64_t in_step = 0;
  const LaneTap* taps = nullptr;
  int64_t tap_count = 0;
  const float* factors = nullptr;
  int64_t inner = 1;
  const int32_t* lanes = nullptr;  // null: output feature j reads input feature j, and inner is 1
  int in_width = 0;                // features that may be read, and written
  int out_width = 0;
  float* out = nullptr;
  int64_t out_step = 0;
  int64_t positions = 0;
};

// Some rows of one feature of a convolution, positions contiguous:
//
//   out[r * out_step + j] = sum over taps t of in[r * in_step + offsets[t] + j] * factors[t],   j < width
//
// Whole vectors of `in` are read, past its last position too.
struct RowJob {
  const float* in = nullptr;
  int64_t in_step = 0;
  const int32_t* offsets = nullptr;
  const float* factors = nullptr;
  int64_t taps = 0;
  float* out = nullptr;
  int64_t out_step = 0;
  int64_t rows = 0;
  int64_t width = 0;
};

// sums[j] += x[0] * rows[0][j] + … + x[7] * rows[7][j], j < n; rows of an element type, x and sums f32 or f64.
using AxpyFunction = void (*)(const void* const* rows, const void* x, int64_t n, void* sums);
// sums[i] = sum over k of rows[i][k] * x[k] for four rows.
using DotFunction = void (*)(const void* const* rows, const void* x, int64_t n, void* sums);

// Element types that matrix-vector products read in place.
enum class Streamed : uint8_t { kF32, kF64, kBf16, kF16 };
inline constexpr int kNumStreamed = 4;

struct KernelSet {
  MicroKernel micro[kNumFormats];
  Transpose4Function transpose4 = nullptr;
  Transpose8Function transpose8 = nullptr;
  // Copies `count` of every `width` elements: dst[k * dst_stride + p] = src[k * src_stride + p], zeros from count to width.
  void (*lines4)(const uint32_t* src, int64_t src_stride, int count, int width, int64_t n, uint32_t* dst,
                 int64_t dst_stride) = nullptr;
  // Writes `n` lines of `width` elements.
  void (*part_lines4)(const uint32_t* data, int64_t step, const LineParts* lines, int64_t n, int width,
                      uint32_t* dst) = nullptr;
  // dst[4 * j + i] = lines[i][j]; dst[2 * j + i] = lines[i][j].
  void (*interleave4)(const uint8_t* const* lines, int n, uint8_t* dst) = nullptr;
  void (*interleave2)(const uint16_t* const* lines, int n, uint16_t* dst) = nullptr;
  // The sums that begin a B panel of kI8 when A was signed: -128 times the sum of each column.
  void (*column_sums)(const int8_t* panel, int width, int64_t units, int32_t* sums) = nullptr;
  int lane_width = 0;
  void (*lanes)(const LaneJob& job) = nullptr;
  void (*rows)(const RowJob& job) = nullptr;
  FetchFunction f16_to_f32 = nullptr;
  FetchFunction bf16_to_f32 = nullptr;
  FetchFunction f8_to_f32 = nullptr;
  // Rounds to nearest, ties to even; a NaN stays one.
  void (*f32_to_f16)(const float* src, int64_t n, uint16_t* dst) = nullptr;
  void (*f32_to_bf16)(const float* src, int64_t n, uint16_t* dst) = nullptr;
  AxpyFunction axpy[kNumStreamed] = {};
  DotFunction dot[kNumStreamed] = {};
};

// REQUIRES: isa <= MachineIsa(), but for tests of what does not run.
const KernelSet& Kernels(Isa isa);

// One for each source file; each changes what it does better in the set of the level below.
void FillBaseline(KernelSet& set);
void FillAvx2(KernelSet& set);
void FillAvx512(KernelSet& set);
void FillAvx512Vnni(KernelSet& set);
void FillAvx512Bf16(KernelSet& set);
void FillAmx(KernelSet& set);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_MICRO_KERNEL_H_
