#include "cpu/native/kernel_type.h"

#include <string>

namespace cppjrt::cpu {

std::optional<kernels::ElementType> KernelType(ElementType type) {
  using From = ElementType;
  using To = kernels::ElementType;
  switch (type) {
    case From::kI1:
      return To::kBool;
    case From::kI2:
    case From::kI4:
    case From::kI8:
      return To::kI8;
    case From::kUI2:
    case From::kUI4:
    case From::kUI8:
      return To::kU8;
    case From::kI16:
      return To::kI16;
    case From::kUI16:
      return To::kU16;
    case From::kI32:
      return To::kI32;
    case From::kUI32:
      return To::kU32;
    case From::kI64:
      return To::kI64;
    case From::kUI64:
      return To::kU64;
    case From::kF8E3M4:
      return To::kF8E3M4;
    case From::kF8E4M3:
      return To::kF8E4M3;
    case From::kF8E4M3B11FNUZ:
      return To::kF8E4M3B11Fnuz;
    case From::kF8E4M3FN:
      return To::kF8E4M3Fn;
    case From::kF8E4M3FNUZ:
      return To::kF8E4M3Fnuz;
    case From::kF8E5M2:
      return To::kF8E5M2;
    case From::kF8E5M2FNUZ:
      return To::kF8E5M2Fnuz;
    case From::kF16:
      return To::kF16;
    case From::kBF16:
      return To::kBf16;
    case From::kF32:
      return To::kF32;
    case From::kF64:
      return To::kF64;
    case From::kC64:
      return To::kC64;
    case From::kC128:
      return To::kC128;
    default:
      return std::nullopt;
  }
}

Status NoKernel(const Node& node, std::string_view what) {
  return UnimplementedError(std::string(NodeMnemonic(node.kind)) + " at " + std::string(node.place) + ": " +
                            std::string(what));
}

}  // namespace cppjrt::cpu
