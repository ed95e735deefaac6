#include "stablehlo/eval/tensor_parts.h"

#include <cstring>

namespace cppjrt::stablehlo {
namespace {

// Bytes of a tensor seen as rows along a dimension: `outer` times `extent` runs of `inner` bytes.
struct RowView {
  int64_t outer = 1;
  int64_t extent = 1;
  int64_t inner = 1;
};

RowView Along(const Tensor& tensor, size_t dim) {
  RowView view{.extent = tensor.dims()[dim], .inner = ElementBytes(tensor.type())};
  for (size_t d = 0; d < dim; ++d) view.outer *= tensor.dims()[d];
  for (size_t d = dim + 1; d < tensor.rank(); ++d) view.inner *= tensor.dims()[d];
  return view;
}

// Copies `extent` rows from row `from_at` of each outer index to row `to_at`.
void CopyRows(const std::byte* from, const RowView& from_view, int64_t from_at, std::byte* to, const RowView& to_view,
              int64_t to_at, int64_t extent) {
  const auto size = static_cast<size_t>(extent * from_view.inner);
  if (size == 0) return;
  for (int64_t o = 0; o < from_view.outer; ++o) {
    std::memcpy(to + (o * to_view.extent + to_at) * to_view.inner,
                from + (o * from_view.extent + from_at) * from_view.inner, size);
  }
}

}  // namespace

StatusOr<Tensor> ConcatenateParts(Call& call, std::span<const Tensor> parts, size_t dim) {
  Dims dims = parts[0].dims();
  if (__builtin_mul_overflow(dims[dim], static_cast<int64_t>(parts.size()), &dims[dim])) {
    return ResourceExhaustedError("the gathered tensor is too large");
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(parts[0].type(), dims));
  const RowView from = Along(parts[0], dim);
  const RowView to = Along(result, dim);
  int64_t at = 0;
  for (const Tensor& part : parts) {
    CopyRows(part.bytes().data(), from, 0, result.mutable_bytes(), to, at, from.extent);
    at += from.extent;
  }
  return result;
}

StatusOr<Tensor> TakePart(Call& call, const Tensor& whole, size_t dim, int64_t index, int64_t count) {
  Dims dims = whole.dims();
  dims[dim] /= count;
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(whole.type(), dims));
  CopyRows(whole.bytes().data(), Along(whole, dim), index * dims[dim], result.mutable_bytes(), Along(result, dim), 0,
           dims[dim]);
  return result;
}

}  // namespace cppjrt::stablehlo
