#include "cpu/codegen/cross.h"

#include <numeric>
#include <utility>

#include "cpu/codegen/runtime_symbols.h"
#include "cpu/codegen/supported.h"
#include "cpu/codegen/unit_module.h"

namespace cppjrt::cpu::codegen {

StatusOr<CrossCode> CrossCompile(const Graph& graph, const Plan& plan, const Target& target,
                                 const std::function<void(std::string_view stage, const std::string& text)>& dump) {
  CPPJRT_RETURN_IF_ERROR(CheckSupported(graph));
  CrossCode code;
  code.program = FormUnits(plan);
  if (code.program.units.empty()) return code;
  std::vector<uint32_t> all(code.program.units.size());
  std::iota(all.begin(), all.end(), 0);
  ModuleCode made;
  CPPJRT_ASSIGN_OR_RETURN(code.pieces, MakePieces(plan, code.program, all, target, dump, made));
  code.object = std::move(made.object);
  // As loading would.
  for (const Piece& piece : code.pieces) {
    for (const Piece::Import& import : piece.imports) {
      if (import.symbol.empty() || RuntimeSymbol(import.symbol) != nullptr) continue;
      return InternalError("generated code calls " + import.symbol + ", which there is not");
    }
  }
  return code;
}

}  // namespace cppjrt::cpu::codegen
