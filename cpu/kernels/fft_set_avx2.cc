#define CPPJRT_VECTOR_BYTES 32
#include "cpu/kernels/fft_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillFftAvx2(FftSet& set) { FillFftLoops(set); }

}  // namespace cppjrt::cpu::kernels
