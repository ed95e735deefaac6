#include "stablehlo/eval/complex_math.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace cppjrt::stablehlo::complex_math {
namespace {

template <typename T>
struct WiderOf;
template <>
struct WiderOf<float> {
  using Type = double;
};
template <>
struct WiderOf<double> {
  using Type = long double;
};
template <typename T>
using Wider = typename WiderOf<T>::Type;

template <typename T>
std::complex<Wider<T>> Widen(std::complex<T> z) {
  return {z.real(), z.imag()};
}
template <typename T>
std::complex<T> Round(std::complex<Wider<T>> z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

// The sum of two numbers and what the rounding of it lost.
template <typename T>
void TwoSum(T a, T b, T& sum, T& error) {
  sum = a + b;
  const T b_part = sum - a;
  error = (a - (sum - b_part)) + (b - b_part);
}

// Squares of x as sum and rest, exactly.
template <typename T>
void Square(T x, T& high, T& low) {
  high = x * x;
  low = std::fma(x, x, -high);
}

// 2x + x^2 + y^2, which is |1 + x + iy|^2 - 1, to a relative error that cancellation does not blow up: the five exact terms
// are added with their rounding errors. REQUIRES: squares are finite.
template <typename T>
T SquaredDistanceMinusOne(T x, T y) {
  T terms[5] = {2 * x, 0, 0, 0, 0};
  Square(x, terms[1], terms[2]);
  Square(y, terms[3], terms[4]);
  T sum = 0;
  T errors = 0;
  T lost = 0;
  for (const T term : terms) {
    T error;
    TwoSum(sum, term, sum, error);
    T error_error;
    TwoSum(errors, error, errors, error_error);
    lost += error_error;
  }
  return sum + (errors + lost);
}

// log|1 + x + iy|. The squares of a wide type neither overflow nor underflow for what the narrow type holds.
template <typename W>
W LogDistance(W x, W y) {
  if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<W>::infinity();
  if (std::abs(x) > 4 || std::abs(y) > 4) return std::log(std::hypot(1 + x, y));
  // Next to -1 the square loses what little there is; 1 + x loses nothing.
  const W distance = SquaredDistanceMinusOne(x, y);
  return distance < W(-0.5) ? std::log(std::hypot(1 + x, y)) : std::log1p(distance) / 2;
}

template <typename T>
bool IsNan(std::complex<T> z) {
  return std::isnan(z.real()) || std::isnan(z.imag());
}

// a b, where 0 times infinity is that 0.
template <typename T>
T ZeroWins(T a, T b) {
  if (a == 0 && std::isinf(b)) return a;
  if (b == 0 && std::isinf(a)) return b;
  return a * b;
}

// The angle of z in quarters of pi, if it is a whole number of them because z lies on an axis or is infinite; NaN otherwise.
template <typename T>
T QuartersOfPi(std::complex<T> z) {
  const bool along = std::isinf(z.real()) || z.imag() == 0;
  const bool across = std::isinf(z.imag()) || z.real() == 0;
  if (!along && !across) return std::numeric_limits<T>::quiet_NaN();
  const T diagonal = z.real() > 0 ? T{1} : T{3};
  const T axis = along ? (z.real() > 0 ? T{0} : T{4}) : T{2};
  return std::copysign(along && across ? diagonal : axis, z.imag());
}

// r e^(i quarters pi / 4), with a 0 for each part that vanishes.
template <typename T>
std::complex<T> OfQuarters(T radius, T quarters) {
  const T angle = std::remainder(quarters, T{8});
  const T radians = angle * (std::numbers::pi_v<T> / 4);
  const T cosine = std::abs(angle) == 2 ? T{0} : std::cos(radians);
  const T sine = angle == 0 || std::abs(angle) == 4 ? std::copysign(T{0}, angle) : std::sin(radians);
  return {ZeroWins(radius, cosine), ZeroWins(radius, sine)};
}

}  // namespace

template <typename T>
T Abs(std::complex<T> z) {
  return static_cast<T>(std::hypot(static_cast<Wider<T>>(z.real()), static_cast<Wider<T>>(z.imag())));
}

template <typename T>
std::complex<T> Cbrt(std::complex<T> z) {
  const std::complex<Wider<T>> w = Widen(z);
  const Wider<T> radius = std::cbrt(std::hypot(w.real(), w.imag()));
  const Wider<T> angle = std::atan2(w.imag(), w.real()) / 3;
  if (radius == 0 || angle == 0) return Round<T>({radius, w.imag() / 3});
  return Round<T>({radius * std::cos(angle), radius * std::sin(angle)});
}

template <typename T>
std::complex<T> Cosine(std::complex<T> z) {
  return Round<T>(std::cos(Widen(z)));
}

// Unlike in C an angle that is infinite or NaN leaves nothing to be known, not even of e^-infinity.
template <typename T>
std::complex<T> Exponential(std::complex<T> z) {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  if (!std::isfinite(z.imag())) return {kNan, kNan};
  return Round<T>(std::exp(Widen(z)));
}

// e^x cos y - 1 is split in two terms that vanish with z: (e^x - 1) cos y and cos y - 1.
template <typename T>
std::complex<T> ExponentialMinusOne(std::complex<T> z) {
  using W = Wider<T>;
  const W x = z.real();
  const W y = z.imag();
  if (y == 0) return Round<T>({std::expm1(x), y});
  const W half_sine = std::sin(y / 2);
  const W real = std::isinf(x) && x > 0 ? x * std::cos(y) : std::expm1(x) * std::cos(y) - 2 * half_sine * half_sine;
  return Round<T>({real, std::exp(x) * std::sin(y)});
}

template <typename T>
std::complex<T> Log(std::complex<T> z) {
  return Round<T>(std::log(Widen(z)));
}

template <typename T>
std::complex<T> LogPlusOne(std::complex<T> z) {
  const std::complex<Wider<T>> w = Widen(z);
  return Round<T>({LogDistance(w.real(), w.imag()), std::atan2(w.imag(), 1 + w.real())});
}

template <typename T>
std::complex<T> Logistic(std::complex<T> z) {
  using W = Wider<T>;
  return Round<T>(std::complex<W>(1) / (std::complex<W>(1) + std::exp(-Widen(z))));
}

template <typename T>
std::complex<T> Rsqrt(std::complex<T> z) {
  return Round<T>(std::complex<Wider<T>>(1) / std::sqrt(Widen(z)));
}

template <typename T>
std::complex<T> Sign(std::complex<T> z) {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  if (std::isnan(z.real()) || std::isnan(z.imag())) return {kNan, kNan};
  if (z.real() == 0 && z.imag() == 0) return {};
  const std::complex<Wider<T>> w = Widen(z);
  const Wider<T> abs = std::hypot(w.real(), w.imag());
  return Round<T>({w.real() / abs, w.imag() / abs});
}

template <typename T>
std::complex<T> Sine(std::complex<T> z) {
  return Round<T>(std::sin(Widen(z)));
}

template <typename T>
std::complex<T> Sqrt(std::complex<T> z) {
  return Round<T>(std::sqrt(Widen(z)));
}

template <typename T>
std::complex<T> Tan(std::complex<T> z) {
  return Round<T>(std::tan(Widen(z)));
}

template <typename T>
std::complex<T> Tanh(std::complex<T> z) {
  return Round<T>(std::tanh(Widen(z)));
}

// -i log((x + iy) / sqrt(x^2 + y^2)), which is the angle also for complex x and y.
template <typename T>
std::complex<T> Atan2(std::complex<T> y, std::complex<T> x) {
  using C = std::complex<Wider<T>>;
  const C wide_y = Widen(y);
  const C wide_x = Widen(x);
  if (y.imag() == 0 && x.imag() == 0) return Round<T>(C(std::atan2(wide_y.real(), wide_x.real())));
  const C direction = wide_x + C(0, 1) * wide_y;
  const C length = std::sqrt(wide_x * wide_x + wide_y * wide_y);
  const C log = std::log(direction / length);
  return Round<T>(C(log.imag(), -log.real()));
}

template <typename T>
std::complex<T> Divide(std::complex<T> a, std::complex<T> b) {
  return Round<T>(Widen(a) / Widen(b));
}

template <typename T>
std::complex<T> Power(std::complex<T> base, std::complex<T> exponent) {
  using W = Wider<T>;
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  if (exponent == std::complex<T>(0) || base == std::complex<T>(1)) return {1, 0};
  if (IsNan(base) || IsNan(exponent)) return {kNan, kNan};
  if (base == std::complex<T>(0)) return exponent.real() > 0 ? std::complex<T>(0) : std::complex<T>(kNan, kNan);
  const std::complex<W> log = std::log(Widen(base));
  const std::complex<W> e = Widen(exponent);
  const W quarters = QuartersOfPi(Widen(base));
  if (exponent.imag() == 0 && std::isfinite(exponent.real()) && !std::isnan(quarters)) {
    return Round<T>(OfQuarters(std::exp(e.real() * log.real()), e.real() * quarters));
  }
  return Round<T>(std::exp(std::complex<W>(ZeroWins(e.real(), log.real()) - ZeroWins(e.imag(), log.imag()),
                                           ZeroWins(e.real(), log.imag()) + ZeroWins(e.imag(), log.real()))));
}

#define CPPJRT_INSTANTIATE_UNARY(name)                    \
  template std::complex<float> name(std::complex<float>); \
  template std::complex<double> name(std::complex<double>);
#define CPPJRT_INSTANTIATE_BINARY(name)                                        \
  template std::complex<float> name(std::complex<float>, std::complex<float>); \
  template std::complex<double> name(std::complex<double>, std::complex<double>);

template float Abs(std::complex<float>);
template double Abs(std::complex<double>);
CPPJRT_INSTANTIATE_UNARY(Cbrt)
CPPJRT_INSTANTIATE_UNARY(Cosine)
CPPJRT_INSTANTIATE_UNARY(Exponential)
CPPJRT_INSTANTIATE_UNARY(ExponentialMinusOne)
CPPJRT_INSTANTIATE_UNARY(Log)
CPPJRT_INSTANTIATE_UNARY(LogPlusOne)
CPPJRT_INSTANTIATE_UNARY(Logistic)
CPPJRT_INSTANTIATE_UNARY(Rsqrt)
CPPJRT_INSTANTIATE_UNARY(Sign)
CPPJRT_INSTANTIATE_UNARY(Sine)
CPPJRT_INSTANTIATE_UNARY(Sqrt)
CPPJRT_INSTANTIATE_UNARY(Tan)
CPPJRT_INSTANTIATE_UNARY(Tanh)
CPPJRT_INSTANTIATE_BINARY(Atan2)
CPPJRT_INSTANTIATE_BINARY(Divide)
CPPJRT_INSTANTIATE_BINARY(Power)

}  // namespace cppjrt::stablehlo::complex_math
