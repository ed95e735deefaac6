#include "stablehlo/eval/call_graph.h"

#include <algorithm>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// Of the names in a cycle; more say nothing.
constexpr size_t kNamesShown = 8;

AttrId CalleeOf(const Module& module, OpId op) {
  switch (module.op(op).opcode) {
    case Opcode::kCall:
      return module.attr(op, "callee");
    case Opcode::kComposite:
      return module.attr(op, "decomposition");
    default:
      return AttrId();
  }
}

}  // namespace

CallGraph::CallGraph(const Module& module) {
  std::unordered_map<std::string_view, OpId> by_name;
  std::vector<OpId> functions;
  for (const OpId op : module.ops(module.body())) {
    if (module.op(op).opcode != Opcode::kFunc) continue;
    functions.push_back(op);
    by_name.emplace(SymbolName(module, op), op);
  }
  for (const OpId function : functions) AddFunction(module, function, by_name);
  for (const OpId function : functions) Visit(module, function);
}

void CallGraph::AddFunction(const Module& module, OpId function,
                            const std::unordered_map<std::string_view, OpId>& by_name) {
  std::vector<OpId>& callees = callees_[function];
  for (const OpId op : PreOrder(module, function)) {
    const AttrId callee = CalleeOf(module, op);
    if (!module.attrs().Is(callee, AttrKind::kSymbolRef)) continue;
    const auto found = by_name.find(module.attrs().symbol(callee));
    if (found != by_name.end()) callees.push_back(found->second);
  }
  std::ranges::sort(callees);
  callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
}

std::span<const OpId> CallGraph::callees(OpId function) const {
  const auto found = callees_.find(function);
  return found == callees_.end() ? std::span<const OpId>() : std::span<const OpId>(found->second);
}

std::string CallGraph::CycleThrough(OpId function) const {
  const auto found = cycles_.find(function);
  return found == cycles_.end() ? std::string() : found->second;
}

void CallGraph::NoteCycle(const Module& module, std::span<const OpId> path, OpId again) {
  const std::span<const OpId> cycle = path.subspan(static_cast<size_t>(std::ranges::find(path, again) - path.begin()));
  std::string text;
  for (const OpId function : cycle.first(std::min(cycle.size(), kNamesShown))) {
    text += std::string(SymbolName(module, function)) + " -> ";
  }
  if (cycle.size() > kNamesShown) text += "… -> ";
  text += SymbolName(module, again);
  for (const OpId function : cycle) cycles_.emplace(function, text);
}

// Depth first, with a list of what is begun instead of recursion.
void CallGraph::Visit(const Module& module, OpId root) {
  std::vector<OpId> path;
  std::vector<size_t> next;
  const auto begin = [&](OpId function) {
    if (const auto [at, is_new] = done_.emplace(function, false); !is_new) {
      if (!at->second) NoteCycle(module, path, function);
      return;
    }
    path.push_back(function);
    next.push_back(0);
  };
  begin(root);
  while (!path.empty()) {
    const OpId function = path.back();
    const std::span<const OpId> list = callees(function);
    if (next.back() < list.size()) {
      begin(list[next.back()++]);
      continue;
    }
    done_[function] = true;
    order_.push_back(function);
    path.pop_back();
    next.pop_back();
  }
}

}  // namespace cppjrt::stablehlo
