// dynamic_slice, dynamic_update_slice and real_dynamic_slice: slices whose place is known at run time.
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/data_movement.h"
#include "stablehlo/eval/index_values.h"
#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {
namespace {

// Where a slice of `sizes` begins: operands from `first` on, moved so that the slice fits.
StatusOr<Dims> StartsOf(const Call& call, size_t first, const Dims& dims, const Dims& sizes) {
  if (sizes.size() != dims.size() || call.num_operands() - first != dims.size()) {
    return InvalidArgumentError("there must be a start for each of " + std::to_string(dims.size()) + " dimensions");
  }
  Dims starts(dims.size(), 0);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (sizes[d] < 0 || sizes[d] > dims[d]) {
      return InvalidArgumentError("a slice of " + std::to_string(sizes[d]) + " is larger than dimension " +
                                  std::to_string(d) + ", which is " + std::to_string(dims[d]));
    }
    starts[d] = ClampStart(ReadIndex(call.operand(first + d)), dims[d], sizes[d]);
  }
  return starts;
}

int64_t OffsetOf(const Dims& starts, const Dims& strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < starts.size(); ++d) offset += starts[d] * strides[d];
  return offset;
}

}  // namespace

StatusOr<Kernel> PrepareDynamicSlice(const OpRef& op) {
  const Dims sizes(op.I64s("slice_sizes"));
  return Kernel([sizes](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    CPPJRT_ASSIGN_OR_RETURN(const Dims starts, StartsOf(call, 1, operand.dims(), sizes));
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, StridedSlice(call, operand, starts, Dims(sizes.size(), 1), sizes));
    call.Return(std::move(result));
    return OkStatus();
  });
}

// In place where the operand is not needed any more, which makes it as cheap as the update is small.
StatusOr<Kernel> PrepareDynamicUpdateSlice(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    const Dims sizes = call.operand(1).dims();
    CPPJRT_ASSIGN_OR_RETURN(const Dims starts, StartsOf(call, 2, call.operand(0).dims(), sizes));
    Tensor result = call.Take(0);
    if (!result.unique()) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor copy, call.Allocate(result.type(), result.dims()));
      CopyBytes(call, result.bytes().data(), copy.mutable_bytes(), result.num_bytes());
      result = std::move(copy);
    }
    const Tensor& update = call.operand(1);
    if (update.num_elements() > 0) {
      const int64_t size = ElementBytes(result.type());
      const Dims to = RowMajorStrides(result.dims());
      StridedCopy(size, sizes, RowMajorStrides(sizes), to)
          .Run(update.bytes().data(), result.mutable_bytes() + OffsetOf(starts, to) * size, call.pool());
    }
    call.Return(std::move(result));
    return OkStatus();
  });
}

// Not clamped: what is outside is an error.
StatusOr<Kernel> PrepareRealDynamicSlice(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    const Dims starts = ReadIndices(call.operand(1));
    const Dims limits = ReadIndices(call.operand(2));
    const Dims strides = ReadIndices(call.operand(3));
    const size_t rank = operand.rank();
    if (starts.size() != rank || limits.size() != rank || strides.size() != rank) {
      return InvalidArgumentError("there must be a start, limit and stride for each of " + std::to_string(rank) +
                                  " dimensions");
    }
    Dims dims(rank, 0);
    for (size_t d = 0; d < rank; ++d) {
      if (starts[d] < 0 || limits[d] < starts[d] || limits[d] > operand.dims()[d] || strides[d] < 1) {
        return InvalidArgumentError("[" + std::to_string(starts[d]) + ":" + std::to_string(limits[d]) + ":" +
                                    std::to_string(strides[d]) + "] is no slice of dimension " + std::to_string(d) +
                                    ", which is " + std::to_string(operand.dims()[d]));
      }
      dims[d] = limits[d] == starts[d] ? 0 : (limits[d] - starts[d] - 1) / strides[d] + 1;
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, StridedSlice(call, operand, starts, strides, dims));
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
