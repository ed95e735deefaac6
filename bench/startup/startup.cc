// From nothing to the first result: a process that loads a plugin, makes a client, compiles x + 1 and reads the answer.
//
//   startup [--rounds N]
//
// Each round is a new process on each plugin, and in each of our ways to compile (docs/compiler.md), in turn.
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/suite/runner.h"

namespace cppjrt::bench {
namespace {

constexpr int kRounds = 15;
constexpr const char* kProgram = R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.add %x, %c : tensor<f32>
  return %0 : tensor<f32>
})";

// What a process reports, in this order.
constexpr std::array<const char*, 6> kFigures = {"load the plugin",      "create a client",     "compile x + 1",
                                                 "upload, run and read", "all to first result", "peak resident memory"};
constexpr size_t kMemory = 5;

double PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

pjrt::StatusOr<std::vector<double>> Measure(const std::string& path, bool is_ours) {
  LimitThreads(2);
  const double start = NowMs();
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Plugin plugin, pjrt::Plugin::Load(path));
  const double loaded = NowMs();
  pjrt::ClientOptions options;
  options.create_options["cpu_device_count"] = int64_t{1};
  if (is_ours) options.create_options["num_threads"] = int64_t{2};
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, pjrt::Client::Create(plugin, options));
  const double created = NowMs();
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable executable, client.Compile({kProgram}));
  const double compiled = NowMs();
  const float x = 41;
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer argument, client.Upload<float>(std::span(&x, 1), {}));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<pjrt::Buffer> results, executable.Execute({&argument}));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> y, results.at(0).ToVector<float>());
  const double end = NowMs();
  if (y.at(0) != 42) return cppjrt::InternalError("the answer is " + std::to_string(y[0]) + ", not 42");
  return std::vector<double>{loaded - start, created - loaded, compiled - created,
                             end - compiled, end - start,      PeakMegabytes()};
}

int Child(const std::string& path, bool is_ours) {
  const auto figures = Measure(path, is_ours);
  if (!figures.ok()) {
    std::printf("error %s\n", figures.status().ToString().c_str());
  } else {
    for (const double figure : *figures) std::printf("%.6f ", figure);
    std::printf("\n");
  }
  std::fflush(stdout);
  _exit(0);
}

// The figures of one new process; empty if it fails.
std::vector<double> Ask(const std::string& path, bool is_ours, const char* mode) {
  const std::string self = std::to_string(getpid());
  setenv("CPPJRT_CPU_COMPILE", mode, 1);
  const std::string command =
      "/proc/" + self + "/exe --child '" + path + "' " + (is_ours ? "ours" : "other") + " 2>/dev/null";
  FILE* child = popen(command.c_str(), "r");
  if (child == nullptr) return {};
  std::string text;
  for (int c = 0; (c = std::fgetc(child)) != EOF;) text += static_cast<char>(c);
  pclose(child);
  std::istringstream words(text);
  std::vector<double> figures;
  for (double figure = 0; words >> figure;) figures.push_back(figure);
  if (figures.size() != kFigures.size()) {
    std::fprintf(stderr, "startup: %s: %s\n", path.c_str(), text.c_str());
    return {};
  }
  return figures;
}

struct Contestant {
  const char* name;
  std::string path;
  bool is_ours;
  const char* mode;  // CPPJRT_CPU_COMPILE
  std::vector<Samples> samples = std::vector<Samples>(kFigures.size());
};

void Round(Contestant& contestant) {
  const std::vector<double> figures = Ask(contestant.path, contestant.is_ours, contestant.mode);
  for (size_t i = 0; i < figures.size(); ++i) contestant.samples[i].push_back(figures[i]);
}

int Run(int rounds) {
  std::vector<Contestant> contestants = {{"ours", OurPlugin(), true, "eager"},
                                         {"ours, lazy", OurPlugin(), true, "lazy"},
                                         {"ours, background", OurPlugin(), true, "background"}};
  const auto xla = XlaPlugin();
  if (xla) contestants.push_back({"XLA", *xla, false, "eager"});
  if (!xla) std::printf("startup: without XLA's plugin, which is not installed\n");
  for (int i = 0; i < rounds; ++i) {
    for (Contestant& contestant : contestants) Round(contestant);
  }
  PrintHeader("startup: new processes in turn");
  for (size_t i = 0; i < kFigures.size(); ++i) {
    for (const Contestant& contestant : contestants) {
      if (contestant.samples[i].empty()) return 1;
      PrintRow(std::string(kFigures[i]) + ", " + contestant.name, contestant.samples[i], 1, i == kMemory ? "MB" : "ms");
    }
  }
  return 0;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "--child")
    return cppjrt::bench::Child(arguments[1], arguments[2] == "ours");
  const bool has_rounds = arguments.size() == 2 && arguments[0] == "--rounds";
  return cppjrt::bench::Run(has_rounds ? std::max(1, std::atoi(arguments[1].c_str())) : cppjrt::bench::kRounds);
}
