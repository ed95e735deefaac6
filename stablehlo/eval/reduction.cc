// reduce and map.
//
// A reduce with a plain body (BodyKind) walks its operand once, in memory order: a run of reduced elements collapses in
// sixteen lanes, a run of kept ones is added to a row of results. Work is split over results where there are enough of
// them, otherwise over the reduced elements, in pieces that depend on the sizes alone. Any other body runs lifted
// (lifting.h): one element of every result at a time, or, for few results, of many stretches of them, which are put
// together in order. spec: reduce leaves the grouping free but not the order.

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "stablehlo/eval/compute_type.h"
#include "stablehlo/eval/elements.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/monoid.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/strided.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

// Elements that are worth a piece of their own.
constexpr int64_t kPiece = 1 << 16;
// Results below which a large reduction is split over the reduced elements.
constexpr int64_t kFewResults = 64;
// Lanes that a lifted body should have.
constexpr int64_t kLanes = 1024;

struct LoopDim {
  int64_t extent;
  bool reduced;
  int64_t source;       // stride in the operand
  int64_t destination;  // stride in the result; 0 if reduced
};

// The operand's dimensions with neighbours of one kind merged.
std::vector<LoopDim> MergeDims(const Dims& dims, const std::vector<bool>& reduced) {
  std::vector<LoopDim> loops;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) continue;
    if (!loops.empty() && loops.back().reduced == reduced[d]) {
      loops.back().extent *= dims[d];
    } else {
      loops.push_back({dims[d], reduced[d], 0, 0});
    }
  }
  if (loops.empty()) loops.push_back({1, true, 0, 0});
  int64_t source = 1;
  int64_t destination = 1;
  for (size_t i = loops.size(); i-- > 0;) {
    loops[i].source = source;
    source *= loops[i].extent;
    if (loops[i].reduced) continue;
    loops[i].destination = destination;
    destination *= loops[i].extent;
  }
  return loops;
}

template <BodyKind kKind, typename T>
T CombineLanes(const T* x, int64_t n) {
  constexpr int64_t kWidth = 16;
  if (n < kWidth) {
    T result = x[0];
    for (int64_t i = 1; i < n; ++i) result = Combine<kKind>(result, x[i]);
    return result;
  }
  T lanes[kWidth];
  std::copy_n(x, kWidth, lanes);
  int64_t i = kWidth;
  for (; i + kWidth <= n; i += kWidth) {
    for (int64_t j = 0; j < kWidth; ++j) lanes[j] = Combine<kKind>(lanes[j], x[i + j]);
  }
  T result = lanes[0];
  for (int64_t j = 1; j < kWidth; ++j) result = Combine<kKind>(result, lanes[j]);
  for (; i < n; ++i) result = Combine<kKind>(result, x[i]);
  return result;
}

// One reduction of one operand by kKind, in T.
template <BodyKind kKind, typename T>
class PlainReduce {
 public:
  PlainReduce(const Tensor& operand, std::vector<LoopDim> loops)
      : type_(operand.type()), bytes_(ElementBytes(type_)), data_(operand.bytes().data()), loops_(std::move(loops)) {
    for (size_t i = 0; i + 1 < loops_.size(); ++i) {
      dims_.push_back(loops_[i].extent);
      source_.push_back(loops_[i].source);
      destination_.push_back(loops_[i].destination);
    }
  }

  // Combines what lies in [begin, end) of loop `split` into `out`, which has all results.
  void Run(size_t split, int64_t begin, int64_t end, T* out) const {
    const LoopDim& inner = loops_.back();
    const bool inner_split = split + 1 == loops_.size();
    Dims dims = dims_;
    if (!inner_split) dims[split] = end - begin;
    const std::byte* base = data_ + loops_[split].source * begin * bytes_;
    T* to = out + loops_[split].destination * begin;
    const int64_t n = inner_split ? end - begin : inner.extent;
    Odometer<2> at(dims, {source_, destination_});
    do {
      const std::byte* source = base + at.offset(0) * bytes_;
      if (inner.reduced) {
        CollapseRow(source, n, to + at.offset(1));
      } else {
        AddRow(source, n, to + at.offset(1));
      }
    } while (at.Next());
  }

 private:
  void CollapseRow(const std::byte* source, int64_t n, T* out) const {
    if (compute_internal::IsSame<T>(type_)) {
      *out = Combine<kKind>(*out, CombineLanes<kKind, T>(reinterpret_cast<const T*>(source), n));
      return;
    }
    T buffer[kBlock];
    for (int64_t at = 0; at < n; at += kBlock) {
      const int64_t count = std::min(kBlock, n - at);
      const T* x = LoadBlock(type_, source + at * bytes_, count, buffer);
      *out = Combine<kKind>(*out, CombineLanes<kKind, T>(x, count));
    }
  }

  void AddRow(const std::byte* source, int64_t n, T* out) const {
    T buffer[kBlock];
    for (int64_t at = 0; at < n; at += kBlock) {
      const int64_t count = std::min(kBlock, n - at);
      const T* x = LoadBlock(type_, source + at * bytes_, count, buffer);
      for (int64_t i = 0; i < count; ++i) out[at + i] = Combine<kKind>(out[at + i], x[i]);
    }
  }

  ElementType type_;
  int64_t bytes_;
  const std::byte* data_;
  std::vector<LoopDim> loops_;
  Dims dims_;
  Dims source_;
  Dims destination_;
};

// Results in memory of the run, `n` copies of `init`.
template <typename T>
StatusOr<Tensor> Accumulators(Call& call, int64_t n, T init) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, AllocateElements<T>(call, n));
  std::fill_n(MutableElementsOf<T>(tensor), n, init);
  return tensor;
}

template <BodyKind kKind, typename T>
Status CombineAll(Call& call, const Tensor& operand, std::vector<LoopDim> loops, int64_t results, Tensor& out) {
  const int64_t total = operand.num_elements();
  const auto is_kept = [](const LoopDim& loop) { return !loop.reduced; };
  const bool over_results = total < 2 * kPiece || results >= kFewResults;
  const auto found =
      std::find_if(loops.begin(), loops.end(), [&](const LoopDim& loop) { return is_kept(loop) == over_results; });
  const size_t split = found == loops.end() ? 0 : static_cast<size_t>(found - loops.begin());
  const LoopDim loop = loops[split];
  const int64_t grain = std::max<int64_t>(1, kPiece / std::max<int64_t>(1, total / loop.extent));
  const PlainReduce<kKind, T> reduce(operand, std::move(loops));
  T* to = MutableElementsOf<T>(out);
  if (total < 2 * kPiece) {
    reduce.Run(split, 0, loop.extent, to);
    return OkStatus();
  }
  if (!loop.reduced) {
    call.pool().ParallelFor(loop.extent, grain, [&](int64_t begin, int64_t end) { reduce.Run(split, begin, end, to); });
    return OkStatus();
  }
  // A set of results for each piece, begun without init, which is used once.
  const int64_t pieces = (loop.extent + grain - 1) / grain;
  CPPJRT_ASSIGN_OR_RETURN(Tensor partial, Accumulators<T>(call, pieces * results, Identity<kKind, T>()));
  T* partials = MutableElementsOf<T>(partial);
  call.pool().ParallelFor(loop.extent, grain, [&](int64_t begin, int64_t end) {
    reduce.Run(split, begin, end, partials + begin / grain * results);
  });
  for (int64_t p = 0; p < pieces; ++p) {
    for (int64_t i = 0; i < results; ++i) to[i] = Combine<kKind>(to[i], partials[p * results + i]);
  }
  return OkStatus();
}

struct ReducePlan {
  std::vector<bool> reduced;
  BodyKind kind = BodyKind::kOther;
  LiftedBody body;
  bool wide = false;
};

Dims KeptDims(const Dims& dims, const std::vector<bool>& reduced) {
  Dims kept;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (!reduced[d]) kept.push_back(dims[d]);
  }
  return kept;
}

Status ReducePlain(const ReducePlan& plan, Call& call) {
  const ElementType type = plan.body.arguments()[0];
  CPPJRT_ASSIGN_OR_RETURN(const Tensor operand, Promote(call, call.Take(0), type));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor init, Promote(call, call.Take(1), type));
  const Dims kept = KeptDims(operand.dims(), plan.reduced);
  const int64_t results = NumElements(kept);
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, kept));
  const Status status = DispatchCompute(ComputeTypeOf(type, plan.wide), [&]<typename T>(CppType<T>) -> Status {
    return DispatchKind(KindFor(type, plan.kind), [&]<BodyKind kKind>(KindTag<kKind>) -> Status {
      if constexpr (!HasCombine<T>(kKind)) {
        return InternalError("reduce: no such body for this element type");
      } else {
        T buffer[1];
        const T start = *LoadBlock(type, init.bytes().data(), 1, buffer);
        CPPJRT_ASSIGN_OR_RETURN(Tensor sums, Accumulators<T>(call, results, start));
        if (operand.num_elements() > 0) {
          CPPJRT_RETURN_IF_ERROR(
              (CombineAll<kKind, T>(call, operand, MergeDims(operand.dims(), plan.reduced), results, sums)));
        }
        StoreBlock(type, MutableElementsOf<T>(sums), results, result.mutable_bytes());
        return OkStatus();
      }
    });
  });
  CPPJRT_RETURN_IF_ERROR(status);
  call.Return(std::move(result));
  return OkStatus();
}

// `operand` as [reduced elements, results].
StatusOr<Tensor> ReducedFirst(Call& call, const Tensor& operand, const std::vector<bool>& reduced) {
  const Dims strides = RowMajorStrides(operand.dims());
  Dims dims;
  Dims source;
  for (const bool wanted : {true, false}) {
    for (size_t d = 0; d < reduced.size(); ++d) {
      if (reduced[d] != wanted) continue;
      dims.push_back(operand.dims()[d]);
      source.push_back(strides[d]);
    }
  }
  const StridedCopy copy(ElementBytes(operand.type()), dims, source, RowMajorStrides(dims));
  const Dims flat = {operand.num_elements()};
  if (copy.contiguous()) return operand.Reshaped(flat);
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), flat));
  copy.Run(operand.bytes().data(), result.mutable_bytes(), call.pool());
  return result;
}

// [stretches, length, lanes] to [length, stretches, lanes].
StatusOr<Tensor> LengthFirst(Call& call, const Tensor& tensor, int64_t stretches, int64_t length, int64_t lanes) {
  const Dims dims = {length, stretches, lanes};
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(tensor.type(), {length * stretches * lanes}));
  StridedCopy(ElementBytes(tensor.type()), dims, Dims{lanes, length * lanes, 1}, RowMajorStrides(dims))
      .Run(tensor.bytes().data(), result.mutable_bytes(), call.pool());
  return result;
}

// A lifted reduction of any number of operands: `values` are [elements, lanes].
class LiftedReduce {
 public:
  LiftedReduce(Call& call, const LiftedBody& body) : call_(call), body_(body) {}

  // sums = body(sums, rows begin…end of values).
  Status AddRows(const std::vector<Tensor>& values, int64_t begin, int64_t end, int64_t lanes,
                 std::vector<RuntimeValue>& sums) {
    for (int64_t i = begin; i < end; ++i) {
      arguments_.clear();
      for (RuntimeValue& sum : sums) arguments_.push_back(std::move(sum));
      for (const Tensor& value : values) arguments_.emplace_back(View(value, i * lanes, lanes));
      CPPJRT_RETURN_IF_ERROR(body_.Run(call_, lanes, arguments_, sums));
      // The body may have returned a view of what lives shorter than the result.
      for (RuntimeValue& sum : sums) {
        CPPJRT_ASSIGN_OR_RETURN(Tensor owned, Own(call_, std::move(sum.tensor())));
        sum = std::move(owned);
      }
    }
    return OkStatus();
  }

  // The same for few lanes and many elements: stretches of them side by side, then their sums in order.
  Status AddStretches(const std::vector<Tensor>& values, int64_t stretches, int64_t elements, int64_t lanes,
                      std::vector<RuntimeValue>& sums) {
    const int64_t length = elements / stretches;
    const int64_t wide = stretches * lanes;
    std::vector<Tensor> turned;
    std::vector<RuntimeValue> partial;
    for (const Tensor& value : values) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, LengthFirst(call_, value, stretches, length, lanes));
      CPPJRT_ASSIGN_OR_RETURN(Tensor first, Own(call_, View(tensor, 0, wide)));
      partial.emplace_back(std::move(first));
      turned.push_back(std::move(tensor));
    }
    CPPJRT_RETURN_IF_ERROR(AddRows(turned, 1, length, wide, partial));
    std::vector<Tensor> partials;
    for (RuntimeValue& value : partial) partials.push_back(std::move(value.tensor()));
    CPPJRT_RETURN_IF_ERROR(AddRows(partials, 0, stretches, lanes, sums));
    return AddRows(values, stretches * length, elements, lanes, sums);
  }

 private:
  Call& call_;
  const LiftedBody& body_;
  std::vector<RuntimeValue> arguments_;
};

Status ReduceLifted(const ReducePlan& plan, Call& call) {
  const size_t count = call.num_operands() / 2;
  CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, 0, count));
  const Dims dims = call.operand(0).dims();
  const Dims kept = KeptDims(dims, plan.reduced);
  const int64_t lanes = NumElements(kept);
  const int64_t elements = lanes == 0 ? 0 : NumElements(dims) / lanes;
  std::vector<Tensor> values;
  std::vector<RuntimeValue> sums;
  for (size_t i = 0; i < count; ++i) {
    const ElementType type = plan.body.arguments()[i];
    CPPJRT_ASSIGN_OR_RETURN(Tensor operand, Promote(call, call.operand(i), type));
    CPPJRT_ASSIGN_OR_RETURN(Tensor init, Promote(call, call.operand(count + i), type));
    CPPJRT_ASSIGN_OR_RETURN(Tensor value, ReducedFirst(call, operand, plan.reduced));
    CPPJRT_ASSIGN_OR_RETURN(Tensor sum, Splat(call, init, {lanes}));
    values.push_back(std::move(value));
    sums.emplace_back(std::move(sum));
  }
  LiftedReduce reduce(call, plan.body);
  const int64_t stretches = lanes == 0 ? 1 : std::min(elements / 16, kLanes / lanes);
  if (stretches > 1) {
    CPPJRT_RETURN_IF_ERROR(reduce.AddStretches(values, stretches, elements, lanes, sums));
  } else {
    CPPJRT_RETURN_IF_ERROR(reduce.AddRows(values, 0, elements, lanes, sums));
  }
  for (size_t i = 0; i < count; ++i) call.Return(std::move(sums[i].tensor()).Reshaped(kept), i);
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareReduce(const OpRef& op) {
  ReducePlan plan;
  const auto rank = static_cast<size_t>(op.types().rank(op.operand_type(0)));
  plan.reduced = Mask(op.I64s("dimensions"), rank);
  CPPJRT_ASSIGN_OR_RETURN(plan.body, LiftedBody::Prepare(op, 0));
  plan.wide = op.environment().wide_accumulation;
  plan.kind = RecognizeBody(op, 0);
  const bool plain = op.num_operands() == 2 && IsMonoid(plan.kind);
  return Kernel([plan = std::move(plan), plain](Call& call) {
    return plain ? ReducePlain(plan, call) : ReduceLifted(plan, call);
  });
}

StatusOr<Kernel> PrepareMap(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(LiftedBody body, LiftedBody::Prepare(op, 0));
  return Kernel([body = std::move(body)](Call& call) -> Status {
    CPPJRT_RETURN_IF_ERROR(CheckSameDims(call, 0, call.num_operands()));
    const Dims dims = call.operand(0).dims();
    const int64_t n = NumElements(dims);
    std::vector<RuntimeValue> arguments;
    for (size_t i = 0; i < call.num_operands(); ++i) arguments.emplace_back(call.Take(i).Reshaped({n}));
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(body.Run(call, n, arguments, results));
    call.Return(std::move(results[0].tensor()).Reshaped(dims));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
