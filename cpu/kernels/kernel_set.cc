#include <array>

#include "cpu/kernels/micro_kernel.h"

namespace cppjrt::cpu::kernels {
namespace {

std::array<KernelSet, kNumIsas> MakeAll() {
  std::array<KernelSet, kNumIsas> all;
  FillBaseline(all[0]);
#if defined(__x86_64__)
  constexpr void (*kFill[])(KernelSet&) = {FillAvx2, FillAvx512, FillAvx512Vnni, FillAvx512Bf16, FillAmx};
  for (size_t i = 1; i < all.size(); ++i) {
    all[i] = all[i - 1];
    kFill[i - 1](all[i]);
  }
#else
  for (size_t i = 1; i < all.size(); ++i) all[i] = all[0];
#endif
  return all;
}

}  // namespace

const KernelSet& Kernels(Isa isa) {
  static const std::array<KernelSet, kNumIsas> kAll = MakeAll();
  return kAll[static_cast<size_t>(isa)];
}

}  // namespace cppjrt::cpu::kernels
