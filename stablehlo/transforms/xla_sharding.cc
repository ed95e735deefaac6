// XLA's text of shardings.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "stablehlo/transforms/sharding_parts.h"
#include "stablehlo/transforms/sharding_text.h"

namespace cppjrt::stablehlo {
namespace {

// iota(product of dims) reshaped to dims and transposed: where element i of the result comes from.
std::vector<int64_t> TransposedIota(const std::vector<int64_t>& dims, const std::vector<int64_t>& order) {
  const Dims strides = RowMajorStrides(dims);
  std::vector<int64_t> result;
  std::vector<int64_t> index(dims.size(), 0);
  for (int64_t left = NumElements(dims); left > 0; --left) {
    int64_t value = 0;
    for (size_t i = 0; i < order.size(); ++i) value += index[i] * strides[static_cast<size_t>(order[i])];
    result.push_back(value);
    for (size_t i = order.size(); i-- > 0;) {
      if (++index[i] < dims[static_cast<size_t>(order[i])]) break;
      index[i] = 0;
    }
  }
  return result;
}

// "<=[2,2]T(1,0)" or "0,1,2,3": the partitions in the order of the tiles.
StatusOr<std::vector<int64_t>> ReadDevices(ShardingText& cursor, std::string_view text, int64_t count) {
  if (!cursor.Take("<=")) return cursor.TakeNumbers();
  if (!cursor.Take("[")) return BadSharding(text, "expected '[' after '<='");
  const std::vector<int64_t> dims = cursor.TakeNumbers();
  if (!cursor.Take("]") || DeviceCount(dims) != count)
    return BadSharding(text, "the list after '<=' does not fit the tiles");
  std::vector<int64_t> order(dims.size());
  std::iota(order.begin(), order.end(), 0);
  if (cursor.Take("T(")) {
    order = cursor.TakeNumbers();
    std::vector<int64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    bool permutation = sorted.size() == dims.size() && cursor.Take(")");
    for (size_t i = 0; i < sorted.size(); ++i) permutation &= sorted[i] == static_cast<int64_t>(i);
    if (!permutation) return BadSharding(text, "what follows 'T' is no permutation");
  }
  return TransposedIota(dims, order);
}

// "devices=[…]…": REQUIRES: that word is taken.
StatusOr<Sharding> ReadTiles(ShardingText& cursor, std::string_view text, size_t rank, int64_t num_partitions) {
  if (!cursor.Take("[")) return BadSharding(text, "expected '[' after 'devices='");
  const std::vector<int64_t> tiles = cursor.TakeNumbers();
  const std::optional<int64_t> count = DeviceCount(tiles);
  if (!cursor.Take("]") || tiles.size() < rank || count != num_partitions) {
    return BadSharding(text, "its tiles do not fit " + std::to_string(num_partitions) + " partitions and rank " +
                                 std::to_string(rank));
  }
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int64_t> devices, ReadDevices(cursor, text, *count));
  if (static_cast<int64_t>(devices.size()) != *count) return BadSharding(text, "there must be a device for each tile");
  // What follows says that tile dimensions beyond the array's are copies: there is no other use of them here.
  Sharding sharding{Dims(std::span(tiles).first(rank)), std::vector<int64_t>(devices.size(), -1), {}};
  const int64_t copies = *count / std::max<int64_t>(1, NumElements(sharding.tiles));
  for (size_t i = 0; i < devices.size(); ++i) {
    if (devices[i] >= num_partitions || sharding.tile_of[static_cast<size_t>(devices[i])] >= 0) {
      return BadSharding(text, "its devices are not the partitions, each once");
    }
    sharding.tile_of[static_cast<size_t>(devices[i])] = static_cast<int64_t>(i) / copies;
  }
  NumberCopies(sharding, {});
  return sharding;
}

}  // namespace

Status BadSharding(std::string_view text, std::string_view why) {
  return InvalidArgumentError("sharding " + std::string(text) + ": " + std::string(why));
}

std::optional<int64_t> DeviceCount(std::span<const int64_t> numbers) {
  int64_t product = 1;
  for (const int64_t number : numbers) {
    if (number < 1 || __builtin_mul_overflow(product, number, &product) || product > (int64_t{1} << 31))
      return std::nullopt;
  }
  return product;
}

void NumberCopies(Sharding& sharding, std::span<const int64_t> partitions) {
  sharding.copy_of.resize(sharding.tile_of.size());
  std::vector<int64_t> seen(static_cast<size_t>(NumElements(sharding.tiles)), 0);
  for (size_t i = 0; i < sharding.tile_of.size(); ++i) {
    const size_t partition = partitions.empty() ? i : static_cast<size_t>(partitions[i]);
    sharding.copy_of[partition] = seen[static_cast<size_t>(sharding.tile_of[partition])]++;
  }
}

StatusOr<Sharding> ParseXlaSharding(std::string_view text, size_t rank, int64_t num_partitions) {
  ShardingText cursor(text);
  if (!cursor.Take("{")) return BadSharding(text, "expected '{'");
  if (cursor.Take("devices=")) return ReadTiles(cursor, text, rank, num_partitions);
  // Each partition computes all, so any of them has what one device is to hold.
  if (cursor.Take("replicated") || cursor.Take("maximal") || cursor.Take("}")) {
    return Sharding::Replicated(rank, num_partitions);
  }
  return UnimplementedError("sharding " + std::string(text) +
                            " is not one of {replicated}, {maximal device=…} and {devices=[…]…}");
}

}  // namespace cppjrt::stablehlo
