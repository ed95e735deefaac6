#include "stablehlo/transforms/chlo.h"

#include <algorithm>
#include <iterator>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/chlo_math.h"
#include "stablehlo/transforms/chlo_ops.h"

namespace cppjrt::stablehlo {
namespace {

using chlo::Expr;
using UnaryFn = Expr (*)(Expr);
using BinaryFn = Expr (*)(Expr, Expr);
using OpFn = Status (*)(Rewriter&, OpId, DiagnosticSink&);

// Whether a function of narrow floats is computed in f32.
enum class Precision { kAtLeastF32, kAsIs };

struct Row {
  Opcode opcode = Opcode::kUnregistered;
  Precision precision = Precision::kAtLeastF32;
  // What the op is; exactly one of these, `complex` beside `real` where the op takes complex numbers too.
  UnaryFn real = nullptr;
  UnaryFn complex = nullptr;
  BinaryFn binary = nullptr;
  bool broadcasts = false;  // `binary` of broadcast operands
  OpFn fn = nullptr;
  Opcode broadcast = Opcode::kUnregistered;  // this op of broadcast operands
};

constexpr Row Function(Opcode opcode, UnaryFn real, UnaryFn complex = nullptr) {
  return {.opcode = opcode, .real = real, .complex = complex};
}
constexpr Row Exact(Opcode opcode, UnaryFn real, UnaryFn complex = nullptr) {
  return {.opcode = opcode, .precision = Precision::kAsIs, .real = real, .complex = complex};
}
constexpr Row Binary(Opcode opcode, BinaryFn fn, Precision precision = Precision::kAtLeastF32) {
  return {.opcode = opcode, .precision = precision, .binary = fn};
}
constexpr Row Broadcasting(Opcode opcode, BinaryFn fn, Precision precision = Precision::kAtLeastF32) {
  return {.opcode = opcode, .precision = precision, .binary = fn, .broadcasts = true};
}
constexpr Row Special(Opcode opcode, OpFn fn) { return {.opcode = opcode, .fn = fn}; }
constexpr Row Broadcast(Opcode opcode, Opcode elementwise) { return {.opcode = opcode, .broadcast = elementwise}; }

// clang-format off
constexpr Row kRows[] = {
    Function(Opcode::kChloAsinAcosKernel, nullptr, chlo::AsinAcosKernel),
    Function(Opcode::kChloAcos, chlo::RealAcos, chlo::ComplexAcos),
    Function(Opcode::kChloAcosh, chlo::RealAcosh, chlo::ComplexAcosh),
    Function(Opcode::kChloAsin, chlo::RealAsin, chlo::ComplexAsin),
    Function(Opcode::kChloAsinh, chlo::RealAsinh, chlo::ComplexAsinh),
    Function(Opcode::kChloAtan, chlo::RealAtan, chlo::ComplexAtan),
    Function(Opcode::kChloAtanh, chlo::RealAtanh, chlo::ComplexAtanh),
    Function(Opcode::kChloBesselI1e, chlo::BesselI1e),
    Broadcast(Opcode::kChloBroadcastAdd, Opcode::kAdd),
    Broadcast(Opcode::kChloBroadcastAnd, Opcode::kAnd),
    Broadcast(Opcode::kChloBroadcastAtan2, Opcode::kAtan2),
    Broadcast(Opcode::kChloBroadcastCompare, Opcode::kCompare),
    Broadcast(Opcode::kChloBroadcastComplex, Opcode::kComplex),
    Broadcast(Opcode::kChloBroadcastDivide, Opcode::kDivide),
    Broadcast(Opcode::kChloBroadcastMaximum, Opcode::kMaximum),
    Broadcast(Opcode::kChloBroadcastMinimum, Opcode::kMinimum),
    Broadcast(Opcode::kChloBroadcastMultiply, Opcode::kMultiply),
    Broadcasting(Opcode::kChloBroadcastNextAfter, chlo::NextAfter, Precision::kAsIs),
    Broadcast(Opcode::kChloBroadcastOr, Opcode::kOr),
    Broadcasting(Opcode::kChloBroadcastPolygamma, chlo::Polygamma),
    Broadcast(Opcode::kChloBroadcastPower, Opcode::kPower),
    Broadcast(Opcode::kChloBroadcastRemainder, Opcode::kRemainder),
    Broadcast(Opcode::kChloBroadcastSelect, Opcode::kSelect),
    Broadcast(Opcode::kChloBroadcastShiftLeft, Opcode::kShiftLeft),
    Broadcast(Opcode::kChloBroadcastShiftRightArithmetic, Opcode::kShiftRightArithmetic),
    Broadcast(Opcode::kChloBroadcastShiftRightLogical, Opcode::kShiftRightLogical),
    Broadcast(Opcode::kChloBroadcastSubtract, Opcode::kSubtract),
    Broadcast(Opcode::kChloBroadcastXor, Opcode::kXor),
    Broadcasting(Opcode::kChloBroadcastZeta, chlo::Zeta),
    Exact(Opcode::kChloConj, chlo::RealConj, chlo::ComplexConj),
    Special(Opcode::kChloConstant, chlo::DecomposeConstant),
    Special(Opcode::kChloConstantLike, chlo::DecomposeConstantLike),
    Function(Opcode::kChloCosh, chlo::Cosh, chlo::Cosh),
    Function(Opcode::kChloDigamma, chlo::Digamma),
    Function(Opcode::kChloErf, chlo::Erf),
    Function(Opcode::kChloErfInv, chlo::ErfInv),
    Function(Opcode::kChloErfc, chlo::Erfc),
    Exact(Opcode::kChloIsInf, chlo::IsInf),
    Exact(Opcode::kChloIsNegInf, chlo::IsNegInf),
    Exact(Opcode::kChloIsPosInf, chlo::IsPosInf),
    Function(Opcode::kChloLgamma, chlo::Lgamma),
    Binary(Opcode::kChloMulhi, chlo::Mulhi, Precision::kAsIs),
    Binary(Opcode::kChloNextAfter, chlo::NextAfter, Precision::kAsIs),
    Binary(Opcode::kChloPolygamma, chlo::Polygamma),
    Special(Opcode::kChloRaggedDot, chlo::DecomposeRaggedDot),
    Special(Opcode::kChloScan, chlo::DecomposeScan),
    Function(Opcode::kChloSinh, chlo::RealSinh, chlo::ComplexSinh),
    Exact(Opcode::kChloSquare, chlo::RealSquare, chlo::ComplexSquare),
    Exact(Opcode::kChloTan, chlo::Tan, chlo::Tan),
    Special(Opcode::kChloTopK, chlo::DecomposeTopK),
    Binary(Opcode::kChloZeta, chlo::Zeta),
};
// clang-format on

constexpr bool RowsAreComplete() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (static_cast<size_t>(kRows[i].opcode) != static_cast<size_t>(Opcode::kChloAsinAcosKernel) + i) return false;
  }
  return kRows[std::size(kRows) - 1].opcode == Opcode::kChloZeta;
}
static_assert(RowsAreComplete(), "kRows has a row for each CHLO op, in the order of the op table");

const Row* RowOf(Opcode opcode) {
  if (opcode < Opcode::kChloAsinAcosKernel || opcode > Opcode::kChloZeta) return nullptr;
  return &kRows[static_cast<size_t>(opcode) - static_cast<size_t>(Opcode::kChloAsinAcosKernel)];
}

Expr Widen(Expr x, const Row& row) {
  const TypeTable& types = x.emit().types();
  const bool is_narrow = types.IsFloat(x.element()) && types.bits(x.element()) < 32;
  return is_narrow && row.precision == Precision::kAtLeastF32 ? ConvertTo(x, scalar::kF32) : x;
}

Status DecomposeFunction(Rewriter& rewriter, OpId op, const Row& row, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const ValueId operand = module.op(op).operands()[0];
  if (!module.types().IsTensor(module.type(operand))) {
    return Unsupported(module, op, sink, "operand has no known rank, expected a ranked tensor");
  }
  const UnaryFn fn = emit.IsComplex(operand) ? row.complex : row.real;
  if (fn == nullptr) {
    return Unsupported(module, op, sink,
                       Cat("is not defined for ", TypeText(module, emit.element(operand)), ", expected a ",
                           row.complex == nullptr ? "float" : "complex", " element type"));
  }
  const TypeId element = module.types().element_type(module.type(module.op(op).result(0)));
  rewriter.Replace(op, {ConvertTo(fn(Widen(Expr(&emit, operand), row)), element).value()});
  return OkStatus();
}

Status DecomposeBinary(Rewriter& rewriter, OpId op, const Row& row, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const std::span<const ValueId> given = module.op(op).operands();
  std::vector<ValueId> operands(given.begin(), given.end());
  if (row.broadcasts) {
    CPPJRT_ASSIGN_OR_RETURN(operands, chlo::BroadcastOperands(rewriter, op, sink));
  }
  Emitter& emit = rewriter.At(op);
  for (const ValueId operand : operands) {
    if (module.types().IsTensor(module.type(operand))) continue;
    return Unsupported(module, op, sink, "operand has no known rank, expected a ranked tensor");
  }
  const TypeId element = emit.element(operands[0]);
  const bool is_math = row.opcode != Opcode::kChloMulhi;
  if (is_math && !module.types().IsFloat(element)) {
    return Unsupported(module, op, sink,
                       Cat("is not defined for ", TypeText(module, element), ", expected a float element type"));
  }
  const Expr a = Widen(Expr(&emit, operands[0]), row);
  const Expr b = Widen(Expr(&emit, operands[1]), row);
  rewriter.Replace(op, {ConvertTo(row.binary(a, b), element).value()});
  return OkStatus();
}

Status Decompose(Rewriter& rewriter, OpId op, const Row& row, DiagnosticSink& sink) {
  if (row.fn != nullptr) return row.fn(rewriter, op, sink);
  if (row.broadcast != Opcode::kUnregistered) return chlo::DecomposeBroadcast(rewriter, op, row.broadcast, sink);
  if (row.binary != nullptr) return DecomposeBinary(rewriter, op, row, sink);
  return DecomposeFunction(rewriter, op, row, sink);
}

}  // namespace

Status DecomposeChlo(Module& module, DiagnosticSink& sink) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    const Row* row = RowOf(module.op(op).opcode);
    if (row == nullptr) continue;
    CPPJRT_RETURN_IF_ERROR(Decompose(rewriter, op, *row, sink));
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
