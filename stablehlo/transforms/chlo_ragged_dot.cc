// chlo.ragged_dot: a dot whose lhs is cut into groups along one dimension, the ragged one. By what that dimension is:
//
//   free          [m, k] · [g, k, n] -> [m, n]      rows of group i are multiplied with matrix i
//   contracting   [m, k] · [k, n]    -> [g, m, n]   matrix i is the product over the k of group i
//   batching      [b, m, k] · [b, k, n]             groups make no difference
//
// group_sizes is [g], or has in front of the groups the sizes of lhs dimensions for which the groups differ. What is outside a
// group is left out by selecting, never by multiplying with 0, so that infinities and NaNs there do not matter.
#include <algorithm>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/transforms/chlo_ops.h"

namespace cppjrt::stablehlo::chlo {
namespace {

using Ints = std::vector<int64_t>;

bool Contains(const Ints& list, int64_t d) { return std::ranges::find(list, d) != list.end(); }

struct RaggedDot {
  Ints lhs_batching, rhs_batching, lhs_contracting, rhs_contracting, group_dims;
  int64_t ragged = 0;
  ValueId lhs, rhs, sizes;
  AttrId precision;  // none if absent
  TypeId result;

  bool IsFree() const { return !Contains(lhs_batching, ragged) && !Contains(lhs_contracting, ragged); }
};

Ints FieldOf(const Module& module, AttrId attr, size_t i) {
  const AttrId field = module.attrs().field(attr, i);
  if (!field.valid()) return {};
  const std::span<const int64_t> values = module.attrs().i64s(field);
  return {values.begin(), values.end()};
}

AttrId PrecisionOf(Module& module, AttrId chlo_precisions) {
  if (!module.attrs().Is(chlo_precisions, AttrKind::kArray)) return AttrId();
  std::vector<AttrId> precisions;
  for (size_t i = 0; i < module.attrs().size(chlo_precisions); ++i) {
    const uint32_t value = module.attrs().enum_value(module.attrs().element(chlo_precisions, i));
    precisions.push_back(module.attrs().Enum(EnumKind::kPrecision, value));
  }
  return module.attrs().Array(precisions);
}

RaggedDot Read(Module& module, OpId op) {
  const Op& record = module.op(op);
  const AttrId dims = module.attr(op, "ragged_dot_dimension_numbers");
  RaggedDot dot;
  dot.lhs_batching = FieldOf(module, dims, 0);
  dot.rhs_batching = FieldOf(module, dims, 1);
  dot.lhs_contracting = FieldOf(module, dims, 2);
  dot.rhs_contracting = FieldOf(module, dims, 3);
  dot.ragged = FieldOf(module, dims, 4)[0];
  dot.group_dims = FieldOf(module, dims, 5);
  dot.lhs = record.operands()[0];
  dot.rhs = record.operands()[1];
  dot.sizes = record.operands()[2];
  dot.precision = PrecisionOf(module, module.attr(op, "precision_config"));
  dot.result = module.type(record.result(0));
  return dot;
}

ValueId Dot(Emitter& emit, const RaggedDot& dot, ValueId lhs, ValueId rhs, const Ints& rhs_batching,
            const Ints& rhs_contracting, TypeId type) {
  AttrTable& attrs = emit.attrs();
  const AttrId fields[] = {attrs.I64Array(dot.lhs_batching), attrs.I64Array(rhs_batching),
                           attrs.I64Array(dot.lhs_contracting), attrs.I64Array(rhs_contracting)};
  const AttrId dims = attrs.Struct(StructKind::kDotDimensionNumbers, fields);
  if (!dot.precision.valid())
    return emit.Value(Opcode::kDotGeneral, {lhs, rhs}, type, {{"dot_dimension_numbers", dims}});
  return emit.Value(Opcode::kDotGeneral, {lhs, rhs}, type,
                    {{"dot_dimension_numbers", dims}, {"precision_config", dot.precision}});
}

// The dimensions of lhs that group_sizes has in front of the groups.
Ints PrefixOf(Emitter& emit, const RaggedDot& dot) {
  const auto count = static_cast<size_t>(emit.rank(dot.sizes) - 1);
  Ints prefix = dot.lhs_batching;
  for (const int64_t d : dot.lhs_contracting) {
    if (!dot.IsFree() && d != dot.ragged) prefix.push_back(d);
  }
  for (int64_t d = 0; d < dot.ragged && dot.IsFree(); ++d) {
    if (!Contains(dot.lhs_batching, d) && !Contains(dot.lhs_contracting, d)) prefix.push_back(d);
  }
  prefix.resize(std::min(prefix.size(), count));
  return prefix;
}

// One group after the other: the sizes of group i, as i64, shaped like the prefix.
class Groups {
 public:
  Groups(Emitter* emit, const RaggedDot* dot) : emit_(emit), sizes_(dot->sizes) {
    const std::span<const int64_t> dims = emit->dims(sizes_);
    prefix_.assign(dims.begin(), dims.end() - 1);
    start_ = emit->Splat(emit->types().Tensor(prefix_, scalar::kI64), 0);
    end_ = start_;
  }
  int64_t count() const { return emit_->dims(sizes_).back(); }
  void Next(int64_t i) {
    Ints from(prefix_.size(), 0);
    Ints to = prefix_;
    from.push_back(i);
    to.push_back(i + 1);
    const ValueId slice = emit_->Slice(sizes_, from, to);
    const ValueId size = emit_->Reshape(slice, emit_->types().Tensor(prefix_, emit_->element(sizes_)));
    start_ = end_;
    end_ = emit_->Binary(Opcode::kAdd, start_, emit_->Convert(size, scalar::kI64));
  }
  // Which elements of something shaped like `like` are in the group: dimension `ragged` is the ragged one there, `prefix`
  // are those of the prefix.
  ValueId Mask(ValueId like, int64_t ragged, const Ints& prefix) const {
    const TypeId type = emit_->types().Tensor(emit_->dims(like), scalar::kI64);
    const ValueId place = emit_->Iota(type, ragged);
    const ValueId low = emit_->Compare(Direction::kGe, place, emit_->BroadcastInDim(start_, prefix, type));
    const ValueId high = emit_->Compare(Direction::kLt, place, emit_->BroadcastInDim(end_, prefix, type));
    return emit_->Binary(Opcode::kAnd, low, high);
  }

 private:
  Emitter* emit_;
  ValueId sizes_;
  Ints prefix_;
  ValueId start_, end_;
};

// Where a dimension of lhs, batching or free, is in the result of the dot.
int64_t ResultDim(const RaggedDot& dot, int64_t lhs_dim) {
  const auto batch = std::ranges::find(dot.lhs_batching, lhs_dim);
  if (batch != dot.lhs_batching.end()) return batch - dot.lhs_batching.begin();
  int64_t at = static_cast<int64_t>(dot.lhs_batching.size());
  for (int64_t d = 0; d < lhs_dim; ++d) {
    if (!Contains(dot.lhs_batching, d) && !Contains(dot.lhs_contracting, d)) ++at;
  }
  return at;
}

ValueId FreeRagged(Emitter& emit, const RaggedDot& dot) {
  const int64_t group_dim = dot.group_dims[0];
  const auto without = [group_dim](Ints dims) {
    for (int64_t& d : dims) d -= d > group_dim ? 1 : 0;
    return dims;
  };
  const Ints rhs_batching = without(dot.rhs_batching);
  const Ints rhs_contracting = without(dot.rhs_contracting);
  Ints prefix = PrefixOf(emit, dot);
  for (int64_t& d : prefix) d = ResultDim(dot, d);
  Ints rhs_sizes(emit.dims(dot.rhs).begin(), emit.dims(dot.rhs).end());
  Groups groups(&emit, &dot);
  ValueId out = emit.Zeros(dot.result);
  for (int64_t i = 0; i < groups.count(); ++i) {
    groups.Next(i);
    Ints from(rhs_sizes.size(), 0);
    Ints to = rhs_sizes;
    from[static_cast<size_t>(group_dim)] = i;
    to[static_cast<size_t>(group_dim)] = i + 1;
    Ints matrix = rhs_sizes;
    matrix.erase(matrix.begin() + group_dim);
    const ValueId rhs = emit.Reshape(emit.Slice(dot.rhs, from, to), emit.types().Tensor(matrix, emit.element(dot.rhs)));
    const ValueId product = Dot(emit, dot, dot.lhs, rhs, rhs_batching, rhs_contracting, dot.result);
    out = emit.Select(groups.Mask(out, ResultDim(dot, dot.ragged), prefix), product, out);
  }
  return out;
}

ValueId ContractingRagged(Emitter& emit, const RaggedDot& dot) {
  const auto rhs_dim = [&dot](int64_t lhs_dim) {
    const auto batch = std::ranges::find(dot.lhs_batching, lhs_dim);
    if (batch != dot.lhs_batching.end()) return dot.rhs_batching[static_cast<size_t>(batch - dot.lhs_batching.begin())];
    const auto at = std::ranges::find(dot.lhs_contracting, lhs_dim) - dot.lhs_contracting.begin();
    return dot.rhs_contracting[static_cast<size_t>(at)];
  };
  const Ints lhs_prefix = PrefixOf(emit, dot);
  Ints rhs_prefix = lhs_prefix;
  for (int64_t& d : rhs_prefix) d = rhs_dim(d);
  const std::span<const int64_t> dims = emit.types().dims(dot.result);
  const TypeId element = emit.types().element_type(dot.result);
  const TypeId product_type = emit.types().Tensor(dims.subspan(1), element);
  Ints row_dims(dims.begin(), dims.end());
  row_dims[0] = 1;
  Groups groups(&emit, &dot);
  std::vector<ValueId> rows;
  for (int64_t i = 0; i < groups.count(); ++i) {
    groups.Next(i);
    const ValueId lhs_mask = groups.Mask(dot.lhs, dot.ragged, lhs_prefix);
    const ValueId rhs_mask = groups.Mask(dot.rhs, rhs_dim(dot.ragged), rhs_prefix);
    const ValueId lhs = emit.Select(lhs_mask, dot.lhs, emit.Zeros(emit.type(dot.lhs)));
    const ValueId rhs = emit.Select(rhs_mask, dot.rhs, emit.Zeros(emit.type(dot.rhs)));
    const ValueId product = Dot(emit, dot, lhs, rhs, dot.rhs_batching, dot.rhs_contracting, product_type);
    rows.push_back(emit.Reshape(product, emit.types().Tensor(row_dims, element)));
  }
  return rows.empty() ? emit.Zeros(dot.result) : emit.Concatenate(rows, 0);
}

}  // namespace

Status DecomposeRaggedDot(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const RaggedDot dot = Read(module, op);
  for (const ValueId v : {dot.lhs, dot.rhs, dot.sizes, module.op(op).result(0)}) {
    if (module.types().IsStaticTensor(module.type(v))) continue;
    return Unsupported(module, op, sink, "shapes are not static; give the types of the arguments to refine them");
  }
  Emitter& emit = rewriter.At(op);
  if (dot.IsFree()) {
    rewriter.Replace(op, {FreeRagged(emit, dot)});
  } else if (Contains(dot.lhs_contracting, dot.ragged)) {
    rewriter.Replace(op, {ContractingRagged(emit, dot)});
  } else {
    rewriter.Replace(op, {Dot(emit, dot, dot.lhs, dot.rhs, dot.rhs_batching, dot.rhs_contracting, dot.result)});
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo::chlo
