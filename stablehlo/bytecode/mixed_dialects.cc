#include "stablehlo/bytecode/mixed_dialects.h"

#include <vector>

#include "stablehlo/ir/builder.h"
#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

bool IsCast(const Module& module, OpId op) { return module.op(op).opcode == Opcode::kUnrealizedConversionCast; }

class CastInserter {
 public:
  explicit CastInserter(Module* module) : module_(*module), builder_(module), casts_(module->num_values()) {}

  void Run() {
    std::vector<OpId> ops;
    for (OpId op : PreOrder(module_, module_.root())) ops.push_back(op);
    for (OpId op : ops) CastOperands(op);
  }

 private:
  void CastOperands(OpId op) {
    const bool foreign = IsForeign(module_, op);
    for (size_t i = 0; i < module_.op(op).operands().size(); ++i) {
      const ValueId operand = module_.op(op).operands()[i];
      if (HasForeignType(module_, operand) == foreign) continue;
      module_.set_operand(op, i, foreign ? CastBefore(op, operand) : CastOnce(operand));
    }
  }

  ValueId Cast(ValueId value, LocId loc) {
    builder_.SetLocation(loc);
    return builder_.CreateValue(Opcode::kUnrealizedConversionCast, {value}, module_.type(value));
  }

  ValueId CastBefore(OpId op, ValueId value) {
    builder_.SetInsertionPointBefore(op);
    return Cast(value, module_.op(op).loc);
  }

  // Behind the definition, for all users.
  ValueId CastOnce(ValueId value) {
    ValueId& cast = casts_[value.index()];
    if (cast) return cast;
    LocId loc = kUnknownLoc;
    if (const OpId op = module_.defining_op(value)) {
      builder_.SetInsertionPointAfter(op);
      loc = module_.op(op).loc;
    } else {
      const BlockId block = module_.argument_block(value);
      builder_.SetInsertionPoint(block, module_.block(block).first_op);
    }
    return cast = Cast(value, loc);
  }

  Module& module_;
  OpBuilder builder_;
  std::vector<ValueId> casts_;  // by value
};

}  // namespace

bool IsForeign(const Module& module, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  return opcode != Opcode::kUnregistered && Info(opcode).dialect == "sdy";
}

bool HasForeignType(const Module& module, ValueId value) {
  // A cast goes from one to the other.
  bool flipped = false;
  OpId op = module.defining_op(value);
  for (; op && IsCast(module, op) && module.op(op).num_operands == 1; op = module.defining_op(value)) {
    flipped = !flipped;
    value = module.op(op).operands()[0];
  }
  if (op) return IsForeign(module, op) != flipped;
  const BlockId block = module.argument_block(value);
  return (block && IsForeign(module, module.region(module.block(block).region).op)) != flipped;
}

std::optional<Module> CopyWithCasts(Module& module) {
  bool any = false;
  for (OpId op : PreOrder(module, module.root())) any = any || IsForeign(module, op);
  if (!any) return std::nullopt;
  Module copy;
  copy.set_root(Cloner(module, &copy).CloneOp(module.root()));
  CastInserter(&copy).Run();
  return copy;
}

}  // namespace cppjrt::stablehlo::bytecode
