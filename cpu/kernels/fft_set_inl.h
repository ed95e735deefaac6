// The stages of a transform over vectors of kVectorBytes, compiled once for each instruction set: nothing here may be shared
// between files (micro_kernel_inl.h says why). Products are not fused with sums, so all sets give the same bits.
//
// REQUIRES: CPPJRT_VECTOR_BYTES is defined before this file is included.
#include <cstdint>

#include "cpu/kernels/fft_set.h"

namespace cppjrt::cpu::kernels {
namespace {  // NOLINT(google-build-namespaces): each file that includes this has its own

#define CPPJRT_FFT_INLINE inline __attribute__((always_inline))

template <class T>
struct FftVector {
  typedef T Type __attribute__((vector_size(CPPJRT_VECTOR_BYTES), may_alias));
  static constexpr int kLanes = CPPJRT_VECTOR_BYTES / static_cast<int>(sizeof(T));
};

// A complex number in each lane.
template <class T>
struct Complex {
  using V = typename FftVector<T>::Type;
  V re, im;

  friend CPPJRT_FFT_INLINE Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
  friend CPPJRT_FFT_INLINE Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
  CPPJRT_FFT_INLINE Complex Scaled(T factor) const { return {re * factor, im * factor}; }
  CPPJRT_FFT_INLINE Complex Times(const T* w) const { return {re * w[0] - im * w[1], re * w[1] + im * w[0]}; }
  // Times -i.
  CPPJRT_FFT_INLINE Complex Turned() const { return {im, -re}; }
};

// Sums over k of x[k] w(radix)^(j k), in place.
template <class C>
CPPJRT_FFT_INLINE void Butterfly2(C* x) {
  const C a = x[0];
  x[0] = a + x[1];
  x[1] = a - x[1];
}

template <class T, class C>
CPPJRT_FFT_INLINE void Butterfly3(C* x) {
  constexpr T kSine = static_cast<T>(0.86602540378443864676);
  const C sum = x[1] + x[2];
  const C turned = (x[1] - x[2]).Turned().Scaled(kSine);
  const C middle = x[0] - sum.Scaled(static_cast<T>(0.5));
  x[0] = x[0] + sum;
  x[1] = middle + turned;
  x[2] = middle - turned;
}

template <class C>
CPPJRT_FFT_INLINE void Butterfly4(C* x) {
  const C a = x[0] + x[2];
  const C b = x[0] - x[2];
  const C c = x[1] + x[3];
  const C d = (x[1] - x[3]).Turned();
  x[0] = a + c;
  x[1] = b + d;
  x[2] = a - c;
  x[3] = b - d;
}

template <class T, class C>
CPPJRT_FFT_INLINE void Butterfly5(C* x) {
  constexpr T kCos1 = static_cast<T>(0.30901699437494742410);
  constexpr T kCos2 = static_cast<T>(-0.80901699437494742410);
  constexpr T kSin1 = static_cast<T>(0.95105651629515357212);
  constexpr T kSin2 = static_cast<T>(0.58778525229247312917);
  const C sum1 = x[1] + x[4];
  const C sum2 = x[2] + x[3];
  const C difference1 = (x[1] - x[4]).Turned();
  const C difference2 = (x[2] - x[3]).Turned();
  const C a = x[0] + sum1.Scaled(kCos1) + sum2.Scaled(kCos2);
  const C b = x[0] + sum1.Scaled(kCos2) + sum2.Scaled(kCos1);
  const C c = difference1.Scaled(kSin1) + difference2.Scaled(kSin2);
  const C d = difference1.Scaled(kSin2) - difference2.Scaled(kSin1);
  x[0] = x[0] + sum1 + sum2;
  x[1] = a + c;
  x[2] = b + d;
  x[3] = b - d;
  x[4] = a - c;
}

template <class T>
struct FftStages {
  using V = typename FftVector<T>::Type;
  using C = Complex<T>;

  struct Arrays {
    const V* re;
    const V* im;
    V* to_re;
    V* to_im;
  };

  template <int kRadix>
  static CPPJRT_FFT_INLINE void Butterfly(C* x) {
    if constexpr (kRadix == 2) Butterfly2(x);
    if constexpr (kRadix == 3) Butterfly3<T>(x);
    if constexpr (kRadix == 4) Butterfly4(x);
    if constexpr (kRadix == 5) Butterfly5<T>(x);
  }

  template <int kRadix>
  static void Stage(const FftStage& stage, const T* factors, const Arrays& arrays) {
    const int64_t m = stage.m;
    const int64_t s = stage.s;
    for (int64_t p = 0; p < m; ++p) {
      const T* w = factors + 2 * (kRadix - 1) * p;
      for (int64_t q = 0; q < s; ++q) {
        C x[kRadix];
#pragma GCC unroll 5
        for (int k = 0; k < kRadix; ++k) {
          const int64_t at = q + s * (p + k * m);
          x[k] = {arrays.re[at], arrays.im[at]};
        }
        Butterfly<kRadix>(x);
#pragma GCC unroll 5
        for (int j = 0; j < kRadix; ++j) {
          const C y = j == 0 ? x[0] : x[j].Times(w + 2 * (j - 1));
          const int64_t at = q + s * (kRadix * p + j);
          arrays.to_re[at] = y.re;
          arrays.to_im[at] = y.im;
        }
      }
    }
  }

  // By the definition.
  static void AnyStage(const FftStage& stage, const T* factors, const T* roots, const Arrays& arrays) {
    const int radix = stage.radix;
    const int64_t m = stage.m;
    const int64_t s = stage.s;
    for (int64_t p = 0; p < m; ++p) {
      const T* w = factors + 2 * (radix - 1) * p;
      for (int64_t q = 0; q < s; ++q) {
        C x[kMaxRadix];
        for (int k = 0; k < radix; ++k) {
          const int64_t at = q + s * (p + k * m);
          x[k] = {arrays.re[at], arrays.im[at]};
        }
        for (int j = 0; j < radix; ++j) {
          C y = x[0];
          int root = 0;
          for (int k = 1; k < radix; ++k) {
            root = root + j >= radix ? root + j - radix : root + j;
            y = y + x[k].Times(roots + 2 * root);
          }
          if (j > 0) y = y.Times(w + 2 * (j - 1));
          const int64_t at = q + s * (radix * p + j);
          arrays.to_re[at] = y.re;
          arrays.to_im[at] = y.im;
        }
      }
    }
  }

  static bool Run(const FftPlan<T>& plan, T* re, T* im, T* spare_re, T* spare_im) {
    V* from[2] = {reinterpret_cast<V*>(re), reinterpret_cast<V*>(im)};
    V* to[2] = {reinterpret_cast<V*>(spare_re), reinterpret_cast<V*>(spare_im)};
    bool is_spare = false;
    const T* numbers = plan.factors.data();
    const int64_t count = static_cast<int64_t>(plan.stages.size());
    const FftStage* stages = plan.stages.data();
    for (int64_t i = 0; i < count; ++i) {
      const FftStage& stage = stages[i];
      const Arrays arrays{from[0], from[1], to[0], to[1]};
      const T* factors = numbers + stage.factors;
      switch (stage.radix) {
        case 2:
          Stage<2>(stage, factors, arrays);
          break;
        case 3:
          Stage<3>(stage, factors, arrays);
          break;
        case 4:
          Stage<4>(stage, factors, arrays);
          break;
        case 5:
          Stage<5>(stage, factors, arrays);
          break;
        default:
          AnyStage(stage, factors, numbers + stage.roots, arrays);
          break;
      }
      for (int part = 0; part < 2; ++part) {
        V* const other = from[part];
        from[part] = to[part];
        to[part] = other;
      }
      is_spare = !is_spare;
    }
    return is_spare;
  }

  // With Z the transform of the pairs, E = (Z[k] + conj Z[m-k]) / 2 is that of the even numbers, O = (Z[k] - conj Z[m-k]) / 2i
  // of the odd ones; the whole is E + w^k O, and E - w^k O at m + k, whose conjugate is at m - k.
  static void Split(int64_t m, const T* roots, T* all_re, T* all_im) {
    V* re = reinterpret_cast<V*>(all_re);
    V* im = reinterpret_cast<V*>(all_im);
    const V first = re[0];
    re[0] = first + im[0];
    re[m] = first - im[0];
    im[0] = V{};
    im[m] = V{};
    constexpr T kHalf = static_cast<T>(0.5);
    for (int64_t k = 1; k <= m - k; ++k) {
      const Complex<T> z{re[k], im[k]};
      const Complex<T> mirror{re[m - k], -im[m - k]};
      const Complex<T> even = (z + mirror).Scaled(kHalf);
      const Complex<T> odd = (z - mirror).Turned().Scaled(kHalf).Times(roots + 2 * k);
      re[k] = even.re + odd.re;
      im[k] = even.im + odd.im;
      re[m - k] = even.re - odd.re;
      im[m - k] = odd.im - even.im;
    }
  }

  // Z = 2 E + 2i O with 2 E = X[k] + conj X[m-k], 2 O = w^-k (X[k] - conj X[m-k]).
  static void Join(int64_t m, const T* roots, T* all_re, T* all_im) {
    V* re = reinterpret_cast<V*>(all_re);
    V* im = reinterpret_cast<V*>(all_im);
    const V first = re[0];
    re[0] = first + re[m];
    im[0] = first - re[m];
    for (int64_t k = 1; k <= m - k; ++k) {
      const Complex<T> x{re[k], im[k]};
      const Complex<T> mirror{re[m - k], -im[m - k]};
      const Complex<T> even = x + mirror;
      const T root[2] = {roots[2 * k], -roots[2 * k + 1]};
      const Complex<T> turned = (mirror - x).Turned().Times(root);  // times i
      re[k] = even.re + turned.re;
      im[k] = even.im + turned.im;
      re[m - k] = even.re - turned.re;
      im[m - k] = turned.im - even.im;
    }
  }
};

void FillFftLoops(FftSet& set) {
  set.f32 = {FftVector<float>::kLanes, FftStages<float>::Run, FftStages<float>::Split, FftStages<float>::Join};
  set.f64 = {FftVector<double>::kLanes, FftStages<double>::Run, FftStages<double>::Split, FftStages<double>::Join};
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
