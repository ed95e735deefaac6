#include "stablehlo/transforms/batch_norm.h"

#include <bit>

#include "stablehlo/transforms/expr.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

using expr::Expr;

// An op's operands and attributes, and sums and broadcasts along its features.
class BatchNorm {
 public:
  BatchNorm(Emitter* emit, Module* module, OpId op) : emit_(emit) {
    for (const ValueId v : module->op(op).operands()) operands_.push_back(v);
    feature_ = module->attrs().integer(module->attr(op, "feature_index"));
    epsilon_ = std::bit_cast<float>(static_cast<uint32_t>(module->attrs().float_bits(module->attr(op, "epsilon"))));
    element_ = emit->element(operands_[0]);
    for (int64_t d = 0; d < emit->rank(operands_[0]); ++d) {
      if (d != feature_) others_.push_back(d);
    }
    const bool is_narrow = emit->types().bits(element_) < 32;
    compute_ = is_narrow ? scalar::kF32 : element_;
  }

  double epsilon() const { return epsilon_; }
  Expr Operand(size_t i) const { return {emit_, emit_->Convert(operands_[i], compute_)}; }
  // A value for each feature, to the shape of the first operand.
  Expr Spread(Expr per_feature) const {
    const int64_t dims[] = {feature_};
    return per_feature.With(emit_->BroadcastLike(per_feature.value(), dims, operands_[0]));
  }
  Expr SpreadOperand(size_t i) const { return Spread(Operand(i)); }
  // Sums over all but the feature dimension.
  Expr Sum(Expr x) const {
    const ValueId zero = emit_->Scalar(compute_, 0);
    return x.With(emit_->Reduce(Opcode::kAdd, x.value(), zero, others_));
  }
  // How many elements a feature has, in the shape of `like`.
  Expr Count(Expr like) const {
    const std::span<const int64_t> dims = emit_->dims(operands_[0]);
    if (emit_->IsStatic(operands_[0])) {
      double count = 1;
      for (const int64_t d : others_) count *= static_cast<double>(dims[static_cast<size_t>(d)]);
      return like.Like(count);
    }
    ValueId count = emit_->I64Scalar(1);
    for (const int64_t d : others_) count = emit_->Binary(Opcode::kMultiply, count, emit_->DimSize(operands_[0], d));
    return like.With(emit_->BroadcastLike(emit_->Convert(count, compute_), {}, like.value()));
  }
  ValueId Result(Expr x) const { return emit_->Convert(x.value(), element_); }

 private:
  Emitter* emit_;
  std::vector<ValueId> operands_;
  std::vector<int64_t> others_;
  int64_t feature_ = 0;
  double epsilon_ = 0;
  TypeId element_;
  TypeId compute_;
};

Expr Normalize(const BatchNorm& op, Expr scale, Expr offset, Expr mean, Expr variance) {
  const Expr deviation = Sqrt(op.Spread(variance) + op.epsilon());
  const Expr normalized = (op.Operand(0) - op.Spread(mean)) / deviation;
  return op.Spread(scale) * normalized + op.Spread(offset);
}

std::vector<ValueId> Inference(const BatchNorm& op) {
  return {op.Result(Normalize(op, op.Operand(1), op.Operand(2), op.Operand(3), op.Operand(4)))};
}

std::vector<ValueId> Training(const BatchNorm& op) {
  const Expr sum = op.Sum(op.Operand(0));
  const Expr count = op.Count(sum);
  const Expr mean = sum / count;
  const Expr centered = op.Operand(0) - op.Spread(mean);
  const Expr variance = op.Sum(centered * centered) / count;
  return {op.Result(Normalize(op, op.Operand(1), op.Operand(2), mean, variance)), op.Result(mean), op.Result(variance)};
}

// The derivatives of training with respect to operand, scale and offset.
std::vector<ValueId> Grad(const BatchNorm& op) {
  const Expr grad_output = op.Operand(4);
  const Expr centered = op.Operand(0) - op.SpreadOperand(2);
  const Expr variance = op.SpreadOperand(3) + op.epsilon();
  const Expr deviation = Sqrt(variance);
  const Expr count = op.Count(centered);
  const Expr sum = op.Sum(grad_output);
  const Expr moment = op.Spread(op.Sum(grad_output * centered));
  const Expr inner = grad_output * count - op.Spread(sum) - moment * centered / variance;
  const Expr grad_operand = op.SpreadOperand(1) / deviation / count * inner;
  const Expr grad_scale = op.Sum(grad_output * (centered / deviation));
  return {op.Result(grad_operand), op.Result(grad_scale), op.Result(sum)};
}

}  // namespace

Status DecomposeBatchNorm(Module& module, DiagnosticSink& sink) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    const Opcode opcode = module.op(op).opcode;
    const bool is_grad = opcode == Opcode::kBatchNormGrad;
    const bool is_training = opcode == Opcode::kBatchNormTraining;
    if (!is_grad && !is_training && opcode != Opcode::kBatchNormInference) continue;
    if (!module.types().IsTensor(module.type(module.op(op).operands()[0]))) {
      return Unsupported(module, op, sink, "operand has no known rank, expected a ranked tensor");
    }
    Emitter& emit = rewriter.At(op);
    const BatchNorm norm(&emit, &module, op);
    rewriter.Replace(op, is_grad ? Grad(norm) : is_training ? Training(norm) : Inference(norm));
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
