// The builder of programs, the ops of the op table, and Generate.
#include <algorithm>
#include <utility>

#include "conform/fuzz/recipes.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::OpInfo;
using stablehlo::Trait;

// With how many tickets each type takes part.
struct TypeWeight {
  ElementType type;
  int weight;
};
constexpr TypeWeight kTypes[] = {
    {ElementType::kF32, 12},       {ElementType::kF64, 6},           {ElementType::kBF16, 5},
    {ElementType::kF16, 4},        {ElementType::kI32, 8},           {ElementType::kI64, 4},
    {ElementType::kI8, 4},         {ElementType::kI16, 3},           {ElementType::kI1, 4},
    {ElementType::kUI8, 4},        {ElementType::kUI16, 2},          {ElementType::kUI32, 5},
    {ElementType::kUI64, 3},       {ElementType::kC64, 3},           {ElementType::kC128, 2},
    {ElementType::kI4, 1},         {ElementType::kUI4, 1},           {ElementType::kI2, 1},
    {ElementType::kUI2, 1},        {ElementType::kF8E5M2, 1},        {ElementType::kF8E4M3FN, 1},
    {ElementType::kF8E4M3, 1},     {ElementType::kF8E3M4, 1},        {ElementType::kF8E4M3FNUZ, 1},
    {ElementType::kF8E5M2FNUZ, 1}, {ElementType::kF8E4M3B11FNUZ, 1},
};

// The letters of stablehlo/op/type_classes.def.
bool InClass(ElementType type, std::string_view elements) {
  for (const char letter : elements) {
    if (letter == 'P' && type == ElementType::kI1) return true;
    if (letter == 'S' && stablehlo::IsSigned(type)) return true;
    if (letter == 'U' && stablehlo::IsUnsigned(type)) return true;
    if (letter == 'F' && stablehlo::IsFloat(type)) return true;
    if (letter == 'C' && stablehlo::IsComplex(type)) return true;
  }
  return false;
}

// Ops whose row says all: element by element, one type throughout, no attribute that must be given.
bool IsPlain(const OpInfo& info) {
  if (info.dialect != "stablehlo" || info.operands.empty() || info.results.size() != 1 || !info.regions.empty())
    return false;
  // Quantized sums may have a type of their own, so the row of add does not say that its types are one.
  const bool one_type = Has(info, Trait::kSameType) || info.opcode == stablehlo::Opcode::kAdd;
  if (!Has(info, Trait::kElementwise) || !one_type) return false;
  for (const auto& attr : info.attrs) {
    if (attr.presence == stablehlo::Presence::kRequired) return false;
  }
  return true;
}

std::vector<const OpInfo*> PlainOps() {
  std::vector<const OpInfo*> ops;
  for (size_t i = 1; i < static_cast<size_t>(stablehlo::Opcode::kCount); ++i) {
    const OpInfo& info = stablehlo::Info(static_cast<stablehlo::Opcode>(i));
    if (IsPlain(info)) ops.push_back(&info);
  }
  return ops;
}

bool MakePlain(Builder& b, const OpInfo& info) {
  const auto fits = [&](ElementType type) {
    // The specification has no remainder of complex numbers.
    if (info.opcode == stablehlo::Opcode::kRemainder && stablehlo::IsComplex(type)) return false;
    // Of complex numbers a logarithm that cancels: any formula loses all digits somewhere.
    if (info.opcode == stablehlo::Opcode::kAtan2 && stablehlo::IsComplex(type)) return false;
    return std::ranges::all_of(
        info.operands, [&](const auto& operand) { return InClass(type, stablehlo::Info(operand.type).elements); });
  };
  if (!b.HasType(fits)) return false;
  const size_t first = b.AnyValue(fits);
  Step step = {.op = std::string(info.name),
               .operands = {first},
               .captures = {},
               .attributes = {},
               .regions = {},
               .results = {b.type(first)}};
  for (size_t i = 1; i < info.operands.size(); ++i) step.operands.push_back(b.Value(b.type(first)));
  b.Add(std::move(step));
  return true;
}

std::vector<Recipe> AllRecipes() {
  std::vector<Recipe> recipes;
  for (const auto list : {MovementRecipes(), ReductionRecipes(), ControlRecipes(), ConversionRecipes(),
                          DynamicRecipes(), ChloRecipes(), CollectiveRecipes()}) {
    recipes.insert(recipes.end(), list.begin(), list.end());
  }
  return recipes;
}

// A recipe, or an op that needs none.
struct Choice {
  std::string_view op;
  int weight;
  const OpInfo* plain;
  bool (*make)(Builder& builder);
};

std::vector<Choice> Choices(const GenerateOptions& options) {
  std::vector<Choice> choices;
  for (const OpInfo* info : PlainOps()) choices.push_back({info->mnemonic, 2, info, nullptr});
  for (const Recipe& recipe : AllRecipes()) choices.push_back({recipe.op, recipe.weight, nullptr, recipe.make});
  if (!options.ops.empty())
    std::erase_if(choices, [&](const Choice& choice) { return !options.ops.contains(choice.op); });
  return choices;
}

}  // namespace

size_t Builder::Add(Step step) {
  const size_t first = types_.size();
  for (size_t k = 0; k < step.results.size(); ++k) {
    types_.push_back(step.results[k]);
    places_.push_back({false, program_.steps.size(), k});
  }
  program_.steps.push_back(std::move(step));
  return first;
}

size_t Builder::AddParameter(Parameter parameter) {
  types_.push_back(parameter.type);
  places_.push_back({true, program_.parameters.size(), 0});
  program_.parameters.push_back(std::move(parameter));
  return types_.size() - 1;
}

size_t Builder::Value(const ValueType& type) {
  std::vector<size_t> found;
  for (size_t value = 0; value < types_.size(); ++value) {
    const bool plain = !places_[value].parameter || program_.parameters[places_[value].index].fill == Fill::kAny;
    if (types_[value] == type && plain) found.push_back(value);
  }
  return !found.empty() && random.Chance(0.6) ? random.Pick(found) : AddParameter(type);
}

size_t Builder::AnyValue(const std::function<bool(ElementType)>& element, size_t min_rank, size_t max_rank) {
  std::vector<size_t> found;
  for (size_t value = 0; value < types_.size(); ++value) {
    const size_t rank = types_[value].dims.size();
    const bool plain = !places_[value].parameter || program_.parameters[places_[value].index].fill == Fill::kAny;
    if (plain && element(types_[value].element) && rank >= min_rank && rank <= max_rank) found.push_back(value);
  }
  if (!found.empty() && random.Chance(0.75)) return random.Pick(found);
  const ElementType type = Type(element);
  return AddParameter(ValueType{type, Dims(min_rank, max_rank)});
}

int64_t Builder::Dim() {
  constexpr int64_t kSmall[] = {1, 2, 3, 4};
  constexpr int64_t kDims[] = {0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 13, 16, 17, 31, 33, 64, 127};
  return options_.small ? random.Pick(kSmall) : random.Pick(kDims);
}

std::vector<int64_t> Builder::Dims(size_t min_rank, size_t max_rank) {
  const auto rank = static_cast<size_t>(
      random.Between(static_cast<int64_t>(min_rank), static_cast<int64_t>(std::min(max_rank, min_rank + 3))));
  std::vector<int64_t> dims;
  int64_t elements = 1;
  for (size_t i = 0; i < rank; ++i) {
    int64_t d = Dim();
    while (elements * d > (options_.small ? 16 : 5000)) d = (d + 1) / 2;
    dims.push_back(d);
    elements *= std::max<int64_t>(d, 1);
  }
  // Now and then more than a cache holds.
  if (!options_.small && rank == 1 && random.Chance(0.03)) dims[0] = random.Between(20'000, 70'000);
  return dims;
}

bool Builder::HasType(const std::function<bool(ElementType)>& wanted) const {
  return std::ranges::any_of(kTypes, [&](const TypeWeight& row) {
    return wanted(row.type) && (options_.types.empty() || options_.types.contains(row.type));
  });
}

ElementType Builder::Type(const std::function<bool(ElementType)>& wanted) {
  std::vector<ElementType> tickets;
  for (const bool filtered : {true, false}) {
    for (const TypeWeight& row : kTypes) {
      if (!wanted(row.type) || (filtered && !options_.types.empty() && !options_.types.contains(row.type))) continue;
      tickets.insert(tickets.end(), static_cast<size_t>(row.weight), row.type);
    }
    if (!tickets.empty()) break;
  }
  return random.Pick(tickets);
}

FuzzProgram Builder::Finish() {
  std::vector<size_t> number(types_.size());  // by value as built
  for (size_t value = 0; value < types_.size(); ++value) {
    const Place& place = places_[value];
    number[value] = place.parameter ? place.index : program_.first_result(place.index) + place.result;
  }
  std::vector<bool> used(program_.num_values());
  for (Step& step : program_.steps) {
    for (auto* list : {&step.operands, &step.captures}) {
      for (size_t& value : *list) {
        value = number[value];
        used[value] = true;
      }
    }
  }
  for (size_t value = program_.parameters.size(); value < program_.num_values(); ++value) {
    if (!used[value] || random.Chance(0.15)) program_.results.push_back(value);
  }
  Donate();
  return std::move(program_);
}

// Some parameters are given up; of these, half to a result of the same type that no other has.
void Builder::Donate() {
  std::vector<bool> taken(program_.results.size());
  for (Parameter& parameter : program_.parameters) {
    parameter.donated = random.Chance(0.15);
    if (!parameter.donated || random.Chance(0.5)) continue;
    for (size_t i = 0; i < taken.size() && parameter.alias == SIZE_MAX; ++i) {
      if (taken[i] || program_.type(program_.results[i]) != parameter.type) continue;
      parameter.alias = i;
      taken[i] = true;
    }
  }
}

FuzzProgram Generate(Random& random, const GenerateOptions& options) {
  Builder builder(random, options);
  const std::vector<Choice> choices = Choices(options);
  int64_t tickets = 0;
  for (const Choice& choice : choices) tickets += choice.weight;
  const bool single = options.max_steps == 1 || random.Chance(0.35);
  const auto wanted =
      single ? size_t{1} : static_cast<size_t>(random.Between(2, static_cast<int64_t>(options.max_steps)));
  for (int tries = 0; builder.num_steps() < wanted && tries < 200 && tickets > 0; ++tries) {
    int64_t ticket = random.Below(tickets);
    const auto chosen =
        std::ranges::find_if(choices, [&](const Choice& choice) { return (ticket -= choice.weight) < 0; });
    chosen->plain != nullptr ? MakePlain(builder, *chosen->plain) : chosen->make(builder);
  }
  return builder.Finish();
}

std::vector<std::string> OpsWithRecipe() {
  std::set<std::string> names;
  for (const Choice& choice : Choices({})) names.emplace(choice.op);
  return {names.begin(), names.end()};
}

std::vector<LeftOut> OpsWithoutRecipe() {
  constexpr std::string_view kDevices = "needs several devices, or a host at the other end";
  constexpr std::string_view kTokens = "works on tokens or tuples, which a plugin's results cannot be";
  constexpr std::string_view kOld = "deprecated: nobody writes it";
  constexpr std::string_view kQuantized = "quantized types do not reach plugins";
  constexpr std::string_view kHolds = "holds programs together";
  return {
      {"after_all", kTokens},
      {"async_done", kDevices},
      {"async_start", kDevices},
      {"broadcast", kOld},
      {"collective_reduce", kDevices},
      {"create_token", kOld},
      {"cross-replica-sum", kOld},
      {"dot", kOld},
      {"einsum", kOld},
      {"map", kOld},
      {"batch_norm_grad", "its accuracy is that of sums of sums"},
      {"batch_norm_training", "its accuracy is that of sums of sums"},
      {"cholesky", "what it leaves in the other triangle is not defined"},
      {"composite", kHolds},
      {"custom_call", "its targets are a plugin's own"},
      {"set_dimension_size", "its result has a bounded size, which plugins' results cannot have"},
      {"get_tuple_element", kTokens},
      {"infeed", kDevices},
      {"outfeed", kDevices},
      {"recv", kDevices},
      {"send", kDevices},
      {"return", kHolds},
      {"rng", "its values are not defined"},
      {"torch_index_select", kOld},
      {"tuple", kTokens},
      {"unary_einsum", kOld},
      {"uniform_dequantize", kQuantized},
      {"uniform_quantize", kQuantized},
  };
}

bool IsUsual(ElementType type) {
  return type == ElementType::kI1 || IsWholeNumber(type) || IsRealFloat(type) || stablehlo::IsComplex(type);
}
bool IsArithmetic(ElementType type) { return IsUsual(type) && type != ElementType::kI1; }
bool IsRealFloat(ElementType type) { return type >= ElementType::kBF16 && type <= ElementType::kF64; }
bool IsWholeNumber(ElementType type) { return stablehlo::IsInteger(type) && stablehlo::ElementBits(type) >= 8; }

std::string List(const std::vector<int64_t>& values) {
  std::string text;
  for (const int64_t value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

std::string I64s(const std::vector<int64_t>& values) {
  if (values.empty()) return "array<i64>";
  const std::string list = List(values);
  return "array<i64: " + list.substr(1, list.size() - 2) + ">";
}

std::string Pairs(const std::vector<std::pair<int64_t, int64_t>>& pairs) {
  std::string text;
  for (const auto& [low, high] : pairs) text += (text.empty() ? "" : ", ") + List({low, high});
  return "dense<" + (pairs.empty() ? "" : "[" + text + "]") + "> : tensor<" + std::to_string(pairs.size()) + "x2xi64>";
}

std::string ScalarText(ElementType type) { return TypeText({type, {}}); }

Monoid AnyMonoid(Builder& b, ElementType type) {
  if (type == ElementType::kI1) {
    return b.random.Chance(0.5) ? Monoid{"and", Fill::kAllOnes} : Monoid{"or", Fill::kZero};
  }
  std::vector<Monoid> monoids = {{"add", Fill::kZero}, {"add", Fill::kZero}, {"multiply", Fill::kOne}};
  if (!stablehlo::IsComplex(type)) {
    monoids.push_back({"maximum", Fill::kLowest});
    monoids.push_back({"minimum", Fill::kHighest});
  }
  if (stablehlo::IsInteger(type)) {
    monoids.push_back({"and", Fill::kAllOnes});
    monoids.push_back({"or", Fill::kZero});
    monoids.push_back({"xor", Fill::kZero});
  }
  return b.random.Pick(monoids);
}

std::string MonoidRegion(Builder& b, const Monoid& monoid, ElementType type) {
  const std::string x = b.Name();
  const std::string y = b.Name();
  const std::string z = b.Name();
  const std::string t = ScalarText(type);
  return "({\n  ^bb0(" + x + ": " + t + ", " + y + ": " + t + "):\n    " + z + " = stablehlo." + monoid.op + " " + x +
         ", " + y + " : " + t + "\n    stablehlo.return " + z + " : " + t + "\n  })";
}

std::string CompareText(const std::string& result, const std::string& direction, const std::string& a,
                        const std::string& b, ElementType type, const std::string& tensor) {
  const std::string_view kind = stablehlo::IsFloat(type) || stablehlo::IsComplex(type) ? "FLOAT"
                                : stablehlo::IsSigned(type)                            ? "SIGNED"
                                                                                       : "UNSIGNED";
  std::string bools = tensor;
  const std::string_view name = stablehlo::ElementTypeName(type);
  bools.replace(bools.rfind(name), name.size(), "i1");
  return result + " = stablehlo.compare " + direction + ", " + a + ", " + b + ", " + std::string(kind) + " : (" +
         tensor + ", " + tensor + ") -> " + bools;
}

}  // namespace cppjrt::conform
