#include "stablehlo/verify/symbol_checks.h"

#include <algorithm>

#include "stablehlo/ir/function.h"
#include "stablehlo/verify/alias_checks.h"

namespace cppjrt::stablehlo {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsWord(char c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '_'; }

// A namespace, then names behind dots: "my_namespace.my_op", "a.b.$c".
bool IsNamespacedName(std::string_view name) {
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos || dot == 0 || !IsLetter(name[0])) return false;
  if (!std::ranges::all_of(name.substr(0, dot), IsWord)) return false;
  bool fresh = true;  // behind a dot
  for (char c : name.substr(dot + 1)) {
    if (c == '.' ? fresh : !IsWord(c) && c != '$') return false;
    fresh = c == '.';
  }
  return !fresh;
}

std::string SymbolText(const Module& module, AttrId reference) {
  std::string text;
  for (size_t i = 0; i < module.attrs().size(reference); ++i) {
    text += Cat(i == 0 ? "@" : "::@", module.name(module.attrs().path(reference, i)));
  }
  return text;
}

// The function that a reference names, or none.
OpId FindFunction(const OpView& op, const SymbolTable& symbols, AttrId reference) {
  const OpId found = symbols.Find(op.attrs(), reference);
  return found && op.module().op(found).opcode == Opcode::kFunc ? found : OpId();
}

// The function type, or none, reported.
TypeId TypeOfFunction(const OpView& op, const SymbolTable& symbols, AttrId reference, std::string_view label) {
  const OpId function = FindFunction(op, symbols, reference);
  const TypeId type = function ? Function(op.module(), function).type() : TypeId();
  if (type && op.types().kind(type) == TypeKind::kFunction) return type;
  op.Fail(label, Cat("function ", SymbolText(op.module(), reference),
                     " is not found, expected a reference to a function of this module"));
  return TypeId();
}

std::vector<TypeId> InputsOf(const TypeTable& types, TypeId function) {
  std::vector<TypeId> inputs;
  for (size_t i = 0; i < types.num_inputs(function); ++i) inputs.push_back(types.input(function, i));
  return inputs;
}

std::vector<TypeId> ResultsOf(const TypeTable& types, TypeId function) {
  std::vector<TypeId> results;
  for (size_t i = 0; i < types.num_results(function); ++i) results.push_back(types.result(function, i));
  return results;
}

// Two lists of types, which must be the same. `kind` is "operand" or "result".
bool CheckSameTypes(const OpView& op, std::string_view label, std::string_view kind, std::span<const TypeId> actual,
                    std::string_view of, std::span<const TypeId> expected) {
  if (actual.size() != expected.size()) {
    return op.Fail(label,
                   Cat("has ", Count(actual.size(), kind), ", ", of, " has ", expected.size(), ", expected as many"));
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    if (actual[i] == expected[i]) continue;
    return op.Fail(label, Cat(kind, " ", i, " has type ", op.Text(actual[i]), ", in ", of, " it has type ",
                              op.Text(expected[i]), ", expected the same"));
  }
  return true;
}

bool CheckCall(const OpView& op, const SymbolTable& symbols, std::string_view attr_name, std::string_view of,
               std::string_view symbol_label, std::string_view operand_label, std::string_view result_label) {
  const TypeId type = TypeOfFunction(op, symbols, op.attr(attr_name), symbol_label);
  return type && CheckSameTypes(op, operand_label, "operand", op.operand_types(), of, InputsOf(op.types(), type)) &&
         CheckSameTypes(op, result_label, "result", op.result_types(), of, ResultsOf(op.types(), type));
}

bool CheckComposite(const OpView& op, const SymbolTable& symbols) {
  if (!IsNamespacedName(op.String("name"))) {
    return op.Fail(
        1, Cat("name is \"", op.String("name"), "\", expected a namespaced op name such as \"my_namespace.my_op\""));
  }
  return CheckCall(op, symbols, "decomposition", "the decomposition", "composite_c2", "composite_c3", "composite_c4");
}

// A mesh that replica_groups name must exist.
bool CheckMesh(const OpView& op, const SymbolTable& symbols) {
  const AttrId groups = op.attr("replica_groups");
  if (!op.attrs().Is(groups, AttrKind::kStruct)) return true;
  const AttrId mesh = op.attrs().field(groups, 0);
  if (!op.attrs().Is(mesh, AttrKind::kSymbolRef) || symbols.Find(op.attrs(), mesh)) return true;
  return op.Fail({}, Cat("mesh symbol ", SymbolText(op.module(), mesh), " of replica_groups is not found"));
}

// ---- interpreter.run_parallel

bool CheckInfeedFunctions(const OpView& op, const SymbolTable& symbols) {
  const AttrId infeed = op.attr("infeed");
  if (!infeed) return true;
  if (op.attrs().size(infeed) == 0) return op.Fail({}, "infeed is empty, expected functions or no infeed attribute");
  for (size_t i = 0; i < op.attrs().size(infeed); ++i) {
    const AttrId reference = op.attrs().element(infeed, i);
    const TypeId type = TypeOfFunction(op, symbols, reference, {});
    if (!type) return false;
    const std::vector<TypeId> results = ResultsOf(op.types(), type);
    if (results.size() == 1 && IsShaped(op.types(), results[0])) continue;
    return op.Fail({}, Cat("infeed function ", SymbolText(op.module(), reference), " returns ", op.Text(results),
                           ", expected it to return 1 tensor"));
  }
  return true;
}

bool CheckRunParallel(const OpView& op, const SymbolTable& symbols) {
  const AttrTable& attrs = op.attrs();
  const AttrId grid = op.attr("programs");
  if (attrs.size(grid) == 0 || attrs.size(attrs.element(grid, 0)) == 0) {
    return op.Fail({}, "programs is empty, expected at least one program");
  }
  const size_t width = attrs.size(attrs.element(grid, 0));
  size_t inputs = 0;
  size_t results = 0;
  for (size_t r = 0; r < attrs.size(grid); ++r) {
    const AttrId row = attrs.element(grid, r);
    if (attrs.size(row) != width) {
      return op.Fail({}, Cat("size of the second dimension of programs is ", attrs.size(row), " in row ", r,
                             ", expected that of the first row, ", width));
    }
    for (size_t p = 0; p < width; ++p) {
      const TypeId type = TypeOfFunction(op, symbols, attrs.element(row, p), {});
      if (!type) return false;
      inputs += op.types().num_inputs(type);
      results += op.types().num_results(type);
    }
  }
  if (op.num_operands() != inputs) {
    return op.Fail({}, Cat("number of inputs is ", op.num_operands(),
                           ", expected the number of arguments of all programs, ", inputs));
  }
  if (op.num_results() != results) {
    return op.Fail({}, Cat("number of results is ", op.num_results(),
                           ", expected the number of results of all programs, ", results));
  }
  return CheckInfeedFunctions(op, symbols);
}

bool CheckAttrList(const OpView& op, std::string_view name, size_t expected) {
  const AttrId list = op.attr(name);
  if (!list || op.attrs().size(list) == 0 || op.attrs().size(list) == expected) return true;
  return op.Fail({}, Cat(name, " has ", op.attrs().size(list), " elements, expected ", expected));
}

}  // namespace

bool CheckSymbolUses(const OpView& op, const SymbolTable& symbols) {
  switch (op.opcode()) {
    case Opcode::kCall:
      return CheckCall(op, symbols, "callee", "the function", {}, {}, {});
    case Opcode::kComposite:
      return CheckComposite(op, symbols);
    case Opcode::kInterpreterRunParallel:
      return CheckRunParallel(op, symbols);
    default:
      return CheckMesh(op, symbols);
  }
}

bool CheckFunction(const OpView& op, OpId function) {
  const Function f(op.module(), function);
  const TypeTable& types = op.types();
  const TypeId type = f.type();
  if (!CheckAttrList(op, "arg_attrs", types.num_inputs(type)) ||
      !CheckAttrList(op, "res_attrs", types.num_results(type)) || !CheckAliases(op, function)) {
    return false;
  }
  if (!f.body()) {
    if (f.is_private()) return true;
    return op.Fail({}, Cat("@", f.name(), " has no body, expected one because it is not private"));
  }
  const std::vector<TypeId> arguments = op.argument_types(0);
  return CheckSameTypes(op, {}, "argument", arguments, "the function's type", InputsOf(types, type));
}

bool CheckFunctionReturn(const OpView& op, OpId function) {
  const TypeId type = Function(op.module(), function).type();
  if (!type || op.types().kind(type) != TypeKind::kFunction) return true;  // reported at the function
  return CheckSameTypes(op, {}, "operand", op.operand_types(), "the function's type", ResultsOf(op.types(), type));
}

}  // namespace cppjrt::stablehlo
