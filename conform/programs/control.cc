// Recipes of control flow: loops, branches, calls.
#include <algorithm>
#include <string>
#include <utility>

#include "conform/fuzz/recipes.h"
#include "conform/programs/maker.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using Dims = std::vector<int64_t>;

constexpr int kMaxDepth = 3;
// How often the body of an inner loop runs at most, all in all.
constexpr int64_t kMaxRuns = 600;

// Mostly more than the eight iterations that are unrolled.
int64_t ChooseTrips(Maker& m) {
  constexpr int64_t kFew[] = {0, 1, 2, 3, 5, 8};
  const int64_t most = std::max<int64_t>(kMaxRuns / m.scope().runs, 2);
  const double dice = m.random.Unit();
  const int64_t trips = dice < 0.2   ? m.random.Pick(kFew)
                        : dice < 0.9 ? m.random.Between(9, 20)
                                     : m.random.Between(21, 70);
  return std::min(trips, most);
}

size_t Compare(Maker& m, const std::string& direction, size_t x, size_t y) {
  return m.Add("stablehlo.compare", {x, y},
               "<{comparison_direction = #stablehlo<comparison_direction " + direction + ">}>",
               {ElementType::kI1, m.type(x).dims}, {0, 1});
}

// How a loop counts: from `first` by `step` until `last` is reached.
struct Counter {
  ElementType element = ElementType::kI32;
  bool down = false;
  int64_t step = 1;
  size_t first = SIZE_MAX;  // values
  size_t last = SIZE_MAX;   // SIZE_MAX: a constant in the condition
  int64_t end = 0;
  std::string direction;
};

Counter ChooseCounter(Maker& m, int64_t trips) {
  constexpr ElementType kElements[] = {ElementType::kI32, ElementType::kI32,  ElementType::kI32,
                                       ElementType::kI64, ElementType::kUI32, ElementType::kI8};
  Counter counter;
  counter.element = m.random.Pick(kElements);
  const ValueType scalar = {counter.element, {}};
  counter.down = m.random.Chance(0.15);
  if (counter.down) {
    counter.first = m.Scalar(counter.element, trips);
    counter.direction = m.random.Chance(0.5) ? "NE" : "GT";
    return counter;
  }
  if (m.random.Chance(0.15) && counter.element != ElementType::kI8) counter.step = m.random.Between(2, 3);
  const int64_t first = m.random.Chance(0.8) ? 0 : m.random.Between(1, 3);
  counter.first = m.Scalar(counter.element, first);
  counter.end = first + trips * counter.step;
  counter.direction = "LT";
  // How often it runs is known when it runs only.
  const bool data = m.random.Chance(0.25);
  if (data) {
    const int64_t shortest = std::max<int64_t>(first, counter.end - 3);
    counter.last = m.Fresh(scalar, {shortest, counter.end});
  } else if (m.random.Chance(0.5)) {
    counter.last = m.Scalar(counter.element, counter.end);
  }
  return counter;
}

// Whether an array that is carried is as it must be for the loop to go on.
size_t GoesOn(Maker& m, size_t array) {
  const ValueType type = m.type(array);
  const ValueType scalar = {type.element, {}};
  if (NumElements(type) == 0 || stablehlo::IsComplex(type.element)) return SIZE_MAX;
  size_t element = array;
  if (!type.dims.empty()) {
    std::vector<size_t> operands = {array};
    for (const int64_t d : type.dims) {
      const size_t index = m.random.Chance(0.5) ? m.Scalar(ElementType::kI32, m.random.Between(0, d - 1))
                                                : m.Index(ElementType::kI32, d);
      operands.push_back(index);
    }
    const Dims ones(type.dims.size(), 1);
    element = m.Add("stablehlo.dynamic_slice", operands, "<{slice_sizes = " + I64s(ones) + "}>", {type.element, ones},
                    m.range(array));
    element = m.Add("stablehlo.reshape", {element}, {}, scalar, m.range(array));
  }
  if (type.element == ElementType::kI1) return m.Add("stablehlo.not", {element}, {}, scalar, {0, 1});
  return Compare(m, "NE", element, m.Scalar(type.element, m.random.Between(0, 5)));
}

Block MakeCondition(Maker& m, const Counter& counter, const std::vector<ValueType>& types,
                    const std::vector<Range>& ranges, int64_t trips) {
  Maker::Scope scope;
  m.Enter(scope, types, ranges, trips + 1);
  const std::vector<size_t> carried = scope.block.arguments;
  const size_t last = counter.last != SIZE_MAX ? counter.last : m.Scalar(counter.element, counter.end);
  size_t more = Compare(m, counter.direction, carried[0], last);
  if (carried.size() > 1 && m.random.Chance(0.2)) {
    const auto chosen = static_cast<size_t>(m.random.Between(1, static_cast<int64_t>(carried.size()) - 1));
    const size_t goes_on = GoesOn(m, carried[chosen]);
    if (goes_on != SIZE_MAX) more = m.Add("stablehlo.and", {more, goes_on}, {}, {ElementType::kI1, {}}, {0, 1});
  }
  return m.Leave({more});
}

// What a body hands to the next iteration for a carried value: what was made of it, most often; or another that is carried.
size_t ChooseNext(Maker& m, size_t carried, Range range) {
  const ValueType type = m.type(carried);
  std::vector<size_t> made, others;
  for (const size_t value : m.scope().values) {
    if (m.type(value) != type) continue;
    const bool is_argument = std::ranges::find(m.scope().block.arguments, value) != m.scope().block.arguments.end();
    if (value != carried) (is_argument ? others : made).push_back(value);
  }
  const double dice = m.random.Unit();
  size_t next = carried;
  if (dice < 0.5 && !made.empty()) {
    next = made.back();
  } else if (dice < 0.7 && !made.empty()) {
    next = m.random.Pick(made);
  } else if (dice < 0.9 && !others.empty()) {
    next = m.random.Pick(others);
  } else if (dice < 0.95) {
    next = m.Value(type);
  }
  return m.FitRange(next, range);
}

// Values that are carried change places.
void Rotate(Maker& m, const std::vector<ValueType>& types, std::vector<size_t>& returns) {
  std::vector<size_t> same;
  const auto first = static_cast<size_t>(m.random.Between(1, static_cast<int64_t>(types.size()) - 1));
  for (size_t i = 1; i < types.size(); ++i) {
    if (types[i] == types[first]) same.push_back(i);
  }
  for (size_t i = 1; i < same.size(); ++i) std::swap(returns[same[i - 1]], returns[same[i]]);
}

Range CarriedRange(ElementType element) {
  const Range full = FullRange(element);
  if (!IsFloating(element)) return full;
  const int64_t bound = std::max<int64_t>(full.high / 8, 1);
  return {-bound, bound};
}

// An update of the carry, which may be read in another order before or after; what the next iteration gets, or SIZE_MAX.
size_t UpdateCarry(Maker& m, size_t carried) {
  if (m.type(carried).dims.empty() || !m.random.Chance(m.options().update_carries)) return SIZE_MAX;
  if (m.random.Chance(0.3)) Permuted(m, carried);
  m.Fill(static_cast<int>(m.random.Between(0, 2)));
  size_t next = Updated(m, carried);
  if (m.random.Chance(0.2)) next = Updated(m, next);
  if (m.random.Chance(0.3)) {
    const size_t moved = Permuted(m, m.random.Chance(0.7) ? next : carried);
    if (m.random.Chance(0.3)) next = moved;
  }
  return next;
}

}  // namespace

bool MakeWhile(Maker& m) {
  if (m.scope().depth >= kMaxDepth || !m.options().loops) return false;
  const int64_t trips = ChooseTrips(m);
  const Counter counter = ChooseCounter(m, trips);
  std::vector<size_t> operands = {counter.first};
  std::vector<ValueType> types = {{counter.element, {}}};
  const Range full = FullRange(counter.element);
  std::vector<Range> ranges = {full};
  for (int64_t i = m.random.Between(1, 4); i > 0; --i) {
    const bool again = operands.size() > 1 && m.random.Chance(0.45);
    const ValueType type = again ? types.back() : m.random.Chance(0.15) ? ValueType{m.AnyElement(), {}} : m.AnyType();
    if (!m.Affords(NumElements(type), trips)) continue;
    ranges.push_back(CarriedRange(type.element));
    types.push_back(type);
    operands.push_back(m.FitRange(m.Value(type), ranges.back()));
  }
  if (operands.size() < 2) return false;
  Operation loop = {.name = "stablehlo.while", .operands = operands};
  loop.blocks.push_back(MakeCondition(m, counter, types, ranges, trips));
  Maker::Scope scope;
  m.Enter(scope, types, ranges, trips);
  const std::vector<size_t> carried = scope.block.arguments;
  m.Fill(static_cast<int>(m.random.Between(1, m.scope().depth > 1 ? 4 : 7)));
  std::vector<size_t> updated;
  for (size_t i = 1; i < types.size(); ++i) updated.push_back(UpdateCarry(m, carried[i]));
  std::vector<size_t> returns = {carried[0]};
  for (size_t i = 1; i < types.size(); ++i) {
    const bool keep = updated[i - 1] != SIZE_MAX && m.random.Chance(0.8);
    returns.push_back(keep ? m.FitRange(updated[i - 1], ranges[i]) : ChooseNext(m, carried[i], ranges[i]));
  }
  if (m.random.Chance(0.25)) Rotate(m, types, returns);
  const size_t step = m.Scalar(counter.element, counter.step);
  const std::string op = counter.down ? "stablehlo.subtract" : "stablehlo.add";
  returns[0] = m.Add(op, {carried[0], step}, {}, types[0], full);
  loop.blocks.push_back(m.Leave(returns));
  m.AddMany(std::move(loop), types, ranges);
  return true;
}

namespace {

// Branches that all give values of the same types.
bool MakeBranches(Maker& m) {
  if (m.scope().depth >= kMaxDepth) return false;
  const bool is_if = m.random.Chance(0.5);
  const int64_t count = is_if ? 2 : m.random.Between(1, 4);
  const size_t chosen = is_if ? m.Value({ElementType::kI1, {}}) : m.Index(ElementType::kI32, count + 1);
  std::vector<ValueType> types;
  for (int64_t i = m.random.Between(1, 3); i > 0; --i) types.push_back(m.type(m.AnyArray()));
  std::vector<Range> ranges;
  Operation branches = {.name = is_if ? "stablehlo.if" : "stablehlo.case", .operands = {chosen}};
  for (int64_t i = 0; i < count; ++i) {
    Maker::Scope scope;
    m.Enter(scope, {}, {}, 1);
    m.Fill(static_cast<int>(m.random.Between(0, 3)));
    std::vector<size_t> returns;
    for (size_t k = 0; k < types.size(); ++k) {
      returns.push_back(m.Value(types[k]));
      const Range range = m.range(returns.back());
      if (i == 0) ranges.push_back(range);
      ranges[k] = Union(ranges[k], range);
    }
    branches.blocks.push_back(m.Leave(returns));
  }
  m.AddMany(std::move(branches), types, ranges);
  return true;
}

constexpr WholeRecipe kRecipes[] = {
    {9, MakeWhile},
    {4, MakeBranches},
    {2, MakeCall},
};

}  // namespace

bool MakeCall(Maker& m) {
  if (m.program_.functions.size() < 2 || !m.scope().in_main) return false;
  const auto callee = static_cast<size_t>(m.random.Between(1, static_cast<int64_t>(m.program_.functions.size()) - 1));
  const Block block = m.program_.functions[callee];
  Operation call = {.name = m.random.Chance(0.7) ? "func.call" : "stablehlo.composite", .callee = callee};
  for (const size_t argument : block.arguments) {
    call.operands.push_back(m.FitRange(m.Value(ValueType(m.type(argument))), Range(m.range(argument))));
  }
  std::vector<ValueType> types;
  std::vector<Range> ranges;
  for (const size_t value : block.returns) {
    types.push_back(m.type(value));
    ranges.push_back(m.range(value));
  }
  m.AddMany(std::move(call), types, ranges);
  return true;
}

std::span<const WholeRecipe> WholeControlRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
