#include "conform/semantics/batch.h"

#include <string>
#include <utility>
#include <vector>

#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/build.h"

namespace cppjrt::conform {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::Function;
using stablehlo::Module;
using stablehlo::NamedAttr;
using stablehlo::Opcode;
using stablehlo::OpId;
using stablehlo::TypeId;
using stablehlo::ValueId;

// The reference, or list of references, with every name prefixed; none if it is no such thing.
AttrId Prefixed(Module& module, AttrId attr, const std::string& prefix) {
  stablehlo::AttrTable& attrs = module.attrs();
  if (attrs.Is(attr, AttrKind::kSymbolRef)) return attrs.SymbolRef(prefix + std::string(attrs.symbol(attr)));
  if (!attrs.Is(attr, AttrKind::kArray) || attrs.size(attr) == 0) return AttrId();
  std::vector<AttrId> elements;
  for (size_t i = 0; i < attrs.size(attr); ++i) {
    if (!attrs.Is(attrs.element(attr, i), AttrKind::kSymbolRef)) return AttrId();
    elements.push_back(Prefixed(module, attrs.element(attr, i), prefix));
  }
  return attrs.Array(elements);
}

void PrefixReferences(Module& module, OpId function, const std::string& prefix) {
  for (const OpId op : stablehlo::PreOrder(module, function)) {
    const std::vector<NamedAttr> attributes(module.op(op).attributes().begin(), module.op(op).attributes().end());
    for (const NamedAttr& attr : attributes) {
      const AttrId renamed = Prefixed(module, attr.value, prefix);
      if (renamed.valid()) module.set_attr(op, module.name(attr.name), renamed);
    }
  }
}

// Copies the functions of one program.
Status CopyFunctions(Module& from, const std::string& prefix, Module& to) {
  stablehlo::Cloner cloner(from, &to);
  for (const OpId op : from.ops(from.body())) {
    if (from.op(op).opcode != Opcode::kFunc) return UnimplementedError("the program has symbols that are no functions");
    const OpId copy = cloner.CloneOp(op);
    to.Insert(copy, to.body());
    const std::string name = prefix + std::string(Function(to, copy).name());
    to.set_attr(copy, "sym_name", to.attrs().String(std::string_view(name)));
    to.set_attr(copy, "sym_visibility", to.attrs().String(std::string_view("private")));
    PrefixReferences(to, copy, prefix);
  }
  return OkStatus();
}

}  // namespace

StatusOr<Module> Merge(std::span<Module* const> programs) {
  Module whole;
  MakeModule(whole);
  std::vector<TypeId> inputs;
  std::vector<TypeId> results;
  std::vector<TypeId> types;  // of the programs' @main
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::string prefix = "t" + std::to_string(i) + "_";
    CPPJRT_RETURN_IF_ERROR(CopyFunctions(*programs[i], prefix, whole));
    const OpId main = stablehlo::SymbolTable(whole).Find(prefix + "main");
    if (!main.valid()) return InvalidArgumentError("a program without @main");
    const TypeId type = Function(whole, main).type();
    types.push_back(type);
    for (size_t k = 0; k < whole.types().num_inputs(type); ++k) inputs.push_back(whole.types().input(type, k));
    for (size_t k = 0; k < whole.types().num_results(type); ++k) results.push_back(whole.types().result(type, k));
  }
  const OpId main = MakeFunction(whole, "main", inputs, results);
  const stablehlo::BlockId body = whole.entry_block(main);
  stablehlo::OpBuilder builder(&whole);
  builder.SetInsertionPoint(body);
  std::vector<ValueId> returned;
  size_t used = 0;
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::string name = "t" + std::to_string(i) + "_main";
    const NamedAttr callee[] = {{whole.names().Intern("callee"), whole.attrs().SymbolRef(name)}};
    const size_t count = whole.types().num_inputs(types[i]);
    const std::vector<ValueId> operands(whole.block(body).args.begin() + static_cast<ptrdiff_t>(used),
                                        whole.block(body).args.begin() + static_cast<ptrdiff_t>(used + count));
    used += count;
    std::vector<TypeId> result_types;
    for (size_t k = 0; k < whole.types().num_results(types[i]); ++k) {
      result_types.push_back(whole.types().result(types[i], k));
    }
    stablehlo::OpState state;
    state.opcode = Opcode::kCall;
    state.operands = operands;
    state.result_types = result_types;
    state.inherent = callee;
    const OpId call = builder.Create(state);
    for (const ValueId result : whole.op(call).results()) returned.push_back(result);
  }
  stablehlo::OpState state;
  state.opcode = Opcode::kFuncReturn;
  state.operands = returned;
  builder.Create(state);
  return whole;
}

}  // namespace cppjrt::conform
