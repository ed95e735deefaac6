#include "stablehlo/ir/place.h"

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo {

std::string PlaceInFunction(const Module& module, OpId op) {
  OpId function = op;
  while (function && SymbolName(module, function).empty()) function = module.parent(function);
  if (!function || function == module.root()) return {};
  const std::string name = " of @" + std::string(SymbolName(module, function)) + ")";
  size_t number = 0;
  for (OpId inner : PreOrder(module, function)) {
    if (inner == op) break;
    ++number;
  }
  return number == 0 ? std::string() : " (operation " + std::to_string(number) + name;
}

}  // namespace cppjrt::stablehlo
