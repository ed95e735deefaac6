#include "stablehlo/transforms/manual_computation.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

struct CallTarget {
  std::string_view name;
  bool to_pieces;
  bool is_sdy;
};

constexpr CallTarget kTargets[] = {
    {"SPMDFullToShardShape", true, false},
    {"SPMDShardToFullShape", false, false},
    {"xla.sdy.GlobalToLocalShape", true, true},
    {"xla.sdy.LocalToGlobalShape", false, true},
};

// None if the op is no call of one of them.
const CallTarget* FindTarget(const Module& module, OpId op) {
  const auto target = std::ranges::find(kTargets, CallTargetName(module, op), &CallTarget::name);
  return target == std::end(kTargets) ? nullptr : &*target;
}

std::string_view TextOf(const Module& module, AttrId attr) {
  const AttrTable& attrs = module.attrs();
  return attrs.Is(attr, AttrKind::kOpaque) || attrs.Is(attr, AttrKind::kString) ? attrs.string(attr)
                                                                                : std::string_view();
}

std::vector<TypeId> TypesOf(const Module& module, std::span<const ValueId> values) {
  std::vector<TypeId> types;
  for (const ValueId value : values) types.push_back(module.type(value));
  return types;
}

std::vector<ValueId> ResultsOf(const Module& module, OpId op) {
  const ValueRange results = module.op(op).results();
  return {results.begin(), results.end()};
}

// What the op that makes a value says of it, or the function whose argument it is; empty if they say nothing.
std::string_view XlaShardingOf(const Module& module, ValueId value) {
  if (const OpId op = module.defining_op(value); op.valid()) return TextOf(module, module.attr(op, "mhlo.sharding"));
  const BlockId block = module.argument_block(value);
  const OpId parent = block.valid() ? module.region(module.block(block).region).op : OpId();
  if (!parent.valid() || module.op(parent).opcode != Opcode::kFunc) return {};
  const AttrId attrs = Function(module, parent).argument_attrs(module.value(value).index);
  return module.attrs().Is(attrs, AttrKind::kDictionary) ? TextOf(module, module.attrs().Lookup(attrs, "mhlo.sharding"))
                                                         : std::string_view();
}

// An entry of mhlo.frontend_attributes.
std::string_view FrontendText(const Module& module, OpId op, std::string_view name) {
  const AttrId entries = module.attr(op, "mhlo.frontend_attributes");
  if (!module.attrs().Is(entries, AttrKind::kDictionary)) return {};
  return TextOf(module, module.attrs().Lookup(entries, name));
}

bool HasExtents(const TypeTable& types, TypeId type) { return types.IsStaticTensor(type) && types.rank(type) > 0; }

}  // namespace

bool NeedsPartitions(const Module& module) {
  for (const OpId op : PreOrder(module, module.root())) {
    const Opcode opcode = module.op(op).opcode;
    if (opcode == Opcode::kSdyManualComputation || opcode == Opcode::kPartitionId ||
        FindTarget(module, op) != nullptr || Is(module, op, Trait::kCollective) ||
        (opcode == Opcode::kFunc && HasUnreduced(module, op))) {
      return true;
    }
  }
  return false;
}

ManualComputations::ManualComputations(Rewriter* rewriter, int64_t num_replicas, int64_t num_partitions)
    : rewriter_(rewriter),
      module_(rewriter->module()),
      num_partitions_(num_partitions),
      collectives_(module_, num_replicas, num_partitions),
      meshes_(ReadMeshes(module_)) {}

// ---- Reading and checking

Status ManualComputations::CheckPiece(OpId op, size_t i, const Sharding& sharding, TypeId whole, TypeId piece,
                                      DiagnosticSink& sink) const {
  const TypeTable& types = module_.types();
  if (whole == piece && sharding.replicated()) return OkStatus();
  const auto error = [&](std::string_view what) {
    return Invalid(module_, op, sink,
                   Cat("value ", i, " is a whole of type ", TypeText(module_, whole), " and has pieces of type ",
                       TypeText(module_, piece), "; ", what));
  };
  if (!HasExtents(types, whole) || !HasExtents(types, piece)) return error("both must have a static shape");
  if (types.element_type(whole) != types.element_type(piece)) return error("they must have the same elements");
  const std::span<const int64_t> dims = types.dims(whole);
  const std::span<const int64_t> piece_dims = types.dims(piece);
  if (dims.size() != piece_dims.size() || dims.size() != sharding.tiles.size()) return error("ranks must be equal");
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] % sharding.tiles[d] == 0 && dims[d] / sharding.tiles[d] == piece_dims[d]) continue;
    return error(Cat("dimension ", d, " has ", sharding.tiles[d], " tiles"));
  }
  return OkStatus();
}

StatusOr<std::vector<ManualSharding>> ManualComputations::Read(OpId op, std::string_view per_value,
                                                               std::string_view manual_axes,
                                                               std::span<const TypeId> wholes,
                                                               std::span<const TypeId> pieces,
                                                               DiagnosticSink& sink) const {
  if (wholes.size() != pieces.size()) {
    return Invalid(module_, op, sink, Cat(wholes.size(), " wholes have ", pieces.size(), " pieces"));
  }
  std::vector<size_t> ranks;
  for (const TypeId type : wholes) {
    ranks.push_back(module_.types().IsTensor(type) ? static_cast<size_t>(module_.types().rank(type)) : 0);
  }
  StatusOr<std::vector<ManualSharding>> shardings =
      ParseManualShardings(per_value, manual_axes, ranks, num_partitions_, meshes_);
  if (!shardings.ok()) return Invalid(module_, op, sink, shardings.status().message());
  for (size_t i = 0; i < wholes.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(CheckPiece(op, i, (*shardings)[i].pieces, wholes[i], pieces[i], sink));
  }
  return shardings;
}

// ---- Pieces

ValueId ManualComputations::CutOut(Emitter& emit, ValueId whole, TypeId piece, const Sharding& sharding) {
  if (sharding.replicated()) return whole;
  const std::span<const int64_t> view = emit.types().dims(piece);
  const std::vector<int64_t> dims(view.begin(), view.end());
  std::vector<ValueId> operands = {whole};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<int64_t> starts;
    for (size_t p = 0; p < sharding.tile_of.size(); ++p) starts.push_back(sharding.TileAlong(d, p) * dims[d]);
    operands.push_back(collectives_.OfThisPartition(emit, starts));
  }
  return emit.Value(Opcode::kDynamicSlice, operands, piece, {{"slice_sizes", emit.attrs().I64Array(dims)}});
}

ValueId ManualComputations::PieceOf(Emitter& emit, ValueId whole, TypeId piece, const ManualSharding& sharding) {
  const ValueId known = KnownSummand(whole, sharding);
  if (known.valid()) return CutOut(emit, known, piece, sharding.pieces);
  return SummandOf(emit, CutOut(emit, whole, piece, sharding.pieces), sharding);
}

ValueId ManualComputations::KnownSummand(ValueId value, const ManualSharding& sharding) const {
  const auto found = summands_.find(rewriter_->Latest(value));
  if (found == summands_.end() || sharding.summands.replicated() || sharding.reduction != Opcode::kAdd)
    return ValueId();
  const auto& [summand, summed] = found->second;
  const bool is_same = summed.tile_of == sharding.summands.tile_of && summed.copy_of == sharding.summands.copy_of;
  return is_same ? summand : ValueId();
}

ValueId ManualComputations::SummandOf(Emitter& emit, ValueId value, const ManualSharding& sharding) {
  if (sharding.summands.replicated() || sharding.reduction != Opcode::kAdd) return value;
  // The first has the value, the others nothing to add.
  std::vector<int64_t> is_first;
  for (const int64_t tile : sharding.summands.tile_of) is_first.push_back(tile == 0 ? 1 : 0);
  const ValueId predicate =
      emit.Compare(Direction::kEq, collectives_.OfThisPartition(emit, is_first), emit.I64Scalar(1));
  return emit.Select(predicate, value, emit.Zeros(emit.type(value)));
}

ValueId ManualComputations::WholeOf(Emitter& emit, ValueId piece, const ManualSharding& sharding) {
  ValueId whole = piece;
  for (size_t d = 0; d < sharding.pieces.tiles.size(); ++d) {
    if (sharding.pieces.tiles[d] > 1) whole = collectives_.AllGather(emit, whole, d, sharding.pieces.GroupsAlong(d));
  }
  return SumOf(emit, whole, sharding);
}

ValueId ManualComputations::SumOf(Emitter& emit, ValueId summand, const ManualSharding& sharding) {
  if (sharding.summands.replicated()) return summand;
  const ValueId sum = collectives_.AllReduce(emit, summand, sharding.reduction, sharding.summands.GroupsAlong(0));
  if (sharding.reduction == Opcode::kAdd) summands_.emplace(sum, std::pair(summand, sharding.summands));
  return sum;
}

// ---- Ops

Status ManualComputations::Inline(OpId op, DiagnosticSink& sink) {
  const BlockId body = module_.entry_block(op);
  const OpId terminator = module_.last_op(body);
  const std::vector<ValueId> operands(module_.op(op).operands().begin(), module_.op(op).operands().end());
  const std::vector<ValueId> arguments(module_.block(body).args.begin(), module_.block(body).args.end());
  const std::vector<ValueId> results = ResultsOf(module_, op);
  std::vector<ValueId> returned;
  if (terminator.valid())
    returned.assign(module_.op(terminator).operands().begin(), module_.op(terminator).operands().end());
  const std::string_view axes = TextOf(module_, module_.attr(op, "manual_axes"));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<ManualSharding> in,
                          Read(op, TextOf(module_, module_.attr(op, "in_shardings")), axes, TypesOf(module_, operands),
                               TypesOf(module_, arguments), sink));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<ManualSharding> out,
                          Read(op, TextOf(module_, module_.attr(op, "out_shardings")), axes, TypesOf(module_, results),
                               TypesOf(module_, returned), sink));
  Emitter& emit = rewriter_->At(op);
  for (size_t i = 0; i < operands.size(); ++i) {
    rewriter_->Map(arguments[i], PieceOf(emit, operands[i], module_.type(arguments[i]), in[i]));
  }
  if (terminator.valid()) module_.Erase(terminator);
  module_.Splice(body, module_.op(op).block, op);
  Emitter& after = rewriter_->At(op);
  for (size_t i = 0; i < returned.size(); ++i) returned[i] = WholeOf(after, returned[i], out[i]);
  rewriter_->Replace(op, returned);
  return OkStatus();
}

StatusOr<bool> ManualComputations::LowerCall(OpId op, DiagnosticSink& sink) {
  const CallTarget* target = FindTarget(module_, op);
  if (target == nullptr) return false;
  CPPJRT_RETURN_IF_ERROR(target->is_sdy ? LowerPair(op, target->to_pieces, sink)
                                        : LowerSpmd(op, target->to_pieces, sink));
  return true;
}

Status ManualComputations::LowerPair(OpId op, bool to_pieces, DiagnosticSink& sink) {
  const std::vector<ValueId> operands(module_.op(op).operands().begin(), module_.op(op).operands().end());
  const std::vector<ValueId> results = ResultsOf(module_, op);
  const std::vector<ValueId>& wholes = to_pieces ? operands : results;
  const std::vector<ValueId>& pieces = to_pieces ? results : operands;
  CPPJRT_ASSIGN_OR_RETURN(
      const std::vector<ManualSharding> shardings,
      Read(op, FrontendText(module_, op, to_pieces ? "xla.sdy.in_shardings" : "xla.sdy.out_shardings"),
           FrontendText(module_, op, "xla.sdy.manual_axes"), TypesOf(module_, wholes), TypesOf(module_, pieces), sink));
  Emitter& emit = rewriter_->At(op);
  std::vector<ValueId> values;
  for (size_t i = 0; i < operands.size(); ++i) {
    values.push_back(to_pieces ? PieceOf(emit, operands[i], module_.type(results[i]), shardings[i])
                               : WholeOf(emit, operands[i], shardings[i]));
  }
  rewriter_->Replace(op, values);
  return OkStatus();
}

Status ManualComputations::LowerSpmd(OpId op, bool to_pieces, DiagnosticSink& sink) {
  const Op& record = module_.op(op);
  if (record.num_operands != 1 || record.num_results != 1) {
    return Invalid(module_, op, sink, "it must have one operand and one result");
  }
  const ValueId operand = record.operands()[0];
  const ValueId result = record.result(0);
  const ValueId whole = to_pieces ? operand : result;
  const ValueId piece = to_pieces ? result : operand;
  // The call itself says {manual} of the piece; the whole is what an op of its own, @Sharding, has been put on, or an argument.
  const std::string_view text =
      to_pieces ? XlaShardingOf(module_, operand) : TextOf(module_, module_.attr(op, "mhlo.sharding"));
  if (text.empty() && module_.type(whole) != module_.type(piece)) {
    return Unsupported(module_, op, sink, "nothing says how the whole is shared, expected an mhlo.sharding");
  }
  const size_t rank =
      module_.types().IsTensor(module_.type(whole)) ? module_.types().dims(module_.type(whole)).size() : 0;
  StatusOr<Sharding> sharding = ParseSharding(text, rank, num_partitions_, meshes_);
  if (!sharding.ok()) return Invalid(module_, op, sink, sharding.status().message());
  CPPJRT_RETURN_IF_ERROR(CheckPiece(op, 0, *sharding, module_.type(whole), module_.type(piece), sink));
  const ManualSharding manual{std::move(*sharding), Sharding::Replicated(1, num_partitions_)};
  Emitter& emit = rewriter_->At(op);
  rewriter_->Replace(
      op, {to_pieces ? PieceOf(emit, operand, module_.type(piece), manual) : WholeOf(emit, operand, manual)});
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
