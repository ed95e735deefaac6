// Who refers to which function.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_CALL_SITES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_CALL_SITES_H_

#include <string_view>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// The symbol references in an attribute, arrays looked into however deep they are.
inline std::vector<AttrId> SymbolsIn(const AttrTable& attrs, AttrId attr) {
  std::vector<AttrId> symbols;
  std::vector<AttrId> pending = {attr};
  while (!pending.empty()) {
    const AttrId next = pending.back();
    pending.pop_back();
    if (attrs.Is(next, AttrKind::kSymbolRef)) symbols.push_back(next);
    if (!attrs.Is(next, AttrKind::kArray)) continue;
    for (size_t i = 0; i < attrs.size(next); ++i) pending.push_back(attrs.element(next, i));
  }
  return symbols;
}

// Calls `visit(AttrId)` for each symbol reference among the attributes of an op: callee, decomposition,
// called_computations, programs, …
template <typename Visit>
void ForEachSymbol(const Module& module, OpId op, Visit visit) {
  for (const NamedAttr attr : module.op(op).attributes()) {
    const AttrKind kind = module.attrs().kind(attr.value);
    if (kind == AttrKind::kSymbolRef) visit(attr.value);
    if (kind != AttrKind::kArray) continue;
    for (const AttrId symbol : SymbolsIn(module.attrs(), attr.value)) visit(symbol);
  }
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_CALL_SITES_H_
