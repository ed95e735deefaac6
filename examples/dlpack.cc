// Arrays shared with another framework of the process without a copy: a buffer goes out as a DLPack tensor, whose memory is read in
// place; memory of the caller comes in, is computed with, and is given back.
//
//   dlpack [PLUGIN]
#include "pjrt/dlpack.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr const char* kProgram = R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
})";

// What another framework has: an array, and a tensor that tells where it is and how to give it back.
struct Producer {
  explicit Producer(std::vector<float> values)
      : size(static_cast<int64_t>(values.size())),
        data(static_cast<float*>(std::aligned_alloc(64, (values.size() * sizeof(float) + 63) / 64 * 64))) {
    std::copy(values.begin(), values.end(), data);
    tensor.version = {1, 0};
    tensor.manager_ctx = this;
    tensor.deleter = [](DLManagedTensorVersioned* self) {
      auto* producer = static_cast<Producer*>(self->manager_ctx);
      std::printf("the producer has its memory back\n");
      std::free(producer->data);
      delete producer;
    };
    tensor.dl_tensor.data = data;
    tensor.dl_tensor.device = {kDLCPU, 0};
    tensor.dl_tensor.ndim = 1;
    tensor.dl_tensor.dtype = {kDLFloat, 32, 1};
    tensor.dl_tensor.shape = &size;
  }
  int64_t size;
  float* data;
  DLManagedTensorVersioned tensor{};
};

// What another framework does with a tensor that it is given.
void Consume(DLManagedTensorVersioned* tensor) {
  const auto* values = static_cast<const float*>(tensor->dl_tensor.data);
  for (int64_t i = 0; i < tensor->dl_tensor.shape[0]; ++i) {
    std::printf("%g ", static_cast<double>(values[i * tensor->dl_tensor.strides[0]]));
  }
  std::printf("\n");
  tensor->deleter(tensor);
}

pjrt::Status Run(const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable square, client.Compile({kProgram, "mlir"}));

  auto* producer = new Producer({1, 2, 3, 4});
  const float* const memory = producer->data;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer in, pjrt::FromDlpack(client, &producer->tensor));
  CPPJRT_ASSIGN_OR_RETURN(const void* const used, in.DeviceMemoryPointer());
  std::printf("in place: %s\n", used == memory ? "yes" : "no");

  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> results, square.Execute({&in}));
  CPPJRT_ASSIGN_OR_RETURN(DLManagedTensorVersioned* const out, pjrt::ToDlpack(std::move(results[0])));
  Consume(out);
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = Run(argc > 1 ? argv[1] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
