// FfiCall: a custom_call op that runs a handler.
#ifndef CPPJRT_CPU_FFI_CALL_H_
#define CPPJRT_CPU_FFI_CALL_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/ffi/attributes.h"
#include "cpu/ffi/objects.h"
#include "cpu/ffi/registry.h"
#include "stablehlo/eval/custom_call_layouts.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::cpu {

class FfiCall {
 public:
  // Reads the op and runs the handler's instantiate stage. `registry` outlives the call.
  static StatusOr<std::shared_ptr<const FfiCall>> Make(const FfiRegistry& registry, const std::string& target,
                                                       const FfiHandler& handler, const stablehlo::OpRef& op);

  // Runs the other stages. Thread-safe.
  Status Run(stablehlo::Call& call) const;

 private:
  struct Frame;  // what one run hands to the stages

  // What a result is, or a token (no type).
  struct Result {
    std::optional<stablehlo::ElementType> type;
    stablehlo::Dims dims;
  };

  Status Read(const stablehlo::OpRef& op);
  Status ReadTypes(const stablehlo::OpRef& op);
  Status Instantiate();
  Status MakeFrame(stablehlo::Call& call, Frame& frame) const;
  Status RunStage(Frame& frame, XLA_FFI_ExecutionContext& context, XLA_FFI_Handler* handler,
                  XLA_FFI_ExecutionStage stage) const;

  const FfiRegistry* registry_ = nullptr;
  std::string target_;
  FfiHandler handler_;
  FfiAttributes attributes_;
  stablehlo::CallLayouts layouts_;
  std::vector<std::optional<size_t>> aliases_;  // operand of each result
  std::vector<Result> results_;
  mutable FfiState state_;  // left by instantiate; fixed after
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_CALL_H_
