// Whether calls from several threads get in each other's way: executions and uploads of 4 B on four devices, from one thread and from
// as many as there are cores, and from eight.
//
//   threads [PLUGIN …]
#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "bench/measure.h"
#include "bench/raw_client.h"
#include "pjrt/pjrt.h"

namespace cppjrt::bench {
namespace {

constexpr const char* kProgram = R"(// fault.parameters = 1
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
})";
constexpr size_t kDevices = 4;
constexpr int kRounds = 15;
constexpr std::chrono::milliseconds kRound(40);

struct Work {
  pjrt::LoadedExecutable executable;
  pjrt::Buffer argument;
  pjrt::Device device;
};

std::vector<Work> MakeWork(const pjrt::Client& client) {
  std::vector<Work> work;
  const float one = 1;
  for (size_t i = 0; i < std::min(kDevices, client.addressable_devices().size()); ++i) {
    const pjrt::Device& device = client.addressable_devices()[i];
    pjrt::CompileOptions options;
    options.device_assignment = pjrt::DeviceAssignment{1, 1, {device.id()}};
    pjrt::UploadOptions upload;
    upload.device = &device;
    work.push_back({Must(client.Compile({kProgram, "mlir"}, options)),
                    Must(client.Upload<float>(std::span(&one, 1), {}, upload)), device});
  }
  return work;
}

// Calls a second of all threads together, `threads` of them, each on a device.
template <class Call>
double Rate(const std::vector<Work>& work, size_t threads, const Call& call) {
  std::atomic<bool> start = false;
  std::atomic<bool> stop = false;
  std::atomic<int64_t> calls = 0;
  std::vector<std::thread> pool;
  for (size_t t = 0; t < threads; ++t) {
    pool.emplace_back([&, t] {
      int64_t mine = 0;
      while (!start) std::this_thread::yield();
      while (!stop) {
        for (int i = 0; i < 50; ++i) call(work[t % work.size()]);
        mine += 50;
      }
      calls += mine;
    });
  }
  const auto begin = std::chrono::steady_clock::now();
  start = true;
  std::this_thread::sleep_for(kRound);
  stop = true;
  for (std::thread& thread : pool) thread.join();
  return static_cast<double>(calls) / std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Call>
void Scale(const char* name, const std::vector<Work>& work, const Call& call) {
  const size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (const size_t threads : {cores, size_t{8}}) {
    Samples one;
    Samples many;
    Samples gain;
    for (int i = 0; i < kRounds; ++i) {  // in turn, as other work comes and goes
      one.push_back(Rate(work, 1, call));
      many.push_back(Rate(work, threads, call));
      gain.push_back(many.back() / one.back() / static_cast<double>(std::min(threads, cores)));
    }
    const std::string title = std::string(name) + ", " + std::to_string(threads) + " threads";
    PrintRow(std::string(name) + ", 1 thread", one, 1e-6, "M/s");
    PrintRow(title, many, 1e-6, "M/s");
    PrintRow("  of linear, up to the cores", gain, 1, "");
  }
}

void Run(const pjrt::Plugin& plugin) {
  pjrt::ClientOptions options;
  if (plugin.name().find("fault") != std::string::npos) {
    options.create_options["num_devices"] = static_cast<int64_t>(kDevices);
  }
  const pjrt::Client client = Must(pjrt::Client::Create(plugin, options));
  const std::vector<Work> work = MakeWork(client);
  std::printf("\n%s, %zu devices\n", plugin.name().c_str(), work.size());
  Scale("execute", work, [](const Work& w) {
    std::array<pjrt::Buffer, 1> results;
    const std::array<const pjrt::Buffer*, 1> arguments = {&w.argument};
    if (!w.executable.Execute(arguments, std::span(results)).ok()) std::exit(1);
  });
  Scale("upload 4 B", work, [&client](const Work& w) {
    const float one = 1;
    pjrt::UploadOptions upload;
    upload.device = &w.device;
    if (!client.Upload<float>(std::span(&one, 1), {}, upload).ok()) std::exit(1);
  });
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  cppjrt::bench::PrintHeader("threads: calls a second of all threads together");
  for (const pjrt::Plugin& plugin : cppjrt::bench::Plugins(argc, argv)) cppjrt::bench::Run(plugin);
}
