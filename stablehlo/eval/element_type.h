// ElementType: what the elements of a tensor are at run time, independent of any module's type table.
//
//   ElementType t = *ToElementType(module.types(), module.types().element_type(type));
//   ElementBytes(ElementType::kBF16) == 2; IsFloat(ElementType::kF8E4M3FN)
//
// The order is that of the scalars (ir/scalar_types.def), then the two complex types. Quantized tensors are held as their
// storage integers; scales and zero points stay in the module's types, where the ops that need them look.
#ifndef CPPJRT_STABLEHLO_EVAL_ELEMENT_TYPE_H_
#define CPPJRT_STABLEHLO_EVAL_ELEMENT_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "stablehlo/ir/type.h"

namespace cppjrt::stablehlo {

enum class ElementType : uint8_t {
  kI1 = static_cast<uint8_t>(Scalar::kI1),
  kI2 = static_cast<uint8_t>(Scalar::kI2),
  kI4 = static_cast<uint8_t>(Scalar::kI4),
  kI8 = static_cast<uint8_t>(Scalar::kI8),
  kI16 = static_cast<uint8_t>(Scalar::kI16),
  kI32 = static_cast<uint8_t>(Scalar::kI32),
  kI64 = static_cast<uint8_t>(Scalar::kI64),
  kUI2 = static_cast<uint8_t>(Scalar::kUI2),
  kUI4 = static_cast<uint8_t>(Scalar::kUI4),
  kUI8 = static_cast<uint8_t>(Scalar::kUI8),
  kUI16 = static_cast<uint8_t>(Scalar::kUI16),
  kUI32 = static_cast<uint8_t>(Scalar::kUI32),
  kUI64 = static_cast<uint8_t>(Scalar::kUI64),
  kF4E2M1FN = static_cast<uint8_t>(Scalar::kF4E2M1FN),
  kF6E2M3FN = static_cast<uint8_t>(Scalar::kF6E2M3FN),
  kF6E3M2FN = static_cast<uint8_t>(Scalar::kF6E3M2FN),
  kF8E3M4 = static_cast<uint8_t>(Scalar::kF8E3M4),
  kF8E4M3 = static_cast<uint8_t>(Scalar::kF8E4M3),
  kF8E4M3FN = static_cast<uint8_t>(Scalar::kF8E4M3FN),
  kF8E4M3FNUZ = static_cast<uint8_t>(Scalar::kF8E4M3FNUZ),
  kF8E4M3B11FNUZ = static_cast<uint8_t>(Scalar::kF8E4M3B11FNUZ),
  kF8E5M2 = static_cast<uint8_t>(Scalar::kF8E5M2),
  kF8E5M2FNUZ = static_cast<uint8_t>(Scalar::kF8E5M2FNUZ),
  kF8E8M0FNU = static_cast<uint8_t>(Scalar::kF8E8M0FNU),
  kBF16 = static_cast<uint8_t>(Scalar::kBF16),
  kF16 = static_cast<uint8_t>(Scalar::kF16),
  kF32 = static_cast<uint8_t>(Scalar::kF32),
  kF64 = static_cast<uint8_t>(Scalar::kF64),
  kC64 = static_cast<uint8_t>(Scalar::kF128) + 1,  // two f32: real, imaginary
  kC128,                                           // two f64
};

// What can hold the values of an element type of the module: complex of f32 and f64 only, quantized as its storage, index
// as kI64. None for anything that is no element type or not known at run time (i7, f80).
std::optional<ElementType> ToElementType(const TypeTable& types, TypeId element);
// The element type of the module for a run-time type.
TypeId ToTypeId(TypeTable& types, ElementType type);

// Bytes of one element in memory: sub-byte types and i1 take a byte, in the form of DenseElements (ir/attribute.h).
int64_t ElementBytes(ElementType type);
// Width of a value: 1 for i1, 6 for f6; complex the sum of its parts.
int ElementBits(ElementType type);
// As MLIR writes it: "f32", "ui4", "complex<f32>".
std::string_view ElementTypeName(ElementType type);

constexpr bool IsSigned(ElementType t) { return t >= ElementType::kI2 && t <= ElementType::kI64; }
constexpr bool IsUnsigned(ElementType t) { return t >= ElementType::kUI2 && t <= ElementType::kUI64; }
// Not i1, which is kI1.
constexpr bool IsInteger(ElementType t) { return t >= ElementType::kI2 && t <= ElementType::kUI64; }
constexpr bool IsFloat(ElementType t) { return t >= ElementType::kF4E2M1FN && t <= ElementType::kF64; }
constexpr bool IsComplex(ElementType t) { return t >= ElementType::kC64; }
// kF32 of kC64, kF64 of kC128; the type itself otherwise.
constexpr ElementType RealType(ElementType t) {
  return t == ElementType::kC64 ? ElementType::kF32 : t == ElementType::kC128 ? ElementType::kF64 : t;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_ELEMENT_TYPE_H_
