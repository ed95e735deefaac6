// Arrays in files as NumPy writes them (.npy).
//
//   StatusOr<Tensor> x = ReadNpy("x.npy", ElementType::kBF16);     // from <u2, which holds the bits
//   Status written = WriteNpy("y.npy", *x);
//
// Types that NumPy does not have are held as their bits: bf16 as <u2, everything of a byte or less as |u1, signed sub-byte types
// in the low bits.
#ifndef CPPJRT_STABLEHLO_TOOLS_NPY_H_
#define CPPJRT_STABLEHLO_TOOLS_NPY_H_

#include <string>

#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo::tools {

// The array of a file as elements of `type`. INVALID_ARGUMENT if it is no .npy file of versions 1 to 3 in row-major order, or
// holds elements that cannot be of that type.
StatusOr<Tensor> ReadNpy(const std::string& path, ElementType type);
Status WriteNpy(const std::string& path, const Tensor& tensor);

}  // namespace cppjrt::stablehlo::tools

#endif  // CPPJRT_STABLEHLO_TOOLS_NPY_H_
