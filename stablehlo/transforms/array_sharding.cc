#include "stablehlo/transforms/array_sharding.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/transforms/sharding_parts.h"
#include "stablehlo/transforms/sharding_text.h"

namespace cppjrt::stablehlo {
namespace {

// A part of a position in a mesh: (position / divisor) % size.
struct Axis {
  std::string name;
  int64_t divisor;
  int64_t size;
};

// "x" or "x":(1)2, the part of an axis: between the slower 1 and the rest.
StatusOr<Axis> ReadAxis(ShardingText& cursor, std::string_view text, const Mesh& mesh) {
  const std::optional<std::string> name = cursor.TakeQuoted();
  if (!name) return BadSharding(text, "expected the name of an axis");
  int64_t faster = 1;
  int64_t size = 0;
  for (size_t i = mesh.axes.size(); i-- > 0 && size == 0;) {
    if (mesh.axes[i].first == *name) {
      size = mesh.axes[i].second;
    } else {
      faster *= mesh.axes[i].second;
    }
  }
  if (size == 0) return BadSharding(text, "the mesh has no axis '" + *name + "'");
  if (!cursor.Take(":(")) return Axis{*name, faster, size};
  const int64_t slower = cursor.TakeNumber().value_or(0);
  const int64_t part = cursor.Take(")") ? cursor.TakeNumber().value_or(0) : 0;
  if (slower < 1 || part < 1 || size % slower != 0 || size / slower % part != 0)
    return BadSharding(text, "no part of axis '" + *name + "'");
  return Axis{*name, faster * (size / slower / part), part};
}

// "{"x", "y", ?}", maybe with a priority behind it.
StatusOr<std::vector<Axis>> ReadAxes(ShardingText& cursor, std::string_view text, const Mesh& mesh,
                                     bool* open = nullptr) {
  std::vector<Axis> axes;
  if (!cursor.Take("{")) return BadSharding(text, "expected '{' of a list of axes");
  while (!cursor.Take("}")) {
    if (cursor.Take("?")) {
      if (open != nullptr) *open = true;
    } else {
      CPPJRT_ASSIGN_OR_RETURN(const Axis axis, ReadAxis(cursor, text, mesh));
      axes.push_back(axis);
    }
    if (!cursor.Take(",") && !cursor.rest().starts_with('}')) return BadSharding(text, "expected ',' or '}'");
  }
  if (cursor.Take("p")) static_cast<void>(cursor.TakeNumber());
  return axes;
}

// "[..., "x"=2, "y"=2], device_ids=[1, 0]": REQUIRES: the text begins before the first bracket.
Mesh ReadMesh(ShardingText& cursor) {
  Mesh mesh;
  while (!cursor.rest().empty() && !cursor.Take("[")) cursor.Skip();
  while (const std::optional<std::string> name = cursor.TakeQuoted()) {
    if (!cursor.Take("=")) break;
    mesh.axes.emplace_back(*name, std::max<int64_t>(1, cursor.TakeNumber().value_or(1)));
    if (!cursor.Take(",")) break;
  }
  if (cursor.Take("]") && cursor.Take(",") && cursor.Take("device_ids=[")) {
    mesh.device_ids = cursor.TakeNumbers();
    static_cast<void>(cursor.Take("]"));
  }
  return mesh;
}

Mesh ParseMesh(std::string_view text) {
  ShardingText cursor(text);
  return ReadMesh(cursor);
}

// "@mesh" or "mesh<["x"=2]>".
StatusOr<Mesh> ReadMeshOrName(ShardingText& cursor, std::string_view text, const Meshes& meshes) {
  if (cursor.Take("mesh<")) {
    Mesh mesh = ReadMesh(cursor);
    if (!cursor.Take(">")) return BadSharding(text, "expected '>' after a mesh");
    return mesh;
  }
  const std::string name = cursor.TakeSymbol();
  if (name.empty()) return BadSharding(text, "expected '@' and the name of a mesh");
  const auto mesh = meshes.find(name);
  if (mesh == meshes.end()) return BadSharding(text, "there is no mesh @" + name);
  return mesh->second;
}

// What is between the angle brackets of a sharding.
struct SdySharding {
  Mesh mesh;
  std::vector<std::vector<Axis>> dimensions;
  std::vector<bool> open;  // dimensions that may have more
  std::vector<Axis> unreduced;
  Opcode reduction = Opcode::kAdd;
};

StatusOr<SdySharding> ReadSdy(ShardingText& cursor, std::string_view text, size_t rank, const Meshes& meshes) {
  SdySharding sharding;
  if (!cursor.Take("<")) return BadSharding(text, "expected '<'");
  CPPJRT_ASSIGN_OR_RETURN(sharding.mesh, ReadMeshOrName(cursor, text, meshes));
  if (!cursor.Take(",") || !cursor.Take("[")) return BadSharding(text, "expected a list of dimensions");
  for (size_t dim = 0; dim < rank && !cursor.rest().starts_with(']'); ++dim) {
    bool open = false;
    CPPJRT_ASSIGN_OR_RETURN(std::vector<Axis> axes, ReadAxes(cursor, text, sharding.mesh, &open));
    sharding.dimensions.push_back(std::move(axes));
    sharding.open.push_back(open);
    if (!cursor.Take(",") && !cursor.rest().starts_with(']')) return BadSharding(text, "expected ',' or ']'");
  }
  if (!cursor.Take("]")) return BadSharding(text, "expected " + std::to_string(rank) + " dimensions");
  sharding.dimensions.resize(rank);
  sharding.open.resize(rank);
  while (cursor.Take(",")) {
    const std::string word = cursor.TakeName();
    if (!cursor.Take("=")) return BadSharding(text, "expected '='");
    if (cursor.Take("max")) sharding.reduction = Opcode::kMaximum;
    if (cursor.Take("min")) sharding.reduction = Opcode::kMinimum;
    CPPJRT_ASSIGN_OR_RETURN(std::vector<Axis> axes, ReadAxes(cursor, text, sharding.mesh));
    if (word == "unreduced") sharding.unreduced = std::move(axes);
  }
  if (!cursor.Take(">")) return BadSharding(text, "expected '>'");
  return sharding;
}

// The partitions in the order of their positions in the mesh. Empty if the mesh has one device: nothing is shared.
StatusOr<std::vector<int64_t>> PartitionsOf(const Mesh& mesh, std::string_view text, int64_t num_partitions) {
  std::vector<int64_t> sizes;
  for (const auto& axis : mesh.axes) sizes.push_back(axis.second);
  const std::optional<int64_t> size = DeviceCount(sizes);
  if (size == 1) return std::vector<int64_t>();
  if (size != num_partitions) {
    return BadSharding(text, "its mesh has " + (size ? std::to_string(*size) : "too many") + " devices, the program " +
                                 std::to_string(num_partitions) + " partitions");
  }
  std::vector<int64_t> partitions(static_cast<size_t>(num_partitions));
  std::iota(partitions.begin(), partitions.end(), 0);
  if (mesh.device_ids.empty()) return partitions;
  if (!std::ranges::is_permutation(mesh.device_ids, partitions)) {
    return BadSharding(text, "the device_ids of its mesh are not the partitions, each once");
  }
  return mesh.device_ids;
}

// Tiles along each list of axes. REQUIRES: partitions as from PartitionsOf.
Sharding Tile(const std::vector<std::vector<Axis>>& dimensions, std::span<const int64_t> partitions,
              int64_t num_partitions) {
  Sharding sharding = Sharding::Replicated(dimensions.size(), num_partitions);
  if (partitions.empty()) return sharding;
  for (size_t dim = 0; dim < dimensions.size(); ++dim) {
    for (const Axis& axis : dimensions[dim]) {
      sharding.tiles[dim] *= axis.size;
      for (size_t position = 0; position < partitions.size(); ++position) {
        int64_t& tile = sharding.tile_of[static_cast<size_t>(partitions[position])];
        tile = tile * axis.size + static_cast<int64_t>(position) / axis.divisor % axis.size;
      }
    }
  }
  NumberCopies(sharding, partitions);
  return sharding;
}

// No axis may be used twice: there are not more tiles than partitions then, and each partition has one of its own number.
Status CheckDisjoint(const SdySharding& sharding, std::string_view text) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  const auto add = [&ranges](const std::vector<Axis>& axes) {
    for (const Axis& axis : axes) {
      if (axis.size > 1) ranges.emplace_back(axis.divisor, axis.divisor * axis.size);
    }
  };
  for (const std::vector<Axis>& axes : sharding.dimensions) add(axes);
  add(sharding.unreduced);
  std::ranges::sort(ranges);
  for (size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) return BadSharding(text, "an axis is used twice");
  }
  return OkStatus();
}

StatusOr<ManualSharding> Finish(const SdySharding& sharding, std::string_view text, int64_t num_partitions) {
  CPPJRT_RETURN_IF_ERROR(CheckDisjoint(sharding, text));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<int64_t> partitions, PartitionsOf(sharding.mesh, text, num_partitions));
  ManualSharding manual{Tile(sharding.dimensions, partitions, num_partitions),
                        Tile({sharding.unreduced}, partitions, num_partitions), sharding.reduction};
  if (!manual.summands.replicated()) manual.pieces.summand_of = manual.summands.tile_of;
  return manual;
}

AxisParts PartsOf(const std::vector<Axis>& axes) {
  AxisParts parts;
  for (const Axis& axis : axes) {
    if (axis.size > 1) parts.push_back({axis.divisor, axis.size});
  }
  return parts;
}

StatusOr<AxisSharding> ByAxes(const SdySharding& sharding, std::string_view text, int64_t num_partitions) {
  CPPJRT_RETURN_IF_ERROR(CheckDisjoint(sharding, text));
  AxisSharding by_axes;
  CPPJRT_ASSIGN_OR_RETURN(by_axes.partitions, PartitionsOf(sharding.mesh, text, num_partitions));
  for (const std::vector<Axis>& axes : sharding.dimensions) by_axes.dims.push_back(PartsOf(axes));
  by_axes.open = sharding.open;
  by_axes.unreduced = PartsOf(sharding.unreduced);
  by_axes.reduction = sharding.reduction;
  return by_axes;
}

// "{mesh = #sdy.mesh<…>, other = #sdy.mesh<…>}"
void ReadMeshList(std::string_view text, Meshes& meshes) {
  constexpr std::string_view kMesh = "#sdy.mesh<";
  for (size_t at = text.find(kMesh); at != text.npos; at = text.find(kMesh, at + 1)) {
    std::string_view before = text.substr(0, at);
    while (!before.empty() && (before.back() == ' ' || before.back() == '=')) before.remove_suffix(1);
    const size_t start = before.find_last_of("{, ");
    meshes.emplace(std::string(before.substr(start == before.npos ? 0 : start + 1)), ParseMesh(text.substr(at)));
  }
}

// The names in "#sdy<manual_axes{"x", "y"}>".
std::vector<std::string> ReadNames(std::string_view text) {
  std::vector<std::string> names;
  ShardingText cursor(text);
  while (!cursor.rest().empty()) {
    if (std::optional<std::string> name = cursor.TakeQuoted()) {
      names.push_back(std::move(*name));
    } else {
      cursor.Skip();
    }
  }
  return names;
}

// The shardings of a sharding_per_value, a rank for each. With `manual_axes`, other axes are dropped.
StatusOr<std::vector<SdySharding>> ReadPerValue(std::string_view per_value, std::span<const size_t> ranks,
                                                const Meshes& meshes, std::optional<std::string_view> manual_axes) {
  const std::vector<std::string> manual = ReadNames(manual_axes.value_or(""));
  const auto is_free = [&](const Axis& axis) {
    return manual_axes && std::ranges::find(manual, axis.name) == manual.end();
  };
  ShardingText cursor(per_value);
  static_cast<void>(cursor.Take("#sdy.sharding_per_value"));
  if (!cursor.Take("<") || !cursor.Take("[")) return BadSharding(per_value, "expected '<['");
  std::vector<SdySharding> shardings;
  for (const size_t rank : ranks) {
    CPPJRT_ASSIGN_OR_RETURN(SdySharding sharding, ReadSdy(cursor, per_value, rank, meshes));
    for (std::vector<Axis>& axes : sharding.dimensions) std::erase_if(axes, is_free);
    std::erase_if(sharding.unreduced, is_free);
    shardings.push_back(std::move(sharding));
    static_cast<void>(cursor.Take(","));
  }
  if (!cursor.Take("]")) return BadSharding(per_value, "expected " + std::to_string(ranks.size()) + " shardings");
  return shardings;
}

}  // namespace

Sharding Sharding::Replicated(size_t rank, int64_t num_partitions) {
  Sharding sharding{Dims(rank, 1), std::vector<int64_t>(static_cast<size_t>(num_partitions), 0), {}};
  sharding.copy_of.resize(sharding.tile_of.size());
  std::iota(sharding.copy_of.begin(), sharding.copy_of.end(), 0);
  return sharding;
}

Dims Sharding::ShardDims(const Dims& dims) const {
  Dims shard = dims;
  for (size_t i = 0; i < tiles.size(); ++i) shard[i] = dims[i] / tiles[i] + (dims[i] % tiles[i] != 0 ? 1 : 0);
  return shard;
}

bool Sharding::Divides(const Dims& dims) const {
  for (size_t i = 0; i < tiles.size(); ++i) {
    if (dims[i] % tiles[i] != 0) return false;
  }
  return true;
}

int64_t Sharding::TileAlong(size_t dimension, size_t partition) const {
  return tile_of[partition] / RowMajorStrides(tiles)[dimension] % tiles[dimension];
}

std::vector<std::vector<int64_t>> Sharding::GroupsAlong(size_t dimension) const {
  const int64_t stride = RowMajorStrides(tiles)[dimension];
  // By copy and the tile at the start of the dimension.
  std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> groups;
  for (size_t p = 0; p < tile_of.size(); ++p) {
    const int64_t along = TileAlong(dimension, p);
    std::vector<int64_t>& group = groups[{copy_of[p], tile_of[p] - along * stride}];
    group.resize(static_cast<size_t>(tiles[dimension]));
    group[static_cast<size_t>(along)] = static_cast<int64_t>(p);
  }
  std::vector<std::vector<int64_t>> lists;
  for (auto& [key, group] : groups) lists.push_back(std::move(group));
  return lists;
}

Meshes ReadMeshes(const Module& module) {
  Meshes meshes;
  const AttrTable& attrs = module.attrs();
  for (const OpId op : module.ops(module.body())) {
    const AttrId mesh = module.attr(op, "mesh");
    if (!attrs.Is(mesh, AttrKind::kOpaque)) continue;
    meshes.emplace(std::string(SymbolName(module, op)), ParseMesh(attrs.string(mesh)));
  }
  const AttrId frontend = module.attr(module.root(), "mhlo.frontend_attributes");
  if (attrs.Is(frontend, AttrKind::kDictionary)) {
    const AttrId list = attrs.Lookup(frontend, "xla.sdy.meshes");
    if (attrs.Is(list, AttrKind::kString)) ReadMeshList(attrs.string(list), meshes);
  }
  return meshes;
}

StatusOr<Sharding> ParseSharding(std::string_view text, size_t rank, int64_t num_partitions, const Meshes& meshes) {
  if (text.empty()) return Sharding::Replicated(rank, num_partitions);
  if (!text.starts_with("#sdy") && !text.starts_with('<')) return ParseXlaSharding(text, rank, num_partitions);
  CPPJRT_ASSIGN_OR_RETURN(ManualSharding sharding, ParseSdySharding(text, rank, num_partitions, meshes));
  return std::move(sharding.pieces);
}

StatusOr<ManualSharding> ParseSdySharding(std::string_view text, size_t rank, int64_t num_partitions,
                                          const Meshes& meshes) {
  ShardingText cursor(text);
  static_cast<void>(cursor.Take("#sdy.sharding"));
  CPPJRT_ASSIGN_OR_RETURN(const SdySharding sharding, ReadSdy(cursor, text, rank, meshes));
  return Finish(sharding, text, num_partitions);
}

StatusOr<AxisSharding> ParseAxisSharding(std::string_view text, size_t rank, int64_t num_partitions,
                                         const Meshes& meshes) {
  ShardingText cursor(text);
  static_cast<void>(cursor.Take("#sdy.sharding"));
  CPPJRT_ASSIGN_OR_RETURN(const SdySharding sharding, ReadSdy(cursor, text, rank, meshes));
  return ByAxes(sharding, text, num_partitions);
}

StatusOr<std::vector<AxisSharding>> ParseAxisShardings(std::string_view per_value, std::span<const size_t> ranks,
                                                       int64_t num_partitions, const Meshes& meshes,
                                                       std::optional<std::string_view> manual_axes) {
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<SdySharding> read, ReadPerValue(per_value, ranks, meshes, manual_axes));
  std::vector<AxisSharding> shardings;
  for (const SdySharding& sharding : read) {
    CPPJRT_ASSIGN_OR_RETURN(AxisSharding by_axes, ByAxes(sharding, per_value, num_partitions));
    shardings.push_back(std::move(by_axes));
  }
  return shardings;
}

StatusOr<std::vector<ManualSharding>> ParseManualShardings(std::string_view per_value, std::string_view manual_axes,
                                                           std::span<const size_t> ranks, int64_t num_partitions,
                                                           const Meshes& meshes) {
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<SdySharding> read, ReadPerValue(per_value, ranks, meshes, manual_axes));
  std::vector<ManualSharding> shardings;
  for (const SdySharding& sharding : read) {
    CPPJRT_ASSIGN_OR_RETURN(ManualSharding manual, Finish(sharding, per_value, num_partitions));
    shardings.push_back(std::move(manual));
  }
  return shardings;
}

}  // namespace cppjrt::stablehlo
