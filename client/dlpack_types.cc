#include <string>

#include "pjrt/dlpack.h"

namespace pjrt {
inline namespace v0 {
namespace {

struct TypeRow {
  ElementType type;
  DLDataTypeCode code;
  uint8_t bits;
};

constexpr TypeRow kTypes[] = {
    {ElementType::kPred, kDLBool, 8},
    {ElementType::kS1, kDLInt, 1},
    {ElementType::kS2, kDLInt, 2},
    {ElementType::kS4, kDLInt, 4},
    {ElementType::kS8, kDLInt, 8},
    {ElementType::kS16, kDLInt, 16},
    {ElementType::kS32, kDLInt, 32},
    {ElementType::kS64, kDLInt, 64},
    {ElementType::kU1, kDLUInt, 1},
    {ElementType::kU2, kDLUInt, 2},
    {ElementType::kU4, kDLUInt, 4},
    {ElementType::kU8, kDLUInt, 8},
    {ElementType::kU16, kDLUInt, 16},
    {ElementType::kU32, kDLUInt, 32},
    {ElementType::kU64, kDLUInt, 64},
    {ElementType::kF16, kDLFloat, 16},
    {ElementType::kF32, kDLFloat, 32},
    {ElementType::kF64, kDLFloat, 64},
    {ElementType::kBF16, kDLBfloat, 16},
    {ElementType::kC64, kDLComplex, 64},
    {ElementType::kC128, kDLComplex, 128},
    {ElementType::kF8E3M4, kDLFloat8_e3m4, 8},
    {ElementType::kF8E4M3, kDLFloat8_e4m3, 8},
    {ElementType::kF8E4M3B11FNUZ, kDLFloat8_e4m3b11fnuz, 8},
    {ElementType::kF8E4M3FN, kDLFloat8_e4m3fn, 8},
    {ElementType::kF8E4M3FNUZ, kDLFloat8_e4m3fnuz, 8},
    {ElementType::kF8E5M2, kDLFloat8_e5m2, 8},
    {ElementType::kF8E5M2FNUZ, kDLFloat8_e5m2fnuz, 8},
    {ElementType::kF8E8M0FNU, kDLFloat8_e8m0fnu, 8},
    {ElementType::kF6E2M3FN, kDLFloat6_e2m3fn, 6},
    {ElementType::kF6E3M2FN, kDLFloat6_e3m2fn, 6},
    {ElementType::kF4E2M1FN, kDLFloat4_e2m1fn, 4},
};

}  // namespace

StatusOr<DLDataType> ToDlpackType(ElementType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return DLDataType{static_cast<uint8_t>(row.code), row.bits, 1};
  }
  return cppjrt::UnimplementedError("DLPack has no element type " + std::string(Name(type)));
}

StatusOr<ElementType> FromDlpackType(DLDataType type) {
  for (const TypeRow& row : kTypes) {
    if (row.code == type.code && row.bits == type.bits && type.lanes == 1) return row.type;
  }
  return cppjrt::UnimplementedError("no element type is DLPack's code " + std::to_string(type.code) + " with " +
                                    std::to_string(type.bits) + " bits and " + std::to_string(type.lanes) +
                                    " lanes (1 lane is taken)");
}

}  // namespace v0
}  // namespace pjrt
