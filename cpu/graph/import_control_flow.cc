// Loops and branches, tuples and tokens.
#include "cpu/graph/importer.h"

namespace cppjrt::cpu {

Status ImportCase(OpImport& op) {
  std::vector<Body*> branches;
  for (size_t i = 0; i < op.op().regions().size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Body * branch, op.Region(i));
    branches.push_back(branch);
  }
  op.ReturnAll(op.body().Add(NodeKind::kCase, op.ResultShapes(), {op.In(0)}, {}, std::move(branches)));
  return OkStatus();
}

// A case of two; true is the first.
Status ImportIf(OpImport& op) {
  Body& body = op.body();
  const Value first = body.SplatInt(ElementType::kI32, {}, 0);
  const Value second = body.SplatInt(ElementType::kI32, {}, 1);
  const Value index = body.Elementwise(ElementOp::kSelect, {op.In(0), first, second});
  CPPJRT_ASSIGN_OR_RETURN(Body * yes, op.Region(0));
  CPPJRT_ASSIGN_OR_RETURN(Body * no, op.Region(1));
  op.ReturnAll(body.Add(NodeKind::kCase, op.ResultShapes(), {index}, {}, {yes, no}));
  return OkStatus();
}

Status ImportWhile(OpImport& op) {
  CPPJRT_ASSIGN_OR_RETURN(Body * condition, op.Region(0));
  CPPJRT_ASSIGN_OR_RETURN(Body * step, op.Region(1));
  op.ReturnAll(op.body().Add(NodeKind::kWhile, op.ResultShapes(), op.Inputs(), WhileAttrs(), {condition, step}));
  return OkStatus();
}

Status ImportTuple(OpImport& op) {
  std::vector<Value> leaves;
  for (const ValueId operand : op.op().operands()) {
    const std::vector<Value> more = op.importer().Leaves(operand);
    leaves.insert(leaves.end(), more.begin(), more.end());
  }
  op.importer().SetLeaves(op.op().result(0), leaves);
  return OkStatus();
}

Status ImportGetTupleElement(OpImport& op) {
  const std::vector<Value> leaves = op.importer().Leaves(op.op().operands()[0]);
  const auto index = static_cast<size_t>(op.I64("index"));
  std::vector<Shape> before;
  for (size_t i = 0; i < index; ++i) op.importer().AppendShapes(op.types().member(op.operand_type(0), i), before);
  std::vector<Shape> mine;
  op.importer().AppendShapes(op.result_type(), mine);
  op.importer().SetLeaves(op.op().result(0), std::span(leaves).subspan(before.size(), mine.size()));
  return OkStatus();
}

Status ImportIdentity(OpImport& op) {
  for (size_t i = 0; i < op.num_results(); ++i) op.Return(op.In(i), i);
  return OkStatus();
}

// Nodes with effects stay in their order, so a token needs to know of nothing.
Status ImportToken(OpImport& op) {
  op.Return({op.body().Add(NodeKind::kConstant, op.ResultShapes(), {}, ConstantAttrs()), 0});
  return OkStatus();
}

}  // namespace cppjrt::cpu
