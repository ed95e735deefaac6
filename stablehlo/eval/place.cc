#include "stablehlo/eval/place.h"

#include <string_view>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

std::string_view ShortName(std::string_view name) {
  constexpr std::string_view kDialect = "stablehlo.";
  return name.starts_with(kDialect) ? name.substr(kDialect.size()) : name;
}

std::string WithPosition(std::string text, const SourcePosition& at) {
  if (at.line == 0) return text;
  text += " at " + (at.file.empty() ? std::string("<program>") : at.file);
  return text + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace

std::string PlaceOf(Module& module, OpId op) {
  DiagnosticSink sink(&module.source());
  sink.Error(module, op, {}, {});
  return WithPosition(std::string(ShortName(OpName(module, op))), sink.diagnostics().front().position);
}

std::string SourcePlaceOf(Module& module, OpId op) {
  const SourcePosition at = PositionOf(module, module.op(op).loc);
  return at.line == 0 ? PlaceOf(module, op) : WithPosition(std::string(ShortName(OpName(module, op))), at);
}

}  // namespace cppjrt::stablehlo
