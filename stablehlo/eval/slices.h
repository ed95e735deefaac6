// What gather and scatter share: index vectors, and the slices of the operand that they begin.
#ifndef CPPJRT_STABLEHLO_EVAL_SLICES_H_
#define CPPJRT_STABLEHLO_EVAL_SLICES_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// The dimension numbers of both ops under gather's names.
struct IndexPlan {
  std::vector<int64_t> offset_dims;  // of the result (updates): those that walk over a slice
  std::vector<bool> collapsed;       // of the operand: without an offset dimension
  std::vector<int64_t> operand_batching;
  std::vector<int64_t> indices_batching;
  std::vector<int64_t> index_map;  // operand dimension of each element of an index vector
  int64_t index_vector_dim = 0;
  int64_t operand_rank = 0;
};

// An index of any integer type, so that what does not fit int64_t stays out of bounds.
inline int64_t IndexAt(const Tensor& indices, int64_t i) {
  const std::byte* at = indices.bytes().data() + i * ElementBytes(indices.type());
  if (indices.type() == ElementType::kUI64) {
    uint64_t value = 0;
    std::memcpy(&value, at, sizeof(value));
    return static_cast<int64_t>(std::min<uint64_t>(value, std::numeric_limits<int64_t>::max()));
  }
  int64_t buffer[1] = {};
  return *LoadBlock(indices.type(), at, 1, buffer);
}

// Walks over the index vectors. Batch dimensions are those of the indices but the vector's.
class IndexVectors {
 public:
  IndexVectors(const IndexPlan& plan, const Tensor& indices) : plan_(plan), indices_(indices) {
    const Dims strides = RowMajorStrides(indices.dims());
    for (size_t d = 0; d < indices.rank(); ++d) {
      if (static_cast<int64_t>(d) == plan.index_vector_dim) continue;
      dims_.push_back(indices.dims()[d]);
      strides_.push_back(strides[d]);
    }
    vector_stride_ = plan.index_vector_dim < static_cast<int64_t>(indices.rank())
                         ? strides[static_cast<size_t>(plan.index_vector_dim)]
                         : 1;
  }

  const Dims& dims() const { return dims_; }
  int64_t count() const { return NumElements(dims_); }
  const Dims& strides() const { return strides_; }

  // The start in the operand for the vector at `offset` of the indices, whose batch index is `batch`.
  void Start(int64_t offset, const Dims& batch, Dims& start) const {
    std::fill(start.begin(), start.end(), 0);
    for (size_t i = 0; i < plan_.index_map.size(); ++i) {
      start[static_cast<size_t>(plan_.index_map[i])] =
          IndexAt(indices_, offset + static_cast<int64_t>(i) * vector_stride_);
    }
    for (size_t i = 0; i < plan_.operand_batching.size(); ++i) {
      const int64_t d = plan_.indices_batching[i];
      start[static_cast<size_t>(plan_.operand_batching[i])] =
          batch[static_cast<size_t>(d < plan_.index_vector_dim ? d : d - 1)];
    }
  }

 private:
  const IndexPlan& plan_;
  const Tensor& indices_;
  Dims dims_;
  Dims strides_;
  int64_t vector_stride_ = 1;
};

// The result of a gather, or the updates of a scatter: which of its dimensions walk over batches, which over a slice.
struct Layout {
  Dims batch_strides;
  Dims slice_dims;       // extents of the offset dimensions
  Dims slice_strides;    // of the result
  Dims operand_strides;  // of the operand dimensions they walk over
  std::vector<size_t> operand_dims;
};

// REQUIRES: as many operand dimensions are not collapsed as there are offset dimensions.
inline Layout LayoutOf(const IndexPlan& plan, const Dims& result, const Dims& operand) {
  Layout layout;
  const Dims strides = RowMajorStrides(result);
  const Dims operand_strides = RowMajorStrides(operand);
  const std::vector<bool> offset = Mask(plan.offset_dims, result.size());
  for (size_t d = 0; d < result.size(); ++d) {
    if (!offset[d]) layout.batch_strides.push_back(strides[d]);
  }
  size_t next = 0;
  for (size_t d = 0; d < operand.size(); ++d) {
    if (plan.collapsed[d]) continue;
    const auto at = static_cast<size_t>(plan.offset_dims[next++]);
    layout.slice_dims.push_back(result[at]);
    layout.slice_strides.push_back(strides[at]);
    layout.operand_strides.push_back(operand_strides[d]);
    layout.operand_dims.push_back(d);
  }
  return layout;
}

// The batches of the indices must be those of the operand, which dynamic types do not say.
inline Status CheckBatching(const IndexPlan& plan, const Dims& operand, const Dims& indices) {
  for (size_t i = 0; i < plan.operand_batching.size(); ++i) {
    if (indices[static_cast<size_t>(plan.indices_batching[i])] <=
        operand[static_cast<size_t>(plan.operand_batching[i])])
      continue;
    return InvalidArgumentError("a batching dimension of the indices is larger than that of the operand");
  }
  if (plan.index_vector_dim < static_cast<int64_t>(indices.size()) &&
      indices[static_cast<size_t>(plan.index_vector_dim)] != static_cast<int64_t>(plan.index_map.size())) {
    return InvalidArgumentError("the index vectors have " +
                                std::to_string(indices[static_cast<size_t>(plan.index_vector_dim)]) +
                                " elements, expected " + std::to_string(plan.index_map.size()));
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_SLICES_H_
