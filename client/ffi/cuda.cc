#include "pjrt/ffi/cuda.h"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace cuda {

// The functions of the driver that are used here, as its documentation declares them: CUresult is an int, handles are pointers, an
// address on the device is 64 bits.
struct DriverTable {
  int (*init)(unsigned flags);
  int (*driver_get_version)(int* version);
  int (*get_error_name)(int error, const char** text);
  int (*get_error_string)(int error, const char** text);
  int (*memcpy_dtod_async)(uint64_t dst, uint64_t src, size_t size, void* stream);
  int (*memcpy_dtoh_async)(void* dst, uint64_t src, size_t size, void* stream);
  int (*memcpy_htod_async)(uint64_t dst, const void* src, size_t size, void* stream);
  int (*stream_synchronize)(void* stream);
  int (*module_load_data)(void** module, const void* image);
  int (*module_unload)(void* module);
  int (*module_get_function)(void** function, void* module, const char* name);
  int (*launch_kernel)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                       unsigned block_y, unsigned block_z, unsigned shared_bytes, void* stream, void** arguments,
                       void** extra);
};

namespace {

constexpr char kDefaultLibrary[] = "libcuda.so.1";
// CUresult of the driver.
constexpr int kSuccess = 0;
constexpr int kOutOfMemory = 2;
constexpr int kNotFound = 500;

uint64_t Address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

Status ToStatus(const DriverTable& table, int result, const char* function) {
  if (result == kSuccess) return Status();
  const char* name = nullptr;
  const char* text = nullptr;
  table.get_error_name(result, &name);
  table.get_error_string(result, &text);
  const StatusCode code = result == kOutOfMemory ? StatusCode::kResourceExhausted
                          : result == kNotFound  ? StatusCode::kNotFound
                                                 : StatusCode::kInternal;
  return Status(code, std::string(function) + ": " + (name == nullptr ? std::to_string(result) : name) +
                          (text == nullptr ? "" : std::string(" (") + text + ")"));
}

// Finds a function, or says which one is missing.
template <class F>
Status Find(void* library, const char* name, F*& function) {
  function = reinterpret_cast<F*>(dlsym(library, name));
  return function != nullptr ? Status() : cppjrt::UnimplementedError(std::string("the CUDA driver has no ") + name);
}

Status FindAll(void* library, DriverTable& table) {
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuInit", table.init));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuDriverGetVersion", table.driver_get_version));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuGetErrorName", table.get_error_name));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuGetErrorString", table.get_error_string));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuMemcpyDtoDAsync_v2", table.memcpy_dtod_async));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuMemcpyDtoHAsync_v2", table.memcpy_dtoh_async));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuMemcpyHtoDAsync_v2", table.memcpy_htod_async));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuStreamSynchronize", table.stream_synchronize));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuModuleLoadData", table.module_load_data));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuModuleUnload", table.module_unload));
  CPPJRT_RETURN_IF_ERROR(Find(library, "cuModuleGetFunction", table.module_get_function));
  return Find(library, "cuLaunchKernel", table.launch_kernel);
}

}  // namespace

StatusOr<const Driver*> Driver::Get() {
  const char* path = std::getenv("CPPJRT_CUDA_DRIVER");
  return Load(path != nullptr && *path != '\0' ? path : kDefaultLibrary);
}

StatusOr<const Driver*> Driver::Load(const std::string& path) {
  static std::mutex mutex;
  static auto* const drivers = new std::map<std::string, const Driver*>();  // guarded by mutex
  std::lock_guard<std::mutex> lock(mutex);
  if (const auto known = drivers->find(path); known != drivers->end()) return known->second;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return cppjrt::NotFoundError("no CUDA driver: " + std::string(why == nullptr ? path : why));
  }
  auto table = std::make_unique<DriverTable>();
  CPPJRT_RETURN_IF_ERROR(FindAll(library, *table));
  CPPJRT_RETURN_IF_ERROR(ToStatus(*table, table->init(0), "cuInit"));
  const Driver* driver = new Driver(table.release());
  drivers->emplace(path, driver);
  return driver;
}

StatusOr<int> Driver::version() const {
  int version = 0;
  CPPJRT_RETURN_IF_ERROR(ToStatus(*table_, table_->driver_get_version(&version), "cuDriverGetVersion"));
  return version;
}

Status Driver::CopyDeviceToDevice(void* dst, const void* src, size_t size, void* stream) const {
  return ToStatus(*table_, table_->memcpy_dtod_async(Address(dst), Address(src), size, stream), "cuMemcpyDtoDAsync");
}

Status Driver::CopyDeviceToHost(void* dst, const void* src, size_t size, void* stream) const {
  return ToStatus(*table_, table_->memcpy_dtoh_async(dst, Address(src), size, stream), "cuMemcpyDtoHAsync");
}

Status Driver::CopyHostToDevice(void* dst, const void* src, size_t size, void* stream) const {
  return ToStatus(*table_, table_->memcpy_htod_async(Address(dst), src, size, stream), "cuMemcpyHtoDAsync");
}

Status Driver::Synchronize(void* stream) const {
  return ToStatus(*table_, table_->stream_synchronize(stream), "cuStreamSynchronize");
}

StatusOr<Module> Driver::LoadModule(std::string_view image) const {
  if (image.empty()) return cppjrt::InvalidArgumentError("LoadModule: there is no code");
  const std::string text(image);  // PTX must end with a zero
  void* module = nullptr;
  CPPJRT_RETURN_IF_ERROR(ToStatus(*table_, table_->module_load_data(&module, text.c_str()), "cuModuleLoadData"));
  return Module(this, module);
}

Module::~Module() {
  if (raw_ != nullptr) static_cast<void>(driver_->table().module_unload(raw_));
}

StatusOr<Function> Module::Get(const std::string& name) const {
  void* function = nullptr;
  const DriverTable& table = driver_->table();
  CPPJRT_RETURN_IF_ERROR(
      ToStatus(table, table.module_get_function(&function, raw_, name.c_str()), "cuModuleGetFunction")
          .WithContext(name));
  return Function(driver_, function);
}

Status Function::LaunchWith(const LaunchShape& shape, void* stream, const void* const* arguments) const {
  const DriverTable& table = driver_->table();
  const int result = table.launch_kernel(raw_, shape.grid.x, shape.grid.y, shape.grid.z, shape.block.x, shape.block.y,
                                         shape.block.z, shape.shared_memory_bytes, stream,
                                         const_cast<void**>(const_cast<const void**>(arguments)), nullptr);
  return ToStatus(table, result, "cuLaunchKernel");
}

}  // namespace cuda
}  // namespace ffi
}  // namespace v0
}  // namespace pjrt
