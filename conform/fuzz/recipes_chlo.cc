// Recipes of CHLO: what frameworks hand over although it is no part of the specification; plugins decompose it.
#include <algorithm>
#include <string>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

// Of one real float. Not here: functions whose zeros lie between numbers (lgamma, digamma, polygamma, zeta), as of their results
// near these nothing can be said.
constexpr std::string_view kFunctions[] = {"acos",    "acosh",      "asin", "asinh",  "atan",
                                           "atanh",   "bessel_i1e", "cosh", "erf",    "erfc",
                                           "erf_inv", "next_after", "sinh", "square", "tan"};

template <size_t kFunction>
bool MakeFunction(Builder& b) {
  // Decompositions of narrow types may go through wide ones or not; frameworks hand over f32 and f64.
  const size_t x = b.AnyValue([](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64; });
  Step step = {.op = "chlo." + std::string(kFunctions[kFunction]),
               .operands = {x},
               .captures = {},
               .attributes = {},
               .regions = {},
               .results = {b.type(x)}};
  if (kFunctions[kFunction] == "next_after") step.operands.push_back(b.Value(b.type(x)));
  b.Add(std::move(step));
  return true;
}

// What an infinity is, of either sign.
template <size_t kWhich>
bool MakeIsInfinite(Builder& b) {
  constexpr std::string_view kOps[] = {"chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf"};
  const size_t x = b.AnyValue(IsRealFloat);
  b.Add({.op = std::string(kOps[kWhich]),
         .operands = {x},
         .captures = {},
         .attributes = {},
         .regions = {},
         .results = {{ElementType::kI1, b.type(x).dims}}});
  return true;
}

bool MakeConj(Builder& b) {
  const size_t x = b.AnyValue(stablehlo::IsComplex);
  b.Add({.op = "chlo.conj", .operands = {x}, .captures = {}, .attributes = {}, .regions = {}, .results = {b.type(x)}});
  return true;
}

// Shapes that numpy's rules make one: dimensions of size 1, and fewer dimensions.
template <size_t kOp>
bool MakeBroadcasting(Builder& b) {
  constexpr std::string_view kOps[] = {"add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor"};
  const std::string_view op = kOps[kOp];
  const bool bits = op == "and" || op == "or" || op == "xor";
  const ElementType type = b.Type([&](ElementType t) {
    if (bits) return IsWholeNumber(t) || t == ElementType::kI1;
    return IsWholeNumber(t) || IsRealFloat(t);
  });
  const ValueType whole = {type, b.Dims(0, 3)};
  ValueType part = whole;
  part.dims.erase(part.dims.begin(), part.dims.begin() + b.random.Below(static_cast<int64_t>(whole.dims.size()) + 1));
  for (int64_t& d : part.dims) d = b.random.Chance(0.3) ? 1 : d;
  std::vector<size_t> operands = {b.Value(whole), b.Value(part)};
  if (b.random.Chance(0.5)) std::swap(operands[0], operands[1]);
  b.Add({.op = "chlo.broadcast_" + std::string(op),
         .operands = operands,
         .captures = {},
         .attributes = {},
         .regions = {},
         .results = {whole}});
  return true;
}

bool MakeTopK(Builder& b) {
  // Zeros of either sign are one value to some and two to others.
  const ElementType type = b.Type([](ElementType t) { return IsWholeNumber(t) || t == ElementType::kF32; });
  const ValueType shape = {type, b.Dims(1, 3)};
  const size_t x = b.AddParameter(shape, Fill::kModerate);
  ValueType values = shape;
  values.dims.back() = b.random.Between(0, shape.dims.back());
  b.Add({.op = "chlo.top_k",
         .operands = {x},
         .captures = {},
         .attributes = "<{k = " + std::to_string(values.dims.back()) + " : i64}>",
         .regions = {},
         .results = {values, {ElementType::kI32, values.dims}}});
  return true;
}

constexpr Recipe kRecipes[] = {
    {"chlo.acos", 1, MakeFunction<0>},
    {"chlo.acosh", 1, MakeFunction<1>},
    {"chlo.asin", 1, MakeFunction<2>},
    {"chlo.asinh", 1, MakeFunction<3>},
    {"chlo.atan", 1, MakeFunction<4>},
    {"chlo.atanh", 1, MakeFunction<5>},
    {"chlo.bessel_i1e", 1, MakeFunction<6>},
    {"chlo.cosh", 1, MakeFunction<7>},
    {"chlo.erf", 1, MakeFunction<8>},
    {"chlo.erfc", 1, MakeFunction<9>},
    {"chlo.erf_inv", 1, MakeFunction<10>},
    {"chlo.next_after", 1, MakeFunction<11>},
    {"chlo.sinh", 1, MakeFunction<12>},
    {"chlo.square", 1, MakeFunction<13>},
    {"chlo.tan", 1, MakeFunction<14>},
    {"chlo.is_inf", 1, MakeIsInfinite<0>},
    {"chlo.is_neg_inf", 1, MakeIsInfinite<1>},
    {"chlo.is_pos_inf", 1, MakeIsInfinite<2>},
    {"chlo.conj", 1, MakeConj},
    {"chlo.broadcast_add", 1, MakeBroadcasting<0>},
    {"chlo.broadcast_subtract", 1, MakeBroadcasting<1>},
    {"chlo.broadcast_multiply", 1, MakeBroadcasting<2>},
    {"chlo.broadcast_maximum", 1, MakeBroadcasting<3>},
    {"chlo.broadcast_minimum", 1, MakeBroadcasting<4>},
    {"chlo.broadcast_and", 1, MakeBroadcasting<5>},
    {"chlo.broadcast_or", 1, MakeBroadcasting<6>},
    {"chlo.broadcast_xor", 1, MakeBroadcasting<7>},
    {"chlo.top_k", 2, MakeTopK},
};

}  // namespace

std::span<const Recipe> ChloRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
