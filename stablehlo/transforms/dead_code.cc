#include "stablehlo/transforms/dead_code.h"

#include <ranges>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/call_sites.h"

namespace cppjrt::stablehlo {
namespace {

bool HasOwnEffect(const Module& module, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  if (opcode == Opcode::kUnregistered) return true;
  const OpInfo& info = Info(opcode);
  const Trait harmless[] = {Trait::kPure, Trait::kRegionEffects, Trait::kTerminator};
  return std::ranges::none_of(harmless, [&](Trait t) { return Has(info, t); });
}

class DeadOps {
 public:
  explicit DeadOps(Module& module)
      : module_(module), has_effect_(module.num_ops(), false), uses_(module.num_values(), 0) {}

  void Run() {
    std::vector<OpId> ops;
    for (const OpId op : PreOrder(module_, module_.root())) {
      ops.push_back(op);
      for (const ValueId v : module_.op(op).operands()) ++uses_[v.index()];
    }
    // Backwards: what is inside an op, and what uses its results, comes before it.
    for (const OpId op : ops | std::views::reverse) Visit(op);
  }

 private:
  void Visit(OpId op) {
    const OpId parent = module_.parent(op);
    const bool has_effect = has_effect_[op.index()] || HasOwnEffect(module_, op);
    if (!has_effect && !IsNeeded(op)) return Remove(op);
    if (has_effect && parent.valid()) has_effect_[parent.index()] = true;
  }

  bool IsNeeded(OpId op) const {
    if (Is(module_, op, Trait::kTerminator)) return true;
    return std::ranges::any_of(module_.op(op).results(), [this](ValueId v) { return uses_[v.index()] > 0; });
  }

  void Remove(OpId op) {
    for (const OpId inner : PreOrder(module_, op)) {
      for (const ValueId v : module_.op(inner).operands()) --uses_[v.index()];
    }
    module_.Erase(op);
  }

  Module& module_;
  std::vector<bool> has_effect_;  // of what is inside, by op
  std::vector<uint32_t> uses_;    // by value
};

}  // namespace

void RemoveDeadOps(Module& module) { DeadOps(module).Run(); }

void RemoveDeadFunctions(Module& module, std::string_view entry) {
  const SymbolTable symbols(module);
  std::vector<bool> is_live(module.num_ops(), false);
  std::vector<OpId> pending;
  const auto mark = [&](OpId op) {
    if (!op.valid() || is_live[op.index()]) return;
    is_live[op.index()] = true;
    pending.push_back(op);
  };
  for (const OpId op : module.ops(module.body())) {
    const bool is_function = module.op(op).opcode == Opcode::kFunc;
    if (!is_function || !Function(module, op).is_private() || Function(module, op).name() == entry) mark(op);
  }
  while (!pending.empty()) {
    const OpId function = pending.back();
    pending.pop_back();
    for (const OpId op : PreOrder(module, function)) {
      ForEachSymbol(module, op, [&](AttrId symbol) { mark(symbols.Find(module.attrs(), symbol)); });
    }
  }
  for (const OpId op : OpsNow(module, module.body())) {
    if (!is_live[op.index()]) module.Erase(op);
  }
}

}  // namespace cppjrt::stablehlo
