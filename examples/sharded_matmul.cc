// A matrix product over four devices. Each has a quarter of the rows of A and of B; it gathers B from the others and makes
// a quarter of the rows of A * B.
//
//   sharded_matmul [PLUGIN]
#include <cstdio>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

constexpr int64_t kDevices = 4;

// What one device does, on 2x8 of A's 8x8 and 2x8 of B's 8x8.
constexpr const char* kProgram = R"(
func.func @main(%a: tensor<2x8xf32>, %b: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %whole = "stablehlo.all_gather"(%b) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}
      : (tensor<2x8xf32>) -> tensor<8x8xf32>
  %c = stablehlo.dot_general %a, %whole, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
  return %c : tensor<2x8xf32>
})";

const std::vector<int64_t> kQuarter = {2, 8};

// A quarter of `matrix`, of 8x8, on each device.
pjrt::StatusOr<std::vector<pjrt::Buffer>> Distribute(const pjrt::Client& client, std::span<const pjrt::Device> devices,
                                                     std::span<const float> matrix) {
  std::vector<pjrt::Buffer> quarters;
  for (size_t i = 0; i < devices.size(); ++i) {
    pjrt::UploadOptions options;
    options.device = &devices[i];
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer quarter, client.Upload<float>(matrix.subspan(i * 16, 16), kQuarter, options));
    quarters.push_back(std::move(quarter));
  }
  return quarters;
}

pjrt::Status Run(const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  pjrt::ClientOptions client_options;
  client_options.create_options["cpu_device_count"] = kDevices;
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin, client_options));
  pjrt::CompileOptions options;
  options.num_replicas = kDevices;
  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable multiply, client.Compile({kProgram}, options));

  std::vector<float> a(64);
  std::vector<float> b(64);
  for (size_t i = 0; i < 64; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = i % 9 == 0 ? 2.0F : 0.0F;  // twice the identity
  }
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> a_rows, Distribute(client, multiply.devices(), a));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> b_rows, Distribute(client, multiply.devices(), b));
  std::vector<std::vector<const pjrt::Buffer*>> arguments;
  for (size_t i = 0; i < a_rows.size(); ++i) arguments.push_back({&a_rows[i], &b_rows[i]});
  std::vector<pjrt::Event> done;
  CPPJRT_ASSIGN_OR_RETURN(std::vector<std::vector<pjrt::Buffer>> results,
                          multiply.ExecuteSharded(arguments, {}, &done));
  CPPJRT_RETURN_IF_ERROR(multiply.Await(done));  // an error would name the device
  for (const std::vector<pjrt::Buffer>& row : results) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<float> values, row[0].ToVector<float>());
    for (size_t i = 0; i < values.size(); ++i)
      std::printf("%g%s", static_cast<double>(values[i]), i % 8 == 7 ? "\n" : " ");
  }
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  const pjrt::Status status = Run(argc > 1 ? argv[1] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
