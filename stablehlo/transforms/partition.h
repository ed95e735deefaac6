// PartitionProgram: a program that is written for whole arrays and says how partitions share them (Shardy's attributes) into
// the one that each partition runs on its parts.
//
//   func @main(%a: tensor<8x4xf32> {[{"x"}, {}]}, %b: tensor<4x6xf32>)      @mesh = <["x"=2]>
//     %0 = dot_general %a, %b                                                 tensor<4x4xf32>, tensor<4x6xf32>
//     %1 = reduce %0 applies add across 0                                     all_reduce of the sums of four rows
//
// An op works on parts as its operands have them or its results are wanted (sharding_flow.h), if its rule says how
// (partition_rules.h); what an op cannot take in parts is put together before it. Sums that partitions have parts of are added up
// when something needs the whole, several at once. What the program states of values (constraints, sharding of ops, results) is
// followed. Bodies of manual computations are for one partition already.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_H_

#include <cstdint>
#include <span>
#include <string>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct PartitionOptions {
  int64_t num_partitions = 1;
  // sdy.sharding of the entry function's arguments and results, by number; empty: whole.
  std::span<const std::string> arguments;
  std::span<const std::string> results;
};

// Changes @main, or the only public function; calls are inlined. UNIMPLEMENTED, with the reason, where the program cannot be
// partitioned or there is nothing to win: it has effects, dynamic shapes or shardings of other kinds, or partitions would do
// more than they share. The module is not to be used then. REQUIRES: it is verified.
Status PartitionProgram(Module& module, const PartitionOptions& options, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_H_
