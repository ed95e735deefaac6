// What one run of a program needs beside its arguments, from its shapes and the places where values are used last.
#ifndef CPPJRT_CPU_EXECUTABLE_MEMORY_ESTIMATE_H_
#define CPPJRT_CPU_EXECUTABLE_MEMORY_ESTIMATE_H_

#include <cstdint>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/cost.h"

namespace cppjrt::cpu {

// The most bytes of values that are alive at once while `function` runs, its arguments and constants not counted: what
// an op makes lives until the last op that uses it. Functions that are called count with what they make themselves.
// Linear in the number of ops, for programs nested up to a bound; beyond, values count as alive to the end of their
// block.
int64_t PeakBytes(const stablehlo::Module& module, stablehlo::OpId function, const stablehlo::CostAnalysis& costs);

// Bytes of the constants, which live as long as the program.
int64_t ConstantBytes(const stablehlo::Module& module, const stablehlo::CostAnalysis& costs);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_MEMORY_ESTIMATE_H_
