#include <algorithm>

#include "cpu/graph/importer.h"

namespace cppjrt::cpu {
namespace {

constexpr std::string_view kGather = "dimension_numbers";
constexpr std::string_view kScatter = "scatter_dimension_numbers";

Status MakeGather(OpImport& op, Dims slice_sizes) {
  GatherAttrs gather;
  gather.offset_dims = op.Field(kGather, "offset_dims");
  gather.collapsed_slice_dims = op.Field(kGather, "collapsed_slice_dims");
  gather.operand_batching_dims = op.Field(kGather, "operand_batching_dims");
  gather.start_indices_batching_dims = op.Field(kGather, "start_indices_batching_dims");
  gather.start_index_map = op.Field(kGather, "start_index_map");
  gather.slice_sizes = std::move(slice_sizes);
  const Dims& sizes = gather.slice_sizes;
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
    // A slice without elements, though the result may have some: a collapsed dimension may have extent 0.
    const Shape result = op.ResultShape();
    op.Return(op.body().Splat(result.type, result.dims, 0));
    return OkStatus();
  }
  gather.index_vector_dim = op.FieldInt(kGather, "index_vector_dim");
  gather.sorted = op.Bool("indices_are_sorted");
  op.Return({op.body().Add(NodeKind::kGather, {op.ResultShape()}, op.Inputs(0, 2), std::move(gather)), 0});
  return OkStatus();
}

}  // namespace

Status ImportGather(OpImport& op) { return MakeGather(op, op.Numbers("slice_sizes")); }

Status ImportDynamicGather(OpImport& op) {
  const std::optional<Dims> sizes = op.ConstantOperand(2);
  return sizes ? MakeGather(op, *sizes) : Evaluate(op);
}

// Inputs and updates become what the body computes in.
Status ImportScatter(OpImport& op) {
  if (!op.ScalarBodies()) return Evaluate(op);
  CPPJRT_ASSIGN_OR_RETURN(Body * combine, op.Region());
  const size_t n = op.num_results();
  ScatterAttrs scatter;
  scatter.update_window_dims = op.Field(kScatter, "update_window_dims");
  scatter.inserted_window_dims = op.Field(kScatter, "inserted_window_dims");
  scatter.input_batching_dims = op.Field(kScatter, "input_batching_dims");
  scatter.scatter_indices_batching_dims = op.Field(kScatter, "scatter_indices_batching_dims");
  scatter.scatter_dims_to_operand_dims = op.Field(kScatter, "scatter_dims_to_operand_dims");
  scatter.index_vector_dim = op.FieldInt(kScatter, "index_vector_dim");
  scatter.sorted = op.Bool("indices_are_sorted");
  scatter.unique = op.Bool("unique_indices");
  std::vector<Value> operands = op.Inputs();
  for (size_t i = 0; i < n; ++i) {
    const ElementType type = combine->parameters[i]->shape().type;
    operands[i] = op.body().Convert(operands[i], type);
    operands[n + 1 + i] = op.body().Convert(operands[n + 1 + i], type);
  }
  op.ReturnAll(
      op.body().Add(NodeKind::kScatter, op.ResultShapes(), std::move(operands), std::move(scatter), {combine}));
  return OkStatus();
}

}  // namespace cppjrt::cpu
