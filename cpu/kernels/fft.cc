#include "cpu/kernels/fft.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>

#include "cpu/kernels/fft_pass.h"
#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

// A line this long is cut if there are too few to fill a vector.
constexpr int64_t kLongLine = 4096;

// The largest divisor of n up to its root.
int64_t BalancedFactor(int64_t n) {
  for (auto factor = static_cast<int64_t>(std::sqrt(static_cast<double>(n))); factor > 1; --factor) {
    if (n % factor == 0) return factor;
  }
  return 1;
}

template <class T>
class Transform {
 public:
  Transform(const FftShape& shape, const T* in, T* out, const FftSet& set, ThreadPool* pool)
      : shape_(shape),
        in_(const_cast<T*>(in)),  // NOLINT: a pass only reads its `in`
        out_(out),
        set_(set),
        pool_(pool),
        last_(shape.lengths.back()),
        swaps_(shape.kind == FftKind::kIfft || shape.kind == FftKind::kIrfft) {
    for (const int64_t length : shape.lengths) count_ *= length;
    for (const int64_t length : shape.lengths.first(shape.lengths.size() - 1)) others_ *= length;
  }

  Status Run() {
    switch (shape_.kind) {
      case FftKind::kFft:
      case FftKind::kIfft:
        CPPJRT_RETURN_IF_ERROR(LastDimension(in_, FftForm::kComplex, out_, FftForm::kComplex));
        return OtherDimensions(out_, last_, out_);
      case FftKind::kRfft:
        CPPJRT_RETURN_IF_ERROR(LastDimension(in_, FftForm::kReal, out_, FftForm::kHalf));
        return OtherDimensions(out_, half(), out_);
      case FftKind::kIrfft:
        break;
    }
    T* spectrum = in_;
    if (shape_.lengths.size() > 1) {
      const auto size = static_cast<size_t>(2 * shape_.batch * others_ * half());
      spectrum = reinterpret_cast<T*>(Scratch(ScratchSlot::kShared, size * sizeof(T)));
      if (spectrum == nullptr) return NoMemory();
      CPPJRT_RETURN_IF_ERROR(OtherDimensions(in_, half(), spectrum));
    }
    return LastDimension(spectrum, FftForm::kHalf, out_, FftForm::kReal);
  }

 private:
  int64_t half() const { return last_ / 2 + 1; }
  int64_t LineLength(FftForm form) const { return form == FftForm::kHalf ? half() : last_; }
  Status NoMemory() const {
    return ResourceExhaustedError("no memory to transform " + std::to_string(count_) + " elements");
  }

  // Lines lie one after the other. Everything is scaled here.
  Status LastDimension(T* in, FftForm in_form, T* out, FftForm out_form) {
    FftPass<T> pass;
    pass.n = last_;
    pass.lines = shape_.batch * others_;
    pass.in = {in, in_form, 1, LineLength(in_form), 0, swaps_};
    pass.out = {out, out_form, 1, LineLength(out_form), 0, swaps_};
    if (swaps_) pass.scale = static_cast<T>(1.0 / static_cast<double>(count_));
    return RunPass(pass);
  }

  // Lines of a dimension lie side by side. `from` is read by the first pass only.
  Status OtherDimensions(T* from, int64_t last, T* to) {
    int64_t inner = last;
    int64_t groups = shape_.batch * others_;
    for (size_t i = shape_.lengths.size() - 1; i-- > 0;) {
      FftPass<T> pass;
      pass.n = shape_.lengths[i];
      groups /= pass.n;
      pass.lines = inner;
      pass.groups = groups;
      pass.in = {from, FftForm::kComplex, inner, 1, pass.n * inner, swaps_};
      pass.out = {to, FftForm::kComplex, inner, 1, pass.n * inner, swaps_};
      CPPJRT_RETURN_IF_ERROR(RunPass(pass));
      inner *= pass.n;
      from = to;
    }
    return Status();
  }

  Status RunPass(const FftPass<T>& pass) {
    const int64_t lanes = LoopsOf(set_, T{}).lanes;
    const bool is_whole = pass.in.form != FftForm::kHalf && pass.out.form != FftForm::kHalf;
    if (is_whole && pass.n >= kLongLine && 2 * pass.lines <= lanes && HasSmallFactors(pass.n)) {
      if (const int64_t rows = BalancedFactor(pass.n); rows >= lanes) return RunAsMatrix(pass, rows);
    }
    return RunFftPass(pass, set_, pool_);
  }

  // Element r columns + c of a line is (r, c) of a matrix. Its columns are transformed and multiplied by w(n)^(r c), then its
  // rows; element (r, c) of that is number r + rows c of the result.
  Status RunAsMatrix(const FftPass<T>& pass, int64_t rows) {
    const int64_t columns = pass.n / rows;
    T* matrix = reinterpret_cast<T*>(Scratch(ScratchSlot::kRows, 2 * static_cast<size_t>(pass.n) * sizeof(T)));
    if (matrix == nullptr) return NoMemory();
    const FftTwist twist(pass.n);
    for (int64_t i = 0; i < pass.groups * pass.lines; ++i) {
      const auto offset = [&](const typename FftPass<T>::Side& side) {
        const int64_t elements = i / pass.lines * side.group + i % pass.lines * side.line;
        return side.form == FftForm::kReal ? elements : 2 * elements;
      };
      FftPass<T> by_columns;
      by_columns.n = rows;
      by_columns.lines = columns;
      by_columns.twist = &twist;
      by_columns.in = {
          pass.in.data + offset(pass.in), pass.in.form, columns * pass.in.step, pass.in.step, 0, pass.in.swaps};
      by_columns.out = {matrix, FftForm::kComplex, columns, 1, 0, false};
      CPPJRT_RETURN_IF_ERROR(RunFftPass(by_columns, set_, pool_));
      FftPass<T> by_rows;
      by_rows.n = columns;
      by_rows.lines = rows;
      by_rows.scale = pass.scale;
      by_rows.in = {matrix, FftForm::kComplex, 1, columns, 0, false};
      by_rows.out = {
          pass.out.data + offset(pass.out), pass.out.form, rows * pass.out.step, pass.out.step, 0, pass.out.swaps};
      CPPJRT_RETURN_IF_ERROR(RunFftPass(by_rows, set_, pool_));
    }
    return Status();
  }

  const FftShape& shape_;
  T* const in_;
  T* const out_;
  const FftSet& set_;
  ThreadPool* const pool_;
  const int64_t last_;
  const bool swaps_;
  int64_t count_ = 1;
  int64_t others_ = 1;
};

Status CheckShape(const FftShape& shape, ElementType type) {
  if (!IsComplex(type)) return InvalidArgumentError("fft: a spectrum is of complex numbers");
  if (shape.lengths.empty() || shape.lengths.size() > 3 || shape.batch < 0) {
    return InvalidArgumentError("fft: " + std::to_string(shape.lengths.size()) +
                                " dimensions; one to three are transformed");
  }
  for (const int64_t length : shape.lengths) {
    if (length < 0 || length > (int64_t{1} << 30)) {
      return InvalidArgumentError("fft: length " + std::to_string(length) + " is not between 0 and 2^30");
    }
  }
  return Status();
}

bool IsEmpty(const FftShape& shape) {
  for (const int64_t length : shape.lengths) {
    if (length == 0) return true;
  }
  return shape.batch == 0;
}

}  // namespace

Status Fft(const FftShape& shape, ElementType type, const void* in, void* out, const FftOptions& options,
           ThreadPool* pool) {
  CPPJRT_RETURN_IF_ERROR(CheckShape(shape, type));
  if (IsEmpty(shape)) return Status();
  const FftSet& set = FftSetFor(options.isa);
  if (type == ElementType::kC64) {
    return Transform<float>(shape, static_cast<const float*>(in), static_cast<float*>(out), set, pool).Run();
  }
  return Transform<double>(shape, static_cast<const double*>(in), static_cast<double*>(out), set, pool).Run();
}

}  // namespace cppjrt::cpu::kernels
