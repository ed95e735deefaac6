#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/scan_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillScanAvx512(ScanSet& set) { FillScanLoops(set); }

}  // namespace cppjrt::cpu::kernels
