#include "cpu/executable/donation.h"

#include <algorithm>
#include <vector>

namespace cppjrt::cpu {

int64_t ShardBytes(const ArraySpec& spec, const Sharding& sharding) {
  if (sharding.Divides(spec.dims)) return spec.bytes() / std::max<int64_t>(1, stablehlo::NumElements(sharding.tiles));
  return spec.bytes() / stablehlo::NumElements(spec.dims) * stablehlo::NumElements(sharding.ShardDims(spec.dims));
}

void MatchDonations(Signature& signature, std::span<const Sharding> parameter_shardings,
                    std::span<const Sharding> result_shardings) {
  std::vector<bool> taken(signature.results.size(), false);
  for (const ArraySpec& parameter : signature.parameters) {
    if (parameter.aliased_result >= 0) taken[static_cast<size_t>(parameter.aliased_result)] = true;
  }
  for (size_t p = 0; p < signature.parameters.size(); ++p) {
    ArraySpec& parameter = signature.parameters[p];
    if (!parameter.donated || parameter.aliased_result >= 0) continue;
    size_t r = 0;
    for (; r < signature.results.size(); ++r) {
      const ArraySpec& result = signature.results[r];
      if (taken[r] || result.token || result.memory_kind != parameter.memory_kind) continue;
      if (parameter.dynamic() || result.dynamic()) break;
      if (ShardBytes(parameter, parameter_shardings[p]) == ShardBytes(result, result_shardings[r])) break;
    }
    parameter.donated = r < signature.results.size();
    if (!parameter.donated) continue;
    taken[r] = true;
    if (!parameter.dynamic() && !signature.results[r].dynamic()) parameter.aliased_result = static_cast<int64_t>(r);
  }
}

}  // namespace cppjrt::cpu
