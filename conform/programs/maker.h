// Maker: what recipes build whole programs with. See generate.h.
//
//   bool MakeReverse(Maker& m) {
//     const size_t x = m.AnyArray();
//     m.Add("stablehlo.reverse", {x}, "<{dimensions = array<i64: 0>}>", m.type(x), m.range(x));
//     return true;
//   }
//
// Each value has a range that all its elements are in. Integers wrap, so theirs may be all of the type; floats hold whole
// numbers that the type holds exactly, which Fit sees to.
#ifndef CPPJRT_CONFORM_PROGRAMS_MAKER_H_
#define CPPJRT_CONFORM_PROGRAMS_MAKER_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conform/fuzz/random.h"
#include "conform/programs/generate.h"
#include "conform/programs/program.h"

namespace cppjrt::conform {

// Whole numbers from low to high.
struct Range {
  int64_t low = 0;
  int64_t high = 0;
  int64_t magnitude() const;
};
Range Union(Range a, Range b);

// The whole numbers up to which a type is exact: 2^24 of f32. Of integers the largest.
int64_t ExactLimit(stablehlo::ElementType type);
// All numbers of an integer type (of 64 bits: of int64_t), or all exact whole numbers.
Range FullRange(stablehlo::ElementType type);
bool IsFloating(stablehlo::ElementType type);  // complex too
bool IsWhole(stablehlo::ElementType type);     // an integer, but not i1

class Maker {
 public:
  Maker(uint64_t seed, const WholeOptions& options);

  // By value, as operations that are added move what there is.
  ValueType type(size_t value) const { return program_.types[value]; }
  Range range(size_t value) const { return ranges_[value]; }

  // ---- Operations, at the end of the block at hand.

  size_t Add(std::string name, std::vector<size_t> operands, std::string attributes, const ValueType& result,
             Range range);
  size_t Add(Operation operation, const ValueType& result, Range range);
  std::vector<size_t> AddMany(Operation operation, const std::vector<ValueType>& results,
                              const std::vector<Range>& ranges);
  // Takes the value that was made last out of what recipes find: it is no whole number.
  size_t Hide(size_t value);
  // A splat of a whole number.
  size_t Constant(const ValueType& type, int64_t value);
  size_t Scalar(stablehlo::ElementType element, int64_t value) { return Constant({element, {}}, value); }
  // A new argument of @main; in other functions a constant array of different numbers.
  size_t Fresh(const ValueType& type, Range range);

  // The value with its elements clamped to [-bound, bound], or itself if they are there already.
  size_t Fit(size_t value, int64_t bound);
  size_t FitRange(size_t value, Range wanted);
  // The value as an array of these dimensions: reshaped, broadcast, cut, padded.
  size_t ToShape(size_t value, const std::vector<int64_t>& dims);
  size_t ToElement(size_t value, stablehlo::ElementType element);

  // ---- Values that are visible.

  using Predicate = std::function<bool(const ValueType&)>;
  // One that is there, recent ones and those of the block itself first; SIZE_MAX: none.
  size_t Find(const Predicate& predicate);
  // Of exactly this type: one that is there, or a new one.
  size_t Value(const ValueType& type);
  // An array of one of the program's element types, of rank 1 or more.
  size_t AnyArray();
  size_t AnyArray(const std::function<bool(stablehlo::ElementType)>& element);
  // A scalar to index with, of this type, mostly within [0, size).
  size_t Index(stablehlo::ElementType element, int64_t size);
  // The type of the indices of one operation.
  stablehlo::ElementType IndexType();
  // An array of indices, mostly within [0, size).
  size_t Indices(const std::vector<int64_t>& dims, int64_t size);

  stablehlo::ElementType AnyElement();
  std::vector<int64_t> AnyDims();
  ValueType AnyType() { return {AnyElement(), AnyDims()}; }
  int64_t AnyExtent();

  // ---- Blocks.

  struct Scope {
    Block block;
    std::vector<size_t> values;
    Scope* outer = nullptr;
    int64_t runs = 1;  // how often it runs
    int depth = 0;
    bool in_main = true;
  };
  // Enters a block that runs so many times for each run of the one around it.
  void Enter(Scope& scope, const std::vector<ValueType>& arguments, const std::vector<Range>& ranges, int64_t times);
  Block Leave(const std::vector<size_t>& returns);
  Scope& scope() { return *scope_; }

  // So many random recipes.
  void Fill(int recipes);
  bool exhausted() const { return operations_ >= limit_ || work_ >= options_.max_work; }
  const WholeOptions& options() const { return options_; }
  // Whether so many more elements may be computed here.
  bool Affords(int64_t elements, int64_t times = 1) const;

  WholeProgram Make();

  Random random;

 private:
  void ChooseTypes();
  void MakeFunctions();
  bool AddRecipe();
  void ChooseResults();
  void Donate();
  size_t Declare(const ValueType& type, Range range);

  const WholeOptions& options_;
  WholeProgram program_;
  std::vector<Range> ranges_;
  Scope* scope_ = nullptr;
  Scope main_;
  int operations_ = 0;
  int limit_ = 0;
  int64_t work_ = 0;
  int64_t max_elements_ = 0;
  std::vector<stablehlo::ElementType> elements_;
  std::vector<std::vector<int64_t>> shapes_;

  friend bool MakeCall(Maker& m);
};

struct WholeRecipe {
  int weight;
  bool (*make)(Maker& maker);  // false: not here
};
std::span<const WholeRecipe> WholeMovementRecipes();
std::span<const WholeRecipe> WholeArithmeticRecipes();
std::span<const WholeRecipe> WholeReductionRecipes();
std::span<const WholeRecipe> WholeControlRecipes();

// A call of one of the program's functions.
bool MakeCall(Maker& m);
// A loop with a random body; false where there is no room for one.
bool MakeWhile(Maker& m);

// Movements that keep the type, for recipes made of several.
size_t Permuted(Maker& m, size_t array);
// The array with a part of it overwritten.
size_t Updated(Maker& m, size_t array);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_MAKER_H_
