#include "stablehlo/eval/replica_groups.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

// More devices than any program of one machine has.
constexpr int64_t kMaxDevices = 1 << 20;

// A run of positions within an axis: coordinate / stride % size tells where on it a device is. An axis is one, or split
// into parts.
struct AxisPart {
  int64_t stride = 1;  // in device positions
  int64_t size = 1;
};

struct Axis {
  std::string_view name;
  int64_t size = 1;
  int64_t stride = 1;
};

struct DeviceMesh {
  std::vector<Axis> axes;
  std::vector<int64_t> device_ids;  // empty: position = id
  int64_t num_devices = 1;
};

StatusOr<DeviceMesh> ReadMesh(const OpRef& op, AttrId attr) {
  const AttrTable& attrs = op.attrs();
  if (attrs.Is(attr, AttrKind::kSymbolRef)) {
    const OpId mesh_op = SymbolTable(op.module()).Find(attrs, attr);
    if (!mesh_op)
      return NotFoundError("replica_groups names mesh @" + std::string(attrs.symbol(attr)) + ", there is none");
    attr = op.module().attr(mesh_op, "mesh");
  }
  if (!attrs.Is(attr, AttrKind::kStruct) || attrs.struct_kind(attr) != StructKind::kMesh) {
    return UnimplementedError("the mesh of replica_groups is of a kind that cannot be read; use #stablehlo.mesh");
  }
  DeviceMesh mesh;
  const AttrId axes = attrs.field(attr, 0);
  for (size_t i = 0; i < attrs.size(axes); ++i) {
    const AttrId axis = attrs.element(axes, i);
    mesh.axes.push_back({.name = attrs.string(attrs.field(axis, 0)), .size = attrs.integer(attrs.field(axis, 1))});
  }
  for (size_t i = mesh.axes.size(); i-- > 0;) {
    Axis& axis = mesh.axes[i];
    if (axis.size <= 0 || axis.size > kMaxDevices / mesh.num_devices) {
      return InvalidArgumentError("axis '" + std::string(axis.name) + "' of a mesh has size " +
                                  std::to_string(axis.size));
    }
    axis.stride = mesh.num_devices;
    mesh.num_devices *= axis.size;
  }
  if (const AttrId ids = attrs.field(attr, 1); ids.valid()) {
    CPPJRT_ASSIGN_OR_RETURN(const Tensor tensor, op.Constant(ids));
    if (tensor.type() != ElementType::kI64 || tensor.num_elements() != mesh.num_devices) {
      return InvalidArgumentError("device_ids of a mesh has " + std::to_string(tensor.num_elements()) +
                                  " elements, expected " + std::to_string(mesh.num_devices) + " of i64");
    }
    const auto* data = tensor.data<int64_t>();
    mesh.device_ids.assign(data, data + mesh.num_devices);
  }
  return mesh;
}

// What an axis_ref names: a whole axis, or the part of it that (pre_size)size cuts out.
StatusOr<AxisPart> FindPart(const OpRef& op, const DeviceMesh& mesh, AttrId ref) {
  const AttrTable& attrs = op.attrs();
  const std::string_view name = attrs.string(attrs.field(ref, 0));
  const auto axis = std::ranges::find(mesh.axes, name, &Axis::name);
  if (axis == mesh.axes.end()) return InvalidArgumentError("axis '" + std::string(name) + "' is not in the mesh");
  const AttrId sub = attrs.field(ref, 1);
  if (!sub.valid()) return AxisPart{.stride = axis->stride, .size = axis->size};
  const int64_t pre_size = attrs.integer(attrs.field(sub, 0));
  const int64_t size = attrs.integer(attrs.field(sub, 1));
  if (pre_size < 1 || size < 1 || pre_size > axis->size || size > axis->size / pre_size ||
      axis->size % (pre_size * size) != 0) {
    return InvalidArgumentError("axis '" + std::string(name) + "' of size " + std::to_string(axis->size) +
                                " has no part (" + std::to_string(pre_size) + ")" + std::to_string(size));
  }
  return AxisPart{.stride = axis->stride * (axis->size / (pre_size * size)), .size = size};
}

StatusOr<std::vector<std::vector<int64_t>>> GroupsOfMesh(const OpRef& op, AttrId attr) {
  const AttrTable& attrs = op.attrs();
  CPPJRT_ASSIGN_OR_RETURN(const DeviceMesh mesh, ReadMesh(op, attrs.field(attr, 0)));
  const AttrId axes = attrs.field(attr, 1);
  std::vector<AxisPart> parts;
  int64_t group_size = 1;
  for (size_t i = 0; i < attrs.size(axes); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const AxisPart part, FindPart(op, mesh, attrs.element(axes, i)));
    parts.push_back(part);
    if (part.size > kMaxDevices / group_size) return InvalidArgumentError("the axes of replica_groups overlap");
    group_size *= part.size;
  }
  // A device opens a group if it is the first along each of the axes; the others are at fixed distances from it.
  std::vector<std::vector<int64_t>> groups;
  for (int64_t first = 0; first < mesh.num_devices; ++first) {
    if (std::ranges::any_of(parts, [&](const AxisPart& p) { return first / p.stride % p.size != 0; })) continue;
    std::vector<int64_t>& group = groups.emplace_back();
    for (int64_t i = 0; i < group_size; ++i) {
      int64_t position = first;
      int64_t rest = i;
      for (size_t p = parts.size(); p-- > 0; rest /= parts[p].size) position += rest % parts[p].size * parts[p].stride;
      if (position >= mesh.num_devices) return InvalidArgumentError("the axes of replica_groups overlap");
      group.push_back(mesh.device_ids.empty() ? position : mesh.device_ids[static_cast<size_t>(position)]);
    }
  }
  return groups;
}

}  // namespace

StatusOr<std::vector<std::vector<int64_t>>> ReadIdLists(const OpRef& op, std::string_view attr_name) {
  return ReadIdLists(op, op.attr(attr_name), attr_name);
}

StatusOr<std::vector<std::vector<int64_t>>> ReadIdLists(const OpRef& op, AttrId attr, std::string_view attr_name) {
  std::vector<std::vector<int64_t>> lists;
  if (!attr.valid()) return lists;
  CPPJRT_ASSIGN_OR_RETURN(const Tensor tensor, op.Constant(attr));
  if (tensor.num_elements() == 0) return lists;
  if (tensor.rank() != 2 || tensor.type() != ElementType::kI64) {
    return InvalidArgumentError(std::string(attr_name) + " has rank " + std::to_string(tensor.rank()) + " of " +
                                std::string(ElementTypeName(tensor.type())) + ", expected rank 2 of i64");
  }
  const auto* data = tensor.data<int64_t>();
  for (int64_t row = 0; row < tensor.dims()[0]; ++row, data += tensor.dims()[1]) {
    lists.emplace_back(data, data + tensor.dims()[1]);
  }
  return lists;
}

StatusOr<std::vector<std::vector<int64_t>>> ReadReplicaGroups(const OpRef& op) {
  const AttrId attr = op.attr("replica_groups");
  if (op.attrs().Is(attr, AttrKind::kStruct)) return GroupsOfMesh(op, attr);
  return ReadIdLists(op, "replica_groups");
}

}  // namespace cppjrt::stablehlo
