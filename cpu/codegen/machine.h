// Machines: LLVM's code generators for a target. Making one takes a while, so that those not in use are kept.
//
//   CPPJRT_ASSIGN_OR_RETURN(MachineLease machine, LeaseMachine(target));
//   machine->createDataLayout();
//
// What code of ours has to know of an architecture is a row of a table: MachineFacts.
#ifndef CPPJRT_CPU_CODEGEN_MACHINE_H_
#define CPPJRT_CPU_CODEGEN_MACHINE_H_

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string_view>

#include "cppjrt/status.h"
#include "cpu/codegen/target.h"

namespace cppjrt::cpu::codegen {

struct MachineFacts {
  const char* triple;
  // How far code and constants may be from each other: where Target::far_constants is false, and where it is true.
  llvm::CodeModel::Model near_model;
  llvm::CodeModel::Model far_model;
  // Of functions that leave all registers as they were, on top of the target's features.
  std::string_view keeping_features;
  // Whether functions say how wide their vectors are ("prefer-vector-width").
  bool vector_width_attributes;
};
const MachineFacts& FactsOf(Architecture architecture);

struct ReturnMachine {
  void operator()(llvm::TargetMachine* machine) const;
};
// For one thread at a time.
using MachineLease = std::unique_ptr<llvm::TargetMachine, ReturnMachine>;

// UNIMPLEMENTED if no code generator for the target is in this program: others than the machine's own are in tools only
// (llvm_aarch64.h).
StatusOr<MachineLease> LeaseMachine(const Target& target);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_MACHINE_H_
