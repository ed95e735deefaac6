#include "cpu/lapack/column_loops.h"

#include <array>

namespace cppjrt::cpu::lapack {
namespace {

std::array<ColumnLoopsSet, kernels::kNumIsas> MakeAll() {
  std::array<ColumnLoopsSet, kernels::kNumIsas> all{};
  FillColumnLoopsBaseline(all[0]);
  for (size_t i = 1; i < all.size(); ++i) all[i] = all[0];
#if defined(__x86_64__)
  FillColumnLoopsAvx2(all[static_cast<size_t>(kernels::Isa::kAvx2)]);
  for (size_t i = static_cast<size_t>(kernels::Isa::kAvx512); i < all.size(); ++i) FillColumnLoopsAvx512(all[i]);
#endif
  return all;
}

}  // namespace

const ColumnLoopsSet& ColumnLoopsFor(kernels::Isa isa) {
  static const std::array<ColumnLoopsSet, kernels::kNumIsas> kAll = MakeAll();
  return kAll[static_cast<size_t>(isa)];
}

const ColumnLoopsSet& MachineColumnLoops() {
  static const ColumnLoopsSet& set = ColumnLoopsFor(kernels::MachineIsa());
  return set;
}

}  // namespace cppjrt::cpu::lapack
