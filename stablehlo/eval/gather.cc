// gather and dynamic_gather.
//
// For each index vector a slice of the operand is copied out, by a plan made once (strided.h), so that rows are
// memcpy. A slice that sticks out is moved back inside. spec: gather

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/slices.h"
#include "stablehlo/eval/strided.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kGrain = 1 << 15;

// The result of a gather.
Dims GatherDims(const IndexPlan& plan, const Dims& batch, const std::vector<int64_t>& slice_sizes) {
  const size_t rank = batch.size() + plan.offset_dims.size();
  const std::vector<bool> offset = Mask(plan.offset_dims, rank);
  std::vector<int64_t> kept;
  for (size_t d = 0; d < slice_sizes.size(); ++d) {
    if (!plan.collapsed[d]) kept.push_back(slice_sizes[d]);
  }
  Dims dims(rank, 0);
  for (size_t i = 0; i < plan.offset_dims.size(); ++i) dims[static_cast<size_t>(plan.offset_dims[i])] = kept[i];
  size_t next = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (!offset[d]) dims[d] = batch[next++];
  }
  return dims;
}

Status CheckSliceSizes(const IndexPlan& plan, const Dims& operand, const std::vector<int64_t>& sizes) {
  if (sizes.size() != operand.size()) {
    return InvalidArgumentError("gather: there are " + std::to_string(sizes.size()) +
                                " slice sizes for an operand of rank " + std::to_string(operand.size()));
  }
  for (size_t d = 0; d < sizes.size(); ++d) {
    const bool fits = sizes[d] >= 0 && sizes[d] <= operand[d] && (!plan.collapsed[d] || sizes[d] <= 1);
    if (fits) continue;
    return InvalidArgumentError("gather: slice size " + std::to_string(sizes[d]) + " of dimension " +
                                std::to_string(d) + " does not fit the operand, which has " +
                                std::to_string(operand[d]) + " there");
  }
  return OkStatus();
}

Status Gather(const IndexPlan& plan, const std::vector<int64_t>& slice_sizes, Call& call) {
  const Tensor& operand = call.operand(0);
  const Tensor& indices = call.operand(1);
  CPPJRT_RETURN_IF_ERROR(CheckSliceSizes(plan, operand.dims(), slice_sizes));
  CPPJRT_RETURN_IF_ERROR(CheckBatching(plan, operand.dims(), indices.dims()));
  const IndexVectors vectors(plan, indices);
  const Dims dims = GatherDims(plan, vectors.dims(), slice_sizes);
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
  // Slices without elements: a collapsed dimension may have extent 0. What they leave open is 0.
  const bool empty = std::find(slice_sizes.begin(), slice_sizes.end(), 0) != slice_sizes.end();
  if (empty || result.num_elements() == 0) {
    std::memset(result.mutable_bytes(), 0, static_cast<size_t>(result.num_bytes()));
    call.Return(std::move(result));
    return OkStatus();
  }
  const Layout layout = LayoutOf(plan, dims, operand.dims());
  const int64_t bytes = ElementBytes(operand.type());
  const StridedCopy copy(bytes, layout.slice_dims, layout.operand_strides, layout.slice_strides);
  const Dims strides = RowMajorStrides(operand.dims());
  const std::byte* from = operand.bytes().data();
  std::byte* to = result.mutable_bytes();
  const int64_t slice = NumElements(layout.slice_dims);
  call.pool().ParallelFor(vectors.count(), std::max<int64_t>(1, kGrain / slice), [&](int64_t begin, int64_t end) {
    Odometer<2> at(vectors.dims(), {vectors.strides(), layout.batch_strides});
    at.Seek(begin);
    Dims start(operand.rank(), 0);
    for (int64_t i = begin; i < end; ++i, at.Next()) {
      vectors.Start(at.offset(0), at.index(), start);
      int64_t offset = 0;
      for (size_t d = 0; d < operand.rank(); ++d) {
        offset += std::clamp<int64_t>(start[d], 0, operand.dims()[d] - slice_sizes[d]) * strides[d];
      }
      copy.Run(from + offset * bytes, to + at.offset(1) * bytes);
    }
  });
  call.Return(std::move(result));
  return OkStatus();
}

StatusOr<IndexPlan> ReadGather(const OpRef& op) {
  constexpr std::string_view kNumbers = "dimension_numbers";
  IndexPlan plan;
  plan.operand_rank = op.types().rank(op.operand_type(0));
  plan.offset_dims = FieldDims(op, kNumbers, "offset_dims");
  plan.operand_batching = FieldDims(op, kNumbers, "operand_batching_dims");
  plan.indices_batching = FieldDims(op, kNumbers, "start_indices_batching_dims");
  plan.index_map = FieldDims(op, kNumbers, "start_index_map");
  plan.index_vector_dim = FieldInt(op, kNumbers, "index_vector_dim");
  plan.collapsed = Mask(FieldDims(op, kNumbers, "collapsed_slice_dims"), static_cast<size_t>(plan.operand_rank));
  for (const int64_t d : plan.operand_batching) plan.collapsed[static_cast<size_t>(d)] = true;
  return plan;
}

}  // namespace

StatusOr<Kernel> PrepareGather(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(IndexPlan plan, ReadGather(op));
  return Kernel(
      [plan = std::move(plan), sizes = op.I64s("slice_sizes")](Call& call) { return Gather(plan, sizes, call); });
}

StatusOr<Kernel> PrepareDynamicGather(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(IndexPlan plan, ReadGather(op));
  return Kernel([plan = std::move(plan)](Call& call) {
    const Tensor& operand = call.operand(2);
    std::vector<int64_t> sizes;
    for (int64_t i = 0; i < operand.num_elements(); ++i) sizes.push_back(IndexAt(operand, i));
    return Gather(plan, sizes, call);
  });
}

}  // namespace cppjrt::stablehlo
