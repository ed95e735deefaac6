// Object files of modules. LLVM's list of passes that make machine code takes longer to set up than a small kernel takes to
// go through it (2.3 of 6 million instructions for x + 1): each machine keeps its own.
//
//   CPPJRT_ASSIGN_OR_RETURN(std::string object, WriteObject(module, *machine));
#ifndef CPPJRT_CPU_CODEGEN_OBJECT_WRITER_H_
#define CPPJRT_CPU_CODEGEN_OBJECT_WRITER_H_

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <string>

#include "cppjrt/status.h"

namespace cppjrt::cpu::codegen {

// For one thread at a time for each machine; modules may be of different contexts.
StatusOr<std::string> WriteObject(llvm::Module& module, llvm::TargetMachine& machine);

// What is kept for the machine goes. REQUIRES: to be called before a machine that has written objects is destroyed.
void ForgetObjectWriter(const llvm::TargetMachine& machine);

// How many lists of passes this process has set up.
int64_t ObjectWritersMade();

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_OBJECT_WRITER_H_
