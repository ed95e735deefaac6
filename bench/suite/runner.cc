#include "bench/suite/runner.h"

#include <sched.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "pjrt/discovery.h"

namespace cppjrt::bench {
namespace {

constexpr const char* kSmallProgram = R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.subtract %x, %c : tensor<f32>
  return %0 : tensor<f32>
})";

std::optional<int64_t> Fallbacks(const pjrt::Executable& executable) {
  const auto costs = executable.cost_analysis();
  if (!costs.ok()) return std::nullopt;
  const auto found = costs->find("cppjrt fallbacks");
  if (found == costs->end()) return std::nullopt;
  if (const auto* count = std::get_if<int64_t>(&found->second)) return *count;
  if (const auto* count = std::get_if<float>(&found->second)) return static_cast<int64_t>(*count);
  return std::nullopt;
}

}  // namespace

double NowMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void LimitThreads(int threads) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    cpu_set_t chosen;
    CPU_ZERO(&chosen);
    for (size_t cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&chosen) < threads; ++cpu) {
      if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &chosen);
    }
    sched_setaffinity(0, sizeof chosen, &chosen);
  }
  // XLA's thread pools read these.
  const std::string number = std::to_string(threads);
  setenv("PJRT_NPROC", number.c_str(), 1);
  setenv("NPROC", number.c_str(), 1);
  setenv("TF_CPP_MIN_LOG_LEVEL", "3", 0);
}

std::string OurPlugin() {
  const char* path = std::getenv("CPPJRT_BENCH_PLUGIN");
  return path != nullptr ? path : CPPJRT_BENCH_DEFAULT_PLUGIN;
}

std::optional<std::string> XlaPlugin() {
  const auto found = pjrt::FindPlugin("xla-cpu");
  if (!found.ok() || !found->usable()) return std::nullopt;
  return found->path;
}

pjrt::StatusOr<std::unique_ptr<Runner>> Runner::Create(const std::string& plugin, int threads, bool is_ours) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin loaded, pjrt::Plugin::Load(plugin));
  pjrt::ClientOptions options;
  options.create_options["cpu_device_count"] = int64_t{1};
  if (is_ours) options.create_options["num_threads"] = int64_t{threads};
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Client client, pjrt::Client::Create(loaded, options));
  return std::unique_ptr<Runner>(new Runner(std::move(client)));
}

pjrt::Status Runner::WarmUp() const { return client_.Compile({kSmallProgram}).status(); }

pjrt::StatusOr<Compiled> Runner::Compile(const std::string& code) {
  Compiled compiled;
  const double start = NowMs();
  auto executable = client_.Compile({code});
  compiled.ms = NowMs() - start;
  if (!executable.ok()) return executable.status();
  if (auto stats = executable->executable().memory_stats(); stats.ok()) compiled.temp_bytes = stats->temp_size;
  compiled.fallbacks = Fallbacks(executable->executable());
  executable_ = *std::move(executable);
  results_ = std::vector<pjrt::Buffer>(executable_->num_outputs());
  return compiled;
}

pjrt::Status Runner::Upload(const BenchProgram& program) {
  arguments_.clear();
  pointers_.clear();
  arguments_.reserve(program.arguments.size());
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const ArrayInfo& array = program.arguments[i];
    const std::vector<std::byte> values = MakeArgument(program, i);
    CPPJRT_ASSIGN_OR_RETURN(pjrt::Buffer buffer,
                            client_.Upload(pjrt::HostArray{values.data(), array.type, array.dims, {}}));
    CPPJRT_RETURN_IF_ERROR(buffer.ReadyEvent().Await());
    arguments_.push_back(std::move(buffer));
  }
  for (const pjrt::Buffer& buffer : arguments_) pointers_.push_back(&buffer);
  return pjrt::Status();
}

pjrt::Status Runner::Execute() {
  pjrt::Event done;
  CPPJRT_RETURN_IF_ERROR(executable_->Execute(pointers_, std::span(results_), {}, &done));
  return done.Await();
}

pjrt::StatusOr<double> Runner::Run(int count) {
  const double start = NowMs();
  for (int i = 0; i < count; ++i) {
    CPPJRT_RETURN_IF_ERROR(Execute());
    for (pjrt::Buffer& result : results_) result = pjrt::Buffer();
  }
  return (NowMs() - start) / count;
}

pjrt::StatusOr<std::vector<std::vector<std::byte>>> Runner::Results() {
  CPPJRT_RETURN_IF_ERROR(Execute());
  std::vector<std::vector<std::byte>> values;
  for (const pjrt::Buffer& result : results_) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<std::byte> bytes, result.ToHost());
    values.push_back(std::move(bytes));
  }
  for (pjrt::Buffer& result : results_) result = pjrt::Buffer();
  return values;
}

}  // namespace cppjrt::bench
