// FftSet: transforms of a vector of lines, compiled for each instruction set.
#ifndef CPPJRT_CPU_KERNELS_FFT_SET_H_
#define CPPJRT_CPU_KERNELS_FFT_SET_H_

#include "cpu/kernels/fft_plan.h"
#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

template <class T>
struct FftLoops {
  int lanes = 1;
  // Transforms `lanes` lines by the plan's stages: element k of line l is at re[k * lanes + l], im[…]. True if the result is in
  // the spare arrays. All are aligned to vectors. REQUIRES: the plan has no convolution.
  bool (*run)(const FftPlan<T>& plan, T* re, T* im, T* spare_re, T* spare_im) = nullptr;
  // The transform of m numbers x[2 k] + i x[2 k + 1], with x real, becomes the m + 1 numbers of the transform of x, in place;
  // `roots` are w(2 m)^k for k <= m / 2.
  void (*split)(int64_t m, const T* roots, T* re, T* im) = nullptr;
  // The way back, to twice the m numbers; the first and the last number count as real.
  void (*join)(int64_t m, const T* roots, T* re, T* im) = nullptr;
};

struct FftSet {
  FftLoops<float> f32;
  FftLoops<double> f64;
};
inline const FftLoops<float>& LoopsOf(const FftSet& set, float /*type*/) { return set.f32; }
inline const FftLoops<double>& LoopsOf(const FftSet& set, double /*type*/) { return set.f64; }

const FftSet& FftSetFor(Isa isa);

// One file each.
void FillFftBaseline(FftSet& set);
void FillFftAvx2(FftSet& set);
void FillFftAvx512(FftSet& set);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_FFT_SET_H_
