// Values in words.
#ifndef CPPJRT_STABLEHLO_EVAL_VALUE_TEXT_H_
#define CPPJRT_STABLEHLO_EVAL_VALUE_TEXT_H_

#include <cstdint>
#include <string>

#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// "-3", "true", "1.500000e+00", "0x7FC0", "[1.000000e+00, 0.000000e+00]": as MLIR writes it, complex as a list of two.
std::string ElementText(const Tensor& tensor, int64_t element);
// "[1, 0]": the index of the element of that row-major number.
std::string IndexText(const Dims& dims, int64_t element);

// What interpreter.print writes:
//
//   tensor<2x2xi8> {
//     [
//       [1, 2],
//       [3, 4]
//     ]
//   }
//
// and "tensor<ui8> {1}" for a scalar.
std::string TensorText(const Tensor& tensor);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_VALUE_TEXT_H_
