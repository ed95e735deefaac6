// The unary elementwise ops on one element, for FindLoop (element_loop.h). spec: the op of the same name.
//
//   Sign::Of(-0.0f) is -0.0f;  Abs::Of(int8_t{-128}) == -128;  CountLeadingZeros<4>::Of(int8_t{1}) == 3
//
// Functions of f32 are computed in double and rounded, but for those that the C library has to within 0.6 units in the last
// place.
#ifndef CPPJRT_STABLEHLO_EVAL_UNARY_OPS_H_
#define CPPJRT_STABLEHLO_EVAL_UNARY_OPS_H_

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "stablehlo/eval/binary_ops.h"
#include "stablehlo/eval/complex_math.h"
#include "stablehlo/eval/element_loop.h"
#include "stablehlo/eval/float_math.h"

namespace cppjrt::stablehlo::element_ops {

struct Abs {
  template <Integer T>
  static T Of(T x) {
    return x < 0 ? static_cast<T>(0 - ToWrapping(x)) : x;
  }
  template <Float T>
  static T Of(T x) {
    return std::abs(x);
  }
  template <Float T>
  static T Of(std::complex<T> x) {
    return complex_math::Abs(x);
  }
};

struct Negate {
  template <Integer T>
  static T Of(T x) {
    return static_cast<T>(0 - ToWrapping(x));
  }
  template <Float T>
  static T Of(T x) {
    return -x;
  }
  template <ComplexNumber T>
  static T Of(T x) {
    return {-x.real(), -x.imag()};
  }
};

struct Sign {
  template <Integer T>
  static T Of(T x) {
    return static_cast<T>((x > 0 ? 1 : 0) - (x < 0 ? 1 : 0));
  }
  // NaN and zeros are their own sign.
  template <Float T>
  static T Of(T x) {
    return x == 0 || x != x ? x : std::copysign(T{1}, x);
  }
  template <ComplexNumber T>
  static T Of(T x) {
    return complex_math::Sign(x);
  }
};

struct Not {
  static Pred Of(Pred x) { return x ^ Pred::kTrue; }
  template <Integer T>
  static T Of(T x) {
    return static_cast<T>(~ToWrapping(x));
  }
};

// The low kBits of x.
template <int kBits, typename T>
constexpr uint64_t LowBits(T x) {
  return static_cast<std::make_unsigned_t<T>>(x) & (~uint64_t{0} >> (64 - kBits));
}

template <int kBits>
struct Popcnt {
  template <IntegerOf<kBits> T>
  static T Of(T x) {
    return static_cast<T>(std::popcount(LowBits<kBits>(x)));
  }
};

template <int kBits>
struct CountLeadingZeros {
  template <IntegerOf<kBits> T>
  static T Of(T x) {
    return static_cast<T>(std::countl_zero(LowBits<kBits>(x)) - (64 - kBits));
  }
};

struct Real {
  template <Float T>
  static T Of(T x) {
    return x;
  }
  template <Float T>
  static T Of(std::complex<T> x) {
    return x.real();
  }
};

struct Imag {
  template <Float T>
  static T Of(T) {
    return 0;
  }
  template <Float T>
  static T Of(std::complex<T> x) {
    return x.imag();
  }
};

struct IsFinite {
  template <Float T>
  static Pred Of(T x) {
    return ToPred(std::abs(x) <= std::numeric_limits<T>::max());
  }
};

struct Ceil {
  template <Float T>
  static T Of(T x) {
    return std::ceil(x);
  }
};

struct Floor {
  template <Float T>
  static T Of(T x) {
    return std::floor(x);
  }
};

struct RoundNearestAfz {
  template <Float T>
  static T Of(T x) {
    return std::round(x);
  }
};

// In the rounding mode of the process, which nobody changes.
struct RoundNearestEven {
  template <Float T>
  static T Of(T x) {
    return std::nearbyint(x);
  }
};

struct Sqrt {
  template <Float T>
  static T Of(T x) {
    return std::sqrt(x);
  }
  template <ComplexNumber T>
  static T Of(T x) {
    return complex_math::Sqrt(x);
  }
};

struct Rsqrt {
  static float Of(float x) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); }
  static double Of(double x) { return 1 / std::sqrt(x); }
  template <ComplexNumber T>
  static T Of(T x) {
    return complex_math::Rsqrt(x);
  }
};

// A function whose f32 side is in float_math.h.
#define CPPJRT_OWN_FUNCTION(name, function)                  \
  struct name {                                              \
    static float Of(float x) { return float_math::name(x); } \
    static double Of(double x) { return function(x); }       \
    template <ComplexNumber T>                               \
    static T Of(T x) {                                       \
      return complex_math::name(x);                          \
    }                                                        \
  };
// A function that the C library computes well in f32.
#define CPPJRT_FLOAT_FUNCTION(name, function) \
  struct name {                               \
    template <Float T>                        \
    static T Of(T x) {                        \
      return function(x);                     \
    }                                         \
    template <ComplexNumber T>                \
    static T Of(T x) {                        \
      return complex_math::name(x);           \
    }                                         \
  };
// One that it computes better in f64.
#define CPPJRT_DOUBLE_FUNCTION(name, function)                                                \
  struct name {                                                                               \
    static float Of(float x) { return static_cast<float>(function(static_cast<double>(x))); } \
    static double Of(double x) { return function(x); }                                        \
    template <ComplexNumber T>                                                                \
    static T Of(T x) {                                                                        \
      return complex_math::name(x);                                                           \
    }                                                                                         \
  };

// 1 / (1 + e^-x), by an exponential that does not overflow before the result is 0.
inline double LogisticOf(double x) {
  const double power = std::exp(-std::abs(x));
  return (x < 0 ? power : 1) / (1 + power);
}

// In the widest type: the C library's is not always exact for cubes.
inline double CbrtOf(double x) { return static_cast<double>(std::cbrt(static_cast<long double>(x))); }

CPPJRT_FLOAT_FUNCTION(Cosine, std::cos)
CPPJRT_FLOAT_FUNCTION(Log, std::log)
CPPJRT_FLOAT_FUNCTION(Sine, std::sin)
CPPJRT_DOUBLE_FUNCTION(Cbrt, CbrtOf)
CPPJRT_DOUBLE_FUNCTION(ExponentialMinusOne, std::expm1)
CPPJRT_DOUBLE_FUNCTION(LogPlusOne, std::log1p)
CPPJRT_DOUBLE_FUNCTION(Tan, std::tan)
CPPJRT_OWN_FUNCTION(Exponential, std::exp)
CPPJRT_OWN_FUNCTION(Logistic, LogisticOf)
CPPJRT_OWN_FUNCTION(Tanh, std::tanh)

#undef CPPJRT_FLOAT_FUNCTION
#undef CPPJRT_DOUBLE_FUNCTION
#undef CPPJRT_OWN_FUNCTION

}  // namespace cppjrt::stablehlo::element_ops

#endif  // CPPJRT_STABLEHLO_EVAL_UNARY_OPS_H_
