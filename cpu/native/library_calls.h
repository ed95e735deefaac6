// Library calls: what native code hands to precompiled kernels and to the evaluator.
#ifndef CPPJRT_CPU_NATIVE_LIBRARY_CALLS_H_
#define CPPJRT_CPU_NATIVE_LIBRARY_CALLS_H_

#include <memory>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {

// One call site. Const and thread-safe.
class LibraryCall {
 public:
  virtual ~LibraryCall() = default;
  // `pointers`: operands, results, then functions (codegen/frame.h).
  virtual Status Run(void* const* pointers, const stablehlo::RunOptions& options) const = 0;
  // Bytes of its own that it keeps from one run to the next.
  virtual int64_t kept_bytes() const { return 0; }
};

// Of a step of kind kCall. `reproducible`: the same bits on all machines of this architecture. UNIMPLEMENTED for a node that no library has.
StatusOr<std::unique_ptr<LibraryCall>> MakeLibraryCall(const Plan& plan, const Step& step, bool reproducible);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_LIBRARY_CALLS_H_
