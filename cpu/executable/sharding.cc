#include "cpu/executable/sharding.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/protobuf_wire.h"

namespace cppjrt::cpu {

namespace {

// XLA's OpSharding: its fields, and the values of its types.
constexpr int kType = 1;
constexpr int kTileDims = 3;
constexpr int kTileDevices = 4;
constexpr int kTupleShardings = 5;
constexpr int kReplicateOnLast = 6;
constexpr int kLastTileDims = 8;
constexpr int kIotaDims = 9;
constexpr int kIotaOrder = 10;
constexpr int kReplicatedType = 0;
constexpr int kTupleType = 2;
constexpr int kOtherType = 3;
constexpr int kManualType = 4;
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

// What an OpSharding says.
struct OpSharding {
  int64_t type = kReplicatedType;
  std::vector<int64_t> tiles;
  std::vector<int64_t> devices;
  std::vector<int64_t> iota_dims;
  std::vector<int64_t> iota_order;
  std::vector<int64_t> last_types;
  std::vector<std::string_view> elements;
};

void ReadNumbers(WireReader& reader, std::vector<int64_t>& numbers) {
  if (!reader.is_bytes()) return numbers.push_back(reader.integer());
  std::string_view packed = reader.bytes();
  for (uint64_t number = 0; reader.NextPacked(packed, number);) numbers.push_back(static_cast<int64_t>(number));
}

StatusOr<OpSharding> ReadOpSharding(std::string_view bytes) {
  OpSharding read;
  WireReader reader(bytes);
  while (reader.Next()) {
    switch (reader.field()) {
      case kType:
        read.type = reader.integer();
        break;
      case kTileDims:
        ReadNumbers(reader, read.tiles);
        break;
      case kTileDevices:
        ReadNumbers(reader, read.devices);
        break;
      case kTupleShardings:
        read.elements.push_back(reader.bytes());
        break;
      case kLastTileDims:
        ReadNumbers(reader, read.last_types);
        break;
      case kIotaDims:
        ReadNumbers(reader, read.iota_dims);
        break;
      case kIotaOrder:
        ReadNumbers(reader, read.iota_order);
        break;
      default:  // what follows from the others, or is for people
        break;
    }
  }
  if (!reader.ok()) return InvalidArgumentError("the bytes of a sharding are no OpSharding");
  return read;
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

// As XLA writes it: "{devices=[2,1,2]<=[4] last_tile_dim_replicate}".
std::string TextOf(const OpSharding& sharding) {
  std::string text = "{devices=[" + Joined(sharding.tiles) + "]";
  if (sharding.iota_dims.empty()) return text + Joined(sharding.devices) + "}";
  text += "<=[" + Joined(sharding.iota_dims) + "]";
  return text + (sharding.iota_order.empty() ? "}" : "T(" + Joined(sharding.iota_order) + ")}");
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

std::string ToProto(std::span<const Sharding> shardings) {
  if (shardings.size() == 1) return ToProto(shardings[0]);
  WireWriter message;
  message.Int(kType, kTupleType);
  for (const Sharding& sharding : shardings) message.Bytes(kTupleShardings, ToProto(sharding));
  return message.str();
}

std::string ManualProto() {
  WireWriter message;
  message.Int(kType, kManualType);
  return message.str();
}

StatusOr<Sharding> FromProto(std::string_view bytes, size_t rank, int64_t num_partitions) {
  CPPJRT_ASSIGN_OR_RETURN(const OpSharding read, ReadOpSharding(bytes));
  if (read.type == kReplicatedType) return Sharding::Replicated(rank, num_partitions);
  const bool copies_only = std::ranges::all_of(read.last_types, [](int64_t type) { return type == kReplicatedType; });
  if (read.type != kOtherType || !copies_only) {
    return UnimplementedError("a sharding of type " + std::to_string(read.type) +
                              (copies_only ? "" : " that is partly of other types") +
                              ": only tiles and whole arrays can be shared");
  }
  return ParseSharding(TextOf(read), rank, num_partitions, {});
}

StatusOr<std::vector<Sharding>> FromProto(std::string_view bytes, std::span<const size_t> ranks,
                                          int64_t num_partitions) {
  CPPJRT_ASSIGN_OR_RETURN(const OpSharding read, ReadOpSharding(bytes));
  const bool tuple = read.type == kTupleType;
  if (tuple ? read.elements.size() != ranks.size() : ranks.size() != 1) {
    return InvalidArgumentError("a sharding of " + std::to_string(tuple ? read.elements.size() : 1) +
                                " values, expected " + std::to_string(ranks.size()));
  }
  std::vector<Sharding> shardings;
  for (size_t i = 0; i < ranks.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Sharding one, FromProto(tuple ? read.elements[i] : bytes, ranks[i], num_partitions));
    shardings.push_back(std::move(one));
  }
  return shardings;
}

}  // namespace cppjrt::cpu
