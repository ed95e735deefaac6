// uniform_quantize and uniform_dequantize as arithmetic on storage integers, operation for operation what the evaluator does
// (stablehlo/eval/quantize.cc):
//
//   dequantize: (q - zero_point) * scale
//   quantize:   round to nearest even (clamp (x / scale + zero_point, storage_min, storage_max))
#include <cstdlib>
#include <optional>

#include "cpu/graph/importer.h"
#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/quantization.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Quantization;

// None if the type is not quantized, or in a way that only the evaluator has an answer to.
std::optional<Quantization> QuantizationOf(const OpImport& op, TypeId tensor, const Dims& dims) {
  const TypeId element = op.types().element_type(tensor);
  if (!op.types().IsQuantized(element)) return std::nullopt;
  std::optional<Quantization> read = stablehlo::ReadQuantization(op.types(), element);
  if (!read) return std::nullopt;
  const Quantization& q = *read;
  const bool along = q.axis >= 0;
  if (q.scales.empty() || q.scales.size() != q.zero_points.size() || (!along && q.scales.size() != 1)) {
    return std::nullopt;
  }
  if (along && (static_cast<size_t>(q.axis) >= dims.size() ||
                dims[static_cast<size_t>(q.axis)] != static_cast<int64_t>(q.scales.size()))) {
    return std::nullopt;
  }
  return read;
}

// One number for all elements, or one for each index along the axis.
StatusOr<Value> Numbers(Body& body, ElementType type, const Dims& dims, int64_t axis,
                        const std::vector<double>& numbers) {
  if (numbers.size() == 1) return body.Splat(type, dims, numbers[0]);
  const auto n = static_cast<int64_t>(numbers.size());
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(type, {n}, stablehlo::MemoryAllocator::Heap()));
  stablehlo::FromF64(type, numbers.data(), tensor.mutable_bytes(), n);
  return body.Broadcast(body.Constant(std::move(tensor)), dims, {axis});
}

// In `type`, f32 or f64. Differences of integers that f32 does not hold are taken in f64.
StatusOr<Value> Dequantize(Body& body, const Quantization& q, ElementType type, Value x) {
  bool is_small = stablehlo::ElementBits(q.storage) <= 16;
  for (const double zero_point : q.zero_points) is_small = is_small && std::abs(zero_point) <= 0x1p16;
  const ElementType exact = is_small ? type : ElementType::kF64;
  CPPJRT_ASSIGN_OR_RETURN(const Value zero, Numbers(body, exact, x.dims(), q.axis, q.zero_points));
  CPPJRT_ASSIGN_OR_RETURN(const Value scale, Numbers(body, type, x.dims(), q.axis, q.scales));
  const Value difference = body.Elementwise(ElementOp::kSubtract, {body.Convert(x, exact), zero});
  return body.Elementwise(ElementOp::kMultiply, {body.Convert(difference, type), scale});
}

StatusOr<Value> Quantize(Body& body, const Quantization& q, ElementType type, Value x) {
  CPPJRT_ASSIGN_OR_RETURN(const Value zero, Numbers(body, type, x.dims(), q.axis, q.zero_points));
  CPPJRT_ASSIGN_OR_RETURN(const Value scale, Numbers(body, type, x.dims(), q.axis, q.scales));
  const Value quotient = body.Elementwise(ElementOp::kDivide, {x, scale});
  const Value moved = body.Elementwise(ElementOp::kAdd, {quotient, zero});
  const Value low = body.Splat(type, x.dims(), q.min), high = body.Splat(type, x.dims(), q.max);
  const Value bounded =
      body.Elementwise(ElementOp::kMinimum, {body.Elementwise(ElementOp::kMaximum, {moved, low}), high});
  return body.Convert(body.Elementwise(ElementOp::kRoundEven, {bounded}), q.storage);
}

}  // namespace

Status ImportQuantization(OpImport& op) {
  const stablehlo::TypeTable& types = op.types();
  const bool from_quantized = types.IsQuantized(types.element_type(op.operand_type(0)));
  const bool to_quantized = types.IsQuantized(types.element_type(op.result_type(0)));
  Value x = op.In(0);
  const std::optional<Quantization> from = QuantizationOf(op, op.operand_type(0), x.dims());
  const std::optional<Quantization> to = QuantizationOf(op, op.result_type(0), x.dims());
  if (from_quantized != from.has_value() || to_quantized != to.has_value() || (!from && !to)) return Evaluate(op);
  const bool is_wide = (from ? from : to)->expressed == ElementType::kF64;
  const ElementType type = is_wide ? ElementType::kF64 : ElementType::kF32;
  Body& body = op.body();
  if (from) {
    CPPJRT_ASSIGN_OR_RETURN(x, Dequantize(body, *from, type, x));
  } else {
    x = body.Convert(x, type);
  }
  if (to) {
    CPPJRT_ASSIGN_OR_RETURN(x, Quantize(body, *to, type, x));
  } else {
    x = body.Convert(x, op.ResultShape().type);
  }
  op.Return(x);
  return OkStatus();
}

}  // namespace cppjrt::cpu
