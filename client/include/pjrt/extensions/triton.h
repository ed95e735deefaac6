// Triton (7): compiling Triton kernels to assembly.
#ifndef PJRT_EXTENSIONS_TRITON_H_
#define PJRT_EXTENSIONS_TRITON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

struct TritonOptions {
  // As the plugin wants it: "9.0" for CUDA's compute capability.
  std::string arch_name;
  int num_warps = 4;
  int num_ctas = 1;
  int num_stages = 3;
};

struct TritonKernel {
  std::string assembly;
  int64_t shared_memory_bytes = 0;
  // Of the file the plugin wrote; empty if none.
  std::string path;
};

class TritonExtension : public Extension {
 public:
  static constexpr int kType = 7;
  explicit TritonExtension(Extension extension) : Extension(std::move(extension)) {}

  // `module` is MLIR text of a tt.func.
  StatusOr<TritonKernel> Compile(std::string_view module, const TritonOptions& options) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_TRITON_H_
