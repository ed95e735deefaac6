// Reductions, windows and sorts: ops with a body that combines or compares elements.
#include <algorithm>

#include "cpu/graph/importer.h"

namespace cppjrt::cpu {
namespace {

// A body may compute in wider types than those of the operands; then they are widened first, so that all types agree.
Status WidenTo(OpImport& op, const Body& combine, size_t n, std::vector<Value>& values) {
  if (combine.parameters.size() != 2 * n) return UnimplementedError("its body takes another number of values");
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = op.body().Convert(values[i], combine.parameters[i % n]->shape().type);
  }
  return OkStatus();
}

// `padding` is a list of pairs.
void ReadPadding(const OpImport& op, Dims& low, Dims& high, size_t rank) {
  const Dims padding = op.Numbers("padding");
  for (size_t i = 0; i < rank; ++i) {
    low.push_back(padding.empty() ? 0 : padding[2 * i]);
    high.push_back(padding.empty() ? 0 : padding[2 * i + 1]);
  }
}

Dims OnesUnless(const Dims& values, size_t rank) { return values.empty() ? Dims(rank, 1) : values; }

WindowAttrs ReadWindow(const OpImport& op, size_t rank) {
  WindowAttrs window;
  window.size = OnesUnless(op.Numbers("window_dimensions"), rank);
  window.stride = OnesUnless(op.Numbers("window_strides"), rank);
  window.base_dilation = OnesUnless(op.Numbers("base_dilations"), rank);
  window.window_dilation = OnesUnless(op.Numbers("window_dilations"), rank);
  ReadPadding(op, window.low, window.high, rank);
  return window;
}

Status ImportCombining(OpImport& op, NodeKind kind, Attrs attrs) {
  if (!op.ScalarBodies()) return Evaluate(op);
  CPPJRT_ASSIGN_OR_RETURN(Body * combine, op.Region());
  std::vector<Value> operands = op.Inputs();
  CPPJRT_RETURN_IF_ERROR(WidenTo(op, *combine, operands.size() / 2, operands));
  op.ReturnAll(op.body().Add(kind, op.ResultShapes(), std::move(operands), std::move(attrs), {combine}));
  return OkStatus();
}

}  // namespace

Status ImportReduce(OpImport& op) {
  DimsAttrs attrs = {op.Numbers("dimensions")};
  std::ranges::sort(attrs.dims);
  return ImportCombining(op, NodeKind::kReduce, std::move(attrs));
}

Status ImportReduceWindow(OpImport& op) {
  return ImportCombining(op, NodeKind::kReduceWindow, ReadWindow(op, op.In(0).shape().rank()));
}

Status ImportSelectAndScatter(OpImport& op) {
  if (!op.ScalarBodies()) return Evaluate(op);
  CPPJRT_ASSIGN_OR_RETURN(Body * select, op.Region(0));
  CPPJRT_ASSIGN_OR_RETURN(Body * scatter, op.Region(1));
  const Shape result = op.ResultShape();
  const auto takes = [](const Body& body, ElementType type) {
    return std::ranges::all_of(body.parameters, [type](const Node* p) { return p->shape().type == type; });
  };
  const bool same_kind =
      op.In(0).type() == result.type || (stablehlo::IsFloat(op.In(0).type()) && stablehlo::IsFloat(result.type));
  if (!same_kind || !takes(*select, op.In(0).type()) || !takes(*scatter, result.type)) {
    return UnimplementedError("its bodies compute in other types than its operand's and its result's");
  }
  // The source and the initial value become what the body computes in.
  const std::vector<Value> operands = {op.In(0), op.body().Convert(op.In(1), result.type),
                                       op.body().Convert(op.In(2), result.type)};
  const WindowAttrs window = ReadWindow(op, result.rank());
  op.ReturnAll(op.body().Add(NodeKind::kSelectAndScatter, {result}, operands, window, {select, scatter}));
  return OkStatus();
}

Status ImportSort(OpImport& op) {
  if (!op.ScalarBodies()) return Evaluate(op);
  CPPJRT_ASSIGN_OR_RETURN(Body * compare, op.Region());
  SortAttrs sort;
  sort.dim = op.I64("dimension", -1);
  if (sort.dim < 0) sort.dim += static_cast<int64_t>(op.In(0).shape().rank());
  sort.stable = op.Bool("is_stable");
  op.ReturnAll(op.body().Add(NodeKind::kSort, op.ResultShapes(), op.Inputs(), std::move(sort), {compare}));
  return OkStatus();
}

}  // namespace cppjrt::cpu
