#include "stablehlo/transforms/sharding_axes.h"

#include <algorithm>
#include <string>

namespace cppjrt::stablehlo {
namespace {

// The prime factors, the smallest first.
std::vector<int64_t> PrimeFactors(int64_t number) {
  std::vector<int64_t> factors;
  for (int64_t prime = 2; prime * prime <= number; ++prime) {
    for (; number % prime == 0; number /= prime) factors.push_back(prime);
  }
  if (number > 1) factors.push_back(number);
  return factors;
}

// The parts of prime size that an axis has, the slowest first.
AxisParts PrimeParts(int64_t divisor, int64_t size) {
  AxisParts parts;
  for (const int64_t prime : PrimeFactors(size)) {
    size /= prime;
    parts.push_back({divisor * size, prime});
  }
  return parts;
}

// A part of an axis that a step along makes so many tiles of.
struct Step {
  int64_t tiles;
  AxisPart part;
  size_t axis;
};

Dims CoordinatesOf(const Dims& tiles, int64_t tile) {
  Dims coordinates(tiles.size(), 0);
  for (size_t d = tiles.size(); d-- > 0;) {
    coordinates[d] = tile % tiles[d];
    tile /= tiles[d];
  }
  return coordinates;
}

// The steps of a dimension as axes; neighbours of one axis are one part.
AxisParts Joined(std::vector<Step> steps) {
  std::ranges::sort(steps, std::greater(), &Step::tiles);
  AxisParts parts;
  for (size_t i = 0; i < steps.size(); ++i) {
    const AxisPart& part = steps[i].part;
    const bool same_axis = i > 0 && steps[i - 1].axis == steps[i].axis;
    if (same_axis && parts.back().divisor == part.divisor * part.size) {
      parts.back() = {part.divisor, parts.back().size * part.size};
    } else {
      parts.push_back(part);
    }
  }
  return parts;
}

// Whether partitions have the tiles that these axes give them.
bool Make(const std::vector<AxisParts>& dims, const Sharding& sharding, const std::vector<int64_t>& order) {
  for (size_t position = 0; position < order.size(); ++position) {
    int64_t tile = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      int64_t along = 0;
      for (const AxisPart& part : dims[d])
        along = along * part.size + static_cast<int64_t>(position) / part.divisor % part.size;
      if (along >= sharding.tiles[d]) return false;
      tile = tile * sharding.tiles[d] + along;
    }
    if (sharding.tile_of[static_cast<size_t>(order[position])] != tile) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<AxisParts>> AxesOf(const Sharding& sharding, const Mesh& mesh) {
  std::vector<int64_t> order = mesh.device_ids;
  for (size_t i = 0; mesh.device_ids.empty() && i < sharding.tile_of.size(); ++i)
    order.push_back(static_cast<int64_t>(i));
  std::vector<std::vector<Step>> steps(sharding.tiles.size());
  int64_t divisor = 1;
  for (size_t axis = mesh.axes.size(); axis-- > 0;) {
    for (const AxisPart& part : PrimeParts(divisor, mesh.axes[axis].second)) {
      const auto position = static_cast<size_t>(part.divisor);
      if (position >= order.size()) return std::nullopt;
      const Dims at = CoordinatesOf(sharding.tiles, sharding.tile_of[static_cast<size_t>(order[position])]);
      for (size_t d = 0; d < at.size(); ++d) {
        if (at[d] != 0) steps[d].push_back({at[d], part, axis});
      }
    }
    divisor *= mesh.axes[axis].second;
  }
  std::vector<AxisParts> dims;
  for (std::vector<Step>& of_dim : steps) dims.push_back(Joined(std::move(of_dim)));
  return Make(dims, sharding, order) ? std::optional(std::move(dims)) : std::nullopt;
}

Mesh FinestMesh(int64_t num_partitions) {
  Mesh mesh;
  for (const int64_t prime : PrimeFactors(num_partitions)) {
    mesh.axes.emplace_back("_" + std::to_string(mesh.axes.size()), prime);
  }
  return mesh;
}

}  // namespace cppjrt::stablehlo
