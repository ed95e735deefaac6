#include "stablehlo/ir/symbol_table.h"

namespace cppjrt::stablehlo {

std::string_view SymbolName(const Module& module, OpId op) {
  const AttrId name = module.attr(op, "sym_name");
  return module.attrs().Is(name, AttrKind::kString) ? module.attrs().string(name) : std::string_view();
}

SymbolTable::SymbolTable(const Module& module, BlockId block) {
  if (!block) return;
  for (OpId op : module.ops(block)) {
    const std::string_view name = SymbolName(module, op);
    if (name.empty()) continue;
    const bool is_new = symbols_.emplace(name, op).second;
    if (!is_new && !duplicate_) duplicate_ = op;
  }
}

OpId SymbolTable::Find(std::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? OpId() : found->second;
}

OpId SymbolTable::Find(const AttrTable& attrs, AttrId reference) const {
  if (!attrs.Is(reference, AttrKind::kSymbolRef) || attrs.size(reference) != 1) return OpId();
  return Find(attrs.symbol(reference));
}

}  // namespace cppjrt::stablehlo
