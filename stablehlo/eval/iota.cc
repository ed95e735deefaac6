// iota and dynamic_iota.
#include <algorithm>
#include <optional>
#include <utility>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/constant.h"
#include "stablehlo/eval/data_movement.h"
#include "stablehlo/eval/index_values.h"

namespace cppjrt::stablehlo {
namespace {

// start, start + 1, … as elements of the type, rounded or wrapped once.
void Sequence(ElementType type, int64_t start, int64_t count, std::byte* out) {
  const int64_t size = ElementBytes(type);
  DispatchCompute(ComputeTypeOf(type, /*wide=*/true), [&]<typename T>(CppType<T>) {
    T buffer[kBlock];
    for (int64_t done = 0; done < count; done += kBlock) {
      const int64_t n = std::min(kBlock, count - done);
      for (int64_t i = 0; i < n; ++i) {
        if constexpr (kIsComplex<T>) {
          buffer[i] = T(static_cast<typename T::value_type>(start + done + i), 0);
        } else {
          buffer[i] = static_cast<T>(start + done + i);
        }
      }
      StoreBlock(type, buffer, n, out + done * size);
    }
  });
}

// Rows of `inner` elements: row r holds the number r % dim.
void FillRows(ElementType type, int64_t dim, int64_t inner, int64_t begin, int64_t end, std::byte* out) {
  const int64_t size = ElementBytes(type);
  for (int64_t row = begin; row < end;) {
    const int64_t number = row % dim;
    const int64_t count = std::min(end - row, dim - number);
    if (inner == 1) {
      Sequence(type, number, count, out + row * size);
    } else {
      std::byte element[16];
      for (int64_t i = 0; i < count; ++i) {
        Sequence(type, number + i, 1, element);
        FillElements(out + (row + i) * inner * size, element, size, inner);
      }
    }
    row += count;
  }
}

Status Quantized(const OpRef& op) {
  return op.Error(StatusCode::kUnimplemented, "its elements are quantized: decompose it first (stablehlo/transforms)");
}

}  // namespace

StatusOr<Tensor> IotaOf(const Call& call, ElementType type, const Dims& dims, size_t dimension) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, dims));
  if (result.num_elements() == 0) return result;
  const int64_t inner = NumElements(std::span(dims.begin() + dimension + 1, dims.end()));
  const int64_t rows = result.num_elements() / inner;
  constexpr int64_t kPiece = 1 << 16;
  std::byte* out = result.mutable_bytes();
  call.pool().ParallelFor(rows, std::max<int64_t>(1, kPiece / inner),
                          [&](int64_t begin, int64_t end) { FillRows(type, dims[dimension], inner, begin, end, out); });
  return result;
}

StatusOr<Kernel> PrepareIota(const OpRef& op) {
  const TypeId element = op.types().element_type(op.result_type());
  const std::optional<ElementType> type = ToElementType(op.types(), element);
  if (!type || op.types().IsQuantized(element)) return Quantized(op);
  return Kernel([type = *type, dims = Dims(op.types().dims(op.result_type())),
                 dimension = static_cast<size_t>(op.I64("iota_dimension"))](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, IotaOf(call, type, dims, dimension));
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareDynamicIota(const OpRef& op) {
  const TypeId element = op.types().element_type(op.result_type());
  const std::optional<ElementType> type = ToElementType(op.types(), element);
  if (!type || op.types().IsQuantized(element)) return Quantized(op);
  return Kernel([type = *type, dimension = static_cast<size_t>(op.I64("iota_dimension"))](Call& call) -> Status {
    const Dims dims = ReadIndices(call.operand(0));
    if (dimension >= dims.size()) return InvalidArgumentError("the result has no dimension to count along");
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, IotaOf(call, type, dims, dimension));
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
