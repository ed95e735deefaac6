// Which format of panels and sums serves which element types.
#ifndef CPPJRT_CPU_KERNELS_FORMAT_CHOICE_H_
#define CPPJRT_CPU_KERNELS_FORMAT_CHOICE_H_

#include "cppjrt/status.h"
#include "cpu/kernels/convert.h"

namespace cppjrt::cpu::kernels {

// The fastest at `isa` that gives what gemm.h says; UNIMPLEMENTED if the types do not go together.
StatusOr<Format> ChooseFormat(ElementType a, ElementType b, ElementType c, Isa isa, bool exact_bf16);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_FORMAT_CHOICE_H_
