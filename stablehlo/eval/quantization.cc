#include "stablehlo/eval/quantization.h"

#include <bit>

#include "stablehlo/eval/convert.h"

namespace cppjrt::stablehlo {

std::optional<Quantization> ReadQuantization(const TypeTable& types, TypeId element) {
  const QuantizedType type = types.quantized(element);
  const std::optional<ElementType> storage = ToElementType(types, type.storage);
  const std::optional<ElementType> expressed = ToElementType(types, type.expressed);
  if (!storage || !expressed || !IsFloat(*expressed)) return std::nullopt;
  Quantization q;
  q.storage = *storage;
  q.expressed = *expressed;
  q.min = static_cast<double>(type.storage_min);
  q.max = static_cast<double>(type.storage_max);
  q.axis = type.axis;
  for (const int64_t bits : type.scale_bits) q.scales.push_back(std::bit_cast<double>(bits));
  for (const int64_t zero_point : type.zero_points) q.zero_points.push_back(static_cast<double>(zero_point));
  return q;
}

}  // namespace cppjrt::stablehlo
