#include "stablehlo/transforms/tuple_calls.h"

#include <vector>

#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

bool GivesOneTuple(const Module& module, OpId op) {
  if (module.op(op).opcode != Opcode::kCustomCall || module.op(op).results().size() != 1) return false;
  const TypeTable& types = module.types();
  const TypeId result = module.type(module.op(op).result(0));
  if (types.kind(result) != TypeKind::kTuple) return false;
  for (size_t i = 0; i < types.num_members(result); ++i) {
    if (types.kind(types.member(result, i)) == TypeKind::kTuple) return false;
  }
  return true;
}

}  // namespace

Status SplitTupleCalls(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    if (!GivesOneTuple(module, op)) continue;
    Emitter& emit = rewriter.At(op);
    const TypeId tuple = module.type(module.op(op).result(0));
    std::vector<TypeId> members;
    for (size_t i = 0; i < module.types().num_members(tuple); ++i) members.push_back(module.types().member(tuple, i));
    const std::span<const ValueId> operands = module.op(op).operands();
    const std::vector<ValueId> results = emit.CreateLike(op, std::vector(operands.begin(), operands.end()), members);
    rewriter.Replace(op, {emit.Value(Opcode::kTuple, results, tuple)});
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
