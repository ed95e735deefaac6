// Short forms of a few ops outside of the op table that StableHLO programs are mixed with. They become unregistered ops
// and print in generic form.
//
//   arith.constant dense<0> : tensor<2xi32>     "arith.constant"() <{value = …}> : () -> tensor<2xi32>
//   func.constant @f : () -> ()                 "func.constant"() <{value = @f}> : () -> (() -> ())
//   call_indirect %f(%a) : (t) -> t             "func.call_indirect"(%f, %a) : ((t) -> t, t) -> t
#include <algorithm>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

TypeId TypeOfValue(const AttrTable& attrs, AttrId value) {
  return attrs.Is(value, AttrKind::kBool) ? scalar::kI1 : attrs.type(value);
}

}  // namespace

bool Parser::ParseForeignConstant(OpParts& parts) {
  if (!ParseOptionalAttrDict(parts)) return false;
  const uint32_t at = lexer_.NextOffset();
  const AttrId value = ParseAttribute();
  if (!value) return false;
  TypeId type = TypeOfValue(attrs(), value);
  if (lexer_.TryChar(':')) type = ParseType();
  if (!type) return Error(at, "expected a value with a type");
  AddAttr(parts, "value", value);
  SetResultTypes(parts, {&type, 1});
  return true;
}

bool Parser::ParseCallIndirect(OpParts& parts) {
  const auto operand = [this, &parts] { return ParseOperand(parts); };
  if (!operand() || !Expect('(') || !ParseList(')', operand) || !ParseOptionalAttrDict(parts) || !Expect(':'))
    return false;
  const uint32_t at = lexer_.NextOffset();
  const TypeId callee = ParseType();
  if (!callee) return false;
  if (types().kind(callee) != TypeKind::kFunction) return Error(at, "expected a function type");
  std::vector<TypeId> operands = {callee};
  for (size_t i = 0; i < types().num_inputs(callee); ++i) operands.push_back(types().input(callee, i));
  std::vector<TypeId> results;
  for (size_t i = 0; i < types().num_results(callee); ++i) results.push_back(types().result(callee, i));
  SetResultTypes(parts, results);
  return CheckOperandTypes(parts, operands, at);
}

Parser::ForeignForm Parser::FindForeignForm(std::string_view name) {
  struct Row {
    std::string_view name;
    ForeignForm form;
  };
  static constexpr Row kRows[] = {
      {"arith.constant", {"arith.constant", &Parser::ParseForeignConstant}},
      {"func.constant", {"func.constant", &Parser::ParseForeignConstant}},
      {"constant", {"func.constant", &Parser::ParseForeignConstant}},
      {"func.call_indirect", {"func.call_indirect", &Parser::ParseCallIndirect}},
      {"call_indirect", {"func.call_indirect", &Parser::ParseCallIndirect}},
  };
  const auto found = std::ranges::find(kRows, name, &Row::name);
  return found == std::end(kRows) ? ForeignForm() : found->form;
}

}  // namespace cppjrt::stablehlo::text
