// Gpu_Custom_Call (0): registering custom calls with a GPU plugin, as JAX does before FFI handlers.
#ifndef PJRT_EXTENSIONS_GPU_CUSTOM_CALL_H_
#define PJRT_EXTENSIONS_GPU_CUSTOM_CALL_H_

#include <string_view>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// Functions by stage of XLA FFI; for the untyped interface (version 0) only `execute`.
struct GpuCustomCall {
  int api_version = 1;
  void* instantiate = nullptr;
  void* prepare = nullptr;
  void* initialize = nullptr;
  void* execute = nullptr;
};

class GpuCustomCallExtension : public Extension {
 public:
  static constexpr int kType = 0;
  explicit GpuCustomCallExtension(Extension extension) : Extension(std::move(extension)) {}

  Status Register(std::string_view name, const GpuCustomCall& call) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_GPU_CUSTOM_CALL_H_
