// The CHLO ops that are more than a formula: chlo_broadcast.cc, chlo_array.cc, chlo_scan.cc, chlo_ragged_dot.cc. Each replaces
// one op through the rewriter; UNIMPLEMENTED, reported, where the op cannot be decomposed.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_CHLO_OPS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_CHLO_OPS_H_

#include "stablehlo/transforms/expr.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo::chlo {

// The operands of a broadcast_* op, all brought to the shape of its result (a scalar predicate of select stays).
StatusOr<std::vector<ValueId>> BroadcastOperands(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
// broadcast_add and its like, compare, complex and select: operands broadcast, then the StableHLO op.
Status DecomposeBroadcast(Rewriter& rewriter, OpId op, Opcode elementwise, DiagnosticSink& sink);

Status DecomposeConstant(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
Status DecomposeConstantLike(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
Status DecomposeTopK(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
Status DecomposeScan(Rewriter& rewriter, OpId op, DiagnosticSink& sink);
Status DecomposeRaggedDot(Rewriter& rewriter, OpId op, DiagnosticSink& sink);

// `values` sorted along their last dimension, the largest first, with the places they came from (i32), cut to the first k.
struct TopKResult {
  ValueId values;
  ValueId indices;
};
TopKResult TopK(Emitter& emit, ValueId values, int64_t k, bool is_stable, bool is_largest = true);

}  // namespace cppjrt::stablehlo::chlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_CHLO_OPS_H_
