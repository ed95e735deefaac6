#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/fft_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillFftAvx512(FftSet& set) { FillFftLoops(set); }

}  // namespace cppjrt::cpu::kernels
