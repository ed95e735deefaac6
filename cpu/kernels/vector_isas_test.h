// The instruction sets that sorts, scans and transforms have loops for: further ones change nothing for them.
#ifndef CPPJRT_CPU_KERNELS_VECTOR_ISAS_TEST_H_
#define CPPJRT_CPU_KERNELS_VECTOR_ISAS_TEST_H_

#include <vector>

#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

inline std::vector<Isa> VectorIsas() {
  std::vector<Isa> isas;
  for (const Isa isa : SupportedIsas()) {
    if (isa <= Isa::kAvx512) isas.push_back(isa);
  }
  return isas;
}

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_VECTOR_ISAS_TEST_H_
