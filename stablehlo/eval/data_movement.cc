// Ops that give the elements of one operand other places: reshape, transpose, slice, reverse, broadcast_in_dim, and
// concatenate. All but reshape are a StridedCopy.
#include "stablehlo/eval/data_movement.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kCopyPiece = 1 << 18;

// The dimensions of a result that depend on the operand where the type says "?": filled by `of`, which gives the number
// for a dimension or none.
template <typename Of>
std::optional<Dims> ResolveDims(std::span<const int64_t> type_dims, Of of) {
  Dims dims(type_dims);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != kDynamic) continue;
    const std::optional<int64_t> dim = of(i);
    if (!dim) return std::nullopt;
    dims[i] = *dim;
  }
  return dims;
}

// The dimensions of a reshape's result: one unknown follows from the number of elements.
std::optional<Dims> ReshapedDims(std::span<const int64_t> type_dims, int64_t count) {
  int64_t known = 1;
  int unknown = 0;
  for (const int64_t d : type_dims) {
    if (d == kDynamic) ++unknown;
    if (d != kDynamic && __builtin_mul_overflow(known, d, &known)) return std::nullopt;
  }
  if (unknown > 1 || (unknown == 1 && (known == 0 || count % known != 0))) return std::nullopt;
  return ResolveDims(type_dims, [&](size_t) { return std::optional(count / known); });
}

}  // namespace

void CopyBytes(const Call& call, const std::byte* from, std::byte* to, int64_t bytes) {
  if (bytes == 0) return;
  call.pool().ParallelFor(bytes, kCopyPiece, [&](int64_t begin, int64_t end) {
    std::memcpy(to + begin, from + begin, static_cast<size_t>(end - begin));
  });
}

StatusOr<Tensor> StridedSlice(const Call& call, const Tensor& operand, std::span<const int64_t> starts,
                              std::span<const int64_t> strides, const Dims& dims) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
  if (result.num_elements() == 0) return result;
  const Dims from = RowMajorStrides(operand.dims());
  Dims steps(dims.size(), 0);
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    offset += starts[d] * from[d];
    steps[d] = dims[d] == 1 ? 0 : from[d] * strides[d];
  }
  const int64_t size = ElementBytes(operand.type());
  StridedCopy(size, dims, steps, RowMajorStrides(dims))
      .Run(operand.bytes().data() + offset * size, result.mutable_bytes(), call.pool());
  return result;
}

StatusOr<Tensor> BroadcastTo(const Call& call, const Tensor& operand, std::span<const int64_t> mapping,
                             const Dims& dims) {
  const Dims from = RowMajorStrides(operand.dims());
  Dims steps(dims.size(), 0);
  for (size_t i = 0; i < mapping.size(); ++i) {
    const auto d = static_cast<size_t>(mapping[i]);
    if (operand.dims()[i] == 1) continue;
    if (d >= dims.size() || operand.dims()[i] != dims[d]) {
      return InvalidArgumentError("cannot broadcast " + ShapeText(operand.type(), operand.dims()) + " to " +
                                  ShapeText(operand.type(), dims) + ": dimension " + std::to_string(i) + " becomes " +
                                  std::to_string(d));
    }
    steps[d] = from[i];
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
  if (result.num_elements() == 0) return result;
  StridedCopy(ElementBytes(operand.type()), dims, steps, RowMajorStrides(dims))
      .Run(operand.bytes().data(), result.mutable_bytes(), call.pool());
  return result;
}

StatusOr<Kernel> PrepareReshape(const OpRef& op) {
  const Dims dims(op.types().dims(op.result_type()));
  return Kernel([dims](Call& call) -> Status {
    const int64_t count = call.operand(0).num_elements();
    const std::optional<Dims> resolved = ReshapedDims(dims, count);
    if (!resolved || NumElements(*resolved) != count) {
      return InvalidArgumentError(ShapeText(call.operand(0).type(), call.operand(0).dims()) +
                                  " does not have the elements of the result, or its dimensions do not follow");
    }
    call.Return(call.Take(0).Reshaped(*resolved));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareTranspose(const OpRef& op) {
  const std::vector<int64_t> permutation = op.I64s("permutation");
  return Kernel([permutation](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    const Dims strides = RowMajorStrides(operand.dims());
    Dims dims(permutation.size(), 0);
    Dims steps(permutation.size(), 0);
    for (size_t i = 0; i < permutation.size(); ++i) {
      dims[i] = operand.dims()[static_cast<size_t>(permutation[i])];
      steps[i] = strides[static_cast<size_t>(permutation[i])];
    }
    const StridedCopy copy(ElementBytes(operand.type()), dims, steps, RowMajorStrides(dims));
    if (copy.contiguous()) {
      call.Return(call.Take(0).Reshaped(dims));
      return OkStatus();
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
    copy.Run(operand.bytes().data(), result.mutable_bytes(), call.pool());
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareSlice(const OpRef& op) {
  const std::vector<int64_t> starts = op.I64s("start_indices");
  const std::vector<int64_t> limits = op.I64s("limit_indices");
  const std::vector<int64_t> strides = op.I64s("strides");
  Dims dims;
  for (size_t d = 0; d < starts.size(); ++d)
    dims.push_back(limits[d] == starts[d] ? 0 : (limits[d] - starts[d] - 1) / strides[d] + 1);
  return Kernel([starts, limits, strides, dims](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    for (size_t d = 0; d < limits.size(); ++d) {
      if (limits[d] > operand.dims()[d]) {
        return InvalidArgumentError("limit " + std::to_string(limits[d]) + " of dimension " + std::to_string(d) +
                                    " is behind the end of " + ShapeText(operand.type(), operand.dims()));
      }
    }
    if (dims == operand.dims()) {
      call.Return(call.Take(0));
      return OkStatus();
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, StridedSlice(call, operand, starts, strides, dims));
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareReverse(const OpRef& op) {
  const std::vector<int64_t> dimensions = op.I64s("dimensions");
  return Kernel([dimensions](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    Dims starts(operand.rank(), 0);
    Dims strides(operand.rank(), 1);
    for (const int64_t d : dimensions) {
      starts[static_cast<size_t>(d)] = operand.dims()[static_cast<size_t>(d)] - 1;
      strides[static_cast<size_t>(d)] = -1;
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, StridedSlice(call, operand, starts, strides, operand.dims()));
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareBroadcastInDim(const OpRef& op) {
  const std::vector<int64_t> mapping = op.I64s("broadcast_dimensions");
  const Dims type_dims(op.types().dims(op.result_type()));
  return Kernel([mapping, type_dims](Call& call) -> Status {
    const Tensor& operand = call.operand(0);
    const std::optional<Dims> dims = ResolveDims(type_dims, [&](size_t d) -> std::optional<int64_t> {
      const auto at = std::ranges::find(mapping, static_cast<int64_t>(d));
      if (at == mapping.end()) return std::nullopt;
      return operand.dims()[static_cast<size_t>(at - mapping.begin())];
    });
    if (!dims) return UnimplementedError("a bounded dimension of the result does not follow from the operand");
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, BroadcastTo(call, operand, mapping, *dims));
    call.Return(std::move(result));
    return OkStatus();
  });
}

// Dimensions before the concatenated one, times rows of each operand in turn.
StatusOr<Kernel> PrepareConcatenate(const OpRef& op) {
  const auto dimension = static_cast<size_t>(op.I64("dimension"));
  return Kernel([dimension](Call& call) -> Status {
    if (call.num_operands() == 1) {
      call.Return(call.Take(0));
      return OkStatus();
    }
    Dims dims = call.operand(0).dims();
    for (size_t i = 1; i < call.num_operands(); ++i) {
      Dims other = call.operand(i).dims();
      if (__builtin_add_overflow(dims[dimension], other[dimension], &dims[dimension])) {
        return InvalidArgumentError("the result has no size");
      }
      other[dimension] = dims[dimension];
      if (other != dims) return InvalidArgumentError("operand " + std::to_string(i) + " does not fit operand 0");
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(call.operand(0).type(), dims));
    if (result.num_elements() == 0) {
      call.Return(std::move(result));
      return OkStatus();
    }
    const int64_t size = ElementBytes(result.type());
    const Dims to = RowMajorStrides(dims);
    std::byte* out = result.mutable_bytes();
    for (size_t i = 0; i < call.num_operands(); ++i) {
      const Tensor& operand = call.operand(i);
      StridedCopy(size, operand.dims(), RowMajorStrides(operand.dims()), to)
          .Run(operand.bytes().data(), out, call.pool());
      out += operand.dims()[dimension] * to[dimension] * size;
    }
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
