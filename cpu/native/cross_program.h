// CrossProgram: a program compiled for another machine, through the same stages as NativeProgram. It cannot run here.
//
//   codegen::RegisterAArch64();                                                  // codegen/llvm_aarch64.h
//   CPPJRT_ASSIGN_OR_RETURN(codegen::Target target, codegen::NamedTarget("aarch64"));
//   CPPJRT_ASSIGN_OR_RETURN(CrossProgram program, CompileFor(target, module, entry, options));
//   program.code.object                                                          // an ELF file
#ifndef CPPJRT_CPU_NATIVE_CROSS_PROGRAM_H_
#define CPPJRT_CPU_NATIVE_CROSS_PROGRAM_H_

#include <memory>

#include "cppjrt/status.h"
#include "cpu/codegen/cross.h"
#include "cpu/native/native_program.h"

namespace cppjrt::cpu {

struct CrossProgram {
  std::unique_ptr<Graph> graph;  // plan and code refer to its nodes
  Plan plan;
  codegen::CrossCode code;
};

// As NativeProgram::Compile. Of the options cache, pool, time, remarks, stop_after and stopped do not count.
StatusOr<CrossProgram> CompileFor(const codegen::Target& target, stablehlo::Module& module, stablehlo::OpId entry,
                                  const NativeOptions& options);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_CROSS_PROGRAM_H_
