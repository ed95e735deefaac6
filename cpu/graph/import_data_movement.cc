// Ops that move elements.
#include <algorithm>

#include "cpu/graph/importer.h"

namespace cppjrt::cpu {

// Dimensions of extent 1 that are stretched are taken away first. What then only gains dimensions of extent 1 is a
// reshape.
Status ImportBroadcastInDim(OpImport& op) {
  const Dims mapping = op.Numbers("broadcast_dimensions");
  const Dims result = op.ResultShape().dims;
  const Value operand = op.In(0);
  Dims kept;
  Dims dims;
  for (size_t i = 0; i < mapping.size(); ++i) {
    if (operand.dims()[i] != result[static_cast<size_t>(mapping[i])]) continue;
    kept.push_back(operand.dims()[i]);
    dims.push_back(mapping[i]);
  }
  const Value source = op.body().Reshape(operand, kept);
  const bool same = source.shape().num_elements() == stablehlo::NumElements(result) && std::ranges::is_sorted(dims);
  op.Return(same ? op.body().Reshape(source, result) : op.body().Broadcast(source, result, dims));
  return OkStatus();
}

Status ImportConcatenate(OpImport& op) {
  op.Return(op.body().Concatenate(op.Inputs(), op.I64("dimension")));
  return OkStatus();
}

// One element stands for a constant whose elements are all equal, if the program wrote it so.
Status ImportConstant(OpImport& op) {
  const stablehlo::AttrId attr = op.attr("value");
  const Shape shape = op.ResultShape();
  if (op.attrs().Is(attr, stablehlo::AttrKind::kDense) && op.attrs().dense(attr).is_splat) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor element,
                            Tensor::Copy(shape.type, {}, op.attrs().dense(attr).bytes, *op.environment().memory));
    op.Return({op.body().Add(NodeKind::kConstant, {shape}, {}, ConstantAttrs{std::move(element)}), 0});
    return OkStatus();
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor value, op.Constant(attr));
  op.Return(op.body().Constant(std::move(value)));
  return OkStatus();
}

Status ImportDynamicSlice(OpImport& op) {
  op.Return(op.body().DynamicSlice(op.In(0), op.Inputs(1, op.num_operands()), op.ResultShape().dims));
  return OkStatus();
}

Status ImportDynamicUpdateSlice(OpImport& op) {
  op.Return(op.body().DynamicUpdate(op.In(0), op.In(1), op.Inputs(2, op.num_operands())));
  return OkStatus();
}

Status ImportIota(OpImport& op) {
  op.Return(op.body().Iota(op.ResultShape(), op.I64("iota_dimension")));
  return OkStatus();
}

Status ImportPad(OpImport& op) {
  PadAttrs pad = {op.Numbers("edge_padding_low"), op.Numbers("edge_padding_high"), op.Numbers("interior_padding")};
  op.Return({op.body().Add(NodeKind::kPad, {op.ResultShape()}, op.Inputs(), std::move(pad)), 0});
  return OkStatus();
}

Status ImportReshape(OpImport& op) {
  op.Return(op.body().Reshape(op.In(0), op.ResultShape().dims));
  return OkStatus();
}

Status ImportReverse(OpImport& op) {
  op.Return(op.body().Reverse(op.In(0), op.Numbers("dimensions")));
  return OkStatus();
}

Status ImportSlice(OpImport& op) {
  op.Return(op.body().Slice(op.In(0), op.Numbers("start_indices"), op.Numbers("limit_indices"), op.Numbers("strides")));
  return OkStatus();
}

Status ImportTranspose(OpImport& op) {
  op.Return(op.body().Transpose(op.In(0), op.Numbers("permutation")));
  return OkStatus();
}

// ---- Ops with sizes as operands: what the constants say, or the evaluator.

Status ImportDynamicPad(OpImport& op) {
  const std::optional<Dims> low = op.ConstantOperand(2);
  const std::optional<Dims> high = op.ConstantOperand(3);
  const std::optional<Dims> interior = op.ConstantOperand(4);
  if (!low || !high || !interior) return Evaluate(op);
  PadAttrs pad = {*low, *high, *interior};
  op.Return({op.body().Add(NodeKind::kPad, {op.ResultShape()}, op.Inputs(0, 2), std::move(pad)), 0});
  return OkStatus();
}

Status ImportGetDimensionSize(OpImport& op) {
  const int64_t size = op.In(0).dims()[static_cast<size_t>(op.I64("dimension"))];
  if (size > INT32_MAX) return Evaluate(op);  // which is an error
  op.Return(op.body().SplatInt(ElementType::kI32, {}, size));
  return OkStatus();
}

Status ImportRealDynamicSlice(OpImport& op) {
  const std::optional<Dims> start = op.ConstantOperand(1);
  const std::optional<Dims> limit = op.ConstantOperand(2);
  const std::optional<Dims> stride = op.ConstantOperand(3);
  if (!start || !limit || !stride) return Evaluate(op);
  op.Return(op.body().Slice(op.In(0), *start, *limit, *stride));
  return OkStatus();
}

}  // namespace cppjrt::cpu
