// Result types: by the rules of op/infer.h where they follow, by those below where the op states them.
#include <algorithm>
#include <iterator>

#include "stablehlo/op/infer.h"
#include "stablehlo/op/infer_types.h"
#include "stablehlo/transforms/einsum.h"
#include "stablehlo/transforms/refine_context.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

using Ints = std::vector<int64_t>;

// What is known of a type that is both; none if nothing can be.
std::optional<TypeId> Combine(Module& module, TypeId stated, TypeId inferred) {
  const TypeTable& types = module.types();
  if (stated == inferred || types.kind(inferred) == TypeKind::kUnrankedTensor) return stated;
  if (!types.IsTensor(stated) || !types.IsTensor(inferred)) return inferred;
  const Shape a = ShapeOf(module, stated);
  const Shape b = ShapeOf(module, inferred);
  if (a.dims.size() != b.dims.size()) return std::nullopt;
  Shape both;
  for (size_t d = 0; d < a.dims.size(); ++d) {
    const std::optional<Extent> extent = MostSpecific({a.dims[d], a.bound(d)}, {b.dims[d], b.bound(d)});
    if (!extent) return std::nullopt;
    both.Add(extent->dim, extent->bound);
  }
  return MakeTensor(module, both, types.element_type(stated));
}

using ShapeRule = std::optional<Shape> (*)(RefineContext& context, OpId op);

std::optional<Shape> OperandShape(RefineContext& context, OpId op) {
  const TypeId type = context.module().type(context.module().op(op).operands()[0]);
  if (!context.types().IsTensor(type)) return std::nullopt;
  return ShapeOf(context.module(), type);
}

// A dimension more, or less, at the end where the widths differ.
std::optional<Shape> BitcastShape(RefineContext& context, OpId op) {
  const Module& module = context.module();
  std::optional<Shape> shape = OperandShape(context, op);
  if (!shape) return shape;
  const auto bits = [&](ValueId v) { return ElementBits(module.types(), module.types().element_type(module.type(v))); };
  const int64_t from = bits(module.op(op).operands()[0]);
  const int64_t to = bits(module.op(op).result(0));
  if (from > to && to > 0) shape->Add(from / to, kDynamic);
  if (from >= to) return shape;
  if (shape->dims.empty()) return std::nullopt;
  shape->dims.pop_back();
  if (!shape->bounds.empty()) shape->bounds.pop_back();
  return shape;
}

// How many processes a group of a collective has, or none.
std::optional<int64_t> GroupSize(const Module& module, OpId op) {
  const AttrId groups = module.attr(op, "replica_groups");
  if (!module.attrs().Is(groups, AttrKind::kDense)) return std::nullopt;
  const std::span<const int64_t> dims = module.types().dims(module.attrs().type(groups));
  if (dims.size() != 2 || dims[1] == 0) return std::nullopt;
  return dims[1];
}

std::optional<Shape> ScaleDim(RefineContext& context, OpId op, std::string_view attr, bool multiplies) {
  const Module& module = context.module();
  std::optional<Shape> shape = OperandShape(context, op);
  const std::optional<int64_t> group = GroupSize(module, op);
  if (!shape || !group) return std::nullopt;
  const auto d = static_cast<size_t>(module.attrs().integer(module.attr(op, attr)));
  int64_t& dim = shape->dims[d];
  // Which processes are in a group is more than its list says; what the op states counts.
  const TypeId stated = module.type(module.op(op).result(0));
  const bool is_stated = module.types().IsTensor(stated) && module.types().dims(stated)[d] != kDynamic;
  if (is_stated) dim = module.types().dims(stated)[d];
  if (!is_stated && dim != kDynamic) dim = multiplies ? CheckedMultiply(dim, *group).value_or(kDynamic) : dim / *group;
  return shape;
}

std::optional<Shape> AllGatherShape(RefineContext& context, OpId op) {
  return ScaleDim(context, op, "all_gather_dim", true);
}
std::optional<Shape> ReduceScatterShape(RefineContext& context, OpId op) {
  return ScaleDim(context, op, "scatter_dimension", false);
}

std::optional<Shape> EinsumShape(RefineContext& context, OpId op) {
  const Module& module = context.module();
  std::vector<Ints> dims;
  for (const ValueId v : module.op(op).operands()) {
    if (!module.types().IsTensor(module.type(v))) return std::nullopt;
    const std::span<const int64_t> d = module.types().dims(module.type(v));
    dims.emplace_back(d.begin(), d.end());
  }
  const std::optional<Ints> result = EinsumDims(module.attrs().string(module.attr(op, "einsum_config")), dims);
  if (!result) return std::nullopt;
  return Shape{*result, {}};
}

std::optional<Shape> TorchIndexSelectShape(RefineContext& context, OpId op) {
  const Module& module = context.module();
  const std::optional<Shape> operand = OperandShape(context, op);
  const TypeId index = module.type(module.op(op).operands()[1]);
  if (!operand || !module.types().IsTensor(index)) return std::nullopt;
  const int64_t dim = module.attrs().integer(module.attr(op, "dim"));
  const int64_t batch = module.attrs().integer(module.attr(op, "batch_dims"));
  const std::span<const int64_t> from = module.types().dims(index);
  if (dim < 0 || dim >= static_cast<int64_t>(operand->dims.size())) return std::nullopt;
  if (batch < 0 || batch > static_cast<int64_t>(from.size())) return std::nullopt;
  Shape shape;
  shape.dims.assign(operand->dims.begin(), operand->dims.begin() + dim);
  shape.dims.insert(shape.dims.end(), from.begin() + batch, from.end());
  shape.dims.insert(shape.dims.end(), operand->dims.begin() + dim + 1, operand->dims.end());
  return shape;
}

struct Row {
  Opcode opcode;
  ShapeRule rule;  // of the first result
};

constexpr Row kRows[] = {
    {Opcode::kAllGather, AllGatherShape},
    {Opcode::kBitcastConvert, BitcastShape},
    {Opcode::kConvert, OperandShape},
    {Opcode::kEinsum, EinsumShape},
    {Opcode::kReduceScatter, ReduceScatterShape},
    {Opcode::kTorchIndexSelect, TorchIndexSelectShape},
    {Opcode::kUnaryEinsum, EinsumShape},
    {Opcode::kUniformQuantize, OperandShape},
};

Status SetTypes(RefineContext& context, OpId op, std::span<const TypeId> inferred) {
  Module& module = context.module();
  const ValueRange results = module.op(op).results();
  for (size_t i = 0; i < results.size() && i < inferred.size(); ++i) {
    const TypeId stated = module.type(results[i]);
    const std::optional<TypeId> type = Combine(module, stated, inferred[i]);
    if (!type) {
      return Invalid(module, op, context.sink(),
                     Cat("result ", i, " has type ", TypeText(module, stated),
                         ", but with the given argument types it is ", TypeText(module, inferred[i])));
    }
    module.set_type(results[i], *type);
  }
  return OkStatus();
}

}  // namespace

Status InferTypes(RefineContext& context, OpId op) {
  Module& module = context.module();
  const Opcode opcode = module.op(op).opcode;
  if (opcode == Opcode::kUnregistered || module.op(op).num_results == 0) return OkStatus();
  if (InfersResultTypes(opcode)) {
    std::vector<TypeId> inferred;
    if (!InferResultTypes(module, op, context.sink(), inferred)) return context.sink().ToStatus("refine");
    return SetTypes(context, op, inferred);
  }
  const auto row = std::ranges::find(kRows, opcode, &Row::opcode);
  if (row == std::end(kRows)) return OkStatus();
  const std::optional<Shape> shape = row->rule(context, op);
  if (!shape) return OkStatus();
  const TypeId element = context.types().element_type(module.type(module.op(op).result(0)));
  const TypeId inferred[] = {MakeTensor(module, *shape, element)};
  return SetTypes(context, op, inferred);
}

bool IsDynamicType(const Module& module, TypeId type, bool bounds_count) {
  const TypeTable& types = module.types();
  std::vector<TypeId> pending = {type};
  while (!pending.empty()) {
    const TypeId next = pending.back();
    pending.pop_back();
    const TypeKind kind = types.kind(next);
    if (kind == TypeKind::kUnrankedTensor) return true;
    if (kind == TypeKind::kTensor && !types.IsStaticTensor(next)) {
      const Shape shape = ShapeOf(module, next);
      for (size_t d = 0; d < shape.dims.size(); ++d) {
        if (shape.dims[d] == kDynamic && (bounds_count || shape.bound(d) == kDynamic)) return true;
      }
    }
    if (kind != TypeKind::kTuple && kind != TypeKind::kFuture) continue;
    for (size_t i = 0; i < types.num_members(next); ++i) pending.push_back(types.member(next, i));
  }
  return false;
}

}  // namespace cppjrt::stablehlo
