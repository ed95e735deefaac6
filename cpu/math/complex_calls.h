// Functions of complex<f64> that generated code calls: rare enough not to be worth vector code in more than double.
// They are the evaluator's.
#ifndef CPPJRT_CPU_MATH_COMPLEX_CALLS_H_
#define CPPJRT_CPU_MATH_COMPLEX_CALLS_H_

#include <span>

#include "cpu/math/rescue.h"

namespace cppjrt::cpu::math {

// "cppjrt_complex_Exp", ... for each COMPLEX_UNARY and COMPLEX_BINARY of functions.def, as
// void(const double* re, const double* im, [of the second operand the same,] double* re, double* im, uint64_t lanes).
std::span<const RescueSymbol> ComplexSymbols();

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_COMPLEX_CALLS_H_
