// Custom calls of JAX's shape-polymorphic programs.
#include <algorithm>
#include <iterator>
#include <string>

#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/transforms/refine_context.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

using Ints = std::vector<int64_t>;

// "… obtained {0}" with the numbers of the operands behind the condition in the place of {0}, {1}, …
std::string FormatMessage(std::string_view text, std::span<const std::string> arguments) {
  std::string out;
  while (!text.empty()) {
    const size_t open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const size_t close = text.find('}');
    size_t index = 0;
    bool is_number = close != std::string_view::npos && close > 1 && close < 8;
    for (size_t i = 1; is_number && i < close; ++i) {
      is_number = text[i] >= '0' && text[i] <= '9';
      index = index * 10 + static_cast<size_t>(text[i] - '0');
    }
    const bool is_argument = is_number && index < arguments.size();
    out += is_argument ? std::string_view(arguments[index]) : text.substr(0, 1);
    text.remove_prefix(is_argument ? close + 1 : 1);
  }
  return out;
}

// @shape_assertion(condition, numbers…): gone where it holds, an error where it does not.
Status ShapeAssertion(RefineContext& context, OpId op) {
  Module& module = context.module();
  const std::span<const ValueId> operands = module.op(op).operands();
  const KnownInts* condition = operands.empty() ? nullptr : context.Known(operands[0]);
  if (condition == nullptr || condition->values.size() != 1) return OkStatus();
  if (condition->values[0] != 0) return context.Drop(), OkStatus();
  std::vector<std::string> numbers;
  for (const ValueId v : operands.subspan(1)) {
    const KnownInts* known = context.Known(v);
    const bool has_one = known != nullptr && known->values.size() == 1;
    numbers.push_back(has_one ? std::to_string(known->values[0]) : "?");
  }
  const AttrId message = module.attr(op, "error_message");
  const std::string text = module.attrs().Is(message, AttrKind::kString)
                               ? FormatMessage(module.attrs().string(message), numbers)
                               : "the shapes of the arguments do not fit the program";
  return Invalid(module, op, context.sink(), Cat("shape assertion failed: ", text));
}

// @stablehlo.shape_refinement_operand_wrapper(x, shape) is x.
Status OperandWrapper(RefineContext& context, OpId op) {
  if (context.module().op(op).num_operands > 0) context.Replace(op, context.module().op(op).operands()[0]);
  return OkStatus();
}

// The function a custom call names as its computation, copied into a region that ends in stablehlo.return; none if there is none.
RegionId CalledRegion(RefineContext& context, OpId op) {
  Module& module = context.module();
  const AttrId called = module.attr(op, "called_computations");
  if (!module.attrs().Is(called, AttrKind::kArray) || module.attrs().size(called) != 1) return RegionId();
  const OpId function = context.symbols().Find(module.attrs(), module.attrs().element(called, 0));
  if (!function.valid() || !Function(module, function).body().valid()) return RegionId();
  const RegionId region = Cloner(module, &module).CloneRegion(module.op(function).regions()[0]);
  const BlockId block = module.region(region).first_block;
  const OpId old_return = module.last_op(block);
  Emitter& emit = context.At(old_return);
  emit.Create(Opcode::kReturn, module.op(old_return).operands(), {});
  module.Erase(old_return);
  return region;
}

// @stablehlo.dynamic_reduce_window(inputs…, inits…, dimensions, strides, base dilations, window dilations, padding).
Status DynamicReduceWindow(RefineContext& context, OpId op) {
  Module& module = context.module();
  const std::span<const ValueId> operands = module.op(op).operands();
  constexpr size_t kWindow = 5;
  if (operands.size() < kWindow + 2 || operands.size() % 2 == 0) {
    return Invalid(module, op, context.sink(),
                   Cat("has ", operands.size(),
                       " operands, expected inputs, as many initial "
                       "values, and 5 that describe the window"));
  }
  const KnownInts* window[kWindow];
  for (size_t i = 0; i < kWindow; ++i) {
    window[i] = context.Known(operands[operands.size() - kWindow + i]);
    if (window[i] == nullptr) return OkStatus();
  }
  const RegionId body = CalledRegion(context, op);
  if (!body.valid()) return Invalid(module, op, context.sink(), "names no computation to reduce with");
  std::vector<TypeId> types;
  for (const ValueId v : module.op(op).results()) types.push_back(module.type(v));
  AttrTable& attrs = module.attrs();
  const std::vector<ValueId> results =
      context.At(op).Create(Opcode::kReduceWindow, operands.first(operands.size() - kWindow), types,
                            {{"window_dimensions", attrs.I64Array(window[0]->values)},
                             {"window_strides", attrs.I64Array(window[1]->values)},
                             {"base_dilations", attrs.I64Array(window[2]->values)},
                             {"window_dilations", attrs.I64Array(window[3]->values)},
                             {"padding", AttrFromKnown(module, *window[4], scalar::kI64)}},
                            {body});
  CPPJRT_RETURN_IF_ERROR(InferTypes(context, module.defining_op(results[0])));
  context.Replace(op, results);
  return OkStatus();
}

// @stablehlo.dynamic_rng_bit_generator(state, shape).
Status DynamicRngBitGenerator(RefineContext& context, OpId op) {
  Module& module = context.module();
  const Op& record = module.op(op);
  const KnownInts* shape = record.num_operands == 2 ? context.Known(record.operands()[1]) : nullptr;
  const AttrId algorithm = module.attr(op, "rng_algorithm");
  if (shape == nullptr || record.num_results != 2) return OkStatus();
  if (!module.attrs().Is(algorithm, AttrKind::kEnum)) {
    return Invalid(module, op, context.sink(), "has no rng_algorithm");
  }
  const TypeId element = module.types().element_type(module.type(record.result(1)));
  const TypeId types[] = {module.type(record.operands()[0]), module.types().Tensor(shape->values, element)};
  const ValueId state = record.operands()[0];
  context.Replace(op,
                  context.At(op).Create(Opcode::kRngBitGenerator, {&state, 1}, types, {{"rng_algorithm", algorithm}}));
  return OkStatus();
}

// @stablehlo.dynamic_top_k(operand, k).
Status DynamicTopK(RefineContext& context, OpId op) {
  Module& module = context.module();
  const Op& record = module.op(op);
  const KnownInts* k = record.num_operands == 2 ? context.Known(record.operands()[1]) : nullptr;
  if (k == nullptr || k->values.size() != 1 || record.num_results != 2) return OkStatus();
  const TypeId types[] = {module.type(record.result(0)), module.type(record.result(1))};
  const ValueId operand = record.operands()[0];
  const std::vector<ValueId> results =
      context.At(op).Create(Opcode::kChloTopK, {&operand, 1}, types, {{"k", module.attrs().I64(k->values[0])}});
  CPPJRT_RETURN_IF_ERROR(InferTypes(context, module.defining_op(results[0])));
  context.Replace(op, results);
  return OkStatus();
}

// @stablehlo.dynamic_approx_top_k(operands…, inits…, k, shapes of the results…).
Status DynamicApproxTopK(RefineContext& context, OpId op) {
  Module& module = context.module();
  const Op& record = module.op(op);
  const size_t n = record.num_results;
  if (n == 0 || record.num_operands != 3 * n + 1) return OkStatus();
  std::vector<TypeId> types;
  for (size_t i = 0; i < n; ++i) {
    const KnownInts* shape = context.Known(record.operands()[2 * n + 1 + i]);
    if (shape == nullptr) return OkStatus();
    types.push_back(module.types().Tensor(shape->values, module.types().element_type(module.type(record.result(i)))));
  }
  const std::vector<ValueId> operands(record.operands().begin(),
                                      record.operands().begin() + static_cast<std::ptrdiff_t>(2 * n));
  context.Replace(op, context.At(op).Create(Opcode::kCustomCall, operands, types,
                                            {{"call_target_name", module.attrs().String("ApproxTopK")},
                                             {"called_computations", module.attr(op, "called_computations")},
                                             {"mhlo.backend_config", module.attr(op, "mhlo.backend_config")}}));
  return OkStatus();
}

struct Row {
  std::string_view target;
  Status (*refine)(RefineContext& context, OpId op);
};

constexpr Row kRows[] = {
    {"shape_assertion", ShapeAssertion},
    {"stablehlo.dynamic_approx_top_k", DynamicApproxTopK},
    {"stablehlo.dynamic_reduce_window", DynamicReduceWindow},
    {"stablehlo.dynamic_rng_bit_generator", DynamicRngBitGenerator},
    {"stablehlo.dynamic_top_k", DynamicTopK},
    {"stablehlo.shape_refinement_operand_wrapper", OperandWrapper},
};

// Any other target: indices_of_shape_operands says which operand is the shape of each result.
Status ShapesByOperands(RefineContext& context, OpId op) {
  Module& module = context.module();
  const std::optional<KnownInts> indices = KnownFromAttr(module, module.attr(op, "indices_of_shape_operands"));
  const ValueRange results = module.op(op).results();
  if (!indices || indices->values.size() != results.size()) return OkStatus();
  for (size_t i = 0; i < results.size(); ++i) {
    const int64_t index = indices->values[i];
    if (index < 0 || index >= static_cast<int64_t>(module.op(op).num_operands)) {
      return Invalid(module, op, context.sink(),
                     Cat("indices_of_shape_operands holds ", index, ", which is no operand"));
    }
    const KnownInts* dims = context.Known(module.op(op).operands()[static_cast<size_t>(index)]);
    const bool is_shape = dims != nullptr && std::ranges::none_of(dims->values, [](int64_t d) { return d < 0; });
    if (!is_shape) continue;
    module.set_type(results[i],
                    module.types().Tensor(dims->values, module.types().element_type(module.type(results[i]))));
  }
  return OkStatus();
}

}  // namespace

Status RefineCustomCall(RefineContext& context, OpId op) {
  const auto row = std::ranges::find(kRows, CallTargetName(context.module(), op), &Row::target);
  return row == std::end(kRows) ? ShapesByOperands(context, op) : row->refine(context, op);
}

}  // namespace cppjrt::stablehlo
