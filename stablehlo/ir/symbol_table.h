// SymbolTable: the ops of a block that have a name ("sym_name"): functions, sdy.mesh and the like.
//
// A snapshot: built in one pass over the block, not kept up to date.
#ifndef CPPJRT_STABLEHLO_IR_SYMBOL_TABLE_H_
#define CPPJRT_STABLEHLO_IR_SYMBOL_TABLE_H_

#include <string_view>
#include <unordered_map>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class SymbolTable {
 public:
  // The symbols of module.body().
  explicit SymbolTable(const Module& module) : SymbolTable(module, module.body()) {}
  SymbolTable(const Module& module, BlockId block);

  // The op of that name, or none. Of several the first.
  OpId Find(std::string_view name) const;
  // What a symbol reference of one element (@f) names, or none; nested references are not followed.
  OpId Find(const AttrTable& attrs, AttrId reference) const;
  // An op whose name an earlier op has, or none: for the verifier.
  OpId duplicate() const { return duplicate_; }

 private:
  std::unordered_map<std::string_view, OpId> symbols_;
  OpId duplicate_;
};

// The symbol name of an op, or empty.
std::string_view SymbolName(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_SYMBOL_TABLE_H_
