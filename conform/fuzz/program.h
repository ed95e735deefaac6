// FuzzProgram: a program as the fuzzer holds it: a list of steps, easy to cut and to print.
//
//   FuzzProgram program = Generate(random, options);
//   std::string text = Print(program);                    // func.func @main(%a0: …) -> … { … }
//   FuzzProgram one = Cut(program, {4});                  // step 4 alone; what it used becomes parameters
//
// Values are numbered: parameters first, then the results of each step in order.
#ifndef CPPJRT_CONFORM_FUZZ_PROGRAM_H_
#define CPPJRT_CONFORM_FUZZ_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stablehlo/eval/element_type.h"

namespace cppjrt::conform {

struct ValueType {
  stablehlo::ElementType element = stablehlo::ElementType::kF32;
  std::vector<int64_t> dims;
  friend bool operator==(const ValueType&, const ValueType&) = default;
};
std::string TypeText(const ValueType& type);  // "tensor<2x3xf32>"
int64_t NumElements(const ValueType& type);

// What a parameter is filled with.
enum class Fill : uint8_t {
  kAny,       // whatever the type can hold, special values included
  kOrdered,   // anything but NaN
  kModerate,  // finite, of middling size
  kIndex,     // integers from low to high
  kZero,
  kOne,
  kLowest,   // identity of maximum: -inf, or the smallest integer
  kHighest,  // of minimum
  kAllOnes,  // of and
  kSolvable  // square matrices with a large diagonal
};

struct Parameter {
  ValueType type;
  Fill fill = Fill::kAny;
  int64_t low = 0;
  int64_t high = 0;
  bool donated = false;
  // The result of @main that takes its memory; SIZE_MAX: whichever, if donated.
  size_t alias = SIZE_MAX;
};

struct Step {
  std::string op;                // "stablehlo.add"
  std::vector<size_t> operands;  // values
  std::vector<size_t> captures;  // values that its regions use, written $0$, $1$, … there
  std::string attributes;        // "<{dimension = 0 : i64}>", or empty
  std::string regions;           // "({…})", or empty
  std::vector<ValueType> results;
  // Operands behind the others that must be constants, such as shapes: "dense<[2, 3]> : tensor<2xi64>".
  std::vector<std::string> constants = {};
};

// "add" of "stablehlo.add", "chlo.erf" of itself.
std::string_view OpName(std::string_view op);

struct FuzzProgram {
  std::vector<Parameter> parameters;
  std::vector<Step> steps;
  std::vector<size_t> results;  // values that @main returns

  size_t num_values() const;
  const ValueType& type(size_t value) const;
  // The step that makes a value; steps.size() for parameters.
  size_t maker(size_t value) const;
  size_t first_result(size_t step) const;
  // On how many devices it must run: 2 if a step is a collective.
  int64_t replicas() const;
};

// A value that is to be shaken a little: multiplied by a parameter of its own (accuracy.h).
struct Shake {
  size_t step = 0;
  size_t operand = SIZE_MAX;  // of the step, captures behind the operands; or
  size_t result = SIZE_MAX;   // of the step
  ValueType type;
  double ulps = 1;
  bool zero_sign = false;  // of a result that is zero the sign, too
};

// The program as text. The parameters of `shakes` follow its own.
std::string Print(const FuzzProgram& program, std::span<const Shake> shakes = {});

// The same program returning every value that steps make.
FuzzProgram WithAllValues(FuzzProgram program);

// The given steps alone, in order: `from[i]` tells which value parameter number i was. All their results are returned
// that the rest of the program does not need only inside.
FuzzProgram Cut(const FuzzProgram& program, std::span<const size_t> steps, std::vector<size_t>& from);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_PROGRAM_H_
