// Three loop programs of the suite on our plugin, beside the same written by hand in C++ for this machine.
//
//   loops [PLUGIN]
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/loops/by_hand.h"
#include "bench/measure.h"
#include "bench/suite/programs.h"
#include "bench/suite/runner.h"

namespace cppjrt::bench {
namespace {

using Arguments = std::vector<std::vector<std::byte>>;

const float* Floats(const Arguments& arguments, size_t i) {
  return reinterpret_cast<const float*>(arguments[i].data());
}

// One program: what to run by hand; gives the results as floats, one after the other.
struct Loop {
  const char* program;
  std::vector<float> (*by_hand)(const Arguments& arguments);
};

template <class Result>
std::vector<float> AsFloats(const Result& result) {
  const float* begin = reinterpret_cast<const float*>(&result);
  return {begin, begin + sizeof(Result) / sizeof(float)};
}

std::vector<float> Pendulum(const Arguments& a) {
  static PendulumResult result;
  PendulumByHand(*Floats(a, 0), *Floats(a, 1), *Floats(a, 2), *Floats(a, 3), &result);
  return AsFloats(result);
}
std::vector<float> Lstm(const Arguments& a) {
  static LstmResult result;
  LstmByHand(Floats(a, 0), Floats(a, 1), Floats(a, 2), Floats(a, 3), Floats(a, 4), &result);
  return AsFloats(result);
}
std::vector<float> Kalman(const Arguments& a) {
  static KalmanResult result;
  KalmanByHand(Floats(a, 0), Floats(a, 1), Floats(a, 2), Floats(a, 3), Floats(a, 4), &result);
  return AsFloats(result);
}
constexpr Loop kLoops[] = {{"pendulum_rk4_10k", Pendulum}, {"lstm_scan_512_h64", Lstm}, {"kalman_1000", Kalman}};

// The largest distance of two values, over the largest magnitude. REQUIRES: the plugin's results are f32.
double Distance(const std::vector<std::vector<std::byte>>& results, const std::vector<float>& by_hand) {
  std::vector<float> values;
  for (const auto& bytes : results) {
    const float* begin = reinterpret_cast<const float*>(bytes.data());
    values.insert(values.end(), begin, begin + bytes.size() / sizeof(float));
  }
  if (values.size() != by_hand.size()) return INFINITY;
  double distance = 0;
  double scale = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    distance = std::max(distance, std::abs(double{values[i]} - double{by_hand[i]}));
    scale = std::max(scale, std::abs(double{by_hand[i]}));
  }
  return distance / scale;
}

pjrt::Status Run(Runner& runner, const BenchProgram& program, const Loop& loop) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, runner.Compile(ReadFile(program.path)));
  CPPJRT_RETURN_IF_ERROR(runner.Upload(program));
  Arguments arguments;
  for (size_t i = 0; i < program.arguments.size(); ++i) arguments.push_back(MakeArgument(program, i));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, runner.Results());
  const double distance = Distance(results, loop.by_hand(arguments));

  CPPJRT_ASSIGN_OR_RETURN(const double first, runner.Run(1));
  const int calls = static_cast<int>(std::clamp(20 / first, 1.0, 1000.0));
  const int batches = first > 200 ? 3 : 15;
  pjrt::Status status;
  const Pair pair = Compare(
      [&] {
        if (const auto run = runner.Run(1); !run.ok()) status = run.status();
      },
      [&] { loop.by_hand(arguments); }, calls, batches);
  std::printf("%s (compiled in %.2f ms; results differ by %.0e of scale)\n", loop.program, compiled.ms, distance);
  PrintRow("ours", pair.ours, 1e-6, "ms");
  PrintRow("by hand", pair.theirs, 1e-6, "ms");
  std::printf("  ours / by hand: %.2f (aim 1.30)\n", Quantile(pair.ours, 0.5) / Quantile(pair.theirs, 0.5));
  return status;
}

int RunAll(const std::string& plugin) {
  const auto programs = ReadPrograms(ProgramsFolder());
  if (!programs) {
    std::printf("loops: skipped, there are no programs in %s\n", ProgramsFolder().c_str());
    return 0;
  }
  LimitThreads(2);
  const auto runner = Runner::Create(plugin, 2, true);
  if (!runner.ok()) {
    std::fprintf(stderr, "loops: %s\n", runner.status().ToString().c_str());
    return 1;
  }
  PrintHeader("loops: whole programs beside C++ by hand, in turn");
  int failures = 0;
  for (const Loop& loop : kLoops) {
    const BenchProgram* program = FindProgram(*programs, loop.program);
    if (program == nullptr) continue;
    const pjrt::Status status = Run(**runner, *program, loop);
    if (status.ok()) continue;
    std::printf("%s: %s\n", loop.program, status.ToString().c_str());
    ++failures;
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) { return cppjrt::bench::RunAll(argc > 1 ? argv[1] : cppjrt::bench::OurPlugin()); }
