#include "stablehlo/transforms/async.h"

#include <vector>

#include "stablehlo/op/call_target.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

// JAX's wish that one operand be there before the other, of compilers that schedule.
bool IsOrder(const Module& module, OpId op) {
  return module.op(op).num_results == 0 && CallTargetName(module, op) == "control_dep";
}

// By value: whether it is a future that something else than async_done takes.
std::vector<bool> Travelling(const Module& module, const std::vector<OpId>& ops) {
  std::vector<bool> travels(module.num_values());
  for (const OpId op : ops) {
    if (module.op(op).opcode == Opcode::kAsyncDone || IsOrder(module, op)) continue;
    for (const ValueId operand : module.op(op).operands()) travels[operand.index()] = true;
  }
  return travels;
}

// Moves what the region has in front of the op; gives what the region returns.
std::vector<ValueId> Unpack(Rewriter& rewriter, OpId start) {
  Module& module = rewriter.module();
  const BlockId body = module.entry_block(start);
  const std::vector<ValueId> operands(module.op(start).operands().begin(), module.op(start).operands().end());
  const std::vector<ValueId> arguments(module.block(body).args.begin(), module.block(body).args.end());
  for (size_t i = 0; i < arguments.size() && i < operands.size(); ++i) rewriter.Map(arguments[i], operands[i]);
  const OpId terminator = module.last_op(body);
  const std::vector<ValueId> returned(module.op(terminator).operands().begin(), module.op(terminator).operands().end());
  module.Erase(terminator);
  module.Splice(body, module.op(start).block, start);
  return returned;
}

}  // namespace

Status JoinAsync(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  const std::vector<OpId> ops = rewriter.Ops();
  const std::vector<bool> travels = Travelling(module, ops);
  const auto joins = [&](OpId start) {
    return start.valid() && module.op(start).opcode == Opcode::kAsyncStart && module.op(start).num_results == 1 &&
           module.entry_block(start).valid() && !travels[module.op(start).result(0).index()];
  };
  std::vector<std::vector<ValueId>> returned(module.num_values());  // by future
  for (const OpId op : ops) {
    if (IsOrder(module, op)) rewriter.Erase(op);
    if (!joins(op)) continue;
    returned[module.op(op).result(0).index()] = Unpack(rewriter, op);
    rewriter.Erase(op);
  }
  for (const OpId op : ops) {
    if (module.op(op).opcode != Opcode::kAsyncDone) continue;
    const ValueId future = module.op(op).operands()[0];
    if (joins(module.defining_op(future))) rewriter.Replace(op, returned[future.index()]);
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
