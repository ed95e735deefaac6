// FourierPlan: the discrete Fourier transform of one length, in double.
//
//   FourierPlan plan(12);
//   plan.Run(in, out, scratch);       // out[k] = sum over j of in[j] * exp(-2 pi i j k / 12)
//
// Lengths of small prime factors are split by them; any other is a convolution of a power of two (Bluestein). A plan is
// const after it is made and may be used by any number of threads.
#ifndef CPPJRT_STABLEHLO_EVAL_FOURIER_H_
#define CPPJRT_STABLEHLO_EVAL_FOURIER_H_

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace cppjrt::stablehlo {

using Complex = std::complex<double>;

class FourierPlan {
 public:
  // REQUIRES: n > 0.
  explicit FourierPlan(int64_t n);

  int64_t size() const { return n_; }
  // Elements of `scratch`.
  int64_t scratch_size() const { return convolution_ ? 3 * convolution_->size() : 0; }

  // `in` and `out` do not overlap.
  void Run(const Complex* in, Complex* out, Complex* scratch) const;

 private:
  // The transform of in[0], in[stride], … of the length that is left from factor `level` on.
  void Split(const Complex* in, int64_t stride, int64_t n, size_t level, Complex* out) const;
  void Combine(int64_t radix, int64_t m, int64_t stride, Complex* out) const;
  void RunConvolution(const Complex* in, Complex* out, Complex* scratch) const;

  int64_t n_;
  std::vector<int64_t> factors_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / n)
  // Bluestein: the chirp exp(-pi i k^2 / n), and the transform of its inverse.
  std::unique_ptr<const FourierPlan> convolution_;
  std::vector<Complex> chirp_;
  std::vector<Complex> filter_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_FOURIER_H_
