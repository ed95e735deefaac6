// LowerSharding: takes what says how a program is spread over devices out of it. What is left works on whole arrays; with
// several partitions, each of them runs it, and works on its pieces where the program is written for one (manual_computation.h).
//
//   sdy.mesh, sdy.sharding_group                 gone (replica_groups that name a mesh get it: group_meshes.h)
//   sdy.sharding_constraint, reshard, …          their operand
//   sdy.named_computation, manual_computation    their body; with one partition UNIMPLEMENTED, reported, if that works on
//                                                smaller pieces than it is given
//   sdy.constant                                 stablehlo.constant
//   custom_call @Sharding and its family         their operand, if it has the result's type
//   sdy.* attributes                             gone; mhlo.sharding stays for the plugin
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_H_

#include <cstdint>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// How many processes run a program: those of all replicas are numbered replica * partitions + partition.
struct PartitionCounts {
  int64_t replicas = 1;
  int64_t partitions = 1;
};

// Takes the sdy.* attributes off an op, and off the arguments and results of a function.
void StripShardyAttributes(Module& module, OpId op);

Status LowerSharding(Module& module, const PartitionCounts& counts, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_H_
