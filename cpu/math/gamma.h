// The gamma function's logarithm and its derivative: Lgamma, Digamma. Floats are computed in double.
//
// Both are brought to a short interval by their recurrences, lgamma(x + 1) = lgamma(x) + log x and digamma(x + 1) =
// digamma(x) + 1/x, where polynomials keep their zeros exact; large x go by Stirling's series, negative x by
// reflection. Next to the zeros on the negative side the error is that of the terms which cancel there, not relative to
// the result.
#ifndef CPPJRT_CPU_MATH_GAMMA_H_
#define CPPJRT_CPU_MATH_GAMMA_H_

#include <array>
#include <numbers>

#include "cpu/math/logarithm.h"
#include "cpu/math/polynomial.h"
#include "cpu/math/power.h"
#include "cpu/math/trigonometric.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

struct GammaConstants {
  static constexpr double kLarge = 10;  // from here on Stirling's series
  // lgamma(1 + t) / (t (t - 1)) and lgamma(2 + t) / (t (t + 1)), |t| <= 1/2
  static constexpr std::array kAroundOne = {
      0x1.2788cfc6fb619p-1, -0x1.f6465978d46e7p-3, 0x1.3e54520481ec3p-3,   -0x1.d7a3e6a8f2cccp-4,
      0x1.79cf9c4c5a7efp-4, -0x1.3cb1f9d360ee6p-4, 0x1.115549e5bb243p-4,   -0x1.e182472936c2cp-5,
      0x1.ae8a9a1e7e17ep-5, -0x1.857923e89e12cp-5, 0x1.639f3007f6cd8p-5,   -0x1.47376a32a6521p-5,
      0x1.2f05aab2c9d61p-5, -0x1.1a17dcfd1f778p-5, 0x1.07ecb98542a3fp-5,   -0x1.f1ae2103ed720p-6,
      0x1.d555720f7e01bp-6, -0x1.ac5161a4321dcp-6, 0x1.960ea1436efb9p-6,   -0x1.e581da7cb162dp-6,
      0x1.d0825a26e42ecp-6, 0x1.6f6eb1b0f6be5p-15, -0x1.74545f44adca4p-12, -0x1.57128db4b089cp-4,
      0x1.4c62bad331059p-4, 0x1.7e6309eeb6089p-4,  -0x1.73f9c25c556d9p-4,  -0x1.e82dc61fa07adp-4,
      0x1.d99ac9b263e3cp-4};
  static constexpr std::array kAroundTwo = {
      0x1.b0ee6072093cep-2,  -0x1.9ae6509ea10a1p-4,  0x1.0e0c9df293533p-5,  -0x1.95ce223a9c1a1p-7,
      0x1.47974853a97ddp-8,  -0x1.145121fa4b9bap-9,  0x1.dfebcf8fd1699p-11, -0x1.a96a3f6684b32p-12,
      0x1.7ed733078f58bp-13, -0x1.5c86e342c25b4p-14, 0x1.402f3be1f1b1fp-15, -0x1.2849643fb38abp-16,
      0x1.13dd6d13771eap-17, -0x1.02d54952245e0p-18, 0x1.e6978cb10e118p-20, -0x1.b7efeaac07456p-21,
      0x1.a0449eae70596p-22, -0x1.10b7806107f78p-22, 0x1.03ed395280d97p-23};
  // digamma(2 + t) / (2 + t - root), |t| <= 1
  static constexpr double kRoot = 0x1.762d86356be3fp0;
  static constexpr double kRootLow = 0x1.b86a722197829p-54;
  static constexpr std::array kDigamma = {
      0x1.9213d46736ba4p-1,  -0x1.0aff270ca079dp-2,  0x1.be76b26db8052p-4,   -0x1.95ec0c3babee9p-5,
      0x1.802924f9a8192p-6,  -0x1.7389aa7ee4632p-7,  0x1.6bdf5e194266ap-8,   -0x1.6714d063ca62fp-9,
      0x1.6407606e38663p-10, -0x1.620eeffb3cc91p-11, 0x1.60c67871b1210p-12,  -0x1.5ff18efa29a9dp-13,
      0x1.5f63cf69a0a98p-14, -0x1.5eda59b195b62p-15, 0x1.5e9c589230a46p-16,  -0x1.60a424380dfb9p-17,
      0x1.6088d2bd91a47p-18, -0x1.4c9d569586841p-19, 0x1.4c9141c11ab84p-20,  -0x1.ccaef33aa6105p-21,
      0x1.cca995a1f34e7p-22, 0x1.f4ac41eff5888p-25,  -0x1.f4b5970046780p-26, -0x1.afcce3edac202p-23,
      0x1.afcc97e47b62bp-24, 0x1.09b8892b455acp-24,  -0x1.09b88ff098e50p-25, -0x1.470ac8cf80716p-26,
      0x1.470ab9594d481p-27};
  // Stirling's series in 1 / x^2: B(2k) / (2k (2k - 1)), and B(2k) / 2k
  static constexpr std::array kStirling = {1.0 / 12,         -1.0 / 360,        1.0 / 1260, -1.0 / 1680,
                                           1.0 / 1188,       -691.0 / 360360,   1.0 / 156,  -3617.0 / 122400,
                                           43867.0 / 244188, -174611.0 / 125400};
  static constexpr std::array kDerivative = {1.0 / 12,        -1.0 / 120,      1.0 / 252, -1.0 / 240,
                                             1.0 / 132,       -691.0 / 32760,  1.0 / 12,  -3617.0 / 8160,
                                             43867.0 / 14364, -174611.0 / 6600};
  static constexpr double kHalfLogTwoPi = 0x1.d67f1c864beb5p-1;
};

// lgamma for 10 <= x. The product (x - 1/2) (log x - 1) is taken with its rounding errors.
template <class V>
V LgammaOfLarge(const V& x) {
  using C = GammaConstants;
  const LogarithmParts<V> log = LogInParts(x);
  const V factor = log.high - 1.0;
  const V factor_low = ((log.high - factor) - 1.0) + log.low;
  const V half_less = x - 0.5;
  const V product = half_less * factor;
  const V product_low = Fma(half_less, factor_low, ExactFma(half_less, factor, -product));
  const V inverse = 1.0 / x;
  const V series = inverse * Polynomial<V>(inverse * inverse, C::kStirling);
  // Where the product is much larger than the rest its error does not count, and may be out of range.
  const V rest = series + Select(x < V(0x1p900), product_low, V(0.0));
  const V result = product + (rest + (C::kHalfLogTwoPi - 0.5));
  return Select(product < V(Format<double>::kInfinity), result, product);
}

// lgamma for 0 < x < 10: below 1/2 from x + 1; beyond 5/2 from x less an integer, whose factors' logarithm is added.
template <class V>
V LgammaOfSmall(const V& x) {
  using C = GammaConstants;
  const Mask<V> is_tiny = x < V(0.5);
  V z = x;
  V product = Select(is_tiny, x, V(1.0));
  for (int step = 0; step < 8; ++step) {
    const Mask<V> is_above = z > V(2.5);
    const V less = z - 1.0;
    product = Select(is_above, product * less, product);
    z = Select(is_above, less, z);
  }
  // t = z - 1 in [-1/2, 1/2] or z - 2 in (-1/2, 1/2]; of a tiny x, z is x + 1.
  const Mask<V> is_around_one = z <= V(1.5);
  const V t = Select(is_tiny, z, Select(is_around_one, z - 1.0, z - 2.0));
  const InParts<V> one = PolynomialInParts(t, C::kAroundOne);
  const InParts<V> two = PolynomialInParts(t, C::kAroundTwo);
  const V log = LogarithmOf(SplitBinary(product));
  const V factor = t * Select(is_around_one, t - 1.0, t + 1.0);
  const V rest = Fma(factor, Select(is_around_one, one.low, two.low), Select(is_tiny, -log, log));
  return Fma(factor, Select(is_around_one, one.high, two.high), rest);
}

// The distance of |x| to the nearest even integer, with the sign of that distance: sin(pi x) is that of pi times it, up
// to sign.
template <class V>
V SinOfHalfTurns(const V& magnitude) {
  const V distance = magnitude - RoundEven(magnitude);
  const V angle = Abs(distance) * std::numbers::pi;
  const V low = Fma(Abs(distance), std::numbers::pi, -angle) + Abs(distance) * 0x1.1a62633145c07p-53;
  // Between 0 and pi/2: beyond pi/4 the cosine of what is missing to pi/2.
  const Mask<V> is_steep = angle > V(std::numbers::pi / 4);
  const V rest = 0.5 - Abs(distance);
  const V rest_angle = rest * std::numbers::pi;
  const Int<V> zero = Bits(magnitude) & int64_t{0};
  const V sin = Sum(SinInParts<V>({angle, low, zero}));
  const V cos = Sum(CosInParts<V>({rest_angle, V(0.0), zero}));
  return Select(is_steep, cos, sin);
}

template <class V>
V LgammaOfDouble(const V& x) {
  using C = GammaConstants;
  using F = Format<double>;
  const V magnitude = Abs(x);
  // lgamma(|x|) and, by reflection, lgamma(x) = log(pi / |x sin(pi x)|) - lgamma(|x|).
  const V of_magnitude = Select(magnitude < V(C::kLarge), LgammaOfSmall(magnitude), LgammaOfLarge(magnitude));
  const V product = magnitude * SinOfHalfTurns(magnitude);
  const V reflected = LogarithmOf(SplitBinary<V>(std::numbers::pi / product)) - of_magnitude;
  const V tiny = -LogarithmOf(SplitBinary(magnitude));
  const V value = Select(magnitude < V(0x1p-60), tiny, Select(x < V(0.0), reflected, of_magnitude));
  const Mask<V> is_pole = Or(x == V(0.0), And(x < V(0.0), Trunc(x) == x));
  const V result = Select(Or(is_pole, magnitude == V(F::kInfinity)), V(F::kInfinity), value);
  return Select(x != x, x, result);
}

// log|gamma(x)|
template <class V>
V Lgamma(const V& x) {
  return Narrow<V>(LgammaOfDouble<Wide<V>>(Widen(x)));
}

// digamma for x > 0.
template <class V>
V DigammaOfPositive(const V& x) {
  using C = GammaConstants;
  // Below 1 from x + 1, beyond 3 from x less an integer.
  const Mask<V> is_below = x < V(1.0);
  V z = Select(is_below, x + 1.0, x);
  V sum = Select(is_below, -1.0 / x, V(0.0));
  for (int step = 0; step < 7; ++step) {
    const Mask<V> is_above = And(z > V(3.0), x < V(C::kLarge));
    const V less = z - 1.0;
    sum = Select(is_above, sum + 1.0 / less, sum);
    z = Select(is_above, less, z);
  }
  const V factor = (z - C::kRoot) - C::kRootLow;
  const InParts<V> other = PolynomialInParts<V>(z - 2.0, C::kDigamma);
  const V near = Fma(factor, other.high, Fma(factor, other.low, sum));
  const V inverse = 1.0 / x;
  const V square = inverse * inverse;
  const V log = LogarithmOf(SplitBinary(x));
  const V far = log - (inverse * 0.5 + square * Polynomial(square, C::kDerivative));
  return Select(x < V(C::kLarge), near, far);
}

template <class V>
V DigammaOfDouble(const V& x) {
  using F = Format<double>;
  const V magnitude = Abs(x);
  // digamma(x) = digamma(1 - x) - pi / tan(pi x), the tangent being that of the distance to the nearest integer.
  const V positive = DigammaOfPositive<V>(Select(x < V(0.0), magnitude + 1.0, magnitude));
  const V distance = magnitude - RoundEven(magnitude);
  const V reflected = positive + std::numbers::pi / TanOfReduced(ReduceAngle<V>(distance * std::numbers::pi));
  const V value = Select(x < V(0.0), reflected, positive);
  const V at_zero = Select(x == V(0.0), CopySign(V(F::kInfinity), -x), V(F::kNaN));
  const Mask<V> is_pole = Or(x == V(0.0), And(x < V(0.0), Trunc(x) == x));
  const V result = Select(is_pole, at_zero, Select(x == V(F::kInfinity), x, value));
  return Select(x != x, x, result);
}

template <class V>
V Digamma(const V& x) {
  return Narrow<V>(DigammaOfDouble<Wide<V>>(Widen(x)));
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_GAMMA_H_
