// The functions as LLVM IR against the same templates on the host, bit for bit, for every target with a fused
// multiply-add.
#include "cpu/codegen/elementary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "cpu/codegen/jit_loop.h"
#include "cpu/math/all.h"
#include "stablehlo/eval/complex_math.h"

namespace cppjrt::cpu::codegen {
namespace {

constexpr size_t kCount = 4096;

template <class T>
using BitsOf = typename math::Format<T>::Bits;

// Special values, then numbers of all magnitudes, then numbers of usual ones.
template <class T>
std::vector<T> Inputs(uint64_t seed) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> inputs;
  for (const T x : {T(0), T(0.5), T(1), T(2), T(3), T(1e5), T(1e9), Limits::denorm_min(), Limits::min(), Limits::max(),
                    Limits::epsilon(), Limits::infinity(), Limits::quiet_NaN()}) {
    inputs.push_back(x);
    inputs.push_back(-x);
  }
  std::mt19937_64 random(seed);
  while (inputs.size() < kCount) {
    const uint64_t bits = random();
    inputs.push_back(std::bit_cast<T>(static_cast<BitsOf<T>>(bits)));
    inputs.push_back(static_cast<T>(std::ldexp(static_cast<double>(bits >> 11) * 0x1p-53 - 0.5, bits & 15)));
  }
  inputs.resize(kCount);
  return inputs;
}

template <class T>
bool Same(T a, T b) {
  return std::bit_cast<BitsOf<T>>(a) == std::bit_cast<BitsOf<T>>(b) || (std::isnan(a) && std::isnan(b));
}

struct UnaryRow {
  const char* name;
  UnaryFunction function;
  float (*of_float)(const float&);
  double (*of_double)(const double&);
};
constexpr UnaryRow kUnary[] = {
#define UNARY(name, float_ulp, double_ulp) {#name, UnaryFunction::k##name, math::name<float>, math::name<double>},
#include "cpu/math/functions.def"
};
struct BinaryRow {
  const char* name;
  BinaryFunction function;
  float (*of_float)(const float&, const float&);
  double (*of_double)(const double&, const double&);
};
constexpr BinaryRow kBinary[] = {
#define BINARY(name, float_ulp, double_ulp) {#name, BinaryFunction::k##name, math::name<float>, math::name<double>},
#include "cpu/math/functions.def"
};

template <class T>
void ExpectSame(const char* name, const JitTarget& target, unsigned lanes, const std::vector<T>& x,
                const std::vector<T>& y, const std::vector<T>& got, const std::vector<T>& want) {
  int different = 0;
  for (size_t i = 0; i < x.size() && different < 5; ++i) {
    if (Same(got[i], want[i])) continue;
    ++different;
    ADD_FAILURE() << name << (sizeof(T) == 4 ? " of f32 " : " of f64 ") << std::hexfloat << x[i] << ", " << y[i]
                  << " for " << target.name << ", " << lanes << " lanes: " << got[i] << ", on the host " << want[i];
  }
}

// What is emitted for one lane, where that is another function.
template <class T>
T (*HostOfOne(UnaryFunction function, T (*host)(const T&)))(const T&) {
  if constexpr (std::is_same_v<T, float>) {
    if (function == UnaryFunction::kSin) return math::SinInDouble<float>;
    if (function == UnaryFunction::kCos) return math::CosInDouble<float>;
  }
  return host;
}

template <class T>
void CheckUnary(const UnaryRow& row, T (*host)(const T&)) {
  const std::vector<T> x = Inputs<T>(1);
  std::vector<T> want(kCount);
  for (const JitTarget& target : JitTargets()) {
    if (!target.fma) continue;
    for (const unsigned lanes : {1u, 4u, 8u, 16u}) {
      T (*function)(const T&) = lanes == 1 ? HostOfOne<T>(row.function, host) : host;
      for (size_t i = 0; i < kCount; ++i) want[i] = function(x[i]);
      std::vector<T> got(kCount);
      JitLoop(target, row.function, sizeof(T) == 8, lanes)(x.data(), got.data(), kCount);
      ExpectSame(row.name, target, lanes, x, x, got, want);
    }
  }
}

template <class T>
void CheckBinary(const BinaryRow& row, T (*host)(const T&, const T&)) {
  const std::vector<T> x = Inputs<T>(1);
  std::vector<T> y = Inputs<T>(2);
  std::shuffle(y.begin(), y.end(), std::mt19937_64(3));
  std::vector<T> want(kCount);
  for (size_t i = 0; i < kCount; ++i) want[i] = host(x[i], y[i]);
  for (const JitTarget& target : JitTargets()) {
    if (!target.fma) continue;
    for (const unsigned lanes : {1u, 4u, 8u, 16u}) {
      std::vector<T> got(kCount);
      JitLoop(target, row.function, sizeof(T) == 8, lanes)(x.data(), y.data(), got.data(), kCount);
      ExpectSame(row.name, target, lanes, x, y, got, want);
    }
  }
}

class UnaryTest : public testing::TestWithParam<UnaryRow> {};
class BinaryTest : public testing::TestWithParam<BinaryRow> {};

TEST_P(UnaryTest, FloatIsAsOnTheHost) { CheckUnary<float>(GetParam(), GetParam().of_float); }
TEST_P(UnaryTest, DoubleIsAsOnTheHost) { CheckUnary<double>(GetParam(), GetParam().of_double); }
TEST_P(BinaryTest, FloatIsAsOnTheHost) { CheckBinary<float>(GetParam(), GetParam().of_float); }
TEST_P(BinaryTest, DoubleIsAsOnTheHost) { CheckBinary<double>(GetParam(), GetParam().of_double); }

// ---- Complex numbers: a loop over x, y computes one part of f(x + i y) or, of two operands, of f(x + i y, y + i x).

using Single = std::complex<float>;
using Double = std::complex<double>;
namespace evaluator = stablehlo::complex_math;

struct ComplexRow {
  const char* name;
  std::function<ComplexValue(llvm::IRBuilderBase&, ComplexValue x, ComplexValue y)> emit;
  math::Complex<double> (*of_single)(const math::Complex<double>& x, const math::Complex<double>& y);
  std::string call;  // of doubles
};
const ComplexRow kComplex[] = {
#define COMPLEX_UNARY(name)                                                                                     \
  {#name,                                                                                                       \
   [](llvm::IRBuilderBase& b, ComplexValue x, ComplexValue) {                                                   \
     return EmitComplexUnary(b, ComplexUnaryFunction::k##name, x, {.fma = true});                               \
   },                                                                                                           \
   [](const math::Complex<double>& x, const math::Complex<double>&) { return math::Complex##name<double>(x); }, \
   "cppjrt_complex_" #name},
#define COMPLEX_BINARY(name)                                                                                         \
  {#name,                                                                                                            \
   [](llvm::IRBuilderBase& b, ComplexValue x, ComplexValue y) {                                                      \
     return EmitComplexBinary(b, ComplexBinaryFunction::k##name, x, y, {.fma = true});                               \
   },                                                                                                                \
   [](const math::Complex<double>& x, const math::Complex<double>& y) { return math::Complex##name<double>(x, y); }, \
   "cppjrt_complex_" #name},
#include "cpu/math/functions.def"
};

// Both parts, as compiled.
template <class T>
std::vector<T> RunComplex(const ComplexRow& row, const JitTarget& target, unsigned lanes, bool imaginary,
                          const std::vector<T>& x, const std::vector<T>& y) {
  const JitLoop loop(target, sizeof(T) == 4 ? JitType::kF32 : JitType::kF64, lanes,
                     [&](llvm::IRBuilderBase& builder, llvm::Value* re, llvm::Value* im) {
                       const ComplexValue result = row.emit(builder, {re, im}, {im, re});
                       return imaginary ? result.im : result.re;
                     });
  std::vector<T> result(x.size());
  loop(x.data(), y.data(), result.data(), x.size());
  return result;
}

class ComplexTest : public testing::TestWithParam<size_t> {};

TEST_P(ComplexTest, SinglesAreAsOnTheHost) {
  const ComplexRow& row = kComplex[GetParam()];
  const std::vector<float> x = Inputs<float>(1);
  std::vector<float> y = Inputs<float>(2);
  std::shuffle(y.begin(), y.end(), std::mt19937_64(3));
  for (const bool imaginary : {false, true}) {
    std::vector<float> want(kCount);
    for (size_t i = 0; i < kCount; ++i) {
      const auto re = static_cast<double>(x[i]);
      const auto im = static_cast<double>(y[i]);
      const math::Complex<double> result = row.of_single({re, im}, {im, re});
      want[i] = static_cast<float>(imaginary ? result.im : result.re);
    }
    for (const JitTarget& target : JitTargets()) {
      if (!target.fma) continue;
      for (const unsigned lanes : {1u, 8u}) {
        ExpectSame(row.name, target, lanes, x, y, RunComplex(row, target, lanes, imaginary, x, y), want);
      }
    }
  }
}

// Doubles are the calls' results, whatever the lanes.
TEST_P(ComplexTest, DoublesAreThoseOfTheCalls) {
  const ComplexRow& row = kComplex[GetParam()];
  const std::vector<double> x = Inputs<double>(1);
  std::vector<double> y = Inputs<double>(2);
  std::shuffle(y.begin(), y.end(), std::mt19937_64(3));
  const JitTarget& target = JitTargets().back();
  for (const bool imaginary : {false, true}) {
    const std::vector<double> want = RunComplex(row, target, 1, imaginary, x, y);
    for (const unsigned lanes : {2u, 8u}) {
      ExpectSame(row.name, target, lanes, x, y, RunComplex(row, target, lanes, imaginary, x, y), want);
    }
    // And those are the evaluator's, as an example of one and of two operands shows.
    for (size_t i = 0; i < kCount; ++i) {
      if (row.call == "cppjrt_complex_Sqrt") {
        const Double root = evaluator::Sqrt(Double(x[i], y[i]));
        ASSERT_TRUE(Same(want[i], imaginary ? root.imag() : root.real())) << x[i] << " " << y[i];
      } else if (row.call == "cppjrt_complex_Divide") {
        const Double quotient = evaluator::Divide(Double(x[i], y[i]), Double(y[i], x[i]));
        ASSERT_TRUE(Same(want[i], imaginary ? quotient.imag() : quotient.real())) << x[i] << " " << y[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, ComplexTest, testing::Range(size_t{0}, std::size(kComplex)),
                         [](const auto& row) { return std::string(kComplex[row.param].name); });

const auto kName = [](const auto& row) { return std::string(row.param.name); };
INSTANTIATE_TEST_SUITE_P(Elementary, UnaryTest, testing::ValuesIn(kUnary), kName);
INSTANTIATE_TEST_SUITE_P(Elementary, BinaryTest, testing::ValuesIn(kBinary), kName);

}  // namespace
}  // namespace cppjrt::cpu::codegen
