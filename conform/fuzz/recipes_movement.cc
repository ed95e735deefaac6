// Recipes of ops that move data.
#include <algorithm>
#include <numeric>
#include <utility>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

// Types that every plugin can hold: data of all of them is moved.
bool Movable(ElementType type) { return IsUsual(type) || stablehlo::ElementBits(type) == 8; }

Step Made(std::string op, std::vector<size_t> operands, std::string attributes, ValueType result) {
  return {std::move(op), std::move(operands), {}, std::move(attributes), {}, {std::move(result)}};
}

bool MakeReshape(Builder& b) {
  const size_t x = b.AnyValue(Movable);
  int64_t left = NumElements(b.type(x));
  ValueType result = {b.type(x).element, {}};
  if (left == 0) {
    result.dims = {b.Dim(), 0};
  } else {
    for (int64_t d = 2; d <= 17 && result.dims.size() < 3; ++d) {
      while (left % d == 0 && result.dims.size() < 3 && b.random.Chance(0.5)) {
        result.dims.push_back(d);
        left /= d;
      }
    }
    if (left > 1 || b.random.Chance(0.3)) result.dims.push_back(left);
  }
  b.Add(Made("stablehlo.reshape", {x}, {}, result));
  return true;
}

bool MakeBroadcast(Builder& b) {
  const size_t x = b.AnyValue(Movable, 0, 3);
  const std::vector<int64_t>& from = b.type(x).dims;
  ValueType result = {b.type(x).element, {}};
  std::vector<int64_t> where;
  int64_t elements = std::max<int64_t>(NumElements(b.type(x)), 1);
  for (size_t i = 0; i <= from.size(); ++i) {
    if (result.dims.size() < 5 && b.random.Chance(0.4)) {
      const int64_t d = elements > 2000 ? 1 : b.Dim();
      result.dims.push_back(d);
      elements *= std::max<int64_t>(d, 1);
    }
    if (i == from.size()) break;
    where.push_back(static_cast<int64_t>(result.dims.size()));
    const bool stretch = from[i] == 1 && b.random.Chance(0.5) && elements < 2000;
    result.dims.push_back(stretch ? b.Dim() : from[i]);
    if (stretch) elements *= std::max<int64_t>(result.dims.back(), 1);
  }
  b.Add(Made("stablehlo.broadcast_in_dim", {x}, "<{broadcast_dimensions = " + I64s(where) + "}>", result));
  return true;
}

bool MakeTranspose(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  std::vector<int64_t> order(b.type(x).dims.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<size_t>(b.random.Below(static_cast<int64_t>(i)))]);
  ValueType result = {b.type(x).element, {}};
  for (const int64_t d : order) result.dims.push_back(b.type(x).dims[static_cast<size_t>(d)]);
  b.Add(Made("stablehlo.transpose", {x}, "<{permutation = " + I64s(order) + "}>", result));
  return true;
}

bool MakeReverse(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  std::vector<int64_t> dims;
  for (size_t d = 0; d < b.type(x).dims.size(); ++d) {
    if (b.random.Chance(0.6)) dims.push_back(static_cast<int64_t>(d));
  }
  b.Add(Made("stablehlo.reverse", {x}, "<{dimensions = " + I64s(dims) + "}>", b.type(x)));
  return true;
}

bool MakeSlice(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  std::vector<int64_t> start, limit, strides;
  ValueType result = {b.type(x).element, {}};
  for (const int64_t d : b.type(x).dims) {
    start.push_back(b.random.Between(0, d));
    limit.push_back(b.random.Between(start.back(), d));
    strides.push_back(b.random.Between(1, 3));
    result.dims.push_back((limit.back() - start.back() + strides.back() - 1) / strides.back());
  }
  b.Add(Made(
      "stablehlo.slice", {x},
      "<{limit_indices = " + I64s(limit) + ", start_indices = " + I64s(start) + ", strides = " + I64s(strides) + "}>",
      result));
  return true;
}

bool MakePad(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  std::vector<int64_t> low, high, interior;
  ValueType result = {b.type(x).element, {}};
  for (const int64_t d : b.type(x).dims) {
    interior.push_back(b.random.Chance(0.3) ? b.random.Between(1, 2) : 0);
    const int64_t inner = d == 0 ? 0 : d + (d - 1) * interior.back();
    low.push_back(b.random.Between(-std::min<int64_t>(inner, 2), 3));
    high.push_back(b.random.Between(-std::min<int64_t>(inner + low.back(), 2), 3));
    if (inner + low.back() + high.back() < 0) high.back() = -inner - low.back();
    result.dims.push_back(inner + low.back() + high.back());
  }
  const size_t value = b.Value({b.type(x).element, {}});
  b.Add(Made("stablehlo.pad", {x, value},
             "<{edge_padding_high = " + I64s(high) + ", edge_padding_low = " + I64s(low) +
                 ", interior_padding = " + I64s(interior) + "}>",
             result));
  return true;
}

bool MakeConcatenate(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  const auto d = static_cast<size_t>(b.random.Below(static_cast<int64_t>(b.type(x).dims.size())));
  std::vector<size_t> operands = {x};
  ValueType result = b.type(x);
  for (int64_t i = b.random.Between(0, 3); i > 0; --i) {
    ValueType next = b.type(x);
    if (b.random.Chance(0.5)) next.dims[d] = b.random.Between(0, 5);
    operands.push_back(b.Value(next));
    result.dims[d] += next.dims[d];
  }
  b.Add(Made("stablehlo.concatenate", operands, "<{dimension = " + std::to_string(d) + " : i64}>", result));
  return true;
}

bool MakeIota(Builder& b) {
  ValueType result = {b.Type(IsArithmetic), b.Dims(1, 4)};
  const int64_t d = b.random.Below(static_cast<int64_t>(result.dims.size()));
  // Numbers beyond the type's are not defined.
  if (stablehlo::ElementBits(result.element) <= 16) result.dims[static_cast<size_t>(d)] %= 100;
  b.Add(Made("stablehlo.iota", {}, "<{iota_dimension = " + std::to_string(d) + " : i64}>", result));
  return true;
}

// A parameter of whole numbers for an index: mostly inside, sometimes far outside.
size_t Index(Builder& b, const ValueType& type, int64_t inside) {
  const bool outside = b.random.Chance(0.15) && stablehlo::ElementBits(type.element) > 8;
  Parameter parameter = {.type = type, .fill = Fill::kIndex, .low = 0, .high = std::max<int64_t>(inside, 0)};
  if (stablehlo::ElementBits(type.element) == 8) parameter.high = std::min<int64_t>(parameter.high, 100);
  if (outside) parameter.high += 1000;
  if (outside && stablehlo::IsSigned(type.element)) parameter.low = -1000;
  return b.AddParameter(parameter);
}

bool MakeDynamicSlice(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  const ElementType index = b.Type(IsWholeNumber);
  ValueType result = {b.type(x).element, {}};
  std::vector<size_t> operands = {x};
  for (const int64_t d : std::vector<int64_t>(b.type(x).dims)) {
    result.dims.push_back(b.random.Between(0, d));
    operands.push_back(Index(b, {index, {}}, d - result.dims.back()));
  }
  b.Add(Made("stablehlo.dynamic_slice", operands, "<{slice_sizes = " + I64s(result.dims) + "}>", result));
  return true;
}

bool MakeDynamicUpdateSlice(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1);
  const ElementType index = b.Type(IsWholeNumber);
  ValueType update = {b.type(x).element, {}};
  for (const int64_t d : b.type(x).dims) update.dims.push_back(b.random.Between(0, d));
  std::vector<size_t> operands = {x, b.Value(update)};
  const std::vector<int64_t> dims = b.type(x).dims;
  for (size_t i = 0; i < dims.size(); ++i) operands.push_back(Index(b, {index, {}}, dims[i] - update.dims[i]));
  b.Add(Made("stablehlo.dynamic_update_slice", operands, {}, b.type(x)));
  return true;
}

// What gather and scatter have in common: which dimensions are indexed, with what slices.
struct Windows {
  std::vector<int64_t> indexed;    // start_index_map
  std::vector<int64_t> sizes;      // of slices, by dimension
  std::vector<int64_t> collapsed;  // of size 1, left out
  std::vector<int64_t> batch;      // dims of the indices but for the last
  std::vector<int64_t> window;     // sizes that are left
  std::vector<int64_t> offset_dims;
  std::vector<int64_t> result;  // dims of the result, or the updates
  int64_t room = 0;             // an index that fits every indexed dimension
};

bool ChooseWindows(Builder& b, const std::vector<int64_t>& dims, Windows& w) {
  w.room = 1000;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 0) return false;
    const bool indexed = b.random.Chance(0.6) || (d + 1 == dims.size() && w.indexed.empty());
    const bool single = b.random.Chance(0.6);
    w.sizes.push_back(single ? 1 : b.random.Between(1, std::min<int64_t>(dims[d], 6)));
    if (!indexed) w.sizes.back() = dims[d];
    if (indexed) {
      w.indexed.push_back(static_cast<int64_t>(d));
      w.room = std::min(w.room, dims[d] - w.sizes.back());
    }
    if (w.sizes.back() == 1 && b.random.Chance(0.7)) {
      w.collapsed.push_back(static_cast<int64_t>(d));
    } else {
      w.window.push_back(w.sizes.back());
    }
  }
  w.batch = {b.random.Between(0, 5)};
  if (b.random.Chance(0.3)) w.batch.push_back(b.random.Between(1, 3));
  // Windows go behind the batch, or in front of it.
  const bool in_front = b.random.Chance(0.3);
  for (size_t i = 0; i < w.window.size(); ++i)
    w.offset_dims.push_back(static_cast<int64_t>(in_front ? i : i + w.batch.size()));
  w.result = in_front ? w.window : w.batch;
  const std::vector<int64_t>& rest = in_front ? w.batch : w.window;
  w.result.insert(w.result.end(), rest.begin(), rest.end());
  return NumElements({ElementType::kI8, w.result}) <= 20'000;
}

size_t WindowIndices(Builder& b, const Windows& w) {
  ValueType type = {b.Type([](ElementType t) { return IsWholeNumber(t); }), w.batch};
  type.dims.push_back(static_cast<int64_t>(w.indexed.size()));
  return Index(b, type, w.room);
}

bool MakeGather(Builder& b) {
  const size_t x = b.AnyValue(Movable, 1, 3);
  Windows w;
  if (!ChooseWindows(b, b.type(x).dims, w)) return false;
  const size_t indices = WindowIndices(b, w);
  const std::string numbers =
      "#stablehlo.gather<offset_dims = " + List(w.offset_dims) + ", collapsed_slice_dims = " + List(w.collapsed) +
      ", start_index_map = " + List(w.indexed) + ", index_vector_dim = " + std::to_string(w.batch.size()) + ">";
  b.Add(Made("stablehlo.gather", {x, indices},
             "<{dimension_numbers = " + numbers + ", slice_sizes = " + I64s(w.sizes) + "}>",
             {b.type(x).element, w.result}));
  return true;
}

bool MakeScatter(Builder& b) {
  const size_t x = b.AnyValue([](ElementType t) { return IsUsual(t); }, 1, 3);
  Windows w;
  if (!ChooseWindows(b, b.type(x).dims, w)) return false;
  const size_t indices = WindowIndices(b, w);
  const ElementType type = b.type(x).element;
  const size_t updates = b.Value({type, w.result});
  const std::string numbers = "#stablehlo.scatter<update_window_dims = " + List(w.offset_dims) +
                              ", inserted_window_dims = " + List(w.collapsed) +
                              ", scatter_dims_to_operand_dims = " + List(w.indexed) +
                              ", index_vector_dim = " + std::to_string(w.batch.size()) + ">";
  Step step =
      Made("stablehlo.scatter", {x, indices, updates}, "<{scatter_dimension_numbers = " + numbers + "}>", b.type(x));
  Monoid monoid = AnyMonoid(b, type);
  // Products overflow in one order and not in another.
  if (monoid.op == "multiply" && !stablehlo::IsInteger(type)) monoid.op = "add";
  step.regions = MonoidRegion(b, monoid, type);
  b.Add(std::move(step));
  return true;
}

bool MakeSelect(Builder& b) {
  const size_t x = b.AnyValue(Movable);
  const bool scalar = b.random.Chance(0.2);
  const size_t predicate = b.Value({ElementType::kI1, scalar ? std::vector<int64_t>() : b.type(x).dims});
  b.Add(Made("stablehlo.select", {predicate, x, b.Value(b.type(x))}, {}, b.type(x)));
  return true;
}

constexpr Recipe kRecipes[] = {
    {"reshape", 3, MakeReshape},
    {"broadcast_in_dim", 4, MakeBroadcast},
    {"transpose", 4, MakeTranspose},
    {"reverse", 2, MakeReverse},
    {"slice", 4, MakeSlice},
    {"pad", 4, MakePad},
    {"concatenate", 4, MakeConcatenate},
    {"iota", 2, MakeIota},
    {"dynamic_slice", 3, MakeDynamicSlice},
    {"dynamic_update_slice", 3, MakeDynamicUpdateSlice},
    {"gather", 4, MakeGather},
    {"scatter", 4, MakeScatter},
    {"select", 4, MakeSelect},
};

}  // namespace

std::span<const Recipe> MovementRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
