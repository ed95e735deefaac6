// Forms that state the types of an op: @fn, @same, @type(x), @select, @complex, @tuple.
#include <algorithm>

#include "stablehlo/text/forms.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// A function type where a shorter form was possible.
bool IsFunction(Parser& p, TypeId type) { return p.types().kind(type) == TypeKind::kFunction; }

// ---- @fn

bool ParseFn(Parser& p, OpParts& parts, std::string_view) {
  // Parentheses may hold one function type that stands for the op's own.
  if (p.lexer().Peek() == '(') return p.ParseFunctionType(parts);
  return p.Expected("a function type, (…) -> …");
}

void PrintFn(Printer& p, OpId op, std::string_view) { p.FunctionType(op); }

// ---- @same: one type if all operands and results have it

bool ParseSame(Parser& p, OpParts& parts, std::string_view) {
  const uint32_t at = p.lexer().NextOffset();
  const TypeId type = p.ParseType();
  if (!type) return false;
  if (IsFunction(p, type)) {
    const size_t results = p.types().num_results(type);
    if (results != 1) return p.Error(at, "expected a single result, found " + std::to_string(results));
    return p.ApplyFunctionType(parts, type, at);
  }
  p.SetResultTypes(parts, {&type, 1});
  for (size_t i = 0; i < parts.operands.size(); ++i) {
    if (!p.CheckOperandType(parts, i, type)) return false;
  }
  return true;
}

void PrintSame(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const TypeId result = record.num_results == 1 ? p.module().type(record.result(0)) : TypeId();
  bool same = result.valid() && p.types().kind(result) != TypeKind::kFunction;
  for (ValueId operand : record.operands()) same = same && p.module().type(operand) == result;
  same ? p.Type(result) : p.FunctionType(op);
}

// ---- @type(x): of an operand group, or of results

bool ParseTypeOf(Parser& p, OpParts& parts, std::string_view name) {
  const uint32_t at = p.lexer().NextOffset();
  const int group = parts.info->FindOperand(name);
  const int result = parts.info->FindResult(name);
  const bool variadic = group >= 0    ? parts.info->operands[static_cast<size_t>(group)].variadic()
                        : result >= 0 ? parts.info->results[static_cast<size_t>(result)].variadic()
                                      : false;
  std::vector<TypeId> types;
  if (variadic) {
    if (!p.ParseTypes(types)) return false;
  } else {
    types.push_back(p.ParseType());
    if (!types[0]) return false;
  }
  if (group < 0) return p.SetResultTypes(parts, types), true;
  const auto g = static_cast<size_t>(group);
  const size_t begin = g == 0 ? 0 : parts.group_ends[g - 1];
  const size_t end = parts.group_ends[g];
  if (types.size() != end - begin) {
    return p.Error(at, std::to_string(end - begin) + " operands present, but expected " + std::to_string(types.size()) +
                           " from their types");
  }
  for (size_t i = begin; i < end; ++i) {
    if (!p.CheckOperandType(parts, i, types[i - begin])) return false;
  }
  return true;
}

void PrintTypeOf(Printer& p, OpId op, std::string_view name) {
  const OpInfo& info = Info(p.op(op).opcode);
  if (const int group = info.FindOperand(name); group >= 0) {
    return p.TypesOf(OperandGroup(p.module(), op, static_cast<size_t>(group)));
  }
  const ValueRange results = p.op(op).results();
  const int result = info.FindResult(name);
  if (result < 0 || info.results.size() == 1) {
    p.List(results, [&p](ValueId v) { p.Type(p.module().type(v)); });
  } else if (static_cast<size_t>(result) < results.size()) {
    p.Type(p.module().type(results[static_cast<size_t>(result)]));
  }
}

// ---- @select: predicate type, type of the rest

bool ParseSelect(Parser& p, OpParts& parts, std::string_view) {
  const uint32_t at = p.lexer().NextOffset();
  std::vector<TypeId> types;
  if (!p.ParseTypes(types)) return false;
  if (types.size() == 1 && IsFunction(p, types[0])) return p.ApplyFunctionType(parts, types[0], at);
  if (types.size() != 2 || parts.operands.size() != 3) {
    return p.Error(at, "expected a functional type or a list of two types, for three operands");
  }
  p.SetResultTypes(parts, {&types[1], 1});
  return p.CheckOperandType(parts, 0, types[0]) && p.CheckOperandType(parts, 1, types[1]) &&
         p.CheckOperandType(parts, 2, types[1]);
}

void PrintSelect(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const bool short_form = record.num_operands == 3 && record.num_results == 1 &&
                          p.module().type(record.operands()[1]) == p.module().type(record.result(0)) &&
                          p.module().type(record.operands()[2]) == p.module().type(record.result(0));
  if (!short_form) return p.FunctionType(op);
  p.TypesOf(record.operands().first(2));
}

// ---- @complex: the result type, whose parts are the operands'

TypeId PartType(Parser& p, TypeId type) {
  const TypeTable& types = p.types();
  if (!types.IsTensor(type) || !types.IsComplex(types.element_type(type))) return TypeId();
  const std::vector<int64_t> dims(types.dims(type).begin(), types.dims(type).end());
  return p.types().Tensor(dims, types.element_type(types.element_type(type)), types.encoding(type));
}

bool ParseComplex(Parser& p, OpParts& parts, std::string_view) {
  const uint32_t at = p.lexer().NextOffset();
  const TypeId type = p.ParseType();
  if (!type) return false;
  if (IsFunction(p, type)) return p.ApplyFunctionType(parts, type, at);
  const TypeId part = PartType(p, type);
  if (!part) return p.Error(at, "expected a tensor with complex element type, found '" + p.Spell(type) + "'");
  p.SetResultTypes(parts, {&type, 1});
  const TypeId parts_types[] = {part, part};
  return p.CheckOperandTypes(parts, parts_types, at);
}

void PrintComplex(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const TypeTable& types = p.types();
  const TypeId result = record.num_results == 1 ? p.module().type(record.result(0)) : TypeId();
  bool fits =
      result && types.IsTensor(result) && types.IsComplex(types.element_type(result)) && record.num_operands == 2;
  for (ValueId operand : record.operands()) {
    const TypeId type = p.module().type(operand);
    fits = fits && types.IsTensor(type) && std::ranges::equal(types.dims(type), types.dims(result)) &&
           types.encoding(type) == types.encoding(result) &&
           types.element_type(type) == types.element_type(types.element_type(result));
  }
  fits ? p.Type(result) : p.FunctionType(op);
}

// ---- @tuple: the result type, whose members are the operands'

bool ParseTuple(Parser& p, OpParts& parts, std::string_view) {
  const uint32_t at = p.lexer().NextOffset();
  const TypeId type = p.ParseType();
  if (!type) return false;
  if (IsFunction(p, type)) return p.ApplyFunctionType(parts, type, at);
  if (p.types().kind(type) != TypeKind::kTuple)
    return p.Error(at, "expected a tuple type, found '" + p.Spell(type) + "'");
  p.SetResultTypes(parts, {&type, 1});
  std::vector<TypeId> members;
  for (size_t i = 0; i < p.types().num_members(type); ++i) members.push_back(p.types().member(type, i));
  return p.CheckOperandTypes(parts, members, at);
}

void PrintTuple(Printer& p, OpId op, std::string_view) {
  const Op& record = p.op(op);
  const TypeId result = record.num_results == 1 ? p.module().type(record.result(0)) : TypeId();
  bool fits =
      result && p.types().kind(result) == TypeKind::kTuple && p.types().num_members(result) == record.num_operands;
  for (size_t i = 0; fits && i < record.num_operands; ++i) {
    fits = p.types().member(result, i) == p.module().type(record.operands()[i]);
  }
  fits ? p.Type(result) : p.FunctionType(op);
}

// clang-format off
constexpr Form kForms[] = {
    {"fn",      ParseFn,      PrintFn},
    {"same",    ParseSame,    PrintSame},
    {"type",    ParseTypeOf,  PrintTypeOf},
    {"select",  ParseSelect,  PrintSelect},
    {"complex", ParseComplex, PrintComplex},
    {"tuple",   ParseTuple,   PrintTuple},
};
// clang-format on

}  // namespace

std::span<const Form> TypeForms() { return kForms; }

}  // namespace cppjrt::stablehlo::text
