// Scratch memory of a run as an array of a C++ type:
//
//   CPPJRT_ASSIGN_OR_RETURN(Tensor sums, AllocateElements<double>(call, n));
//   double* values = MutableElementsOf<double>(sums);
#ifndef CPPJRT_STABLEHLO_EVAL_ELEMENTS_H_
#define CPPJRT_STABLEHLO_EVAL_ELEMENTS_H_

#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// Memory for `n` elements of T.
template <typename T>
StatusOr<Tensor> AllocateElements(Call& call, int64_t n) {
  // Not in bytes, whose number could overflow.
  constexpr ElementType kSize = sizeof(T) == 16  ? ElementType::kC128
                                : sizeof(T) == 8 ? ElementType::kI64
                                : sizeof(T) == 4 ? ElementType::kI32
                                : sizeof(T) == 2 ? ElementType::kI16
                                                 : ElementType::kI8;
  return call.Allocate(kSize, {n});
}
template <typename T>
const T* ElementsOf(const Tensor& tensor) {
  return reinterpret_cast<const T*>(tensor.bytes().data());
}
template <typename T>
T* MutableElementsOf(Tensor& tensor) {
  return reinterpret_cast<T*>(tensor.mutable_bytes());
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_ELEMENTS_H_
