// CostAnalysis: the arithmetic a program does and the bytes it moves, from its shapes alone.
//
//   const CostAnalysis costs(module);
//   costs.program().flops            // of @main, with what it calls
//   costs.op(op).bytes_accessed
//
// A flop is an operation on elements, whatever their type. By op, with n the number of result elements:
//
//   element-wise                        n; functions such as exponential count n transcendentals instead
//   dot, dot_general, chlo.ragged_dot   2 n K, K the number of contracted elements: 2 M N K of a matrix product
//   einsum                              2 M N K too, as if without batch dimensions
//   convolution                         2 n (kernel elements / output features), padding counted
//   reduce                              the body once for each input element
//   reduce_window                       the body once for each window element of each result
//   select_and_scatter                  select once for each window element, scatter once, of each source element
//   scatter, map, all_reduce, …         the body once for each update, result or operand element
//   sort                                the comparator n log2(length) times
//   fft                                 5 n log2(elements of a transform); half of it if one side is real
//   cholesky, triangular_solve          N^3 / 3 a matrix, N for each result element
//   batch_norm_*                        a fixed number for each element
//   while                               condition and body as often as TripCount says; once where it does not
//   if, case                            the dearest branch
//   call, composite                     what the function does
//   data movement                       nothing
//
// Bytes are read and written ones, an op at a time, as if nothing were fused: operands and results, each element in
// whole bytes. Ops that only touch a part count that part (slice, gather, dynamic_update_slice, …); reshape and the like
// move nothing. Bodies of reductions move nothing of their own.
#ifndef CPPJRT_STABLEHLO_OP_COST_H_
#define CPPJRT_STABLEHLO_OP_COST_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct Cost {
  double flops = 0;
  double transcendentals = 0;
  double bytes_accessed = 0;
  // Places where the sums above are too low: ops with unknown sizes, custom calls, loops counted once.
  int64_t unknown = 0;
  int64_t custom_calls = 0;  // those of `unknown` that are custom calls

  Cost& operator+=(const Cost& other);
};

class CostAnalysis {
 public:
  // Looks at all ops, in time linear in their number. REQUIRES: the verifier accepts the module, which outlives this.
  explicit CostAnalysis(const Module& module);

  // One execution of the op with its regions and callees; of a func.func, one call.
  const Cost& op(OpId op) const { return costs_[op.index()]; }
  // Of the entry function: @main, or else the first public function. Zero if there is none.
  const Cost& program() const { return entry_ ? op(entry_) : none_; }
  OpId entry() const { return entry_; }
  // Bytes of a value of that type in memory, elements in whole bytes; 0 for tokens, none if a size is not known.
  std::optional<double> bytes(TypeId type) const;

 private:
  Cost none_;
  OpId entry_;
  std::vector<Cost> costs_;         // by op
  std::vector<double> type_bytes_;  // by type
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_COST_H_
