// How fast the elementary functions are, as compiled for this machine: nanoseconds an element, operands in the
// first-level cache, one thread; beside them those of glibc's vector library (libmvec), where the machine has it.
//
//   math_speed [NAME...]
#include <dlfcn.h>
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "cpu/codegen/jit_loop.h"

namespace cppjrt::bench {
namespace {

using cpu::codegen::BinaryFunction;
using cpu::codegen::JitLoop;
using cpu::codegen::JitTarget;
using cpu::codegen::UnaryFunction;

constexpr size_t kCount = 2048;
constexpr int kCalls = 200;
constexpr int kRounds = 15;

// Nanoseconds an element, of the quickest of some rounds.
template <class Function>
double Time(const Function& function) {
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) function();
    const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    best = std::min(best, passed.count() / (kCalls * static_cast<double>(kCount)));
  }
  return best;
}

// Between 0.1 and 0.99, where every function is defined; from 1 for Acosh.
template <class T>
std::vector<T> Numbers(bool from_one, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<T> numbers(kCount);
  for (T& x : numbers)
    x = static_cast<T>(std::uniform_real_distribution<double>(0.1, 0.99)(random) + (from_one ? 1 : 0));
  return numbers;
}

using Float8 = __m256 (*)(__m256);
using Float16 = __m512 (*)(__m512);

__attribute__((target("avx2"))) void RunLibmvec8(Float8 function, const float* x, float* result) {
  for (size_t i = 0; i < kCount; i += 8) _mm256_storeu_ps(result + i, function(_mm256_loadu_ps(x + i)));
}
__attribute__((target("avx512f"))) void RunLibmvec16(Float16 function, const float* x, float* result) {
  for (size_t i = 0; i < kCount; i += 16) _mm512_storeu_ps(result + i, function(_mm512_loadu_ps(x + i)));
}

// 0 if there is none.
double TimeLibmvec(const JitTarget& target, const std::string& name) {
  static void* const library = dlopen("libmvec.so.1", RTLD_NOW);
  std::string symbol = name;
  std::transform(symbol.begin(), symbol.end(), symbol.begin(), [](char c) { return static_cast<char>(c | 32); });
  const bool is_wide = target.name == "avx512";
  symbol = (is_wide ? "_ZGVeN16v_" : "_ZGVdN8v_") + symbol + "f";
  void* const address = library == nullptr || target.name == "sse4.2" ? nullptr : dlsym(library, symbol.c_str());
  if (address == nullptr) return 0;
  const std::vector<float> x = Numbers<float>(name == "Acosh", 1);
  std::vector<float> result(kCount);
  if (is_wide) return Time([&] { RunLibmvec16(reinterpret_cast<Float16>(address), x.data(), result.data()); });
  return Time([&] { RunLibmvec8(reinterpret_cast<Float8>(address), x.data(), result.data()); });
}

template <class T, class Function>
double TimeLoop(const JitTarget& target, const char* name, Function function) {
  const JitLoop loop(target, function, sizeof(T) == 8, static_cast<unsigned>(target.vector_bytes / sizeof(T)));
  const std::vector<T> x = Numbers<T>(std::string(name) == "Acosh", 1);
  const std::vector<T> y = Numbers<T>(false, 2);
  std::vector<T> result(kCount);
  return Time([&] { loop(x.data(), y.data(), result.data(), kCount); });
}

template <class Function>
void Print(const char* name, Function function, const std::vector<std::string>& wanted) {
  if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;
  std::printf("| %-15s |", name);
  for (const JitTarget& target : cpu::codegen::JitTargets()) {
    const double theirs = TimeLibmvec(target, name);
    std::printf(" %.3f | %.3f |", TimeLoop<float>(target, name, function), TimeLoop<double>(target, name, function));
    if (theirs != 0) std::printf(" %.3f |", theirs);
    if (theirs == 0) std::printf(" - |");
  }
  std::printf("\n");
  std::fflush(stdout);
}

int Main(int argc, char** argv) {
  const std::vector<std::string> wanted(argv + 1, argv + argc);
  std::printf("Nanoseconds an element.\n\n| function        |");
  for (const JitTarget& target : cpu::codegen::JitTargets()) {
    std::printf(" %s f32 | f64 | libmvec f32 |", target.name.c_str());
  }
  std::printf("\n|---|");
  for (size_t i = 0; i < cpu::codegen::JitTargets().size(); ++i) std::printf("---|---|---|");
  std::printf("\n");
#define UNARY(name, float_ulp, double_ulp) Print(#name, UnaryFunction::k##name, wanted);
#define BINARY(name, float_ulp, double_ulp) Print(#name, BinaryFunction::k##name, wanted);
#include "cpu/math/functions.def"
  return 0;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) { return cppjrt::bench::Main(argc, argv); }
