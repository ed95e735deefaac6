#include "cpu/native/library_calls.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpu/kernels/fft.h"
#include "cpu/kernels/scan.h"
#include "cpu/kernels/sort.h"
#include "cpu/native/check_call.h"
#include "cpu/native/contraction_calls.h"
#include "cpu/native/fallback_call.h"
#include "cpu/native/kernel_type.h"
#include "cpu/plan/reduction.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::RunOptions;

class SortCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node) {
    std::unique_ptr<SortCall> call(new SortCall());
    const auto& attrs = node.attr<SortAttrs>();
    const Dims& dims = node.shape().dims;
    const auto dim = static_cast<size_t>(attrs.dim);
    call->shape_ = {1, dims.empty() ? 1 : dims[dim], 1};
    for (size_t d = 0; d < dims.size(); ++d)
      (d < dim ? call->shape_.outer : call->shape_.inner) *= d == dim ? 1 : dims[d];
    for (const Value v : node.operands) {
      const std::optional<kernels::ElementType> type = KernelType(v.type());
      if (!type.has_value()) return NoKernel(node, "no kernel for its type");
      call->types_.push_back(*type);
    }
    for (const SortKey& key : attrs.keys) {
      if (stablehlo::IsComplex(node.operands[static_cast<size_t>(key.operand)].type())) {
        call->keys_.clear();
        break;
      }
      call->keys_.push_back({static_cast<int>(key.operand), key.descending, !key.total_order, !key.total_order});
    }
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    const size_t n = types_.size();
    std::vector<kernels::SortOperand> operands;
    for (size_t i = 0; i < n; ++i) operands.push_back({pointers[i], pointers[n + i], types_[i]});
    if (!keys_.empty()) return kernels::Sort(shape_, operands, keys_, {}, options.pool);
    const auto less = reinterpret_cast<kernels::SortLess>(pointers[2 * n]);
    return kernels::SortByComparator(shape_, operands, less, pointers[2 * n + 1], options.pool);
  }

 private:
  kernels::SortShape shape_;
  std::vector<kernels::ElementType> types_;
  std::vector<kernels::SortKey> keys_;
};

class TopKCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node) {
    std::unique_ptr<TopKCall> call(new TopKCall());
    const Shape& in = node.operands[0].shape();
    const std::optional<kernels::ElementType> type = KernelType(in.type);
    if (!type.has_value()) return NoKernel(node, "no kernel for its type");
    call->type_ = *type;
    call->shape_.n = in.dims[in.rank() - 1];
    call->shape_.k = node.shape().dims[node.shape().rank() - 1];
    for (size_t d = 0; d + 1 < in.dims.size(); ++d) call->shape_.rows *= in.dims[d];
    const SortKey& key = node.attr<TopKAttrs>().key;
    call->key_ = {0, key.descending, !key.total_order, !key.total_order};
    call->indices_ = node.shapes.size() == 2;
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    auto* indices = indices_ ? static_cast<int32_t*>(pointers[2]) : nullptr;
    return kernels::TopK(shape_, pointers[0], type_, key_, pointers[1], indices, {}, options.pool);
  }

 private:
  kernels::TopKShape shape_;
  kernels::ElementType type_ = kernels::ElementType::kF32;
  kernels::SortKey key_;
  bool indices_ = false;
};

// What all machines have gives the same bits on all.
kernels::Isa IsaOf(bool reproducible) { return reproducible ? kernels::Isa::kBaseline : kernels::MachineIsa(); }

class ScanCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node, bool reproducible) {
    if (!IsPlainScan(node)) return NoKernel(node, "no kernel for its body and type");
    std::unique_ptr<ScanCall> call(new ScanCall());
    const auto& attrs = node.attr<ScanAttrs>();
    const Dims& dims = node.shape().dims;
    const auto dim = static_cast<size_t>(attrs.dim);
    call->shape_ = {1, dims[dim], 1};
    for (size_t d = 0; d < dims.size(); ++d) {
      if (d != dim) (d < dim ? call->shape_.outer : call->shape_.inner) *= dims[d];
    }
    // Both lists have the operations in this order.
    call->op_ = static_cast<kernels::ScanOp>(*ReducerMonoid(*node.bodies[0]));
    call->type_ = *KernelType(node.shape().type);
    call->reverse_ = attrs.reverse;
    call->isa_ = IsaOf(reproducible);
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    kernels::ScanOptions scan;
    scan.reverse = reverse_;
    scan.init = pointers[1];
    scan.isa = isa_;
    return kernels::Scan(shape_, op_, type_, pointers[0], pointers[2], scan, options.pool);
  }

 private:
  static_assert(static_cast<int>(Monoid::kAdd) == static_cast<int>(kernels::ScanOp::kAdd) &&
                static_cast<int>(Monoid::kMaximum) == static_cast<int>(kernels::ScanOp::kMaximum) &&
                static_cast<int>(Monoid::kXor) == static_cast<int>(kernels::ScanOp::kXor));
  kernels::ScanShape shape_;
  kernels::ScanOp op_ = kernels::ScanOp::kAdd;
  kernels::ElementType type_ = kernels::ElementType::kF32;
  bool reverse_ = false;
  kernels::Isa isa_ = kernels::Isa::kBaseline;
};

class FftCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node, bool reproducible) {
    std::unique_ptr<FftCall> call(new FftCall());
    call->isa_ = IsaOf(reproducible);
    const auto& attrs = node.attr<FftAttrs>();
    call->kind_ = static_cast<kernels::FftKind>(attrs.kind);
    call->lengths_.assign(attrs.lengths.begin(), attrs.lengths.end());
    // The type of the spectrum, which one side has at least.
    const ElementType in = node.operands[0].type();
    call->type_ = *KernelType(stablehlo::IsComplex(in) ? in : node.shape().type);
    const Dims& dims = node.shape().dims;
    for (size_t d = 0; d + call->lengths_.size() < dims.size(); ++d) call->batch_ *= dims[d];
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    return kernels::Fft({kind_, batch_, lengths_}, type_, pointers[0], pointers[1], {isa_}, options.pool);
  }

 private:
  static_assert(static_cast<int>(FftKind::kIrfft) == static_cast<int>(kernels::FftKind::kIrfft));
  kernels::FftKind kind_ = kernels::FftKind::kFft;
  kernels::Isa isa_ = kernels::Isa::kBaseline;
  std::vector<int64_t> lengths_;
  int64_t batch_ = 1;
  kernels::ElementType type_ = kernels::ElementType::kC64;
};

}  // namespace

StatusOr<std::unique_ptr<LibraryCall>> MakeLibraryCall(const Plan& plan, const Step& step, bool reproducible) {
  const Node& node = *step.node;
  switch (node.kind) {
    case NodeKind::kDot:
      return MakeDotCall(plan, step, reproducible);
    case NodeKind::kConvolution:
      return MakeConvolutionCall(plan, step, reproducible);
    case NodeKind::kSort:
      return SortCall::Make(node);
    case NodeKind::kTopK:
      return TopKCall::Make(node);
    case NodeKind::kScan:
      return ScanCall::Make(node, reproducible);
    case NodeKind::kFft:
      return FftCall::Make(node, reproducible);
    case NodeKind::kCheck:
      return MakeCheckCall(node);
    case NodeKind::kFallback:
      return MakeFallbackCall(node);
    default:
      return NoKernel(node, "no kernel for it");
  }
}

}  // namespace cppjrt::cpu
