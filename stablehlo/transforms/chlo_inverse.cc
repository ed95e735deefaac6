// Inverse trigonometric and hyperbolic functions.
//
// The real ones are the textbook identities, arranged so that nothing cancels near ±1 and nothing overflows. The complex
// ones follow T. E. Hull, T. F. Fairgrieve and P. T. P. Tang, "Implementing the complex arcsine and arccosine functions
// using exception handling" (ACM TOMS 23, 1997), with the regions of the paper that differ only in cost left out.
#include <cmath>
#include <limits>
#include <numbers>

#include "stablehlo/transforms/chlo_math.h"

namespace cppjrt::stablehlo::chlo {
namespace {

bool IsDouble(Expr x) { return x.element() == scalar::kF64; }

double MaxFinite(Expr x) {
  return IsDouble(x) ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
}
double MinNormal(Expr x) {
  return IsDouble(x) ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
}
// The square root of the largest number, and the logarithm of 2, rounded in the precision of x.
Expr SqrtMax(Expr x) {
  return x.Like(IsDouble(x) ? std::sqrt(std::numeric_limits<double>::max())
                            : static_cast<double>(std::sqrt(std::numeric_limits<float>::max())));
}
double Log2(Expr x) { return IsDouble(x) ? std::numbers::ln2 : static_cast<double>(std::numbers::ln2_v<float>); }

// sqrt(a^2 + b^2) of a, b >= 0 without overflow. A square that is lost against 1 still counts to first order.
Expr Hypot(Expr a, Expr b) {
  const Expr big = Max(a, b);
  const Expr small = Min(a, b);
  const Expr ratio = small / big;
  const Expr square = ratio * ratio;
  const Expr root = Sqrt(square + 1.0);
  const Expr lost = And(Eq(root, 1.0), Gt(square, 0.0));
  const Expr general = Select(lost, big + big * square / 2.0, big * root);
  return Select(Eq(big, small), big * std::numbers::sqrt2, general);
}

}  // namespace

// asin(x) = 2 atan2(x, 1 + sqrt(1 - x^2)), with 1 - x^2 = (1 - x) (1 + x).
Expr RealAsin(Expr x) {
  const Expr half = Atan2(x, Sqrt((1.0 - x) * (1.0 + x)) + 1.0);
  return half + half;
}

Expr RealAcos(Expr x) { return Atan2(Sqrt((1.0 - x) * (1.0 + x)), x); }

Expr RealAtan(Expr x) { return Atan2(x, 1.0); }

// acosh(x) = log1p(sqrt(x - 1) (sqrt(x + 1) + sqrt(x - 1))); where x + x overflows, log 2 + log x.
Expr RealAcosh(Expr x) {
  const Expr root = Sqrt(x - 1.0);
  const Expr general = Log1p(root * (Sqrt(x + 1.0) + root));
  return Select(Ge(x, MaxFinite(x) / 2), Log(x) + Log2(x), general);
}

// asinh(x) = log1p(x + x^2 / (1 + sqrt(1 + x^2))) for x >= 0; where x^2 overflows, log 2 + log x.
Expr RealAsinh(Expr x) {
  const Expr a = Abs(x);
  const Expr square = a * a;
  const Expr general = Log1p(a + square / (Sqrt(square + 1.0) + 1.0));
  return Sign(x) * Select(Ge(a, SqrtMax(x)), Log(a) + Log2(x), general);
}

Expr RealAtanh(Expr x) {
  const Expr inside = (Log1p(x) - Log1p(-x)) * 0.5;
  return Select(Gt(Abs(x), 1.0), std::numeric_limits<double>::quiet_NaN(), inside);
}

namespace {

// What both parts of the kernel use, for x = |Re z| and y = |Im z|:
//   r = |z + 1|, s = |z - 1|, a = (r + s) / 2.
struct HullTerms {
  explicit HullTerms(Expr x_in, Expr y_in)
      : x(x_in),
        y(y_in),
        xp1(x + 1.0),
        xm1(x - 1.0),
        r(Hypot(Abs(xp1), y)),
        s(Hypot(Abs(xm1), y)),
        a((r + s) * 0.5),
        yy(y * y),
        r_plus(r + xp1),
        s_minus(s - xm1),
        s_plus(s + xm1) {}

  Expr x, y, xp1, xm1, r, s, a, yy, r_plus, s_minus, s_plus;
};

// sqrt(a^2 - x^2), as y where a is about hypot(x, y) because x or y is huge.
Expr HullReal(const HullTerms& t, Expr safe_max) {
  const Expr half = (t.a + t.x) * 0.5;
  const Expr inside = Sqrt(half * (t.yy / t.r_plus + t.s_minus));
  const Expr outside = t.y * Sqrt(half / t.r_plus + half / t.s_plus);
  return Select(Ge(Max(t.x, t.y), safe_max), t.y, Select(Le(t.x, 1.0), inside, outside));
}

// a - 1 without cancellation.
Expr HullAMinusOne(const HullTerms& t, Expr is_near_axis) {
  const Expr by_r = t.yy * 0.5 / t.r_plus;
  const Expr outside = by_r + t.s_plus * 0.5;
  const Expr near_one = by_r + t.yy * 0.5 / t.s_minus;
  const Expr on_axis = -(t.xp1 * t.xm1 / (t.a + 1.0));
  const Expr general = Select(Ge(t.x, 1.0), outside, Select(Le(t.a, 1.5), near_one, t.a - 1.0));
  return Select(is_near_axis, on_axis, general);
}

// log(a + sqrt(a^2 - 1)).
Expr HullImag(const HullTerms& t, Expr safe_max) {
  const Expr limit = Select(Lt(t.x, safe_max * 1e12), safe_max * 1e-6, safe_max * 100.0);
  const Expr is_y_huge = Ge(t.y, limit);
  const Expr larger = Select(is_y_huge, t.y, t.x);
  const Expr is_huge = Ge(larger, Select(is_y_huge, limit, safe_max));
  const Expr is_finite_y = Not(Eq(t.y, std::numeric_limits<double>::infinity()));
  const Expr ratio = Select(And(is_y_huge, is_finite_y), t.x / t.y, 0.0);
  const Expr huge = Log(larger) + Log2(t.x) + Log1p(ratio * ratio) * 0.5;

  const double safe_min = std::sqrt(MinNormal(t.x)) * 4;
  const Expr is_near_axis = And(Lt(t.y, safe_min), Lt(t.x, 1.0));
  const Expr a_minus_one = HullAMinusOne(t, is_near_axis);
  const Expr root = Sqrt(a_minus_one * (t.a + 1.0));
  return Select(is_huge, huge, Select(is_near_axis, t.y / root, Log1p(a_minus_one + root)));
}

Expr NegateIfNegative(Expr sign, Expr x) { return Select(Lt(sign, 0.0), -x, x); }

}  // namespace

// w = sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)) with a = (|z + 1| + |z - 1|) / 2 and x = Re z. From it
//   asin z  = atan2(Re z, Re w) + i sign(Im z) Im w
//   acos z  = atan2(Re w, Re z) - i sign(Im z) Im w
//   acosh z = Im w + i sign(Im z) atan2(Re w, Re z)
// and asinh z = -i asin(i z).
Expr AsinAcosKernel(Expr z) {
  const HullTerms t(Abs(Real(z)), Abs(Imag(z)));
  const Expr safe_max = SqrtMax(t.x) / 8.0;
  return Complex(HullReal(t, safe_max), HullImag(t, safe_max));
}

Expr ComplexAsin(Expr z) {
  const Expr w = AsinAcosKernel(z);
  return Complex(Atan2(Real(z), Real(w)), NegateIfNegative(Imag(z), Imag(w)));
}

Expr ComplexAcos(Expr z) {
  const Expr w = AsinAcosKernel(z);
  return Complex(Atan2(Real(w), Real(z)), -NegateIfNegative(Imag(z), Imag(w)));
}

Expr ComplexAcosh(Expr z) {
  const Expr w = AsinAcosKernel(z);
  return Complex(Imag(w), NegateIfNegative(Imag(z), Atan2(Real(w), Real(z))));
}

Expr ComplexAsinh(Expr z) {
  const Expr x = Real(z);
  const Expr y = Imag(z);
  const Expr w = AsinAcosKernel(Complex(-y, x));
  return Complex(NegateIfNegative(x, Imag(w)), Atan2(y, Real(w)));
}

namespace {

// x / ((1 - x)^2 + y^2) for x >= 0 where the squares overflow or the 1 does not count any more.
Expr AtanhRatioFarOut(Expr x, Expr y, double big) {
  const Expr is_infinite = Or(IsInf(x), IsInf(y));
  const Expr general = Select(is_infinite, 0.0, 1.0 / (x / y + y / x) / y);
  return Select(Lt(Abs(y) * big, x), 1.0 / x, general);
}

}  // namespace

// atanh z = (log1p z - log1p(-z)) / 2, whose real part is sign(x) log1p(4 |x| / ((1 - |x|)^2 + y^2)) / 4 and whose
// imaginary part is atan2(2 y, (1 - x) (1 + x) - y^2) / 2.
Expr ComplexAtanh(Expr z) {
  const Expr x = Real(z);
  const Expr y = Imag(z);
  const Expr a = Abs(x);
  // Numbers of at least about this size swallow a 1.
  const double big = IsDouble(x) ? 9007199254740994.0 : 16777218.0;
  const Expr is_safe = And(Lt(a, big * big), Lt(Abs(y), big * big));
  const Expr one_minus = 1.0 - a;
  const Expr yy = y * y;
  const Expr ratio = Select(is_safe, a / (one_minus * one_minus + yy), AtanhRatioFarOut(a, y, big));
  const Expr one = x.Like(1.0);
  const Expr re = Select(Ge(x, 0.0), one, -one) * Log1p(ratio * 4.0) * 0.25;
  const Expr far = Select(Ge(y, 0.0), one, -one) * std::numbers::pi;
  const Expr im = Select(is_safe, Atan2(y + y, one_minus * (a + 1.0) - yy), far) * 0.5;
  return Complex(re, im);
}

// atan z = -i atanh(i z).
Expr ComplexAtan(Expr z) {
  const Expr w = ComplexAtanh(Complex(-Imag(z), Real(z)));
  return Complex(Imag(w), -Real(w));
}

// e^(x + log 1/2): where e^x overflows, half of it need not.
namespace {
double LogHalf(Expr x) {
  const TypeId part =
      x.emit().types().IsComplex(x.element()) ? x.emit().types().element_type(x.element()) : x.element();
  return part == scalar::kF64 ? -std::numbers::ln2 : static_cast<double>(-std::numbers::ln2_v<float>);
}
}  // namespace

Expr Cosh(Expr x) { return Exp(x + LogHalf(x)) + Exp(LogHalf(x) - x); }

Expr ComplexSinh(Expr z) { return Exp(z + LogHalf(z)) - Exp(LogHalf(z) - z); }

// For small x the difference of the exponentials cancels: (m + m / (m + 1)) / 2 with m = e^x - 1.
Expr RealSinh(Expr x) {
  const Expr m = Expm1(x);
  const Expr small = (m + m / (m + 1.0)) * 0.5;
  return Select(Lt(Abs(x), 1.0), small, ComplexSinh(x));
}

Expr Tan(Expr x) { return Apply(Opcode::kTan, x); }

Expr RealSquare(Expr x) { return x * x; }

// (x - y) (x + y) + 2 i x y; the real part is 0, not NaN or a rounding error, where |x| = |y|.
Expr ComplexSquare(Expr z) {
  const Expr x = Real(z);
  const Expr y = Imag(z);
  const Expr is_zero = And(IsFinite(x), Eq(Abs(x), Abs(y)));
  return Complex(Select(is_zero, 0.0, (x - y) * (x + y)), x * y * 2.0);
}

Expr RealConj(Expr x) { return x; }
Expr ComplexConj(Expr z) { return Complex(Real(z), -Imag(z)); }

}  // namespace cppjrt::stablehlo::chlo
