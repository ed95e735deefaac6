// A custom kernel: a C++ function that a program calls, with checked arguments, attributes, and state of its own.
//
//   custom_kernel [PLUGIN]
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "pjrt/ffi.h"
#include "pjrt/pjrt.h"

namespace {

namespace ffi = pjrt::ffi;
using Floats = ffi::Buffer<ffi::F32>;

constexpr const char* kProgram = R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @soft_clip(%a) {
    api_version = 4 : i32, backend_config = {limit = 2.0 : f32}
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";

// Made once for each call of a compiled program.
struct Plan {
  float limit;
  std::atomic<int> runs = 0;
};

pjrt::StatusOr<std::unique_ptr<Plan>> MakePlan(float limit) {
  if (limit <= 0) return cppjrt::InvalidArgumentError("soft_clip: the limit must be positive");
  auto plan = std::make_unique<Plan>();
  plan->limit = limit;
  return plan;
}

void SoftClip(ffi::State<Plan> plan, Floats in, ffi::Out<Floats> out, float /*limit*/) {
  ++plan->runs;
  for (size_t i = 0; i < in.num_elements(); ++i) out.data()[i] = plan->limit * std::tanh(in.data()[i] / plan->limit);
  std::printf("run %d\n", plan->runs.load());
}

pjrt::Status Run(const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  ffi::Kernel kernel;
  kernel.instantiate = ffi::Bind().Attr<float>("limit").To(MakePlan);
  kernel.execute = ffi::Bind().Ctx<ffi::State<Plan>>().Arg<Floats>().Ret<Floats>().Attr<float>("limit").To(SoftClip);
  CPPJRT_RETURN_IF_ERROR(ffi::Register(plugin, "soft_clip", kernel));

  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable clip, client.Compile({kProgram, "mlir"}));
  const std::vector<float> values = {-100, -1, 1, 100};
  const std::vector<int64_t> dims = {4};
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer a, client.Upload<float>(values, dims));
  for (int i = 0; i < 2; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> results, clip.Execute({&a}));
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> clipped, results[0].ToVector<float>());
    for (const float value : clipped) std::printf("%.4f ", static_cast<double>(value));
    std::printf("\n");
  }
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = Run(argc > 1 ? argv[1] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
