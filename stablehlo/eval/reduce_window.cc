// reduce_window.
//
// A plain body that is exact (integers, minima, maxima) takes one pass over each dimension of the window; so does
// one dimension of any type. Rows of a pass are combined whole, and windows that begin or end with the operand
// (cumulative sums) are running sums. Sums of floats over several dimensions are taken in the order of the window,
// as rounding shows. Other bodies: lifted_window.h. init is used once for each result, and padding leaves no trace.
// Narrow floats are rounded at each step. spec: reduce_window

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/elements.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifted_window.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/monoid.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/strided.h"
#include "stablehlo/eval/window.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kGrain = 1 << 15;
// Columns that a pass handles together.
constexpr int64_t kColumns = 512;

// Rounds what should be narrow floats.
template <typename T>
void RoundTo(std::optional<ElementType> narrow, T* values, int64_t n) {
  if constexpr (std::is_same_v<T, float>) {
    if (!narrow) return;
    alignas(T) std::byte bytes[kColumns * sizeof(T)];
    StoreBlock(*narrow, values, n, bytes);
    LoadBlock(*narrow, bytes, n, values);
  }
}

// sums[c] = sums[c] + x[c].
template <BodyKind kKind, typename T>
void AddRow(std::optional<ElementType> narrow, const T* x, int64_t columns, T* sums) {
  for (int64_t c = 0; c < columns; ++c) sums[c] = Combine<kKind>(sums[c], x[c]);
  RoundTo(narrow, sums, columns);
}

// One pass: [outer, n, inner] to [outer, positions, inner]. `start` is what sums begin with.
template <BodyKind kKind, typename T>
class WindowPass {
 public:
  WindowPass(const WindowDim& window, std::optional<ElementType> narrow, T start, const T* source, int64_t outer,
             int64_t n, int64_t inner, T* out)
      : w_(window),
        narrow_(narrow),
        start_(start),
        source_(source),
        outer_(outer),
        n_(n),
        inner_(inner),
        positions_(w_.Positions(n)),
        out_(out) {}

  void Run(ThreadPool& pool) const {
    const int64_t blocks = (inner_ + kColumns - 1) / kColumns;
    const int64_t work = std::max<int64_t>(1, (n_ + positions_) * std::min(inner_, kColumns));
    const Reach reach = ReachOf(w_, n_, positions_);
    pool.ParallelFor(outer_ * blocks, std::max<int64_t>(1, kGrain / work), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t column = i % blocks * kColumns;
        const T* from = source_ + i / blocks * n_ * inner_ + column;
        T* to = out_ + i / blocks * positions_ * inner_ + column;
        const int64_t columns = std::min(kColumns, inner_ - column);
        if (reach == Reach::kInside) {
          Slide(from, columns, to);
        } else {
          Accumulate(reach, from, columns, to);
        }
      }
    });
  }

 private:
  void Slide(const T* from, int64_t columns, T* to) const {
    for (int64_t i = 0; i < positions_; ++i) {
      T* out = to + i * inner_;
      std::fill_n(out, columns, start_);
      for (int64_t k = 0; k < w_.size; ++k) {
        const int64_t at = w_.Source(n_, i, k);
        if (at >= 0) AddRow<kKind>(narrow_, from + at * inner_, columns, out);
      }
    }
  }

  void Accumulate(Reach reach, const T* from, int64_t columns, T* to) const {
    T sums[kColumns];
    std::fill_n(sums, columns, start_);
    int64_t done = 0;  // elements in the sums
    for (int64_t step = 0; step < positions_; ++step) {
      const bool forward = reach == Reach::kFromFirst;
      const int64_t i = forward ? step : positions_ - 1 - step;
      const int64_t wanted = forward ? LastElement(w_, n_, i) + 1 : n_ - FirstElement(w_, n_, i);
      for (; done < wanted; ++done) {
        AddRow<kKind>(narrow_, from + (forward ? done : n_ - 1 - done) * inner_, columns, sums);
      }
      std::copy_n(sums, columns, to + i * inner_);
    }
  }

  const WindowDim& w_;
  std::optional<ElementType> narrow_;
  T start_;
  const T* source_;
  int64_t outer_;
  int64_t n_;
  int64_t inner_;
  int64_t positions_;
  T* out_;
};

struct WindowPlan {
  Window window;
  BodyKind kind = BodyKind::kOther;
  LiftedBody body;
  bool wide = false;
};

// One reduce_window with a plain body, in T.
template <BodyKind kKind, typename T>
class PlainWindow {
 public:
  PlainWindow(Call& call, const WindowPlan& plan, T init, Tensor& result)
      : call_(call), window_(plan.window), init_(init), result_(result) {
    if (IsNarrowFloat(result.type()) && !plan.wide) narrow_ = result.type();
  }

  Status Run(const Tensor& operand) {
    Tensor current = operand.Reshaped({operand.num_elements()});
    if (!compute_internal::IsSame<T>(operand.type())) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor wide, AllocateElements<T>(call_, operand.num_elements()));
      LoadBlock(operand.type(), operand.bytes().data(), operand.num_elements(), MutableElementsOf<T>(wide));
      current = std::move(wide);
    }
    std::vector<size_t> sliding;
    for (size_t d = 0; d < window_.size(); ++d) {
      if (!window_[d].trivial()) sliding.push_back(d);
    }
    constexpr bool kSum = kKind == BodyKind::kAdd || kKind == BodyKind::kMultiply;
    CPPJRT_ASSIGN_OR_RETURN(Tensor sums, AllocateElements<T>(call_, result_.num_elements()));
    if (sliding.empty()) {
      const T* values = ElementsOf<T>(current);
      T* out = MutableElementsOf<T>(sums);
      for (int64_t i = 0; i < result_.num_elements(); ++i) out[i] = Combine<kKind>(init_, values[i]);
    } else if (kSum && !std::is_integral_v<T> && sliding.size() > 1) {
      SlideAll(ElementsOf<T>(current), operand.dims(), sliding.back() + 1, MutableElementsOf<T>(sums));
    } else {
      CPPJRT_RETURN_IF_ERROR(RunPasses(std::move(current), operand.dims(), sliding, sums));
    }
    StoreBlock(result_.type(), ElementsOf<T>(sums), result_.num_elements(), result_.mutable_bytes());
    return OkStatus();
  }

 private:
  // A pass over each sliding dimension, the last first; the last pass begins with init.
  Status RunPasses(Tensor current, Dims dims, const std::vector<size_t>& sliding, Tensor& sums) {
    for (size_t i = sliding.size(); i-- > 0;) {
      const size_t d = sliding[i];
      const int64_t outer = NumElements(std::span(dims.begin(), d));
      const int64_t inner = NumElements(std::span(dims.begin() + d + 1, dims.size() - d - 1));
      const int64_t n = dims[d];
      dims[d] = window_[d].Positions(n);
      CPPJRT_ASSIGN_OR_RETURN(Tensor next, call_.Allocate(result_.type(), dims));  // checks the size
      CPPJRT_ASSIGN_OR_RETURN(next, AllocateElements<T>(call_, NumElements(dims)));
      const T start = i == 0 ? init_ : Identity<kKind, T>();
      WindowPass<kKind, T>(window_[d], narrow_, start, ElementsOf<T>(current), outer, n, inner,
                           MutableElementsOf<T>(next))
          .Run(call_.pool());
      current = std::move(next);
    }
    sums = std::move(current);
    return OkStatus();
  }

  // All window elements in order for each position; the first `count` dimensions slide, the rest are columns.
  void SlideAll(const T* source, const Dims& dims, size_t count, T* sums) const {
    const std::span<const int64_t> space(dims.begin(), count);
    const Dims positions(std::span(result_.dims().begin(), count));
    const int64_t columns = NumElements(std::span(dims.begin() + count, dims.size() - count));
    const Dims strides = RowMajorStrides(space);
    Dims sizes;
    for (size_t d = 0; d < count; ++d) sizes.push_back(window_[d].size);
    const Dims none(count, 0);
    const int64_t work = std::max<int64_t>(1, NumElements(sizes) * columns);
    const auto run = [&](int64_t begin, int64_t end) {
      Odometer<1> position(positions, {none});
      position.Seek(begin);
      for (int64_t i = begin; i < end; ++i, position.Next()) {
        T* out = sums + i * columns;
        std::fill_n(out, columns, init_);
        Odometer<1> place(sizes, {none});
        do {
          int64_t row = 0;
          for (size_t d = 0; d < count && row >= 0; ++d) {
            const int64_t at = window_[d].Source(dims[d], position.index()[d], place.index()[d]);
            row = at < 0 ? -1 : row + at * strides[d];
          }
          for (int64_t c = 0; c < columns && row >= 0; c += kColumns) {
            AddRow<kKind>(narrow_, source + row * columns + c, std::min(kColumns, columns - c), out + c);
          }
        } while (place.Next());
      }
    };
    call_.pool().ParallelFor(NumElements(positions), std::max<int64_t>(1, kGrain / work), run);
  }

  Call& call_;
  const Window& window_;
  T init_;
  Tensor& result_;
  std::optional<ElementType> narrow_;
};

Status ReduceWindowPlain(const WindowPlan& plan, Call& call) {
  const ElementType type = plan.body.arguments()[0];
  CPPJRT_ASSIGN_OR_RETURN(const Tensor operand, Promote(call, call.Take(0), type));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor init, Promote(call, call.Take(1), type));
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, Positions(plan.window, operand.dims())));
  if (result.num_elements() > 0) {
    const Status status = DispatchCompute(ComputeTypeOf(type, plan.wide), [&]<typename T>(CppType<T>) -> Status {
      return DispatchKind(KindFor(type, plan.kind), [&]<BodyKind kKind>(KindTag<kKind>) -> Status {
        if constexpr (!HasCombine<T>(kKind)) {
          return InternalError("reduce_window: no such body for this element type");
        } else {
          T buffer[1];
          const T start = *LoadBlock(type, init.bytes().data(), 1, buffer);
          return PlainWindow<kKind, T>(call, plan, start, result).Run(operand);
        }
      });
    });
    CPPJRT_RETURN_IF_ERROR(status);
  }
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareReduceWindow(const OpRef& op) {
  WindowPlan plan;
  plan.window =
      ReadWindow(op, op.I64s("window_dimensions"), {"window_strides", "base_dilations", "window_dilations", "padding"});
  CPPJRT_ASSIGN_OR_RETURN(plan.body, LiftedBody::Prepare(op, 0));
  plan.wide = op.environment().wide_accumulation;
  plan.kind = RecognizeBody(op, 0);
  const bool plain = op.num_operands() == 2 && IsMonoid(plan.kind);
  return Kernel([plan = std::move(plan), plain](Call& call) {
    return plain ? ReduceWindowPlain(plan, call) : ReduceWindowLifted(call, plan.window, plan.body);
  });
}

}  // namespace cppjrt::stablehlo
