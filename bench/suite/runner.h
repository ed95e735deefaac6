// One program on one plugin: compile, upload, run, read back. What a worker does, and what benchmarks in one process do.
#ifndef CPPJRT_BENCH_SUITE_RUNNER_H_
#define CPPJRT_BENCH_SUITE_RUNNER_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/suite/programs.h"
#include "pjrt/pjrt.h"

namespace cppjrt::bench {

// What is known once a program is compiled.
struct Compiled {
  double ms = 0;
  std::optional<int64_t> temp_bytes;
  // Nodes the plugin leaves to its evaluator; nothing if it does not say (cost analysis, "cppjrt fallbacks").
  std::optional<int64_t> fallbacks;
};

class Runner {
 public:
  // A client with `threads` threads on `plugin`, which is ours or another's: what bounds the threads differs. REQUIRES:
  // LimitThreads was called before the plugin was loaded.
  static pjrt::StatusOr<std::unique_ptr<Runner>> Create(const std::string& plugin, int threads, bool is_ours);

  // A first, small compilation, so that what happens once per process is not a program's cost.
  pjrt::Status WarmUp() const;
  pjrt::StatusOr<Compiled> Compile(const std::string& code);
  pjrt::Status Upload(const BenchProgram& program);
  // `count` executions, each awaited and its results destroyed; mean milliseconds of one.
  pjrt::StatusOr<double> Run(int count);
  // Runs once and gives the results, row-major.
  pjrt::StatusOr<std::vector<std::vector<std::byte>>> Results();

 private:
  explicit Runner(pjrt::Client client) : client_(std::move(client)) {}
  pjrt::Status Execute();

  pjrt::Client client_;
  std::optional<pjrt::LoadedExecutable> executable_;
  std::vector<pjrt::Buffer> arguments_;
  std::vector<const pjrt::Buffer*> pointers_;
  std::vector<pjrt::Buffer> results_;
};

// Bounds the CPUs this process may use and what plugins read from the environment. Before any plugin is loaded.
void LimitThreads(int threads);

// Our plugin as it was built with this program, or $CPPJRT_BENCH_PLUGIN.
std::string OurPlugin();
// XLA's, as `pjrt plugin install xla-cpu` puts it; nothing if it is not installed.
std::optional<std::string> XlaPlugin();

// Milliseconds of the steady clock.
double NowMs();

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_RUNNER_H_
