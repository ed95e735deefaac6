#include "cpu/executable/sharding.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "base/protobuf_wire.h"

namespace cppjrt::cpu {

namespace {

// XLA's OpSharding: its fields, and the values of its types.
constexpr int kType = 1;
constexpr int kTileDims = 3;
constexpr int kTileDevices = 4;
constexpr int kReplicateOnLast = 6;
constexpr int kLastTileDims = 8;
constexpr int kReplicatedType = 0;
constexpr int kOtherType = 3;
constexpr int kUnreducedType = 6;

std::string Packed(const std::vector<int64_t>& numbers) {
  WireWriter packed;
  for (const int64_t number : numbers) packed.Raw(static_cast<uint64_t>(number));
  return packed.str();
}

// The partitions tile by tile, those of a tile by summand.
std::vector<int64_t> InTileOrder(const Sharding& sharding) {
  std::vector<int64_t> partitions(sharding.tile_of.size());
  std::iota(partitions.begin(), partitions.end(), 0);
  const auto place = [&](int64_t partition) {
    const auto p = static_cast<size_t>(partition);
    return std::tuple(sharding.tile_of[p], sharding.SummandOf(p), sharding.copy_of[p], partition);
  };
  std::ranges::sort(partitions, {}, place);
  return partitions;
}

// The dimensions that OpSharding has: those of the tiles, then one of summands and one of copies, if there are several.
struct Tiling {
  explicit Tiling(const Sharding& sharding)
      : summands(sharding.unreduced() ? std::ranges::max(sharding.summand_of) + 1 : 1),
        copies(static_cast<int64_t>(sharding.tile_of.size()) / stablehlo::NumElements(sharding.tiles) / summands),
        dims(sharding.tiles.begin(), sharding.tiles.end()) {
    if (summands > 1) dims.push_back(summands);
    if (copies > 1) dims.push_back(copies);
  }

  int64_t summands;
  int64_t copies;
  std::vector<int64_t> dims;
};

bool IsWhole(const Sharding& sharding, const Tiling& tiling) {
  return sharding.replicated() && (tiling.summands == 1 || tiling.copies == 1);
}

std::string Joined(const std::vector<int64_t>& numbers) {
  std::string text;
  for (const int64_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

}  // namespace

std::string ToText(const Sharding& sharding) {
  const Tiling tiling(sharding);
  if (IsWhole(sharding, tiling)) return tiling.summands == 1 ? "{replicated}" : "{unreduced}";
  std::string text = "{devices=[" + Joined(tiling.dims) + "]" + Joined(InTileOrder(sharding));
  if (tiling.summands > 1) {
    text += tiling.copies > 1 ? " last_tile_dims={unreduced, replicated}" : " last_tile_dims={unreduced}";
  } else if (tiling.copies > 1) {
    text += " last_tile_dim_replicate";
  }
  return text + "}";
}

std::string ToProto(const Sharding& sharding) {
  const Tiling tiling(sharding);
  WireWriter message;
  if (IsWhole(sharding, tiling)) {
    message.Int(kType, tiling.summands == 1 ? kReplicatedType : kUnreducedType);
    return message.str();
  }
  std::vector<int64_t> last_types;
  if (tiling.summands > 1) last_types.push_back(kUnreducedType);
  if (tiling.copies > 1) last_types.push_back(kReplicatedType);
  message.Int(kType, kOtherType);
  message.Bytes(kTileDims, Packed(tiling.dims));
  message.Bytes(kTileDevices, Packed(InTileOrder(sharding)));
  if (tiling.summands > 1) message.Bytes(kLastTileDims, Packed(last_types));
  if (tiling.summands == 1 && tiling.copies > 1) message.Bool(kReplicateOnLast, true);
  return message.str();
}

}  // namespace cppjrt::cpu
