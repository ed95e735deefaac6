// Recipes of control flow.
#include <string>
#include <utility>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

// A few ops on values of one type inside a region: text, and the name of what they make. `values` are names that may be used.
std::string Body(Builder& b, const ValueType& type, std::vector<std::string> values, std::string& last) {
  std::vector<std::string> binary = {"add", "subtract", "multiply"};
  std::vector<std::string> unary = {"negate"};
  if (type.element == ElementType::kI1) {
    binary = {"and", "or", "xor"};
    unary = {"not"};
  } else if (!stablehlo::IsComplex(type.element)) {
    binary.insert(binary.end(), {"maximum", "minimum"});
    if (!stablehlo::IsUnsigned(type.element)) unary.push_back("abs");
    if (stablehlo::IsUnsigned(type.element)) unary = {"not", "popcnt"};
  }
  if (IsRealFloat(type.element)) unary.insert(unary.end(), {"tanh", "floor"});
  std::string text;
  for (int64_t i = b.random.Between(1, 3); i > 0; --i) {
    last = b.Name();
    const bool is_unary = b.random.Chance(0.3);
    text += "    " + last + " = stablehlo." + (is_unary ? b.random.Pick(unary) : b.random.Pick(binary)) + " " +
            values.back() + (is_unary ? "" : ", " + b.random.Pick(values)) + " : " + TypeText(type) + "\n";
    values.push_back(last);
  }
  return text;
}

// One region without arguments that computes from two captured values.
std::string Branch(Builder& b, const ValueType& type) {
  std::string last;
  const std::string body = Body(b, type, {"$0$", "$1$"}, last);
  return "{\n" + body + "    stablehlo.return " + last + " : " + TypeText(type) + "\n  }";
}

bool MakeIf(Builder& b) {
  const size_t x = b.AnyValue(IsUsual);
  const size_t y = b.Value(b.type(x));
  const size_t predicate = b.Value({ElementType::kI1, {}});
  const std::string regions = "(" + Branch(b, b.type(x)) + ", " + Branch(b, b.type(x)) + ")";
  b.Add({.op = "stablehlo.if",
         .operands = {predicate},
         .captures = {x, y},
         .attributes = {},
         .regions = regions,
         .results = {b.type(x)}});
  return true;
}

bool MakeCase(Builder& b) {
  const size_t x = b.AnyValue(IsUsual);
  const size_t y = b.Value(b.type(x));
  const int64_t branches = b.random.Between(1, 4);
  // Numbers that name no branch take the last.
  const size_t index =
      b.AddParameter({.type = {ElementType::kI32, {}}, .fill = Fill::kIndex, .low = -1, .high = branches});
  std::string regions;
  for (int64_t i = 0; i < branches; ++i) regions += (i > 0 ? ", " : "(") + Branch(b, b.type(x));
  b.Add({.op = "stablehlo.case",
         .operands = {index},
         .captures = {x, y},
         .attributes = {},
         .regions = regions + ")",
         .results = {b.type(x)}});
  return true;
}

// i = i0; while (i < n) { state = f(state, captured); i = i + 1 }
bool MakeWhile(Builder& b) {
  const size_t x = b.AnyValue([](ElementType t) { return IsUsual(t) && !stablehlo::IsComplex(t); });
  const ValueType type = b.type(x);
  const ValueType i32 = {ElementType::kI32, {}};
  const size_t captured = b.Value(type);
  const size_t first = b.AddParameter({.type = i32, .fill = Fill::kIndex, .low = -2, .high = 3});
  const size_t last = b.AddParameter({.type = i32, .fill = Fill::kIndex, .low = 0, .high = 4});
  const size_t one = b.AddParameter({.type = i32, .fill = Fill::kOne});
  const std::string i = b.Name(), s = b.Name(), p = b.Name(), j = b.Name(), t = b.Name(), k = b.Name();
  const std::string state = TypeText(type);
  std::string made;
  const std::string body = Body(b, type, {"$1$", t}, made);
  const std::string regions = "({\n  ^bb0(" + i + ": tensor<i32>, " + s + ": " + state + "):\n    " +
                              CompareText(p, "LT", i, "$0$", ElementType::kI32, "tensor<i32>") +
                              "\n    stablehlo.return " + p + " : tensor<i1>\n  }, {\n  ^bb0(" + j + ": tensor<i32>, " +
                              t + ": " + state + "):\n" + body + "    " + k + " = stablehlo.add " + j +
                              ", $2$ : tensor<i32>\n" + "    stablehlo.return " + k + ", " + made + " : tensor<i32>, " +
                              state + "\n  })";
  b.Add({.op = "stablehlo.while",
         .operands = {first, x},
         .captures = {last, captured, one},
         .attributes = {},
         .regions = regions,
         .results = {i32, type}});
  return true;
}

bool MakeBarrier(Builder& b) {
  const size_t x = b.AnyValue(IsUsual);
  const size_t y = b.AnyValue(IsUsual);
  b.Add({.op = "stablehlo.optimization_barrier",
         .operands = {x, y},
         .captures = {},
         .attributes = {},
         .regions = {},
         .results = {b.type(x), b.type(y)}});
  return true;
}

constexpr Recipe kRecipes[] = {
    {"if", 2, MakeIf},
    {"case", 2, MakeCase},
    {"while", 3, MakeWhile},
    {"optimization_barrier", 1, MakeBarrier},
};

}  // namespace

std::span<const Recipe> ControlRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
