// Replica groups of an op, as lists of ids, whatever form the attribute has.
#ifndef CPPJRT_STABLEHLO_EVAL_REPLICA_GROUPS_H_
#define CPPJRT_STABLEHLO_EVAL_REPLICA_GROUPS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// The rows of a two-dimensional integer constant: replica_groups, source_target_pairs. None if the attribute is absent or
// empty.
StatusOr<std::vector<std::vector<int64_t>>> ReadIdLists(const OpRef& op, std::string_view attr_name);
// The same of the attribute itself; the name is for messages.
StatusOr<std::vector<std::vector<int64_t>>> ReadIdLists(const OpRef& op, AttrId attr, std::string_view name);

// replica_groups: a list as above, or axes of a mesh. Of a mesh, a group is the devices that differ in the named axes only:
// for axes x=2, y=2 (devices 0 1 / 2 3) and groups along y: [0, 1], [2, 3]. spec: "Replica groups"
StatusOr<std::vector<std::vector<int64_t>>> ReadReplicaGroups(const OpRef& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_REPLICA_GROUPS_H_
