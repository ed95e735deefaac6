// CrossCompile: the code of a program for another machine, as files; nothing is loaded.
//
//   RegisterAArch64();                                                        // llvm_aarch64.h
//   CPPJRT_ASSIGN_OR_RETURN(Target target, NamedTarget("aarch64"));
//   CPPJRT_ASSIGN_OR_RETURN(CrossCode code, CrossCompile(graph, plan, target, {}));
//   code.object                                 // an ELF file with a function for each unit: unit0, unit1, …
//   code.pieces[0]                              // the same, ready for a CodeBlock there
#ifndef CPPJRT_CPU_CODEGEN_CROSS_H_
#define CPPJRT_CPU_CODEGEN_CROSS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/piece.h"
#include "cpu/codegen/target.h"
#include "cpu/codegen/unit.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct CrossCode {
  ProgramUnits program;       // which units there are
  std::string object;         // empty if there is none
  std::vector<Piece> pieces;  // of each unit
};

// As GenerateCode; `graph` and `plan` outlive the result. `dump`: as CodeOptions::dump; may be empty.
StatusOr<CrossCode> CrossCompile(const Graph& graph, const Plan& plan, const Target& target,
                                 const std::function<void(std::string_view stage, const std::string& text)>& dump);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_CROSS_H_
