#include "cpu/native/library_calls.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpu/codegen/frame.h"
#include "cpu/kernels/convolution.h"
#include "cpu/kernels/fft.h"
#include "cpu/kernels/gemm.h"
#include "cpu/kernels/scan.h"
#include "cpu/kernels/sort.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/reduction.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementBytes;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

std::optional<kernels::ElementType> KernelType(ElementType type) {
  using From = ElementType;
  using To = kernels::ElementType;
  switch (type) {
    case From::kI1:
      return To::kBool;
    case From::kI2:
    case From::kI4:
    case From::kI8:
      return To::kI8;
    case From::kUI2:
    case From::kUI4:
    case From::kUI8:
      return To::kU8;
    case From::kI16:
      return To::kI16;
    case From::kUI16:
      return To::kU16;
    case From::kI32:
      return To::kI32;
    case From::kUI32:
      return To::kU32;
    case From::kI64:
      return To::kI64;
    case From::kUI64:
      return To::kU64;
    case From::kF8E3M4:
      return To::kF8E3M4;
    case From::kF8E4M3:
      return To::kF8E4M3;
    case From::kF8E4M3B11FNUZ:
      return To::kF8E4M3B11Fnuz;
    case From::kF8E4M3FN:
      return To::kF8E4M3Fn;
    case From::kF8E4M3FNUZ:
      return To::kF8E4M3Fnuz;
    case From::kF8E5M2:
      return To::kF8E5M2;
    case From::kF8E5M2FNUZ:
      return To::kF8E5M2Fnuz;
    case From::kF16:
      return To::kF16;
    case From::kBF16:
      return To::kBf16;
    case From::kF32:
      return To::kF32;
    case From::kF64:
      return To::kF64;
    case From::kC64:
      return To::kC64;
    case From::kC128:
      return To::kC128;
    default:
      return std::nullopt;
  }
}

Status NoKernel(const Node& node, std::string_view what) {
  return UnimplementedError(std::string(NodeMnemonic(node.kind)) + " at " + std::string(node.place) + ": " +
                            std::string(what));
}

// An operand of a dot or convolution in memory: its strides, and how far its first element is from the base's.
struct Operand {
  Dims strides;
  int64_t offset_bytes = 0;
  kernels::ElementType type = kernels::ElementType::kF32;
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
  return operand;
}

bool Has(const Dims& dims, size_t d) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
}

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

const std::byte* At(const void* pointer, int64_t bytes) { return static_cast<const std::byte*>(pointer) + bytes; }

class DotCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Plan& plan, const Node& node, Tiles tiles) {
    CPPJRT_ASSIGN_OR_RETURN(const Operand lhs, OperandOf(plan, node, 0));
    CPPJRT_ASSIGN_OR_RETURN(const Operand rhs, OperandOf(plan, node, 1));
    const std::optional<kernels::ElementType> type = KernelType(node.shape().type);
    if (!type.has_value()) return NoKernel(node, "no kernel for its type");
    kernels::GemmShape shape;
    shape.a_type = lhs.type;
    shape.b_type = rhs.type;
    shape.c_type = *type;
    FillDims(node, lhs, rhs, shape);
    CPPJRT_ASSIGN_OR_RETURN(kernels::Gemm gemm, kernels::Gemm::Create(shape));
    return std::unique_ptr<LibraryCall>(new DotCall(std::move(gemm), tiles, lhs.offset_bytes, rhs.offset_bytes));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    return tiles_.Run(pointers + 3, [&](const kernels::Epilogue& epilogue) {
      return gemm_.Run(At(pointers[0], a_offset_), At(pointers[1], b_offset_), pointers[2], epilogue, options.pool);
    });
  }

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
  int64_t a_offset_;
  int64_t b_offset_;
};

class ConvolutionCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Plan& plan, const Node& node, Tiles tiles) {
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
    CPPJRT_ASSIGN_OR_RETURN(kernels::Convolution convolution, kernels::Convolution::Create(shape));
    return std::unique_ptr<LibraryCall>(
        new ConvolutionCall(std::move(convolution), tiles, input.offset_bytes, kernel.offset_bytes));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    return tiles_.Run(pointers + 3, [&](const kernels::Epilogue& epilogue) {
      return convolution_.Run(At(pointers[0], input_offset_), At(pointers[1], kernel_offset_), pointers[2], epilogue,
                              options.pool);
    });
  }

 private:
  ConvolutionCall(kernels::Convolution convolution, Tiles tiles, int64_t input_offset, int64_t kernel_offset)
      : convolution_(std::move(convolution)),
        tiles_(tiles),
        input_offset_(input_offset),
        kernel_offset_(kernel_offset) {}

  kernels::Convolution convolution_;
  Tiles tiles_;
  int64_t input_offset_;
  int64_t kernel_offset_;
};

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

class ScanCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node) {
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
    return std::unique_ptr<LibraryCall>(std::move(call));
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    kernels::ScanOptions scan;
    scan.reverse = reverse_;
    scan.init = pointers[1];
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
};

class FftCall : public LibraryCall {
 public:
  static StatusOr<std::unique_ptr<LibraryCall>> Make(const Node& node) {
    std::unique_ptr<FftCall> call(new FftCall());
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
    return kernels::Fft({kind_, batch_, lengths_}, type_, pointers[0], pointers[1], {}, options.pool);
  }

 private:
  static_assert(static_cast<int>(FftKind::kIrfft) == static_cast<int>(kernels::FftKind::kIrfft));
  kernels::FftKind kind_ = kernels::FftKind::kFft;
  std::vector<int64_t> lengths_;
  int64_t batch_ = 1;
  kernels::ElementType type_ = kernels::ElementType::kC64;
};

class FallbackCall : public LibraryCall {
 public:
  explicit FallbackCall(const Node& node) : program_(node.attr<FallbackAttrs>().program) {
    for (const Value v : node.operands) operands_.push_back(v.shape());
    results_ = node.shapes;
  }

  Status Run(void* const* pointers, const RunOptions& options) const override {
    std::vector<RuntimeValue> arguments;
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (operands_[i].token) {
        arguments.push_back(RuntimeValue::Token());
        continue;
      }
      stablehlo::MemoryBlock* block = stablehlo::MemoryBlock::Wrap(
          pointers[i], static_cast<size_t>(operands_[i].num_bytes()), /*writable=*/false, nullptr);
      arguments.emplace_back(Tensor::Adopt(operands_[i].type, operands_[i].dims, block));
    }
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, program_->Run(std::move(arguments), options));
    for (size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].token) continue;
      const std::span<const std::byte> bytes = results[i].tensor().bytes();
      if (!bytes.empty()) std::memcpy(pointers[operands_.size() + i], bytes.data(), bytes.size());
    }
    return OkStatus();
  }

 private:
  std::shared_ptr<const stablehlo::Program> program_;
  std::vector<Shape> operands_;
  std::vector<Shape> results_;
};

}  // namespace

StatusOr<std::unique_ptr<LibraryCall>> MakeLibraryCall(const Plan& plan, const Step& step) {
  const Node& node = *step.node;
  switch (node.kind) {
    case NodeKind::kDot:
      return DotCall::Make(plan, node, TilesOf(step));
    case NodeKind::kConvolution:
      return ConvolutionCall::Make(plan, node, TilesOf(step));
    case NodeKind::kSort:
      return SortCall::Make(node);
    case NodeKind::kTopK:
      return TopKCall::Make(node);
    case NodeKind::kScan:
      return ScanCall::Make(node);
    case NodeKind::kFft:
      return FftCall::Make(node);
    case NodeKind::kFallback:
      return std::unique_ptr<LibraryCall>(std::make_unique<FallbackCall>(node));
    default:
      return NoKernel(node, "no kernel for it");
  }
}

}  // namespace cppjrt::cpu
