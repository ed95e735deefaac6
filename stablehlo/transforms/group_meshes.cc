#include "stablehlo/transforms/group_meshes.h"

#include <optional>
#include <string>
#include <vector>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {
namespace {

AttrId MeshAttr(Module& module, const Mesh& mesh) {
  AttrTable& attrs = module.attrs();
  std::vector<AttrId> axes;
  for (const auto& [name, size] : mesh.axes) {
    const AttrId fields[] = {attrs.String(name), attrs.I64(size)};
    axes.push_back(attrs.Struct(StructKind::kMeshAxis, fields));
  }
  AttrId ids;
  if (!mesh.device_ids.empty()) {
    const int64_t dims[] = {static_cast<int64_t>(mesh.device_ids.size())};
    const std::span<const int64_t> kept = module.arena().Copy(std::span<const int64_t>(mesh.device_ids));
    ids = attrs.Dense(module.types().Tensor(dims, scalar::kI64), kept.size() == 1, std::as_bytes(kept));
  }
  const AttrId fields[] = {attrs.Array(axes), ids};
  return attrs.Struct(StructKind::kMesh, fields);
}

// The mesh that a symbol names: Shardy's, as an op or in the attributes of the module, or StableHLO's.
class NamedMeshes {
 public:
  explicit NamedMeshes(Module& module) : module_(module), symbols_(module), meshes_(ReadMeshes(module)) {}

  AttrId Find(AttrId symbol) const {
    const auto mesh = meshes_.find(module_.attrs().symbol(symbol));
    if (mesh != meshes_.end()) return MeshAttr(module_, mesh->second);
    const OpId op = symbols_.Find(module_.attrs(), symbol);
    const AttrId attr = op.valid() ? module_.attr(op, "mesh") : AttrId();
    const bool is_mesh =
        module_.attrs().Is(attr, AttrKind::kStruct) && module_.attrs().struct_kind(attr) == StructKind::kMesh;
    return is_mesh ? attr : AttrId();
  }

 private:
  Module& module_;
  SymbolTable symbols_;
  Meshes meshes_;
};

}  // namespace

void NameNoMeshes(Module& module) {
  const AttrTable& attrs = module.attrs();
  std::optional<NamedMeshes> named;
  for (const OpId op : PreOrder(module, module.root())) {
    const AttrId groups = module.attr(op, "replica_groups");
    if (!attrs.Is(groups, AttrKind::kStruct) || attrs.struct_kind(groups) != StructKind::kReplicaGroupMeshAxes)
      continue;
    if (!attrs.Is(attrs.field(groups, 0), AttrKind::kSymbolRef)) continue;
    if (!named) named.emplace(module);
    const AttrId mesh = named->Find(attrs.field(groups, 0));
    if (!mesh.valid()) continue;
    const AttrId fields[] = {mesh, attrs.field(groups, 1)};
    module.set_attr(op, "replica_groups", module.attrs().Struct(StructKind::kReplicaGroupMeshAxes, fields));
  }
}

}  // namespace cppjrt::stablehlo
