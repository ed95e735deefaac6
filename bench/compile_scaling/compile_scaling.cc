// How compile time grows with the size of a program, which shall be in proportion.
//
//   compile_scaling [--xla] [--only NAME]
//
// --xla adds XLA's times for programs it compiles in bearable time.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/suite/runner.h"

namespace cppjrt::bench {
namespace {

constexpr int kCompiles = 3;
// A plugin that took longer is not asked for the next size.
constexpr double kPatienceMs = 20000;

std::string Text(int64_t i) { return std::to_string(i); }

// A chain of n ops of which each needs the one before; three kinds, so that no rule folds it.
std::string Chain(int64_t n) {
  constexpr const char* kOps[] = {"add", "multiply", "subtract"};
  std::string body = "func.func @main(%x: tensor<64xf32>, %v0: tensor<64xf32>) -> tensor<64xf32> {\n";
  for (int64_t i = 0; i < n; ++i) {
    body += "  %v" + Text(i + 1) + " = stablehlo." + kOps[i % 3] + " %v" + Text(i) + ", %x : tensor<64xf32>\n";
  }
  return body + "  return %v" + Text(n) + " : tensor<64xf32>\n}\n";
}

// n calls of one function of three ops.
std::string Calls(int64_t n) {
  std::string body = "func.func @main(%x: tensor<64xf32>, %v0: tensor<64xf32>) -> tensor<64xf32> {\n";
  for (int64_t i = 0; i < n; ++i) {
    body += "  %v" + Text(i + 1) + " = call @step(%v" + Text(i) +
            ", %x) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>\n";
  }
  return body + "  return %v" + Text(n) + " : tensor<64xf32>\n}\n" + R"(
func.func private @step(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.multiply %a, %b : tensor<64xf32>
  %1 = stablehlo.sine %0 : tensor<64xf32>
  %2 = stablehlo.add %1, %b : tensor<64xf32>
  return %2 : tensor<64xf32>
})";
}

// n constants, each different, and a chain that adds them.
std::string Constants(int64_t n) {
  std::string body = "func.func @main(%x: tensor<4xf32>, %v0: tensor<4xf32>) -> tensor<4xf32> {\n";
  for (int64_t i = 0; i < n; ++i) {
    const std::string number = Text(i);
    body += "  %c" + number + " = stablehlo.constant dense<[" + number + ".0, 1.0, 2.0, " + number +
            ".5]> : tensor<4xf32>\n";
    body += "  %v" + Text(i + 1) + " = stablehlo.add %v" + number + ", %c" + number + " : tensor<4xf32>\n";
  }
  return body + "  return %v" + Text(n) + " : tensor<4xf32>\n}\n";
}

// One concatenation of n numbers, each computed.
std::string Concatenate(int64_t n) {
  const std::string all = "tensor<" + Text(n) + "xf32>";
  std::string body = "func.func @main(%x: " + all + ") -> " + all + " {\n";
  std::string operands, types;
  for (int64_t i = 0; i < n; ++i) {
    const std::string number = Text(i);
    body += "  %s" + number + " = stablehlo.slice %x [" + number + ":" + Text(i + 1) + "] : (" + all +
            ") -> tensor<1xf32>\n";
    body += "  %v" + number + " = stablehlo.multiply %s" + number + ", %s" + Text(i * 7 / 8) + " : tensor<1xf32>\n";
    operands += (i == 0 ? "%v" : ", %v") + number;
    types += i == 0 ? "tensor<1xf32>" : ", tensor<1xf32>";
  }
  return body + "  %r = stablehlo.concatenate " + operands + ", dim = 0 : (" + types + ") -> " + all +
         "\n  return %r : " + all + "\n}\n";
}

// n arguments, and as many results of two of them each.
std::string Arguments(int64_t n) {
  const std::string type = "tensor<64xf32>";
  std::string arguments, types, results, body;
  for (int64_t i = 0; i < n; ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    arguments += comma + "%a" + Text(i) + ": " + type;
    types += comma + type;
    results += comma + "%r" + Text(i);
    body += "  %r" + Text(i) + " = stablehlo.add %a" + Text(i) + ", %a" + Text((i + 1) % n) + " : " + type + "\n";
  }
  return "func.func @main(" + arguments + ") -> (" + types + ") {\n" + body + "  return " + results + " : " + types +
         "\n}\n";
}

// n sums of one array, times something else each.
std::string Sums(int64_t n) {
  std::string body =
      "func.func @main(%x: tensor<1000xf32>) -> tensor<f32> {\n  %v0 = stablehlo.constant dense<0.0> : tensor<f32>\n";
  for (int64_t i = 0; i < n; ++i) {
    const std::string number = Text(i);
    body += "  %c" + number + " = stablehlo.constant dense<" + number + ".5> : tensor<1000xf32>\n";
    body += "  %m" + number + " = stablehlo.multiply %x, %c" + number + " : tensor<1000xf32>\n";
    body +=
        "  %s" + number + " = stablehlo.reduce(%m" + number +
        " init: %v0) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>\n";
    body += "  %v" + Text(i + 1) + " = stablehlo.add %v" + number + ", %s" + number + " : tensor<f32>\n";
  }
  return body + "  return %v" + Text(n) + " : tensor<f32>\n}\n";
}

// n loops, one after the other.
std::string Loops(int64_t n) {
  std::string body = R"(func.func @main(%n: tensor<i32>, %v0: tensor<64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
)";
  for (int64_t i = 0; i < n; ++i) {
    body += "  %w" + Text(i) + ":2 = stablehlo.while(%i = %zero, %v = " + (i == 0 ? "%v0" : "%w" + Text(i - 1) + "#1") +
            R"() : tensor<i32>, tensor<64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.cosine %v : tensor<64xf32>
    stablehlo.return %j, %u : tensor<i32>, tensor<64xf32>
  }
)";
  }
  return body + "  return %w" + Text(n - 1) + "#1 : tensor<64xf32>\n}\n";
}

// A loop whose body is n scalar ops, a third of them sines.
std::string LongBody(int64_t n) {
  std::string body = R"(func.func @main(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %v0 = %x) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
)";
  for (int64_t i = 0; i < n; ++i) {
    const std::string v = "%v" + Text(i);
    const std::string op = i % 3 == 2   ? "sine " + v
                           : i % 3 == 1 ? "multiply " + v + ", %v" + Text(i / 2)
                                        : "add " + v + ", %v" + Text(i / 3);
    body += "    %v" + Text(i + 1) + " = stablehlo." + op + " : tensor<f32>\n";
  }
  return body + "    stablehlo.return %j, %v" + Text(n) +
         " : tensor<i32>, tensor<f32>\n  }\n  return %w#1 : tensor<f32>\n}\n";
}

struct Scenario {
  const char* name;
  std::string (*make)(int64_t n);
  std::vector<int64_t> sizes;
};
const Scenario kScenarios[] = {{"op chain", Chain, {1000, 10000, 100000}},
                               {"calls", Calls, {100, 1000, 10000}},
                               {"constants", Constants, {1000, 10000, 100000}},
                               {"concatenate", Concatenate, {100, 1000, 10000}},
                               {"arguments", Arguments, {100, 1000, 10000}},
                               {"sums", Sums, {100, 1000, 10000}},
                               {"loops", Loops, {100, 1000, 10000}},
                               {"long body", LongBody, {100, 1000, 10000}}};

// Milliseconds, the best of a few; negative after an error, which is printed.
double CompileMs(Runner& runner, const std::string& code) {
  double best = INFINITY;
  for (int i = 0; i < kCompiles; ++i) {
    const auto compiled = runner.Compile(code);
    if (!compiled.ok()) {
      std::printf("  %.200s\n", compiled.status().ToString().c_str());
      return -1;
    }
    best = std::min(best, compiled->ms);
    if (compiled->ms > kPatienceMs / kCompiles) break;
  }
  return best;
}

// The exponent e of time ~ n^e between neighbours: 1 is in proportion.
void PrintGrowth(const std::vector<int64_t>& sizes, const std::vector<double>& times) {
  if (times.size() < 2) return;
  std::printf("    growth between sizes (1 is linear):");
  for (size_t i = 1; i < times.size(); ++i) {
    std::printf(" %.2f", std::log(times[i] / times[i - 1]) /
                             std::log(static_cast<double>(sizes[i]) / static_cast<double>(sizes[i - 1])));
  }
  std::printf("\n");
}

// Least squares of time = fixed + slope * n, relative errors weighing alike.
void PrintFit(const std::vector<int64_t>& sizes, const std::vector<double>& times) {
  double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    const double x = static_cast<double>(sizes[i]);
    const double weight = 1 / (times[i] * times[i]);
    w += weight;
    wx += weight * x;
    wxx += weight * x * x;
    wy += weight * times[i];
    wxy += weight * x * times[i];
  }
  const double determinant = w * wxx - wx * wx;
  if (times.size() < 2 || determinant == 0) return;
  const double slope = (w * wxy - wx * wy) / determinant;
  std::printf("    fit: %.3f ms + %.3f us each\n", (wy - slope * wx) / w, slope * 1000);
}

void Measure(const char* who, Runner& runner, const Scenario& scenario) {
  std::vector<double> times;
  std::printf("  %s:\n", who);
  for (const int64_t n : scenario.sizes) {
    const double ms = CompileMs(runner, scenario.make(n));
    if (ms < 0) break;
    times.push_back(ms);
    std::printf("    %7lld %10.2f ms %9.2f us each\n", static_cast<long long>(n), ms,
                ms * 1000 / static_cast<double>(n));
    std::fflush(stdout);
    if (ms > kPatienceMs / 10) break;
  }
  PrintGrowth(scenario.sizes, times);
  PrintFit(scenario.sizes, times);
}

int Run(bool with_xla, const std::string& only) {
  LimitThreads(2);
  const auto ours = Runner::Create(OurPlugin(), 2, true);
  if (!ours.ok()) {
    std::fprintf(stderr, "compile_scaling: %s\n", ours.status().ToString().c_str());
    return 1;
  }
  std::unique_ptr<Runner> xla;
  if (const auto path = with_xla ? XlaPlugin() : std::nullopt) {
    if (auto made = Runner::Create(*path, 2, false); made.ok()) xla = *std::move(made);
  }
  if (!(*ours)->WarmUp().ok()) return 1;
  PrintHeader("compile_scaling: best of three compilations");
  for (const Scenario& scenario : kScenarios) {
    if (std::string(scenario.name).find(only) == std::string::npos) continue;
    std::printf("%s\n", scenario.name);
    Measure("ours", **ours, scenario);
    if (xla != nullptr) Measure("XLA", *xla, scenario);
  }
  return 0;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  bool with_xla = false;
  std::string only;
  CLI::App app("how compile time grows with the size of a program");
  app.add_flag("--xla", with_xla, "XLA's times as well");
  app.add_option("--only", only, "scenarios whose name contains this");
  CLI11_PARSE(app, argc, argv);
  return cppjrt::bench::Run(with_xla, only);
}
