// fft: FFT, IFFT, RFFT and IRFFT over the last one to three dimensions.
//
// Everything is computed in complex<double> (fourier.h), one dimension after the other, and rounded at the end. A real
// transform is the half of a complex one that says all; its inverse completes the other half by symmetry. spec: fft

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/contraction.h"
#include "stablehlo/eval/fourier.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kGrain = 1 << 13;

// Numbers of the enumerators of FftType (op/enums.def).
enum class FftType : uint32_t { kFft = 0, kIfft = 1, kRfft = 2, kIrfft = 3 };

// The plans of one op, made when there is something to transform: a length alone takes no memory.
class Plans {
 public:
  explicit Plans(std::vector<int64_t> lengths) : lengths_(std::move(lengths)) {}

  const FourierPlan& plan(size_t i) const {
    std::call_once(once_, [this] {
      for (const int64_t n : lengths_) plans_.emplace_back(n);
    });
    return plans_[i];
  }
  const std::vector<int64_t>& lengths() const { return lengths_; }

 private:
  std::vector<int64_t> lengths_;
  mutable std::once_flag once_;
  mutable std::vector<FourierPlan> plans_;
};

struct FftPlan {
  FftType type = FftType::kFft;
  std::shared_ptr<const Plans> plans;
  ElementType result = ElementType::kC64;
  bool inverse() const { return type == FftType::kIfft || type == FftType::kIrfft; }
};

// A line being transformed.
struct Line {
  explicit Line(const FourierPlan& plan)
      : in(static_cast<size_t>(plan.size())),
        out(static_cast<size_t>(plan.size())),
        scratch(static_cast<size_t>(plan.scratch_size())) {}

  void Run(const FourierPlan& plan, bool inverse) {
    if (!inverse) return plan.Run(in.data(), out.data(), scratch.data());
    for (Complex& x : in) x = std::conj(x);
    plan.Run(in.data(), out.data(), scratch.data());
    const auto n = static_cast<double>(plan.size());
    for (Complex& x : out) x = std::conj(x) / n;
  }

  std::vector<Complex> in;
  std::vector<Complex> out;
  std::vector<Complex> scratch;
};

// Calls `function(line scratch, line number)` for all lines.
template <typename Function>
void ForLines(ThreadPool& pool, const FourierPlan& plan, int64_t lines, Function&& function) {
  pool.ParallelFor(lines, std::max<int64_t>(1, kGrain / plan.size()), [&](int64_t begin, int64_t end) {
    Line line(plan);
    for (int64_t i = begin; i < end; ++i) function(line, i);
  });
}

// Transforms along dimension d in place.
void TransformDim(ThreadPool& pool, const FourierPlan& plan, bool inverse, const Dims& dims, size_t d, Complex* data) {
  const int64_t n = dims[d];
  const int64_t stride = NumElements(std::span(dims.begin() + d + 1, dims.size() - d - 1));
  ForLines(pool, plan, NumElements(dims) / n, [&](Line& line, int64_t i) {
    Complex* at = data + i / stride * stride * n + i % stride;
    for (int64_t k = 0; k < n; ++k) line.in[static_cast<size_t>(k)] = at[k * stride];
    line.Run(plan, inverse);
    for (int64_t k = 0; k < n; ++k) at[k * stride] = line.out[static_cast<size_t>(k)];
  });
}

// Rows of n real numbers to rows of n / 2 + 1 complex ones.
void TransformReal(ThreadPool& pool, const FourierPlan& plan, const Tensor& operand, Complex* out) {
  const int64_t n = plan.size();
  const int64_t half = n / 2 + 1;
  const int64_t bytes = ElementBytes(operand.type());
  ForLines(pool, plan, operand.num_elements() / n, [&](Line& line, int64_t row) {
    std::vector<double> buffer(static_cast<size_t>(n));
    const double* x = LoadBlock(operand.type(), operand.bytes().data() + row * n * bytes, n, buffer.data());
    for (int64_t k = 0; k < n; ++k) line.in[static_cast<size_t>(k)] = x[k];
    line.Run(plan, false);
    std::copy_n(line.out.data(), half, out + row * half);
  });
}

// And back.
void InvertReal(ThreadPool& pool, const FourierPlan& plan, const Complex* data, Tensor& result) {
  const int64_t n = plan.size();
  const int64_t half = n / 2 + 1;
  const int64_t bytes = ElementBytes(result.type());
  std::byte* out = result.mutable_bytes();
  ForLines(pool, plan, result.num_elements() / n, [&](Line& line, int64_t row) {
    const Complex* from = data + row * half;
    for (int64_t k = 0; k < n; ++k) line.in[static_cast<size_t>(k)] = k < half ? from[k] : std::conj(from[n - k]);
    // What should be real has no imaginary part.
    line.in[0] = line.in[0].real();
    if (n % 2 == 0) line.in[static_cast<size_t>(n / 2)] = line.in[static_cast<size_t>(n / 2)].real();
    line.Run(plan, true);
    std::vector<double> buffer(static_cast<size_t>(n));
    for (int64_t k = 0; k < n; ++k) buffer[static_cast<size_t>(k)] = line.out[static_cast<size_t>(k)].real();
    StoreBlock(result.type(), buffer.data(), n, out + row * n * bytes);
  });
}

Status CheckLengths(const FftPlan& plan, const Dims& dims) {
  const std::vector<int64_t>& lengths = plan.plans->lengths();
  for (size_t i = 0; i < lengths.size(); ++i) {
    const int64_t got = dims[dims.size() - lengths.size() + i];
    const bool halved = plan.type == FftType::kIrfft && i + 1 == lengths.size();
    const int64_t wanted = halved ? lengths[i] / 2 + 1 : lengths[i];
    if (got == wanted || (halved && lengths[i] == 0 && got == 0)) continue;
    return InvalidArgumentError("fft: dimension " + std::to_string(dims.size() - lengths.size() + i) +
                                " of the operand is " + std::to_string(got) + ", expected " + std::to_string(wanted));
  }
  return OkStatus();
}

Status Fft(const FftPlan& plan, Call& call) {
  const Tensor& operand = call.operand(0);
  CPPJRT_RETURN_IF_ERROR(CheckLengths(plan, operand.dims()));
  const std::vector<int64_t>& lengths = plan.plans->lengths();
  const size_t rank = operand.rank();
  const size_t last = lengths.size() - 1;
  Dims dims = operand.dims();  // of the complex array
  Dims result_dims = dims;
  const int64_t n = lengths[last];
  const int64_t half = n == 0 ? 0 : n / 2 + 1;
  if (plan.type == FftType::kRfft) result_dims[rank - 1] = dims[rank - 1] = half;
  if (plan.type == FftType::kIrfft) result_dims[rank - 1] = n;
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(plan.result, result_dims));
  if (operand.num_elements() == 0 || result.num_elements() == 0) {
    std::fill_n(result.mutable_bytes(), result.num_bytes(), std::byte{0});
    call.Return(std::move(result));
    return OkStatus();
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor spectrum, AllocateElements<Complex>(call, NumElements(dims)));
  Complex* data = MutableElementsOf<Complex>(spectrum);
  if (plan.type == FftType::kRfft) {
    TransformReal(call.pool(), plan.plans->plan(last), operand, data);
  } else {
    const Complex* loaded = LoadBlock(operand.type(), operand.bytes().data(), operand.num_elements(), data);
    if (loaded != data) std::copy_n(loaded, operand.num_elements(), data);
  }
  const bool whole = plan.type == FftType::kFft || plan.type == FftType::kIfft;
  for (size_t i = lengths.size(); i-- > 0;) {
    if (i == last && !whole) continue;
    TransformDim(call.pool(), plan.plans->plan(i), plan.inverse(), dims, rank - lengths.size() + i, data);
  }
  if (plan.type == FftType::kIrfft) {
    InvertReal(call.pool(), plan.plans->plan(last), data, result);
  } else {
    StoreBlock(plan.result, data, result.num_elements(), result.mutable_bytes());
  }
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareFft(const OpRef& op) {
  FftPlan plan;
  plan.type = static_cast<FftType>(op.Enum("fft_type"));
  plan.plans = std::make_shared<const Plans>(op.I64s("fft_length"));
  CPPJRT_ASSIGN_OR_RETURN(plan.result, ElementOf(op, op.result_type()));
  return Kernel([plan = std::move(plan)](Call& call) { return Fft(plan, call); });
}

}  // namespace cppjrt::stablehlo
