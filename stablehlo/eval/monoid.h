// The plain bodies as C++: Combine<BodyKind::kMaximum>(a, b). The rules are those of the ops of the same name.
#ifndef CPPJRT_STABLEHLO_EVAL_MONOID_H_
#define CPPJRT_STABLEHLO_EVAL_MONOID_H_

#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/lifting.h"

namespace cppjrt::stablehlo {

namespace monoid_internal {

template <typename T>
using Wrapping = std::conditional_t<sizeof(T) < sizeof(uint32_t), uint32_t, std::make_unsigned_t<T>>;

template <typename T>
T Multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
  } else if constexpr (kIsComplex<T>) {
    return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  } else {
    return a * b;
  }
}

// IEEE-754 maximum and minimum: NaN wins, and -0 < +0.
template <typename T>
T Maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const T equal = std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b)));
    const T ordered = a == b ? equal : (a > b ? a : b);
    return a != a ? a : (b != b ? b : ordered);
  } else {
    return a > b ? a : b;
  }
}

template <typename T>
T Minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const T equal = std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b)));
    const T ordered = a == b ? equal : (a < b ? a : b);
    return a != a ? a : (b != b ? b : ordered);
  } else {
    return a < b ? a : b;
  }
}

}  // namespace monoid_internal

// Whether there are values of T with that body: and, or and xor are for integers, the orders not for complex numbers.
template <typename T>
constexpr bool HasCombine(BodyKind kind) {
  if (kind == BodyKind::kAdd || kind == BodyKind::kMultiply) return true;
  if (kind == BodyKind::kMinimum || kind == BodyKind::kMaximum) return !kIsComplex<T>;
  return std::is_integral_v<T>;
}

// i1 computes as uint8_t, with the kind that KindFor gives.
template <BodyKind kKind, typename T>
inline T Combine(T a, T b) {
  namespace internal = monoid_internal;
  if constexpr (!HasCombine<T>(kKind)) {
    return a;
  } else if constexpr (kKind == BodyKind::kAdd) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<internal::Wrapping<T>>(a) + static_cast<internal::Wrapping<T>>(b));
    } else {
      return a + b;
    }
  } else if constexpr (kKind == BodyKind::kMultiply) {
    return internal::Multiply(a, b);
  } else if constexpr (kKind == BodyKind::kMinimum) {
    return internal::Minimum(a, b);
  } else if constexpr (kKind == BodyKind::kMaximum) {
    return internal::Maximum(a, b);
  } else if constexpr (kKind == BodyKind::kAnd) {
    return static_cast<T>(a & b);
  } else if constexpr (kKind == BodyKind::kOr) {
    return static_cast<T>(a | b);
  } else {
    return static_cast<T>(a ^ b);
  }
}

// What changes nothing: Combine(Identity, x) is x. -0 for sums.
template <BodyKind kKind, typename T>
constexpr T Identity() {
  using Limits = std::numeric_limits<T>;
  if constexpr (kKind == BodyKind::kAdd && std::is_floating_point_v<T>) {
    return T{-0.0F};
  } else if constexpr (kKind == BodyKind::kAdd && kIsComplex<T>) {
    return T(-0.0F, -0.0F);
  } else if constexpr (kKind == BodyKind::kMultiply) {
    return T(1);
  } else if constexpr (kKind == BodyKind::kMinimum) {
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  } else if constexpr (kKind == BodyKind::kMaximum) {
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  } else if constexpr (kKind == BodyKind::kAnd) {
    return static_cast<T>(~T{0});
  } else {
    return T(0);
  }
}

template <BodyKind kKind>
struct KindTag {
  static constexpr BodyKind kValue = kKind;
};

// On i1 a sum is "or" and a product "and".
inline BodyKind KindFor(ElementType type, BodyKind kind) {
  if (type != ElementType::kI1) return kind;
  if (kind == BodyKind::kAdd || kind == BodyKind::kMaximum) return BodyKind::kOr;
  if (kind == BodyKind::kMultiply || kind == BodyKind::kMinimum) return BodyKind::kAnd;
  return kind;
}

// Calls `function(KindTag<kind>())`. REQUIRES: one of kAdd to kXor.
template <typename Function>
auto DispatchKind(BodyKind kind, Function&& function) {
  switch (kind) {
    case BodyKind::kAdd:
      return function(KindTag<BodyKind::kAdd>());
    case BodyKind::kMultiply:
      return function(KindTag<BodyKind::kMultiply>());
    case BodyKind::kMinimum:
      return function(KindTag<BodyKind::kMinimum>());
    case BodyKind::kMaximum:
      return function(KindTag<BodyKind::kMaximum>());
    case BodyKind::kAnd:
      return function(KindTag<BodyKind::kAnd>());
    case BodyKind::kOr:
      return function(KindTag<BodyKind::kOr>());
    default:
      return function(KindTag<BodyKind::kXor>());
  }
}

inline bool IsMonoid(BodyKind kind) { return kind >= BodyKind::kAdd && kind <= BodyKind::kXor; }

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_MONOID_H_
