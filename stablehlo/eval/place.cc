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

}  // namespace

std::string PlaceOf(Module& module, OpId op) {
  std::string text(ShortName(OpName(module, op)));
  DiagnosticSink sink(&module.source());
  sink.Error(module, op, {}, {});
  const SourcePosition& at = sink.diagnostics().front().position;
  if (at.line == 0) return text;
  text += " at " + (at.file.empty() ? std::string("<program>") : at.file);
  return text + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

}  // namespace cppjrt::stablehlo
