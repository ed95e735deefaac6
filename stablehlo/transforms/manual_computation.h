// Manual computations: parts of a program that are written for one partition, in a program that is written for whole arrays.
//
//   sdy.manual_computation            (shard_map)
//   custom_call @SPMDFullToShardShape, @SPMDShardToFullShape            (the same before Shardy)
//   custom_call @xla.sdy.GlobalToLocalShape, @xla.sdy.LocalToGlobalShape  (the same as XLA's older clients send it)
//
// The program that comes out is run by every partition, each with the whole arrays. Where a manual computation begins, a
// partition cuts its pieces out; where it ends, pieces are put together again:
//
//   %1 = manual_computation(%0) in [{"x"}] out [{"x"}] (%piece: tensor<2xf32>) { … } : (tensor<4xf32>) -> tensor<4xf32>
//   %piece = dynamic_slice %0, [start of this partition_id]   …   %1 = all_gather %result over partitions along "x"
//
// What the body says of collectives and partition_id stays as it is.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_MANUAL_COMPUTATION_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_MANUAL_COMPUTATION_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/array_sharding.h"
#include "stablehlo/transforms/collective_emitter.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {

// Whether partitions of the program must run together, because some of it is written for one of them: it has manual
// computations, collectives, or arguments or results that are yet to be reduced.
bool NeedsPartitions(const Module& module);

// Whether an argument or result of the function is yet to be reduced: its sdy.sharding says "unreduced".
bool HasUnreduced(const Module& module, OpId function);

class ManualComputations {
 public:
  // The module as it is before any of it is lowered. `rewriter` outlives this.
  ManualComputations(Rewriter* rewriter, int64_t num_replicas, int64_t num_partitions);

  // Puts the body of an sdy.manual_computation in its place.
  Status Inline(OpId op, DiagnosticSink& sink);
  // Arguments and results of entry functions that are yet to be reduced: the program that runs has summands, each partition its
  // own, in place of the whole. Before all ops are lowered, and when those of the function have been.
  Status ReduceArguments(DiagnosticSink& sink);
  Status SplitResults(OpId function, DiagnosticSink& sink);
  // Replaces the op if it is one of the custom calls, and tells whether it was.
  StatusOr<bool> LowerCall(OpId op, DiagnosticSink& sink);

 private:
  // The shardings that an attribute gives for these values, checked against the types of wholes and pieces.
  StatusOr<std::vector<ManualSharding>> Read(OpId op, std::string_view per_value, std::string_view manual_axes,
                                             std::span<const TypeId> wholes, std::span<const TypeId> pieces,
                                             DiagnosticSink& sink) const;
  Status CheckPiece(OpId op, size_t i, const Sharding& sharding, TypeId whole, TypeId piece,
                    DiagnosticSink& sink) const;
  Status ReduceArgumentsOf(OpId function, DiagnosticSink& sink);
  // The sharding in a dictionary of attributes, if it says that the value is yet to be reduced.
  StatusOr<std::optional<ManualSharding>> UnreducedIn(OpId function, AttrId dictionary, TypeId type,
                                                      DiagnosticSink& sink) const;
  Status LowerPair(OpId op, bool to_pieces, DiagnosticSink& sink);
  Status LowerSpmd(OpId op, bool to_pieces, DiagnosticSink& sink);

  ValueId PieceOf(Emitter& emit, ValueId whole, TypeId piece, const ManualSharding& sharding);
  ValueId WholeOf(Emitter& emit, ValueId piece, const ManualSharding& sharding);
  // The summand of this partition if `value` is a sum that was made over the same axes; none otherwise.
  ValueId KnownSummand(ValueId value, const ManualSharding& sharding) const;
  // Of the value that all partitions have, what each has to add.
  ValueId SummandOf(Emitter& emit, ValueId value, const ManualSharding& sharding);
  // What the summands of all partitions come to.
  ValueId SumOf(Emitter& emit, ValueId summand, const ManualSharding& sharding);
  ValueId CutOut(Emitter& emit, ValueId whole, TypeId piece, const Sharding& sharding);

  Rewriter* rewriter_;
  Module& module_;
  int64_t num_partitions_;
  CollectiveEmitter collectives_;
  Meshes meshes_;
  // What was summed, and how, by the sum: summed and split again, it is itself.
  std::map<ValueId, std::pair<ValueId, Sharding>> summands_;
  std::vector<OpId> unreduced_;  // functions that take or give values yet to be reduced
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_MANUAL_COMPUTATION_H_
