// Ops about shapes at run time: dynamic_broadcast_in_dim, dynamic_reshape, get_dimension_size, set_dimension_size.
// A tensor of bounded dimensions is held with the extents it has, not with its bounds.
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/data_movement.h"
#include "stablehlo/eval/index_values.h"

namespace cppjrt::stablehlo {

StatusOr<Kernel> PrepareDynamicBroadcastInDim(const OpRef& op) {
  return Kernel([mapping = op.I64s("broadcast_dimensions")](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, BroadcastTo(call, call.operand(0), mapping, ReadIndices(call.operand(1))));
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareDynamicReshape(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    const Dims dims = ReadIndices(call.operand(1));
    const Tensor& operand = call.operand(0);
    if (CheckedNumElements(dims) != operand.num_elements()) {
      return InvalidArgumentError("cannot reshape " + ShapeText(operand.type(), operand.dims()) + " to " +
                                  ShapeText(operand.type(), dims) + ", which has another number of elements");
    }
    call.Return(call.Take(0).Reshaped(dims));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareGetDimensionSize(const OpRef& op) {
  return Kernel([dimension = static_cast<size_t>(op.I64("dimension"))](Call& call) -> Status {
    const int64_t size = call.operand(0).dims()[dimension];
    if (size > std::numeric_limits<int32_t>::max()) {
      return InvalidArgumentError("dimension " + std::to_string(dimension) + " is " + std::to_string(size) +
                                  ", which i32 does not hold");
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(ElementType::kI32, {}));
    result.mutable_data<int32_t>()[0] = static_cast<int32_t>(size);
    call.Return(std::move(result));
    return OkStatus();
  });
}

// The first `size` of a dimension. Not in the spec; XLA keeps as many elements and forgets the rest.
StatusOr<Kernel> PrepareSetDimensionSize(const OpRef& op) {
  return Kernel([dimension = static_cast<size_t>(op.I64("dimension"))](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    Dims dims = operand.dims();
    const int64_t size = ReadIndex(call.operand(1));
    if (size < 0 || size > dims[dimension]) {
      return InvalidArgumentError("dimension " + std::to_string(dimension) + " of " + ShapeText(operand.type(), dims) +
                                  " cannot be made " + std::to_string(size));
    }
    if (size == dims[dimension]) {
      call.Return(call.Take(0));
      return OkStatus();
    }
    dims[dimension] = size;
    const size_t rank = dims.size();
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, StridedSlice(call, operand, Dims(rank, 0), Dims(rank, 1), dims));
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
