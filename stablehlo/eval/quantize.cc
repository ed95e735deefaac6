// uniform_quantize and uniform_dequantize. Quantized tensors hold the integers they are stored as.
//
//   dequantize: (q - zero_point) * scale
//   quantize:   round to nearest even (clamp (x / scale + zero_point, storage_min, storage_max))
//
// Both compute in the type that is expressed, narrow floats in f32. Scales and zero points are one for the tensor, or one for
// each index along an axis.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "stablehlo/eval/binary_ops.h"
#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"
#include "stablehlo/eval/quantization.h"

namespace cppjrt::stablehlo {
namespace {

// A slice of a tensor along the axis of a quantization: elements of one scale.
struct Slices {
  int64_t count = 1;
  int64_t size = 1;  // elements that follow each other with the same index along the axis

  int64_t index(int64_t element) const { return element / size % count; }
};

StatusOr<Quantization> QuantizationOf(const OpRef& op, TypeId tensor) {
  std::optional<Quantization> result = ReadQuantization(op.types(), op.types().element_type(tensor));
  if (result) return *std::move(result);
  return op.Error(StatusCode::kUnimplemented, "a quantized type of this storage or expressed type does not run");
}

StatusOr<Slices> SlicesOf(const Quantization& q, const Dims& dims) {
  if (q.axis < 0) return Slices{.count = 1, .size = std::max<int64_t>(1, NumElements(dims))};
  const auto axis = static_cast<size_t>(q.axis);
  const auto scales = static_cast<int64_t>(q.scales.size());
  if (axis >= dims.size() || dims[axis] != scales) {
    return InvalidArgumentError("the quantized type has " + std::to_string(scales) + " scales along dimension " +
                                std::to_string(q.axis) + ", the operand " +
                                (axis < dims.size() ? std::to_string(dims[axis]) + " slices" : "no such dimension"));
  }
  const int64_t size = NumElements(std::span(dims.data() + axis + 1, dims.size() - axis - 1));
  return Slices{.count = scales, .size = std::max<int64_t>(1, size)};
}

// Calls function(begin, end, slice) for blocks of [begin, end) that lie in one slice.
template <typename Function>
void EachRun(const Slices& slices, int64_t begin, int64_t end, Function function) {
  for (int64_t i = begin; i < end;) {
    const int64_t slice_end = (i / slices.size + 1) * slices.size;
    const int64_t next = std::min({end, slice_end, i + kConvertBlock});
    function(i, next, static_cast<size_t>(slices.index(i)));
    i = next;
  }
}

// Between values of the expressed type and integers as doubles, which hold all of up to 53 bits.
template <typename T>
void Dequantize(const Quantization& q, size_t slice, const double* from, T* to, int64_t n) {
  const auto scale = static_cast<T>(q.scales[slice]);
  const double zero_point = q.zero_points[slice];
  for (int64_t i = 0; i < n; ++i) to[i] = static_cast<T>(from[i] - zero_point) * scale;
}

template <typename T>
void Quantize(const Quantization& q, size_t slice, const T* from, double* to, int64_t n) {
  using element_ops::Maximum;
  using element_ops::Minimum;
  const auto scale = static_cast<T>(q.scales[slice]);
  const auto zero_point = static_cast<T>(q.zero_points[slice]);
  const auto min = static_cast<T>(q.min);
  const auto max = static_cast<T>(q.max);
  for (int64_t i = 0; i < n; ++i) {
    to[i] = static_cast<double>(std::nearbyint(Minimum::Of(Maximum::Of(from[i] / scale + zero_point, min), max)));
  }
}

template <typename T>
void LoadFloats(ElementType type, const std::byte* from, T* to, int64_t n) {
  if constexpr (std::is_same_v<T, float>) return ToF32(type, from, to, n);
  if constexpr (std::is_same_v<T, double>) return ToF64(type, from, to, n);
}
template <typename T>
void StoreFloats(ElementType type, const T* from, std::byte* to, int64_t n) {
  if constexpr (std::is_same_v<T, float>) return FromF32(type, from, to, n);
  if constexpr (std::is_same_v<T, double>) return FromF64(type, from, to, n);
}

void LoadIntegers(ElementType type, const std::byte* from, double* to, int64_t n) {
  ConvertElements(type, from, ElementType::kF64, reinterpret_cast<std::byte*>(to), n);
}
void StoreIntegers(ElementType type, const double* from, std::byte* to, int64_t n) {
  ConvertElements(ElementType::kF64, reinterpret_cast<const std::byte*>(from), type, to, n);
}

// An operand quantized by `from`, or of floats if there is none, to one quantized by `to`, or floats likewise.
struct Requantization {
  ElementType from_type;
  ElementType to_type;
  std::optional<Quantization> from;
  std::optional<Quantization> to;
};

template <typename T>
void RequantizeRange(const Requantization& r, const Slices& from_slices, const Slices& to_slices, const std::byte* from,
                     std::byte* to, int64_t begin, int64_t end) {
  double integers[kConvertBlock];
  T floats[kConvertBlock];
  const int64_t from_bytes = ElementBytes(r.from_type);
  const int64_t to_bytes = ElementBytes(r.to_type);
  EachRun(from_slices, begin, end, [&](int64_t first, int64_t last, size_t from_slice) {
    if (r.from) {
      LoadIntegers(r.from_type, from + first * from_bytes, integers, last - first);
      Dequantize(*r.from, from_slice, integers, floats, last - first);
    } else {
      LoadFloats(r.from_type, from + first * from_bytes, floats, last - first);
    }
    if (!r.to) return StoreFloats(r.to_type, floats, to + first * to_bytes, last - first);
    EachRun(to_slices, first, last, [&](int64_t i, int64_t next, size_t to_slice) {
      Quantize(*r.to, to_slice, floats + (i - first), integers + (i - first), next - i);
    });
    StoreIntegers(r.to_type, integers, to + first * to_bytes, last - first);
  });
}

Status Run(const Requantization& r, Call& call) {
  const Tensor& operand = call.operand(0);
  Slices from_slices = {.count = 1, .size = std::max<int64_t>(1, operand.num_elements())};
  Slices to_slices = from_slices;
  if (r.from) {
    CPPJRT_ASSIGN_OR_RETURN(from_slices, SlicesOf(*r.from, operand.dims()));
  }
  if (r.to) {
    CPPJRT_ASSIGN_OR_RETURN(to_slices, SlicesOf(*r.to, operand.dims()));
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(r.to_type, operand.dims()));
  const std::byte* from = operand.bytes().data();
  std::byte* to = result.mutable_bytes();
  const bool wide = (r.from ? r.from : r.to)->expressed == ElementType::kF64;
  ForPieces(call, operand.num_elements(), 10, [&](int64_t begin, int64_t end) {
    wide ? RequantizeRange<double>(r, from_slices, to_slices, from, to, begin, end)
         : RequantizeRange<float>(r, from_slices, to_slices, from, to, begin, end);
  });
  call.Return(std::move(result));
  return OkStatus();
}

StatusOr<Kernel> PrepareRequantization(const OpRef& op) {
  Requantization r = {};
  CPPJRT_ASSIGN_OR_RETURN(r.from_type, OperandElement(op, 0));
  CPPJRT_ASSIGN_OR_RETURN(r.to_type, ResultElement(op));
  const TypeTable& types = op.types();
  if (types.IsQuantized(types.element_type(op.operand_type(0)))) {
    CPPJRT_ASSIGN_OR_RETURN(r.from, QuantizationOf(op, op.operand_type(0)));
  }
  if (types.IsQuantized(types.element_type(op.result_type()))) {
    CPPJRT_ASSIGN_OR_RETURN(r.to, QuantizationOf(op, op.result_type()));
  }
  // Shared, so that the kernel is small and copies cheaply.
  auto shared = std::make_shared<const Requantization>(std::move(r));
  return Kernel([shared](Call& call) { return Run(*shared, call); });
}

}  // namespace

StatusOr<Kernel> PrepareUniformQuantize(const OpRef& op) { return PrepareRequantization(op); }

StatusOr<Kernel> PrepareUniformDequantize(const OpRef& op) { return PrepareRequantization(op); }

}  // namespace cppjrt::stablehlo
