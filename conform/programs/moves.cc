// Recipes of movements: views in every order, parts read and written.
#include <algorithm>
#include <numeric>

#include "conform/fuzz/recipes.h"
#include "conform/programs/maker.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using Dims = std::vector<int64_t>;

size_t Rank(Maker& m, size_t x) { return m.type(x).dims.size(); }
size_t AnyDim(Maker& m, size_t x) {
  return static_cast<size_t>(m.random.Below(static_cast<int64_t>(m.type(x).dims.size())));
}

size_t SliceOf(Maker& m, size_t x, const Dims& start, const Dims& limit, const Dims& strides) {
  ValueType result = {m.type(x).element, {}};
  for (size_t d = 0; d < start.size(); ++d) {
    result.dims.push_back((limit[d] - start[d] + strides[d] - 1) / strides[d]);
  }
  return m.Add(
      "stablehlo.slice", {x},
      "<{limit_indices = " + I64s(limit) + ", start_indices = " + I64s(start) + ", strides = " + I64s(strides) + "}>",
      result, m.range(x));
}

// Of one dimension from `from` to `to`.
size_t SliceAlong(Maker& m, size_t x, size_t d, int64_t from, int64_t to) {
  Dims start(Rank(m, x), 0), limit = m.type(x).dims;
  start[d] = from;
  limit[d] = to;
  return SliceOf(m, x, start, limit, Dims(start.size(), 1));
}

size_t PadOf(Maker& m, size_t x, size_t value, const Dims& low, const Dims& high, const Dims& interior) {
  ValueType result = m.type(x);
  for (size_t d = 0; d < low.size(); ++d) {
    const int64_t extent = result.dims[d];
    result.dims[d] = low[d] + high[d] + (extent == 0 ? 0 : extent + (extent - 1) * interior[d]);
  }
  return m.Add("stablehlo.pad", {x, value},
               "<{edge_padding_high = " + I64s(high) + ", edge_padding_low = " + I64s(low) +
                   ", interior_padding = " + I64s(interior) + "}>",
               result, Union(m.range(x), m.range(value)));
}

size_t Concatenated(Maker& m, const std::vector<size_t>& operands, size_t d) {
  ValueType result = m.type(operands[0]);
  Range range = m.range(operands[0]);
  for (size_t i = 1; i < operands.size(); ++i) {
    result.dims[d] += m.type(operands[i]).dims[d];
    range = Union(range, m.range(operands[i]));
  }
  return m.Add("stablehlo.concatenate", operands, "<{dimension = " + std::to_string(d) + " : i64}>", result, range);
}

size_t Reversed(Maker& m, size_t x) {
  Dims dims;
  for (size_t d = 0; d < Rank(m, x); ++d) {
    if (m.random.Chance(0.5)) dims.push_back(static_cast<int64_t>(d));
  }
  if (dims.empty()) dims.push_back(static_cast<int64_t>(AnyDim(m, x)));
  return m.Add("stablehlo.reverse", {x}, "<{dimensions = " + I64s(dims) + "}>", m.type(x), m.range(x));
}

size_t Rolled(Maker& m, size_t x) {
  const size_t d = AnyDim(m, x);
  const int64_t extent = m.type(x).dims[d];
  if (extent < 2) return Reversed(m, x);
  const int64_t at = m.random.Between(1, extent - 1);
  const size_t tail = SliceAlong(m, x, d, at, extent);
  const size_t head = SliceAlong(m, x, d, 0, at);
  return Concatenated(m, {tail, head}, d);
}

// Moved by some places, zeros where nothing comes from.
size_t Shifted(Maker& m, size_t x) {
  const size_t d = AnyDim(m, x);
  const int64_t extent = m.type(x).dims[d];
  if (extent < 2) return Reversed(m, x);
  const int64_t by = m.random.Between(1, std::min<int64_t>(extent - 1, 3));
  const bool up = m.random.Chance(0.5);
  const size_t part = up ? SliceAlong(m, x, d, 0, extent - by) : SliceAlong(m, x, d, by, extent);
  Dims low(Rank(m, x), 0), high(Rank(m, x), 0);
  (up ? low : high)[d] = by;
  return PadOf(m, part, m.Scalar(m.type(x).element, 0), low, high, Dims(low.size(), 0));
}

size_t Transposed(Maker& m, size_t x) {
  Dims order(Rank(m, x));
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<size_t>(m.random.Below(static_cast<int64_t>(i)))]);
  }
  ValueType result = {m.type(x).element, {}};
  for (const int64_t d : order) result.dims.push_back(m.type(x).dims[static_cast<size_t>(d)]);
  return m.Add("stablehlo.transpose", {x}, "<{permutation = " + I64s(order) + "}>", result, m.range(x));
}

// As Taken, but each slice along another dimension has indices of its own.
size_t TakenInBatches(Maker& m, size_t x, size_t d, int64_t count) {
  const Dims dims = m.type(x).dims;
  const size_t batch = (d + 1) % dims.size();
  const size_t indices = m.Indices({dims[batch], count}, dims[d]);
  ValueType result = {m.type(x).element, {dims[batch], count}};
  Dims offset, sizes = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i == d || i == batch) continue;
    offset.push_back(static_cast<int64_t>(result.dims.size()));
    result.dims.push_back(dims[i]);
  }
  sizes[d] = sizes[batch] = 1;
  const std::string where = std::to_string(d);
  const size_t taken = m.Add("stablehlo.gather", {x, indices},
                             "<{dimension_numbers = #stablehlo.gather<offset_dims = " + List(offset) +
                                 ", collapsed_slice_dims = [" + where + "], operand_batching_dims = [" +
                                 std::to_string(batch) + "], start_indices_batching_dims = [0], start_index_map = [" +
                                 where + "], index_vector_dim = 2>, slice_sizes = " + I64s(sizes) + "}>",
                             result, m.range(x));
  Dims wanted = dims;
  wanted[d] = count;
  return m.ToShape(taken, wanted);
}

// Slices along one dimension, by an array of indices.
size_t Taken(Maker& m, size_t x, size_t d, int64_t count) {
  const Dims dims = m.type(x).dims;
  if (NumElements(m.type(x)) == 0) return Reversed(m, x);
  if (dims.size() > 1 && m.random.Chance(0.25)) return TakenInBatches(m, x, d, count);
  const size_t indices = m.Indices({count}, dims[d]);
  ValueType result = {m.type(x).element, dims};
  result.dims[d] = count;
  Dims offset, sizes = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i != d) offset.push_back(static_cast<int64_t>(i));
  }
  sizes[d] = 1;
  const std::string where = std::to_string(d);
  return m.Add("stablehlo.gather", {x, indices},
               "<{dimension_numbers = #stablehlo.gather<offset_dims = " + List(offset) + ", collapsed_slice_dims = [" +
                   where + "], start_index_map = [" + where + "], index_vector_dim = 1>, slice_sizes = " + I64s(sizes) +
                   "}>",
               result, m.range(x));
}

// There and back by another shape, with something in between.
size_t Reshaped(Maker& m, size_t x) {
  const Dims dims = m.type(x).dims;
  const size_t flat = m.ToShape(x, {NumElements(m.type(x))});
  if (flat == x) return Rolled(m, x);
  return m.ToShape(m.random.Chance(0.5) ? Rolled(m, flat) : Reversed(m, flat), dims);
}

// ---- Parts.

size_t DynamicSlice(Maker& m, size_t x, const Dims& sizes) {
  const ElementType index = m.IndexType();
  std::vector<size_t> operands = {x};
  const Dims dims = m.type(x).dims;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool whole = sizes[d] == dims[d];
    operands.push_back(whole && m.random.Chance(0.9) ? m.Scalar(index, 0) : m.Index(index, dims[d] - sizes[d] + 1));
  }
  return m.Add("stablehlo.dynamic_slice", operands, "<{slice_sizes = " + I64s(sizes) + "}>", {m.type(x).element, sizes},
               m.range(x));
}

// One row of a dimension, or a part of each.
Dims PartSizes(Maker& m, const Dims& dims) {
  Dims sizes = dims;
  if (m.random.Chance(0.65)) {
    auto& one = sizes[static_cast<size_t>(m.random.Below(static_cast<int64_t>(dims.size())))];
    one = std::min<int64_t>(one, 1);
    return sizes;
  }
  for (int64_t& size : sizes) size = m.random.Between(std::min<int64_t>(size, 1), size);
  return sizes;
}

size_t UpdatedSlice(Maker& m, size_t x) {
  const Dims dims = m.type(x).dims;
  const ElementType element = m.type(x).element;
  const Dims sizes = PartSizes(m, dims);
  size_t update = SIZE_MAX;
  const int64_t kind = m.random.Below(4);
  if (kind == 0) {
    // A part of the array itself, moved: the two may overlap.
    update = DynamicSlice(m, x, sizes);
  } else if (kind == 1) {
    Dims start, limit;
    for (size_t d = 0; d < dims.size(); ++d) {
      start.push_back(m.random.Between(0, dims[d] - sizes[d]));
      limit.push_back(start.back() + sizes[d]);
    }
    update = SliceOf(m, x, start, limit, Dims(dims.size(), 1));
  } else if (kind == 2) {
    update = m.ToShape(m.Value({element, dims}), sizes);
  } else {
    update = m.Value({element, sizes});
  }
  if (m.random.Chance(0.3) && Rank(m, update) > 0) update = Permuted(m, update);
  if (m.type(update).dims != sizes) update = m.ToShape(update, sizes);
  const ElementType index = m.IndexType();
  std::vector<size_t> operands = {x, update};
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool whole = sizes[d] == dims[d];
    operands.push_back(whole && m.random.Chance(0.9) ? m.Scalar(index, 0) : m.Index(index, dims[d] - sizes[d] + 1));
  }
  return m.Add("stablehlo.dynamic_update_slice", operands, {}, m.type(x), Union(m.range(x), m.range(update)));
}

struct Combiner {
  std::string op;  // empty: the update replaces what is there
  Range range;
};

// Float sums must fit: see Fit.
Combiner ChooseCombiner(Maker& m, size_t& x, size_t& updates, int64_t count) {
  const ElementType element = m.type(x).element;
  const Range both = Union(m.range(x), m.range(updates));
  if (m.random.Chance(0.35) || stablehlo::IsComplex(element)) return {"", both};
  if (element == ElementType::kI1) return {m.random.Chance(0.5) ? "or" : "and", both};
  if (m.random.Chance(0.4)) return {m.random.Chance(0.5) ? "maximum" : "minimum", both};
  if (!IsFloating(element)) return {m.random.Chance(0.3) ? "multiply" : "add", FullRange(element)};
  const int64_t bound = ExactLimit(element) / (count + 1);
  if (bound < 1) return {"maximum", both};
  x = m.Fit(x, bound);
  updates = m.Fit(updates, bound);
  const int64_t most = m.range(x).magnitude() + count * m.range(updates).magnitude();
  return {"add", {-most, most}};
}

// One combiner for each operand: %s0, %s1, … are elements of the operands, then of the updates.
std::string CombinerBody(const std::vector<Combiner>& combiners, const std::vector<ElementType>& elements) {
  const size_t n = combiners.size();
  std::string arguments, lines, returns, types;
  for (size_t i = 0; i < 2 * n; ++i) {
    arguments += (i > 0 ? ", %s" : "%s") + std::to_string(i) + ": " + ScalarText(elements[i % n]);
  }
  for (size_t i = 0; i < n; ++i) {
    const std::string old = "%s" + std::to_string(i), update = "%s" + std::to_string(n + i);
    const std::string made = "%r" + std::to_string(i), type = ScalarText(elements[i]);
    const Combiner& combiner = combiners[i];
    if (!combiner.op.empty()) {
      lines += "      " + made + " = stablehlo." + combiner.op + " " + old + ", " + update + " : " + type + "\n";
    }
    returns += (i > 0 ? ", " : "") + (combiner.op.empty() ? update : made);
    types += (i > 0 ? ", " : "") + type;
  }
  return "({\n    ^bb0(" + arguments + "):\n" + lines + "      stablehlo.return " + returns + " : " + types +
         "\n    })";
}

// Where a scatter along one dimension writes: its dimension numbers, and the shapes of indices and updates.
struct ScatterShape {
  Dims updates = {}, indices = {};
  Dims window = {}, inserted = {}, to = {};
  Dims batching = {}, indices_batching = {};
  int64_t room = 0;  // indices below it are inside

  std::string Attributes() const {
    std::string text = "<{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " + List(window) +
                       ", inserted_window_dims = " + List(inserted);
    if (!batching.empty()) {
      text +=
          ", input_batching_dims = " + List(batching) + ", scatter_indices_batching_dims = " + List(indices_batching);
    }
    const size_t vector_dim = updates.size() - window.size();
    return text + ", scatter_dims_to_operand_dims = " + List(to) +
           ", index_vector_dim = " + std::to_string(vector_dim) + ">}>";
  }
};

// Single elements: all dimensions are indexed.
ScatterShape ScatterOfPoints(const Dims& dims, int64_t count) {
  ScatterShape shape = {.updates = {count}, .indices = {count, static_cast<int64_t>(dims.size())}};
  shape.room = *std::ranges::min_element(dims);
  for (size_t i = 0; i < dims.size(); ++i) shape.inserted.push_back(static_cast<int64_t>(i));
  shape.to = shape.inserted;
  return shape;
}

// Windows along dimension d. Another dimension may be a batching dimension: each of its slices has indices of its own.
ScatterShape ScatterOfWindows(Maker& m, const Dims& dims, size_t d, int64_t count) {
  ScatterShape shape = {.updates = {count}, .indices = {count}, .to = {static_cast<int64_t>(d)}};
  size_t batch = SIZE_MAX;
  if (dims.size() > 1 && m.random.Chance(0.25)) {
    batch = (d + 1) % dims.size();
    const auto at = m.random.Below(2);
    shape.updates.insert(shape.updates.begin() + at, dims[batch]);
    shape.indices = shape.updates;
    shape.batching = {static_cast<int64_t>(batch)};
    shape.indices_batching = {at};
  }
  // The windows keep a dimension of a few places, or lose it.
  const int64_t width = m.random.Chance(0.3) ? m.random.Between(1, std::min<int64_t>(dims[d], 3)) : 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i == batch || (i == d && width == 0)) continue;
    shape.window.push_back(static_cast<int64_t>(shape.updates.size()));
    shape.updates.push_back(i == d ? width : dims[i]);
  }
  if (width == 0) shape.inserted = {static_cast<int64_t>(d)};
  shape.room = dims[d] - std::max<int64_t>(width, 1) + 1;
  if (m.random.Chance(0.5)) shape.indices.push_back(1);
  return shape;
}

// Updates of slices along one dimension, or of single elements; of one array or two at once. The first result.
size_t Scattered(Maker& m, size_t x) {
  const Dims dims = m.type(x).dims;
  if (NumElements(m.type(x)) == 0) return Reversed(m, x);
  const int64_t count = m.random.Between(1, 6);
  const size_t d = AnyDim(m, x);
  const ScatterShape shape = m.random.Chance(0.3) ? ScatterOfPoints(dims, count) : ScatterOfWindows(m, dims, d, count);
  std::vector<size_t> arrays = {x};
  if (m.random.Chance(0.2)) arrays.push_back(m.Value({m.AnyElement(), dims}));
  const size_t indices = m.Indices(shape.indices, shape.room);
  std::vector<size_t> updates;
  std::vector<Combiner> combiners;
  std::vector<ValueType> types;
  std::vector<ElementType> elements;
  std::vector<Range> ranges;
  for (size_t& array : arrays) {
    elements.push_back(m.type(array).element);
    updates.push_back(m.Value({elements.back(), shape.updates}));
    combiners.push_back(ChooseCombiner(m, array, updates.back(), count));
    types.push_back(m.type(array));
    ranges.push_back(combiners.back().range);
  }
  Operation scatter = {.name = "stablehlo.scatter", .operands = arrays, .attributes = shape.Attributes()};
  scatter.operands.push_back(indices);
  scatter.operands.insert(scatter.operands.end(), updates.begin(), updates.end());
  scatter.body = CombinerBody(combiners, elements);
  return m.AddMany(std::move(scatter), types, ranges)[0];
}

// ---- Recipes.

bool MakePermuted(Maker& m) { return Permuted(m, m.AnyArray()), true; }
bool MakeTransposed(Maker& m) { return Transposed(m, m.AnyArray()), true; }

bool MakeUpdated(Maker& m) { return Updated(m, m.AnyArray()), true; }

// An array, updated, read in another order, and both used.
bool MakeUpdatedAndMoved(Maker& m) {
  const size_t x = m.AnyArray();
  const size_t updated = Updated(m, x);
  const size_t moved = Permuted(m, m.random.Chance(0.8) ? updated : x);
  if (m.random.Chance(0.3) && m.type(updated).element != ElementType::kI1) {
    m.Add("stablehlo.maximum", {updated, moved}, {}, m.type(x), Union(m.range(updated), m.range(moved)));
  }
  return true;
}

bool MakeSlice(Maker& m) {
  const size_t x = m.AnyArray();
  Dims start, limit, strides;
  for (const int64_t d : m.type(x).dims) {
    start.push_back(m.random.Between(0, d / 2));
    limit.push_back(m.random.Between(start.back(), d));
    strides.push_back(m.random.Chance(0.7) ? 1 : m.random.Between(2, 3));
  }
  SliceOf(m, x, start, limit, strides);
  return true;
}

bool MakePad(Maker& m) {
  const size_t x = m.AnyArray();
  Dims low, high, interior;
  for (const int64_t d : m.type(x).dims) {
    interior.push_back(m.random.Chance(0.2) ? 1 : 0);
    const int64_t inner = d == 0 ? 0 : d + (d - 1) * interior.back();
    low.push_back(m.random.Between(-std::min<int64_t>(inner, 2), 2));
    high.push_back(m.random.Between(-std::min<int64_t>(std::max<int64_t>(inner + low.back(), 0), 2), 2));
  }
  if (!m.Affords(4 * NumElements(m.type(x)) + 64)) return false;
  for (size_t d = 0; d < low.size(); ++d) {
    const int64_t extent = m.type(x).dims[d];
    const int64_t inner = extent == 0 ? 0 : extent + (extent - 1) * interior[d];
    if (inner + low[d] + high[d] < 0) return false;
  }
  PadOf(m, x, m.Value({m.type(x).element, {}}), low, high, interior);
  return true;
}

bool MakeConcatenate(Maker& m) {
  const size_t x = m.AnyArray();
  const size_t d = AnyDim(m, x);
  std::vector<size_t> operands = {x};
  for (int64_t i = m.random.Between(1, 2); i > 0; --i) {
    ValueType next = m.type(x);
    if (m.random.Chance(0.5)) next.dims[d] = m.random.Between(1, 3);
    operands.push_back(m.Value(next));
  }
  if (!m.Affords(NumElements(m.type(x)) * 3)) return false;
  Concatenated(m, operands, d);
  return true;
}

bool MakeReshape(Maker& m) {
  const size_t x = m.AnyArray();
  const size_t other =
      m.Find([&](const ValueType& t) { return t.dims != m.type(x).dims && NumElements(t) == NumElements(m.type(x)); });
  Dims dims = {NumElements(m.type(x))};
  if (other != SIZE_MAX) dims = m.type(other).dims;
  if (dims == m.type(x).dims) dims.insert(dims.begin() + m.random.Below(2), 1);
  m.ToShape(x, dims);
  return true;
}

bool MakeBroadcast(Maker& m) {
  const size_t x = m.AnyArray();
  const Dims dims = m.AnyDims();
  const size_t d = static_cast<size_t>(m.random.Below(static_cast<int64_t>(dims.size())));
  const size_t row = m.Value({m.type(x).element, {dims[d]}});
  m.Add("stablehlo.broadcast_in_dim", {row}, "<{broadcast_dimensions = " + I64s({static_cast<int64_t>(d)}) + "}>",
        {m.type(x).element, dims}, m.range(row));
  return true;
}

bool MakeToBase(Maker& m) { return m.ToShape(m.AnyArray(), m.AnyDims()), true; }

bool MakeDynamicSlice(Maker& m) {
  const size_t x = m.AnyArray();
  const size_t part = DynamicSlice(m, x, PartSizes(m, m.type(x).dims));
  if (m.random.Chance(0.4)) {
    Dims dims = m.type(part).dims;
    const auto one = std::ranges::find(dims, 1);
    if (one != dims.end()) dims.erase(one);
    m.ToShape(part, dims);
  }
  return true;
}

bool MakeTake(Maker& m) {
  const size_t x = m.AnyArray();
  if (!m.Affords(8 * NumElements(m.type(x)))) return false;
  return Taken(m, x, AnyDim(m, x), m.random.Between(1, 8)), true;
}

bool MakeSelect(Maker& m) {
  const size_t x = m.AnyArray();
  const ValueType type = m.type(x);
  const bool scalar = m.random.Chance(0.2);
  const size_t predicate = m.Value({ElementType::kI1, scalar ? Dims() : type.dims});
  const size_t other = m.Value(type);
  m.Add("stablehlo.select", {predicate, x, other}, {}, type, Union(m.range(x), m.range(other)));
  return true;
}

bool MakeBarrier(Maker& m) {
  const size_t x = m.AnyArray();
  const size_t y = m.AnyArray();
  m.AddMany({.name = "stablehlo.optimization_barrier", .operands = {x, y}}, {m.type(x), m.type(y)},
            {m.range(x), m.range(y)});
  return true;
}

constexpr WholeRecipe kRecipes[] = {
    {10, MakePermuted},    {4, MakeTransposed},  {10, MakeUpdated}, {8, MakeUpdatedAndMoved}, {4, MakeSlice},
    {3, MakePad},          {3, MakeConcatenate}, {3, MakeReshape},  {2, MakeBroadcast},       {3, MakeToBase},
    {5, MakeDynamicSlice}, {3, MakeTake},        {4, MakeSelect},   {1, MakeBarrier},
};

}  // namespace

size_t Permuted(Maker& m, size_t x) {
  switch (m.random.Below(6)) {
    case 0:
      return Reversed(m, x);
    case 1:
      return Rolled(m, x);
    case 2:
      return Shifted(m, x);
    case 3: {
      const size_t d = AnyDim(m, x);
      return Taken(m, x, d, m.type(x).dims[d]);
    }
    case 4: {
      const Dims dims = m.type(x).dims;
      const size_t transposed = Transposed(m, x);
      return m.type(transposed).dims == dims ? transposed : m.ToShape(transposed, dims);
    }
    default:
      return Reshaped(m, x);
  }
}

size_t Updated(Maker& m, size_t x) { return m.random.Chance(0.65) ? UpdatedSlice(m, x) : Scattered(m, x); }

std::span<const WholeRecipe> WholeMovementRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
