// Transforms along one dimension: lines are taken a vector at a time, transformed, and put where they belong.
#ifndef CPPJRT_CPU_KERNELS_FFT_PASS_H_
#define CPPJRT_CPU_KERNELS_FFT_PASS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/fft_plan.h"
#include "cpu/kernels/fft_set.h"

namespace cppjrt::cpu::kernels {

// What an array holds along the line: all numbers, their real parts (the others are zero), or those up to n / 2 (the others are
// their conjugates).
enum class FftForm : uint8_t { kComplex, kReal, kHalf };

// w(n)^i for many i, from two short tables.
class FftTwist {
 public:
  explicit FftTwist(int64_t n);
  UnitRoot At(int64_t i) const;

 private:
  int64_t size_;
  std::vector<UnitRoot> fine_;
  std::vector<UnitRoot> coarse_;
};

// Element k of line l of group o is number k step + l line + o group of the array.
template <class T>
struct FftPass {
  struct Side {
    T* data = nullptr;
    FftForm form = FftForm::kComplex;
    int64_t step = 1;
    int64_t line = 0;
    int64_t group = 0;
    // Real and imaginary parts change places: on both sides, this makes the transform the inverse one.
    bool swaps = false;
  };

  int64_t n = 1;
  int64_t lines = 1;
  int64_t groups = 1;
  Side in;  // only read
  Side out;
  T scale = 1;
  const FftTwist* twist = nullptr;  // element k of line l is multiplied by number k l of it
};

// RESOURCE_EXHAUSTED without memory. Every vector of lines is read before any of it is written.
template <class T>
Status RunFftPass(const FftPass<T>& pass, const FftSet& set, ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_FFT_PASS_H_
