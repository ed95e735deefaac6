// Compiles a program through the cache on disk: the first run compiles, later ones, also of other processes, load.
//
//   compile_cache DIRECTORY [PLUGIN]
#include <chrono>
#include <cstdio>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %product = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %result = stablehlo.tanh %product : tensor<256x256xf32>
  return %result : tensor<256x256xf32>
})";

pjrt::Status Run(const char* directory, const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::CompileCache cache, pjrt::CompileCache::Open({.directory = directory}));
  for (int i = 0; i < 2; ++i) {
    const auto start = std::chrono::steady_clock::now();
    pjrt::CacheReport report;
    CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable executable, cache.Compile(client, {kProgram}, {}, &report));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf("%s\n", ToString(report.outcome));
    std::fprintf(stderr, "%.1f ms\n", took.count());
    if (!report.problem.ok()) std::fprintf(stderr, "%s\n", report.problem.ToString().c_str());
  }
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: compile_cache DIRECTORY [PLUGIN]\n");
    return 2;
  }
  const pjrt::Status status = Run(argv[1], argc > 2 ? argv[2] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
