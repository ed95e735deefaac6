// Region code: a `while` with all that is in it as one function, so that nothing is looked up while it turns.
#ifndef CPPJRT_CPU_CODEGEN_REGION_H_
#define CPPJRT_CPU_CODEGEN_REGION_H_

#include <llvm/IR/Module.h>

#include <string>

#include "cpu/codegen/target.h"
#include "cpu/codegen/unit.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

// RegionCode (frame.h) of a unit of kind kRegion, with the small kernels that it puts in place as functions beside it.
llvm::Function* EmitRegion(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                           const Unit& unit, const std::string& name);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_REGION_H_
