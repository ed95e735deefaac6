// Recipes of reductions, contractions, windows, sorts and transforms.
#include <algorithm>
#include <utility>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

// Sums of values this wide are worth a comparison.
bool Summable(ElementType type) { return IsUsual(type); }

// Products overflow in one order and not in another: theirs are of middling numbers.
size_t ForProduct(Builder& b, const Monoid& monoid, size_t value) {
  const ElementType type = b.type(value).element;
  const bool is_float = stablehlo::IsFloat(type) || stablehlo::IsComplex(type);
  return monoid.op == "multiply" && is_float ? b.AddParameter(ValueType(b.type(value)), Fill::kModerate) : value;
}

bool MakeReduce(Builder& b) {
  size_t x = b.AnyValue(Summable, 1);
  const ValueType type = b.type(x);
  ValueType result = {type.element, {}};
  std::vector<int64_t> dims;
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (b.random.Chance(0.5)) {
      dims.push_back(static_cast<int64_t>(d));
    } else {
      result.dims.push_back(type.dims[d]);
    }
  }
  const Monoid monoid = AnyMonoid(b, type.element);
  x = ForProduct(b, monoid, x);
  const size_t init = b.AddParameter(ValueType{type.element, {}}, monoid.identity);
  Step step = {.op = "stablehlo.reduce",
               .operands = {x, init},
               .captures = {},
               .attributes = "<{dimensions = " + I64s(dims) + "}>",
               .regions = MonoidRegion(b, monoid, type.element),
               .results = {result}};
  b.Add(std::move(step));
  return true;
}

// The largest element and where it is, as frameworks write argmax.
bool MakeArgmax(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return IsWholeNumber(t) || IsRealFloat(t); });
  const ValueType shape = {type, b.Dims(1, 3)};
  const size_t x = b.AddParameter(shape, Fill::kOrdered);
  const size_t d = static_cast<size_t>(b.random.Below(static_cast<int64_t>(shape.dims.size())));
  const size_t places = b.Add({.op = "stablehlo.iota",
                               .operands = {},
                               .captures = {},
                               .attributes = "<{iota_dimension = " + std::to_string(d) + " : i64}>",
                               .regions = {},
                               .results = {{ElementType::kI32, shape.dims}}});
  const size_t lowest = b.AddParameter(ValueType{type, {}}, Fill::kLowest);
  const size_t zero = b.AddParameter(ValueType{ElementType::kI32, {}}, Fill::kZero);
  const std::string t = ScalarText(type);
  const std::string n[] = {b.Name(), b.Name(), b.Name(), b.Name(), b.Name(), b.Name(),
                           b.Name(), b.Name(), b.Name(), b.Name(), b.Name()};
  const std::string i32 = "tensor<i32>";
  const std::string region =
      "({\n  ^bb0(" + n[0] + ": " + t + ", " + n[1] + ": " + i32 + ", " + n[2] + ": " + t + ", " + n[3] + ": " + i32 +
      "):\n    " + CompareText(n[4], "GT", n[0], n[2], type, t) + "\n    " +
      CompareText(n[5], "EQ", n[0], n[2], type, t) + "\n    " +
      CompareText(n[6], "LT", n[1], n[3], ElementType::kI32, i32) + "\n    " + n[7] + " = stablehlo.and " + n[5] +
      ", " + n[6] + " : tensor<i1>\n    " + n[8] + " = stablehlo.or " + n[4] + ", " + n[7] + " : tensor<i1>\n    " +
      n[9] + " = stablehlo.select " + n[8] + ", " + n[0] + ", " + n[2] + " : tensor<i1>, " + t + "\n    " + n[10] +
      " = stablehlo.select " + n[8] + ", " + n[1] + ", " + n[3] + " : tensor<i1>, " + i32 + "\n    stablehlo.return " +
      n[9] + ", " + n[10] + " : " + t + ", " + i32 + "\n  })";
  std::vector<int64_t> rest = shape.dims;
  rest.erase(rest.begin() + static_cast<ptrdiff_t>(d));
  b.Add({.op = "stablehlo.reduce",
         .operands = {x, places, lowest, zero},
         .captures = {},
         .attributes = "<{dimensions = " + I64s({static_cast<int64_t>(d)}) + "}>",
         .regions = region,
         .results = {{type, rest}, {ElementType::kI32, rest}}});
  return true;
}

// One dimension of a window.
struct Window {
  std::vector<int64_t> size, strides, base, dilation;
  std::vector<std::pair<int64_t, int64_t>> padding;
  std::vector<int64_t> result;
};

void AddWindowDim(Builder& b, int64_t d, bool base_dilated, Window& w) {
  const bool trivial = b.random.Chance(0.3);
  w.size.push_back(trivial ? 1 : b.random.Between(1, 4));
  w.strides.push_back(trivial ? 1 : b.random.Between(1, 3));
  w.dilation.push_back(b.random.Chance(0.2) ? 2 : 1);
  w.base.push_back(base_dilated && b.random.Chance(0.2) ? 2 : 1);
  const int64_t reach = (w.size.back() - 1) * w.dilation.back() + 1;
  const int64_t inner = d == 0 ? 0 : (d - 1) * w.base.back() + 1;
  w.padding.emplace_back(b.random.Between(0, trivial ? 0 : 3), b.random.Between(0, trivial ? 0 : 3));
  const int64_t padded = inner + w.padding.back().first + w.padding.back().second;
  w.result.push_back(padded < reach || padded == 0 ? 0 : (padded - reach) / w.strides.back() + 1);
}

bool MakeReduceWindow(Builder& b) {
  size_t x = b.AnyValue(Summable, 1, 3);
  const ElementType type = b.type(x).element;
  Window w;
  for (const int64_t d : b.type(x).dims) AddWindowDim(b, d, true, w);
  // Now and then a sum over all that came before.
  const std::vector<int64_t> dims = b.type(x).dims;
  if (b.random.Chance(0.2) && dims.back() > 0) {
    for (size_t i = 0; i < dims.size(); ++i) {
      const bool last = i + 1 == dims.size();
      w.size[i] = last ? dims[i] : 1;
      w.strides[i] = w.base[i] = w.dilation[i] = 1;
      w.padding[i] = {last ? dims[i] - 1 : 0, 0};
      w.result[i] = dims[i];
    }
  }
  const Monoid monoid = AnyMonoid(b, type);
  x = ForProduct(b, monoid, x);
  const size_t init = b.AddParameter(ValueType{type, {}}, monoid.identity);
  b.Add({.op = "stablehlo.reduce_window",
         .operands = {x, init},
         .captures = {},
         .attributes = "<{window_dimensions = " + I64s(w.size) + ", window_strides = " + I64s(w.strides) +
                       ", base_dilations = " + I64s(w.base) + ", window_dilations = " + I64s(w.dilation) +
                       ", padding = " + Pairs(w.padding) + "}>",
         .regions = MonoidRegion(b, monoid, type),
         .results = {{type, w.result}}});
  return true;
}

bool MakeSelectAndScatter(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return IsWholeNumber(t) || IsRealFloat(t); });
  const ValueType shape = {type, b.Dims(1, 3)};
  Window w;
  for (const int64_t d : shape.dims) {
    AddWindowDim(b, d, false, w);
    w.dilation.back() = 1;
    // Windows of padding alone select nothing that is there.
    w.padding.back() = {0, 0};
    w.result.back() = d < w.size.back() ? 0 : (d - w.size.back()) / w.strides.back() + 1;
  }
  const size_t x = b.AddParameter(shape, Fill::kOrdered);
  const size_t source = b.Value({type, w.result});
  const size_t init = b.AddParameter(ValueType{type, {}}, Fill::kZero);
  const std::string t = ScalarText(type);
  const std::string p = b.Name(), q = b.Name(), r = b.Name();
  std::string regions = "({\n  ^bb0(" + p + ": " + t + ", " + q + ": " + t + "):\n    " +
                        CompareText(r, "GE", p, q, type, t) + "\n    stablehlo.return " + r + " : tensor<i1>\n  }, " +
                        MonoidRegion(b, {"add", Fill::kZero}, type).substr(1);
  b.Add({.op = "stablehlo.select_and_scatter",
         .operands = {x, source, init},
         .captures = {},
         .attributes = "<{window_dimensions = " + I64s(w.size) + ", window_strides = " + I64s(w.strides) +
                       ", padding = " + Pairs(w.padding) + "}>",
         .regions = std::move(regions),
         .results = {shape}});
  return true;
}

bool MakeSort(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return IsWholeNumber(t) || IsRealFloat(t); });
  const ValueType shape = {type, b.Dims(1, 3)};
  std::vector<size_t> operands = {b.AddParameter(shape, Fill::kOrdered)};
  std::vector<ValueType> results = {shape};
  if (b.random.Chance(0.4)) {
    results.push_back({b.Type(IsUsual), shape.dims});
    operands.push_back(b.Value(results.back()));
  }
  const int64_t d = b.random.Below(static_cast<int64_t>(shape.dims.size()));
  std::string arguments, first, second;
  for (const ValueType& result : results) {
    const std::string x = b.Name(), y = b.Name();
    if (first.empty()) first = x, second = y;
    arguments += (arguments.empty() ? "" : ", ") + x + ": " + ScalarText(result.element) + ", " + y + ": " +
                 ScalarText(result.element);
  }
  const std::string p = b.Name();
  const std::string direction = b.random.Chance(0.5) ? "LT" : "GT";
  b.Add({.op = "stablehlo.sort",
         .operands = operands,
         .captures = {},
         .attributes = "<{dimension = " + std::to_string(d) + " : i64, is_stable = true}>",
         .regions = "({\n  ^bb0(" + arguments + "):\n    " +
                    CompareText(p, direction, first, second, type, ScalarText(type)) + "\n    stablehlo.return " + p +
                    " : tensor<i1>\n  })",
         .results = results});
  return true;
}

bool MakeDotGeneral(Builder& b) {
  const size_t x = b.AnyValue(IsArithmetic, 0, 3);
  const ValueType lhs = b.type(x);
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_sum, rhs_sum;
  ValueType rhs = {lhs.element, {}};
  ValueType result = {lhs.element, {}};
  std::vector<int64_t> free;
  for (size_t d = 0; d < lhs.dims.size(); ++d) {
    const int64_t kind = b.random.Below(3);
    if (kind == 2) free.push_back(lhs.dims[d]);
    if (kind == 2) continue;
    (kind == 0 ? lhs_batch : lhs_sum).push_back(static_cast<int64_t>(d));
    if (kind == 0) result.dims.push_back(lhs.dims[d]);
  }
  result.dims.insert(result.dims.end(), free.begin(), free.end());
  // The other side: its free dimension first or last.
  const int64_t extra = b.random.Chance(0.7) ? b.Dim() : -1;
  const bool extra_first = b.random.Chance(0.3);
  if (extra >= 0 && extra_first) rhs.dims.push_back(extra);
  for (const int64_t d : lhs_sum) {
    rhs_sum.push_back(static_cast<int64_t>(rhs.dims.size()));
    rhs.dims.push_back(lhs.dims[static_cast<size_t>(d)]);
  }
  for (const int64_t d : lhs_batch) {
    rhs_batch.push_back(static_cast<int64_t>(rhs.dims.size()));
    rhs.dims.push_back(lhs.dims[static_cast<size_t>(d)]);
  }
  if (extra >= 0 && !extra_first) rhs.dims.push_back(extra);
  if (extra >= 0) result.dims.push_back(extra);
  if (NumElements(rhs) > 60'000 || NumElements(result) > 60'000) return false;
  const size_t y = b.Value(rhs);
  b.Add({.op = "stablehlo.dot_general",
         .operands = {x, y},
         .captures = {},
         .attributes = "<{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = " + List(lhs_batch) +
                       ", rhs_batching_dimensions = " + List(rhs_batch) + ", lhs_contracting_dimensions = " +
                       List(lhs_sum) + ", rhs_contracting_dimensions = " + List(rhs_sum) + ">}>",
         .regions = {},
         .results = {result}});
  return true;
}

bool MakeConvolution(Builder& b) {
  const ElementType type = b.Type(IsArithmetic);
  const auto spatial = static_cast<size_t>(b.random.Between(1, 2));
  const int64_t groups = b.random.Chance(0.3) ? b.random.Between(2, 3) : 1;
  const int64_t channels = b.random.Between(1, 5);
  const int64_t outputs = groups * b.random.Between(1, 4);
  Window w;
  ValueType lhs = {type, {b.random.Between(1, 3)}};
  std::vector<int64_t> reversed;
  for (size_t i = 0; i < spatial; ++i) {
    lhs.dims.push_back(b.random.Between(1, 9));
    AddWindowDim(b, lhs.dims.back(), true, w);
    reversed.push_back(b.random.Chance(0.2) ? 1 : 0);
  }
  lhs.dims.push_back(channels * groups);
  ValueType rhs = {type, w.size};
  rhs.dims.push_back(channels);
  rhs.dims.push_back(outputs);
  ValueType result = {type, {lhs.dims[0]}};
  result.dims.insert(result.dims.end(), w.result.begin(), w.result.end());
  result.dims.push_back(outputs);
  const std::string dims = spatial == 1 ? "0" : "0, 1";
  std::string reversal = spatial == 1 ? "array<i1: " : "array<i1: ";
  for (size_t i = 0; i < spatial; ++i)
    reversal += std::string(i > 0 ? ", " : "") + (reversed[i] != 0 ? "true" : "false");
  // Zeros of padding times infinity are NaN by the specification; plugins do not multiply by padding. So there is none of it.
  const bool padded =
      std::ranges::any_of(w.padding, [](const auto& pair) { return pair != std::pair<int64_t, int64_t>(); }) ||
      std::ranges::any_of(w.base, [](int64_t d) { return d > 1; });
  const size_t x = padded ? b.AddParameter(lhs, Fill::kModerate) : b.Value(lhs);
  const size_t y = padded ? b.AddParameter(rhs, Fill::kModerate) : b.Value(rhs);
  b.Add({.op = "stablehlo.convolution",
         .operands = {x, y},
         .captures = {},
         .attributes = "<{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, " + dims + ", f]x[" +
                       dims + ", i, o]->[b, " + dims + ", f]>, feature_group_count = " + std::to_string(groups) +
                       " : i64, lhs_dilation = " + I64s(w.base) + ", padding = " + Pairs(w.padding) +
                       ", rhs_dilation = " + I64s(w.dilation) + ", window_reversal = " + reversal +
                       ">, window_strides = " + I64s(w.strides) + "}>",
         .regions = {},
         .results = {result}});
  return true;
}

bool MakeFft(Builder& b) {
  constexpr int64_t kLengths[] = {1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 64, 100};
  const bool f64 = b.random.Chance(0.4);
  const ElementType real = f64 ? ElementType::kF64 : ElementType::kF32;
  const ElementType complex = f64 ? ElementType::kC128 : ElementType::kC64;
  const int64_t n = b.random.Pick(kLengths);
  const int64_t rows = b.random.Between(1, 4);
  constexpr std::string_view kKinds[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  const std::string_view kind = b.random.Pick(kKinds);
  ValueType from = {kind == "RFFT" ? real : complex, {rows, kind == "IRFFT" ? n / 2 + 1 : n}};
  ValueType to = {kind == "IRFFT" ? real : complex, {rows, kind == "RFFT" ? n / 2 + 1 : n}};
  const size_t x = b.AddParameter(from, Fill::kModerate);
  b.Add({.op = "stablehlo.fft",
         .operands = {x},
         .captures = {},
         .attributes = "<{fft_length = " + I64s({n}) + ", fft_type = #stablehlo<fft_type " + std::string(kind) + ">}>",
         .regions = {},
         .results = {to}});
  return true;
}

bool MakeTriangularSolve(Builder& b) {
  const ElementType type =
      b.Type([](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64 || stablehlo::IsComplex(t); });
  const int64_t n = b.random.Between(1, 9);
  const int64_t m = b.random.Between(1, 4);
  const bool left = b.random.Chance(0.5);
  const bool lower = b.random.Chance(0.5);
  const bool unit = b.random.Chance(0.2);
  constexpr std::string_view kTransposes[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  const ValueType other = {type, left ? std::vector<int64_t>{n, m} : std::vector<int64_t>{m, n}};
  const size_t a = b.AddParameter(ValueType{type, {n, n}}, unit ? Fill::kOne : Fill::kSolvable);
  const size_t y = b.AddParameter(other, Fill::kModerate);
  b.Add({.op = "stablehlo.triangular_solve",
         .operands = {a, y},
         .captures = {},
         .attributes = std::string("<{left_side = ") + (left ? "true" : "false") +
                       ", lower = " + (lower ? "true" : "false") + ", transpose_a = #stablehlo<transpose " +
                       std::string(b.random.Pick(kTransposes)) + ">, unit_diagonal = " + (unit ? "true" : "false") +
                       "}>",
         .regions = {},
         .results = {other}});
  return true;
}

constexpr Recipe kRecipes[] = {
    {"reduce", 6, MakeReduce},
    {"reduce", 1, MakeArgmax},
    {"reduce_window", 4, MakeReduceWindow},
    {"select_and_scatter", 2, MakeSelectAndScatter},
    {"sort", 3, MakeSort},
    {"dot_general", 6, MakeDotGeneral},
    {"convolution", 4, MakeConvolution},
    {"fft", 2, MakeFft},
    {"triangular_solve", 1, MakeTriangularSolve},
};

}  // namespace

std::span<const Recipe> ReductionRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
