// Element types of device buffers: every type of PJRT_Buffer_Type, under the names StableHLO gives them.
#ifndef PJRT_ELEMENT_TYPE_H_
#define PJRT_ELEMENT_TYPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// The values are those of PJRT_Buffer_Type.
enum class ElementType : int {
  kInvalid = 0,
  kPred = 1,  // i1: one byte an element, 0 or 1
  kS8 = 2,
  kS16 = 3,
  kS32 = 4,
  kS64 = 5,
  kU8 = 6,
  kU16 = 7,
  kU32 = 8,
  kU64 = 9,
  kF16 = 10,
  kF32 = 11,
  kF64 = 12,
  kBF16 = 13,
  kC64 = 14,   // complex of two f32
  kC128 = 15,  // complex of two f64
  kF8E5M2 = 16,
  kF8E4M3FN = 17,
  kF8E4M3B11FNUZ = 18,
  kF8E5M2FNUZ = 19,
  kF8E4M3FNUZ = 20,
  kS4 = 21,
  kU4 = 22,
  kToken = 23,
  kS2 = 24,
  kU2 = 25,
  kF8E4M3 = 26,
  kF8E3M4 = 27,
  kF8E8M0FNU = 28,
  kF4E2M1FN = 29,
  kS1 = 30,
  kU1 = 31,
  kF6E2M3FN = 32,
  kF6E3M2FN = 33,
};

// What kind of number an element type holds.
enum class ElementKind { kNone, kBool, kSigned, kUnsigned, kFloat, kComplex };

// One row per type; `kElementTypes` below is indexed by the enum's value.
struct ElementTypeInfo {
  ElementType type;
  // As StableHLO text writes it: "i1", "i8", "ui4", "bf16", "f8E4M3FN", "complex<f32>", "!stablehlo.token".
  std::string_view name;
  ElementKind kind;
  // Bits of information in one element; 1 for kPred although it occupies a byte, 0 for kInvalid and kToken.
  int bits;
  // The minor version of the PJRT C API that brought the type; older plugins may abort on it. 0: all this library drives.
  int since_minor = 0;
};

std::span<const ElementTypeInfo> ElementTypes();

// The row of `type`; that of kInvalid for a number that is no element type.
const ElementTypeInfo& Info(ElementType type);
inline std::string_view Name(ElementType type) { return Info(type).name; }
// By StableHLO name; also the spellings "pred", "s8", "u8", "c64", "c128" of XLA. Nothing if unknown.
std::optional<ElementType> ElementTypeFromName(std::string_view name);

// Host arrays hold one element in a whole number of bytes: i4 and f4 take one byte here, in its low bits (as ml_dtypes
// does). 0 for kInvalid and kToken.
int64_t HostBytesPerElement(ElementType type);
// Elements whose bits do not fill a byte (i4, ui2, f4E2M1FN, … but not i1 = kPred).
bool IsSubByte(ElementType type);

// Product of `dims`: 1 for a scalar. INVALID_ARGUMENT for a negative dimension, OUT_OF_RANGE if it overflows int64_t.
StatusOr<int64_t> NumElements(std::span<const int64_t> dims);
// Bytes of a dense host array of that shape. Errors as NumElements, and INVALID_ARGUMENT for kInvalid and kToken.
StatusOr<int64_t> HostBytes(ElementType type, std::span<const int64_t> dims);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_ELEMENT_TYPE_H_
