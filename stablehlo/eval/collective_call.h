// What the kernels of collectives, send and recv share.
#ifndef CPPJRT_STABLEHLO_EVAL_COLLECTIVE_CALL_H_
#define CPPJRT_STABLEHLO_EVAL_COLLECTIVE_CALL_H_

#include <cstdint>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// The grid of a run and the place of this process in it. A run without other processes is a grid of one.
struct GridPlace {
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  ProcessIndex self = 0;
};
GridPlace GridOf(const Call& call);
ProcessId SelfOf(const Call& call);

// All zeros; `zero` is the zero point where elements are storage of a quantized type.
StatusOr<Tensor> Zeros(Call& call, ElementType type, const Dims& dims, int64_t zero);
// The zero of each result of the op.
std::vector<int64_t> ZerosOfResults(const OpRef& op);

// custom_call @ragged_all_to_all, as JAX writes it (ragged_rows.h).
StatusOr<Kernel> PrepareRaggedAllToAll(const OpRef& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_COLLECTIVE_CALL_H_
