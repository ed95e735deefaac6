// How exact the elementary functions are, as compiled for this machine: over all floats against the C library's double
// functions, and over random doubles against MPFR.
//
//   math_table                    a quick look: every 4099th float, 2,000 doubles
//   math_table --full             all floats (some minutes a function), 200,000 doubles
//   math_table --stride=61        every 61st float, 200,000 doubles
//   math_table --only=Exp,Log     --target=avx2 (sse4.2, avx2, avx512; the widest otherwise)   --threads=N
//
// Prints rows of docs/math.md: worst error in units in the last place, where, and how many special values are wrong.
#include <mpfr.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bench/math/reference.h"
#include "cpu/codegen/jit_loop.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::bench {
namespace {

using cpu::codegen::BinaryFunction;
using cpu::codegen::JitLoop;
using cpu::codegen::JitTarget;
using cpu::codegen::UnaryFunction;

constexpr size_t kChunk = 1 << 14;

struct Options {
  uint64_t stride = 4099;
  size_t doubles = 2000;
  std::string only;
  const JitTarget* target = nullptr;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
};

// The largest error seen, and where; results of the wrong kind (NaN, infinity, sign of 0) are counted apart.
struct Worst {
  double ulps = 0;
  double x = 0;
  double y = 0;
  uint64_t mistakes = 0;
  double mistaken = 0;

  void Add(double error, double at_x, double at_y = 0) {
    if (error < 0) {
      if (mistakes++ == 0) mistaken = at_x;
    } else if (error > ulps) {
      ulps = error;
      x = at_x;
      y = at_y;
    }
  }
  void Merge(const Worst& other) {
    if (other.ulps > ulps) {
      ulps = other.ulps;
      x = other.x;
      y = other.y;
    }
    if (mistakes == 0) mistaken = other.mistaken;
    mistakes += other.mistakes;
  }
};

// The weight of the last place of a T next to x.
template <class T>
int LastPlace(double x) {
  using F = cpu::math::Format<T>;
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::max(exponent - 1 - F::kMantissa, F::kMinExponent);
}

// In units in the last place; -1 if the two are not of a kind. Infinity counts as the number after the largest.
double FloatError(float got, double want) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want) ? 0 : -1;
  if (want == 0 && got == 0) return std::signbit(want) == std::signbit(got) ? 0 : -1;
  constexpr double kEnd = 0x1p128;
  if (std::isinf(want) != std::isinf(got) && std::abs(want) < 0x1p120) return -1;
  const double value = std::clamp(static_cast<double>(got), -kEnd, kEnd);
  const double bounded = std::clamp(want, -kEnd, kEnd);
  return std::abs(value - bounded) * std::ldexp(1.0, -std::min(LastPlace<float>(bounded), 104));
}

// `want` has more bits than a T.
template <class T>
double ExactError(T got, mpfr_ptr want, mpfr_ptr scratch) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(got) || mpfr_nan_p(want) != 0) return std::isnan(got) && mpfr_nan_p(want) != 0 ? 0 : -1;
  if (got == 0 && mpfr_zero_p(want) != 0) return std::signbit(got) == (mpfr_signbit(want) != 0) ? 0 : -1;
  const double rounded = mpfr_get_d(want, MPFR_RNDN);
  if (std::isinf(got) || mpfr_inf_p(want) != 0) {
    if (got == static_cast<T>(rounded)) return 0;
    const bool at_the_end = std::abs(rounded) >= static_cast<double>(Limits::max()) && (got > 0) == (rounded > 0);
    return at_the_end && mpfr_inf_p(want) == 0 ? 1 : -1;
  }
  mpfr_set_d(scratch, static_cast<double>(got), MPFR_RNDN);
  mpfr_sub(scratch, scratch, want, MPFR_RNDN);
  const double end = std::min(std::abs(rounded), static_cast<double>(Limits::max()));
  mpfr_mul_2si(scratch, scratch, -LastPlace<T>(end), MPFR_RNDN);
  return std::abs(mpfr_get_d(scratch, MPFR_RNDN));
}

// All floats from the bits `begin`, `stride` apart.
Worst CheckFloats(const JitLoop& loop, double (*reference)(double), const Options& options) {
  const uint64_t count = (uint64_t{1} << 32) / options.stride;
  const uint64_t chunks = (count + kChunk - 1) / kChunk;
  std::atomic<uint64_t> next = 0;
  std::mutex mutex;
  Worst total;
  const auto work = [&] {
    Worst worst;
    std::vector<float> x(kChunk);
    std::vector<float> result(kChunk);
    for (uint64_t chunk = next++; chunk < chunks; chunk = next++) {
      for (size_t i = 0; i < kChunk; ++i) {
        x[i] = std::bit_cast<float>(static_cast<uint32_t>((chunk * kChunk + i) * options.stride));
      }
      loop(x.data(), result.data(), kChunk);
      for (size_t i = 0; i < kChunk; ++i) {
        const auto at = static_cast<double>(x[i]);
        worst.Add(FloatError(result[i], reference(at)), at);
      }
    }
    const std::lock_guard lock(mutex);
    total.Merge(worst);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.threads; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return total;
}

// Special values, all magnitudes, and the ranges where functions are busy.
template <class T>
std::vector<T> Inputs(size_t count, uint64_t seed) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> inputs;
  for (const T x : {T(0), T(0.5), T(1), T(2), T(3), 1 - Limits::epsilon() / 2, 1 + Limits::epsilon(),
                    Limits::denorm_min(), Limits::min(), Limits::max(), Limits::infinity(), Limits::quiet_NaN()}) {
    inputs.push_back(x);
    inputs.push_back(-x);
  }
  std::mt19937_64 random(seed);
  const double widest = sizeof(T) == 4 ? 110 : 750;
  while (inputs.size() < count) {
    inputs.push_back(std::bit_cast<T>(static_cast<typename cpu::math::Format<T>::Bits>(random())));
    for (const double range : {1.0, 3.0, 10.0, 30.0, widest, 1e5}) {
      inputs.push_back(static_cast<T>((static_cast<double>(random() >> 11) * 0x1p-52 - 1) * range));
    }
    inputs.push_back(
        static_cast<T>(std::ldexp(static_cast<double>(random() >> 11) * 0x1p-53, -static_cast<int>(random() & 31))));
  }
  inputs.resize((inputs.size() + kChunk - 1) / kChunk * kChunk, T(1));
  return inputs;
}

void SetNumber(mpfr_ptr number, double x) { mpfr_set_d(number, x, MPFR_RNDN); }

template <class T>
Worst CheckExactly(const JitLoop& loop, const UnaryReference& reference, size_t count) {
  const std::vector<T> x = Inputs<T>(count, 1);
  std::vector<T> result(x.size());
  loop(x.data(), result.data(), x.size());
  mpfr_t at, want, scratch;
  mpfr_inits2(200, at, want, scratch, mpfr_ptr{});
  Worst worst;
  for (size_t i = 0; i < std::min(count, x.size()); ++i) {
    SetNumber(at, static_cast<double>(x[i]));
    reference.exact(want, at, MPFR_RNDN);
    worst.Add(ExactError<T>(result[i], want, scratch), static_cast<double>(x[i]));
  }
  mpfr_clears(at, want, scratch, mpfr_ptr{});
  return worst;
}

// Pairs of random numbers, of numbers near each other, and of those whose power is in range.
template <class T>
void Pairs(size_t count, std::vector<T>& x, std::vector<T>& y) {
  x = Inputs<T>(count, 2);
  y = Inputs<T>(count, 3);
  std::mt19937_64 random(4);
  std::shuffle(y.begin(), y.end(), random);
  for (size_t i = 0; i < x.size(); ++i) {
    const auto part = static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-52 - 1);
    const T log = std::log2(std::abs(x[i]));
    if (random() % 4 == 0) y[i] = x[i] * part;
    if (random() % 4 == 0 && std::isfinite(log)) y[i] = part * static_cast<T>(sizeof(T) == 4 ? 150 : 1080) / log;
  }
}

template <class T>
Worst CheckPairs(const JitLoop& loop, const BinaryReference& reference, size_t count) {
  std::vector<T> x;
  std::vector<T> y;
  Pairs<T>(count, x, y);
  std::vector<T> result(x.size());
  loop(x.data(), y.data(), result.data(), x.size());
  mpfr_t at_x, at_y, want, scratch;
  // Remainders of numbers far apart are exact only with all the bits between.
  mpfr_inits2(2400, at_x, at_y, want, scratch, mpfr_ptr{});
  mpfr_set_prec(want, 200);
  Worst worst;
  for (size_t i = 0; i < std::min(count, x.size()); ++i) {
    SetNumber(at_x, static_cast<double>(x[i]));
    SetNumber(at_y, static_cast<double>(y[i]));
    reference.exact(want, at_x, at_y, MPFR_RNDN);
    worst.Add(ExactError<T>(result[i], want, scratch), static_cast<double>(x[i]), static_cast<double>(y[i]));
  }
  mpfr_clears(at_x, at_y, want, scratch, mpfr_ptr{});
  return worst;
}

void PrintCell(const Worst& worst, bool is_binary) {
  std::printf(" %.3f | %.9g", worst.ulps, worst.x);
  if (is_binary) std::printf(", %.9g", worst.y);
  if (worst.mistakes != 0)
    std::printf(" (%llu WRONG, as at %.9g)", static_cast<unsigned long long>(worst.mistakes), worst.mistaken);
  std::printf(" |");
}

bool IsWanted(const Options& options, const char* name) {
  return options.only.empty() || ("," + options.only + ",").find("," + std::string(name) + ",") != std::string::npos;
}

void PrintUnary(const char* name, UnaryFunction function, const Options& options) {
  if (!IsWanted(options, name)) return;
  const UnaryReference& reference = FindUnaryReference(name);
  const auto float_lanes = static_cast<unsigned>(options.target->vector_bytes / 4);
  const JitLoop floats(*options.target, function, /*is_double=*/false, float_lanes);
  const JitLoop doubles(*options.target, function, /*is_double=*/true, float_lanes / 2);
  const Worst float_worst = reference.in_double != nullptr ? CheckFloats(floats, reference.in_double, options)
                                                           : CheckExactly<float>(floats, reference, options.doubles);
  std::printf("| %s |", name);
  PrintCell(float_worst, false);
  PrintCell(CheckExactly<double>(doubles, reference, options.doubles), false);
  std::printf("\n");
  std::fflush(stdout);
}

void PrintBinary(const char* name, BinaryFunction function, const Options& options) {
  if (!IsWanted(options, name)) return;
  const BinaryReference& reference = FindBinaryReference(name);
  const auto float_lanes = static_cast<unsigned>(options.target->vector_bytes / 4);
  const JitLoop floats(*options.target, function, /*is_double=*/false, float_lanes);
  const JitLoop doubles(*options.target, function, /*is_double=*/true, float_lanes / 2);
  std::printf("| %s |", name);
  PrintCell(CheckPairs<float>(floats, reference, options.doubles), true);
  PrintCell(CheckPairs<double>(doubles, reference, options.doubles), true);
  std::printf("\n");
  std::fflush(stdout);
}

bool Parse(int argc, char** argv, Options& options) {
  options.target = &cpu::codegen::JitTargets().back();
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--full") {
      options.stride = 1;
      options.doubles = 200000;
    } else if (argument.starts_with("--stride=")) {
      options.stride = std::max<uint64_t>(1, std::stoull(argument.substr(9)));
      options.doubles = 200000;
    } else if (argument.starts_with("--only=")) {
      options.only = argument.substr(7);
    } else if (argument.starts_with("--threads=")) {
      options.threads = static_cast<unsigned>(std::stoul(argument.substr(10)));
    } else if (argument.starts_with("--target=")) {
      options.target = cpu::codegen::FindJitTarget(argument.substr(9));
    } else {
      return false;
    }
  }
  return options.target != nullptr;
}

int Main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, options)) {
    std::fprintf(
        stderr,
        "usage: math_table [--full | --stride=N] [--only=NAME,...] [--target=sse4.2|avx2|avx512] [--threads=N]\n");
    return 2;
  }
  std::printf("Compiled for %s; every %llu. float, %zu doubles.\n\n", options.target->name.c_str(),
              static_cast<unsigned long long>(options.stride), options.doubles);
  std::printf("| function | f32 ulp | at | f64 ulp | at |\n|---|---|---|---|---|\n");
#define UNARY(name, float_ulp, double_ulp) PrintUnary(#name, UnaryFunction::k##name, options);
#define BINARY(name, float_ulp, double_ulp) PrintBinary(#name, BinaryFunction::k##name, options);
#include "cpu/math/functions.def"
  return 0;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) { return cppjrt::bench::Main(argc, argv); }
