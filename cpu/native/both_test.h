// For tests: a program compiled, and ready for the evaluator.
#ifndef CPPJRT_CPU_NATIVE_BOTH_TEST_H_
#define CPPJRT_CPU_NATIVE_BOTH_TEST_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {

using stablehlo::MemoryAllocator;
using stablehlo::Program;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

struct Both {
  std::shared_ptr<const Program> evaluated;
  std::unique_ptr<const NativeProgram> compiled;
  std::string plan;
};

inline StatusOr<Both> TryMake(const std::string& text, std::vector<int64_t> aliases) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule ready, ReadyModule(text));
  Both both;
  CPPJRT_ASSIGN_OR_RETURN(both.evaluated, Program::Prepare(std::move(ready), {}));
  NativeOptions options;
  options.owner = both.evaluated;
  options.wanted_aliases = std::move(aliases);
  options.dump = [&](std::string_view stage, const std::string& dumped) {
    if (stage == "plan") both.plan = dumped;
  };
  auto& module = const_cast<stablehlo::Module&>(both.evaluated->module());
  CPPJRT_ASSIGN_OR_RETURN(both.compiled, NativeProgram::Compile(module, both.evaluated->entry(), options));
  return both;
}

// The elements of all results.
inline std::string Bytes(const std::vector<RuntimeValue>& values) {
  std::string bytes;
  for (const RuntimeValue& value : values) {
    const auto all = value.tensor().bytes();
    bytes.append(reinterpret_cast<const char*>(all.data()), all.size());
  }
  return bytes;
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_BOTH_TEST_H_
