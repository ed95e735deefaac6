// NameNoMeshes: replica_groups that name a mesh of the module, as JAX 0.12 writes them, have the mesh itself after it:
//
//   sdy.mesh @m = <["x"=2, "y"=2]>
//   … replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = […]>
//   … replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = […]>, axes = […]>
//
// So an op can be taken out of its module, and nothing keeps the mesh. A mesh that is not there is left to the verifier.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_GROUP_MESHES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_GROUP_MESHES_H_

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

void NameNoMeshes(Module& module);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_GROUP_MESHES_H_
