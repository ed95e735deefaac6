// What is known of a transform of one length before there are numbers: its stages and their factors.
#ifndef CPPJRT_CPU_KERNELS_FFT_PLAN_H_
#define CPPJRT_CPU_KERNELS_FFT_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cppjrt::cpu::kernels {

inline constexpr int kMaxRadix = 31;

// y[q + s (r p + j)] = w(r m)^(j p) sum over k of x[q + s (p + k m)] w(r)^(j k), with w(n) = exp(-2 pi i / n), for all p < m,
// q < s, j < r.
struct FftStage {
  int radix = 2;
  int64_t m = 1;
  int64_t s = 1;
  size_t factors = 0;  // where w(r m)^(j p) begin: for each p those of j = 1, …, r - 1
  size_t roots = 0;    // where w(r)^k begin, for radices without code of their own
};

// Complex numbers are pairs of T.
template <class T>
struct FftPlan {
  int64_t n = 1;
  std::vector<FftStage> stages;
  std::vector<T> factors;
  // For lengths with a large prime factor instead of stages: the length of the convolution, exp(-pi i k^2 / n) for k < n, and
  // the spectrum of the other operand, divided by that length.
  std::shared_ptr<const FftPlan> convolution;
  std::vector<T> chirp;
  std::vector<T> filter;

  // Elements that a line takes while it is transformed.
  int64_t work_length() const { return convolution == nullptr ? n : convolution->n; }
};

// From a cache of the process. REQUIRES: n > 0.
template <class T>
std::shared_ptr<const FftPlan<T>> GetFftPlan(int64_t n);

// w(n)^k for k <= n / 4: what makes a transform of n real numbers of one of n / 2 complex ones. REQUIRES: n is even.
template <class T>
std::shared_ptr<const std::vector<T>> GetRealFftRoots(int64_t n);

// Whether stages alone do it.
bool HasSmallFactors(int64_t n);

// exp(-2 pi i k / n), to the last bit of a double or nearly.
struct UnitRoot {
  double re;
  double im;
};
UnitRoot MakeUnitRoot(int64_t k, int64_t n);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_FFT_PLAN_H_
