#include "stablehlo/eval/top_k.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/elementwise.h"

namespace cppjrt::stablehlo {
namespace {

// Integers that compare like the elements: floats in total order, by flipping the bits of the negative ones.
template <typename T>
auto OrderKey(T value) {
  if constexpr (std::is_same_v<T, float>) {
    const auto bits = std::bit_cast<int32_t>(value);
    return bits < 0 ? bits ^ INT32_MAX : bits;
  } else if constexpr (std::is_same_v<T, double>) {
    const auto bits = std::bit_cast<int64_t>(value);
    return bits < 0 ? bits ^ INT64_MAX : bits;
  } else {
    return value;
  }
}

struct Shape {
  int64_t length = 0;  // of a row
  int64_t k = 0;
  bool largest = true;
};

template <typename T>
void TopKOfRow(const Tensor& operand, int64_t row, const Shape& shape, std::byte* values, int32_t* indices) {
  const int64_t size = ElementBytes(operand.type());
  const std::byte* elements = operand.bytes().data() + row * shape.length * size;
  std::vector<T> buffer(static_cast<size_t>(shape.length));
  const T* loaded = buffer.data();
  for (int64_t at = 0; at < shape.length; at += kBlock) {
    const int64_t count = std::min(kBlock, shape.length - at);
    const T* block = LoadBlock(operand.type(), elements + at * size, count, buffer.data() + at);
    if (block != buffer.data() + at) std::copy_n(block, count, buffer.data() + at);
  }
  std::vector<int32_t> order(static_cast<size_t>(shape.length));
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(order.begin(), order.begin() + shape.k, order.end(), [&](int32_t a, int32_t b) {
    const auto left = OrderKey(loaded[a]);
    const auto right = OrderKey(loaded[b]);
    if (left != right) return shape.largest ? left > right : left < right;
    return a < b;
  });
  for (int64_t i = 0; i < shape.k; ++i) {
    indices[i] = order[static_cast<size_t>(i)];
    std::copy_n(elements + indices[i] * size, size, values + i * size);
  }
}

bool ReadLargest(const OpRef& op) {
  for (const char* name : {"mhlo.attributes", "mhlo.backend_config", "backend_config"}) {
    const AttrId attr = op.attr(name);
    if (!op.attrs().Is(attr, AttrKind::kDictionary)) continue;
    const AttrId largest = op.attrs().Lookup(attr, "largest");
    if (op.attrs().Is(largest, AttrKind::kBool)) return op.attrs().boolean(largest);
  }
  return true;
}

Status RunTopK(Call& call, Shape shape) {
  const Tensor& operand = call.operand(0);
  if (operand.rank() == 0) return InvalidArgumentError("top-k of a scalar; expected rank 1 or more");
  shape.length = operand.dims()[operand.rank() - 1];
  if (shape.k > shape.length || shape.length > INT32_MAX) {
    return InvalidArgumentError("top-k of " + std::to_string(shape.length) +
                                " elements with k = " + std::to_string(shape.k));
  }
  Dims dims = operand.dims();
  dims[dims.size() - 1] = shape.k;
  CPPJRT_ASSIGN_OR_RETURN(Tensor values, call.Allocate(operand.type(), dims));
  CPPJRT_ASSIGN_OR_RETURN(Tensor indices, call.Allocate(ElementType::kI32, dims));
  if (values.num_elements() > 0) {
    const int64_t size = ElementBytes(operand.type());
    std::byte* out = values.mutable_bytes();
    auto* positions = indices.mutable_data<int32_t>();
    const int64_t rows = values.num_elements() / shape.k;
    call.pool().ParallelFor(rows, std::max<int64_t>(1, 8192 / shape.length), [&](int64_t begin, int64_t end) {
      DispatchCompute(ComputeTypeOf(operand.type()), [&]<typename T>(CppType<T>) {
        if constexpr (!kIsComplex<T>) {
          for (int64_t r = begin; r < end; ++r) {
            TopKOfRow<T>(operand, r, shape, out + r * shape.k * size, positions + r * shape.k);
          }
        }
      });
    });
  }
  call.Return(std::move(values), 0);
  call.Return(std::move(indices), 1);
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareTopKCall(const OpRef& op) {
  if (op.num_operands() != 1 || op.num_results() != 2 || !op.types().IsTensor(op.result_type(0))) {
    return InvalidArgumentError("top-k takes a tensor and has two results, values and indices");
  }
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, OperandElement(op, 0));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType index_type, ResultElement(op, 1));
  const std::span<const int64_t> dims = op.types().dims(op.result_type(0));
  if (IsComplex(type) || index_type != ElementType::kI32 || dims.empty() || dims.back() < 0) {
    return InvalidArgumentError("top-k needs an order, i32 for its indices and a known k");
  }
  const Shape shape = {.k = dims.back(), .largest = ReadLargest(op)};
  return Kernel([shape](Call& call) { return RunTopK(call, shape); });
}

}  // namespace cppjrt::stablehlo
