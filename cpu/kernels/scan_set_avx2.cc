#define CPPJRT_VECTOR_BYTES 32
#include "cpu/kernels/scan_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillScanAvx2(ScanSet& set) { FillScanLoops(set); }

}  // namespace cppjrt::cpu::kernels
