#define CPPJRT_VECTOR_BYTES 16
#include "cpu/lapack/column_loops_inl.h"

namespace cppjrt::cpu::lapack {

void FillColumnLoopsBaseline(ColumnLoopsSet& set) { FillColumnLoops(set); }

}  // namespace cppjrt::cpu::lapack
