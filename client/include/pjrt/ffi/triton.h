// Triton kernels: compiled by the plugin's Triton extension, loaded with the CUDA driver, launched from a custom kernel.
//
//   CPPJRT_ASSIGN_OR_RETURN(TritonLaunch add, LoadTriton(plugin, *driver, module_text, "add_kernel", {.arch_name = "9.0"}));
//   return add.Launch({grid}, stream.handle, a.address(), b.address(), out.address());
#ifndef PJRT_FFI_TRITON_H_
#define PJRT_FFI_TRITON_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/extensions/triton.h"
#include "pjrt/ffi/cuda.h"
#include "pjrt/plugin.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

// A compiled kernel, ready to be launched. Copyable; the code stays loaded as long as a copy lives.
class TritonLaunch {
 public:
  TritonLaunch(std::shared_ptr<const cuda::Module> module, cuda::Function function, cuda::LaunchShape shape)
      : module_(std::move(module)), function_(function), shape_(shape) {}

  template <class... Arguments>
  Status Launch(const cuda::Dim3& grid, void* stream, const Arguments&... arguments) const {
    cuda::LaunchShape shape = shape_;
    shape.grid = grid;
    return function_.Launch(shape, stream, arguments...);
  }
  const cuda::LaunchShape& shape() const { return shape_; }

 private:
  std::shared_ptr<const cuda::Module> module_;
  cuda::Function function_;
  cuda::LaunchShape shape_;
};

// A warp of CUDA has 32 threads.
inline constexpr unsigned kThreadsPerWarp = 32;

// `module` is MLIR text of a tt.func called `name`. UNIMPLEMENTED without the extension; the plugin's and the driver's errors.
inline StatusOr<TritonLaunch> LoadTriton(const Plugin& plugin, const cuda::Driver& driver, std::string_view module,
                                         const std::string& name, const TritonOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(const TritonExtension triton, GetExtension<TritonExtension>(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const TritonKernel kernel, triton.Compile(module, options));
  CPPJRT_ASSIGN_OR_RETURN(cuda::Module loaded, driver.LoadModule(kernel.assembly));
  auto shared = std::make_shared<const cuda::Module>(std::move(loaded));
  CPPJRT_ASSIGN_OR_RETURN(const cuda::Function function, shared->Get(name));
  cuda::LaunchShape shape;
  shape.block.x = static_cast<unsigned>(options.num_warps) * kThreadsPerWarp;
  shape.shared_memory_bytes = static_cast<unsigned>(kernel.shared_memory_bytes);
  return TritonLaunch(std::move(shared), function, shape);
}

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_TRITON_H_
