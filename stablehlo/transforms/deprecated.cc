#include "stablehlo/transforms/deprecated.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/transforms/einsum.h"

namespace cppjrt::stablehlo {
namespace {

using Ints = std::vector<int64_t>;

Ints Range(int64_t from, int64_t to) {
  Ints range(static_cast<size_t>(std::max<int64_t>(to - from, 0)));
  std::iota(range.begin(), range.end(), from);
  return range;
}

// New dimensions in front.
Status RewriteBroadcast(Rewriter& rewriter, OpId op, DiagnosticSink&) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const ValueId operand = module.op(op).operands()[0];
  const TypeId type = module.type(module.op(op).result(0));
  const std::span<const int64_t> sizes = module.attrs().i64s(module.attr(op, "broadcast_sizes"));
  ValueId shape;
  if (!module.types().IsStaticTensor(type)) {
    std::vector<ValueId> parts;
    for (const int64_t size : sizes) parts.push_back(emit.I64Scalar(size));
    for (int64_t d = 0; d < emit.rank(operand); ++d) parts.push_back(emit.DimSize(operand, d));
    shape = emit.Pack(parts);
  }
  const auto added = static_cast<int64_t>(sizes.size());
  const Ints dims = Range(added, added + emit.rank(operand));
  rewriter.Replace(op, {emit.BroadcastInDim(operand, dims, type, shape)});
  return OkStatus();
}

Status RewriteCreateToken(Rewriter& rewriter, OpId op, DiagnosticSink&) {
  rewriter.Replace(op, {rewriter.At(op).Value(Opcode::kAfterAll, {}, scalar::kToken)});
  return OkStatus();
}

Status RewriteCrossReplicaSum(Rewriter& rewriter, OpId op, DiagnosticSink&) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const ValueId operand = module.op(op).operands()[0];
  const RegionId sum = emit.BinaryRegion(Opcode::kAdd, emit.element(operand));
  rewriter.Replace(op, {emit.Value(Opcode::kAllReduce, {operand}, emit.type(operand),
                                   {{"replica_groups", module.attr(op, "replica_groups")}}, {sum})});
  return OkStatus();
}

// The last dimension of lhs with the first of rhs.
Status RewriteDot(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const Op& record = module.op(op);
  const ValueId lhs = record.operands()[0];
  if (!module.types().IsTensor(emit.type(lhs))) return Unsupported(module, op, sink, "operand has no known rank");
  AttrTable& attrs = module.attrs();
  const AttrId fields[] = {attrs.I64Array({}), attrs.I64Array({}), attrs.I64Array({emit.rank(lhs) - 1}),
                           attrs.I64Array({0})};
  const AttrId dims = attrs.Struct(StructKind::kDotDimensionNumbers, fields);
  const AttrId precision = module.attr(op, "precision_config");
  const TypeId type = module.type(record.result(0));
  rewriter.Replace(op,
                   {precision.valid()
                        ? emit.Value(Opcode::kDotGeneral, record.operands(), type,
                                     {{"dot_dimension_numbers", dims}, {"precision_config", precision}})
                        : emit.Value(Opcode::kDotGeneral, record.operands(), type, {{"dot_dimension_numbers", dims}})});
  return OkStatus();
}

// operand[..., index[...], ...]: result dimensions are those of operand before `dim`, those of index behind batch_dims, and
// the rest of operand.
Status RewriteTorchIndexSelect(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const ValueId operand = module.op(op).operands()[0];
  const ValueId index = module.op(op).operands()[1];
  if (!emit.IsStatic(operand)) {
    return Unsupported(module, op, sink, "shapes are not static; give the types of the arguments to refine them");
  }
  const int64_t dim = module.attrs().integer(module.attr(op, "dim"));
  const int64_t batch = module.attrs().integer(module.attr(op, "batch_dims"));
  const int64_t index_rank = emit.rank(index);
  if (dim < 0 || dim >= emit.rank(operand) || batch < 0 || batch > dim || batch > index_rank) {
    return Invalid(
        module, op, sink,
        Cat("dim is ", dim, " and batch_dims is ", batch, ", expected 0 <= batch_dims <= dim < rank of operand"));
  }
  Ints slice(emit.dims(operand).begin(), emit.dims(operand).end());
  slice[static_cast<size_t>(dim)] = 1;
  std::fill_n(slice.begin(), batch, 1);
  Ints offset = Range(batch, dim);
  const int64_t behind = dim + index_rank - batch;
  const Ints rest = Range(behind, behind + emit.rank(operand) - dim - 1);
  offset.insert(offset.end(), rest.begin(), rest.end());
  AttrTable& attrs = module.attrs();
  const AttrId fields[] = {attrs.I64Array(offset),          attrs.I64Array({dim}), attrs.I64Array(Range(0, batch)),
                           attrs.I64Array(Range(0, batch)), attrs.I64Array({dim}), attrs.I64(index_rank)};
  const TypeId type = module.type(module.op(op).result(0));
  rewriter.Replace(op, {emit.Value(Opcode::kGather, {operand, index}, type,
                                   {{"dimension_numbers", attrs.Struct(StructKind::kGatherDimensionNumbers, fields)},
                                    {"slice_sizes", attrs.I64Array(slice)}})});
  return OkStatus();
}

struct Row {
  Opcode opcode;
  Status (*rewrite)(Rewriter&, OpId, DiagnosticSink&);
};

constexpr Row kRows[] = {
    {Opcode::kBroadcast, RewriteBroadcast},
    {Opcode::kCreateToken, RewriteCreateToken},
    {Opcode::kCrossReplicaSum, RewriteCrossReplicaSum},
    {Opcode::kDot, RewriteDot},
    {Opcode::kEinsum, RewriteEinsum},
    {Opcode::kTorchIndexSelect, RewriteTorchIndexSelect},
    {Opcode::kUnaryEinsum, RewriteUnaryEinsum},
};

}  // namespace

Status CanonicalizeDeprecated(Module& module, DiagnosticSink& sink) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    const Opcode opcode = module.op(op).opcode;
    const auto row = std::ranges::find(kRows, opcode, &Row::opcode);
    if (row != std::end(kRows)) CPPJRT_RETURN_IF_ERROR(row->rewrite(rewriter, op, sink));
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
