#include "stablehlo/eval/region_reducer.h"

#include <cstring>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/region.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

StatusOr<Tensor> Promote(Call& call, Tensor tensor, ElementType type) {
  if (tensor.type() == type) return tensor;
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, tensor.dims()));
  ConvertElements(tensor.type(), tensor.bytes().data(), type, result.mutable_bytes(), tensor.num_elements());
  return result;
}

// What a body gave that does not look at its arguments, `n` times.
StatusOr<Tensor> Spread(Call& call, const Tensor& scalar, int64_t n) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(scalar.type(), {n}));
  const auto size = static_cast<size_t>(ElementBytes(scalar.type()));
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(result.mutable_bytes() + static_cast<size_t>(i) * size, scalar.bytes().data(), size);
  }
  return result;
}

}  // namespace

StatusOr<RegionReducer> RegionReducer::Make(const OpRef& op) {
  RegionReducer reducer;
  reducer.body_ = &op.region();
  const ValueId argument = op.module().block(op.region().block()).args[0];
  CPPJRT_ASSIGN_OR_RETURN(reducer.type_, ElementOf(op, op.module().type(argument)));
  return reducer;
}

StatusOr<Tensor> RegionReducer::Run(Call& call, std::vector<Tensor> tensors) const {
  const Dims dims = tensors[0].dims();
  CPPJRT_ASSIGN_OR_RETURN(Tensor sum, Promote(call, std::move(tensors[0]), type_));
  for (size_t i = 1; i < tensors.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor next, Promote(call, std::move(tensors[i]), type_));
    CPPJRT_ASSIGN_OR_RETURN(
        sum, body_->liftable() ? RunLifted(call, std::move(sum), std::move(next)) : RunByElement(call, sum, next));
  }
  return std::move(sum).Reshaped(dims);
}

StatusOr<Tensor> RegionReducer::RunLifted(Call& call, Tensor sum, Tensor next) const {
  const int64_t n = sum.num_elements();
  RuntimeValue arguments[] = {std::move(sum).Reshaped({n}), std::move(next).Reshaped({n})};
  std::vector<RuntimeValue> results;
  CPPJRT_RETURN_IF_ERROR(call.Run(*body_, arguments, results));
  if (results[0].tensor().rank() == 1) return results[0].tensor();
  return Spread(call, results[0].tensor(), n);
}

StatusOr<Tensor> RegionReducer::RunByElement(Call& call, const Tensor& sum, const Tensor& next) const {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type_, sum.dims()));
  const auto size = static_cast<size_t>(ElementBytes(type_));
  std::vector<RuntimeValue> results;
  for (size_t at = 0; at < static_cast<size_t>(sum.num_bytes()); at += size) {
    RuntimeValue arguments[2];
    size_t i = 0;
    for (const Tensor* from : {&sum, &next}) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor scalar, call.Allocate(type_, {}));
      std::memcpy(scalar.mutable_bytes(), from->bytes().data() + at, size);
      arguments[i++] = std::move(scalar);
    }
    CPPJRT_RETURN_IF_ERROR(call.Run(*body_, arguments, results));
    std::memcpy(result.mutable_bytes() + at, results[0].tensor().bytes().data(), size);
  }
  return result;
}

}  // namespace cppjrt::stablehlo
