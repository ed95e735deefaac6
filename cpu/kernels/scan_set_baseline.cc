#define CPPJRT_VECTOR_BYTES 16
#include "cpu/kernels/scan_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillScanBaseline(ScanSet& set) { FillScanLoops(set); }

}  // namespace cppjrt::cpu::kernels
