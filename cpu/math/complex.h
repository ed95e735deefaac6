// The complex functions of functions_complex.def for complex<f32>: computed in double and rounded, as the evaluator
// does.
//
//   Complex<double> w = ComplexExp(Complex<double>{2, 1});
//
// V is a number of double. Squares of what a float holds neither overflow nor underflow there, and rounding errors of
// double are far below a float's unless a difference cancels, which is then taken exactly. Special values are those of
// C (Annex G) but for exponentials of angles that are not finite, which are NaN. (complex<f64> is computed by calls:
// see rescue.h.)
#ifndef CPPJRT_CPU_MATH_COMPLEX_H_
#define CPPJRT_CPU_MATH_COMPLEX_H_

#include "cpu/math/exponential.h"
#include "cpu/math/inverse_trigonometric.h"
#include "cpu/math/logarithm.h"
#include "cpu/math/power.h"
#include "cpu/math/trigonometric.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

template <class V>
struct Complex {
  V re;
  V im;
};

template <class V>
Mask<V> IsInfinite(const V& x) {
  return Abs(x) == V(Format<Element<V>>::kInfinity);
}
template <class V>
Mask<V> IsFinite(const V& x) {
  return Abs(x) < V(Format<Element<V>>::kInfinity);
}
template <class V>
Complex<V> Select(const Mask<V>& mask, const Complex<V>& yes, const Complex<V>& no) {
  return {Select(mask, yes.re, no.re), Select(mask, yes.im, no.im)};
}

// a b, where 0 times what is not finite is that 0.
template <class V>
V ZeroWins(const V& a, const V& b) {
  const V product = Select(And(a == V(0.0), Not(IsFinite(b))), a, a * b);
  return Select(And(b == V(0.0), Not(IsFinite(a))), b, product);
}

// a + b as a sum and what its rounding lost, for any a and b.
template <class V>
InParts<V> AddInParts(const V& a, const V& b) {
  const V sum = a + b;
  const V b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

template <class V>
V Hypot(const Complex<V>& z) {
  const V root = Sqrt(Fma(z.re, z.re, z.im * z.im));
  return Select(Or(IsInfinite(z.re), IsInfinite(z.im)), V(Format<double>::kInfinity), root);
}

template <class V>
V ComplexAbs(const Complex<V>& z) {
  return Hypot(z);
}

// sqrt(x^2 + y^2) of any doubles, for complex<f64>: both are scaled so that squares stay in range.
template <class V>
V HypotOfDoubles(const V& x, const V& y) {
  const V larger = Select(Abs(x) > Abs(y), Abs(x), Abs(y));
  const V scale = Select(larger > V(0x1p500), V(0x1p-600), Select(larger < V(0x1p-500), V(0x1p600), V(1.0)));
  const V back = Select(larger > V(0x1p500), V(0x1p600), Select(larger < V(0x1p-500), V(0x1p-600), V(1.0)));
  const Complex<V> scaled = {x * scale, y * scale};
  const V square = scaled.re * scaled.re;
  const V other = scaled.im * scaled.im;
  const V lost = ExactFma(scaled.re, scaled.re, -square) + ExactFma(scaled.im, scaled.im, -other);
  const InParts<V> sum = AddInParts(square, other);
  const V root = Sqrt(sum.high);
  const V left = ExactFma(-root, root, sum.high) + (sum.low + lost);
  const V corrected = root + Select(root > V(0.0), left / (root + root), V(0.0));
  return Select(Or(IsInfinite(x), IsInfinite(y)), V(Format<double>::kInfinity), corrected * back);
}

template <class V>
Complex<V> ComplexSign(const Complex<V>& z) {
  const V abs = Hypot(z);
  const V divisor = Select(abs == V(0.0), V(1.0), abs);
  const Complex<V> quotient = {z.re / divisor, z.im / divisor};
  const Mask<V> is_nan = Or(z.re != z.re, z.im != z.im);
  const Complex<V> of_number = Select<V>(abs == V(0.0), {abs, abs}, quotient);
  return {Select(is_nan, V(Format<double>::kNaN), of_number.re), Select(is_nan, V(Format<double>::kNaN), of_number.im)};
}

// log|z| = log(|z|^2) / 2; near the unit circle |z|^2 - 1 is added up exactly, the squares being exact.
template <class V>
Complex<V> ComplexLog(const Complex<V>& z) {
  const V re_square = z.re * z.re;
  const V im_square = z.im * z.im;
  const V square = re_square + im_square;
  const InParts<V> first = AddInParts<V>(re_square, V(-1.0));
  const InParts<V> second = AddInParts(first.high, im_square);
  const V near = LogarithmOf(SplitBinaryOfOnePlus<V>(second.high + (second.low + first.low)));
  const V log = Select(And(square > V(0.5), square < V(2.0)), near, Log(square)) * 0.5;
  const Mask<V> is_infinite = Or(IsInfinite(z.re), IsInfinite(z.im));
  return {Select(is_infinite, V(Format<double>::kInfinity), log), Atan2(z.im, z.re)};
}

// log|1 + z| likewise, with |1 + z|^2 - 1 = 2 x + x^2 + y^2.
template <class V>
Complex<V> ComplexLog1p(const Complex<V>& z) {
  const V sum = z.re + 1.0;
  const V im_square = z.im * z.im;
  const InParts<V> first = AddInParts<V>(z.re + z.re, z.re * z.re);
  const InParts<V> second = AddInParts(first.high, im_square);
  const V distance = second.high + (second.low + first.low);
  const V near = Select(Abs(distance) < V(0x1p-60), distance, LogarithmOf(SplitBinaryOfOnePlus(distance)));
  const Mask<V> is_near = And(distance > V(-0.9), distance < V(4.0));
  const V log = Select(is_near, near, Log<V>(Fma(sum, sum, im_square))) * 0.5;
  const Mask<V> is_infinite = Or(IsInfinite(z.re), IsInfinite(z.im));
  return {Select(is_infinite, V(Format<double>::kInfinity), log), Atan2(z.im, sum)};
}

template <class V>
Complex<V> ComplexExp(const Complex<V>& z) {
  const V power = Exp(z.re);
  const V im = Select(z.im == V(0.0), z.im, power * Sin(z.im));
  const Mask<V> has_angle = IsFinite(z.im);
  return {Select(has_angle, power * Cos(z.im), V(Format<double>::kNaN)),
          Select(has_angle, im, V(Format<double>::kNaN))};
}

// With C's results for angles that are not finite: 0 or infinity if that is the magnitude.
template <class V>
Complex<V> ComplexExpOfC(const Complex<V>& z) {
  const Complex<V> result = ComplexExp(z);
  const Mask<V> is_end = And(IsInfinite(z.re), Not(IsFinite(z.im)));
  return {Select(is_end, Exp(z.re), result.re), Select(And(is_end, z.re < V(0.0)), V(0.0), result.im)};
}

// e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y / 2)
template <class V>
Complex<V> ComplexExpm1(const Complex<V>& z) {
  const V minus_one = Expm1(z.re);
  const V cos = Cos(z.im);
  const V half_sin = Sin<V>(z.im * 0.5);
  const V re = minus_one * cos - 2.0 * half_sin * half_sin;
  const V im = Exp(z.re) * Sin(z.im);
  const Mask<V> is_real = z.im == V(0.0);
  return {Select(is_real, minus_one, re), Select(is_real, z.im, im)};
}

// The root of (|z| + |x|) / 2 is one part; the other is |y| over twice it.
template <class V>
Complex<V> ComplexSqrt(const Complex<V>& z) {
  constexpr double kInfinity = Format<double>::kInfinity;
  const V abs = Sqrt(Fma(z.re, z.re, z.im * z.im));
  const V larger = Sqrt((abs + Abs(z.re)) * 0.5);
  const V smaller = Select(larger == V(0.0), larger, Abs(z.im) / (larger + larger));
  const Mask<V> is_right = Bits(z.re) >= int64_t{0};
  const Complex<V> finite = {Select(is_right, larger, smaller), CopySign(Select(is_right, smaller, larger), z.im)};
  // An infinite x leaves the other part 0, or NaN if y is; an infinite y is infinite in both.
  const V none = (z.im - z.im) * 0.0;
  const V infinity = Select(z.im == z.im, CopySign(V(kInfinity), z.im), CopySign(V(kInfinity), z.im));
  const Complex<V> of_infinite = {Select(is_right, V(kInfinity), Abs(none)),
                                  Select(is_right, CopySign(none, z.im), infinity)};
  const Complex<V> result = Select<V>(IsInfinite(z.re), of_infinite, finite);
  const Mask<V> is_infinite = IsInfinite(z.im);
  return {Select(is_infinite, V(kInfinity), result.re), Select(is_infinite, z.im, result.im)};
}

// a / b by the formula; where that gives NaN, what C says of infinities and zeros.
template <class V>
Complex<V> ComplexDivide(const Complex<V>& a, const Complex<V>& b) {
  constexpr double kInfinity = Format<double>::kInfinity;
  const V square = Fma(b.re, b.re, b.im * b.im);
  const Complex<V> quotient = {Fma(a.re, b.re, a.im * b.im) / square, Fma(a.im, b.re, -(a.re * b.im)) / square};
  const Mask<V> is_nan = And(quotient.re != quotient.re, quotient.im != quotient.im);
  const Mask<V> a_infinite = Or(IsInfinite(a.re), IsInfinite(a.im));
  const Mask<V> b_infinite = Or(IsInfinite(b.re), IsInfinite(b.im));
  const Mask<V> a_finite = And(IsFinite(a.re), IsFinite(a.im));
  const Mask<V> b_finite = And(IsFinite(b.re), IsFinite(b.im));
  const V b_sign = CopySign(V(kInfinity), b.re);
  const Complex<V> by_zero = {b_sign * a.re, b_sign * a.im};
  const auto unit = [](const V& x) { return CopySign(Select(IsInfinite(x), V(1.0), V(0.0)), x); };
  const V a_re = unit(a.re);
  const V a_im = unit(a.im);
  const V b_re = unit(b.re);
  const V b_im = unit(b.im);
  const Complex<V> of_infinite = {kInfinity * (a_re * b.re + a_im * b.im), kInfinity * (a_im * b.re - a_re * b.im)};
  const Complex<V> by_infinite = {0.0 * (a.re * b_re + a.im * b_im), 0.0 * (a.im * b_re - a.re * b_im)};
  const Mask<V> a_known = Or(a.re == a.re, a.im == a.im);
  Complex<V> result = quotient;
  result = Select<V>(And(And(is_nan, b_infinite), a_finite), by_infinite, result);
  result = Select<V>(And(And(is_nan, a_infinite), b_finite), of_infinite, result);
  return Select<V>(And(And(is_nan, square == V(0.0)), a_known), by_zero, result);
}

template <class V>
Complex<V> ComplexReciprocal(const Complex<V>& z) {
  return ComplexDivide<V>({Like(z.re, 1.0), Like(z.re, 0.0)}, z);
}

template <class V>
Complex<V> ComplexRsqrt(const Complex<V>& z) {
  return ComplexReciprocal(ComplexSqrt(z));
}

template <class V>
Complex<V> ComplexLogistic(const Complex<V>& z) {
  const Complex<V> power = ComplexExpOfC<V>({-z.re, -z.im});
  return ComplexReciprocal<V>({power.re + 1.0, power.im});
}

template <class V>
Complex<V> ComplexSin(const Complex<V>& z) {
  const V im = ZeroWins<V>(Sinh(z.im), Cos(z.re));
  const Mask<V> is_end = And(IsInfinite(z.im), Not(IsFinite(z.re)));
  return {ZeroWins<V>(Sin(z.re), Cosh(z.im)), Select(is_end, Abs(z.im), im)};
}

template <class V>
Complex<V> ComplexCos(const Complex<V>& z) {
  const V re = Cos(z.re) * Cosh(z.im);
  const Mask<V> is_end = And(IsInfinite(z.im), Not(IsFinite(z.re)));
  return {Select(is_end, Abs(z.im), re), -ZeroWins<V>(Sin(z.re), Sinh(z.im))};
}

// (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y); for large x 1 and 4 e^-2x sin y cos y.
template <class V>
Complex<V> ComplexTanh(const Complex<V>& z) {
  const V bounded = CopySign(AtMost<V>(Abs(z.re), 20.0), z.re);
  const V sinh = Sinh(bounded);
  const V cosh = Cosh(bounded);
  const V sin = Sin(z.im);
  const V cos = Cos(z.im);
  const V divisor = Fma(sinh, sinh, cos * cos);
  const V of_large = 4.0 * sin * cos * Exp<V>(-2.0 * Abs(z.re));
  const Mask<V> is_large = And(Abs(z.re) > 20.0, Or(IsInfinite(z.re), IsFinite(z.im)));
  const V re = Select(is_large, CopySign(V(1.0), z.re), sinh * cosh / divisor);
  const V im = Select(is_large, of_large, sin * cos / divisor);
  const Mask<V> is_end = And(IsInfinite(z.re), Not(IsFinite(z.im)));
  return {Select(z.re == V(0.0), z.re, re), Select(Or(z.im == V(0.0), is_end), CopySign(V(0.0), z.im), im)};
}

// tan z = -i tanh(i z)
template <class V>
Complex<V> ComplexTan(const Complex<V>& z) {
  const Complex<V> tanh = ComplexTanh<V>({-z.im, z.re});
  return {tanh.im, -tanh.re};
}

// The root with the smallest argument.
template <class V>
Complex<V> ComplexCbrt(const Complex<V>& z) {
  const V radius = Cbrt(Hypot(z));
  const V angle = Atan2(z.im, z.re) * (1.0 / 3);
  const Mask<V> is_plain = Or(radius == V(0.0), angle == V(0.0));
  return {Select(is_plain, radius, radius * Cos(angle)), Select(is_plain, z.im / 3.0, radius * Sin(angle))};
}

// The angle is -i log((x + i y) / sqrt(x^2 + y^2)), also for complex x and y.
template <class V>
Complex<V> ComplexAtan2(const Complex<V>& y, const Complex<V>& x) {
  const Complex<V> direction = {x.re - y.im, x.im + y.re};
  const Complex<V> square = {(x.re * x.re - x.im * x.im) + (y.re * y.re - y.im * y.im),
                             2.0 * (x.re * x.im) + 2.0 * (y.re * y.im)};
  const Complex<V> log = ComplexLog(ComplexDivide(direction, ComplexSqrt(square)));
  const Mask<V> is_real = And(y.im == V(0.0), x.im == V(0.0));
  return {Select(is_real, Atan2(y.re, x.re), log.im), Select(is_real, V(0.0), -log.re)};
}

// The angle of z in quarters of pi, if it is a whole number of them because z lies on an axis or is infinite; NaN otherwise.
template <class V>
V QuartersOfPi(const Complex<V>& z) {
  const Mask<V> along = Or(IsInfinite(z.re), z.im == V(0.0));
  const Mask<V> across = Or(IsInfinite(z.im), z.re == V(0.0));
  const Mask<V> right = z.re > V(0.0);
  const V diagonal = Select(right, V(1.0), V(3.0));
  const V axis = Select(along, Select(right, V(0.0), V(4.0)), Select(across, V(2.0), V(Format<double>::kNaN)));
  return CopySign(Select(And(along, across), diagonal, axis), z.im);
}

// r e^(i quarters pi / 4), with a 0 for each part that vanishes.
template <class V>
Complex<V> OfQuarters(const V& radius, const V& quarters) {
  const V angle = quarters - 8.0 * RoundEven(quarters * 0.125);
  const V radians = angle * 0x1.921fb54442d18p-1;
  const V cosine = Select(Abs(angle) == V(2.0), V(0.0), Cos(radians));
  const V sine = Select(Or(angle == V(0.0), Abs(angle) == V(4.0)), CopySign(V(0.0), quarters), Sin(radians));
  return {ZeroWins(radius, cosine), ZeroWins(radius, sine)};
}

// e^(exponent log base). Special values are those of the evaluator (complex_math.h), which docs/math.md has in a table.
template <class V>
Complex<V> ComplexPow(const Complex<V>& base, const Complex<V>& exponent) {
  constexpr double kNan = Format<double>::kNaN;
  const Complex<V> log = ComplexLog(base);
  const Complex<V> power = ComplexExpOfC<V>({ZeroWins(exponent.re, log.re) - ZeroWins(exponent.im, log.im),
                                             ZeroWins(exponent.re, log.im) + ZeroWins(exponent.im, log.re)});
  const V quarters = QuartersOfPi(base);
  const Mask<V> is_turned = And(And(exponent.im == V(0.0), IsFinite(exponent.re)), quarters == quarters);
  const Complex<V> turned = OfQuarters<V>(Exp<V>(exponent.re * log.re), exponent.re * quarters);
  const Mask<V> of_zero = And(base.re == V(0.0), base.im == V(0.0));
  const Mask<V> is_nan =
      Or(Or(base.re != base.re, base.im != base.im), Or(exponent.re != exponent.re, exponent.im != exponent.im));
  const Mask<V> is_one =
      Or(And(exponent.re == V(0.0), exponent.im == V(0.0)), And(base.re == V(1.0), base.im == V(0.0)));
  const V at_zero = Select(exponent.re > V(0.0), V(0.0), V(kNan));
  Complex<V> result = Select<V>(is_turned, turned, power);
  result = Select<V>(of_zero, {at_zero, at_zero}, result);
  result = Select<V>(is_nan, {V(kNan), V(kNan)}, result);
  return {Select(is_one, V(1.0), result.re), Select(is_one, V(0.0), result.im)};
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_COMPLEX_H_
