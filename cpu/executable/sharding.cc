#include "cpu/executable/sharding.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
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

}  // namespace

std::string ToProto(const Sharding& sharding) {
  const int64_t summands = sharding.unreduced() ? std::ranges::max(sharding.summand_of) + 1 : 1;
  const int64_t copies =
      static_cast<int64_t>(sharding.tile_of.size()) / stablehlo::NumElements(sharding.tiles) / summands;
  WireWriter message;
  if (sharding.replicated() && (summands == 1 || copies == 1)) {
    message.Int(kType, summands == 1 ? kReplicatedType : kUnreducedType);
    return message.str();
  }
  std::vector<int64_t> dims(sharding.tiles.begin(), sharding.tiles.end());
  std::vector<int64_t> last_types;
  if (summands > 1) {
    dims.push_back(summands);
    last_types.push_back(kUnreducedType);
  }
  if (copies > 1) {
    dims.push_back(copies);
    last_types.push_back(kReplicatedType);
  }
  message.Int(kType, kOtherType);
  message.Bytes(kTileDims, Packed(dims));
  message.Bytes(kTileDevices, Packed(InTileOrder(sharding)));
  if (summands > 1) message.Bytes(kLastTileDims, Packed(last_types));
  if (summands == 1 && copies > 1) message.Bool(kReplicateOnLast, true);
  return message.str();
}

}  // namespace cppjrt::cpu
