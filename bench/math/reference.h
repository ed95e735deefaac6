// The functions of cpu/math/functions.def by other means, each more exact than what is measured by it.
#ifndef CPPJRT_BENCH_MATH_REFERENCE_H_
#define CPPJRT_BENCH_MATH_REFERENCE_H_

#include <mpfr.h>

namespace cppjrt::bench {

// `in_double` is of the C library, for floats; null where it has none. `exact` is of MPFR, for doubles.
struct UnaryReference {
  const char* name;
  double (*in_double)(double);
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
};
struct BinaryReference {
  const char* name;
  double (*in_double)(double, double);
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};

// Aborts if there is none: then the table in reference.cc lacks a row.
const UnaryReference& FindUnaryReference(const char* name);
const BinaryReference& FindBinaryReference(const char* name);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_MATH_REFERENCE_H_
