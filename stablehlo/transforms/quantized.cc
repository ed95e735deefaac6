#include "stablehlo/transforms/quantized.h"

#include <algorithm>

#include "stablehlo/op/infer_types.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

// Beside all elementwise ops.
constexpr Opcode kArithmetic[] = {
    Opcode::kBatchNormGrad,   Opcode::kBatchNormInference, Opcode::kBatchNormTraining, Opcode::kCholesky,
    Opcode::kConvolution,     Opcode::kDotGeneral,         Opcode::kDynamicConv,       Opcode::kIota,
    Opcode::kTriangularSolve,
};

bool IsArithmetic(Opcode opcode) {
  if (opcode == Opcode::kUnregistered) return false;
  if (opcode == Opcode::kUniformQuantize || opcode == Opcode::kUniformDequantize) return false;
  return Has(Info(opcode), Trait::kElementwise) || std::ranges::find(kArithmetic, opcode) != std::end(kArithmetic);
}

bool IsQuantized(const Module& module, ValueId v) {
  return module.types().IsQuantized(module.types().element_type(module.type(v)));
}

bool UsesQuantized(const Module& module, OpId op) {
  const Op& record = module.op(op);
  const auto is_quantized = [&](ValueId v) { return IsQuantized(module, v); };
  return std::ranges::any_of(record.operands(), is_quantized) || std::ranges::any_of(record.results(), is_quantized);
}

// A select whose values all have one quantized type only picks.
bool OnlyMoves(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.opcode != Opcode::kSelect) return false;
  const auto element = [&](ValueId v) { return module.types().element_type(module.type(v)); };
  return element(record.operands()[1]) == element(record.operands()[2]) &&
         element(record.operands()[1]) == element(record.result(0));
}

// The type with the floats its quantized elements stand for; other types as they are.
TypeId Expressed(Module& module, TypeId type) {
  const TypeId element = module.types().element_type(type);
  if (!module.types().IsQuantized(element)) return type;
  return WithElement(module, type, module.types().quantized(element).expressed);
}

void RewriteOp(Rewriter& rewriter, OpId op) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  std::vector<ValueId> operands;
  for (const ValueId v : module.op(op).operands()) {
    const bool is_quantized = IsQuantized(module, v);
    operands.push_back(is_quantized ? emit.Value(Opcode::kUniformDequantize, {v}, Expressed(module, module.type(v)))
                                    : v);
  }
  std::vector<TypeId> types;
  for (const ValueId v : module.op(op).results()) types.push_back(Expressed(module, module.type(v)));
  std::vector<ValueId> results;
  if (module.op(op).opcode == Opcode::kCompare) {  // without the compare_type, which is that of the storage
    const AttrId direction = module.attr(op, "comparison_direction");
    results = {emit.Value(Opcode::kCompare, operands, types[0], {{"comparison_direction", direction}})};
  } else {
    results = emit.CreateLike(op, operands, types);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const TypeId wanted = module.type(module.op(op).result(i));
    if (wanted != types[i]) results[i] = emit.Value(Opcode::kUniformQuantize, {results[i]}, wanted);
  }
  rewriter.Replace(op, results);
}

}  // namespace

Status DequantizeArithmetic(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    if (IsArithmetic(module.op(op).opcode) && UsesQuantized(module, op) && !OnlyMoves(module, op)) {
      RewriteOp(rewriter, op);
    }
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
