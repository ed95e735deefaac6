// ElementType: what the arrays hold that kernels read and write.
#ifndef CPPJRT_CPU_KERNELS_ELEMENT_TYPE_H_
#define CPPJRT_CPU_KERNELS_ELEMENT_TYPE_H_

#include <cstdint>

namespace cppjrt::cpu::kernels {

// i4 and the like are not here: they come one to a byte, as kI8 or kU8.
enum class ElementType : uint8_t {
  kBool,  // one byte, 0 or 1
  kI8,
  kU8,
  kI16,
  kU16,
  kI32,
  kU32,
  kI64,
  kU64,
  kF8E3M4,
  kF8E4M3,
  kF8E4M3B11Fnuz,
  kF8E4M3Fn,
  kF8E4M3Fnuz,
  kF8E5M2,
  kF8E5M2Fnuz,
  kF16,
  kBf16,
  kF32,
  kF64,
  kC64,
  kC128,
};

constexpr bool IsF8(ElementType type) { return type >= ElementType::kF8E3M4 && type <= ElementType::kF8E5M2Fnuz; }
constexpr bool IsInteger(ElementType type) { return type >= ElementType::kI8 && type <= ElementType::kU64; }
constexpr bool IsComplex(ElementType type) { return type == ElementType::kC64 || type == ElementType::kC128; }

constexpr int64_t ByteSize(ElementType type) {
  switch (type) {
    case ElementType::kI16:
    case ElementType::kU16:
    case ElementType::kF16:
    case ElementType::kBf16:
      return 2;
    case ElementType::kI32:
    case ElementType::kU32:
    case ElementType::kF32:
      return 4;
    case ElementType::kI64:
    case ElementType::kU64:
    case ElementType::kF64:
    case ElementType::kC64:
      return 8;
    case ElementType::kC128:
      return 16;
    default:
      return 1;
  }
}

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_ELEMENT_TYPE_H_
