// A training loop that survives being killed: linear regression, the weights stay on the device and are donated to each step,
// a checkpoint is written now and then. Started again, it goes on from the last checkpoint, bit for bit.
//
//   train_resume CHECKPOINT [STEPS] [PLUGIN]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "pjrt/pjrt.h"

namespace {

// One step of gradient descent: the new weights take the place of the old (tf.aliasing_output).
constexpr const char* kStep = R"(
func.func @main(%w: tensor<8xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<16x8xf32>, %y: tensor<16xf32>)
    -> (tensor<8xf32>, tensor<f32>) {
  %prediction = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %error = stablehlo.subtract %prediction, %y : tensor<16xf32>
  %gradient = stablehlo.dot_general %error, %x, contracting_dims = [0] x [0] : (tensor<16xf32>, tensor<16x8xf32>) -> tensor<8xf32>
  %rate = stablehlo.constant dense<0.01> : tensor<8xf32>
  %change = stablehlo.multiply %rate, %gradient : tensor<8xf32>
  %new = stablehlo.subtract %w, %change : tensor<8xf32>
  %squares = stablehlo.multiply %error, %error : tensor<16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %loss = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
  return %new, %loss : tensor<8xf32>, tensor<f32>
})";

const std::vector<int64_t> kWeights = {8};
const std::vector<int64_t> kInputs = {16, 8};
const std::vector<int64_t> kTargets = {16};

// The data of a step depend on its number only, so that a resumed run sees the same.
struct Batch {
  std::vector<float> x;
  std::vector<float> y;
};

Batch MakeBatch(int64_t step) {
  Batch batch;
  uint64_t state = static_cast<uint64_t>(step) * 1000003 + 1;
  for (int row = 0; row < 16; ++row) {
    float target = 0;
    for (int column = 0; column < 8; ++column) {
      state = state * 6364136223846793005 + 1442695040888963407;
      batch.x.push_back(static_cast<float>(state >> 40) / (1 << 24) - 0.5F);
      target += batch.x.back() * static_cast<float>(column);
    }
    batch.y.push_back(target);
  }
  return batch;
}

pjrt::StatusOr<int64_t> Start(pjrt::Session& train, const std::string& checkpoint) {
  const pjrt::StatusOr<pjrt::NamedValues> note = train.Restore(checkpoint);
  if (note.ok()) return std::get<int64_t>(note->at("step"));
  if (note.status().code() != pjrt::StatusCode::kNotFound) return note.status();
  const std::vector<float> zeros(8);
  CPPJRT_RETURN_IF_ERROR(train.Set("weights", pjrt::HostArray{zeros.data(), pjrt::ElementType::kF32, kWeights, {}}));
  return int64_t{0};
}

pjrt::Status Run(const std::string& checkpoint, int64_t steps, const char* plugin_name) {
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Plugin plugin, pjrt::Plugin::Find(plugin_name));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(plugin));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::LoadedExecutable step, client.Compile({kStep}));
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Session train, pjrt::Session::Create(client, std::move(step),
                                                                     {.inputs = {"weights", "x", "y"},
                                                                      .outputs = {"weights", "loss"},
                                                                      .feedback = {{"weights", "weights"}}}));
  CPPJRT_ASSIGN_OR_RETURN(const int64_t first, Start(train, checkpoint));
  if (first > 0) std::fprintf(stderr, "resumed at step %lld\n", static_cast<long long>(first));
  pjrt::Session::Results last;
  for (int64_t i = first; i < steps; ++i) {
    const Batch batch = MakeBatch(i);
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer x, client.Upload<float>(batch.x, kInputs));
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer y, client.Upload<float>(batch.y, kTargets));
    CPPJRT_ASSIGN_OR_RETURN(last, train.Run({{"x", x}, {"y", y}}));  // queued: the loop runs ahead of the device
    if ((i + 1) % 20 == 0) CPPJRT_RETURN_IF_ERROR(train.Save(checkpoint, {{"step", i + 1}}));
  }
  CPPJRT_RETURN_IF_ERROR(train.Wait());
  CPPJRT_ASSIGN_OR_RETURN(std::span<const pjrt::Buffer> weights, train.Get("weights"));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<float> values, weights[0].ToVector<float>());
  for (const float value : values) std::printf("%a ", static_cast<double>(value));  // every bit
  std::printf("\n");
  return pjrt::Status();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: train_resume CHECKPOINT [STEPS] [PLUGIN]\n");
    return 2;
  }
  const pjrt::Status status = Run(argv[1], argc > 2 ? std::atoll(argv[2]) : 1000, argc > 3 ? argv[3] : "");
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  return status.ok() ? 0 : 1;
}
