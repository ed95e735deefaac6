#include "cli/install/catalog.h"

#include <strings.h>

#include <algorithm>

namespace cppjrt::install {
namespace {

// XLA reports every create option it is given; warnings and errors still come.
constexpr std::string_view kQuietXla = "TF_CPP_MIN_LOG_LEVEL=1";

// clang-format off
constexpr CatalogEntry kCatalog[] = {
    {.name = "xla-cpu",
     .aliases = "xla-cpu-0.115",
     .package = "lammps-jax-pjrt-cpu",
     .version = "0.11.2",
     .file = "lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so",
     .wheel = "lammps_jax_pjrt_cpu-0.11.2-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "1319390d948b39f69f7dade496b7c385149d9ca6097a6b62114da113216d9ad1",
     .per_python = false,
     .environment = kQuietXla,
     .description = "XLA for CPUs, PJRT 0.115"},
    {.name = "xla-cpu-0.106",
     .aliases = "",
     .package = "fastatomstruct-xla-cpu",
     .version = "2026.6.23",
     .file = "fastatomstruct_xla_cpu/libpjrt_cpu.so",
     .wheel = "fastatomstruct_xla_cpu-2026.6.23-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "88b1c430b341b4bea40a37420311c9c75db6e22b46d2ff95b6986577bee6afe9",
     .per_python = false,
     .environment = kQuietXla,
     .description = "XLA for CPUs, PJRT 0.106"},
    {.name = "xla-cpu-0.81",
     .aliases = "",
     .package = "xla-cpu-pjrt",
     .version = "0.0.1",
     .file = "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so",
     .wheel = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "55837b6b7b47daa717f2d9a5a03563ea0ceaa338d06a81a1e2d3f060d960decc",
     .per_python = false,
     .environment = kQuietXla,
     .description = "XLA for CPUs, PJRT 0.81"},
    {.name = "tpu",
     .aliases = "libtpu",
     .package = "libtpu",
     .version = "0.0.52",
     .file = "libtpu/libtpu.so",
     .wheel = "libtpu-0.0.52-cp311-cp311-manylinux_2_31_x86_64.whl",
     .wheel_sha256 = "f5e2e596eaea9357fbb5a6755a7a9007c6ab75bfde4a55191b03eff402971140",
     .per_python = true,
     .environment = "TPU_SKIP_MDS_QUERY=1",
     .description = "Google TPUs, PJRT 0.117; compiles for a named topology without a TPU"},
    {.name = "cuda13",
     .aliases = "cuda",
     .package = "jax-cuda13-pjrt",
     .version = "0.12.0.1",
     .file = "jax_plugins/xla_cuda13/xla_cuda_plugin.so",
     .wheel = "jax_cuda13_pjrt-0.12.0.1-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "5899bb6177eda86ea532afb9a26794f2bdd04966f6a01f9028266b16c2b6cf90",
     .per_python = false,
     .environment = "",
     .description = "NVIDIA GPUs, PJRT 0.116; needs the CUDA 13 libraries to run programs"},
    {.name = "cuda12",
     .aliases = "",
     .package = "jax-cuda12-pjrt",
     .version = "0.12.0.1",
     .file = "jax_plugins/xla_cuda12/xla_cuda_plugin.so",
     .wheel = "jax_cuda12_pjrt-0.12.0.1-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "5ec28e06198d094031c37590b4ea753ae8cde4879ab4b60baf40f0dffb673286",
     .per_python = false,
     .environment = "",
     .description = "NVIDIA GPUs, PJRT 0.116; needs the CUDA 12 libraries to run programs"},
    {.name = "rocm7",
     .aliases = "rocm",
     .package = "jax-rocm7-pjrt",
     .version = "0.12.0",
     .file = "jax_plugins/xla_rocm7/xla_rocm_plugin.so",
     .wheel = "jax_rocm7_pjrt-0.12.0-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "4551d0714523355f2946ca1958c3f584e95661e467a641d36b726f718a1c7934",
     .per_python = false,
     .environment = "",
     .description = "AMD GPUs; needs the ROCm 7 libraries to load"},
    {.name = "oneapi",
     .aliases = "",
     .package = "jax-oneapi-pjrt",
     .version = "0.11.2",
     .file = "jax_plugins/xla_oneapi/xla_oneapi_plugin.so",
     .wheel = "jax_oneapi_pjrt-0.11.2-py3-none-manylinux_2_27_x86_64.whl",
     .wheel_sha256 = "ae7250c5d4459dcfedf4de1bf683edfef0502861e44b6e9bfaa7d8133b4292c1",
     .per_python = false,
     .environment = "",
     .description = "Intel GPUs; needs the oneAPI libraries to load"},
};
// clang-format on

bool SameWord(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool HasWord(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    if (SameWord(words.substr(0, end), word)) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

std::string Names(std::span<const CatalogEntry> catalog) {
  std::string names;
  for (const CatalogEntry& entry : catalog) {
    if (!names.empty()) names += ", ";
    names += entry.name;
  }
  return names;
}

std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::span<const CatalogEntry> Catalog() { return kCatalog; }

StatusOr<CatalogEntry> FindInCatalog(std::string_view name, std::span<const CatalogEntry> catalog) {
  for (const CatalogEntry& entry : catalog) {
    if (SameWord(entry.name, name) || SameWord(entry.package, name) || HasWord(entry.aliases, name)) return entry;
  }
  return NotFoundError("no plugin named \"" + std::string(name) + "\" can be installed; known: " + Names(catalog));
}

std::string_view EnvironmentForFile(std::string_view path) {
  for (const CatalogEntry& entry : kCatalog) {
    if (BaseName(entry.file) == BaseName(path)) return entry.environment;
  }
  return {};
}

}  // namespace cppjrt::install
