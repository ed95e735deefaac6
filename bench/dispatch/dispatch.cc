// What an execution costs on top of the plugin: four arguments, one result, through the client and through the C API by hand.
//
//   dispatch [PLUGIN …]
#include <array>
#include <string>

#include "bench/measure.h"
#include "bench/raw_client.h"
#include "pjrt/pjrt.h"

namespace cppjrt::bench {
namespace {

constexpr const char* kProgram = R"(// fault.parameters = 4
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  %1 = stablehlo.add %c, %d : tensor<f32>
  %2 = stablehlo.add %0, %1 : tensor<f32>
  return %2 : tensor<f32>
})";
constexpr size_t kNumArgs = 4;
constexpr int kCalls = 200;
constexpr int kBatches = 2000;

void Run(const pjrt::Plugin& plugin) {
  const pjrt::Client client = Must(pjrt::Client::Create(plugin));
  const pjrt::LoadedExecutable executable = Must(client.Compile({kProgram}));
  const RawClient raw(TableOf(plugin.name()), client);

  std::array<pjrt::Buffer, kNumArgs> arguments;
  std::array<const pjrt::Buffer*, kNumArgs> pointers{};
  std::array<PJRT_Buffer*, kNumArgs> raw_pointers{};
  const float one = 1;
  for (size_t i = 0; i < kNumArgs; ++i) {
    arguments[i] = Must(client.Upload<float>(std::span(&one, 1), {}));
    pointers[i] = &arguments[i];
    raw_pointers[i] = arguments[i].raw();
  }
  std::array<pjrt::Buffer, 1> results;

  const Pair plain = Compare(
      [&] {
        if (!executable.Execute(pointers, std::span(results)).ok()) std::exit(1);
      },
      [&] {
        PJRT_Buffer* result = nullptr;
        raw.Execute(executable.raw(), raw_pointers.data(), kNumArgs, &result, nullptr);
        raw.Destroy(result);
      },
      kCalls, kBatches);
  const Pair awaited = Compare(
      [&] {
        pjrt::Event done;
        if (!executable.Execute(pointers, std::span(results), {}, &done).ok() || !done.Await().ok()) std::exit(1);
      },
      [&] {
        PJRT_Buffer* result = nullptr;
        PJRT_Event* done = nullptr;
        raw.Execute(executable.raw(), raw_pointers.data(), kNumArgs, &result, &done);
        raw.Await(done);
        raw.Destroy(result);
      },
      kCalls, kBatches);

  std::printf("\n%s\n", plugin.name().c_str());
  PrintRow("execute, by hand", plain.theirs, 1, "ns");
  PrintRow("execute, client", plain.ours, 1, "ns");
  PrintRow("  client's own cost", plain.difference, 1, "ns");
  PrintRow("execute and wait, by hand", awaited.theirs, 1, "ns");
  PrintRow("execute and wait, client", awaited.ours, 1, "ns");
  PrintRow("  client's own cost", awaited.difference, 1, "ns");
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  cppjrt::bench::PrintHeader(
      "dispatch: 4 arguments, 1 result; medians over 2000 batches of 200 calls, by hand and client in turn");
  for (const pjrt::Plugin& plugin : cppjrt::bench::Plugins(argc, argv)) cppjrt::bench::Run(plugin);
}
