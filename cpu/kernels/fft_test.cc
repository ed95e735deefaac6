#include "cpu/kernels/fft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "cpu/kernels/vector_isas_test.h"

namespace cppjrt::cpu::kernels {
namespace {

using Wide = std::complex<long double>;

// Along one dimension of [outer, n, inner], by the definition.
std::vector<Wide> Definition(const std::vector<Wide>& in, int64_t outer, int64_t n, int64_t inner, bool inverse) {
  std::vector<Wide> roots;
  for (int64_t k = 0; k < n; ++k) {
    const long double angle = (inverse ? 2 : -2) * std::numbers::pi_v<long double> * static_cast<long double>(k) /
                              static_cast<long double>(n);
    roots.emplace_back(std::cos(angle), std::sin(angle));
  }
  std::vector<Wide> out(in.size());
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t j = 0; j < inner; ++j) {
      for (int64_t k = 0; k < n; ++k) {
        Wide sum = 0;
        for (int64_t i = 0; i < n; ++i) {
          sum += in[static_cast<size_t>((o * n + i) * inner + j)] * roots[static_cast<size_t>(i * k % n)];
        }
        out[static_cast<size_t>((o * n + k) * inner + j)] = inverse ? sum / static_cast<long double>(n) : sum;
      }
    }
  }
  return out;
}

std::vector<Wide> Definition(std::vector<Wide> values, int64_t batch, const std::vector<int64_t>& lengths,
                             bool inverse) {
  int64_t outer = batch;
  for (size_t i = 0; i < lengths.size(); ++i) {
    int64_t inner = 1;
    for (size_t j = i + 1; j < lengths.size(); ++j) inner *= lengths[j];
    values = Definition(values, outer, lengths[i], inner, inverse);
    outer *= lengths[i];
  }
  return values;
}

int64_t Product(const std::vector<int64_t>& lengths) {
  int64_t product = 1;
  for (const int64_t length : lengths) product *= length;
  return product;
}

// Of the whole result, root mean squares.
template <class A, class B>
double RelativeError(const A& values, const B& expected) {
  long double error = 0;
  long double size = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    error += std::norm(Wide(values[i]) - Wide(expected[i]));
    size += std::norm(Wide(expected[i]));
  }
  return static_cast<double>(std::sqrt(error / std::max<long double>(size, 1e-300L)));
}

template <class T>
std::vector<std::complex<T>> RandomComplex(int64_t n) {
  std::mt19937_64 generator(static_cast<uint64_t>(n));
  std::normal_distribution<double> normal;
  std::vector<std::complex<T>> values(static_cast<size_t>(n));
  for (auto& value : values) value = {static_cast<T>(normal(generator)), static_cast<T>(normal(generator))};
  return values;
}

template <class T>
constexpr ElementType kSpectrum = sizeof(T) == 4 ? ElementType::kC64 : ElementType::kC128;
// A few units in the last place for each factor.
template <class T>
double Tolerance(int64_t n) {
  return (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53) * (2 + 2 * std::log2(static_cast<double>(n) + 1));
}

class FftOnIsa : public testing::TestWithParam<Isa> {
 protected:
  template <class T>
  void TestComplex(int64_t batch, const std::vector<int64_t>& lengths) {
    const int64_t n = Product(lengths);
    const auto in = RandomComplex<T>(batch * n);
    const std::vector<Wide> wide(in.begin(), in.end());
    for (const bool inverse : {false, true}) {
      std::vector<std::complex<T>> out(in.size());
      const FftShape shape{inverse ? FftKind::kIfft : FftKind::kFft, batch, lengths};
      ASSERT_TRUE(Fft(shape, kSpectrum<T>, in.data(), out.data(), {GetParam()}, &pool_).ok());
      EXPECT_LE(RelativeError(out, Definition(wide, batch, lengths, inverse)), Tolerance<T>(n))
          << n << " inverse " << inverse;
    }
  }

  template <class T>
  void TestReal(int64_t batch, const std::vector<int64_t>& lengths) {
    const int64_t n = Product(lengths);
    const int64_t last = lengths.back();
    const int64_t half = last / 2 + 1;
    std::vector<T> signal(static_cast<size_t>(batch * n));
    const auto random = RandomComplex<T>(batch * n);
    for (size_t i = 0; i < signal.size(); ++i) signal[i] = random[i].real();
    const auto whole = Definition(std::vector<Wide>(signal.begin(), signal.end()), batch, lengths, false);
    std::vector<Wide> expected;
    for (size_t i = 0; i < whole.size(); ++i) {
      if (static_cast<int64_t>(i) % last < half) expected.push_back(whole[i]);
    }
    std::vector<std::complex<T>> spectrum(expected.size());
    ASSERT_TRUE(
        Fft({FftKind::kRfft, batch, lengths}, kSpectrum<T>, signal.data(), spectrum.data(), {GetParam()}, &pool_).ok());
    EXPECT_LE(RelativeError(spectrum, expected), Tolerance<T>(n)) << n;
    std::vector<T> back(signal.size());
    ASSERT_TRUE(
        Fft({FftKind::kIrfft, batch, lengths}, kSpectrum<T>, spectrum.data(), back.data(), {GetParam()}, &pool_).ok());
    EXPECT_LE(RelativeError(back, signal), 2 * Tolerance<T>(n)) << n;
  }

  ThreadPool pool_{3};
};

TEST_P(FftOnIsa, EveryShortLength) {
  for (int64_t n = 1; n <= 70; ++n) {
    TestComplex<float>(3, {n});
    TestComplex<double>(17, {n});
    TestReal<float>(2, {n});
  }
}

TEST_P(FftOnIsa, LongerLengthsOfAllFactors) {
  for (const int64_t n : {97, 128, 243, 256, 625, 720, 961, 1009, 1024, 37 * 41}) {
    TestComplex<float>(1, {n});
    TestComplex<double>(2, {n});
    TestReal<double>(1, {n});
  }
}

TEST_P(FftOnIsa, ALongLineAsAMatrix) {
  TestComplex<float>(1, {4096});
  TestComplex<double>(1, {4800});
}

TEST_P(FftOnIsa, SeveralDimensions) {
  TestComplex<float>(2, {12, 20});
  TestComplex<double>(1, {5, 6, 7});
  TestReal<float>(2, {12, 20});
  TestReal<double>(1, {4, 37, 9});
  TestReal<float>(1, {16, 1});
}

TEST_P(FftOnIsa, InPlaceAndForAnyThreads) {
  const std::vector<int64_t> lengths = {48, 100};
  const auto in = RandomComplex<float>(48 * 100);
  std::vector<std::complex<float>> one(in.size());
  ASSERT_TRUE(Fft({FftKind::kFft, 1, lengths}, ElementType::kC64, in.data(), one.data(), {GetParam()}, nullptr).ok());
  auto many = in;
  ASSERT_TRUE(Fft({FftKind::kFft, 1, lengths}, ElementType::kC64, many.data(), many.data(), {GetParam()}, &pool_).ok());
  EXPECT_EQ(std::memcmp(one.data(), many.data(), one.size() * sizeof one[0]), 0);
}

INSTANTIATE_TEST_SUITE_P(Isas, FftOnIsa, testing::ValuesIn(VectorIsas()),
                         [](const auto& isa) { return std::string(IsaName(isa.param)); });

TEST(Fft, RefusesWhatCannotBe) {
  float value[8] = {};
  const int64_t lengths[] = {2, 1, 1, 1};
  EXPECT_EQ(Fft({FftKind::kFft, 1, {}}, ElementType::kC64, value, value, {}, nullptr).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Fft({FftKind::kFft, 1, lengths}, ElementType::kC64, value, value, {}, nullptr).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(Fft({FftKind::kFft, 1, {lengths, 1}}, ElementType::kF32, value, value, {}, nullptr).code(),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(Fft({FftKind::kFft, 0, {lengths, 1}}, ElementType::kC64, value, value, {}, nullptr).ok());
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
