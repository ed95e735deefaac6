#include "conform/programs/maker.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

struct ElementWeight {
  ElementType element;
  int weight;
};
constexpr ElementWeight kElements[] = {
    {ElementType::kF32, 30}, {ElementType::kI32, 25},     {ElementType::kI64, 6},    {ElementType::kI8, 5},
    {ElementType::kUI8, 4},  {ElementType::kI16, 4},      {ElementType::kUI16, 2},   {ElementType::kUI32, 5},
    {ElementType::kUI64, 3}, {ElementType::kBF16, 6},     {ElementType::kF16, 5},    {ElementType::kF64, 6},
    {ElementType::kC64, 3},  {ElementType::kC128, 1},     {ElementType::kI1, 3},     {ElementType::kI4, 1},
    {ElementType::kUI4, 1},  {ElementType::kF8E4M3FN, 1}, {ElementType::kF8E5M2, 1},
};
constexpr int64_t kExtents[] = {1,  2,  2,  3,  3,  4,  4,  5,  5,   7,   8,   8,   9,   12,
                                15, 16, 16, 17, 31, 32, 33, 64, 100, 127, 128, 129, 1000};

int Digits(ElementType type) {
  switch (stablehlo::RealType(type)) {
    case ElementType::kF64:
      return 53;
    case ElementType::kF16:
      return 11;
    case ElementType::kBF16:
      return 8;
    case ElementType::kF8E4M3FN:
      return 4;
    case ElementType::kF8E5M2:
      return 3;
    default:
      return 24;
  }
}

ElementType PickElement(Random& random) {
  int64_t total = 0;
  for (const ElementWeight& row : kElements) total += row.weight;
  int64_t ticket = random.Below(total);
  for (const ElementWeight& row : kElements) {
    if ((ticket -= row.weight) < 0) return row.element;
  }
  return ElementType::kF32;
}

std::string NumberText(ElementType element, int64_t value) {
  if (element == ElementType::kI1) return value != 0 ? "true" : "false";
  if (!IsFloating(element)) return std::to_string(value);
  const std::string text = std::to_string(value) + ".0";
  return stablehlo::IsComplex(element) ? "(" + text + ", 0.0)" : text;
}

}  // namespace

int64_t Range::magnitude() const { return std::max(high, low == INT64_MIN ? INT64_MAX : -low); }

Range Union(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

bool IsFloating(ElementType type) { return stablehlo::IsFloat(type) || stablehlo::IsComplex(type); }
bool IsWhole(ElementType type) { return stablehlo::IsInteger(type); }

int64_t ExactLimit(ElementType type) {
  if (IsFloating(type)) return int64_t{1} << Digits(type);
  return FullRange(type).high;
}

Range FullRange(ElementType type) {
  if (type == ElementType::kI1) return {0, 1};
  if (IsFloating(type)) return {-ExactLimit(type), ExactLimit(type)};
  const int bits = stablehlo::ElementBits(type);
  if (stablehlo::IsUnsigned(type)) return {0, bits == 64 ? INT64_MAX : (int64_t{1} << bits) - 1};
  const int64_t highest = bits == 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
  return {-highest - 1, highest};
}

Maker::Maker(uint64_t seed, const WholeOptions& options) : random(seed), options_(options) { ChooseTypes(); }

void Maker::ChooseTypes() {
  const bool large = random.Chance(0.03);
  max_elements_ = large ? options_.large_elements : options_.max_elements;
  limit_ = static_cast<int>(random.Between(5, options_.max_operations));
  elements_.push_back(PickElement(random));
  if (random.Chance(0.4)) elements_.push_back(PickElement(random));
  for (int64_t i = random.Between(1, 3); i > 0; --i) {
    std::vector<int64_t> dims;
    int64_t elements = 1;
    for (int64_t rank = random.Between(1, 3) + random.Chance(0.15); rank > 0; --rank) {
      int64_t extent = AnyExtent();
      if (extent * elements > max_elements_) extent = random.Between(1, 4);
      if (large && rank == 1 && elements < 20'000)
        extent = random.Between(20'000, 90'000) / std::max<int64_t>(elements, 1);
      dims.push_back(extent);
      elements *= std::max<int64_t>(extent, 1);
    }
    // Half of the further shapes are relatives of the first.
    if (i > 1 && !shapes_.empty() && random.Chance(0.5)) {
      dims = shapes_[0];
      std::ranges::reverse(dims);
    }
    shapes_.push_back(dims);
  }
}

int64_t Maker::AnyExtent() { return random.Chance(0.01) ? 0 : random.Pick(kExtents); }

ElementType Maker::AnyElement() { return random.Chance(0.7) ? elements_[0] : elements_.back(); }

std::vector<int64_t> Maker::AnyDims() { return random.Chance(0.6) ? shapes_[0] : random.Pick(shapes_); }

// ---- Operations.

bool Maker::Affords(int64_t elements, int64_t times) const {
  return elements <= std::max(4 * max_elements_, int64_t{4096}) &&
         elements * times * scope_->runs <= options_.max_work - work_;
}

size_t Maker::Declare(const ValueType& type, Range range) {
  ranges_.push_back(range);
  return program_.NewValue(type);
}

std::vector<size_t> Maker::AddMany(Operation operation, const std::vector<ValueType>& results,
                                   const std::vector<Range>& ranges) {
  for (size_t i = 0; i < results.size(); ++i) {
    operation.results.push_back(Declare(results[i], ranges[i]));
    scope_->values.push_back(operation.results.back());
    if (operation.name != "stablehlo.constant") work_ += (NumElements(results[i]) + 20) * scope_->runs;
  }
  if (operation.name != "stablehlo.constant") ++operations_;
  const std::vector<size_t> made = operation.results;
  scope_->block.operations.push_back(std::move(operation));
  return made;
}

size_t Maker::Add(Operation operation, const ValueType& result, Range range) {
  return AddMany(std::move(operation), {result}, {range})[0];
}

size_t Maker::Add(std::string name, std::vector<size_t> operands, std::string attributes, const ValueType& result,
                  Range range) {
  return Add({.name = std::move(name), .operands = std::move(operands), .attributes = std::move(attributes)}, result,
             range);
}

size_t Maker::Hide(size_t value) {
  std::erase(scope_->values, value);
  return value;
}

size_t Maker::Constant(const ValueType& type, int64_t value) {
  const Range full = FullRange(type.element);
  value = std::clamp(value, full.low, full.high);
  const std::string attribute = "<{value = dense<" + NumberText(type.element, value) + "> : " + TypeText(type) + "}>";
  return Add("stablehlo.constant", {}, attribute, type, {value, value});
}

size_t Maker::Fresh(const ValueType& type, Range range) {
  const Range full = FullRange(type.element);
  range = {std::clamp(range.low, full.low, full.high), std::clamp(range.high, full.low, full.high)};
  if (scope_->in_main) {
    const size_t value = Declare(type, range);
    program_.main().arguments.push_back(value);
    program_.arguments.push_back({.low = range.low, .high = range.high});
    main_.values.insert(main_.values.begin(), value);
    return value;
  }
  return Constant(type, random.Between(range.low, std::min(range.high, range.low + 5)));
}

size_t Maker::FitRange(size_t value, Range wanted) {
  if (range(value).low >= wanted.low && range(value).high <= wanted.high) return value;
  const ValueType result = type(value);
  if (stablehlo::IsComplex(result.element)) {
    const ValueType part = {stablehlo::RealType(result.element), result.dims};
    const size_t real = FitRange(Add("stablehlo.real", {value}, {}, part, range(value)), wanted);
    const size_t imag = FitRange(Add("stablehlo.imag", {value}, {}, part, range(value)), wanted);
    return Add("stablehlo.complex", {real, imag}, {}, result, wanted);
  }
  const Range full = FullRange(result.element);
  wanted = {std::max(wanted.low, full.low), std::min(wanted.high, full.high)};
  const size_t low = Scalar(result.element, wanted.low);
  const size_t high = Scalar(result.element, wanted.high);
  return Add("stablehlo.clamp", {low, value, high}, {}, result, wanted);
}

size_t Maker::Fit(size_t value, int64_t bound) { return FitRange(value, {-bound, bound}); }

// Cuts or pads each dimension.
size_t CutOrPad(Maker& m, size_t value, const std::vector<int64_t>& dims) {
  ValueType type = m.type(value);
  std::vector<int64_t> start(dims.size(), 0), strides(dims.size(), 1), limit = type.dims, pad;
  for (size_t d = 0; d < dims.size(); ++d) {
    limit[d] = std::min(limit[d], dims[d]);
    if (type.dims[d] > limit[d]) start[d] = m.random.Between(0, type.dims[d] - limit[d]);
    limit[d] += start[d];
    type.dims[d] = limit[d] - start[d];
    pad.push_back(dims[d] - type.dims[d]);
  }
  if (type.dims != m.type(value).dims) {
    value = m.Add(
        "stablehlo.slice", {value},
        "<{limit_indices = " + I64s(limit) + ", start_indices = " + I64s(start) + ", strides = " + I64s(strides) + "}>",
        type, m.range(value));
  }
  if (type.dims == dims) return value;
  const size_t zero = m.Scalar(type.element, 0);
  const std::vector<int64_t> none(dims.size(), 0);
  return m.Add("stablehlo.pad", {value, zero},
               "<{edge_padding_high = " + I64s(pad) + ", edge_padding_low = " + I64s(none) +
                   ", interior_padding = " + I64s(none) + "}>",
               {type.element, dims}, Union(m.range(value), {0, 0}));
}

size_t Maker::ToShape(size_t value, const std::vector<int64_t>& dims) {
  const ValueType from = type(value);
  if (from.dims == dims) return value;
  const ValueType result = {from.element, dims};
  if (NumElements(from) == NumElements(result)) return Add("stablehlo.reshape", {value}, {}, result, range(value));
  if (from.dims.empty()) {
    return Add("stablehlo.broadcast_in_dim", {value}, "<{broadcast_dimensions = array<i64>}>", result, range(value));
  }
  if (from.dims.size() == dims.size()) return CutOrPad(*this, value, dims);
  if (from.dims.size() < dims.size() && std::equal(from.dims.rbegin(), from.dims.rend(), dims.rbegin())) {
    std::vector<int64_t> where(from.dims.size());
    std::iota(where.begin(), where.end(), static_cast<int64_t>(dims.size() - from.dims.size()));
    return Add("stablehlo.broadcast_in_dim", {value}, "<{broadcast_dimensions = " + I64s(where) + "}>", result,
               range(value));
  }
  const size_t flat = ToShape(value, {NumElements(from)});
  return ToShape(ToShape(flat, {NumElements(result)}), dims);
}

size_t Maker::ToElement(size_t value, ElementType element) {
  const ValueType from = type(value);
  if (from.element == element) return value;
  const ValueType result = {element, from.dims};
  if (element == ElementType::kI1) {
    const size_t zero = ToShape(Scalar(from.element, 0), from.dims);
    return Add("stablehlo.compare", {value, zero}, "<{comparison_direction = #stablehlo<comparison_direction NE>}>",
               result, {0, 1});
  }
  if (stablehlo::IsComplex(from.element) && !stablehlo::IsComplex(element)) {
    return ToElement(Add("stablehlo.real", {value}, {}, {stablehlo::RealType(from.element), from.dims}, range(value)),
                     element);
  }
  if (IsWhole(from.element) && IsWhole(element) && random.Chance(0.5)) {  // wraps
    const bool fits = range(value).low >= FullRange(element).low && range(value).high <= FullRange(element).high &&
                      !stablehlo::IsUnsigned(from.element);
    return Add("stablehlo.convert", {value}, {}, result, fits ? range(value) : FullRange(element));
  }
  const size_t fitted = FitRange(value, FullRange(element));
  return Add("stablehlo.convert", {fitted}, {}, result, range(fitted));
}

// ---- Values.

size_t Maker::Find(const Predicate& predicate) {
  std::vector<size_t> found;
  for (const Scope* s = scope_; s != nullptr; s = s->outer) {
    const size_t before = found.size();
    for (auto it = s->values.rbegin(); it != s->values.rend(); ++it) {
      if (predicate(program_.types[*it])) found.push_back(*it);
    }
    if (found.size() > before && random.Chance(0.75)) break;
  }
  if (found.empty()) return SIZE_MAX;
  // The latest ones half of the time.
  if (random.Chance(0.5))
    return found[static_cast<size_t>(random.Below(std::min<int64_t>(2, static_cast<int64_t>(found.size()))))];
  return random.Pick(found);
}

size_t Maker::Value(const ValueType& wanted) {
  if (random.Chance(0.85)) {
    const size_t found = Find([&](const ValueType& t) { return t == wanted; });
    if (found != SIZE_MAX) return found;
  }
  if (random.Chance(0.5)) {
    const size_t similar = Find([&](const ValueType& t) { return t.element == wanted.element && !t.dims.empty(); });
    if (similar != SIZE_MAX && NumElements(type(similar)) > 0) return ToShape(similar, wanted.dims);
  }
  if (random.Chance(0.15)) return ToShape(Scalar(wanted.element, random.Between(0, 3)), wanted.dims);
  const Range full = FullRange(wanted.element);
  const bool small = IsFloating(wanted.element) || random.Chance(0.6);
  const int64_t bound = std::min<int64_t>(full.high, full.high > 100 ? 50 : 2);
  return Fresh(wanted, small ? Range{std::max(full.low, -bound), bound} : full);
}

size_t Maker::AnyArray() {
  return AnyArray([](ElementType) { return true; });
}

size_t Maker::AnyArray(const std::function<bool(ElementType)>& element) {
  if (random.Chance(0.95)) {
    const size_t found =
        Find([&](const ValueType& t) { return !t.dims.empty() && element(t.element) && Affords(NumElements(t)); });
    if (found != SIZE_MAX) return found;
  }
  ElementType wanted = AnyElement();
  for (int tries = 0; tries < 50 && !element(wanted); ++tries) wanted = PickElement(random);
  if (!element(wanted)) wanted = element(ElementType::kI32) ? ElementType::kI32 : ElementType::kF32;
  return Value({wanted, AnyDims()});
}

ElementType Maker::IndexType() {
  const size_t found = Find([](const ValueType& t) {
    return t.dims.empty() &&
           (t.element == ElementType::kI32 || t.element == ElementType::kI64 || t.element == ElementType::kUI32);
  });
  return found == SIZE_MAX ? ElementType::kI32 : type(found).element;
}

size_t Maker::Index(ElementType element, int64_t size) {
  const ValueType wanted = {element, {}};
  const size_t found = Find([&](const ValueType& t) { return t == wanted; });
  if (found == SIZE_MAX || random.Chance(0.15)) {
    if (random.Chance(0.5)) return Scalar(element, random.Between(0, std::max<int64_t>(size - 1, 0)));
    return Fresh(wanted, {0, std::max<int64_t>(size - 1, 0)});
  }
  if (random.Chance(0.6)) return found;
  // The last minus it, it plus something, its remainder.
  switch (random.Below(3)) {
    case 0:
      return Add("stablehlo.subtract", {Scalar(element, size - 1), found}, {}, wanted, FullRange(element));
    case 1:
      return Add("stablehlo.add", {found, Scalar(element, random.Between(1, 3))}, {}, wanted, FullRange(element));
    default:
      return Add("stablehlo.remainder", {found, Scalar(element, std::max<int64_t>(size, 1))}, {}, wanted,
                 {std::max(-size, FullRange(element).low), size});
  }
}

size_t Maker::Indices(const std::vector<int64_t>& dims, int64_t size) {
  const ElementType element = random.Chance(0.8) ? ElementType::kI32 : ElementType::kI64;
  const ValueType wanted = {element, dims};
  const size_t found = Find([&](const ValueType& t) { return t == wanted; });
  if (found != SIZE_MAX && random.Chance(0.5)) return found;
  Range inside = {0, std::max<int64_t>(size - 1, 0)};
  if (random.Chance(0.1)) inside = {-2, size + 2};
  // Inside of loops a row of a table, most often.
  const size_t counter = scope_->runs > 1 && random.Chance(0.6)
                             ? Find([](const ValueType& t) { return t == ValueType{ElementType::kI32, {}}; })
                             : SIZE_MAX;
  if (counter == SIZE_MAX || dims.empty()) return Fresh(wanted, inside);
  ValueType table = wanted;
  table.dims.insert(table.dims.begin(), random.Between(3, 12));
  ValueType row = table;
  row.dims[0] = 1;
  std::vector<size_t> operands = {Fresh(table, inside), counter};
  for (size_t i = 1; i < table.dims.size(); ++i) operands.push_back(Scalar(ElementType::kI32, 0));
  const size_t part = Add("stablehlo.dynamic_slice", operands, "<{slice_sizes = " + I64s(row.dims) + "}>", row, inside);
  return ToShape(part, dims);
}

// ---- Blocks.

void Maker::Enter(Scope& scope, const std::vector<ValueType>& arguments, const std::vector<Range>& ranges,
                  int64_t times) {
  scope.outer = scope_;
  if (scope_ != nullptr) {
    scope.runs = scope_->runs * std::max<int64_t>(times, 1);
    scope.depth = scope_->depth + 1;
    scope.in_main = scope_->in_main;
  }
  scope_ = &scope;
  for (size_t i = 0; i < arguments.size(); ++i) {
    scope.block.arguments.push_back(Declare(arguments[i], ranges[i]));
    scope.values.push_back(scope.block.arguments.back());
  }
}

Block Maker::Leave(const std::vector<size_t>& returns) {
  Block block = std::move(scope_->block);
  block.returns = returns;
  scope_ = scope_->outer;
  return block;
}

bool Maker::AddRecipe() {
  static const std::vector<WholeRecipe> recipes = [] {
    std::vector<WholeRecipe> all;
    for (const auto list :
         {WholeMovementRecipes(), WholeArithmeticRecipes(), WholeReductionRecipes(), WholeControlRecipes()}) {
      all.insert(all.end(), list.begin(), list.end());
    }
    return all;
  }();
  int64_t total = 0;
  for (const WholeRecipe& recipe : recipes) total += recipe.weight;
  int64_t ticket = random.Below(total);
  for (const WholeRecipe& recipe : recipes) {
    if ((ticket -= recipe.weight) < 0) return recipe.make(*this);
  }
  return false;
}

void Maker::Fill(int count) {
  for (int made = 0, tries = 0; made < count && tries < 4 * count && !exhausted(); ++tries) made += AddRecipe();
}

void Maker::MakeFunctions() {
  if (!random.Chance(0.2)) return;
  for (int64_t i = random.Between(1, 2); i > 0; --i) {
    Scope scope;
    scope.in_main = false;
    std::vector<ValueType> arguments;
    std::vector<Range> ranges;
    for (int64_t k = random.Between(1, 3); k > 0; --k) {
      arguments.push_back(AnyType());
      const Range full = FullRange(arguments.back().element);
      ranges.push_back(IsFloating(arguments.back().element) ? Range{-full.high / 4, full.high / 4} : full);
    }
    Scope* const before = scope_;
    scope_ = nullptr;
    Enter(scope, arguments, ranges, 1);
    Fill(static_cast<int>(random.Between(1, 4)));
    std::vector<size_t> returns;
    for (int64_t k = random.Between(1, 2); k > 0; --k) returns.push_back(AnyArray());
    // What it returns is in a known range already.
    Block block = Leave(returns);
    scope_ = before;
    program_.functions.push_back(std::move(block));
  }
}

// What was made last, arguments, the same value twice.
void Maker::ChooseResults() {
  std::vector<size_t>& returns = program_.main().returns;
  for (int64_t i = random.Between(1, 3); i > 0; --i) {
    const size_t found = Find([](const ValueType&) { return true; });
    if (found != SIZE_MAX) returns.push_back(found);
  }
  for (auto it = main_.block.operations.rbegin(); it != main_.block.operations.rend(); ++it) {
    const bool control = !it->blocks.empty();
    if (!control && it != main_.block.operations.rbegin()) continue;
    for (const size_t value : it->results) {
      if (random.Chance(0.8)) returns.push_back(value);
    }
  }
  if (random.Chance(0.1) && !returns.empty()) returns.push_back(random.Pick(returns));
  if (returns.size() > 10) returns.resize(10);
}

// Some arguments are given up, half of these to a result of their type; others are given twice.
void Maker::Donate() {
  if (!options_.donation) return;
  std::vector<bool> taken(program_.main().returns.size());
  for (size_t i = 0; i < program_.arguments.size(); ++i) {
    Argument& argument = program_.arguments[i];
    const ValueType own = type(program_.main().arguments[i]);
    argument.donated = random.Chance(0.3);
    if (!argument.donated) {
      for (size_t k = 0; k < i && random.Chance(0.1); ++k) {
        const Argument& other = program_.arguments[k];
        if (type(program_.main().arguments[k]) == own && !other.donated && other.low >= argument.low &&
            other.high <= argument.high && other.same_as == SIZE_MAX) {
          argument.same_as = k;
          break;
        }
      }
      continue;
    }
    if (random.Chance(0.3)) continue;
    for (size_t r = 0; r < taken.size() && argument.alias == SIZE_MAX; ++r) {
      if (taken[r] || type(program_.main().returns[r]) != own || random.Chance(0.2)) continue;
      argument.alias = r;
      taken[r] = true;
    }
  }
}

WholeProgram Maker::Make() {
  program_.functions.emplace_back();
  MakeFunctions();
  Enter(main_, {}, {}, 1);
  for (int64_t i = random.Between(1, 3); i > 0; --i) Value(AnyType());
  if (random.Chance(options_.loop_first)) {
    Fill(static_cast<int>(random.Between(0, limit_ / 4)));
    MakeWhile(*this);
  }
  Fill(limit_);
  ChooseResults();
  program_.main().operations = std::move(main_.block.operations);
  scope_ = nullptr;
  Donate();
  return std::move(program_);
}

WholeProgram GenerateWhole(uint64_t seed, const WholeOptions& options) { return Maker(seed, options).Make(); }

}  // namespace cppjrt::conform
