// Quantization: what a quantized element type says, in the numbers that its operations compute with.
//
//   dequantize: (q - zero_point) * scale
//   quantize:   round to nearest even (clamp (x / scale + zero_point, min, max))
#ifndef CPPJRT_STABLEHLO_EVAL_QUANTIZATION_H_
#define CPPJRT_STABLEHLO_EVAL_QUANTIZATION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "stablehlo/eval/element_type.h"
#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {

struct Quantization {
  ElementType storage = ElementType::kI8;
  ElementType expressed = ElementType::kF32;
  double min = 0;
  double max = 0;
  int64_t axis = -1;  // along which there is a scale for each index; -1: one for all elements
  std::vector<double> scales;
  std::vector<double> zero_points;
};

// None if numbers are not kept or expressed in such types. REQUIRES: `element` is a quantized type.
std::optional<Quantization> ReadQuantization(const TypeTable& types, TypeId element);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_QUANTIZATION_H_
