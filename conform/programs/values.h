// Arguments of whole programs, and the comparison of their results.
#ifndef CPPJRT_CONFORM_PROGRAMS_VALUES_H_
#define CPPJRT_CONFORM_PROGRAMS_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conform/programs/program.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

// Whole numbers in the ranges of the arguments. One with `same_as` shares the other's memory.
std::vector<stablehlo::Tensor> ArgumentValues(const WholeProgram& program, uint64_t seed);
stablehlo::Tensor ArgumentValue(const ValueType& type, int64_t low, int64_t high, uint64_t seed);

// A copy that shares no memory.
stablehlo::Tensor CopyOf(const stablehlo::Tensor& tensor);

// How the tensors differ, zeros of both signs being equal: "element [1, 2] is 3, expected 4 (7 of 12 differ)"; empty if they do
// not.
std::string DifferenceOf(const stablehlo::Tensor& got, const stablehlo::Tensor& want);

// Whether all elements are numbers that their type still holds exactly; of integers, always.
bool IsExact(const stablehlo::Tensor& tensor);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_VALUES_H_
