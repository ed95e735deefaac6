// Values for the parameters of programs, special ones among them.
#ifndef CPPJRT_CONFORM_FUZZ_VALUES_H_
#define CPPJRT_CONFORM_FUZZ_VALUES_H_

#include <vector>

#include "conform/fuzz/program.h"
#include "conform/fuzz/random.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

// A tensor for a parameter: of one kind of numbers (middling, of every size, special, small integers, bits at random).
stablehlo::Tensor MakeValue(const Parameter& parameter, Random& random);
std::vector<stablehlo::Tensor> MakeValues(const FuzzProgram& program, Random& random);

// The same with zeros for numbers below the smallest normal one, and absolute values: of complex numbers
// |re| + |im|, which no part of a product exceeds. Integers stay as they are.
stablehlo::Tensor WithoutSubnormals(const stablehlo::Tensor& tensor);
stablehlo::Tensor Absolute(const stablehlo::Tensor& tensor);

// Numbers next to 1: 1 + k eps with |k| <= ulps, for each element (complex: with no imaginary part).
stablehlo::Tensor MakeShake(const Shake& shake, Random& random);

// A tensor with elements in this form of double precision; complex ones are pairs.
std::vector<double> NumbersOf(const stablehlo::Tensor& tensor);
stablehlo::Tensor FromNumbers(const ValueType& type, const std::vector<double>& numbers);

// Distance from 1 to the next number of a float type (complex: of its parts), and the smallest normal one.
double EpsilonOf(stablehlo::ElementType type);
double SmallestNormalOf(stablehlo::ElementType type);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_VALUES_H_
