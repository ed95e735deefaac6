#include "stablehlo/eval/index_values.h"

#include <algorithm>
#include <limits>

namespace cppjrt::stablehlo {

int64_t ReadIndex(const Tensor& tensor, int64_t i) {
  const bool is_signed = IsSigned(tensor.type());
  switch (ElementBytes(tensor.type())) {
    case 1:
      return is_signed ? tensor.data<int8_t>()[i] : tensor.data<uint8_t>()[i];
    case 2:
      return is_signed ? tensor.data<int16_t>()[i] : tensor.data<uint16_t>()[i];
    case 4:
      return is_signed ? int64_t{tensor.data<int32_t>()[i]} : int64_t{tensor.data<uint32_t>()[i]};
    default:
      break;
  }
  if (is_signed) return tensor.data<int64_t>()[i];
  constexpr uint64_t kMost = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::min(tensor.data<uint64_t>()[i], kMost));
}

Dims ReadIndices(const Tensor& tensor) {
  Dims values(static_cast<size_t>(tensor.num_elements()), 0);
  for (size_t i = 0; i < values.size(); ++i) values[i] = ReadIndex(tensor, static_cast<int64_t>(i));
  return values;
}

}  // namespace cppjrt::stablehlo
