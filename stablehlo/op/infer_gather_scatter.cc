// gather, dynamic_gather and scatter.
//
// Both walk over positions in an index tensor: its dimension index_vector_dim holds the coordinates (if it is the rank,
// a dimension of size 1 behind the last), the others are the batch of positions. Windows of the operand are taken from,
// or put to, each position.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr std::string_view kGather = "dimension_numbers";
constexpr std::string_view kScatter = "scatter_dimension_numbers";

struct GatherDims {
  std::span<const int64_t> offset_dims;
  std::span<const int64_t> collapsed_slice_dims;
  std::span<const int64_t> operand_batching_dims;
  std::span<const int64_t> start_indices_batching_dims;
  std::span<const int64_t> start_index_map;
  int64_t index_vector_dim;
};

GatherDims GatherDimsOf(const OpView& op) {
  return {op.FieldI64s(kGather, "offset_dims"),           op.FieldI64s(kGather, "collapsed_slice_dims"),
          op.FieldI64s(kGather, "operand_batching_dims"), op.FieldI64s(kGather, "start_indices_batching_dims"),
          op.FieldI64s(kGather, "start_index_map"),       op.FieldInt(kGather, "index_vector_dim")};
}

// The constraints' numbers where gather and dynamic_gather differ.
struct GatherLabels {
  int collapsed_unique, collapsed_sorted, collapsed_range, collapsed_size;
  int map_unique, map_range, sizes_rank, sizes_range, result;
};
constexpr GatherLabels kGatherLabels = {6, 7, 8, 9, 18, 19, 20, 21, 22};
constexpr GatherLabels kDynamicGatherLabels = {6, 6, 7, 8, 9, 10, 11, 12, 13};

// 0 <= index_vector_dim <= rank.
bool CheckIndexVectorDim(const OpView& op, int constraint, int64_t dim, int64_t rank, std::string_view indices) {
  if (dim >= 0 && dim <= rank) return true;
  return op.Fail(constraint, Cat("index_vector_dim is ", dim, ", out of bounds, expected it in [0, ", rank,
                                 "], the rank of ", indices));
}

// The number of coordinates in an index vector.
int64_t IndexVectorSize(std::span<const int64_t> indices, int64_t dim) {
  return dim == static_cast<int64_t>(indices.size()) ? 1 : indices[static_cast<size_t>(dim)];
}

// The shape of the index tensor without its index_vector_dim.
Shape IndexBatch(const OpView& op, size_t operand, int64_t index_vector_dim) {
  const Shape from = ShapeOf(op.module(), op.operand(operand));
  Shape shape;
  for (size_t i = 0; i < from.dims.size(); ++i) {
    if (static_cast<int64_t>(i) != index_vector_dim) shape.Add(from.dims[i], from.bound(i));
  }
  return shape;
}

// The batching dimensions of operand and indices go in pairs. `first` numbers the constraint on their uniqueness, which
// the others follow in the spec.
bool CheckBatching(const OpView& op, int first, std::string_view operand_name, std::span<const int64_t> operand_dims,
                   std::string_view indices_name, std::span<const int64_t> indices_dims, size_t indices,
                   int64_t index_vector_dim) {
  if (!CheckUnique(op, first, indices_name, indices_dims) ||
      !CheckIndices(op, first + 1, indices_name, indices_dims, op.rank(indices))) {
    return false;
  }
  if (Contains(indices_dims, index_vector_dim)) {
    return op.Fail(first + 2, Cat(indices_name, " is ", DimsText(indices_dims), " and includes index_vector_dim ",
                                  index_vector_dim, ", expected it not to"));
  }
  if (operand_dims.size() != indices_dims.size()) {
    return op.Fail(first + 3, Cat(operand_name, " has size ", operand_dims.size(), ", ", indices_name, " has size ",
                                  indices_dims.size(), ", expected the same"));
  }
  for (size_t i = 0; i < operand_dims.size(); ++i) {
    const int64_t a = op.dims(0)[static_cast<size_t>(operand_dims[i])];
    const int64_t b = op.dims(indices)[static_cast<size_t>(indices_dims[i])];
    if (CompatibleDims(a, b)) continue;
    return op.Fail(first + 4, Cat("sizes of ", operand_name, "[", i, "] and ", indices_name, "[", i, "] are ", a,
                                  " and ", b, ", expected the same"));
  }
  return true;
}

// spec: gather C1 to C4
bool CheckGatherRanks(const OpView& op, const GatherDims& d) {
  const size_t rank = d.offset_dims.size() + d.collapsed_slice_dims.size() + d.operand_batching_dims.size();
  if (static_cast<int64_t>(rank) != op.rank(0)) {
    return op.Fail(
        1, Cat("sizes of offset_dims, collapsed_slice_dims (collapse_slice_dims) and operand_batching_dims are ",
               d.offset_dims.size(), ", ", d.collapsed_slice_dims.size(), " and ", d.operand_batching_dims.size(),
               ", expected a sum of the operand's rank ", op.rank(0)));
  }
  if (!CheckIndexVectorDim(op, 2, d.index_vector_dim, op.rank(1), "start_indices")) return false;
  const int64_t coordinates = IndexVectorSize(op.dims(1), d.index_vector_dim);
  if (!CompatibleDims(coordinates, static_cast<int64_t>(d.start_index_map.size()))) {
    return op.Fail(3, Cat("start_index_map has size ", d.start_index_map.size(), ", expected the size of dimension ",
                          d.index_vector_dim, " of start_indices, ", coordinates));
  }
  return CheckSorted(op, 4, "offset_dims", d.offset_dims) && CheckUnique(op, 4, "offset_dims", d.offset_dims);
}

bool CheckGatherDims(const OpView& op, const GatherDims& d, const GatherLabels& label) {
  const int64_t rank = op.rank(0);
  return CheckGatherRanks(op, d) &&
         CheckDistinct(op, label.collapsed_unique, "collapsed_slice_dims", d.collapsed_slice_dims,
                       "operand_batching_dims", d.operand_batching_dims) &&
         CheckSorted(op, label.collapsed_sorted, "collapsed_slice_dims", d.collapsed_slice_dims) &&
         CheckIndices(op, label.collapsed_range, "collapsed_slice_dims", d.collapsed_slice_dims, rank) &&
         CheckSorted(op, 10, "operand_batching_dims", d.operand_batching_dims) &&
         CheckIndices(op, 11, "operand_batching_dims", d.operand_batching_dims, rank) &&
         CheckBatching(op, 13, "operand_batching_dims", d.operand_batching_dims, "start_indices_batching_dims",
                       d.start_indices_batching_dims, 1, d.index_vector_dim) &&
         CheckDistinct(op, label.map_unique, "start_index_map", d.start_index_map, "operand_batching_dims",
                       d.operand_batching_dims) &&
         CheckIndices(op, label.map_range, "start_index_map", d.start_index_map, rank);
}

bool CheckAtMostOne(const OpView& op, int constraint, std::string_view name, std::span<const int64_t> dims,
                    std::span<const int64_t> sizes) {
  for (int64_t d : dims) {
    if (sizes[static_cast<size_t>(d)] <= 1) continue;
    return op.Fail(constraint, Cat("slice_sizes[", d, "] is ", sizes[static_cast<size_t>(d)],
                                   ", expected at most 1 (<= 1) because ", name, " has dimension ", d));
  }
  return true;
}

bool CheckSliceSizes(const OpView& op, const GatherDims& d, std::span<const int64_t> sizes, const GatherLabels& label) {
  if (!CheckAtMostOne(op, label.collapsed_size, "collapsed_slice_dims", d.collapsed_slice_dims, sizes) ||
      !CheckAtMostOne(op, 12, "operand_batching_dims", d.operand_batching_dims, sizes)) {
    return false;
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t dim = op.dims(0)[i];
    if (sizes[i] >= 0 && (IsDynamic(dim) || sizes[i] <= dim)) continue;
    return op.Fail(label.sizes_range, Cat("slice size at index ", i, " is ", sizes[i],
                                          ", out of bounds for the operand's dimension ", DimText(dim)));
  }
  return true;
}

bool CheckSliceCount(const OpView& op, int constraint, int64_t count) {
  if (CompatibleDims(count, op.rank(0))) return true;
  return op.Fail(constraint, Cat("slice_sizes has size ", count, ", expected the operand's rank ", op.rank(0)));
}

// spec: gather C22. `sizes` has kDynamic for what is not known.
bool InferGather(const OpView& op, const GatherDims& d, std::span<const int64_t> sizes, const GatherLabels& label,
                 Results& results) {
  const Shape batch = IndexBatch(op, 1, d.index_vector_dim);
  const size_t rank = batch.dims.size() + d.offset_dims.size();
  if (!CheckIndices(op, 5, "offset_dims", d.offset_dims, static_cast<int64_t>(rank))) return false;
  DimList offsets;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const auto dim = static_cast<int64_t>(i);
    if (!Contains(d.collapsed_slice_dims, dim) && !Contains(d.operand_batching_dims, dim)) offsets.push_back(sizes[i]);
  }
  Shape shape;
  size_t next_offset = 0;
  size_t next_batch = 0;
  for (size_t i = 0; i < rank; ++i) {
    // offset_dims is sorted.
    const bool is_offset = next_offset < d.offset_dims.size() && d.offset_dims[next_offset] == static_cast<int64_t>(i);
    if (is_offset) {
      shape.Add(offsets[next_offset++], kDynamic);
    } else {
      shape.Add(batch.dims[next_batch], batch.bound(next_batch));
      ++next_batch;
    }
  }
  if (op.has_results() && op.result_element() != op.element(0)) {
    return op.Fail(label.result + 1, Cat("result has element type ", op.Text(op.result_element()),
                                         ", operand has element type ", op.Text(op.element(0)), ", expected the same"));
  }
  results.push_back(MakeTensor(op.module(), shape, op.element(0)));
  return true;
}

// ---- scatter

struct ScatterDims {
  std::span<const int64_t> update_window_dims;
  std::span<const int64_t> inserted_window_dims;
  std::span<const int64_t> input_batching_dims;
  std::span<const int64_t> scatter_indices_batching_dims;
  std::span<const int64_t> scatter_dims_to_operand_dims;
  int64_t index_vector_dim;
};

ScatterDims ScatterDimsOf(const OpView& op) {
  return {
      op.FieldI64s(kScatter, "update_window_dims"),           op.FieldI64s(kScatter, "inserted_window_dims"),
      op.FieldI64s(kScatter, "input_batching_dims"),          op.FieldI64s(kScatter, "scatter_indices_batching_dims"),
      op.FieldI64s(kScatter, "scatter_dims_to_operand_dims"), op.FieldInt(kScatter, "index_vector_dim")};
}

bool CheckSameShapes(const OpView& op, int constraint, std::string_view name, std::span<const TypeId> list) {
  for (TypeId t : list) {
    if (CompatibleShapes(op.types(), t, list[0])) continue;
    return op.Fail(constraint, Cat(name, " have shapes ", DimsText(op.types().dims(list[0])), " and ",
                                   DimsText(op.types().dims(t)), ", expected compatible shapes for all ", name));
  }
  return true;
}

// spec: scatter C2 and the ranks of C4
bool CheckScatterRanks(const OpView& op, const ScatterDims& d, size_t indices, int64_t updates_rank) {
  const auto batch = static_cast<int64_t>(IndexBatch(op, indices, d.index_vector_dim).dims.size());
  const int64_t wanted = batch + static_cast<int64_t>(d.update_window_dims.size());
  if (updates_rank != wanted) {
    return op.Fail(
        4, Cat("updates have rank ", updates_rank, ", expected rank ", wanted, ", of which scatter_indices make ",
               batch, " and the number of update_window_dims ", d.update_window_dims.size()));
  }
  const size_t rank = d.update_window_dims.size() + d.inserted_window_dims.size() + d.input_batching_dims.size();
  if (static_cast<int64_t>(rank) != op.rank(0)) {
    return op.Fail(2, Cat("sizes of update_window_dims, inserted_window_dims and input_batching_dims are ",
                          d.update_window_dims.size(), ", ", d.inserted_window_dims.size(), " and ",
                          d.input_batching_dims.size(), ", expected a sum of the operand's rank ", op.rank(0)));
  }
  return true;
}

bool CheckScatterCoordinates(const OpView& op, const ScatterDims& d, size_t indices) {
  const int64_t coordinates = IndexVectorSize(op.dims(indices), d.index_vector_dim);
  if (CompatibleDims(coordinates, static_cast<int64_t>(d.scatter_dims_to_operand_dims.size()))) return true;
  return op.Fail(19, Cat("scatter_dims_to_operand_dims has ", d.scatter_dims_to_operand_dims.size(),
                         " elements, expected the size, or bound, of dimension index_vector_dim ", d.index_vector_dim,
                         " of scatter_indices, ", coordinates));
}

bool CheckScatterDims(const OpView& op, const ScatterDims& d, size_t indices, int64_t updates_rank) {
  const int64_t rank = op.rank(0);
  return CheckSorted(op, 7, "update_window_dims", d.update_window_dims) &&
         CheckUnique(op, 7, "update_window_dims", d.update_window_dims) &&
         CheckIndices(op, 8, "update_window_dims", d.update_window_dims, updates_rank) &&
         CheckDistinct(op, 9, "inserted_window_dims", d.inserted_window_dims, "input_batching_dims",
                       d.input_batching_dims) &&
         CheckSorted(op, 10, "inserted_window_dims", d.inserted_window_dims) &&
         CheckIndices(op, 11, "inserted_window_dims", d.inserted_window_dims, rank) &&
         CheckSorted(op, 12, "input_batching_dims", d.input_batching_dims) &&
         CheckIndices(op, 13, "input_batching_dims", d.input_batching_dims, rank) &&
         CheckBatching(op, 14, "input_batching_dims", d.input_batching_dims, "scatter_indices_batching_dims",
                       d.scatter_indices_batching_dims, indices, d.index_vector_dim) &&
         CheckScatterCoordinates(op, d, indices) &&
         CheckDistinct(op, 20, "scatter_dims_to_operand_dims", d.scatter_dims_to_operand_dims, "input_batching_dims",
                       d.input_batching_dims) &&
         CheckIndices(op, 21, "scatter_dims_to_operand_dims", d.scatter_dims_to_operand_dims, rank);
}

// spec: scatter C4
bool CheckUpdateSizes(const OpView& op, const ScatterDims& d, size_t indices, std::span<const int64_t> updates) {
  DimList windows;
  for (size_t i = 0; i < op.dims(0).size(); ++i) {
    const auto dim = static_cast<int64_t>(i);
    if (!Contains(d.inserted_window_dims, dim) && !Contains(d.input_batching_dims, dim))
      windows.push_back(op.dims(0)[i]);
  }
  const Shape batch = IndexBatch(op, indices, d.index_vector_dim);
  size_t next_window = 0;
  size_t next_batch = 0;
  for (size_t i = 0; i < updates.size(); ++i) {
    const bool is_window =
        next_window < d.update_window_dims.size() && d.update_window_dims[next_window] == static_cast<int64_t>(i);
    const int64_t most = is_window ? windows[next_window++] : batch.dims[next_batch++];
    if (CompatibleDims(updates[i], most) || (is_window && updates[i] < most)) continue;
    return op.Fail(4, Cat("size of update dimension ", i, " is ", updates[i], ", expected ",
                          is_window ? "at most that of the operand's window dimension, "
                                    : "that of the scatter indices' dimension, the bound ",
                          most));
  }
  return true;
}

}  // namespace

bool Gather(const OpView& op, Results& results) {
  const GatherDims d = GatherDimsOf(op);
  const std::span<const int64_t> sizes = op.I64s("slice_sizes");
  return CheckGatherDims(op, d, kGatherLabels) &&
         CheckSliceCount(op, kGatherLabels.sizes_rank, static_cast<int64_t>(sizes.size())) &&
         CheckSliceSizes(op, d, sizes, kGatherLabels) && InferGather(op, d, sizes, kGatherLabels, results);
}

bool DynamicGather(const OpView& op, Results& results) {
  const GatherDims d = GatherDimsOf(op);
  if (!CheckGatherDims(op, d, kDynamicGatherLabels) ||
      !CheckSliceCount(op, kDynamicGatherLabels.sizes_rank, op.dims(2)[0]))
    return false;
  std::optional<DimList> sizes = op.ConstantInts(op.operands()[2]);
  if (sizes && !CheckSliceSizes(op, d, *sizes, kDynamicGatherLabels)) return false;
  if (!sizes) sizes.emplace(op.dims(0).size(), kDynamic);
  return InferGather(op, d, *sizes, kDynamicGatherLabels, results);
}

bool Scatter(const OpView& op, Results& results) {
  const std::vector<TypeId> inputs = op.group_types(0);
  const std::vector<TypeId> updates = op.group_types(2);
  if (inputs.empty()) return op.Fail(5, "has 0 inputs, it requires at least 1");
  const ScatterDims d = ScatterDimsOf(op);
  const size_t indices = inputs.size();
  const int64_t updates_rank = op.types().rank(updates[0]);
  if (!CheckSameShapes(op, 1, "inputs", inputs) || !CheckSameShapes(op, 3, "updates", updates) ||
      !CheckIndexVectorDim(op, 22, d.index_vector_dim, op.rank(indices), "scatter_indices")) {
    return false;
  }
  std::vector<TypeId> inits;
  for (TypeId t : updates) inits.push_back(MakeTensor(op.module(), {}, op.types().element_type(t)));
  if (!CheckReducer(op, 23, 0, inputs, inits, {}) || !CheckScatterRanks(op, d, indices, updates_rank) ||
      !CheckScatterDims(op, d, indices, updates_rank) ||
      !CheckUpdateSizes(op, d, indices, op.types().dims(updates[0]))) {
    return false;
  }
  PushReduced(op, 0, inputs, results);
  return true;
}

}  // namespace cppjrt::stablehlo::rules
