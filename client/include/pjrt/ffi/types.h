// Element types of custom kernels, by name, and the C++ type of each.
#ifndef PJRT_FFI_TYPES_H_
#define PJRT_FFI_TYPES_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "pjrt/element_type.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

// ffi::Buffer<ffi::F32, 2>: short names for ElementType's values.
inline constexpr ElementType kAnyType = ElementType::kInvalid;
inline constexpr ElementType PRED = ElementType::kPred;
inline constexpr ElementType S1 = ElementType::kS1;
inline constexpr ElementType S2 = ElementType::kS2;
inline constexpr ElementType S4 = ElementType::kS4;
inline constexpr ElementType S8 = ElementType::kS8;
inline constexpr ElementType S16 = ElementType::kS16;
inline constexpr ElementType S32 = ElementType::kS32;
inline constexpr ElementType S64 = ElementType::kS64;
inline constexpr ElementType U1 = ElementType::kU1;
inline constexpr ElementType U2 = ElementType::kU2;
inline constexpr ElementType U4 = ElementType::kU4;
inline constexpr ElementType U8 = ElementType::kU8;
inline constexpr ElementType U16 = ElementType::kU16;
inline constexpr ElementType U32 = ElementType::kU32;
inline constexpr ElementType U64 = ElementType::kU64;
inline constexpr ElementType F16 = ElementType::kF16;
inline constexpr ElementType F32 = ElementType::kF32;
inline constexpr ElementType F64 = ElementType::kF64;
inline constexpr ElementType BF16 = ElementType::kBF16;
inline constexpr ElementType C64 = ElementType::kC64;
inline constexpr ElementType C128 = ElementType::kC128;
inline constexpr ElementType F8E5M2 = ElementType::kF8E5M2;
inline constexpr ElementType F8E3M4 = ElementType::kF8E3M4;
inline constexpr ElementType F8E4M3 = ElementType::kF8E4M3;
inline constexpr ElementType F8E4M3FN = ElementType::kF8E4M3FN;
inline constexpr ElementType F8E4M3B11FNUZ = ElementType::kF8E4M3B11FNUZ;
inline constexpr ElementType F8E5M2FNUZ = ElementType::kF8E5M2FNUZ;
inline constexpr ElementType F8E4M3FNUZ = ElementType::kF8E4M3FNUZ;
inline constexpr ElementType F8E8M0FNU = ElementType::kF8E8M0FNU;
inline constexpr ElementType F4E2M1FN = ElementType::kF4E2M1FN;

// The bits of a type that C++20 has no arithmetic for.
template <ElementType type, class Bits>
struct Opaque {
  Bits bits;
  friend bool operator==(const Opaque&, const Opaque&) = default;
};

namespace detail {

template <class T>
struct Holds {
  using type = T;
};

// The type that one element is read and written as. Elements narrower than a byte, and any type, are bytes.
template <ElementType type>
constexpr auto NativeOf() {
  if constexpr (type == PRED)
    return Holds<bool>();
  else if constexpr (type == S8)
    return Holds<int8_t>();
  else if constexpr (type == S16)
    return Holds<int16_t>();
  else if constexpr (type == S32)
    return Holds<int32_t>();
  else if constexpr (type == S64)
    return Holds<int64_t>();
  else if constexpr (type == U16)
    return Holds<uint16_t>();
  else if constexpr (type == U32)
    return Holds<uint32_t>();
  else if constexpr (type == U64)
    return Holds<uint64_t>();
  else if constexpr (type == F32)
    return Holds<float>();
  else if constexpr (type == F64)
    return Holds<double>();
  else if constexpr (type == C64)
    return Holds<std::complex<float>>();
  else if constexpr (type == C128)
    return Holds<std::complex<double>>();
  else if constexpr (type == F16 || type == BF16)
    return Holds<Opaque<type, uint16_t>>();
  else
    return Holds<uint8_t>();
}

}  // namespace detail

template <ElementType type>
using Native = typename decltype(detail::NativeOf<type>())::type;

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_TYPES_H_
