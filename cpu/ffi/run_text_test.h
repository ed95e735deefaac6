// For tests of custom calls: programs as text, run by the evaluator.
#ifndef CPPJRT_CPU_FFI_RUN_TEXT_TEST_H_
#define CPPJRT_CPU_FFI_RUN_TEXT_TEST_H_

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {

inline StatusOr<std::shared_ptr<const stablehlo::Program>> PrepareText(const std::string& text,
                                                                       const stablehlo::CustomCallTargets* targets) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::Module module, stablehlo::Parse(text));
  stablehlo::DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, stablehlo::Verify(std::move(module), sink));
  stablehlo::Environment environment;
  environment.custom_calls = targets;
  return stablehlo::Program::Prepare(std::move(verified), environment);
}

inline StatusOr<std::vector<stablehlo::RuntimeValue>> RunText(const std::string& text,
                                                              const stablehlo::CustomCallTargets* targets,
                                                              std::vector<stablehlo::RuntimeValue> arguments = {},
                                                              const stablehlo::RunOptions& options = {}) {
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const stablehlo::Program> program, PrepareText(text, targets));
  return program->Run(std::move(arguments), options);
}

template <typename T>
stablehlo::Tensor MakeTensor(stablehlo::ElementType type, const stablehlo::Dims& dims, const std::vector<T>& values) {
  return *stablehlo::Tensor::Copy(type, dims, std::as_bytes(std::span(values)), stablehlo::MemoryAllocator::Heap());
}

template <typename T>
std::vector<T> ToVector(const stablehlo::RuntimeValue& value) {
  const stablehlo::Tensor& tensor = value.tensor();
  return {tensor.data<T>(), tensor.data<T>() + tensor.num_elements()};
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_RUN_TEXT_TEST_H_
