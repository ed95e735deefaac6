#include "cpu/kernels/fft_pass.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

// So many elements of a line at a time: what is read and what is written both stay in the first cache.
constexpr int64_t kStep = 8;

// The work of one thread on a vector of lines.
template <class T>
class LineVector {
 public:
  // `roots`: null, or those for a real transform by `plan`, which then has half the length of the pass.
  LineVector(const FftPass<T>& pass, const FftPlan<T>& plan, const T* roots, const FftLoops<T>& loops,
             std::byte* memory)
      : pass_(pass), plan_(plan), roots_(roots), loops_(loops), lanes_(loops.lanes) {
    const int64_t size = Rows(plan) * lanes_;
    re_ = reinterpret_cast<T*>(memory);
    im_ = re_ + size;
    spare_re_ = im_ + size;
    spare_im_ = spare_re_ + size;
  }

  static size_t Bytes(const FftPlan<T>& plan, int lanes) {
    return 4 * static_cast<size_t>(Rows(plan)) * static_cast<size_t>(lanes) * sizeof(T);
  }

  // `count` lines from `first` on.
  void Run(int64_t group, int64_t first, int64_t count) {
    if (count < lanes_) std::memset(re_, 0, 2 * static_cast<size_t>(Rows(plan_) * lanes_) * sizeof(T));
    Load(group, first, count);
    if (roots_ != nullptr && pass_.in.form == FftForm::kHalf) Join();
    if (plan_.convolution == nullptr) {
      Stages(plan_);
    } else {
      Convolve();
    }
    if (roots_ != nullptr && pass_.in.form == FftForm::kReal) loops_.split(plan_.n, roots_, re_, im_);
    if (pass_.twist != nullptr) Twist(first, count);
    Store(group, first, count);
  }

 private:
  // One more than the transform needs: the last number of half a spectrum.
  static int64_t Rows(const FftPlan<T>& plan) { return plan.work_length() + 1; }

  // The numbers of the spectrum are where the pass wants real and imaginary parts, which is not where they are if it swaps.
  void Join() {
    T* re = pass_.in.swaps ? im_ : re_;
    T* im = pass_.in.swaps ? re_ : im_;
    loops_.join(plan_.n, roots_, re, im);
  }

  void Stages(const FftPlan<T>& plan) {
    if (!loops_.run(plan, re_, im_, spare_re_, spare_im_)) return;
    std::swap(re_, spare_re_);
    std::swap(im_, spare_im_);
  }

  // Calls body(k, lane) for all elements in an order that suits the array's layout.
  template <class Body>
  void ForElements(int64_t n, int64_t count, bool lines_are_neighbors, const Body& body) const {
    if (lines_are_neighbors) {
      for (int64_t k = 0; k < n; ++k) {
        for (int64_t lane = 0; lane < count; ++lane) body(k, lane);
      }
      return;
    }
    for (int64_t begin = 0; begin < n; begin += kStep) {
      const int64_t end = std::min(n, begin + kStep);
      for (int64_t lane = 0; lane < count; ++lane) {
        for (int64_t k = begin; k < end; ++k) body(k, lane);
      }
    }
  }

  void Load(int64_t group, int64_t first, int64_t count) {
    const auto& side = pass_.in;
    const int64_t offset = group * side.group + first * side.line;
    T* re = side.swaps ? im_ : re_;
    T* im = side.swaps ? re_ : im_;
    const int64_t lanes = lanes_;
    const int64_t step = side.step;
    const int64_t line = side.line;
    const bool neighbors = line == 1;
    const int64_t n = plan_.n;
    switch (side.form) {
      case FftForm::kComplex: {
        const T* from = side.data + 2 * offset;
        ForElements(n, count, neighbors, [=](int64_t k, int64_t lane) {
          const T* element = from + 2 * (k * step + lane * line);
          re[k * lanes + lane] = element[0];
          im[k * lanes + lane] = element[1];
        });
        break;
      }
      case FftForm::kReal: {
        const T* from = side.data + offset;
        if (roots_ != nullptr) {
          ForElements(n, count, neighbors, [=](int64_t k, int64_t lane) {
            const T* pair = from + 2 * k * step + lane * line;
            re[k * lanes + lane] = pair[0];
            im[k * lanes + lane] = pair[step];
          });
          break;
        }
        ForElements(n, count, neighbors, [=](int64_t k, int64_t lane) {
          re[k * lanes + lane] = from[k * step + lane * line];
          im[k * lanes + lane] = 0;
        });
        break;
      }
      case FftForm::kHalf: {
        const T* from = side.data + 2 * offset;
        if (roots_ != nullptr) {
          ForElements(n + 1, count, neighbors, [=](int64_t k, int64_t lane) {
            const T* element = from + 2 * (k * step + lane * line);
            re[k * lanes + lane] = element[0];
            im[k * lanes + lane] = element[1];
          });
          break;
        }
        ForElements(n, count, neighbors, [=](int64_t k, int64_t lane) {
          const bool mirrored = k > n / 2;
          const T* element = from + 2 * ((mirrored ? n - k : k) * step + lane * line);
          // What must be real is: the middle one is its own conjugate, too.
          const bool is_real = k == 0 || 2 * k == n;
          re[k * lanes + lane] = element[0];
          im[k * lanes + lane] = is_real ? 0 : mirrored ? -element[1] : element[1];
        });
        break;
      }
    }
  }

  void Store(int64_t group, int64_t first, int64_t count) const {
    const auto& side = pass_.out;
    const int64_t offset = group * side.group + first * side.line;
    const T* re = side.swaps ? im_ : re_;
    const T* im = side.swaps ? re_ : im_;
    const int64_t lanes = lanes_;
    const int64_t step = side.step;
    const int64_t line = side.line;
    const T scale = pass_.scale;
    const bool neighbors = line == 1;
    if (side.form == FftForm::kReal) {
      T* to = side.data + offset;
      if (roots_ != nullptr) {
        ForElements(plan_.n, count, neighbors, [=](int64_t k, int64_t lane) {
          T* pair = to + 2 * k * step + lane * line;
          pair[0] = re[k * lanes + lane] * scale;
          pair[step] = im[k * lanes + lane] * scale;
        });
        return;
      }
      ForElements(plan_.n, count, neighbors,
                  [=](int64_t k, int64_t lane) { to[k * step + lane * line] = re[k * lanes + lane] * scale; });
      return;
    }
    T* to = side.data + 2 * offset;
    const int64_t n = side.form == FftForm::kHalf ? pass_.n / 2 + 1 : plan_.n;
    ForElements(n, count, neighbors, [=](int64_t k, int64_t lane) {
      T* element = to + 2 * (k * step + lane * line);
      element[0] = re[k * lanes + lane] * scale;
      element[1] = im[k * lanes + lane] * scale;
    });
  }

  // Multiplies element k of all lines by factors[k].
  void Multiply(const T* factors, int64_t n) {
    for (int64_t k = 0; k < n; ++k) {
      const T c = factors[2 * k];
      const T d = factors[2 * k + 1];
      T* re = re_ + k * lanes_;
      T* im = im_ + k * lanes_;
      for (int64_t lane = 0; lane < lanes_; ++lane) {
        const T a = re[lane];
        const T b = im[lane];
        re[lane] = a * c - b * d;
        im[lane] = a * d + b * c;
      }
    }
  }

  // w(n)^(j k) is a product of chirps at j, k and j - k: multiply, convolve, multiply.
  void Convolve() {
    const FftPlan<T>& inner = *plan_.convolution;
    Multiply(plan_.chirp.data(), plan_.n);
    const auto padding = static_cast<size_t>((inner.n - plan_.n) * lanes_) * sizeof(T);
    std::memset(re_ + plan_.n * lanes_, 0, padding);
    std::memset(im_ + plan_.n * lanes_, 0, padding);
    Stages(inner);
    Multiply(plan_.filter.data(), inner.n);
    std::swap(re_, im_);
    Stages(inner);
    std::swap(re_, im_);
    Multiply(plan_.chirp.data(), plan_.n);
  }

  void Twist(int64_t first, int64_t count) {
    for (int64_t k = 0; k < plan_.n; ++k) {
      for (int64_t lane = 0; lane < count; ++lane) {
        const UnitRoot root = pass_.twist->At(k * (first + lane));
        T& re = re_[k * lanes_ + lane];
        T& im = im_[k * lanes_ + lane];
        const double a = static_cast<double>(re);
        const double b = static_cast<double>(im);
        re = static_cast<T>(a * root.re - b * root.im);
        im = static_cast<T>(a * root.im + b * root.re);
      }
    }
  }

  const FftPass<T>& pass_;
  const FftPlan<T>& plan_;
  const T* const roots_;
  const FftLoops<T>& loops_;
  const int64_t lanes_;
  T* re_;
  T* im_;
  T* spare_re_;
  T* spare_im_;
};

}  // namespace

FftTwist::FftTwist(int64_t n) : size_(static_cast<int64_t>(std::ceil(std::sqrt(static_cast<double>(n))))) {
  for (int64_t i = 0; i < size_; ++i) fine_.push_back(MakeUnitRoot(i, n));
  for (int64_t i = 0; i * size_ < n; ++i) coarse_.push_back(MakeUnitRoot(i * size_, n));
}

UnitRoot FftTwist::At(int64_t i) const {
  const UnitRoot& a = coarse_[static_cast<size_t>(i / size_)];
  const UnitRoot& b = fine_[static_cast<size_t>(i % size_)];
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class T>
Status RunFftPass(const FftPass<T>& pass, const FftSet& set, ThreadPool* pool) {
  // Pairs of real numbers are taken for complex ones.
  const bool is_real = pass.n % 2 == 0 && ((pass.in.form == FftForm::kReal && pass.out.form == FftForm::kHalf) ||
                                           (pass.in.form == FftForm::kHalf && pass.out.form == FftForm::kReal));
  const auto plan = GetFftPlan<T>(is_real ? pass.n / 2 : pass.n);
  const auto roots = is_real ? GetRealFftRoots<T>(pass.n) : nullptr;
  const FftLoops<T>& loops = LoopsOf(set, T{});
  const int64_t lanes = loops.lanes;
  const int64_t vectors = (pass.lines + lanes - 1) / lanes;
  const size_t bytes = LineVector<T>::Bytes(*plan, loops.lanes);
  const int64_t grain = std::max<int64_t>(1, 16384 / (plan->work_length() * lanes));
  std::atomic<bool> failed = false;
  ParallelFor(pool, pass.groups * vectors, grain, [&](int64_t begin, int64_t end) {
    std::byte* memory = Scratch(ScratchSlot::kPanels, bytes);
    if (memory == nullptr) {
      failed = true;
      return;
    }
    LineVector<T> vector(pass, *plan, roots == nullptr ? nullptr : roots->data(), loops, memory);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % vectors * lanes;
      vector.Run(i / vectors, first, std::min(lanes, pass.lines - first));
    }
  });
  if (!failed) return Status();
  return ResourceExhaustedError("no memory to transform lines of " + std::to_string(pass.n) + " elements");
}

template Status RunFftPass(const FftPass<float>& pass, const FftSet& set, ThreadPool* pool);
template Status RunFftPass(const FftPass<double>& pass, const FftSet& set, ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels
