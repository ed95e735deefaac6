#define CPPJRT_VECTOR_BYTES 32
#include "cpu/kernels/micro_kernel_inl.h"

namespace cppjrt::cpu::kernels {

void FillAvx2(KernelSet& set) {
  FillPacking(set);
  FillStreams(set);
  Micro(set, Format::kF32) = MakeFloatKernel<F32Tile, float, 6, 2>();
  Micro(set, Format::kF64) = MakeFloatKernel<F64Tile, double, 6, 2>();
  Micro(set, Format::kU32) = MakeMicroKernel<U32Tile, 6, 2, 4>();
  Micro(set, Format::kU64) = MakeMicroKernel<U64Tile, 6, 2, 8>();
  Micro(set, Format::kC64) = MakeMicroKernel<C64Tile, 2, 2, 4>(1, 2);
  Micro(set, Format::kC128) = MakeMicroKernel<C128Tile, 2, 2, 8>(1, 2);
  Micro(set, Format::kI16) = MakeMicroKernel<PairTile, 6, 2, 4>(2);
}

}  // namespace cppjrt::cpu::kernels
