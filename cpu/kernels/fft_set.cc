#include "cpu/kernels/fft_set.h"

#include <array>

namespace cppjrt::cpu::kernels {
namespace {

std::array<FftSet, kNumIsas> MakeAll() {
  std::array<FftSet, kNumIsas> all{};
  FillFftBaseline(all[0]);
  for (size_t i = 1; i < all.size(); ++i) all[i] = all[0];
#if defined(__x86_64__)
  FillFftAvx2(all[static_cast<size_t>(Isa::kAvx2)]);
  for (size_t i = static_cast<size_t>(Isa::kAvx512); i < all.size(); ++i) FillFftAvx512(all[i]);
#endif
  return all;
}

}  // namespace

const FftSet& FftSetFor(Isa isa) {
  static const std::array<FftSet, kNumIsas> kAll = MakeAll();
  return kAll[static_cast<size_t>(isa)];
}

}  // namespace cppjrt::cpu::kernels
