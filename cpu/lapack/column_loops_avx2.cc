#define CPPJRT_VECTOR_BYTES 32
#include "cpu/lapack/column_loops_inl.h"

namespace cppjrt::cpu::lapack {

void FillColumnLoopsAvx2(ColumnLoopsSet& set) { FillColumnLoops(set); }

}  // namespace cppjrt::cpu::lapack
