// A CUDA driver without a GPU: memory of the host, streams that are done at once, and modules whose code is one function, "add_to_all",
// which adds a number to each of n floats. A module is text that names its functions after ".entry ".
#include <cstdint>
#include <cstring>
#include <string>

namespace {

constexpr int kInvalidValue = 1;
constexpr int kOutOfMemory = 2;
constexpr int kInvalidImage = 200;
constexpr int kNotFound = 500;
constexpr size_t kMemory = size_t{1} << 40;

struct Module {
  std::string text;
};
int loaded = 0;

template <class T>
T Argument(void** arguments, int i) {
  T value;
  std::memcpy(&value, arguments[i], sizeof value);
  return value;
}

int Copy(void* dst, const void* src, size_t size) {
  if (size > kMemory) return kOutOfMemory;
  std::memmove(dst, src, size);
  return 0;
}
void* Pointer(uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int cuInit(unsigned) { return 0; }
EXPORT int cuDriverGetVersion(int* version) {
  *version = 12040;
  return 0;
}
EXPORT int cuGetErrorName(int error, const char** text) {
  *text = error == kOutOfMemory ? "CUDA_ERROR_OUT_OF_MEMORY" : error == kNotFound ? "CUDA_ERROR_NOT_FOUND" : nullptr;
  return *text == nullptr ? kInvalidValue : 0;
}
EXPORT int cuGetErrorString(int, const char** text) {
  *text = "told by the stub";
  return 0;
}
EXPORT int cuMemcpyDtoDAsync_v2(uint64_t dst, uint64_t src, size_t size, void*) {
  return Copy(Pointer(dst), Pointer(src), size);
}
EXPORT int cuMemcpyDtoHAsync_v2(void* dst, uint64_t src, size_t size, void*) { return Copy(dst, Pointer(src), size); }
EXPORT int cuMemcpyHtoDAsync_v2(uint64_t dst, const void* src, size_t size, void*) {
  return Copy(Pointer(dst), src, size);
}
EXPORT int cuStreamSynchronize(void*) { return 0; }
EXPORT int cuModuleLoadData(void** module, const void* image) {
  const std::string text(static_cast<const char*>(image));
  if (text.find(".entry ") == std::string::npos) return kInvalidImage;
  *module = new Module{text};
  ++loaded;
  return 0;
}
EXPORT int cuModuleUnload(void* module) {
  delete static_cast<Module*>(module);
  --loaded;
  return 0;
}
EXPORT int cuModuleGetFunction(void** function, void* module, const char* name) {
  if (static_cast<Module*>(module)->text.find(std::string(".entry ") + name) == std::string::npos) return kNotFound;
  *function = module;
  return 0;
}
EXPORT int cuLaunchKernel(void*, unsigned grid_x, unsigned, unsigned, unsigned block_x, unsigned, unsigned, unsigned,
                          void*, void** arguments, void**) {
  auto* data = Argument<float*>(arguments, 0);
  const auto what = Argument<float>(arguments, 1);
  const auto count = Argument<int32_t>(arguments, 2);
  if (static_cast<uint64_t>(grid_x) * block_x < static_cast<uint64_t>(count)) return kInvalidValue;
  for (int32_t i = 0; i < count; ++i) data[i] += what;
  return 0;
}
EXPORT int StubLoadedModules() { return loaded; }
