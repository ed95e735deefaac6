// Machines: LLVM's code generators for a target. Making one takes a while, so that those not in use are kept.
//
//   CPPJRT_ASSIGN_OR_RETURN(MachineLease machine, LeaseMachine(target));
//   machine->createDataLayout();
#ifndef CPPJRT_CPU_CODEGEN_MACHINE_H_
#define CPPJRT_CPU_CODEGEN_MACHINE_H_

#include <llvm/Target/TargetMachine.h>

#include <memory>

#include "cppjrt/status.h"
#include "cpu/codegen/target.h"

namespace cppjrt::cpu::codegen {

struct ReturnMachine {
  void operator()(llvm::TargetMachine* machine) const;
};
// For one thread at a time.
using MachineLease = std::unique_ptr<llvm::TargetMachine, ReturnMachine>;

// INTERNAL if LLVM has no generator for the target.
StatusOr<MachineLease> LeaseMachine(const Target& target);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_MACHINE_H_
