// Compute types: the few C++ types that array kernels are written for, and how elements of any type become them.
//
//   DispatchCompute(ComputeTypeOf(type, wide), [&]<typename T>(CppType<T>) {
//     T buffer[kBlock];
//     const T* x = LoadBlock(type, bytes, n, buffer);      // the bytes themselves where they are T already
//     …
//     StoreBlock(type, sum, n, out);                       // rounds, or wraps, once
//   });
//
// Integers compute without a sign where that gives the same bits (sums, products): their overflow wraps. i1 computes as
// uint8_t 0 or 1. Narrow floats compute in float; `wide` makes double of float.
#ifndef CPPJRT_STABLEHLO_EVAL_COMPUTE_TYPE_H_
#define CPPJRT_STABLEHLO_EVAL_COMPUTE_TYPE_H_

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/element_type.h"

namespace cppjrt::stablehlo {

enum class ComputeType : uint8_t { kI8, kI16, kI32, kI64, kU8, kU16, kU32, kU64, kF32, kF64, kC64, kC128 };

template <typename T>
struct CppType {
  using Type = T;
};

// Elements converted at a time, in a buffer on the stack.
inline constexpr int64_t kBlock = kConvertBlock;

inline ComputeType ComputeTypeOf(ElementType type, bool wide = false) {
  switch (type) {
    case ElementType::kI2:
    case ElementType::kI4:
    case ElementType::kI8:
      return ComputeType::kI8;
    case ElementType::kI16:
      return ComputeType::kI16;
    case ElementType::kI32:
      return ComputeType::kI32;
    case ElementType::kI64:
      return ComputeType::kI64;
    case ElementType::kI1:
    case ElementType::kUI2:
    case ElementType::kUI4:
    case ElementType::kUI8:
      return ComputeType::kU8;
    case ElementType::kUI16:
      return ComputeType::kU16;
    case ElementType::kUI32:
      return ComputeType::kU32;
    case ElementType::kUI64:
      return ComputeType::kU64;
    case ElementType::kF64:
      return ComputeType::kF64;
    case ElementType::kC64:
      return wide ? ComputeType::kC128 : ComputeType::kC64;
    case ElementType::kC128:
      return ComputeType::kC128;
    default:
      return wide ? ComputeType::kF64 : ComputeType::kF32;
  }
}

// Calls `function(CppType<T>())` for the C++ type.
template <typename Function>
auto DispatchCompute(ComputeType type, Function&& function) {
  switch (type) {
    case ComputeType::kI8:
      return function(CppType<int8_t>());
    case ComputeType::kI16:
      return function(CppType<int16_t>());
    case ComputeType::kI32:
      return function(CppType<int32_t>());
    case ComputeType::kI64:
      return function(CppType<int64_t>());
    case ComputeType::kU8:
      return function(CppType<uint8_t>());
    case ComputeType::kU16:
      return function(CppType<uint16_t>());
    case ComputeType::kU32:
      return function(CppType<uint32_t>());
    case ComputeType::kU64:
      return function(CppType<uint64_t>());
    case ComputeType::kF32:
      return function(CppType<float>());
    case ComputeType::kF64:
      return function(CppType<double>());
    case ComputeType::kC64:
      return function(CppType<std::complex<float>>());
    case ComputeType::kC128:
      break;
  }
  return function(CppType<std::complex<double>>());
}

template <typename T>
inline constexpr bool kIsComplex = false;
template <typename T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// The sub-byte integers: brings a value computed in a byte back into range.
template <typename T>
T WrapNarrow(ElementType type, T value) {
  if constexpr (std::is_same_v<T, int8_t>) {
    const auto bits = static_cast<uint8_t>(value);
    if (type == ElementType::kI2) return static_cast<int8_t>(static_cast<int8_t>(bits << 6) >> 6);
    if (type == ElementType::kI4) return static_cast<int8_t>(static_cast<int8_t>(bits << 4) >> 4);
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    if (type == ElementType::kI1) return value != 0 ? 1 : 0;
    if (type == ElementType::kUI2) return value & 3;
    if (type == ElementType::kUI4) return value & 15;
  }
  return value;
}

namespace compute_internal {

template <typename From, typename To>
void Cast(const std::byte* source, int64_t n, To* out) {
  const From* values = reinterpret_cast<const From*>(source);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (kIsComplex<To> && !kIsComplex<From>) {
      out[i] = To(static_cast<typename To::value_type>(values[i]), 0);
    } else if constexpr (kIsComplex<From> && !kIsComplex<To>) {
      out[i] = static_cast<To>(values[i].real());
    } else {
      out[i] = static_cast<To>(values[i]);
    }
  }
}

template <typename From, typename To>
void CastBack(const From* values, int64_t n, std::byte* out) {
  To* result = reinterpret_cast<To*>(out);
  for (int64_t i = 0; i < n; ++i) result[i] = static_cast<To>(values[i]);
}

template <typename T>
bool IsSame(ElementType type) {
  if constexpr (std::is_same_v<T, float>) return type == ElementType::kF32;
  if constexpr (std::is_same_v<T, double>) return type == ElementType::kF64;
  if constexpr (std::is_same_v<T, std::complex<float>>) return type == ElementType::kC64;
  if constexpr (std::is_same_v<T, std::complex<double>>) return type == ElementType::kC128;
  if constexpr (std::is_integral_v<T>) {
    return !IsFloat(type) && !IsComplex(type) && static_cast<int64_t>(sizeof(T)) == ElementBytes(type);
  }
  return false;
}

}  // namespace compute_internal

// `n` elements at `source` as T, converted into `buffer` if they are something else. Converting loses nothing if T is
// the compute type of `type` or a wider one of its kind; integers are extended as their sign says and cut to T.
template <typename T>
const T* LoadBlock(ElementType type, const std::byte* source, int64_t n, T* buffer) {
  namespace internal = compute_internal;
  if (internal::IsSame<T>(type)) return reinterpret_cast<const T*>(source);
  if (IsComplex(type)) {
    if (type == ElementType::kC64) internal::Cast<std::complex<float>, T>(source, n, buffer);
    if (type == ElementType::kC128) internal::Cast<std::complex<double>, T>(source, n, buffer);
    return buffer;
  }
  if (IsFloat(type)) {
    if constexpr (std::is_same_v<T, float>) ToF32(type, source, buffer, n);
    if constexpr (std::is_same_v<T, double>) ToF64(type, source, buffer, n);
    return buffer;
  }
  switch (ComputeTypeOf(type)) {
    case ComputeType::kI8:
      internal::Cast<int8_t, T>(source, n, buffer);
      break;
    case ComputeType::kI16:
      internal::Cast<int16_t, T>(source, n, buffer);
      break;
    case ComputeType::kI32:
      internal::Cast<int32_t, T>(source, n, buffer);
      break;
    case ComputeType::kI64:
      internal::Cast<int64_t, T>(source, n, buffer);
      break;
    case ComputeType::kU8:
      internal::Cast<uint8_t, T>(source, n, buffer);
      break;
    case ComputeType::kU16:
      internal::Cast<uint16_t, T>(source, n, buffer);
      break;
    case ComputeType::kU32:
      internal::Cast<uint32_t, T>(source, n, buffer);
      break;
    default:
      internal::Cast<uint64_t, T>(source, n, buffer);
      break;
  }
  return buffer;
}

// Writes `n` values as elements of `type`, which is of T's kind: floats round once, integers wrap.
template <typename T>
void StoreBlock(ElementType type, const T* values, int64_t n, std::byte* out) {
  namespace internal = compute_internal;
  if constexpr (kIsComplex<T>) {
    if (type == ElementType::kC64) internal::CastBack<T, std::complex<float>>(values, n, out);
    if (type == ElementType::kC128) internal::CastBack<T, std::complex<double>>(values, n, out);
  } else if constexpr (std::is_same_v<T, float>) {
    if (type == ElementType::kF64) {
      internal::CastBack<float, double>(values, n, out);
    } else {
      FromF32(type, values, out, n);
    }
  } else if constexpr (std::is_same_v<T, double>) {
    FromF64(type, values, out, n);
  } else {
    const int64_t bytes = ElementBytes(type);
    if (bytes == 1) {
      for (int64_t i = 0; i < n; ++i) {
        const T value = values[i];
        if (IsSigned(type)) {
          out[i] = static_cast<std::byte>(WrapNarrow(type, static_cast<int8_t>(value)));
        } else {
          const bool truth = type == ElementType::kI1;
          out[i] = static_cast<std::byte>(WrapNarrow(type, truth ? uint8_t{value != 0} : static_cast<uint8_t>(value)));
        }
      }
    } else if (bytes == 2) {
      internal::CastBack<T, uint16_t>(values, n, out);
    } else if (bytes == 4) {
      internal::CastBack<T, uint32_t>(values, n, out);
    } else {
      internal::CastBack<T, uint64_t>(values, n, out);
    }
  }
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_COMPUTE_TYPE_H_
