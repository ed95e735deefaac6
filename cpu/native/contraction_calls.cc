#include "cpu/native/contraction_calls.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "cpu/codegen/frame.h"
#include "cpu/kernels/convolution.h"
#include "cpu/kernels/gemm.h"
#include "cpu/native/kernel_type.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementBytes;
using stablehlo::RunOptions;

// An operand of a dot or convolution in memory: its strides, and how far its first element is from the base's.
struct Operand {
  Dims strides;
  int64_t offset_bytes = 0;
  kernels::ElementType type = kernels::ElementType::kF32;
  bool constant = false;
};

StatusOr<Operand> OperandOf(const Plan& plan, const Node& node, size_t i) {
  const Value v = node.operands[i];
  const std::optional<kernels::ElementType> type = KernelType(v.type());
  if (!type.has_value()) return NoKernel(node, "no kernel for the type of its operand");
  Operand operand;
  operand.type = *type;
  operand.strides = stablehlo::RowMajorStrides(v.dims());
  const StridedView view = OperandView(plan, v);
  if (view.base.valid()) {
    operand.strides = view.strides;
    operand.offset_bytes = view.offset * ElementBytes(v.type());
  }
  const auto buffer = plan.buffer_of.find(view.base.valid() ? view.base : v);
  operand.constant = buffer != plan.buffer_of.end() &&
                     plan.buffers[static_cast<size_t>(buffer->second)].kind == Buffer::Kind::kConstant;
  return operand;
}

bool Has(const Dims& dims, size_t d) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
}

// The second operand, packed by whoever runs the program first and is not interrupted.
class PackedConstant {
 public:
  // Null if there was no memory. `pack` gives a StatusOr<PackedMatrix>.
  template <typename Function>
  const kernels::PackedMatrix* Get(const Function& pack) {
    if (!done_.load(std::memory_order_acquire)) Pack(pack);
    return packed_.has_value() ? &*packed_ : nullptr;
  }
  int64_t bytes() const { return bytes_; }

 private:
  template <typename Function>
  void Pack(const Function& pack) {
    const std::lock_guard lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) return;
    StatusOr<kernels::PackedMatrix> packed = pack();
    if (Interrupted()) return;  // a part may be missing
    if (packed.ok()) {
      packed_.emplace(*std::move(packed));
      bytes_ = packed_->bytes();
    }
    done_.store(true, std::memory_order_release);
  }

  std::mutex mutex_;
  std::atomic<bool> done_ = false;  // packed_ does not change from then on
  std::optional<kernels::PackedMatrix> packed_;
  std::atomic<int64_t> bytes_ = 0;
};

// Runs generated code on the tiles that a kernel makes.
class Tiles {
 public:
  Tiles() = default;  // there is no such code
  // `positions`: columns of a batch entry, if the library counts them through all of them.
  Tiles(bool rows_are_n, int64_t positions) : any_(true), rows_are_n_(rows_are_n), positions_(positions) {}

  // Calls run(epilogue) with one that calls what `pointers` has: code, and what it touches.
  template <typename Function>
  Status Run(void* const* pointers, const Function& run) const {
    if (!any_) return run(kernels::Epilogue());
    Call call = {this, reinterpret_cast<codegen::TileCode>(pointers[0]), static_cast<void* const*>(pointers[1])};
    return run(kernels::Epilogue{rows_are_n_ ? RunSwapped : RunPlain, &call});
  }

 private:
  struct Call {
    const Tiles* self;
    codegen::TileCode code;
    void* const* buffers;
  };

  static void RunPlain(void* context, int64_t batch, int64_t m0, int64_t m1, int64_t n0, int64_t n1) {
    const Call& call = *static_cast<const Call*>(context);
    call.code(call.buffers, batch, m0, m1, n0, n1);
  }

  static void RunSwapped(void* context, int64_t batch, int64_t m0, int64_t m1, int64_t n0, int64_t n1) {
    const Call& call = *static_cast<const Call*>(context);
    const int64_t positions = call.self->positions_;
    if (positions == 0) return call.code(call.buffers, batch, n0, n1, m0, m1);
    // Each batch entry on its own.
    for (int64_t m = m0; m < m1;) {
      const int64_t entry = m / positions;
      const int64_t end = std::min(m1, (entry + 1) * positions);
      call.code(call.buffers, entry, n0, n1, m - entry * positions, end - entry * positions);
      m = end;
    }
  }

  bool any_ = false;
  bool rows_are_n_ = false;
  int64_t positions_ = 0;
};

Tiles TilesOf(const Step& step) {
  if (!HasEpilogue(step)) return {};
  const TileShape tile = *TileShapeOf(*step.node);
  const bool positions = step.node->kind == NodeKind::kConvolution && tile.rows_are_n;
  return {tile.rows_are_n, positions ? tile.columns : 0};
}

// Integers are exact by any instructions.
kernels::GemmOptions OptionsOf(const Node& node, bool reproducible) {
  const bool exact = !stablehlo::IsFloat(node.shape().type) && !stablehlo::IsComplex(node.shape().type);
  return reproducible && !exact ? kernels::ReproducibleOptions() : kernels::GemmOptions();
}

const std::byte* At(const void* pointer, int64_t bytes) { return static_cast<const std::byte*>(pointer) + bytes; }

class DotCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Plan& plan, const Node& node, Tiles tiles,
                                                     bool reproducible) {
    CPPJRT_ASSIGN_OR_RETURN(const Operand lhs, OperandOf(plan, node, 0));
    CPPJRT_ASSIGN_OR_RETURN(const Operand rhs, OperandOf(plan, node, 1));
    const std::optional<kernels::ElementType> type = KernelType(node.shape().type);
    if (!type.has_value()) return NoKernel(node, "no kernel for its type");
    kernels::GemmShape shape;
    shape.a_type = lhs.type;
    shape.b_type = rhs.type;
    shape.c_type = *type;
    FillDims(node, lhs, rhs, shape);
    CPPJRT_ASSIGN_OR_RETURN(kernels::Gemm gemm, kernels::Gemm::Create(shape, OptionsOf(node, reproducible)));
    std::unique_ptr<DotCall> call(new DotCall(std::move(gemm), tiles, lhs.offset_bytes, rhs.offset_bytes));
    if (rhs.constant && call->gemm_.WantsPackedB()) call->packed_ = std::make_unique<PackedConstant>();
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    return tiles_.Run(pointers + 3, [&](const kernels::Epilogue& epilogue) {
      const std::byte* a = At(pointers[0], a_offset_);
      const std::byte* b = At(pointers[1], b_offset_);
      if (packed_ != nullptr) {
        const auto* packed = packed_->Get([&] { return gemm_.PackB(b, options.pool); });
        if (packed != nullptr) return gemm_.RunPacked(a, *packed, pointers[2], epilogue, options.pool);
      }
      return gemm_.Run(a, b, pointers[2], epilogue, options.pool);
    });
  }

  int64_t kept_bytes() const override { return packed_ == nullptr ? 0 : packed_->bytes(); }

 private:
  DotCall(kernels::Gemm gemm, Tiles tiles, int64_t a_offset, int64_t b_offset)
      : gemm_(std::move(gemm)), tiles_(tiles), a_offset_(a_offset), b_offset_(b_offset) {}

  static void FillDims(const Node& node, const Operand& lhs, const Operand& rhs, kernels::GemmShape& shape) {
    const auto& attrs = node.attr<DotAttrs>();
    const Dims& a = node.operands[0].dims();
    const Dims& b = node.operands[1].dims();
    const Dims c = stablehlo::RowMajorStrides(node.shape().dims);
    size_t out = 0;
    for (size_t i = 0; i < attrs.lhs_batch.size(); ++i) {
      const auto l = static_cast<size_t>(attrs.lhs_batch[i]);
      const auto r = static_cast<size_t>(attrs.rhs_batch[i]);
      shape.batch.push_back({a[l], lhs.strides[l], rhs.strides[r], c[out++]});
    }
    for (size_t d = 0; d < a.size(); ++d) {
      if (!Has(attrs.lhs_batch, d) && !Has(attrs.lhs_contracting, d)) {
        shape.m.push_back({a[d], lhs.strides[d], c[out++]});
      }
    }
    for (size_t d = 0; d < b.size(); ++d) {
      if (!Has(attrs.rhs_batch, d) && !Has(attrs.rhs_contracting, d)) {
        shape.n.push_back({b[d], rhs.strides[d], c[out++]});
      }
    }
    for (size_t i = 0; i < attrs.lhs_contracting.size(); ++i) {
      const auto l = static_cast<size_t>(attrs.lhs_contracting[i]);
      shape.k.push_back({a[l], lhs.strides[l], rhs.strides[static_cast<size_t>(attrs.rhs_contracting[i])]});
    }
  }

  kernels::Gemm gemm_;
  Tiles tiles_;
  std::unique_ptr<PackedConstant> packed_;  // null: B is no constant
  int64_t a_offset_;
  int64_t b_offset_;
};

class ConvolutionCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Plan& plan, const Node& node, Tiles tiles,
                                                     bool reproducible) {
    CPPJRT_ASSIGN_OR_RETURN(const Operand input, OperandOf(plan, node, 0));
    CPPJRT_ASSIGN_OR_RETURN(const Operand kernel, OperandOf(plan, node, 1));
    const std::optional<kernels::ElementType> type = KernelType(node.shape().type);
    if (!type.has_value()) return NoKernel(node, "no kernel for its type");
    const auto& attrs = node.attr<ConvolutionAttrs>();
    const Dims& in = node.operands[0].dims();
    const Dims& window = node.operands[1].dims();
    const Dims& out = node.shape().dims;
    const Dims c = stablehlo::RowMajorStrides(out);
    const auto at = [](const Dims& dims, int64_t d) { return dims[static_cast<size_t>(d)]; };
    kernels::ConvolutionShape shape;
    shape.input_type = input.type;
    shape.kernel_type = kernel.type;
    shape.output_type = *type;
    shape.batch = at(in, attrs.input_batch);
    shape.input_features = at(in, attrs.input_feature);
    shape.output_features = at(window, attrs.kernel_output_feature);
    shape.feature_groups = attrs.feature_groups;
    shape.batch_groups = attrs.batch_groups;
    shape.input_batch_stride = at(input.strides, attrs.input_batch);
    shape.input_feature_stride = at(input.strides, attrs.input_feature);
    shape.kernel_input_feature_stride = at(kernel.strides, attrs.kernel_input_feature);
    shape.kernel_output_feature_stride = at(kernel.strides, attrs.kernel_output_feature);
    shape.output_batch_stride = at(c, attrs.output_batch);
    shape.output_feature_stride = at(c, attrs.output_feature);
    for (size_t s = 0; s < attrs.stride.size(); ++s) {
      kernels::ConvolutionShape::Spatial& spatial = shape.spatial.emplace_back();
      spatial.input = at(in, attrs.input_spatial[s]);
      spatial.window = at(window, attrs.kernel_spatial[s]);
      spatial.output = at(out, attrs.output_spatial[s]);
      spatial.stride = attrs.stride[s];
      spatial.pad_low = attrs.low[s];
      spatial.input_dilation = attrs.input_dilation[s];
      spatial.window_dilation = attrs.kernel_dilation[s];
      spatial.reversed = attrs.reversed[s];
      spatial.input_stride = at(input.strides, attrs.input_spatial[s]);
      spatial.kernel_stride = at(kernel.strides, attrs.kernel_spatial[s]);
      spatial.output_stride = at(c, attrs.output_spatial[s]);
    }
    CPPJRT_ASSIGN_OR_RETURN(kernels::Convolution convolution,
                            kernels::Convolution::Create(shape, OptionsOf(node, reproducible)));
    std::unique_ptr<ConvolutionCall> call(
        new ConvolutionCall(std::move(convolution), tiles, input.offset_bytes, kernel.offset_bytes));
    if (kernel.constant && call->convolution_.WantsPackedKernel()) call->packed_ = std::make_unique<PackedConstant>();
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    return tiles_.Run(pointers + 3, [&](const kernels::Epilogue& epilogue) {
      const std::byte* input = At(pointers[0], input_offset_);
      const std::byte* kernel = At(pointers[1], kernel_offset_);
      if (packed_ != nullptr) {
        const auto* packed = packed_->Get([&] { return convolution_.PackKernel(kernel, options.pool); });
        if (packed != nullptr) return convolution_.RunPacked(input, *packed, pointers[2], epilogue, options.pool);
      }
      return convolution_.Run(input, kernel, pointers[2], epilogue, options.pool);
    });
  }

  int64_t kept_bytes() const override { return packed_ == nullptr ? 0 : packed_->bytes(); }

 private:
  ConvolutionCall(kernels::Convolution convolution, Tiles tiles, int64_t input_offset, int64_t kernel_offset)
      : convolution_(std::move(convolution)),
        tiles_(tiles),
        input_offset_(input_offset),
        kernel_offset_(kernel_offset) {}

  kernels::Convolution convolution_;
  Tiles tiles_;
  std::unique_ptr<PackedConstant> packed_;  // null: the kernel is no constant
  int64_t input_offset_;
  int64_t kernel_offset_;
};

}  // namespace

StatusOr<std::unique_ptr<LibraryCall>> MakeDotCall(const Plan& plan, const Step& step, bool reproducible) {
  return DotCall::Make(plan, *step.node, TilesOf(step), reproducible);
}

StatusOr<std::unique_ptr<LibraryCall>> MakeConvolutionCall(const Plan& plan, const Step& step, bool reproducible) {
  return ConvolutionCall::Make(plan, *step.node, TilesOf(step), reproducible);
}

}  // namespace cppjrt::cpu
