// What the readers of both texts of shardings, XLA's and Shardy's, have in common.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_PARTS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_PARTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

Status BadSharding(std::string_view text, std::string_view why);
// The product of positive numbers; none if there are others, or it is more than devices there could be.
std::optional<int64_t> DeviceCount(std::span<const int64_t> numbers);
// Counts the copies of each tile, in the order of `partitions`; in their own order if that is empty.
void NumberCopies(Sharding& sharding, std::span<const int64_t> partitions);
// "{devices=[2,1]<=[2]}", "{replicated}" and the like.
StatusOr<Sharding> ParseXlaSharding(std::string_view text, size_t rank, int64_t num_partitions);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_PARTS_H_
