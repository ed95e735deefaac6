// Contraction calls: dots and convolutions by library kernels, with what follows them.
//
// An operand that is a constant is packed when the program first runs, and kept so: about as many bytes again.
#ifndef CPPJRT_CPU_NATIVE_CONTRACTION_CALLS_H_
#define CPPJRT_CPU_NATIVE_CONTRACTION_CALLS_H_

#include <memory>

#include "cppjrt/status.h"
#include "cpu/native/library_calls.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

StatusOr<std::unique_ptr<LibraryCall>> MakeDotCall(const Plan& plan, const Step& step, bool reproducible);
StatusOr<std::unique_ptr<LibraryCall>> MakeConvolutionCall(const Plan& plan, const Step& step, bool reproducible);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_CONTRACTION_CALLS_H_
