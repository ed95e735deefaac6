#include "stablehlo/transforms/partition_check.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/sharding_parts.h"

namespace cppjrt::stablehlo {
namespace {

constexpr Opcode kOncePerProgram[] = {Opcode::kInfeed,      Opcode::kOutfeed, Opcode::kSend,
                                      Opcode::kRecv,        Opcode::kRng,     Opcode::kSdyNamedComputation,
                                      Opcode::kPartitionId, Opcode::kCall};
// Calls that change the shape of an array as manual computations do, and shardings of older clients.
constexpr std::string_view kOtherForms[] = {
    "SPMDFullToShardShape",       "SPMDShardToFullShape",       "Sharding",
    "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape", "xla.sdy.FuncResultSharding"};
// Marks that say they have an effect so that nobody takes them out.
constexpr std::string_view kMarks[] = {"InspectSharding", "annotate_device_placement"};
constexpr std::string_view kForParts[] = {"xla_ffi_partitioned_python_cpu_callback"};

bool IsIn(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool HappensOnce(const Module& module, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  if (std::ranges::find(kOncePerProgram, opcode) != std::end(kOncePerProgram) || Is(module, op, Trait::kCollective))
    return true;
  const std::string_view target = CallTargetName(module, op);
  if (target.empty() || IsIn(kMarks, target) || IsIn(kForParts, target)) return false;
  const AttrId effect = module.attr(op, "has_side_effect");
  return (module.attrs().Is(effect, AttrKind::kBool) && module.attrs().boolean(effect)) || IsIn(kOtherForms, target) ||
         target.find("callback") != target.npos;
}

Status No(const Module& module, OpId op, std::string_view why) {
  return UnimplementedError(Cat("cannot be partitioned: ", OpName(module, op), " ", why));
}

bool HasStaticShapes(const Module& module, OpId op) {
  const TypeTable& types = module.types();
  return std::ranges::all_of(module.op(op).results(), [&](ValueId result) {
    const TypeId type = module.type(result);
    return types.IsStaticTensor(type) || types.kind(type) == TypeKind::kToken;
  });
}

}  // namespace

bool IsForParts(const Module& module, OpId op) { return IsIn(kForParts, CallTargetName(module, op)); }

Status CheckPartitionable(const Module& module, OpId function) {
  const PreOrder walk(module, function);
  for (auto it = walk.begin(); it != walk.end(); ++it) {
    const OpId op = *it;
    if (op == function) continue;
    if (!HasStaticShapes(module, op)) return No(module, op, "has no static shape");
    if (module.op(op).opcode == Opcode::kSdyManualComputation) {
      it.SkipRegions();
    } else if (HappensOnce(module, op)) {
      return No(module, op, "happens once, or is written for a partition");
    }
  }
  return OkStatus();
}

StatusOr<std::vector<int64_t>> CommonDeviceOrder(const Meshes& meshes, int64_t num_partitions) {
  std::vector<int64_t> in_order(static_cast<size_t>(num_partitions));
  std::iota(in_order.begin(), in_order.end(), 0);
  std::optional<std::vector<int64_t>> common;
  for (const auto& [name, mesh] : meshes) {
    std::vector<int64_t> sizes;
    for (const auto& [axis, size] : mesh.axes) sizes.push_back(size);
    if (DeviceCount(sizes) != num_partitions) continue;
    const std::vector<int64_t>& order = mesh.device_ids.empty() ? in_order : mesh.device_ids;
    if (common && *common != order)
      return UnimplementedError("cannot be partitioned: its meshes order devices differently");
    common = order;
  }
  if (common && !std::ranges::is_permutation(*common, in_order)) {
    return InvalidArgumentError("the device_ids of mesh are not the partitions, each once");
  }
  return common.value_or(in_order);
}

}  // namespace cppjrt::stablehlo
