#include "cpu/kernels/micro_kernel_unfused.h"

#include <array>

namespace cppjrt::cpu::kernels {
namespace {

std::array<KernelSet, kNumIsas> MakeAll() {
  std::array<KernelSet, kNumIsas> all;
  all.fill(Kernels(Isa::kBaseline));
#if defined(__x86_64__)
  FillUnfusedAvx2(all[static_cast<size_t>(Isa::kAvx2)]);
  for (size_t i = static_cast<size_t>(Isa::kAvx512); i < all.size(); ++i) FillUnfusedAvx512(all[i]);
#endif
  return all;
}

}  // namespace

const KernelSet& UnfusedKernels(Isa isa) {
  static const std::array<KernelSet, kNumIsas> kAll = MakeAll();
  return kAll[static_cast<size_t>(isa)];
}

}  // namespace cppjrt::cpu::kernels
