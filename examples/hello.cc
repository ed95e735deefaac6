// The smallest program that uses a plugin: adds two arrays on whatever plugin is the default one, or the one named.
//
//   hello [PLUGIN]
#include <cstdio>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kProgram = R"(
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = stablehlo.add %a, %b : tensor<4xf32>
  return %sum : tensor<4xf32>
})";

pjrt::Status Run(const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable add, client.Compile({kProgram}));

  const std::vector<float> a = {1, 2, 3, 4};
  const std::vector<float> b = {10, 20, 30, 40};
  const std::vector<int64_t> dims = {4};
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer x, client.Upload<float>(a, dims));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer y, client.Upload<float>(b, dims));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> results, add.Execute({&x, &y}));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<float> sum, results[0].ToVector<float>());
  for (float value : sum) std::printf("%g ", static_cast<double>(value));
  std::printf("\n");
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = Run(argc > 1 ? argv[1] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
