// RegionReducer: the reduction of whole tensors, element by element, by a region of two scalars.
//
//   [1, 2], [3, 4], [5, 6] with (a, b) -> a + b: [9, 12]
#ifndef CPPJRT_STABLEHLO_EVAL_REGION_REDUCER_H_
#define CPPJRT_STABLEHLO_EVAL_REGION_REDUCER_H_

#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

class RegionReducer {
 public:
  // For the first region of the op, which takes two scalars.
  static StatusOr<RegionReducer> Make(const OpRef& op);

  // From the first tensor to the last; converted to the type that the region takes. REQUIRES: at least one; equal
  // dimensions; `call` is a call of the op.
  StatusOr<Tensor> Run(Call& call, std::vector<Tensor> tensors) const;

 private:
  StatusOr<Tensor> RunLifted(Call& call, Tensor sum, Tensor next) const;
  StatusOr<Tensor> RunByElement(Call& call, const Tensor& sum, const Tensor& next) const;

  const RegionProgram* body_ = nullptr;
  ElementType type_ = ElementType::kF32;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_REGION_REDUCER_H_
