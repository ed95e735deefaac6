// What recipes are made of: see generate.h.
//
//   bool MakeReverse(Builder& b) {
//     const size_t x = b.AnyValue(b.AnyType());            // a value there is, or a new parameter
//     b.Add({.op = "stablehlo.reverse", .operands = {x}, .attributes = …, .results = {b.type(x)}});
//     return true;
//   }
//   constexpr Recipe kRecipes[] = {{"reverse", 2, MakeReverse}};
#ifndef CPPJRT_CONFORM_FUZZ_RECIPES_H_
#define CPPJRT_CONFORM_FUZZ_RECIPES_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/fuzz/generate.h"

namespace cppjrt::conform {

class Builder {
 public:
  Builder(Random& numbers, const GenerateOptions& options) : random(numbers), options_(options) {}

  using Predicate = std::function<bool(const ValueType&)>;

  const ValueType& type(size_t value) const { return types_[value]; }
  // Puts a step at the end; its first result.
  size_t Add(Step step);
  size_t AddParameter(Parameter parameter);
  size_t AddParameter(const ValueType& type, Fill fill = Fill::kAny) {
    return AddParameter(Parameter{.type = type, .fill = fill});
  }

  // A value of exactly this type: mostly one that is there.
  size_t Value(const ValueType& type);
  // A value of such element type and rank, or a new parameter.
  size_t AnyValue(const std::function<bool(stablehlo::ElementType)>& element, size_t min_rank = 0, size_t max_rank = 4);
  // Dimensions at random: few elements in all.
  std::vector<int64_t> Dims(size_t min_rank, size_t max_rank);
  int64_t Dim();
  // An element type that the options allow; nothing if there is none.
  bool HasType(const std::function<bool(stablehlo::ElementType)>& wanted) const;
  stablehlo::ElementType Type(const std::function<bool(stablehlo::ElementType)>& wanted);
  // A name for a value inside a region.
  std::string Name() { return "%r" + std::to_string(names_++); }

  // The step that was added last, to be changed.
  Step& last_step() { return program_.steps.back(); }

  FuzzProgram Finish();
  size_t num_steps() const { return program_.steps.size(); }

  Random& random;

 private:
  void Donate();

  const GenerateOptions& options_;
  FuzzProgram program_;
  // Of each value: its type and where it is, as parameters come first in the end.
  std::vector<ValueType> types_;
  struct Place {
    bool parameter;
    size_t index;  // of parameter or step
    size_t result;
  };
  std::vector<Place> places_;
  int names_ = 0;
};

struct Recipe {
  std::string_view op;  // mnemonic
  int weight;
  bool (*make)(Builder& builder);  // false: not with these options
};

std::span<const Recipe> MovementRecipes();
std::span<const Recipe> ReductionRecipes();
std::span<const Recipe> ControlRecipes();
std::span<const Recipe> ConversionRecipes();
std::span<const Recipe> DynamicRecipes();
std::span<const Recipe> ChloRecipes();
std::span<const Recipe> CollectiveRecipes();

// ---- What they share.

inline bool AnyElement(stablehlo::ElementType) { return true; }
bool IsUsual(stablehlo::ElementType type);        // i1, i8 to ui64, bf16 to f64, complex
bool IsArithmetic(stablehlo::ElementType type);   // usual but for i1
bool IsRealFloat(stablehlo::ElementType type);    // bf16, f16, f32, f64
bool IsWholeNumber(stablehlo::ElementType type);  // i8 to ui64

std::string I64s(const std::vector<int64_t>& values);                      // "array<i64: 1, 2>"
std::string Pairs(const std::vector<std::pair<int64_t, int64_t>>& pairs);  // "dense<…> : tensor<Nx2xi64>"
std::string List(const std::vector<int64_t>& values);                      // "[1, 2]"
std::string ScalarText(stablehlo::ElementType type);                       // "tensor<f32>"

// A monoid for reductions: the op, and what its identity is.
struct Monoid {
  std::string op;
  Fill identity;
};
Monoid AnyMonoid(Builder& b, stablehlo::ElementType type);
// "({ ^bb0(%r0: tensor<f32>, %r1: tensor<f32>): … })".
std::string MonoidRegion(Builder& b, const Monoid& monoid, stablehlo::ElementType type);
std::string CompareText(const std::string& result, const std::string& direction, const std::string& a,
                        const std::string& b, stablehlo::ElementType type, const std::string& tensor);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_RECIPES_H_
