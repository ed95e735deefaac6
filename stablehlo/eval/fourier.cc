#include "stablehlo/eval/fourier.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace cppjrt::stablehlo {
namespace {

// Prime factors up to here are worth n * p products.
constexpr int64_t kLargestFactor = 61;

Complex Multiply(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// exp(-2 pi i k / n), the angle brought into the first octant, where sine and cosine lose nothing.
Complex Root(int64_t k, int64_t n) {
  const auto eighths = static_cast<int>(static_cast<__int128>(k) * 8 / n);
  // k/n = q/4 + r/n with |r/n| <= 1/8.
  const int quarter = (eighths + 1) / 2;
  const auto rest = static_cast<long double>(static_cast<__int128>(k) * 4 - static_cast<__int128>(quarter) * n);
  const long double angle = rest * (std::numbers::pi_v<long double> / 2) / static_cast<long double>(n);
  const auto cosine = static_cast<double>(std::cos(angle));
  const auto sine = static_cast<double>(std::sin(angle));
  switch (quarter & 3) {
    case 0:
      return {cosine, -sine};
    case 1:
      return {-sine, -cosine};
    case 2:
      return {-cosine, sine};
    default:
      return {sine, cosine};
  }
}

// The factors of n, fours first; empty if there is a large one.
std::vector<int64_t> Factors(int64_t n) {
  std::vector<int64_t> factors;
  for (; n % 4 == 0; n /= 4) factors.push_back(4);
  for (int64_t p = 2; p <= kLargestFactor && n > 1; ++p) {
    for (; n % p == 0; n /= p) factors.push_back(p);
  }
  if (n > 1) factors.clear();
  return factors;
}

std::vector<Complex> Roots(int64_t n) {
  std::vector<Complex> roots(static_cast<size_t>(n));
  for (int64_t k = 0; k < n; ++k) roots[static_cast<size_t>(k)] = Root(k, n);
  return roots;
}

}  // namespace

FourierPlan::FourierPlan(int64_t n) : n_(n), factors_(Factors(n)) {
  if (n == 1 || !factors_.empty()) {
    roots_ = Roots(n);
    return;
  }
  const auto size = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * n - 1)));
  convolution_ = std::make_unique<const FourierPlan>(size);
  chirp_.resize(static_cast<size_t>(n));
  std::vector<Complex> inverse(static_cast<size_t>(size));
  for (int64_t k = 0; k < n; ++k) {
    const auto square = static_cast<int64_t>(static_cast<__int128>(k) * k % (2 * n));
    const Complex chirp = Root(square, 2 * n);
    chirp_[static_cast<size_t>(k)] = chirp;
    inverse[static_cast<size_t>(k)] = std::conj(chirp);
    if (k > 0) inverse[static_cast<size_t>(size - k)] = std::conj(chirp);
  }
  filter_.resize(static_cast<size_t>(size));
  convolution_->Run(inverse.data(), filter_.data(), nullptr);
}

void FourierPlan::Run(const Complex* in, Complex* out, Complex* scratch) const {
  if (convolution_) {
    RunConvolution(in, out, scratch);
  } else {
    Split(in, 1, n_, 0, out);
  }
}

// Recursion is as deep as there are factors, at most 62.
void FourierPlan::Split(const Complex* in, int64_t stride, int64_t n, size_t level, Complex* out) const {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  const int64_t radix = factors_[level];
  const int64_t m = n / radix;
  for (int64_t r = 0; r < radix; ++r) Split(in + r * stride, stride * radix, m, level + 1, out + r * m);
  Combine(radix, m, stride, out);
}

// out holds `radix` transforms of length m, of every radix-th element each; `stride` is n_ / (radix * m).
void FourierPlan::Combine(int64_t radix, int64_t m, int64_t stride, Complex* out) const {
  const Complex* roots = roots_.data();
  if (radix == 2) {
    for (int64_t k = 0; k < m; ++k) {
      const Complex odd = Multiply(out[k + m], roots[k * stride]);
      out[k + m] = out[k] - odd;
      out[k] += odd;
    }
    return;
  }
  if (radix == 4) {
    for (int64_t k = 0; k < m; ++k) {
      const Complex a = out[k];
      const Complex b = Multiply(out[k + m], roots[k * stride]);
      const Complex c = Multiply(out[k + 2 * m], roots[2 * k * stride]);
      const Complex d = Multiply(out[k + 3 * m], roots[3 * k * stride]);
      const Complex sum = b + d;
      const Complex difference = b - d;
      const Complex turned(difference.imag(), -difference.real());  // -i times it
      out[k] = a + c + sum;
      out[k + m] = a - c + turned;
      out[k + 2 * m] = a + c - sum;
      out[k + 3 * m] = a - c - turned;
    }
    return;
  }
  Complex terms[kLargestFactor];
  for (int64_t k = 0; k < m; ++k) {
    for (int64_t r = 0; r < radix; ++r) terms[r] = Multiply(out[k + r * m], roots[r * k * stride]);
    for (int64_t q = 0; q < radix; ++q) {
      Complex sum = terms[0];
      for (int64_t r = 1; r < radix; ++r) sum += Multiply(terms[r], roots[q * r % radix * m * stride]);
      out[k + q * m] = sum;
    }
  }
}

void FourierPlan::RunConvolution(const Complex* in, Complex* out, Complex* scratch) const {
  const int64_t size = convolution_->size();
  Complex* padded = scratch;
  Complex* spectrum = scratch + size;
  Complex* result = scratch + 2 * size;
  for (int64_t k = 0; k < n_; ++k) padded[k] = Multiply(in[k], chirp_[static_cast<size_t>(k)]);
  for (int64_t k = n_; k < size; ++k) padded[k] = 0;
  convolution_->Run(padded, spectrum, nullptr);
  // The inverse transform is the transform of the conjugate.
  for (int64_t k = 0; k < size; ++k) padded[k] = std::conj(Multiply(spectrum[k], filter_[static_cast<size_t>(k)]));
  convolution_->Run(padded, result, nullptr);
  for (int64_t k = 0; k < n_; ++k) {
    out[k] = Multiply(std::conj(result[k]), chirp_[static_cast<size_t>(k)]) / static_cast<double>(size);
  }
}

}  // namespace cppjrt::stablehlo
