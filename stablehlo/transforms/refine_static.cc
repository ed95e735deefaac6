// Ops that take shapes, slices or padding as operands: their static forms, once these are known.
#include <algorithm>
#include <iterator>
#include <utility>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/refine_context.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

using Ints = std::vector<int64_t>;

// The known elements of operand i, or null.
const Ints* Operand(RefineContext& context, OpId op, size_t i) {
  const KnownInts* known = context.Known(context.module().op(op).operands()[i]);
  return known == nullptr ? nullptr : &known->values;
}

ValueId First(RefineContext& context, OpId op) { return context.module().op(op).operands()[0]; }

TypeId ResultElement(RefineContext& context, OpId op) {
  return context.types().element_type(context.module().type(context.module().op(op).result(0)));
}

// A tensor of these sizes with the result's elements; INVALID_ARGUMENT if one is negative.
StatusOr<TypeId> ResultType(RefineContext& context, OpId op, const Ints& dims) {
  for (const int64_t d : dims) {
    if (d >= 0) continue;
    return Invalid(context.module(), op, context.sink(),
                   Cat("the result's shape is computed as ", DimsText(dims), ", which has a negative size"));
  }
  return context.types().Tensor(dims, ResultElement(context, op));
}

// Replaces the op by `values`, the results of an op whose types are to be inferred.
Status ReplaceInferred(RefineContext& context, OpId op, ValueId value) {
  const OpId made = context.module().defining_op(value);
  CPPJRT_RETURN_IF_ERROR(InferTypes(context, made));
  context.Replace(op, value);
  return OkStatus();
}

Status StaticBroadcastInDim(RefineContext& context, OpId op) {
  const Ints* dims = Operand(context, op, 1);
  if (dims == nullptr) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const TypeId type, ResultType(context, op, *dims));
  const AttrId where = context.module().attr(op, "broadcast_dimensions");
  context.Replace(
      op, context.At(op).Value(Opcode::kBroadcastInDim, {First(context, op)}, type, {{"broadcast_dimensions", where}}));
  return OkStatus();
}

Status StaticIota(RefineContext& context, OpId op) {
  const Ints* dims = Operand(context, op, 0);
  if (dims == nullptr) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const TypeId type, ResultType(context, op, *dims));
  context.Replace(
      op, context.At(op).Iota(type, context.module().attrs().integer(context.module().attr(op, "iota_dimension"))));
  return OkStatus();
}

Status StaticReshape(RefineContext& context, OpId op) {
  const Ints* dims = Operand(context, op, 1);
  if (dims == nullptr) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const TypeId type, ResultType(context, op, *dims));
  context.Replace(op, context.At(op).Reshape(First(context, op), type));
  return OkStatus();
}

Status StaticPad(RefineContext& context, OpId op) {
  const Ints* low = Operand(context, op, 2);
  const Ints* high = Operand(context, op, 3);
  const Ints* interior = Operand(context, op, 4);
  if (low == nullptr || high == nullptr || interior == nullptr) return OkStatus();
  const Module& module = context.module();
  AttrTable& attrs = context.module().attrs();
  return ReplaceInferred(context, op,
                         context.At(op).Value(Opcode::kPad, {First(context, op), module.op(op).operands()[1]},
                                              module.type(module.op(op).result(0)),
                                              {{"edge_padding_low", attrs.I64Array(*low)},
                                               {"edge_padding_high", attrs.I64Array(*high)},
                                               {"interior_padding", attrs.I64Array(*interior)}}));
}

// Whether two values are the same because they are computed alike; looks at no more than `budget` pairs.
bool IsSame(const Module& module, ValueId a, ValueId b, int& budget) {
  std::vector<std::pair<ValueId, ValueId>> pending = {{a, b}};
  while (!pending.empty()) {
    const auto [x, y] = pending.back();
    pending.pop_back();
    if (x == y) continue;
    const OpId x_op = module.defining_op(x);
    const OpId y_op = module.defining_op(y);
    if (--budget < 0 || !x_op.valid() || !y_op.valid() || !Is(module, x_op, Trait::kPure)) return false;
    const Op& p = module.op(x_op);
    const Op& q = module.op(y_op);
    const bool is_alike = p.opcode == q.opcode && module.value(x).index == module.value(y).index &&
                          module.type(x) == module.type(y) && p.num_operands == q.num_operands && p.num_regions == 0 &&
                          q.num_regions == 0 && std::ranges::equal(p.inherent(), q.inherent());
    if (!is_alike) return false;
    for (size_t i = 0; i < p.num_operands; ++i) pending.emplace_back(p.operands()[i], q.operands()[i]);
  }
  return true;
}

// The sizes of a slice whose starts are not known: those that are added to the starts to give the limits.
const Ints* SizesBetween(RefineContext& context, ValueId starts, ValueId limits) {
  const Module& module = context.module();
  const OpId sum = module.defining_op(limits);
  if (!sum.valid() || module.op(sum).opcode != Opcode::kAdd) return nullptr;
  for (size_t i = 0; i < 2; ++i) {
    const KnownInts* sizes = context.Known(module.op(sum).operands()[1 - i]);
    int budget = 64;
    if (sizes != nullptr && IsSame(module, module.op(sum).operands()[i], starts, budget)) return &sizes->values;
  }
  return nullptr;
}

// real_dynamic_slice of known sizes, with strides of 1, at a place known at run time.
Status SliceAtRunTime(RefineContext& context, OpId op) {
  const std::span<const ValueId> operands = context.module().op(op).operands();
  const Ints* strides = Operand(context, op, 3);
  const Ints* sizes = SizesBetween(context, operands[1], operands[2]);
  const bool is_plain = strides != nullptr && std::ranges::all_of(*strides, [](int64_t s) { return s == 1; });
  if (!is_plain || sizes == nullptr) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const TypeId type, ResultType(context, op, *sizes));
  Emitter& emit = context.At(op);
  std::vector<ValueId> arguments = {operands[0]};
  for (size_t d = 0; d < sizes->size(); ++d) {
    const int64_t from[] = {static_cast<int64_t>(d)};
    const int64_t to[] = {from[0] + 1};
    arguments.push_back(
        emit.Reshape(emit.Slice(operands[1], from, to), emit.types().Tensor({}, emit.element(operands[1]))));
  }
  context.Replace(op,
                  emit.Value(Opcode::kDynamicSlice, arguments, type, {{"slice_sizes", emit.attrs().I64Array(*sizes)}}));
  return OkStatus();
}

Status StaticSlice(RefineContext& context, OpId op) {
  const Ints* starts = Operand(context, op, 1);
  const Ints* limits = Operand(context, op, 2);
  const Ints* strides = Operand(context, op, 3);
  if (starts == nullptr && strides != nullptr) return SliceAtRunTime(context, op);
  if (starts == nullptr || limits == nullptr || strides == nullptr) return OkStatus();
  const Module& module = context.module();
  AttrTable& attrs = context.module().attrs();
  return ReplaceInferred(
      context, op,
      context.At(op).Value(Opcode::kSlice, {First(context, op)}, module.type(module.op(op).result(0)),
                           {{"start_indices", attrs.I64Array(*starts)},
                            {"limit_indices", attrs.I64Array(*limits)},
                            {"strides", attrs.I64Array(*strides)}}));
}

// Programs that JAX exported once give more strides than there are window dimensions; the first ones count.
void CutStrides(Module& module, OpId op, int64_t count) {
  const AttrId strides = module.attr(op, "window_strides");
  if (!strides.valid() || static_cast<int64_t>(module.attrs().i64s(strides).size()) <= count) return;
  const AttrId cut = module.attrs().I64Array(module.attrs().i64s(strides).first(static_cast<size_t>(count)));
  module.set_attr(op, "window_strides", cut);
}

// The attributes of the op, with one more.
void CopyAttributes(Module& module, OpId from, OpId to, std::string_view name, AttrId value) {
  std::vector<NamedAttr> inherent(module.op(from).inherent().begin(), module.op(from).inherent().end());
  inherent.push_back({module.names().Intern(name), value});
  const std::vector<NamedAttr> discardable(module.op(from).discardable().begin(), module.op(from).discardable().end());
  module.set_attrs(to, inherent, discardable);
}

Status WithAttribute(RefineContext& context, OpId op, Opcode opcode, std::string_view name, AttrId value) {
  Module& module = context.module();
  const std::vector<ValueId> operands = {module.op(op).operands()[0], module.op(op).operands()[1]};
  const ValueId result = context.At(op).Value(opcode, operands, module.type(module.op(op).result(0)));
  CopyAttributes(module, op, module.defining_op(result), name, value);
  return ReplaceInferred(context, op, result);
}

Status StaticGather(RefineContext& context, OpId op) {
  const Ints* sizes = Operand(context, op, 2);
  if (sizes == nullptr) return OkStatus();
  return WithAttribute(context, op, Opcode::kGather, "slice_sizes", context.module().attrs().I64Array(*sizes));
}

Status StaticConvolution(RefineContext& context, OpId op) {
  const KnownInts* padding = context.Known(context.module().op(op).operands()[2]);
  if (padding == nullptr) return OkStatus();
  const AttrId value = AttrFromKnown(context.module(), *padding, scalar::kI64);
  if (padding->dims.size() == 2) CutStrides(context.module(), op, padding->dims[0]);
  return WithAttribute(context, op, Opcode::kConvolution, "padding", value);
}

Status StaticDimensionSize(RefineContext& context, OpId op) {
  const Module& module = context.module();
  const TypeId type = module.type(First(context, op));
  if (!module.types().IsTensor(type)) return OkStatus();
  const int64_t size =
      module.types().dims(type)[static_cast<size_t>(module.attrs().integer(module.attr(op, "dimension")))];
  if (size != kDynamic) context.Replace(op, context.ConstantAt(op, {{}, {size}}, scalar::kI32));
  return OkStatus();
}

struct Row {
  Opcode opcode;
  Status (*make_static)(RefineContext& context, OpId op);
};

constexpr Row kRows[] = {
    {Opcode::kCustomCall, RefineCustomCall},   {Opcode::kDynamicBroadcastInDim, StaticBroadcastInDim},
    {Opcode::kDynamicConv, StaticConvolution}, {Opcode::kDynamicGather, StaticGather},
    {Opcode::kDynamicIota, StaticIota},        {Opcode::kDynamicPad, StaticPad},
    {Opcode::kDynamicReshape, StaticReshape},  {Opcode::kGetDimensionSize, StaticDimensionSize},
    {Opcode::kRealDynamicSlice, StaticSlice},
};

}  // namespace

Status MakeStatic(RefineContext& context, OpId op) {
  const auto row = std::ranges::find(kRows, context.module().op(op).opcode, &Row::opcode);
  return row == std::end(kRows) ? OkStatus() : row->make_static(context, op);
}

}  // namespace cppjrt::stablehlo
