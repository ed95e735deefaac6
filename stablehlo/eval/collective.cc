// Collective ops: each is a function from the operands of a process group to its results, run by Processes::Meet.
//
//   all_reduce of [1, 2] and [3, 4] in the group {0, 1}: {{[1, 2]}, {[3, 4]}} -> {{[4, 6]}, {[4, 6]}}
//
// Results that all members get are one tensor that they share. Reductions run from the first member of the group to the last.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "stablehlo/eval/collective_call.h"
#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/ragged_rows.h"
#include "stablehlo/eval/region_reducer.h"
#include "stablehlo/eval/replica_groups.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/eval/tensor_parts.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

using MemberValues = Processes::MemberValues;

// What the attributes of a collective say about who talks to whom.
struct Grouping {
  std::string op;
  GroupStrategy strategy = GroupStrategy::kCrossReplica;
  int64_t channel = 0;
  std::vector<std::vector<int64_t>> ids;
};

StatusOr<Grouping> ReadGrouping(const OpRef& op, GroupStrategy with_channel) {
  Grouping grouping;
  grouping.op = OpName(op.module(), op.id());
  grouping.channel = FieldInt(op, "channel_handle", "handle");
  if (grouping.channel > 0) {
    grouping.strategy = op.Bool("use_global_device_ids") ? GroupStrategy::kFlattenedIds : with_channel;
  }
  CPPJRT_ASSIGN_OR_RETURN(grouping.ids, ReadReplicaGroups(op));
  return grouping;
}

std::vector<RuntimeValue> TakeOperands(Call& call) {
  std::vector<RuntimeValue> operands(call.num_operands());
  for (size_t i = 0; i < operands.size(); ++i) operands[i] = call.TakeValue(i);
  return operands;
}

// Operand `i` of every member. INVALID_ARGUMENT unless they are alike.
StatusOr<std::vector<Tensor>> OperandOfAll(const MemberValues& operands, size_t i) {
  std::vector<Tensor> tensors;
  for (const std::vector<RuntimeValue>& of_member : operands) {
    if (of_member.size() != operands[0].size()) {
      return InvalidArgumentError("processes bring " + std::to_string(operands[0].size()) + " and " +
                                  std::to_string(of_member.size()) + " operands, expected the same");
    }
    tensors.push_back(of_member[i].tensor());
    if (tensors[0].type() != tensors.back().type() || !(tensors[0].dims() == tensors.back().dims())) {
      return InvalidArgumentError("operand " + std::to_string(i) +
                                  " has other types in other processes, expected the same");
    }
  }
  return tensors;
}

Status CheckSplit(const Tensor& tensor, size_t dim, int64_t count) {
  if (tensor.dims()[dim] % count == 0) return OkStatus();
  return InvalidArgumentError("dimension " + std::to_string(dim) + " has size " + std::to_string(tensor.dims()[dim]) +
                              ", expected a multiple of the size of the process group, " + std::to_string(count));
}

// ---- Meeting

// The group that this process is in; empty if there is none.
StatusOr<ProcessGroup> FindGroup(const Call& call, const Grouping& grouping) {
  const GridPlace place = GridOf(call);
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ProcessGroup> groups,
                          MakeGroups(grouping.strategy, grouping.ids, place.num_replicas, place.num_partitions));
  for (ProcessGroup& group : groups) {
    if (std::ranges::find(group, place.self) != group.end()) return std::move(group);
  }
  return ProcessGroup();
}

Status MeetGroup(Call& call, const Grouping& grouping, const ProcessGroup& group, const Processes::Combine& combine) {
  std::vector<RuntimeValue> results;
  if (group.size() == 1) {
    MemberValues alone(1);
    alone[0] = TakeOperands(call);
    CPPJRT_ASSIGN_OR_RETURN(MemberValues of_all, combine(alone));
    results = std::move(of_all[0]);
  } else {
    CPPJRT_ASSIGN_OR_RETURN(results, call.options().processes->Meet(grouping.op, grouping.channel, group,
                                                                    GridOf(call).self, TakeOperands(call), combine));
  }
  for (size_t i = 0; i < results.size(); ++i) call.Return(std::move(results[i]), i);
  return OkStatus();
}

// For collectives in which every process must have a group.
Status RunCollective(Call& call, const Grouping& grouping, const Processes::Combine& combine) {
  CPPJRT_ASSIGN_OR_RETURN(const ProcessGroup group, FindGroup(call, grouping));
  if (group.empty()) {
    return InvalidArgumentError("replica " + std::to_string(call.options().replica) + ", partition " +
                                std::to_string(call.options().partition) + " is in none of the replica groups");
  }
  return MeetGroup(call, grouping, group, combine);
}

// For collectives whose results are zeros for those who are in no group; `zeros` has one for each result.
Status RunOrZeros(Call& call, const Grouping& grouping, std::span<const int64_t> zeros,
                  const Processes::Combine& combine) {
  CPPJRT_ASSIGN_OR_RETURN(const ProcessGroup group, FindGroup(call, grouping));
  if (!group.empty()) return MeetGroup(call, grouping, group, combine);
  for (size_t i = 0; i < zeros.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor zero, Zeros(call, call.operand(i).type(), call.operand(i).dims(), zeros[i]));
    call.Return(std::move(zero), i);
  }
  return OkStatus();
}

// Runs `function(tensors)` on each operand of all members and gives the result to all.
template <typename Function>
StatusOr<MemberValues> ForEachOperand(const MemberValues& operands, const Function& function) {
  std::vector<RuntimeValue> results;
  for (size_t i = 0; i < operands[0].size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(std::vector<Tensor> tensors, OperandOfAll(operands, i));
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, function(std::move(tensors)));
    results.emplace_back(std::move(result));
  }
  return MemberValues(operands.size(), results);
}

StatusOr<MemberValues> ExchangeParts(Call& call, const MemberValues& operands, size_t split_dim, size_t concat_dim) {
  const size_t size = operands.size();
  MemberValues results(size);
  for (size_t i = 0; i < operands[0].size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const std::vector<Tensor> tensors, OperandOfAll(operands, i));
    CPPJRT_RETURN_IF_ERROR(CheckSplit(tensors[0], split_dim, static_cast<int64_t>(size)));
    for (size_t receiver = 0; receiver < size; ++receiver) {
      std::vector<Tensor> parts;
      for (const Tensor& tensor : tensors) {
        CPPJRT_ASSIGN_OR_RETURN(
            Tensor part, TakePart(call, tensor, split_dim, static_cast<int64_t>(receiver), static_cast<int64_t>(size)));
        parts.push_back(std::move(part));
      }
      CPPJRT_ASSIGN_OR_RETURN(Tensor result, ConcatenateParts(call, parts, concat_dim));
      results[receiver].emplace_back(std::move(result));
    }
  }
  return results;
}

// Which member each of `count` operands comes from or goes to: the first, or what the last operand says.
StatusOr<std::vector<size_t>> Roots(const std::vector<RuntimeValue>& operands, size_t count, size_t group_size) {
  std::vector<size_t> roots(count, 0);
  if (operands.size() == count) return roots;
  const Tensor& given = operands.back().tensor();
  for (size_t i = 0; i < count; ++i) {
    const int32_t root = given.data<int32_t>()[i];
    if (root < 0 || static_cast<size_t>(root) >= group_size) {
      return OutOfRangeError("root " + std::to_string(i) + " is " + std::to_string(root) +
                             ", expected a position in the process group of " + std::to_string(group_size));
    }
    roots[i] = static_cast<size_t>(root);
  }
  return roots;
}

}  // namespace

StatusOr<Kernel> PrepareAllGather(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossReplicaAndPartition));
  const auto dim = static_cast<size_t>(op.I64("all_gather_dim"));
  return Kernel([grouping = std::move(grouping), dim](Call& call) {
    return RunCollective(call, grouping, [&](const MemberValues& operands) {
      return ForEachOperand(operands,
                            [&](const std::vector<Tensor>& tensors) { return ConcatenateParts(call, tensors, dim); });
    });
  });
}

StatusOr<Kernel> PrepareAllReduce(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossReplicaAndPartition));
  CPPJRT_ASSIGN_OR_RETURN(const RegionReducer reducer, RegionReducer::Make(op));
  return Kernel([grouping = std::move(grouping), reducer](Call& call) {
    return RunCollective(call, grouping, [&](const MemberValues& operands) {
      return ForEachOperand(operands,
                            [&](std::vector<Tensor> tensors) { return reducer.Run(call, std::move(tensors)); });
    });
  });
}

StatusOr<Kernel> PrepareReduceScatter(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossReplicaAndPartition));
  CPPJRT_ASSIGN_OR_RETURN(const RegionReducer reducer, RegionReducer::Make(op));
  const auto dim = static_cast<size_t>(op.I64("scatter_dimension"));
  return Kernel([grouping = std::move(grouping), reducer, dim](Call& call) {
    return RunCollective(call, grouping, [&](const MemberValues& operands) -> StatusOr<MemberValues> {
      CPPJRT_ASSIGN_OR_RETURN(std::vector<Tensor> tensors, OperandOfAll(operands, 0));
      const auto size = static_cast<int64_t>(operands.size());
      CPPJRT_RETURN_IF_ERROR(CheckSplit(tensors[0], dim, size));
      CPPJRT_ASSIGN_OR_RETURN(const Tensor reduced, reducer.Run(call, std::move(tensors)));
      MemberValues results(operands.size());
      for (int64_t i = 0; i < size; ++i) {
        CPPJRT_ASSIGN_OR_RETURN(Tensor part, TakePart(call, reduced, dim, i, size));
        results[static_cast<size_t>(i)].emplace_back(std::move(part));
      }
      return results;
    });
  });
}

StatusOr<Kernel> PrepareAllToAll(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossPartition));
  const auto split_dim = static_cast<size_t>(op.I64("split_dimension"));
  const auto concat_dim = static_cast<size_t>(op.I64("concat_dimension"));
  const int64_t split_count = op.I64("split_count");
  return Kernel([grouping = std::move(grouping), split_dim, concat_dim, split_count](Call& call) {
    return RunCollective(call, grouping, [&](const MemberValues& operands) -> StatusOr<MemberValues> {
      if (static_cast<int64_t>(operands.size()) != split_count) {  // spec: all_to_all C8
        return InvalidArgumentError("split_count is " + std::to_string(split_count) + ", the process group has " +
                                    std::to_string(operands.size()) + " members, expected the same");
      }
      return ExchangeParts(call, operands, split_dim, concat_dim);
    });
  });
}

StatusOr<Kernel> PrepareCollectiveBroadcast(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossPartition));
  return Kernel([grouping = std::move(grouping), zeros = ZerosOfResults(op)](Call& call) {
    return RunOrZeros(call, grouping, zeros, [&](const MemberValues& operands) -> StatusOr<MemberValues> {
      MemberValues results(operands.size());
      for (size_t member = 0; member < operands.size(); ++member) {
        CPPJRT_ASSIGN_OR_RETURN(const std::vector<size_t> roots,
                                Roots(operands[member], zeros.size(), operands.size()));
        for (size_t i = 0; i < zeros.size(); ++i) results[member].push_back(operands[roots[i]][i]);
      }
      return results;
    });
  });
}

StatusOr<Kernel> PrepareCollectiveReduce(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grouping grouping, ReadGrouping(op, GroupStrategy::kCrossPartition));
  CPPJRT_ASSIGN_OR_RETURN(const RegionReducer reducer, RegionReducer::Make(op));
  return Kernel([grouping = std::move(grouping), reducer, zeros = ZerosOfResults(op)](Call& call) {
    return RunOrZeros(call, grouping, zeros, [&](const MemberValues& operands) -> StatusOr<MemberValues> {
      MemberValues results(operands.size());
      CPPJRT_ASSIGN_OR_RETURN(const std::vector<size_t> roots, Roots(operands[0], zeros.size(), operands.size()));
      for (size_t i = 0; i < zeros.size(); ++i) {
        CPPJRT_ASSIGN_OR_RETURN(std::vector<Tensor> tensors, OperandOfAll(operands, i));
        CPPJRT_ASSIGN_OR_RETURN(Tensor reduced, reducer.Run(call, std::move(tensors)));
        CPPJRT_ASSIGN_OR_RETURN(const Tensor zero, Zeros(call, reduced.type(), reduced.dims(), zeros[i]));
        for (std::vector<RuntimeValue>& of_member : results) of_member.emplace_back(zero);
        results[roots[i]].back() = std::move(reduced);
      }
      return results;
    });
  });
}

StatusOr<Kernel> PrepareRaggedAllToAll(const OpRef& op) {
  if (op.num_operands() != 6 || op.num_results() != 1 || op.result_type() != op.operand_type(1)) {
    return InvalidArgumentError(
        "expected six operands (operand, output, input_offsets, send_sizes, output_offsets, recv_sizes) and a result "
        "like "
        "output");
  }
  const AttrId config = op.attr("backend_config");
  if (!op.attrs().Is(config, AttrKind::kDictionary)) {
    return InvalidArgumentError("expected a dictionary with replica_groups as backend_config");
  }
  Grouping grouping;
  grouping.op = "ragged_all_to_all";
  const AttrId channel = op.attrs().Lookup(config, "channel_id");
  if (op.attrs().Is(channel, AttrKind::kInteger)) grouping.channel = op.attrs().integer(channel);
  if (grouping.channel > 0) grouping.strategy = GroupStrategy::kCrossPartition;
  CPPJRT_ASSIGN_OR_RETURN(grouping.ids, ReadIdLists(op, op.attrs().Lookup(config, "replica_groups"), "replica_groups"));
  return Kernel([grouping = std::move(grouping)](Call& call) {
    return RunCollective(call, grouping,
                         [&](const MemberValues& operands) { return ExchangeRaggedRows(call, operands); });
  });
}

StatusOr<Kernel> PrepareReplicaId(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(ElementType::kUI32, {}));
    *result.mutable_data<uint32_t>() = static_cast<uint32_t>(call.options().replica);
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PreparePartitionId(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(ElementType::kUI32, {}));
    *result.mutable_data<uint32_t>() = static_cast<uint32_t>(call.options().partition);
    call.Return(std::move(result));
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
