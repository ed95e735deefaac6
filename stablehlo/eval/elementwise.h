// Elementwise kernels: an ElementLoop run over tensors of any element type.
//
//   ElementwiseOp op = {.loop = FindLoop<Add, 2>(type), .arity = 2, .inputs = {type, type}, .output = type};
//   return ElementwiseKernel(op);                      // or RunElementwise(op, call) inside another kernel
//
// Operands have equal dimensions, or rank 0: those stand for all elements of the others (clamp's limits, select's predicate,
// constants of lifted regions). Narrow floats are computed in f32 and rounded once; sub-byte integers are computed in bytes
// and wrapped. The result is written over an operand where that one is not needed any more.
#ifndef CPPJRT_STABLEHLO_EVAL_ELEMENTWISE_H_
#define CPPJRT_STABLEHLO_EVAL_ELEMENTWISE_H_

#include <array>
#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/eval/element_loop.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

struct ElementwiseOp {
  static constexpr int kMaxArity = 3;

  ElementLoop loop = nullptr;  // reads and writes the widened types of `inputs` and `output`
  int arity = 0;
  std::array<ElementType, kMaxArity> inputs = {};
  ElementType output = ElementType::kI1;
  // Elements are moved or compared as bits: no widening, no wrapping.
  bool raw = false;
  // Rough time for an element, an addition being 1: decides whether threads are worth it.
  int64_t cost = 1;
};

// INVALID_ARGUMENT if dimensions of operands differ at run time.
Status RunElementwise(const ElementwiseOp& op, Call& call);
Kernel ElementwiseKernel(const ElementwiseOp& op);

// What operands of rank > 0 agree on; rank 0 if there are none. Fails as above.
StatusOr<Dims> ElementwiseDims(const Call& call, int arity);
// Pieces of work for pool().ParallelFor: calls `function(begin, end)` on blocks of [0, n), on one thread if n * cost is small.
template <typename Function>
void ForPieces(const Call& call, int64_t n, int64_t cost, const Function& function);

// The element type of an operand or result. INVALID_ARGUMENT, naming the op, if it is no type that runs.
StatusOr<ElementType> OperandElement(const OpRef& op, size_t i);
StatusOr<ElementType> ResultElement(const OpRef& op, size_t i = 0);
// That of all operands, for arithmetic. UNIMPLEMENTED if they differ or are quantized, or if they are of a type that the op
// is not defined for, which the caller reports by NotDefined.
StatusOr<ElementType> ArithmeticElement(const OpRef& op);
Status NotDefined(const OpRef& op, ElementType type);

// Implementation.

inline constexpr int64_t kPieceWork = 65536;  // additions: some 20 us, against 5 us to wake a thread
inline constexpr int64_t kPieceUnit = 512;    // elements: pieces are whole blocks

template <typename Function>
void ForPieces(const Call& call, int64_t n, int64_t cost, const Function& function) {
  const int64_t per_piece = kPieceWork / cost / kPieceUnit * kPieceUnit;
  const int64_t grain = per_piece > kPieceUnit ? per_piece : kPieceUnit;
  if (n <= grain) {
    if (n > 0) function(int64_t{0}, n);
    return;
  }
  call.pool().ParallelFor(n, grain, function);
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_ELEMENTWISE_H_
