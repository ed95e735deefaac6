// UnitModule: some units as one module of LLVM, and what becomes of it. Modules share nothing: each may be made on a thread of
// its own.
#ifndef CPPJRT_CPU_CODEGEN_UNIT_MODULE_H_
#define CPPJRT_CPU_CODEGEN_UNIT_MODULE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/piece.h"
#include "cpu/codegen/target.h"
#include "cpu/codegen/unit.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct ModuleCode {
  std::string object;              // a relocatable object file, position-independent
  std::vector<std::string> names;  // of the units' functions, in their order
  std::vector<Piece> shapes;       // extent, grain and parallel of each; no code yet
  // Seconds: writing LLVM IR, its passes, machine code.
  double emit_seconds = 0, optimize_seconds = 0, machine_seconds = 0;
};

// `which`: units of `program`, by number. `dump`: as CodeOptions::dump; may be empty.
StatusOr<ModuleCode> MakeModule(const Plan& plan, const ProgramUnits& program, const std::vector<uint32_t>& which,
                                const Target& target,
                                const std::function<void(std::string_view stage, const std::string& text)>& dump);

// MakeModule, and the code of each of its units by itself. Where constants are too far from code it is made once more, in a form
// that reaches them.
StatusOr<std::vector<Piece>> MakePieces(
    const Plan& plan, const ProgramUnits& program, const std::vector<uint32_t>& which, const Target& target,
    const std::function<void(std::string_view stage, const std::string& text)>& dump, ModuleCode& code);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_UNIT_MODULE_H_
