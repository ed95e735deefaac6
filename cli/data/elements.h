// One element of an array, whatever its type, as a number of C++.
//
// REQUIRES everywhere: 0 <= index < array.size().
#ifndef CPPJRT_CLI_DATA_ELEMENTS_H_
#define CPPJRT_CLI_DATA_ELEMENTS_H_

#include <complex>
#include <cstdint>

#include "cli/data/array.h"

namespace cppjrt::data {

// Holds every integer element and the difference of any two.
using Wide = __int128;

// The smallest and the largest value of an integer type; 0 and 1 for i1.
struct IntegerRange {
  Wide min = 0;
  Wide max = 0;
};
IntegerRange RangeOf(pjrt::ElementType type);

inline pjrt::ElementKind KindOf(const Array& array) { return pjrt::Info(array.type()).kind; }

// The element's bits, zeros above them; of i1 0 or 1, whatever nonzero byte stands for true. REQUIRES: not complex.
uint64_t BitsAt(const Array& array, int64_t index);
void SetBits(Array& array, int64_t index, uint64_t bits);

// REQUIRES: the type is i1 or an integer. Setting keeps the low bits.
Wide IntegerAt(const Array& array, int64_t index);
void SetInteger(Array& array, int64_t index, Wide value);

// Any type; integers beyond 2^53 are rounded, of a complex number the real part. Setting rounds to nearest for floating
// point (see EncodeFloat) and zeroes the imaginary part.
// SetReal REQUIRES: a floating-point or complex type.
double RealAt(const Array& array, int64_t index);
void SetReal(Array& array, int64_t index, double value);

// Any type; the imaginary part is 0 unless it is complex. SetComplex REQUIRES: a complex type.
std::complex<double> ComplexAt(const Array& array, int64_t index);
void SetComplex(Array& array, int64_t index, std::complex<double> value);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_ELEMENTS_H_
