// scatter.
//
// For each index vector a slice of updates is combined into the operand, in place where nobody else holds it. Updates that
// replace are copied in slices (strided.h), others are made a list of targets first (updates.h).
//
// A slice that is not wholly inside the operand is skipped as a whole, as XLA does and as JAX's mode "drop" is built on.
// The spec skips only the elements outside; no program of its corpora tells the two apart.

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/slices.h"
#include "stablehlo/eval/strided.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/eval/updates.h"

namespace cppjrt::stablehlo {
namespace {

// Where the elements of the updates go: their targets, and which updates those are.
class Targets {
 public:
  Targets(const IndexPlan& plan, const Dims& operand, const Tensor& indices, const Dims& updates)
      : operand_(operand),
        vectors_(plan, indices),
        layout_(LayoutOf(plan, updates, operand)),
        strides_(RowMajorStrides(operand)) {}

  // Whether the updates have as many batches as there are index vectors.
  bool Fits(const IndexPlan& plan, const Dims& updates) const {
    const std::vector<bool> offset = Mask(plan.offset_dims, updates.size());
    Dims batch;
    for (size_t d = 0; d < updates.size(); ++d) {
      if (!offset[d]) batch.push_back(updates[d]);
    }
    return batch == vectors_.dims();
  }

  // Calls `visit(start offset, offset in the updates)` for each index vector whose slice lies in the operand.
  template <typename Visit>
  void ForEachSlice(Visit&& visit) const {
    if (vectors_.count() == 0 || NumElements(layout_.slice_dims) == 0) return;
    Odometer<2> at(vectors_.dims(), {vectors_.strides(), layout_.batch_strides});
    Dims start(operand_.size(), 0);
    do {
      vectors_.Start(at.offset(0), at.index(), start);
      bool inside = true;
      int64_t offset = 0;
      size_t next = 0;
      for (size_t d = 0; d < operand_.size() && inside; ++d) {
        const bool walks = next < layout_.operand_dims.size() && layout_.operand_dims[next] == d;
        const int64_t size = walks ? layout_.slice_dims[next++] : 1;
        inside = start[d] >= 0 && size <= operand_[d] && start[d] <= operand_[d] - size;
        if (inside) offset += start[d] * strides_[d];
      }
      if (inside) visit(offset, at.offset(1));
    } while (at.Next());
  }

  // Appends the element pairs of one slice.
  void AppendElements(int64_t offset, int64_t update, std::vector<int64_t>& targets,
                      std::vector<int64_t>& sources) const {
    Odometer<2> at(layout_.slice_dims, {layout_.operand_strides, layout_.slice_strides});
    do {
      targets.push_back(offset + at.offset(0));
      sources.push_back(update + at.offset(1));
    } while (at.Next());
  }

  const Layout& layout() const { return layout_; }

 private:
  const Dims& operand_;
  IndexVectors vectors_;
  Layout layout_;
  Dims strides_;
};

struct ScatterPlan {
  IndexPlan index;
  UpdateBody update;
};

// Slices that are rows and are only put there: copied whole, in order.
void AssignSlices(const Targets& targets, const Tensor& update, Tensor& result) {
  const int64_t bytes = ElementBytes(result.type());
  const Layout& layout = targets.layout();
  const StridedCopy copy(bytes, layout.slice_dims, layout.slice_strides, layout.operand_strides);
  const std::byte* from = update.bytes().data();
  std::byte* to = result.mutable_bytes();
  targets.ForEachSlice([&](int64_t offset, int64_t source) { copy.Run(from + source * bytes, to + offset * bytes); });
}

bool IsIdentity(const std::vector<int64_t>& sources, int64_t n) {
  if (static_cast<int64_t>(sources.size()) != n) return false;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] != static_cast<int64_t>(i)) return false;
  }
  return true;
}

// The updates that `sources` picks, in that order.
StatusOr<std::vector<Tensor>> PickUpdates(Call& call, std::vector<Tensor> updates,
                                          const std::vector<int64_t>& sources) {
  if (IsIdentity(sources, updates[0].num_elements())) return updates;
  const auto n = static_cast<int64_t>(sources.size());
  for (Tensor& update : updates) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor picked, call.Allocate(update.type(), {n}));
    GatherElements(update, sources.data(), n, picked.mutable_bytes());
    update = std::move(picked);
  }
  return updates;
}

Status Scatter(const ScatterPlan& plan, Call& call) {
  const size_t count = call.num_results();
  CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, 0, count));
  CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, count + 1, count));
  const Tensor indices = call.operand(count);
  const Dims dims = call.operand(0).dims();
  const Dims update_dims = call.operand(count + 1).dims();
  CPPJRT_RETURN_IF_ERROR(CheckBatching(plan.index, dims, indices.dims()));
  const Targets targets(plan.index, dims, indices, update_dims);
  if (!targets.Fits(plan.index, update_dims)) {
    return InvalidArgumentError("scatter: the updates do not have one slice for each index vector");
  }
  std::vector<Tensor> updates;
  for (size_t i = 0; i < count; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor update,
                            Promote(call, call.operand(count + 1 + i), plan.update.body.arguments()[count + i]));
    updates.push_back(std::move(update));
  }
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor input, Promote(call, call.Take(i), plan.update.body.arguments()[i]));
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, Own(call, std::move(input)));
    results.push_back(std::move(result));
  }
  if (plan.update.kind == BodyKind::kSecond) {
    AssignSlices(targets, updates[0], results[0]);
  } else {
    std::vector<int64_t> places;
    std::vector<int64_t> sources;
    targets.ForEachSlice(
        [&](int64_t offset, int64_t source) { targets.AppendElements(offset, source, places, sources); });
    CPPJRT_ASSIGN_OR_RETURN(updates, PickUpdates(call, std::move(updates), sources));
    CPPJRT_RETURN_IF_ERROR(ApplyUpdates(call, plan.update, results, places, updates));
  }
  for (size_t i = 0; i < count; ++i) call.Return(std::move(results[i]), i);
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareScatter(const OpRef& op) {
  constexpr std::string_view kNumbers = "scatter_dimension_numbers";
  ScatterPlan plan;
  IndexPlan& index = plan.index;
  index.operand_rank = op.types().rank(op.operand_type(0));
  index.offset_dims = FieldDims(op, kNumbers, "update_window_dims");
  index.operand_batching = FieldDims(op, kNumbers, "input_batching_dims");
  index.indices_batching = FieldDims(op, kNumbers, "scatter_indices_batching_dims");
  index.index_map = FieldDims(op, kNumbers, "scatter_dims_to_operand_dims");
  index.index_vector_dim = FieldInt(op, kNumbers, "index_vector_dim");
  index.collapsed = Mask(FieldDims(op, kNumbers, "inserted_window_dims"), static_cast<size_t>(index.operand_rank));
  for (const int64_t d : index.operand_batching) index.collapsed[static_cast<size_t>(d)] = true;
  CPPJRT_ASSIGN_OR_RETURN(plan.update.body, LiftedBody::Prepare(op, 0));
  plan.update.kind = RecognizeBody(op, 0);
  plan.update.unique = op.Bool("unique_indices");
  plan.update.wide = op.environment().wide_accumulation;
  return Kernel([plan = std::move(plan)](Call& call) { return Scatter(plan, call); });
}

}  // namespace cppjrt::stablehlo
