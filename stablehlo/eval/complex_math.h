// Functions of complex numbers, for std::complex<float> and std::complex<double>: the complex side of the elementwise ops.
//
// All compute in the next wider float type, float in double and double in long double, and round once at the end: no overflow on
// the way, and errors far below those of the result where long double is wider than double (x86). Special values are those
// of C (Annex G), for division too; exponentials of an infinite angle are NaN.
#ifndef CPPJRT_STABLEHLO_EVAL_COMPLEX_MATH_H_
#define CPPJRT_STABLEHLO_EVAL_COMPLEX_MATH_H_

#include <complex>

namespace cppjrt::stablehlo::complex_math {

template <typename T>
T Abs(std::complex<T> z);
template <typename T>
std::complex<T> Cbrt(std::complex<T> z);  // the root with the smallest argument
template <typename T>
std::complex<T> Cosine(std::complex<T> z);
template <typename T>
std::complex<T> Exponential(std::complex<T> z);
template <typename T>
std::complex<T> ExponentialMinusOne(std::complex<T> z);
template <typename T>
std::complex<T> Log(std::complex<T> z);
template <typename T>
std::complex<T> LogPlusOne(std::complex<T> z);
template <typename T>
std::complex<T> Logistic(std::complex<T> z);
template <typename T>
std::complex<T> Rsqrt(std::complex<T> z);
template <typename T>
std::complex<T> Sign(std::complex<T> z);  // z / |z|; 0 of 0, NaN if a part is NaN
template <typename T>
std::complex<T> Sine(std::complex<T> z);
template <typename T>
std::complex<T> Sqrt(std::complex<T> z);
template <typename T>
std::complex<T> Tan(std::complex<T> z);
template <typename T>
std::complex<T> Tanh(std::complex<T> z);

template <typename T>
std::complex<T> Atan2(std::complex<T> y, std::complex<T> x);
template <typename T>
std::complex<T> Divide(std::complex<T> a, std::complex<T> b);
// docs/math.md has the table of its special values.
template <typename T>
std::complex<T> Power(std::complex<T> base, std::complex<T> exponent);

}  // namespace cppjrt::stablehlo::complex_math

#endif  // CPPJRT_STABLEHLO_EVAL_COMPLEX_MATH_H_
