// The words in which the elementary functions are written, for numbers of the host: float, double, int32_t, int64_t,
// bool.
//
//   template <class V>
//   V Softsign(V x) {
//     using T = Element<V>;                      // float or double
//     return x / (Abs(x) + T(1));
//   }
//
// The same text runs on the host (V = float: tests, the evaluator's oracle) and emits LLVM IR (V = IrNumber<float> of
// cpu/codegen/ir_value.h, for scalars and vectors of any lane count). So a function has no branch and no loop that
// depends on a number; a choice is made by Select, and what no lane of most vectors needs is left to Rescue.
//
// The concept, for a number V with Element<V> T, its integer I = Int<V> of the same width and its mask M = Mask<V>:
//   V:  + - * /, unary -, < <= > >= == (false for NaN) and != (true for NaN), giving M; V(T) is a constant
//       Fma(a, b, c)       a * b + c; rounded once where the target can do so, else twice
//       ExactFma(a, b, c)  a * b + c with the product not rounded, on every target; exact if the result is a T
//       Sqrt Abs Floor Trunc RoundEven CopySign(magnitude, sign)
//       Like(x, T): a constant beside the number x. (No operation may have but constants V(T) for operands.)
//   M:  And Or Not, Select(M, V, V), Select(M, I, I)
//   I:  + - & | ^ (wrapping), << and >> (arithmetic) by constants, ShiftRightLogical, comparisons giving M
//   Bits(V) -> I and FromBits<V>(I); ToNumber<V>(I), ToInt(V) (truncates; REQUIRES: in range)
//   Widen(V) -> Wide<V>, Narrow(Wide<V>) -> V, for T = float; Wide<V> of a double is itself
//   Rescue(M, V usual, kFunction, V... x): `usual`, but kFunction(x...) in the lanes of the mask, by a call that is made
//       only if there are any (cpu/math/rescue.h)
#ifndef CPPJRT_CPU_MATH_VOCABULARY_H_
#define CPPJRT_CPU_MATH_VOCABULARY_H_

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace cppjrt::cpu::math {

// What belongs to a number type; specialised beside each.
template <class V>
struct NumberTraits;

template <class V>
using Element = typename NumberTraits<V>::Element;
template <class V>
using Int = typename NumberTraits<V>::Int;
template <class V>
using Mask = typename NumberTraits<V>::Mask;
template <class V>
using Wide = typename NumberTraits<V>::Wide;

template <class V>
inline constexpr bool kIsFloat = std::is_same_v<Element<V>, float>;

// Chooses a constant by the element type: Constant<V>(1e-3f, 1e-6).
template <class V>
constexpr Element<V> Constant(float for_float, double for_double) {
  if constexpr (kIsFloat<V>) {
    (void)for_double;
    return for_float;
  } else {
    (void)for_float;
    return for_double;
  }
}

// The parts of the format: 1 sign bit, exponent, kMantissa bits of significand below the leading one.
template <class T>
struct Format;
template <>
struct Format<float> {
  using Bits = int32_t;
  static constexpr int kMantissa = 23;
  static constexpr int kBias = 127;
  static constexpr int kMinExponent = -149;  // of the smallest number
  static constexpr float kInfinity = std::bit_cast<float>(0x7f800000);
  static constexpr float kNaN = std::bit_cast<float>(0x7fc00000);
  static constexpr float kMinNormal = 0x1p-126f;
  static constexpr float kRoundingShift = 0x1.8p23f;  // adding it leaves the nearest integer in the low bits
};
template <>
struct Format<double> {
  using Bits = int64_t;
  static constexpr int kMantissa = 52;
  static constexpr int kBias = 1023;
  static constexpr int kMinExponent = -1074;
  static constexpr double kInfinity = std::bit_cast<double>(int64_t{0x7ff0000000000000});
  static constexpr double kNaN = std::bit_cast<double>(int64_t{0x7ff8000000000000});
  static constexpr double kMinNormal = 0x1p-1022;
  static constexpr double kRoundingShift = 0x1.8p52;
};

// 2^n. REQUIRES: it is a normal number.
template <class T>
constexpr T PowerConstant(int n) {
  return std::bit_cast<T>(static_cast<typename Format<T>::Bits>(n + Format<T>::kBias) << Format<T>::kMantissa);
}

template <class T>
concept HostFloat = std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
concept HostInt = std::is_same_v<T, int32_t> || std::is_same_v<T, int64_t>;

template <HostFloat T>
struct NumberTraits<T> {
  using Element = T;
  using Int = typename Format<T>::Bits;
  using Mask = bool;
  using Wide = double;
  static T FromBits(Int bits) { return std::bit_cast<T>(bits); }
  static T ToNumber(Int i) { return static_cast<T>(i); }
  static T Narrow(double x) { return static_cast<T>(x); }
};

template <class V>
V FromBits(const Int<V>& bits) {
  return NumberTraits<V>::FromBits(bits);
}
template <class V>
V ToNumber(const Int<V>& i) {
  return NumberTraits<V>::ToNumber(i);
}

// ---- The host's side

template <HostFloat T>
T Fma(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return std::fma(a, b, c);
}
template <HostFloat T>
T ExactFma(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return std::fma(a, b, c);
}
template <HostFloat T>
T Like(T, std::type_identity_t<T> constant) {
  return constant;
}
template <HostFloat T>
T Sqrt(T x) {
  return std::sqrt(x);
}
template <HostFloat T>
T Abs(T x) {
  return std::fabs(x);
}
template <HostFloat T>
T Floor(T x) {
  return std::floor(x);
}
template <HostFloat T>
T Trunc(T x) {
  return std::trunc(x);
}
template <HostFloat T>
T RoundEven(T x) {
  return std::nearbyint(x);
}
template <HostFloat T>
T CopySign(T magnitude, std::type_identity_t<T> sign) {
  return std::copysign(magnitude, sign);
}
template <HostFloat T>
typename Format<T>::Bits Bits(T x) {
  return std::bit_cast<typename Format<T>::Bits>(x);
}
template <HostFloat T>
typename Format<T>::Bits ToInt(T x) {
  return static_cast<typename Format<T>::Bits>(x);
}
inline double Widen(float x) { return static_cast<double>(x); }
inline double Widen(double x) { return x; }
template <class V>
V Narrow(const Wide<V>& x) {
  return NumberTraits<V>::Narrow(x);
}
template <HostFloat T>
T Select(bool mask, T yes, std::type_identity_t<T> no) {
  return mask ? yes : no;
}
template <HostInt T>
T Select(bool mask, T yes, std::type_identity_t<T> no) {
  return mask ? yes : no;
}
inline bool And(bool a, bool b) { return a && b; }
inline bool Or(bool a, bool b) { return a || b; }
inline bool Not(bool a) { return !a; }
template <HostInt T>
T ShiftRightLogical(T x, int bits) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) >> bits);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_VOCABULARY_H_
