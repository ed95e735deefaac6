// The binary elementwise ops on one pair of elements, for FindLoop (element_loop.h). spec: the op of the same name.
//
//   Maximum::Of(-0.0f, 0.0f) == 0.0f;  Divide::Of(int8_t{-128}, int8_t{-1}) == -128
//
// What the spec leaves open is as XLA's CPU does it: integer x / 0 is all ones and x % 0 is x, the quotient of the smallest
// number and -1 wraps, shifts by the width or more give 0 or the sign. i1 adds by or, subtracts by xor, multiplies by and.
#ifndef CPPJRT_STABLEHLO_EVAL_BINARY_OPS_H_
#define CPPJRT_STABLEHLO_EVAL_BINARY_OPS_H_

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "stablehlo/eval/complex_math.h"
#include "stablehlo/eval/element_loop.h"

namespace cppjrt::stablehlo::element_ops {

// Unsigned and not promoted to a signed type by arithmetic.
template <typename T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, uint32_t>;
template <typename T>
constexpr Wrapping<T> ToWrapping(T value) {
  return static_cast<Wrapping<T>>(value);
}

// The bits of a float.
template <typename T>
using FloatBits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

constexpr Pred operator&(Pred a, Pred b) { return static_cast<Pred>(static_cast<int>(a) & static_cast<int>(b)); }
constexpr Pred operator|(Pred a, Pred b) { return static_cast<Pred>(static_cast<int>(a) | static_cast<int>(b)); }
constexpr Pred operator^(Pred a, Pred b) { return static_cast<Pred>(static_cast<int>(a) ^ static_cast<int>(b)); }

struct Add {
  static Pred Of(Pred a, Pred b) { return a | b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(ToWrapping(a) + ToWrapping(b));
  }
  template <Float T>
  static T Of(T a, T b) {
    return a + b;
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return {a.real() + b.real(), a.imag() + b.imag()};
  }
};

struct Subtract {
  static Pred Of(Pred a, Pred b) { return a ^ b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(ToWrapping(a) - ToWrapping(b));
  }
  template <Float T>
  static T Of(T a, T b) {
    return a - b;
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return {a.real() - b.real(), a.imag() - b.imag()};
  }
};

struct Multiply {
  static Pred Of(Pred a, Pred b) { return a & b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(ToWrapping(a) * ToWrapping(b));
  }
  template <Float T>
  static T Of(T a, T b) {
    return a * b;
  }
  // By the formula, without the rescue of infinities that C prescribes: so do XLA and NumPy.
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
};

struct Divide {
  template <Integer T>
  static T Of(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(0 - ToWrapping(a));
    return static_cast<T>(a / b);
  }
  template <Float T>
  static T Of(T a, T b) {
    return a / b;
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return complex_math::Divide(a, b);
  }
};

struct Remainder {
  template <Integer T>
  static T Of(T a, T b) {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
  }
  template <Float T>
  static T Of(T a, T b) {
    return std::fmod(a, b);
  }
};

struct Power {
  template <Integer T>
  static T Of(T a, T b) {
    if (b < 0) {
      if (a == static_cast<T>(-1)) return static_cast<T>((b & 1) != 0 ? -1 : 1);
      return a == 1 ? 1 : 0;
    }
    Wrapping<T> result = 1;
    Wrapping<T> square = ToWrapping(a);
    for (auto rest = static_cast<std::make_unsigned_t<T>>(b); rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) result *= square;
      square *= square;
    }
    return static_cast<T>(result);
  }
  template <Float T>
  static T Of(T a, T b) {
    return std::pow(a, b);
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return complex_math::Power(a, b);
  }
};

struct Atan2 {
  static float Of(float a, float b) {
    return static_cast<float>(std::atan2(static_cast<double>(a), static_cast<double>(b)));
  }
  static double Of(double a, double b) { return std::atan2(a, b); }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return complex_math::Atan2(a, b);
  }
};

// Complex numbers in the order of their real parts, then of the imaginary ones.
template <ComplexNumber T>
bool LexicographicLess(T a, T b) {
  return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
}

// IEEE-754 maximum: NaN wins, and -0 < +0. Without branches: of equal numbers, which may be zeros, the bits are joined.
struct Maximum {
  static Pred Of(Pred a, Pred b) { return a | b; }
  template <Integer T>
  static T Of(T a, T b) {
    return a > b ? a : b;
  }
  template <Float T>
  static T Of(T a, T b) {
    using Bits = FloatBits<T>;
    const T equal = std::bit_cast<T>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b));
    const T larger = a > b ? a : b;
    const T ordered = a == b ? equal : larger;
    return a != a ? a : ordered;
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return LexicographicLess(a, b) ? b : a;
  }
};

struct Minimum {
  static Pred Of(Pred a, Pred b) { return a & b; }
  template <Integer T>
  static T Of(T a, T b) {
    return a < b ? a : b;
  }
  template <Float T>
  static T Of(T a, T b) {
    using Bits = FloatBits<T>;
    const T equal = std::bit_cast<T>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b));
    const T smaller = a < b ? a : b;
    const T ordered = a == b ? equal : smaller;
    return a != a ? a : ordered;
  }
  template <ComplexNumber T>
  static T Of(T a, T b) {
    return LexicographicLess(b, a) ? b : a;
  }
};

struct And {
  static Pred Of(Pred a, Pred b) { return a & b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct Or {
  static Pred Of(Pred a, Pred b) { return a | b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct Xor {
  static Pred Of(Pred a, Pred b) { return a ^ b; }
  template <Integer T>
  static T Of(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

// Shifts of integers of kBits, by amounts read without sign.
template <typename T, int kBits>
constexpr bool ShiftsAll(T amount) {
  return static_cast<std::make_unsigned_t<T>>(amount) >= static_cast<std::make_unsigned_t<T>>(kBits);
}

template <int kBits>
struct ShiftLeft {
  template <IntegerOf<kBits> T>
  static T Of(T a, T b) {
    return ShiftsAll<T, kBits>(b) ? T{0} : static_cast<T>(ToWrapping(a) << b);
  }
};

template <int kBits>
struct ShiftRightArithmetic {
  template <IntegerOf<kBits> T>
  static T Of(T a, T b) {
    // Unsigned numbers have a sign here, too: that of their highest bit.
    constexpr int kUnused = static_cast<int>(sizeof(T)) * 8 - kBits;
    const auto sign_extended =
        static_cast<std::make_signed_t<T>>(static_cast<std::make_signed_t<T>>(ToWrapping(a) << kUnused) >> kUnused);
    return static_cast<T>(sign_extended >> (ShiftsAll<T, kBits>(b) ? T{kBits - 1} : b));
  }
};

template <int kBits>
struct ShiftRightLogical {
  template <IntegerOf<kBits> T>
  static T Of(T a, T b) {
    constexpr int kUnused = static_cast<int>(sizeof(T)) * 8 - kBits;
    const auto bits = static_cast<std::make_unsigned_t<T>>(a) & (static_cast<std::make_unsigned_t<T>>(-1) >> kUnused);
    return ShiftsAll<T, kBits>(b) ? T{0} : static_cast<T>(static_cast<std::make_unsigned_t<T>>(bits) >> b);
  }
};

struct MakeComplex {
  template <Float T>
  static std::complex<T> Of(T real, T imaginary) {
    return {real, imaginary};
  }
};

}  // namespace cppjrt::stablehlo::element_ops

#endif  // CPPJRT_STABLEHLO_EVAL_BINARY_OPS_H_
