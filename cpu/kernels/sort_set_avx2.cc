#include "cpu/kernels/sort_set_inl.h"

namespace cppjrt::cpu::kernels {

void FillSortAvx2(SortSet& set) { FillSortLoops(set); }

}  // namespace cppjrt::cpu::kernels
