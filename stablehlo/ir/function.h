// Function: a func.func op seen as a function.
//
//   for (OpId op : module.ops(module.body())) {
//     Function f(module, op);                 // REQUIRES: op is a func.func
//     f.name(); f.type(); f.body();           // body() is none for a declaration
//   }
#ifndef CPPJRT_STABLEHLO_IR_FUNCTION_H_
#define CPPJRT_STABLEHLO_IR_FUNCTION_H_

#include <string_view>

#include "stablehlo/ir/module.h"
#include "stablehlo/ir/symbol_table.h"

namespace cppjrt::stablehlo {

class Function {
 public:
  Function(const Module& module, OpId op) : module_(&module), op_(op) {}

  OpId op() const { return op_; }
  std::string_view name() const { return SymbolName(*module_, op_); }
  // The function type; none if the op lacks it.
  TypeId type() const {
    const AttrId type = module_->attr(op_, "function_type");
    return module_->attrs().Is(type, AttrKind::kType) ? module_->attrs().type(type) : TypeId();
  }
  bool is_private() const {
    const AttrId visibility = module_->attr(op_, "sym_visibility");
    return module_->attrs().Is(visibility, AttrKind::kString) && module_->attrs().string(visibility) == "private";
  }
  // The block of the body, or none.
  BlockId body() const { return module_->entry_block(op_); }
  std::span<const ValueId> arguments() const {
    return body() ? std::span<const ValueId>(module_->block(body()).args) : std::span<const ValueId>();
  }
  // The dictionary of attributes of an argument or result, or none.
  AttrId argument_attrs(size_t i) const { return DictionaryAt("arg_attrs", i); }
  AttrId result_attrs(size_t i) const { return DictionaryAt("res_attrs", i); }

 private:
  AttrId DictionaryAt(std::string_view list_name, size_t i) const {
    const AttrId list = module_->attr(op_, list_name);
    const bool has = module_->attrs().Is(list, AttrKind::kArray) && i < module_->attrs().size(list);
    return has ? module_->attrs().element(list, i) : AttrId();
  }

  const Module* module_;
  OpId op_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_FUNCTION_H_
