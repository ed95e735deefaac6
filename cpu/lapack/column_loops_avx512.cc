#define CPPJRT_VECTOR_BYTES 64
#include "cpu/lapack/column_loops_inl.h"

namespace cppjrt::cpu::lapack {

void FillColumnLoopsAvx512(ColumnLoopsSet& set) { FillColumnLoops(set); }

}  // namespace cppjrt::cpu::lapack
