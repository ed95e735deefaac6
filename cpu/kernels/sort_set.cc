#include "cpu/kernels/sort_set.h"

#include <array>

namespace cppjrt::cpu::kernels {
namespace {

std::array<SortSet, kNumIsas> MakeAll() {
  std::array<SortSet, kNumIsas> all{};
  FillSortBaseline(all[0]);
  for (size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1];
#if defined(__x86_64__)
  FillSortAvx2(all[static_cast<size_t>(Isa::kAvx2)]);
  for (size_t i = static_cast<size_t>(Isa::kAvx512); i < all.size(); ++i) FillSortAvx512(all[i]);
#endif
  return all;
}

}  // namespace

const SortSet& SortSetFor(Isa isa) {
  static const std::array<SortSet, kNumIsas> kAll = MakeAll();
  return kAll[static_cast<size_t>(isa)];
}

}  // namespace cppjrt::cpu::kernels
