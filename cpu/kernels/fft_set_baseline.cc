#define CPPJRT_VECTOR_BYTES 16
#include "cpu/kernels/fft_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillFftBaseline(FftSet& set) { FillFftLoops(set); }

}  // namespace cppjrt::cpu::kernels
