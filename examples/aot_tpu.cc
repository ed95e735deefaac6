// Compiles for TPUs that are not here: a topology is enough. Tells what the program will need, and writes an artifact that a
// machine with such TPUs loads (Artifact::Load, or `pjrt run`).
//
//   aot_tpu ARTIFACT [TOPOLOGY] [PLUGIN]
#include <cstdio>
#include <cstdlib>
#include <string>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %y : tensor<512x512xbf16>
})";

pjrt::Status Run(const std::string& path, const std::string& name, const std::string& plugin_name) {
  // libtpu would ask the cloud for minutes what machine this is.
  setenv("TPU_SKIP_MDS_QUERY", "1", /*overwrite=*/0);
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Topology topology, pjrt::Topology::Create(plugin, name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Executable executable, topology.Compile({kProgram}, {}));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Artifact artifact, pjrt::Artifact::Make(topology, executable, {kProgram}, {}));
  CPPJRT_RETURN_IF_ERROR(artifact.WriteFile(path));

  std::printf("for %s\n", artifact.device_kinds.empty() ? "unknown devices" : artifact.device_kinds[0].c_str());
  if (artifact.memory.has_value()) {
    std::printf("arguments %lld, results %lld bytes\n", static_cast<long long>(artifact.memory->argument_size),
                static_cast<long long>(artifact.memory->output_size));
  }
  for (const auto& [what, value] : artifact.cost) {
    if (what == "flops" || what == "bytes accessed")
      std::printf("%s %s\n", what.c_str(), pjrt::ToString(value).c_str());
  }
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: aot_tpu ARTIFACT [TOPOLOGY] [PLUGIN]\n");
    return 2;
  }
  const pjrt::Status status = Run(argv[1], argc > 2 ? argv[2] : "v5e:2x2", argc > 3 ? argv[3] : "tpu");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
