// Gemm: contractions of two arrays over any dimensions of any layout, on the CPU.
//
//   GemmShape shape;                                  // f32[128,768] x f32[768,3072], row-major
//   shape.m = {{128, 768, 3072}};                     // extent, stride in A, stride in C
//   shape.n = {{3072, 1, 1}};                         // extent, stride in B, stride in C
//   shape.k = {{768, 1, 3072}};                       // extent, stride in A, stride in B
//   CPPJRT_ASSIGN_OR_RETURN(Gemm gemm, Gemm::Create(shape));
//   CPPJRT_RETURN_IF_ERROR(gemm.Run(a, b, c, {}, &pool));
//
// C[batch, m, n] = sum over k of A[batch, m, k] * B[batch, k, n]. Each of the four groups is a list of dimensions, first
// slowest, with strides in elements, which may be 0 or negative; a transpose before or after the contraction is thus a change
// of strides and costs nothing. Results do not depend on the number of threads.
//
// Sums are kept in f32 (f64 for f64, integers modulo 2^32 or 2^64, complex numbers by parts) and rounded once to C's type.
// Every product is made, so NaN and infinity go where they should. bf16 on AVX-512-BF16 and AMX takes subnormal inputs for
// zero, as those instructions do.
#ifndef CPPJRT_CPU_KERNELS_GEMM_H_
#define CPPJRT_CPU_KERNELS_GEMM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/element_type.h"
#include "cpu/kernels/epilogue.h"
#include "cpu/kernels/isa.h"
#include "cpu/kernels/packed_matrix.h"

namespace cppjrt::cpu::kernels {

struct GemmShape {
  struct Batch {
    int64_t extent = 1;
    int64_t a_stride = 0;
    int64_t b_stride = 0;
    int64_t c_stride = 0;
  };
  struct M {
    int64_t extent = 1;
    int64_t a_stride = 0;
    int64_t c_stride = 0;
  };
  struct N {
    int64_t extent = 1;
    int64_t b_stride = 0;
    int64_t c_stride = 0;
  };
  struct K {
    int64_t extent = 1;
    int64_t a_stride = 0;
    int64_t b_stride = 0;
  };

  // Which types go together: floats of up to 32 bits, mixed at will, to f32, f64, bf16 or f16; f32 and f64 to either; any
  // integers and kBool to any integer, modulo its size, or kBool (`and`, `or`); equal complex types.
  ElementType a_type = ElementType::kF32;
  ElementType b_type = ElementType::kF32;
  ElementType c_type = ElementType::kF32;
  // A dimension along which B does not move belongs to m, one along which A does not to n: they are much faster there.
  std::vector<Batch> batch;
  std::vector<M> m;
  std::vector<N> n;
  std::vector<K> k;
};

struct KernelSet;

struct GemmOptions {
  Isa isa = MachineIsa();
  // bf16 is widened to f32 even where there are instructions for it: subnormal inputs count.
  bool exact_bf16 = false;
  // Loops for tiles in place of those of `isa`, which sum in the same order; null: those.
  const KernelSet* tiles = nullptr;
};
// Sums of floats that have the same bits on all machines of this architecture.
GemmOptions ReproducibleOptions();

// Made once for a shape (some microseconds), run many times. Movable; Run may be called from several threads at a time.
class Gemm {
 public:
  // UNIMPLEMENTED for types that do not go together; INVALID_ARGUMENT for negative extents.
  static StatusOr<Gemm> Create(const GemmShape& shape, const GemmOptions& options = {});
  Gemm(Gemm&&) noexcept;
  Gemm& operator=(Gemm&&) noexcept;
  ~Gemm();

  // Computes C, with the threads of `pool` (null: in this thread), and calls `epilogue` for every tile of it. Packs into
  // memory that threads keep (scratch.h). RESOURCE_EXHAUSTED if there is none.
  // REQUIRES: C overlaps neither A nor B, and no two of its elements each other; pointers are aligned as their elements are.
  Status Run(const void* a, const void* b, void* c, const Epilogue& epilogue, ThreadPool* pool) const;

  // True if running with packed B is worth it: products with vectors and of tiny matrices read B where it is.
  bool WantsPackedB() const;
  // REQUIRES: WantsPackedB().
  StatusOr<PackedMatrix> PackB(const void* b, ThreadPool* pool) const;
  // As Run, with a B that this Gemm, or one of the same shape and options, has packed.
  Status RunPacked(const void* a, const PackedMatrix& b, void* c, const Epilogue& epilogue, ThreadPool* pool) const;

 private:
  struct State;
  explicit Gemm(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_GEMM_H_
