// Recipes that compute: element by element, reductions, contractions, sorts, transforms.
#include <algorithm>
#include <limits>

#include "conform/fuzz/recipes.h"
#include "conform/programs/maker.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using Dims = std::vector<int64_t>;
using Wide = __int128;

bool Numeric(ElementType t) { return t != ElementType::kI1; }
bool Real(ElementType t) { return Numeric(t) && !stablehlo::IsComplex(t); }

// What an operation on ranges gives: of integers that may wrap, everything.
Range Wrapped(ElementType element, Wide low, Wide high) {
  const Range full = FullRange(element);
  if (low < full.low || high > full.high) return full;
  return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

Range Product(ElementType element, Range a, Range b) {
  const Wide ends[] = {Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high};
  return Wrapped(element, std::ranges::min(ends), std::ranges::max(ends));
}

// The largest r with n * r * r <= limit.
int64_t FactorBound(int64_t limit, int64_t n) {
  int64_t r = 1;
  while ((r + 1) * (r + 1) <= limit / std::max<int64_t>(n, 1) && r < 30'000) ++r;
  return r * r * std::max<int64_t>(n, 1) <= limit ? r : 0;
}

size_t Binary(Maker& m, const std::string& op, size_t x, size_t y) {
  const ValueType type = m.type(x);
  const ElementType element = type.element;
  const bool floating = IsFloating(element);
  // Parts of complex products are sums of two.
  const int64_t limit = stablehlo::IsComplex(element) ? ExactLimit(element) / 2 : ExactLimit(element);
  if (op == "multiply" && floating && Wide{m.range(x).magnitude()} * m.range(y).magnitude() > limit) {
    x = m.Fit(x, FactorBound(limit, 1));
    y = m.Fit(y, FactorBound(limit, 1));
  } else if (floating && op != "maximum" && op != "minimum") {
    x = m.Fit(x, limit / 2);
    y = m.Fit(y, limit / 2);
  }
  const Range a = m.range(x), b = m.range(y);
  Range range = Union(a, b);
  if (op == "add") range = Wrapped(element, Wide{a.low} + b.low, Wide{a.high} + b.high);
  if (op == "subtract") range = Wrapped(element, Wide{a.low} - b.high, Wide{a.high} - b.low);
  if (op == "multiply") range = Product(element, a, b);
  if (op == "multiply" && stablehlo::IsComplex(element)) {
    const int64_t most = 2 * a.magnitude() * b.magnitude();
    range = {-most, most};
  }
  if (op == "and" || op == "or" || op == "xor") range = FullRange(element);
  return m.Add("stablehlo." + op, {x, y}, {}, type, range);
}

bool MakeBinary(Maker& m) {
  const size_t x = m.AnyArray();
  const ElementType element = m.type(x).element;
  size_t y = m.Value(m.type(x));
  if (m.random.Chance(0.2)) y = m.ToShape(m.Value({element, {}}), m.type(x).dims);
  std::vector<std::string> ops = {"add", "add", "subtract", "multiply"};
  if (Real(element)) ops.insert(ops.end(), {"maximum", "minimum"});
  if (IsWhole(element)) ops.insert(ops.end(), {"and", "or", "xor"});
  if (element == ElementType::kI1) ops = {"and", "or", "xor"};
  Binary(m, m.random.Pick(ops), x, y);
  return true;
}

bool MakeUnary(Maker& m) {
  const size_t x = m.AnyArray();
  const ValueType type = m.type(x);
  const Range r = m.range(x);
  if (type.element == ElementType::kI1) return m.Add("stablehlo.not", {x}, {}, type, r), true;
  if (stablehlo::IsComplex(type.element)) {
    const int64_t most = r.magnitude();
    return m.Add("stablehlo.negate", {x}, {}, type, {-most, most}), true;
  }
  std::vector<std::string> ops = {"negate", "abs", "sign"};
  if (stablehlo::IsUnsigned(type.element)) ops = {"not", "popcnt", "count_leading_zeros"};
  if (stablehlo::IsSigned(type.element)) ops.insert(ops.end(), {"not", "popcnt"});
  const std::string op = m.random.Pick(ops);
  Range range = FullRange(type.element);
  const int64_t most = r.magnitude();
  if (IsFloating(type.element) && op == "negate") range = {-r.high, -r.low};
  if (IsFloating(type.element) && op == "abs") range = {0, most};
  if (op == "sign") range = {-1, 1};
  m.Add("stablehlo." + op, {x}, {}, type, range);
  return true;
}

bool MakeCompare(Maker& m) {
  const size_t x = m.AnyArray(Real);
  const size_t y = m.random.Chance(0.5)
                       ? m.Value(m.type(x))
                       : m.ToShape(m.Scalar(m.type(x).element, m.random.Between(-1, 3)), m.type(x).dims);
  const std::string directions[] = {"LT", "LE", "GT", "GE", "EQ", "NE"};
  m.Add("stablehlo.compare", {x, y},
        "<{comparison_direction = #stablehlo<comparison_direction " + m.random.Pick(directions) + ">}>",
        {ElementType::kI1, m.type(x).dims}, {0, 1});
  return true;
}

bool MakeShiftOrDivide(Maker& m) {
  const size_t x = m.AnyArray(IsWhole);
  const ValueType type = m.type(x);
  const Range full = FullRange(type.element);
  if (m.random.Chance(0.5)) {
    const std::string ops[] = {"shift_left", "shift_right_logical", "shift_right_arithmetic"};
    const size_t by = m.ToShape(m.Scalar(type.element, m.random.Between(0, 3)), type.dims);
    m.Add("stablehlo." + m.random.Pick(ops), {x, by}, {}, type, full);
    return true;
  }
  size_t divisor = m.Value(type);
  if (m.random.Chance(0.6)) divisor = m.ToShape(m.Scalar(type.element, m.random.Between(1, 5)), type.dims);
  divisor = m.FitRange(divisor, {1, full.high});
  m.Add(m.random.Chance(0.5) ? "stablehlo.divide" : "stablehlo.remainder", {x, divisor}, {}, type, full);
  return true;
}

bool MakeConvert(Maker& m) {
  const size_t x = m.AnyArray();
  m.ToElement(x, m.AnyElement());
  return true;
}

// The same bits as signed or unsigned numbers.
bool MakeBitcast(Maker& m) {
  const size_t x = m.AnyArray(IsWhole);
  const ValueType type = m.type(x);
  constexpr ElementType kPairs[][2] = {{ElementType::kI8, ElementType::kUI8},
                                       {ElementType::kI16, ElementType::kUI16},
                                       {ElementType::kI32, ElementType::kUI32},
                                       {ElementType::kI64, ElementType::kUI64}};
  for (const auto& [is_signed, is_unsigned] : kPairs) {
    if (type.element != is_signed && type.element != is_unsigned) continue;
    const ElementType to = type.element == is_signed ? is_unsigned : is_signed;
    m.Add("stablehlo.bitcast_convert", {x}, {}, {to, type.dims}, FullRange(to));
    return true;
  }
  return false;
}

bool MakeClamp(Maker& m) {
  const size_t x = m.AnyArray(Real);
  const int64_t bound = m.random.Between(1, 60);
  m.FitRange(x, {-bound, bound - 1});
  return true;
}

bool MakeIota(Maker& m) {
  const ElementType element = m.AnyElement();
  const Dims dims = m.AnyDims();
  const auto d = static_cast<size_t>(m.random.Below(static_cast<int64_t>(dims.size())));
  if (!Numeric(element) || dims[d] > FullRange(element).high) return false;
  m.Add("stablehlo.iota", {}, "<{iota_dimension = " + std::to_string(d) + " : i64}>", {element, dims},
        {0, std::max<int64_t>(dims[d] - 1, 0)});
  return true;
}

// Functions that round, made whole again.
bool MakeRounded(Maker& m) {
  const size_t x = m.AnyArray([](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64; });
  if (m.type(x).element != ElementType::kF32 && m.type(x).element != ElementType::kF64) return false;
  const ValueType type = m.type(x);
  const std::string ops[] = {"sqrt", "tanh", "logistic", "log_plus_one", "cbrt"};
  const std::string op = m.random.Pick(ops);
  const bool positive = op == "sqrt" || op == "log_plus_one";
  const size_t inside = m.FitRange(x, {positive ? 0 : -30, 30});
  const size_t made = m.Hide(m.Add("stablehlo." + op, {inside}, {}, type, {-30, 30}));
  // Times five and 0.3 more, which is 2e-3 or more away from a whole number for all of these numbers.
  const size_t five = m.ToShape(m.Scalar(type.element, 5), type.dims);
  const size_t scaled = m.Hide(m.Add("stablehlo.multiply", {made, five}, {}, type, {-150, 150}));
  const std::string attribute = "<{value = dense<0.3> : " + TypeText(type) + "}>";
  const size_t third = m.Hide(m.Add("stablehlo.constant", {}, attribute, type, {0, 1}));
  const size_t sum = m.Hide(m.Add("stablehlo.add", {scaled, third}, {}, type, {-151, 151}));
  m.Add("stablehlo.floor", {sum}, {}, type, {-152, 152});
  return true;
}

bool MakeComplex(Maker& m) {
  const size_t x = m.AnyArray(
      [](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64 || stablehlo::IsComplex(t); });
  const ValueType type = m.type(x);
  if (stablehlo::IsComplex(type.element)) {
    m.Add(m.random.Chance(0.5) ? "stablehlo.real" : "stablehlo.imag", {x}, {},
          {stablehlo::RealType(type.element), type.dims}, m.range(x));
    return true;
  }
  if (type.element != ElementType::kF32 && type.element != ElementType::kF64) return false;
  const size_t y = m.Value(type);
  m.Add("stablehlo.complex", {x, y}, {},
        {type.element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128, type.dims},
        Union(m.range(x), m.range(y)));
  return true;
}

// ---- Reductions.

struct Monoid2 {
  std::string op;
  int64_t identity = 0;
  Range range;
};

// `count` elements come together.
Monoid2 ChooseMonoid(Maker& m, size_t& x, int64_t count) {
  const ElementType element = m.type(x).element;
  const Range full = FullRange(element);
  if (element == ElementType::kI1) return m.random.Chance(0.5) ? Monoid2{"or", 0, full} : Monoid2{"and", 1, full};
  const bool complex = stablehlo::IsComplex(element);
  const bool floating = IsFloating(element);
  const int64_t bound = floating ? full.high / std::max<int64_t>(count, 1) : full.high;
  if (bound >= 1 && (complex || m.random.Chance(0.6))) {
    if (!floating) return {"add", 0, full};
    x = m.Fit(x, bound);
    const int64_t most = m.range(x).magnitude() * std::max<int64_t>(count, 1);
    return {"add", 0, {-most, most}};
  }
  if (complex) return {};
  // The largest ui64 is out of the reach of ranges.
  if (m.random.Chance(0.5) || element == ElementType::kUI64) return {"maximum", full.low, {full.low, m.range(x).high}};
  return {"minimum", full.high, {m.range(x).low, full.high}};
}

std::string MonoidBody(const Monoid2& monoid, ElementType element) {
  const std::string t = ScalarText(element);
  return "({\n    ^bb0(%s0: " + t + ", %s1: " + t + "):\n      %s2 = stablehlo." + monoid.op + " %s0, %s1 : " + t +
         "\n      stablehlo.return %s2 : " + t + "\n    })";
}

size_t ReduceOver(Maker& m, size_t x, const Dims& over) {
  const ValueType type = m.type(x);
  ValueType result = {type.element, {}};
  int64_t count = 1;
  for (size_t d = 0; d < type.dims.size(); ++d) {
    if (std::ranges::find(over, static_cast<int64_t>(d)) == over.end()) {
      result.dims.push_back(type.dims[d]);
    } else {
      count *= type.dims[d];
    }
  }
  const Monoid2 monoid = ChooseMonoid(m, x, count);
  if (monoid.op.empty()) return SIZE_MAX;
  const size_t init = m.Scalar(type.element, monoid.identity);
  return m.Add({.name = "stablehlo.reduce",
                .operands = {x, init},
                .attributes = "<{dimensions = " + I64s(over) + "}>",
                .body = MonoidBody(monoid, type.element)},
               result, monoid.range);
}

bool MakeReduce(Maker& m) {
  const size_t x = m.AnyArray();
  const Dims dims = m.type(x).dims;
  Dims over;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (m.random.Chance(0.5)) over.push_back(static_cast<int64_t>(d));
  }
  const size_t made = ReduceOver(m, x, over);
  if (made == SIZE_MAX) return false;
  // Back over the rows it came from, as softmax has it.
  if (m.random.Chance(0.4) && m.type(made).dims.size() < dims.size()) {
    Dims where;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (std::ranges::find(over, static_cast<int64_t>(d)) == over.end()) where.push_back(static_cast<int64_t>(d));
    }
    const size_t wide = m.Add("stablehlo.broadcast_in_dim", {made}, "<{broadcast_dimensions = " + I64s(where) + "}>",
                              {m.type(made).element, dims}, m.range(made));
    if (Real(m.type(wide).element))
      Binary(m, m.random.Chance(0.5) ? "subtract" : "minimum", m.Value(m.type(wide)), wide);
  }
  return true;
}

// The largest element of each row and where it is first.
bool MakeArgmax(Maker& m) {
  const size_t x = m.AnyArray(Real);
  const ValueType type = m.type(x);
  if (!Real(type.element)) return false;
  const auto d = static_cast<size_t>(m.random.Below(static_cast<int64_t>(type.dims.size())));
  const std::string dim = std::to_string(d);
  const Range full = FullRange(type.element);
  const ValueType places = {ElementType::kI32, type.dims};
  const Range inside = {0, std::max<int64_t>(type.dims[d] - 1, 0)};
  const size_t iota = m.Add("stablehlo.iota", {}, "<{iota_dimension = " + dim + " : i64}>", places, inside);
  const size_t lowest = m.Scalar(type.element, full.low), zero = m.Scalar(ElementType::kI32, 0);
  const std::string t = ScalarText(type.element);
  const std::string kind = IsFloating(type.element)              ? "FLOAT"
                           : stablehlo::IsUnsigned(type.element) ? "UNSIGNED"
                                                                 : "SIGNED";
  const std::string both = " : (" + t + ", " + t + ") -> tensor<i1>\n";
  const std::string body =
      "({\n    ^bb0(%s0: " + t + ", %s1: tensor<i32>, %s2: " + t + ", %s3: tensor<i32>):\n" +
      "      %s4 = stablehlo.compare GT, %s0, %s2, " + kind + both + "      %s5 = stablehlo.compare EQ, %s0, %s2, " +
      kind + both + "      %s6 = stablehlo.compare LT, %s1, %s3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" +
      "      %s7 = stablehlo.and %s5, %s6 : tensor<i1>\n      %s8 = stablehlo.or %s4, %s7 : tensor<i1>\n" +
      "      %s9 = stablehlo.select %s4, %s0, %s2 : tensor<i1>, " + t +
      "\n      %s10 = stablehlo.select %s8, %s1, %s3 : tensor<i1>, tensor<i32>\n      stablehlo.return %s9, %s10 : " +
      t + ", tensor<i32>\n    })";
  Dims rest = type.dims;
  rest.erase(rest.begin() + static_cast<ptrdiff_t>(d));
  m.AddMany({.name = "stablehlo.reduce",
             .operands = {x, iota, lowest, zero},
             .attributes = "<{dimensions = " + I64s({static_cast<int64_t>(d)}) + "}>",
             .body = body},
            {{type.element, rest}, {ElementType::kI32, rest}}, {{full.low, m.range(x).high}, inside});
  return true;
}

// A sum over all that came before along a dimension, or the largest of a few neighbors.
bool MakeWindow(Maker& m) {
  size_t x = m.AnyArray();
  const ValueType type = m.type(x);
  const auto d = static_cast<size_t>(m.random.Below(static_cast<int64_t>(type.dims.size())));
  const int64_t extent = type.dims[d];
  if (extent < 1) return false;
  const int64_t size = m.random.Chance(0.6) ? extent : std::min<int64_t>(extent, 3);
  if (!m.Affords(NumElements(type) * (size > 3 ? std::min<int64_t>(size, 64) : size))) return false;
  const Monoid2 monoid = ChooseMonoid(m, x, size);
  if (monoid.op.empty()) return false;
  Dims sizes(type.dims.size(), 1);
  sizes[d] = size;
  std::vector<std::pair<int64_t, int64_t>> padding(type.dims.size(), {0, 0});
  const bool backwards = m.random.Chance(0.3);
  padding[d] = backwards ? std::pair<int64_t, int64_t>{0, size - 1} : std::pair<int64_t, int64_t>{size - 1, 0};
  const size_t init = m.Scalar(type.element, monoid.identity);
  m.Add({.name = "stablehlo.reduce_window",
         .operands = {x, init},
         .attributes = "<{window_dimensions = " + I64s(sizes) + ", padding = " + Pairs(padding) + "}>",
         .body = MonoidBody(monoid, type.element)},
        type, monoid.range);
  return true;
}

bool MakeSort(Maker& m) {
  const size_t x = m.AnyArray(Real);
  const ValueType type = m.type(x);
  if (!Real(type.element)) return false;
  const auto d = static_cast<size_t>(m.random.Below(static_cast<int64_t>(type.dims.size())));
  std::vector<size_t> operands = {x};
  std::vector<ValueType> results = {type};
  std::vector<Range> ranges = {m.range(x)};
  const std::string t = ScalarText(type.element);
  std::string arguments = "%s0: " + t + ", %s1: " + t;
  if (m.random.Chance(0.4)) {
    const size_t payload = m.Value({m.AnyElement(), type.dims});
    operands.push_back(payload);
    results.push_back(m.type(payload));
    ranges.push_back(m.range(payload));
    const std::string p = ScalarText(m.type(payload).element);
    arguments += ", %s2: " + p + ", %s3: " + p;
  }
  const std::string direction = m.random.Chance(0.5) ? "LT" : "GT";
  const std::string kind = IsFloating(type.element)              ? "FLOAT"
                           : stablehlo::IsUnsigned(type.element) ? "UNSIGNED"
                                                                 : "SIGNED";
  const std::string body = "({\n    ^bb0(" + arguments + "):\n      %s9 = stablehlo.compare " + direction +
                           ", %s0, %s1, " + kind + " : (" + t + ", " + t +
                           ") -> tensor<i1>\n      stablehlo.return %s9 : tensor<i1>\n    })";
  m.AddMany({.name = "stablehlo.sort",
             .operands = operands,
             .attributes = "<{dimension = " + std::to_string(d) + " : i64, is_stable = true}>",
             .body = body},
            results, ranges);
  return true;
}

// A product of matrices, and what often follows it.
bool MakeDot(Maker& m) {
  const ElementType element = m.AnyElement();
  if (!Numeric(element) || stablehlo::ElementBits(element) < 8) return false;
  const bool f8 = IsFloating(element) && stablehlo::ElementBits(element) == 8;
  if (f8) return false;
  const int64_t k = std::min<int64_t>(m.AnyExtent(), 33), rows = std::min<int64_t>(m.AnyExtent(), 64),
                columns = std::min<int64_t>(m.AnyExtent(), 64);
  if (!m.Affords(rows * k) || !m.Affords(k * columns) || !m.Affords(rows * columns * std::max<int64_t>(k, 1)))
    return false;
  const bool left_transposed = m.random.Chance(0.3), right_transposed = m.random.Chance(0.3);
  size_t x = m.Value({element, left_transposed ? Dims{k, rows} : Dims{rows, k}});
  size_t y = m.Value({element, right_transposed ? Dims{columns, k} : Dims{k, columns}});
  Range range = FullRange(element);
  if (IsFloating(element)) {
    const int64_t bound = FactorBound(ExactLimit(element) / (stablehlo::IsComplex(element) ? 2 : 1), k);
    if (bound == 0) return false;
    x = m.Fit(x, bound);
    y = m.Fit(y, bound);
    range = {-bound * bound * k, bound * bound * k};
    if (stablehlo::IsComplex(element)) range = {2 * range.low, 2 * range.high};
  }
  const std::string left = left_transposed ? "0" : "1", right = right_transposed ? "1" : "0";
  const size_t made = m.Add("stablehlo.dot_general", {x, y},
                            "<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [" + left +
                                "], rhs_contracting_dimensions = [" + right + "]>}>",
                            {element, {rows, columns}}, range);
  if (m.random.Chance(0.5)) {
    const size_t bias = m.ToShape(m.Value({element, {columns}}), {rows, columns});
    const size_t sum = Binary(m, "add", made, bias);
    if (Real(element)) Binary(m, "maximum", sum, m.ToShape(m.Scalar(element, 0), {rows, columns}));
  }
  return true;
}

bool MakeConvolution(Maker& m) {
  const ElementType element = m.random.Chance(0.7) ? ElementType::kF32 : ElementType::kI32;
  const int64_t batch = m.random.Between(1, 2), length = m.random.Between(3, 20), in = m.random.Between(1, 5),
                out = m.random.Between(1, 9), window = m.random.Between(1, 3);
  size_t x = m.Value({element, {batch, length, in}});
  size_t y = m.Value({element, {window, in, out}});
  if (!m.Affords(batch * length * in * out * window)) return false;
  Range range = FullRange(element);
  if (IsFloating(element)) {
    const int64_t bound = FactorBound(ExactLimit(element), in * window);
    x = m.Fit(x, bound);
    y = m.Fit(y, bound);
    range = {-bound * bound * in * window, bound * bound * in * window};
  }
  const int64_t low = m.random.Between(0, 1), high = m.random.Between(0, 1);
  m.Add("stablehlo.convolution", {x, y},
        "<{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
        "feature_group_count = 1 : i64, padding = " +
            Pairs({{low, high}}) + ", window_strides = array<i64: 1>}>",
        {element, {batch, length + low + high - window + 1, out}}, range);
  return true;
}

// There and back again, made whole.
bool MakeFft(Maker& m) {
  const int64_t n = std::min<int64_t>(std::max<int64_t>(m.AnyExtent(), 1), 129);
  const int64_t rows = m.random.Between(1, 4);
  if (!m.Affords(n * rows * 12)) return false;
  const ValueType type = {ElementType::kC64, {rows, n}};
  const ValueType part = {ElementType::kF32, {rows, n}};
  const size_t real = m.Fit(m.Value(part), 20), imag = m.Fit(m.Value(part), 20);
  const size_t x = m.Add("stablehlo.complex", {real, imag}, {}, type, {-20, 20});
  const std::string length = ", fft_length = array<i64: " + std::to_string(n) + ">}>";
  const size_t there =
      m.Hide(m.Add("stablehlo.fft", {x}, "<{fft_type = #stablehlo<fft_type FFT>" + length, type, {-21, 21}));
  const size_t back =
      m.Hide(m.Add("stablehlo.fft", {there}, "<{fft_type = #stablehlo<fft_type IFFT>" + length, type, {-21, 21}));
  for (const char* name : {"stablehlo.real", "stablehlo.imag"}) {
    const size_t taken = m.Hide(m.Add(name, {back}, {}, part, {-21, 21}));
    m.Add("stablehlo.round_nearest_even", {taken}, {}, part, {-21, 21});
  }
  return true;
}

constexpr WholeRecipe kArithmetic[] = {
    {12, MakeBinary}, {4, MakeUnary},   {3, MakeCompare}, {3, MakeShiftOrDivide}, {3, MakeConvert},
    {2, MakeClamp},   {1, MakeBitcast}, {2, MakeIota},    {1, MakeRounded},       {1, MakeComplex},
};
constexpr WholeRecipe kReductions[] = {
    {5, MakeReduce}, {1, MakeArgmax}, {2, MakeWindow}, {2, MakeSort}, {2, MakeDot}, {1, MakeConvolution}, {1, MakeFft},
};

}  // namespace

std::span<const WholeRecipe> WholeArithmeticRecipes() { return kArithmetic; }
std::span<const WholeRecipe> WholeReductionRecipes() { return kReductions; }

}  // namespace cppjrt::conform
