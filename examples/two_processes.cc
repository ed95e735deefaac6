// Two processes that find each other through a directory: the first compiles and hands the executable on, both work on half
// of the data, the first adds up. A client is given the same store, through which plugins for several hosts find their peers.
//
//   two_processes DIRECTORY RANK [PLUGIN]     RANK is 0 or 1; start both, in any order
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
})";

constexpr auto kPatience = std::chrono::seconds(60);

// Compiled by rank 0 only; the other waits for it.
pjrt::StatusOr<pjrt::LoadedExecutable> CompileOnce(const pjrt::Client& client, pjrt::KeyValueStore& store, int rank) {
  if (rank == 0) {
    CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable compiled, client.Compile({kProgram}));
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Artifact artifact, pjrt::Artifact::Make(client, compiled, {kProgram}, {}));
    CPPJRT_RETURN_IF_ERROR(store.Put("program", artifact.Serialize()));
    return compiled;
  }
  CPPJRT_ASSIGN_OR_RETURN(std::string bytes, store.Get("program", kPatience));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Artifact artifact, pjrt::Artifact::Parse(bytes));
  return artifact.LoadOrCompile(client);  // the processes may have other plugins
}

pjrt::Status Run(const char* directory, int rank, const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<pjrt::DirectoryStore> store, pjrt::DirectoryStore::Open(directory));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  pjrt::ClientOptions options;
  options.key_value_store = store;
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin, options));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable sum, CompileOnce(client, *store, rank));

  std::vector<float> half(4);
  for (size_t i = 0; i < 4; ++i) half[i] = static_cast<float>(4 * static_cast<size_t>(rank) + i + 1);
  const std::vector<int64_t> dims = {4};
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer x, client.Upload<float>(half, dims));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> results, sum.Execute({&x}));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<float> mine, results[0].ToVector<float>());
  std::printf("rank %d: %g\n", rank, static_cast<double>(mine[0]));
  if (rank == 1) return store->Put("sum", std::to_string(mine[0]));
  CPPJRT_ASSIGN_OR_RETURN(std::string other, store->Get("sum", kPatience));
  std::printf("both: %g\n", static_cast<double>(mine[0] + std::stof(other)));
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3 || (std::strcmp(argv[2], "0") != 0 && std::strcmp(argv[2], "1") != 0)) {
    std::fprintf(stderr, "usage: two_processes DIRECTORY 0|1 [PLUGIN]\n");
    return 2;
  }
  const pjrt::Status status = Run(argv[1], std::atoi(argv[2]), argc > 3 ? argv[3] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
