// The signature of a program's entry function, read from its MLIR text as printers write it. Enough for plugins whose
// optimized program is MLIR; no parser of MLIR.
#ifndef CPPJRT_CLIENT_MLIR_SIGNATURE_H_
#define CPPJRT_CLIENT_MLIR_SIGNATURE_H_

#include <string_view>

#include "pjrt/program.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// Of @main, or the first function. INVALID_ARGUMENT if there is none, or it takes or gives anything but tensors of known
// element types and extents.
StatusOr<ProgramShape> ReadMlirSignature(std::string_view text);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_MLIR_SIGNATURE_H_
