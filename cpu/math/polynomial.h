// Polynomials with constant coefficients.
//
//   Polynomial(x, std::array{c0, c1, c2, c3}) is (c0 + c1 x) + x^2 (c2 + c3 x)
//
// Estrin's scheme: as many operations as Horner's and a few squares, but a chain of log2(n) of them, so that a loop in
// which one step waits for the last is not held up by it.
#ifndef CPPJRT_CPU_MATH_POLYNOMIAL_H_
#define CPPJRT_CPU_MATH_POLYNOMIAL_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>

#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {
namespace polynomial_internal {

// The terms from kBegin, kCount of them, over x^kBegin. powers[k] is x^(2^k).
template <size_t kBegin, size_t kCount, class V, size_t kPowers, size_t kSize>
V Sum(const std::array<V, kPowers>& powers, const std::array<Element<V>, kSize>& c) {
  if constexpr (kCount == 1) {
    return V(c[kBegin]);
  } else if constexpr (kCount == 2) {
    return Fma(powers[0], V(c[kBegin + 1]), V(c[kBegin]));
  } else {
    constexpr size_t kLog = static_cast<size_t>(std::bit_width(kCount - 1)) - 1;
    constexpr size_t kHalf = size_t{1} << kLog;
    const V high = Sum<kBegin + kHalf, kCount - kHalf>(powers, c);
    return Fma(powers[kLog], high, Sum<kBegin, kHalf>(powers, c));
  }
}

}  // namespace polynomial_internal

template <class V, class T, size_t kSize>
V Polynomial(const V& x, const std::array<T, kSize>& coefficients) {
  static_assert(std::is_same_v<T, Element<V>> && kSize >= 2);
  constexpr size_t kPowers = static_cast<size_t>(std::bit_width(kSize - 1));
  std::array<V, kPowers> powers = {x};
  for (size_t i = 1; i < kPowers; ++i) powers[i] = powers[i - 1] * powers[i - 1];
  return polynomial_internal::Sum<0, kSize>(powers, coefficients);
}

// A value as high + low.
template <class V>
struct InParts {
  V high;
  V low;
};
template <class V>
V Sum(const InParts<V>& parts) {
  return parts.high + parts.low;
}

// c0 + x (...), the sum with its rounding error. REQUIRES: the first term is the larger.
template <class V, class T, size_t kSize>
InParts<V> PolynomialInParts(const V& x, const std::array<T, kSize>& coefficients) {
  std::array<T, kSize - 1> rest;
  std::copy(coefficients.begin() + 1, coefficients.end(), rest.begin());
  const V added = x * Polynomial(x, rest);
  const V sum = added + coefficients[0];
  return {sum, (coefficients[0] - sum) + added};
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_POLYNOMIAL_H_
