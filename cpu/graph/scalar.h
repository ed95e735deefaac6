// Single elements as numbers, and tensors of one.
//
//   ScalarTensor(ElementType::kBF16, 1.5)                    rank 0
//   IntAt(tensor, 3), FloatAt(tensor, 3)
#ifndef CPPJRT_CPU_GRAPH_SCALAR_H_
#define CPPJRT_CPU_GRAPH_SCALAR_H_

#include <cstdint>

#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu {

// A tensor of rank 0 from a number: floats round once, integers truncate and wrap, i1 is number != 0, complex numbers have
// it as their real part.
stablehlo::Tensor ScalarTensor(stablehlo::ElementType type, double number);
stablehlo::Tensor ScalarTensorInt(stablehlo::ElementType type, int64_t number);
// A tensor of rank 0 with element `i` of `tensor`.
stablehlo::Tensor ElementAt(const stablehlo::Tensor& tensor, int64_t i = 0);

// REQUIRES: integers or i1. ui64 as its two's complement.
int64_t IntAt(const stablehlo::Tensor& tensor, int64_t i = 0);
// REQUIRES: floats.
double FloatAt(const stablehlo::Tensor& tensor, int64_t i = 0);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_SCALAR_H_
