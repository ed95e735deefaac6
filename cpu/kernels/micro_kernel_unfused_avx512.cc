#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/micro_kernel_inl.h"
#include "cpu/kernels/micro_kernel_unfused.h"

namespace cppjrt::cpu::kernels {

void FillUnfusedAvx512(KernelSet& set) {
  Micro(set, Format::kF32) = MakeMicroKernel<F32Tile, 14, 2, 4>();
  Micro(set, Format::kF64) = MakeMicroKernel<F64Tile, 14, 2, 8>();
  Micro(set, Format::kC64) = MakeMicroKernel<C64Tile, 6, 2, 4>(1, 2);
  Micro(set, Format::kC128) = MakeMicroKernel<C128Tile, 6, 2, 8>(1, 2);
  set.axpy[static_cast<int>(Streamed::kF32)] = Axpy8<F32Element>;
  set.axpy[static_cast<int>(Streamed::kF64)] = Axpy8<F64Element>;
  set.axpy[static_cast<int>(Streamed::kBf16)] = Axpy8<Bf16Element>;
  set.axpy[static_cast<int>(Streamed::kF16)] = Axpy8<F16Element>;
}

}  // namespace cppjrt::cpu::kernels
