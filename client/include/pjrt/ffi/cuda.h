// The CUDA driver for custom kernels: copies, modules from PTX, launches on the call's stream. The driver library is opened when first
// asked for, so a program that uses this runs, and says so, on machines without one.
//
//   CPPJRT_ASSIGN_OR_RETURN(const cuda::Driver* driver, cuda::Driver::Get());
//   CPPJRT_ASSIGN_OR_RETURN(cuda::Module module, driver->LoadModule(ptx));
//   CPPJRT_ASSIGN_OR_RETURN(cuda::Function scale, module.Get("scale"));
//   // in the kernel, bound with .Ctx<ffi::Stream<>>():
//   return scale.Launch({.grid = {blocks}, .block = {256}}, stream.handle, in.address(), out.address(), int32_t{n});
#ifndef PJRT_FFI_CUDA_H_
#define PJRT_FFI_CUDA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace cuda {

class Module;
struct DriverTable;

// Sizes of a launch; shared memory in bytes.
struct Dim3 {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;
};
struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  unsigned shared_memory_bytes = 0;
};

// The driver. Thread-safe. Calls need a current context of CUDA in their thread, as kernels that a plugin runs have. Addresses are the
// device's. Errors are INTERNAL with CUDA's name and text of the error, RESOURCE_EXHAUSTED for want of memory.
class Driver {
 public:
  // The machine's; $CPPJRT_CUDA_DRIVER names another library. NOT_FOUND if there is none, UNIMPLEMENTED if a function is missing.
  static StatusOr<const Driver*> Get();
  // A library by path. Never unloaded.
  static StatusOr<const Driver*> Load(const std::string& path);

  // 12040 for 12.4.
  StatusOr<int> version() const;
  // Put into the stream; the host's memory must stay until it is there.
  Status CopyDeviceToDevice(void* dst, const void* src, size_t size, void* stream) const;
  Status CopyDeviceToHost(void* dst, const void* src, size_t size, void* stream) const;
  Status CopyHostToDevice(void* dst, const void* src, size_t size, void* stream) const;
  // Waits for what is in the stream.
  Status Synchronize(void* stream) const;
  // From PTX text or a cubin. INVALID_ARGUMENT for an empty one.
  StatusOr<Module> LoadModule(std::string_view image) const;

  const DriverTable& table() const { return *table_; }

 private:
  friend class Module;
  friend class Function;
  explicit Driver(const DriverTable* table) : table_(table) {}
  const DriverTable* table_;
};

// A function of a module, which must outlive it. Copyable.
class Function {
 public:
  // Puts a launch into the stream. `arguments`: addresses and numbers, exactly as wide as the function's parameters; they are copied.
  template <class... Arguments>
  Status Launch(const LaunchShape& shape, void* stream, const Arguments&... arguments) const {
    static_assert((... && std::is_trivially_copyable_v<Arguments>), "a kernel takes addresses and numbers");
    const void* pointers[] = {static_cast<const void*>(&arguments)..., nullptr};
    return LaunchWith(shape, stream, pointers);
  }
  // `arguments[i]` points to the i-th argument.
  Status LaunchWith(const LaunchShape& shape, void* stream, const void* const* arguments) const;

 private:
  friend class Module;
  Function(const Driver* driver, void* raw) : driver_(driver), raw_(raw) {}
  const Driver* driver_;
  void* raw_;
};

// Loaded code. Move-only; unloaded at the end, in a thread with the context it was loaded in.
class Module {
 public:
  Module(Module&& other) noexcept : driver_(other.driver_), raw_(std::exchange(other.raw_, nullptr)) {}
  Module& operator=(Module&&) = delete;
  ~Module();
  // NOT_FOUND if it has none of the name.
  StatusOr<Function> Get(const std::string& name) const;

 private:
  friend class Driver;
  Module(const Driver* driver, void* raw) : driver_(driver), raw_(raw) {}
  const Driver* driver_;
  void* raw_;
};

}  // namespace cuda
}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_CUDA_H_
