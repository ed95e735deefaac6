#include "stablehlo/tools/place.h"

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::tools {
namespace {

std::string Text(const SourcePosition& position) {
  return position.file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
}

}  // namespace

std::string PlaceOf(Module& module, OpId op) {
  const Source& source = module.source();
  const Op& record = module.op(op);
  if (source.is_text && record.source_offset != kNoOffset) {
    SourcePosition position = LineTable(source.bytes).Position(record.source_offset);
    position.file = source.file;
    return Text(position);
  }
  const SourcePosition position = PositionOf(module, record.loc);
  return position.line == 0 ? source.file : source.file + " (" + Text(position) + ")";
}

std::string FunctionAround(const Module& module, OpId op) {
  for (; op; op = module.parent(op)) {
    if (module.op(op).opcode == Opcode::kFunc) return "@" + std::string(SymbolName(module, op));
  }
  return {};
}

}  // namespace cppjrt::stablehlo::tools
