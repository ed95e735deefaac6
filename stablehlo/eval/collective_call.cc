#include "stablehlo/eval/collective_call.h"

#include <cstring>
#include <span>

#include "stablehlo/eval/program.h"

namespace cppjrt::stablehlo {
namespace {

int64_t ZeroOf(const OpRef& op, size_t result) {
  const TypeTable& types = op.types();
  if (!types.IsTensor(op.result_type(result))) return 0;
  const TypeId element = types.element_type(op.result_type(result));
  if (!types.IsQuantized(element)) return 0;
  const std::span<const int64_t> zero_points = types.quantized(element).zero_points;
  return zero_points.empty() ? 0 : zero_points[0];
}

}  // namespace

GridPlace GridOf(const Call& call) {
  const RunOptions& options = call.options();
  if (options.processes == nullptr) return {};
  const Processes& grid = *options.processes;
  return {grid.num_replicas(), grid.num_partitions(), grid.index(SelfOf(call))};
}

ProcessId SelfOf(const Call& call) { return {call.options().replica, call.options().partition}; }

StatusOr<Tensor> Zeros(Call& call, ElementType type, const Dims& dims, int64_t zero) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, dims));
  std::byte* out = result.mutable_bytes();
  const auto size = static_cast<size_t>(ElementBytes(type));
  const auto total = static_cast<size_t>(result.num_bytes());
  if (zero == 0 || size > sizeof(zero)) {
    if (total > 0) std::memset(out, 0, total);
    return result;
  }
  for (size_t at = 0; at < total; at += size) std::memcpy(out + at, &zero, size);
  return result;
}

std::vector<int64_t> ZerosOfResults(const OpRef& op) {
  std::vector<int64_t> zeros;
  for (size_t i = 0; i < op.num_results(); ++i) zeros.push_back(ZeroOf(op, i));
  return zeros;
}

}  // namespace cppjrt::stablehlo
